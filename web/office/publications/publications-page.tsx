import IconPencil from 'virtual:icons/pencil';
import IconPlus from 'virtual:icons/plus';
import IconTrash from 'virtual:icons/trash';
import { Anchor, Badge, Button, Group, Tabs, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { inLanguage } from '#contract/languages.ts';
import { type Publication, publications } from '#contract/publications.ts';
import { type PublicationType, publicationTypes } from '#contract/words.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { useAddress, useAddressFilter } from '#web/ui/address/use-address.ts';
import { Picture } from '#web/ui/form/image-field.tsx';
import { When } from '#web/ui/format/when.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { searchRows } from '#web/ui/table/table-rows.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import type { ListPageProps } from '../page-cards.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { languagesOf, localTexts, TRANSLATIONS } from './map-publication.ts';

export function PublicationsPage({ path = '/view-publications', head }: ListPageProps) {
  const load = useLoad('publications', async (signal) => onceEach(await api(publications.list, {}, { signal })));
  const [asked, choose] = useAddressFilter('type');
  const shown = publicationTypes.find((type) => type === asked) ?? 'notice';
  const { data } = load;
  const ofType = useMemo(() => data?.filter(({ type }) => type === shown), [data, shown]);
  const columns = useMemo(() => publicationColumns(), []);
  const counts = useCounts(data, columns);

  const remove = async (publication: Publication) => {
    if (await askToDeletePublication(publication)) load.reload();
  };
  const add = (
    <Button component={Link} to={placeOf('/add-publication')} leftSection={<IconPlus size={18} aria-hidden />}>
      {t('publications.add.save')}
    </Button>
  );
  return (
    <Screen path={path} actions={head === undefined && add}>
      {head}
      <Tabs value={shown} onChange={choose} keepMounted={false}>
        <Tabs.List aria-label={t('publications.table.tabs')} mb="sm" className="tabs-line">
          {publicationTypes.map((type) => (
            <Tabs.Tab key={type} value={type} rightSection={counts && <Count number={counts[type]} />}>
              {word('publication', type)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          <DataTable
            label={word('publication', shown)}
            columns={columns}
            load={{ ...load, data: ofType }}
            failure={t('publications.table.failed')}
            rowId={({ id }) => id}
            rowName={(publication) => localTexts(publication).topic}
            rowActions={(publication) => [
              {
                label: t('publications.table.edit'),
                icon: IconPencil,
                to: placeOf('/edit-publication/:id', { id: publication.id }),
              },
              {
                label: t('publications.table.delete'),
                icon: IconTrash,
                isDangerous: true,
                onClick: () => void remove(publication),
              },
            ]}
            search={t('publications.table.search')}
            tabs="type"
            furtherText={publicationTexts}
            exportName={t('publications.table.file', { type: shown })}
            exportColumns={publicationFileColumns()}
            empty={{ text: t('publications.table.empty', { type: shown }), next: add }}
          />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

/** Counts the search results of each type, so that the tabs show where to look. */
function useCounts(
  all: readonly Publication[] | undefined,
  columns: readonly Column<Publication>[],
): Record<PublicationType, number> | undefined {
  const search = useAddress().get('search');
  return useMemo(() => {
    if (!all) return undefined;
    const counts: Record<PublicationType, number> = { notice: 0, announcement: 0, news: 0, event: 0 };
    for (const { type } of searchRows(all, columns, { search, furtherText: publicationTexts })) counts[type] += 1;
    return counts;
  }, [all, columns, search]);
}

function Count({ number }: { number: number }) {
  return (
    <Badge variant="default" size="sm" radius="sm" tt="none">
      {number}
    </Badge>
  );
}

/** Removes duplicates, as the specification requires of a client. */
function onceEach(list: readonly Publication[]): Publication[] {
  return [...new Map(list.map((publication) => [publication.id, publication])).values()];
}

function askToDeletePublication(publication: Publication): Promise<boolean> {
  return confirmAndCall(
    {
      title: t('publications.delete.title', { topic: localTexts(publication).topic }),
      body: t('publications.delete.body'),
      action: t('publications.delete.action'),
      isDangerous: true,
    },
    {
      call: () => api(publications.remove, { params: { id: String(publication.id) } }),
      failed: t('publications.delete.failed'),
    },
  );
}

function publishedColumn(): Column<Publication> {
  return {
    key: 'published',
    title: t('publications.table.published'),
    kind: 'instant',
    value: ({ createdAt }) => createdAt,
    isHiddenOnPhone: true,
  };
}

function publicationColumns(): Column<Publication>[] {
  return [
    {
      key: 'topic',
      title: t('publications.table.topic'),
      value: (publication) => localTexts(publication).topic,
      render: (publication) => <TopicCell publication={publication} />,
    },
    {
      key: 'languages',
      title: t('publications.table.translations'),
      value: (publication) =>
        languagesOf(publication)
          .map((language) => word('language', language))
          .join(', '),
      isSearched: false,
      isHiddenOnPhone: true,
    },
    publishedColumn(),
  ];
}

function publicationFileColumns(): Column<Publication>[] {
  const translated = TRANSLATIONS.flatMap((code): Column<Publication>[] => {
    const language = word('language', code);
    return [
      {
        key: `topic_${code}`,
        title: t('publications.form.translatedTopic', { language }),
        value: (each) => each[`topic_${code}`],
      },
      {
        key: `description_${code}`,
        title: t('publications.form.translatedDescription', { language }),
        value: (each) => each[`description_${code}`],
      },
    ];
  });
  return [
    { key: 'id', title: t('publications.table.id'), kind: 'number', value: ({ id }) => id },
    { key: 'type', title: t('publications.table.type'), value: ({ type }) => word('publication', type) },
    { key: 'topic', title: t('publications.table.topic'), value: ({ topic }) => topic },
    { key: 'description', title: t('publications.table.description'), value: ({ description }) => description },
    ...translated,
    publishedColumn(),
  ];
}

function publicationTexts(each: Publication): string {
  return [each.topic, each.description, each.topic_si, each.description_si, each.topic_ta, each.description_ta].join(
    '\n',
  );
}

/** The topic, with a link to the public page, which is outside the office. */
function TopicCell({ publication }: { publication: Publication }) {
  const { id, image, createdAt } = publication;
  const { topic, description } = localTexts(publication);
  return (
    <Group gap="sm" wrap="nowrap" maw={620}>
      <Picture source={image} size={48} />
      <div style={{ minWidth: '9rem', overflowWrap: 'anywhere' }}>
        <Anchor component={Link} to={inLanguage(currentLanguage(), `/news/${id}`)} reloadDocument fw={700} size="sm">
          {topic}
        </Anchor>
        <Text size="xs" hiddenFrom="sm">
          <When at={createdAt} />
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2}>
          {description}
        </Text>
      </div>
    </Group>
  );
}
