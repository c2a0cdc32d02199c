import IconPlus from 'virtual:icons/plus';
import { Anchor, Button, Switch, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { Day } from '#billing/calendar.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import { centsOf } from '#contract/figures.ts';
import { type ListedPayment, payments } from '#contract/payments.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress, useAddressFilter } from '#web/ui/address/use-address.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { placeOf } from '../../place-of.ts';
import { Screen } from '../../screen.tsx';
import { useMay } from '../../session/use-may.ts';
import { describePayment, paymentColumns, searchedText } from '../payment-table.tsx';
import { PaymentDetailsPanel } from './payment-details-panel.tsx';
import { usePaymentActions } from './use-payment-actions.ts';
import { PaymentFilters, usePaymentFilter } from './use-payment-filter.tsx';

/** The page of payments (specification 1, section 2). */
export function PaymentsPage() {
  const mayTake = useMay('payments.take');
  const columns = useMemo(listColumns, []);
  const exported = useMemo(sheetColumns, []);
  const { year, month, received, isShown } = usePaymentFilter();
  const [voided, chooseVoided] = useAddressFilter('voided');
  const hasVoid = voided === 'true';
  const load = useLoad(`payments ${year} ${month} ${hasVoid} ${received}`, async (signal) => {
    const query = received === null ? { year, month, ...(hasVoid && { voided: 'true' as const }) } : { received };
    return (await api(payments.list, { query }, { signal })).payments;
  });
  const actionsOf = usePaymentActions(load.reload);
  return (
    <Screen
      path="/view-payments"
      title={t('payments.list.title')}
      {...(received === null && { note: <ByMonth /> })}
      {...(mayTake && { actions: <TakePayment /> })}
    >
      {received !== null && load.data && <VoidedLater payments={load.data.filter(isShown)} day={received} />}
      <DataTable<ListedPayment>
        label={t('payments.list.table')}
        columns={columns}
        load={load}
        failure={t('payments.list.failed')}
        rowId={({ payment_id }) => payment_id}
        rowName={describePayment}
        rowActions={actionsOf}
        search={t('payments.list.search')}
        furtherText={searchedText}
        filter={isShown}
        filters={
          <>
            <PaymentFilters payments={load.data} />
            {received === null && (
              <Switch
                label={t('payments.list.showVoid')}
                mb="var(--space-3)"
                checked={hasVoid}
                onChange={(event) => chooseVoided(event.currentTarget.checked ? 'true' : null)}
              />
            )}
          </>
        }
        details={(payment) => <PaymentDetailsPanel payment={payment} />}
        exportName="Payments"
        exportColumns={exported}
        empty={{ text: t('payments.list.empty'), next: t('payments.list.emptyNext') }}
      />
    </Screen>
  );
}

/** Explains why the sum differs from the income on the dashboard, and links to the dashboard. */
function ByMonth() {
  const mayRead = useMay('dashboard.read');
  const { get } = useAddress();
  const year = get('year') || undefined;
  const month = get('month') || undefined;
  return (
    <>
      {t('payments.list.byDay')}{' '}
      {mayRead && (
        <Anchor component={Link} to={placeOf('/admin-dashboard', { year, month })} size="sm" underline="always">
          {t('payments.list.byMonth')}
        </Anchor>
      )}
    </>
  );
}

/** The payments that the cash day includes and this list omits, because they were voided afterwards. */
function VoidedLater({ payments: shown, day }: { payments: readonly ListedPayment[]; day: Day }) {
  const voided = shown.filter(({ cash_day }) => cash_day?.is_voided_later === true);
  if (voided.length === 0) return null;
  const amount = toRupees(sumCents(voided.map(({ amount_paid }) => centsOf(amount_paid))));
  return (
    <Text size="sm" role="status">
      {t('payments.list.voidedLater', { amount: formatMoney(amount), day: formatOfficeDay(day) })}
    </Text>
  );
}

function listColumns(): readonly Column<ListedPayment>[] {
  const { id, date, amount, method, invoice, note } = paymentColumns();
  return [
    { ...date, render: (payment) => <DateAndShop payment={payment}>{date.render(payment)}</DateAndShop> },
    id,
    { key: 'shop', title: t('payments.list.shop'), value: ({ shop_id }) => shop_id, isHiddenOnPhone: true },
    {
      key: 'name',
      title: t('payments.list.shopName'),
      value: ({ shop_name }) => shop_name,
      isHiddenOnPhone: true,
    },
    {
      key: 'tenant',
      title: t('payments.list.tenant'),
      value: ({ tenant_name }) => tenant_name,
      isHiddenOnPhone: true,
    },
    amount,
    method,
    invoice,
    note,
  ];
}

function sheetColumns(): readonly Column<ListedPayment>[] {
  return [...listColumns(), paymentColumns().receiver];
}

function DateAndShop({ payment, children }: { payment: ListedPayment; children: ReactNode }) {
  return (
    <>
      <PhoneOnly>
        <Text size="sm" fw={700}>
          {payment.shop_id}
        </Text>
      </PhoneOnly>
      {children}
    </>
  );
}

function TakePayment() {
  return (
    <Button component={Link} to={placeOf('/make-payment')} leftSection={<IconPlus size={18} aria-hidden />}>
      {t('payments.list.make')}
    </Button>
  );
}
