import { Anchor, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { recentShops } from './recent-shops.ts';

type FoundShop = Answer<typeof shops.list>[number];

interface ShopFinderProps {
  /** The address of a shop's ledger. */
  addressOf: (shopId: string) => string;
}

/** What a shop's page shows while no shop is chosen: the shops opened last, and all shops with a search. */
export function ShopFinder({ addressOf }: ShopFinderProps) {
  const load = useLoad('shops to find', (signal) => api(shops.list, {}, { signal }));
  const columns = useMemo(() => finderColumns(addressOf), [addressOf]);
  return (
    <>
      <RecentShops addressOf={addressOf} />
      <DataTable<FoundShop>
        label={t('shops.list.table')}
        columns={columns}
        load={load}
        failure={t('shops.list.failed')}
        rowId={({ shop_id }) => shop_id}
        rowName={({ shop_id }) => shop_id}
        search={t('shops.list.search')}
        empty={{ text: t('shops.list.empty') }}
      />
    </>
  );
}

function RecentShops({ addressOf }: ShopFinderProps) {
  const [recent] = useState(recentShops);
  if (recent.length === 0) return null;
  return (
    <Group component="nav" gap="sm" aria-label={t('shop-summary.page.recent')}>
      <Text size="sm" c="dimmed">
        {t('shop-summary.page.recent')}
      </Text>
      {recent.map((id) => (
        <Anchor key={id} component={Link} to={addressOf(id)} fw={700}>
          {id}
        </Anchor>
      ))}
    </Group>
  );
}

function finderColumns(addressOf: (shopId: string) => string): Column<FoundShop>[] {
  return [
    {
      key: 'id',
      title: t('shops.list.id'),
      value: ({ shop_id }) => shop_id,
      render: ({ shop_id }) => (
        <Anchor component={Link} to={addressOf(shop_id)} fw={700}>
          {shop_id}
        </Anchor>
      ),
    },
    { key: 'name', title: t('shops.list.name'), value: ({ shop_name }) => shop_name, isHiddenOnPhone: true },
    { key: 'tenant', title: t('shops.list.tenant'), value: ({ tenant_name }) => tenant_name },
    { key: 'due', title: t('shops.list.due'), kind: 'money', value: ({ amount_due }) => amount_due },
  ];
}
