import { Anchor, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import type { shops } from '#contract/shops.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';

/** A shop as the list has it: with its tenant and its balance. */
export type ListedShop = Answer<typeof shops.list>[number];

/** Room for a name of one word; the longest break. */
const NAME = { display: 'inline-block', minWidth: '7rem', overflowWrap: 'anywhere' } as const;

function columnsFor(mayWrite: boolean): Column<ListedShop>[] {
  return [
    { key: 'id', title: 'Shop ID', value: ({ shop_id }) => shop_id, render: (shop) => <IdCell shop={shop} /> },
    {
      key: 'name',
      title: 'Name',
      value: ({ shop_name }) => shop_name,
      render: ({ shop_name }) => <span style={NAME}>{shop_name}</span>,
      isHiddenOnPhone: true,
    },
    {
      key: 'location',
      title: 'Location',
      value: ({ location }) => location,
      render: ({ location }) => <span style={NAME}>{location}</span>,
      isHiddenOnPhone: true,
    },
    { key: 'rent', title: 'Rent', kind: 'money', value: (shop) => shop.rent_amount, isHiddenOnPhone: true },
    { key: 'vat', title: 'VAT %', kind: 'number', value: ({ vat_rate }) => vat_rate, isHiddenOnPhone: true },
    { key: 'fee', title: 'Operation fee', kind: 'money', value: (shop) => shop.operation_fee, isHiddenOnPhone: true },
    {
      key: 'tenant',
      title: 'Tenant',
      value: ({ tenant_name }) => tenant_name,
      render: (shop) => <TenantCell shop={shop} mayWrite={mayWrite} />,
      isHiddenOnPhone: true,
    },
    { key: 'balance', title: 'Balance', kind: 'money', value: (shop) => shop.balance_amount },
  ];
}

const COLUMNS = { toRead: columnsFor(false), toWrite: columnsFor(true) };

/** The way to all about the shop; on a phone with what the hidden columns would tell. */
function IdCell({ shop }: { shop: ListedShop }) {
  const { shop_id, shop_name, tenant_name } = shop;
  return (
    <>
      <Anchor component={Link} to={`/shop-summary/${shop_id}`} fw={600} size="sm">
        {shop_id}
      </Anchor>
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ ...NAME, display: undefined }}>
        {tenant_name === null ? shop_name : `${shop_name} · ${tenant_name}`}
      </Text>
    </>
  );
}

/** Who rents it; a shop that nobody rents leads to the form, for those who may let it. */
function TenantCell({ shop: { shop_id, tenant_name }, mayWrite }: { shop: ListedShop; mayWrite: boolean }) {
  if (tenant_name !== null) return <span style={NAME}>{tenant_name}</span>;
  if (!mayWrite) return null;
  return (
    <Anchor component={Link} to={`/add-tenant?shop=${shop_id}`} size="sm" aria-label={`Add tenant to ${shop_id}`}>
      Add tenant
    </Anchor>
  );
}

interface ShopTableProps {
  load: Load<readonly ListedShop[]>;
  remove: (shop: ListedShop) => void;
  /** False where a role only looks: no row can be changed. */
  mayWrite: boolean;
  /** What to do about a market without shops. */
  emptyNext: ReactNode;
}

/** The shops as a table, by their id. */
export function ShopTable({ load, remove, mayWrite, emptyNext }: ShopTableProps) {
  return (
    <DataTable<ListedShop>
      label="Shops"
      columns={mayWrite ? COLUMNS.toWrite : COLUMNS.toRead}
      load={load}
      failure="Failed to fetch shops."
      rowId={({ shop_id }) => shop_id}
      rowName={({ shop_id }) => shop_id}
      {...(mayWrite && {
        rowActions: (shop: ListedShop) => [
          { label: 'Edit', icon: IconPencil, to: `/edit-shop/${shop.shop_id}` },
          { label: 'Delete', icon: IconTrash, isDangerous: true, onClick: () => remove(shop) },
        ],
      })}
      search="Search by ID, name, location or tenant"
      exportName="Shops"
      empty={{ text: 'No shops yet.', next: emptyNext }}
    />
  );
}
