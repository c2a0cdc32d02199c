import IconCheck from 'virtual:icons/check';
import IconPhoto from 'virtual:icons/photo';
import { Anchor, Image, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type WalkDifferenceOut, type WalkEntryOut, walks } from '#contract/walks.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { placeOf } from '../place-of.ts';
import { askReason } from '../reason.tsx';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';

/** What was seen at the stalls, and where it differs from the register of tenancies. */
export function WalksPage() {
  const differences = useLoad('walk differences', (signal) => api(walks.differences, {}, { signal }));
  const log = useLoad('walks', (signal) => api(walks.list, {}, { signal }));
  const mayHandle = useMay('books.write');
  const after = (isHandled: boolean) => {
    if (!isHandled) return;
    differences.reload();
    log.reload();
  };
  return (
    <Screen
      path="/walks"
      note={
        <Text size="sm" c="dimmed" maw="70ch">
          {t('walks.page.about')}{' '}
          <Anchor href="/gate/walk" underline="always">
            {t('walks.page.walk')}
          </Anchor>
        </Text>
      }
    >
      <Stack gap="lg">
        <Stack gap="xs" component="section">
          <Title order={2} size="h4">
            {t('walks.differences.title')}
          </Title>
          <DataTable<WalkDifferenceOut>
            label={t('walks.differences.title')}
            columns={differenceColumns()}
            load={differences}
            failure={t('walks.page.failed')}
            rowId={({ walk_id }) => walk_id}
            rowName={({ shop_id }) => shop_id}
            rowActions={(row) => [...pictureAction(row), ...(mayHandle ? [handleAction(row, after)] : [])]}
            prefix="differences-"
            exportName="walk-differences"
            empty={{ text: t('walks.differences.empty') }}
          />
        </Stack>
        <WalkLog load={log} />
      </Stack>
    </Screen>
  );
}

function WalkLog({ load }: { load: ReturnType<typeof useLoad<WalkEntryOut[]>> }) {
  const columns = useMemo(() => logColumns(), []);
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {t('walks.log.title')}
      </Title>
      <DataTable<WalkEntryOut>
        label={t('walks.log.title')}
        columns={columns}
        load={load}
        failure={t('walks.page.failed')}
        rowId={({ walk_id }) => walk_id}
        rowName={({ shop_id }) => shop_id}
        rowActions={pictureAction}
        search={t('walks.log.search')}
        exportName="walks"
        empty={{ text: t('walks.log.empty') }}
      />
    </Stack>
  );
}

function pictureAction(row: WalkEntryOut): RowAction[] {
  if (!row.has_picture) return [];
  return [{ label: t('walks.picture.show'), icon: IconPhoto, onClick: () => void showWalkPicture(row) }];
}

async function showWalkPicture({ walk_id, shop_id }: WalkEntryOut): Promise<void> {
  await callAndTell({
    call: () => api(walks.picture, { params: { id: String(walk_id) } }),
    done: ({ picture }) => {
      const title = t('walks.picture.of', { shop: shop_id });
      void confirm({
        title,
        body: <Image src={picture} alt={title} fit="contain" mah="70vh" />,
        action: t('ui.dialog.close'),
      });
    },
    failed: t('walks.picture.failed'),
  });
}

function handleAction(row: WalkDifferenceOut, after: (isHandled: boolean) => void): RowAction {
  const action = t('walks.handle');
  const sentence = `${row.shop_id} · ${describeDifference(row)}. ${t('walks.handle.ask')}`;
  const ask = () =>
    askReason({ title: action, sentence, action }, (reason) =>
      callAndTell({
        call: () => api(walks.handle, { params: { id: String(row.walk_id) }, body: { sentence: reason } }),
        doneSeconds: 3,
        failed: t('walks.handle.failed'),
      }),
    );
  return { label: action, icon: IconCheck, onClick: () => void ask().then(after) };
}

function describeDifference({ difference, closed_days }: WalkDifferenceOut): string {
  if (difference === 'closed_days') return t('walks.differences.closedDays', { count: closed_days });
  return word('walkDifference', difference);
}

function differenceColumns(): readonly Column<WalkDifferenceOut>[] {
  return [
    shopColumn(),
    { key: 'difference', title: t('walks.column.difference'), value: describeDifference },
    { key: 'tenant', title: t('walks.column.tenant'), value: ({ tenant_name }) => tenant_name },
    { key: 'note', title: t('walks.column.note'), value: ({ note }) => note },
    { key: 'seen', title: t('walks.column.seen'), kind: 'instant', value: ({ seen_at }) => seen_at },
    {
      key: 'by',
      title: t('walks.column.by'),
      kind: 'person',
      value: ({ recorded_by }) => recorded_by,
      isHiddenOnPhone: true,
    },
  ];
}

function logColumns(): readonly Column<WalkEntryOut>[] {
  return [
    shopColumn(),
    { key: 'state', title: t('walks.column.state'), value: ({ state }) => word('walkState', state) },
    { key: 'seen', title: t('walks.column.seen'), kind: 'instant', value: ({ seen_at }) => seen_at },
    { key: 'tenant', title: t('walks.column.tenant'), value: ({ tenant_name }) => tenant_name, isHiddenOnPhone: true },
    { key: 'note', title: t('walks.column.note'), value: ({ note }) => note },
    { key: 'by', title: t('walks.column.by'), kind: 'person', value: ({ recorded_by }) => recorded_by },
    { key: 'outcome', title: t('walks.column.outcome'), value: ({ sentence }) => sentence, isHiddenOnPhone: true },
  ];
}

function shopColumn<Row extends WalkEntryOut>(): Column<Row> {
  return {
    key: 'shop',
    title: t('walks.column.shop'),
    value: ({ shop_id, shop_name }) => `${shop_id} ${shop_name}`,
    render: ({ shop_id, shop_name }) => (
      <>
        <Anchor
          component={Link}
          to={placeOf('/shop-summary/:shopId', { shopId: shop_id })}
          size="sm"
          underline="always"
        >
          {shop_id}
        </Anchor>{' '}
        {shop_name}
      </>
    ),
  };
}
