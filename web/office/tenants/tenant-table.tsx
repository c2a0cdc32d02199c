import { Anchor, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import type { tenants } from '#contract/tenants.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';

/** A tenant as the list has them: with their shop. */
export type ListedTenant = Answer<typeof tenants.list>[number];

/** Room for a name of one word; the longest break. */
const LONG = { display: 'inline-block', minWidth: '7rem', overflowWrap: 'anywhere' } as const;

const COLUMNS: readonly Column<ListedTenant>[] = [
  {
    key: 'id',
    title: 'ID',
    value: (tenant) => String(tenant.tenant_id),
    isHiddenOnPhone: true,
  },
  { key: 'name', title: 'Name', value: ({ name }) => name, render: (tenant) => <NameCell tenant={tenant} /> },
  { key: 'contact', title: 'Contact', value: ({ contact }) => contact, isHiddenOnPhone: true },
  {
    key: 'email',
    title: 'E-mail',
    value: ({ email }) => email,
    render: ({ email }) => <span style={LONG}>{email}</span>,
    isHiddenOnPhone: true,
  },
  {
    key: 'address',
    title: 'Address',
    value: ({ address }) => address,
    render: ({ address }) => <span style={LONG}>{address}</span>,
    isHiddenOnPhone: true,
  },
  { key: 'shop', title: 'Shop', value: ({ shop_id }) => shop_id, render: (tenant) => <ShopCell tenant={tenant} /> },
];

function NameCell({ tenant: { name, contact } }: { tenant: ListedTenant }) {
  return (
    <div style={LONG}>
      <Text size="sm" fw={600} component="span">
        {name}
      </Text>
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {contact}
      </Text>
    </div>
  );
}

/** The way to all about the shop, what it owes among it. */
function ShopCell({ tenant: { shop_id, Shop } }: { tenant: ListedTenant }) {
  return (
    <>
      <Anchor component={Link} to={`/shop-summary/${shop_id}`} fw={600} size="sm">
        {shop_id}
      </Anchor>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {Shop.shop_name}
      </Text>
    </>
  );
}

interface TenantTableProps {
  load: Load<readonly ListedTenant[]>;
  remove: (tenant: ListedTenant) => void;
  /** False where a role only looks: no row can be changed. */
  mayWrite: boolean;
  /** What to do about a market without tenants. */
  emptyNext: ReactNode;
}

/** The tenants of now as a table, by the id of their shop. */
export function TenantTable({ load, remove, mayWrite, emptyNext }: TenantTableProps) {
  return (
    <DataTable<ListedTenant>
      label="Tenants"
      columns={COLUMNS}
      load={load}
      failure="Failed to fetch tenants."
      rowId={({ tenant_id }) => tenant_id}
      rowName={({ name }) => name}
      {...(mayWrite && {
        rowActions: (tenant: ListedTenant) => [
          { label: 'Edit', icon: IconPencil, to: `/edit-tenant/${tenant.tenant_id}` },
          { label: 'Delete', icon: IconTrash, isDangerous: true, onClick: () => remove(tenant) },
        ],
      })}
      search="Search by name, contact or shop"
      furtherText={({ Shop }) => `${Shop.shop_name}\n${Shop.location}`}
      exportName="Tenants"
      empty={{ text: 'No tenants yet.', next: emptyNext }}
    />
  );
}
