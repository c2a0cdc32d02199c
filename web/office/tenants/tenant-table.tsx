import { Anchor, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import type { tenants } from '#contract/tenants.ts';
import { t } from '#web/i18n/t.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';

export type ListedTenant = Answer<typeof tenants.list>[number];

const LONG = { display: 'inline-block', minWidth: '7rem', overflowWrap: 'anywhere' } as const;

function tenantColumns(): readonly Column<ListedTenant>[] {
  return [
    {
      key: 'id',
      title: t('tenants.list.id'),
      value: (tenant) => String(tenant.tenant_id),
      isHiddenOnPhone: true,
    },
    {
      key: 'name',
      title: t('tenants.list.name'),
      value: ({ name }) => name,
      render: (tenant) => <NameCell tenant={tenant} />,
    },
    { key: 'contact', title: t('tenants.list.contact'), value: ({ contact }) => contact, isHiddenOnPhone: true },
    {
      key: 'email',
      title: t('tenants.list.email'),
      value: ({ email }) => email,
      render: ({ email }) => <span style={LONG}>{email}</span>,
      isHiddenOnPhone: true,
    },
    {
      key: 'address',
      title: t('tenants.list.address'),
      value: ({ address }) => address,
      render: ({ address }) => <span style={LONG}>{address}</span>,
      isHiddenOnPhone: true,
    },
    {
      key: 'shop',
      title: t('tenants.list.shop'),
      value: ({ shop_id }) => shop_id,
      render: (tenant) => <ShopCell tenant={tenant} />,
    },
  ];
}

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
  mayWrite: boolean;
  emptyNext: ReactNode;
}

export function TenantTable({ load, remove, mayWrite, emptyNext }: TenantTableProps) {
  const columns = useMemo(tenantColumns, []);
  return (
    <DataTable<ListedTenant>
      label={t('tenants.list.table')}
      columns={columns}
      load={load}
      failure={t('tenants.list.failed')}
      rowId={({ tenant_id }) => tenant_id}
      rowName={({ name }) => name}
      {...(mayWrite && {
        rowActions: (tenant: ListedTenant) => [
          { label: t('tenants.list.edit'), icon: IconPencil, to: `/edit-tenant/${tenant.tenant_id}` },
          { label: t('tenants.list.delete'), icon: IconTrash, isDangerous: true, onClick: () => remove(tenant) },
        ],
      })}
      search={t('tenants.list.search')}
      furtherText={({ Shop }) => `${Shop.shop_name}\n${Shop.location}`}
      exportName="Tenants"
      empty={{ text: t('tenants.list.empty'), next: emptyNext }}
    />
  );
}
