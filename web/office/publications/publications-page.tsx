import { Badge, Button, Tabs } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Publication, type PublicationType, publications, publicationTypes } from '#contract/publications.ts';
import { useAddress, useAddressFilter } from '#web/ui/address/use-address.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { searchRows } from '#web/ui/table/table-rows.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../shell/screen.tsx';
import { deletePublication } from './delete-publication.ts';
import { TYPE_WORDS } from './map-publication.ts';
import { furtherText, publicationColumns, publicationSheet } from './publication-table.tsx';

/** What is published, a tab for each type, newest first: found, looked at, edited, deleted. */
export function PublicationsPage() {
  const load = useLoad('publications', async (signal) => onceEach(await api(publications.list, {}, { signal })));
  const [asked, choose] = useAddressFilter('type');
  const shown = publicationTypes.find((type) => type === asked) ?? 'notice';
  const { data } = load;
  const ofType = useMemo(() => data?.filter(({ type }) => type === shown), [data, shown]);
  const counts = useCounts(data);
  const { name, many } = TYPE_WORDS[shown];

  const remove = async (publication: Publication) => {
    if (await deletePublication(publication)) load.reload();
  };
  const add = (
    <Button component={Link} to="/add-publication" leftSection={<IconPlus size={18} aria-hidden />}>
      Add publication
    </Button>
  );
  return (
    <Screen path="/view-publications" actions={add}>
      <Tabs value={shown} onChange={choose} keepMounted={false}>
        <Tabs.List aria-label="Publications by type" mb="sm">
          {publicationTypes.map((type) => (
            <Tabs.Tab key={type} value={type} rightSection={counts && <Count number={counts[type]} />}>
              {TYPE_WORDS[type].name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          <DataTable
            label={name}
            columns={publicationColumns}
            load={{ ...load, data: ofType }}
            failure="Failed to fetch publications."
            rowId={({ id }) => id}
            rowName={({ topic }) => topic}
            rowActions={(publication) => [
              { label: 'Edit', icon: IconPencil, to: `/edit-publication/${publication.id}` },
              { label: 'Delete', icon: IconTrash, isDangerous: true, onClick: () => void remove(publication) },
            ]}
            search="Search topics and descriptions"
            furtherText={furtherText}
            exportName={`Publications, ${many}`}
            exportColumns={publicationSheet}
            empty={{ text: `No ${many} yet.`, next: add }}
          />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

/** How many there are of each type that fit what is searched for: who looks in the wrong tab sees where to look. */
function useCounts(all: readonly Publication[] | undefined): Record<PublicationType, number> | undefined {
  const search = useAddress().get('search');
  return useMemo(() => {
    if (!all) return undefined;
    const counts: Record<PublicationType, number> = { notice: 0, announcement: 0, news: 0, event: 0 };
    for (const { type } of searchRows(all, publicationColumns, search, furtherText)) counts[type] += 1;
    return counts;
  }, [all, search]);
}

function Count({ number }: { number: number }) {
  return (
    <Badge variant="default" size="sm" radius="sm" tt="none">
      {number}
    </Badge>
  );
}

/** The specification has the client leave out what comes twice. */
function onceEach(list: readonly Publication[]): Publication[] {
  return [...new Map(list.map((publication) => [publication.id, publication])).values()];
}
