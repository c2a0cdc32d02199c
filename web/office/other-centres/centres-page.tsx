import IconEdit from 'virtual:icons/edit';
import IconList from 'virtual:icons/list';
import IconRefresh from 'virtual:icons/refresh';
import IconTrash from 'virtual:icons/trash';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type OtherCentre, otherCentres } from '#contract/other-centres.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell, confirmAndCall } from '../confirm-and-call.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { CentreDialog } from './centre-dialog.tsx';
import { ComparePanel } from './compare-panel.tsx';

type Editing = { centre?: OtherCentre } | undefined;

/** Lists the other centres whose prices are read, each with its own state. */
export function OtherCentresPage() {
  const load = useLoad('other centres', (signal) => api(otherCentres.list, {}, { signal }));
  const mayWrite = useMay('settings.write');
  const navigate = useNavigate();
  const [editing, setEditing] = useState<Editing>();
  const openProducts = (id: number) => navigate(placeOf('/settings/other-centres/:id', { id }));
  return (
    <Screen
      path="/settings/other-centres"
      subtitle={t('other-centres.page.about')}
      actions={
        mayWrite && (
          <Button variant="default" onClick={() => setEditing({})}>
            {t('other-centres.page.add')}
          </Button>
        )
      }
    >
      <Stack gap="lg">
        <DataTable<OtherCentre>
          label={t('shell.page.other-centres')}
          columns={columns()}
          load={load}
          failure={t('other-centres.page.failed')}
          rowId={({ centre_id }) => centre_id}
          rowName={({ name }) => name}
          rowActions={(centre) => [
            {
              label: t('other-centres.page.products'),
              icon: IconList,
              onClick: () => void openProducts(centre.centre_id),
            },
            ...(mayWrite
              ? [
                  {
                    label: t('other-centres.page.read'),
                    icon: IconRefresh,
                    onClick: () => void readNow(centre, load.reload),
                  },
                  {
                    label: t('other-centres.page.distance'),
                    icon: IconEdit,
                    onClick: () => setEditing({ centre }),
                  },
                  {
                    label: t('other-centres.page.remove'),
                    icon: IconTrash,
                    onClick: () => void remove(centre, load.reload),
                  },
                ]
              : []),
          ]}
          details={(centre) => <CentreDetails centre={centre} />}
          empty={{ text: t('other-centres.page.empty'), next: t('other-centres.page.emptyNext') }}
        />
        <ComparePanel />
      </Stack>
      {editing && <CentreDialog centre={editing.centre} onClose={() => setEditing(undefined)} onSaved={load.reload} />}
    </Screen>
  );
}

async function readNow({ centre_id }: OtherCentre, reload: () => void): Promise<void> {
  const params = { id: String(centre_id) };
  const action = { call: () => api(otherCentres.readNow, { params }), failed: t('other-centres.page.readFailed') };
  if (await callAndTell(action)) reload();
}

async function remove({ centre_id, name, prices }: OtherCentre, reload: () => void): Promise<void> {
  const question = {
    title: t('other-centres.remove.title', { centre: name }),
    body: t('other-centres.remove.body', { count: prices }),
    action: t('other-centres.page.remove'),
    isDangerous: true,
  };
  const params = { id: String(centre_id) };
  const action = { call: () => api(otherCentres.remove, { params }), failed: t('other-centres.remove.failed') };
  if (await confirmAndCall(question, action)) reload();
}

function columns(): readonly Column<OtherCentre>[] {
  return [
    {
      key: 'name',
      title: t('other-centres.page.name'),
      value: ({ name }) => name,
      render: ({ centre_id, name }) => (
        <Anchor component={Link} to={placeOf('/settings/other-centres/:id', { id: centre_id })} fw={700}>
          {name}
        </Anchor>
      ),
    },
    {
      key: 'state',
      title: t('other-centres.page.state'),
      value: (centre) => stateOf(centre),
      render: (centre) => (
        <Text span size="sm" {...(centre.fault !== null && { c: 'red' })}>
          {stateOf(centre)}
        </Text>
      ),
    },
    { key: 'newest', title: t('other-centres.page.newest'), kind: 'day', value: ({ newest_day }) => newest_day },
    {
      key: 'answered',
      title: t('other-centres.page.answered'),
      kind: 'instant',
      value: ({ answered_at }) => answered_at,
      isHiddenOnPhone: true,
    },
    {
      key: 'unmapped',
      title: t('other-centres.page.unmapped'),
      kind: 'number',
      value: ({ unmapped }) => unmapped,
      isHiddenOnPhone: true,
    },
    {
      key: 'km',
      title: t('other-centres.page.km'),
      kind: 'number',
      value: ({ distance_km }) => distance_km,
      isHiddenOnPhone: true,
    },
  ];
}

function stateOf({ fault, answered_at, days_to_read }: OtherCentre): string {
  if (fault !== null) return fault;
  if (answered_at === null) return t('other-centres.state.waiting');
  return days_to_read === 0 ? t('other-centres.state.read') : t('other-centres.state.reading', { count: days_to_read });
}

function CentreDetails({ centre }: { centre: OtherCentre }) {
  const { address, key, licence, prices, products, usual_time, next_read_at } = centre;
  return (
    <Stack gap="xs">
      <Text size="sm">
        <Anchor href={address} target="_blank" rel="noopener noreferrer">
          {address}
        </Anchor>
      </Text>
      <Text size="sm">{t('other-centres.details.key', { key })}</Text>
      <Text size="sm">
        {licence === '' ? t('other-centres.details.noLicence') : t('other-centres.details.licence', { licence })}
      </Text>
      <Text size="sm">{t('other-centres.details.stored', { prices, products })}</Text>
      <Text size="sm">
        {t('other-centres.details.times', { usual: usual_time, next: formatInstant(next_read_at) })}
      </Text>
    </Stack>
  );
}
