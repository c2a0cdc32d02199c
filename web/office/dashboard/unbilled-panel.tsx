import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import { t } from '#web/i18n/t.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { placeOf } from '../place-of.ts';

type Unbilled = Answer<typeof dashboard.morning>['unbilled'][number];

/** Shows the tenancies without an invoice for a month that others were billed. */
export function UnbilledPanel({ tenancies }: { tenancies: readonly Unbilled[] }) {
  const columns = useMemo(columnsOfTenancies, []);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('dashboard.unbilled.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('dashboard.unbilled.about')}
      </Text>
      <DataTable<Unbilled>
        label={t('dashboard.unbilled.title')}
        columns={columns}
        load={loaded(tenancies)}
        failure={t('dashboard.failed')}
        rowId={({ tenancy_id }) => tenancy_id}
        rowName={({ shop_id }) => shop_id}
        prefix="unbilled-"
        pageSize={5}
        empty={{ text: t('dashboard.unbilled.empty') }}
      />
    </Stack>
  );
}

function columnsOfTenancies(): readonly Column<Unbilled>[] {
  return [
    {
      key: 'shop',
      title: t('dashboard.changes.shop'),
      value: ({ shop_id }) => shop_id,
      render: ({ shop_id }) => (
        <Anchor component={Link} to={placeOf('/shop-summary/:shopId', { shopId: shop_id })} fw={700} size="sm">
          {shop_id}
        </Anchor>
      ),
    },
    { key: 'tenant', title: t('dashboard.unbilled.tenant'), value: ({ tenant_name }) => tenant_name },
    {
      key: 'months',
      title: t('dashboard.unbilled.months'),
      value: ({ months }) => months.map((month) => formatMonth(month)).join(', '),
    },
  ];
}
