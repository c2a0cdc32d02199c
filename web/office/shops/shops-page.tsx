import IconPencil from 'virtual:icons/pencil';
import IconPlus from 'virtual:icons/plus';
import IconTrash from 'virtual:icons/trash';
import { Anchor, Button, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import type { ListPageProps } from '../page-cards.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';

export function ShopsPage({ path = '/view-shops', head }: ListPageProps) {
  const load = useLoad('shops', (signal) => api(shops.list, {}, { signal }));
  const mayWrite = useMay('books.write');
  const add = (
    <Button component={Link} to={placeOf('/add-shop')} leftSection={<IconPlus size={18} aria-hidden />}>
      {t('shops.add.save')}
    </Button>
  );
  const remove = async (shop: ListedShop) => {
    if (await deleteShop(shop)) load.reload();
  };
  return (
    <Screen path={path} actions={head === undefined && mayWrite && add}>
      {head}
      <ShopTable
        load={load}
        remove={(shop) => void remove(shop)}
        mayWrite={mayWrite}
        emptyNext={mayWrite ? add : t('shops.list.emptyNext')}
      />
    </Screen>
  );
}

/** Deletes a shop and its tenant. */
function deleteShop({ shop_id, shop_name, tenant_name }: ListedShop): Promise<boolean> {
  const shop = { id: shop_id, name: shop_name };
  return confirmAndCall(
    {
      title: t('shops.delete.title', shop),
      body:
        tenant_name === null
          ? t('shops.delete.vacant', shop)
          : t('shops.delete.withTenant', { ...shop, tenant: tenant_name }),
      action: t('shops.delete.action'),
      isDangerous: true,
    },
    { call: () => api(shops.remove, { params: { id: shop_id } }), failed: t('shops.delete.failed'), failedSeconds: 4 },
  );
}

export type ListedShop = Answer<typeof shops.list>[number];

function shopColumns(mayWrite: boolean): Column<ListedShop>[] {
  return [
    { key: 'id', title: t('shops.list.id'), value: ({ shop_id }) => shop_id, render: (shop) => <IdCell shop={shop} /> },
    {
      key: 'name',
      title: t('shops.list.name'),
      value: ({ shop_name }) => shop_name,
      isHiddenOnPhone: true,
    },
    {
      key: 'location',
      title: t('shops.list.location'),
      value: ({ location }) => location,
      isHiddenOnPhone: true,
    },
    {
      key: 'rent',
      title: t('shops.list.rent'),
      kind: 'money',
      value: (shop) => shop.rent_amount,
      isHiddenOnPhone: true,
    },
    {
      key: 'vat',
      title: t('shops.list.vat'),
      kind: 'number',
      value: ({ vat_rate }) => vat_rate,
      isHiddenOnPhone: true,
    },
    {
      key: 'fee',
      title: t('shops.list.fee'),
      kind: 'money',
      value: (shop) => shop.operation_fee,
      isHiddenOnPhone: true,
    },
    {
      key: 'tenant',
      title: t('shops.list.tenant'),
      value: ({ tenant_name }) => tenant_name,
      render: (shop) => <TenantCell shop={shop} mayWrite={mayWrite} />,
      // The column is shown even if no shop has a tenant, because empty cells can have a link that adds one.
      isKept: true,
      isHiddenOnPhone: true,
    },
    { key: 'due', title: t('shops.list.due'), kind: 'money', value: (shop) => shop.amount_due },
    {
      key: 'balance',
      title: t('shops.list.balance'),
      kind: 'money',
      value: (shop) => shop.balance_amount,
      isHiddenOnPhone: true,
    },
  ];
}

function IdCell({ shop }: { shop: ListedShop }) {
  const { shop_id, shop_name, tenant_name } = shop;
  return (
    <>
      <Anchor component={Link} to={placeOf('/shop-summary/:shopId', { shopId: shop_id })} fw={700} size="sm">
        {shop_id}
      </Anchor>
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ minWidth: '7rem', overflowWrap: 'anywhere' }}>
        {tenant_name === null ? shop_name : `${shop_name} · ${tenant_name}`}
      </Text>
    </>
  );
}

function TenantCell({ shop: { shop_id, tenant_name }, mayWrite }: { shop: ListedShop; mayWrite: boolean }) {
  if (tenant_name !== null) return tenant_name;
  if (!mayWrite) return null;
  return (
    <Anchor
      component={Link}
      to={placeOf('/add-tenant', { shop: shop_id })}
      size="sm"
      aria-label={t('shops.list.addTenantTo', { id: shop_id })}
    >
      {t('shops.list.addTenant')}
    </Anchor>
  );
}

interface ShopTableProps {
  load: Load<readonly ListedShop[]>;
  remove: (shop: ListedShop) => void;
  mayWrite: boolean;
  emptyNext: ReactNode;
}

function ShopTable({ load, remove, mayWrite, emptyNext }: ShopTableProps) {
  const columns = useMemo(() => shopColumns(mayWrite), [mayWrite]);
  return (
    <DataTable<ListedShop>
      label={t('shops.list.table')}
      columns={columns}
      load={load}
      failure={t('shops.list.failed')}
      rowId={({ shop_id }) => shop_id}
      rowName={({ shop_id }) => shop_id}
      {...(mayWrite && {
        rowActions: (shop: ListedShop) => [
          { label: t('shops.list.edit'), icon: IconPencil, to: placeOf('/edit-shop/:id', { id: shop.shop_id }) },
          { label: t('shops.list.delete'), icon: IconTrash, isDangerous: true, onClick: () => remove(shop) },
        ],
      })}
      search={t('shops.list.search')}
      exportName="Shops"
      empty={{ text: t('shops.list.empty'), next: emptyNext }}
    />
  );
}
