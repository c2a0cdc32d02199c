import IconCheck from 'virtual:icons/check';
import IconPhoto from 'virtual:icons/photo';
import IconX from 'virtual:icons/x';
import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Claim, claims } from '#contract/claims.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant, formatOfficeDay } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { declineWithSentence, matchWithPayment, showPicture } from './decide-claim.tsx';

type ClaimList = 'open' | 'ended';

/** What tenants say that they have paid. A person finds the money at the bank, or declines with a sentence. */
export function ClaimsPage() {
  const open = useClaims('open');
  const ended = useClaims('ended');
  const mayDecide = useMay('payments.take');
  const after = (decided: boolean) => {
    if (!decided) return;
    open.reload();
    ended.reload();
  };
  return (
    <Screen
      path="/claims"
      note={
        <Text size="sm" c="dimmed" maw="70ch">
          {t('claims.page.about')}
        </Text>
      }
    >
      <Stack gap="lg">
        <ClaimTable list="open" load={open} actions={(row) => actionsOn(row, mayDecide, after)} />
        <ClaimTable list="ended" load={ended} actions={(row) => pictureAction(row)} />
      </Stack>
    </Screen>
  );
}

function useClaims(list: ClaimList): Load<Claim[]> {
  return useLoad(`claims ${list}`, (signal) => api(claims.list, { query: { list } }, { signal }));
}

function pictureAction(row: Claim): RowAction[] {
  if (!row.has_picture) return [];
  return [{ label: t('claims.picture.show'), icon: IconPhoto, onClick: () => void showPicture(row) }];
}

function actionsOn(row: Claim, mayDecide: boolean, after: (decided: boolean) => void): RowAction[] {
  if (!mayDecide) return pictureAction(row);
  return [
    ...pictureAction(row),
    ...row.payments.slice(0, 3).map((payment) => ({
      label: t('claims.match.with', { payment: String(payment.payment_id), day: formatOfficeDay(payment.day) }),
      icon: IconCheck,
      onClick: () => void matchWithPayment(row, payment.payment_id).then(after),
    })),
    { label: t('claims.decline'), icon: IconX, onClick: () => void declineWithSentence(row).then(after) },
  ];
}

interface ClaimTableProps {
  list: ClaimList;
  load: Load<readonly Claim[]>;
  actions: (row: Claim) => RowAction[];
}

function ClaimTable({ list, load, actions }: ClaimTableProps) {
  const columns = useMemo(() => claimColumns(list), [list]);
  const title = t(`claims.list.${list}`);
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {title}
      </Title>
      <DataTable<Claim>
        label={title}
        columns={columns}
        load={load}
        failure={t('claims.page.failed')}
        rowId={({ claim_id }) => String(claim_id)}
        rowName={({ shop_id, tenant_name }) => `${shop_id} ${tenant_name}`}
        rowActions={actions}
        prefix={`${list}-`}
        pageSize={20}
        empty={{ text: t(list === 'open' ? 'claims.list.noneOpen' : 'claims.list.noneEnded') }}
      />
    </Stack>
  );
}

function claimColumns(list: ClaimList): readonly Column<Claim>[] {
  return [
    {
      key: 'tenant',
      title: t('claims.column.tenant'),
      value: ({ shop_id, tenant_name }) => `${shop_id} ${tenant_name}`,
      render: (row) => <Tenant row={row} isOpen={list === 'open'} />,
    },
    { key: 'amount', title: t('claims.column.amount'), kind: 'money', value: ({ amount }) => amount },
    { key: 'day', title: t('claims.column.day'), kind: 'day', value: ({ day }) => day },
    { key: 'bank', title: t('claims.column.bank'), value: ({ bank }) => bank, isHiddenOnPhone: true },
    {
      key: 'claimed',
      title: t('claims.column.claimed'),
      value: ({ claimed_at }) => formatInstant(claimed_at),
      isHiddenOnPhone: true,
    },
    { key: 'state', title: t('claims.column.state'), value: describeState, isHiddenOnPhone: list === 'open' },
  ];
}

function Tenant({ row: { shop_id, tenant_name, tenancy_id }, isOpen }: { row: Claim; isOpen: boolean }) {
  return (
    <>
      <Anchor component={Link} to={placeOf('/tenancy/:id', { id: tenancy_id })} size="sm" underline="always">
        {shop_id}
      </Anchor>{' '}
      {tenant_name}{' '}
      {isOpen && (
        <Anchor component={Link} to={placeOf('/make-payment', { shop: shop_id })} size="sm" underline="always">
          {t('claims.record')}
        </Anchor>
      )}
    </>
  );
}

function describeState({ state, payment_id, sentence }: Claim): string {
  return t(`claims.state.${state}`, { payment: String(payment_id ?? ''), sentence: sentence ?? '' });
}
