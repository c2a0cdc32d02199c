import IconPencil from 'virtual:icons/pencil';
import IconUserMinus from 'virtual:icons/user-minus';
import IconUserPlus from 'virtual:icons/user-plus';
import { Anchor, Button, SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { tenants } from '#contract/tenants.ts';
import { t } from '#web/i18n/t.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import type { ListPageProps } from '../page-cards.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';

export function TenantsPage({ path = '/view-tenants', head }: ListPageProps) {
  const [former, chooseFormer] = useAddressFilter('former');
  const isFormer = former === 'true';
  const load = useLoad(`tenants ${isFormer}`, (signal) =>
    api(tenants.list, { query: isFormer ? { former: 'true' } : {} }, { signal }),
  );
  const mayWrite = useMay('books.write');
  const add = (
    <Button component={Link} to={placeOf('/add-tenant')} leftSection={<IconUserPlus size={18} aria-hidden />}>
      {t('tenants.add.save')}
    </Button>
  );
  return (
    <Screen path={path} actions={head === undefined && mayWrite && add}>
      {head}
      <TenantTable
        load={load}
        mayWrite={mayWrite}
        emptyNext={mayWrite ? add : t('tenants.list.emptyNext')}
        isFormer={isFormer}
        chooseFormer={(isChosen) => chooseFormer(isChosen ? 'true' : null)}
      />
    </Screen>
  );
}

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
    {
      key: 'contact',
      title: t('tenants.list.contact'),
      value: ({ contact }) => contact,
      render: ({ contact }) => <span style={{ whiteSpace: 'nowrap' }}>{contact}</span>,
      isHiddenOnPhone: true,
    },
    {
      key: 'email',
      title: t('tenants.list.email'),
      value: ({ email }) => email,
      render: ({ email }) => <span style={LONG}>{email !== null && <Unbroken text={email} />}</span>,
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

/** The other current shops of the same tenant. The table hides the column while no tenant has any. */
function otherShopsColumn(rows: readonly ListedTenant[]): Column<ListedTenant> {
  const byTenant = Map.groupBy(rows, ({ tenant_ref }) => tenant_ref);
  const othersOf = ({ tenant_id, tenant_ref }: ListedTenant) =>
    (byTenant.get(tenant_ref) ?? []).filter((other) => other.tenant_id !== tenant_id);
  return {
    key: 'others',
    title: t('tenants.list.others'),
    value: (tenant) =>
      othersOf(tenant)
        .map(({ shop_id }) => shop_id)
        .join(', ') || null,
    isHiddenOnPhone: true,
  };
}

function formerColumns(): readonly Column<ListedTenant>[] {
  return [
    ...tenantColumns().filter(({ key }) => ['name', 'contact', 'shop'].includes(key)),
    {
      key: 'from',
      title: t('tenants.list.from'),
      kind: 'day',
      value: ({ started_on }) => started_on,
      isHiddenOnPhone: true,
    },
    {
      key: 'until',
      title: t('tenants.list.until'),
      kind: 'day',
      value: ({ ended_on }) => ended_on,
      isHiddenOnPhone: true,
    },
    { key: 'due', title: t('tenants.list.due'), kind: 'money', value: (tenant) => tenant.amount_due, isSummed: true },
  ];
}

function NameCell({ tenant: { tenant_id, name, contact, ended_on } }: { tenant: ListedTenant }) {
  return (
    <div style={LONG}>
      <Anchor component={Link} to={placeOf('/tenancy/:id', { id: tenant_id })} size="sm" fw={700}>
        {name}
      </Anchor>
      <Text size="xs" c="dimmed" hiddenFrom="sm" component="div">
        {contact}
        {ended_on !== null && <div>{t('tenants.list.untilDay', { day: formatOfficeDay(ended_on) })}</div>}
      </Text>
    </div>
  );
}

function ShopCell({ tenant: { tenant_id, shop_id, ended_on, Shop } }: { tenant: ListedTenant }) {
  const tenancy = ended_on === null ? undefined : tenant_id;
  return (
    <>
      <Anchor component={Link} to={placeOf('/shop-summary/:shopId', { shopId: shop_id, tenancy })} fw={700} size="sm">
        {shop_id}
      </Anchor>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'break-word' }}>
        {Shop.shop_name}
      </Text>
    </>
  );
}

const CURRENT = 'current';
const FORMER = 'former';

function actionsOf({ tenant_id, ended_on }: ListedTenant): RowAction[] {
  const edit: RowAction = {
    label: t('tenants.list.edit'),
    icon: IconPencil,
    to: placeOf('/edit-tenant/:id', { id: tenant_id }),
  };
  if (ended_on !== null) return [edit];
  return [
    edit,
    {
      label: t('tenants.list.end'),
      icon: IconUserMinus,
      isDangerous: true,
      to: placeOf('/end-tenancy/:id', { id: tenant_id }),
    },
  ];
}

const NONE: readonly ListedTenant[] = [];

interface TenantTableProps {
  load: Load<readonly ListedTenant[]>;
  mayWrite: boolean;
  emptyNext: ReactNode;
  isFormer: boolean;
  chooseFormer: (isFormer: boolean) => void;
}

function TenantTable({ load, mayWrite, emptyNext, isFormer, chooseFormer }: TenantTableProps) {
  const { data = NONE } = load;
  const columns = useMemo(
    () => (isFormer ? formerColumns() : [...tenantColumns(), otherShopsColumn(data)]),
    [isFormer, data],
  );
  return (
    <DataTable<ListedTenant>
      label={t('tenants.list.table')}
      columns={columns}
      load={load}
      failure={t('tenants.list.failed')}
      rowId={({ tenant_id }) => tenant_id}
      rowName={({ name }) => name}
      {...(mayWrite && { rowActions: actionsOf })}
      filters={
        <SegmentedControl
          aria-label={t('tenants.list.which')}
          data={[
            { value: CURRENT, label: t('tenants.list.current') },
            { value: FORMER, label: t('tenants.list.former') },
          ]}
          value={isFormer ? FORMER : CURRENT}
          onChange={(chosen) => chooseFormer(chosen === FORMER)}
        />
      }
      search={t('tenants.list.search')}
      furtherText={({ Shop }) => `${Shop.shop_name}\n${Shop.location}`}
      exportName={isFormer ? 'Former tenants' : 'Tenants'}
      empty={
        isFormer
          ? { text: t('tenants.list.noFormer'), next: t('tenants.list.noFormerNext') }
          : { text: t('tenants.list.empty'), next: emptyNext }
      }
    />
  );
}
