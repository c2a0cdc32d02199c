import { Box } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { type Day, dayOf } from '#billing/calendar.ts';
import { amountOf } from '#contract/amount-text.ts';
import type { ListedPayment } from '#contract/payments.ts';
import { paymentMethods } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { wordChoices } from '#web/i18n/word.ts';
import { PeriodFilter } from '#web/ui/address/period-filter.tsx';
import { useAddress } from '#web/ui/address/use-address.ts';
import { usePeriod } from '#web/ui/address/use-period.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { dayOrNone, PickedDays, rangeFault } from '#web/ui/form/day-range.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { SearchBox } from '#web/ui/table/search-box.tsx';

const ALL = 'all';

interface PaymentFilter {
  year: string;
  month: string;
  /**
   * The day on which the payments were recorded. If set, the list is that of the cash day, whatever the dates of the
   * payments.
   */
  received: Day | null;
  isShown: (payment: ListedPayment) => boolean;
}

/** Returns the filters of the list, which are part of the address. A first or last day replaces year and month. */
export function usePaymentFilter(): PaymentFilter {
  const period = usePeriod({ hasAllYears: true });
  const { get } = useAddress();
  const from = dayOrNone(get('from'));
  const to = dayOrNone(get('to'));
  const received = dayOrNone(get('received'));
  const method = get('method');
  const receiver = get('by');
  const amount = get('amount');
  const isShown = useCallback(
    (payment: ListedPayment) => {
      const { payment_method, amount_paid, corrected_amount } = payment;
      const day = dayOf(payment.payment_date);
      const rupees = amountOf(amount);
      return (
        (from === null || day >= from) &&
        (to === null || day <= to) &&
        (method === '' || payment_method === method) &&
        (receiver === '' || receiverOf(payment)[0] === receiver) &&
        (amount === '' || isUnread(amount) || amount_paid === rupees || corrected_amount === rupees)
      );
    },
    [from, to, method, receiver, amount],
  );
  if (received !== null) return { year: '', month: '', received, isShown };
  if (from === null && to === null) return { year: period.year, month: period.month, received, isShown };
  const isOneYear = from !== null && to !== null && from.slice(0, 4) === to.slice(0, 4);
  return { year: isOneYear ? from.slice(0, 4) : '', month: '', received, isShown };
}

/**
 * Returns the email and name of the person whose cash day includes the payment; without a cash day, those of the person
 * who recorded it.
 */
function receiverOf({ cash_day, recorded_by, received_by }: ListedPayment): readonly [string, string] {
  return cash_day ? [cash_day.email, cash_day.name] : [recorded_by, received_by];
}

function isUnread(amount: string): boolean {
  return amount !== '' && Number.isNaN(amountOf(amount));
}

function PaidDays() {
  const { get, change } = useAddress();
  const from = dayOrNone(get('from'));
  const to = dayOrNone(get('to'));
  return (
    <>
      {from === null && to === null && <PeriodFilter hasAllYears />}
      <PickedDays
        from={from}
        to={to}
        fault={rangeFault(from, to)}
        onChange={(start, end) => change({ from: start ?? '', to: end ?? '', page: undefined })}
      />
    </>
  );
}

export function PaymentFilters({ payments }: { payments: readonly ListedPayment[] | undefined }) {
  const { get, change } = useAddress();
  const received = dayOrNone(get('received'));
  const chooseReceived = (day: Day | null) =>
    change({ received: day ?? '', from: '', to: '', voided: '', page: undefined });
  const put = (name: string, value: string) => change({ [name]: value === ALL ? '' : value, page: undefined });
  const amount = get('amount');
  const receivers = useMemo(() => [...new Map((payments ?? []).map(receiverOf))], [payments]);
  return (
    <>
      <ChoiceField
        aria-label={t('payments.list.daysBy')}
        data={[
          { value: 'paid', label: t('payments.list.byPaid') },
          { value: 'received', label: t('payments.list.byReceived') },
        ]}
        value={received === null ? 'paid' : 'received'}
        onChange={(chosen) => chooseReceived(chosen === 'received' ? browserToday() : null)}
        w={180}
      />
      {received === null ? (
        <PaidDays />
      ) : (
        <DayField
          aria-label={t('payments.list.received')}
          value={received}
          onChange={chooseReceived}
          latest={browserToday()}
          appliesAtOnce
          w={150}
        />
      )}
      <ChoiceField
        aria-label={t('payments.list.method')}
        data={[{ value: ALL, label: t('payments.list.allMethods') }, ...wordChoices('method', paymentMethods)]}
        value={paymentMethods.find((one) => one === get('method')) ?? ALL}
        onChange={(chosen) => put('method', chosen)}
        w={160}
      />
      <ChoiceField
        aria-label={t('payments.list.receiver')}
        data={[
          { value: ALL, label: t('payments.list.allReceivers') },
          ...receivers.map(([value, label]) => ({ value, label })),
        ]}
        value={get('by') || ALL}
        onChange={(chosen) => put('by', chosen)}
        w={180}
      />
      <Box w={150}>
        <SearchBox
          label={t('payments.list.amount')}
          value={amount}
          onSearch={(text) => put('amount', text)}
          {...(isUnread(amount) && { error: t('ui.amount.unread', { text: amount, decimals: 2 }) })}
        />
      </Box>
    </>
  );
}
