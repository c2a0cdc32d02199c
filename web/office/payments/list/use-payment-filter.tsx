import { Box } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { dayOf } from '#billing/calendar.ts';
import { amountOf } from '#contract/amount-text.ts';
import type { ListedPayment } from '#contract/payments.ts';
import { paymentMethods } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { wordChoices } from '#web/i18n/word.ts';
import { PeriodFilter } from '#web/ui/address/period-filter.tsx';
import { useAddress } from '#web/ui/address/use-address.ts';
import { usePeriod } from '#web/ui/address/use-period.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { dayOrNone, PickedDays, rangeFault } from '#web/ui/form/day-range.tsx';
import { SearchBox } from '#web/ui/table/search-box.tsx';

const ALL = 'all';

interface PaymentFilter {
  /** The year and month to load. */
  year: string;
  month: string;
  isShown: (payment: ListedPayment) => boolean;
}

/** Returns the filters of the list, which are part of the address. A first or last day replaces year and month. */
export function usePaymentFilter(): PaymentFilter {
  const period = usePeriod({ hasAllYears: true });
  const { get } = useAddress();
  const [from, to] = [dayOrNone(get('from')), dayOrNone(get('to'))];
  const [method, receiver, amount] = [get('method'), get('by'), get('amount')];
  const isShown = useCallback(
    ({ payment_date, payment_method, recorded_by, amount_paid, corrected_amount }: ListedPayment) => {
      const day = dayOf(payment_date);
      const rupees = amountOf(amount);
      return (
        (from === null || day >= from) &&
        (to === null || day <= to) &&
        (method === '' || payment_method === method) &&
        (receiver === '' || recorded_by === receiver) &&
        (amount === '' || amount_paid === rupees || corrected_amount === rupees)
      );
    },
    [from, to, method, receiver, amount],
  );
  if (from === null && to === null) return { year: period.year, month: period.month, isShown };
  const isOneYear = from !== null && to !== null && from.slice(0, 4) === to.slice(0, 4);
  return { year: isOneYear ? from.slice(0, 4) : '', month: '', isShown };
}

export function PaymentFilters({ payments }: { payments: readonly ListedPayment[] | undefined }) {
  const { get, change } = useAddress();
  const [from, to] = [dayOrNone(get('from')), dayOrNone(get('to'))];
  const put = (name: string, value: string) => change({ [name]: value === ALL ? '' : value, page: undefined });
  const receivers = useMemo(
    () => [...new Map((payments ?? []).map(({ recorded_by, received_by }) => [recorded_by, received_by]))],
    [payments],
  );
  return (
    <>
      {from === null && to === null && <PeriodFilter hasAllYears />}
      <PickedDays
        from={from}
        to={to}
        fault={rangeFault(from, to)}
        onChange={(start, end) => change({ from: start ?? '', to: end ?? '', page: undefined })}
      />
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
        <SearchBox label={t('payments.list.amount')} value={get('amount')} onSearch={(text) => put('amount', text)} />
      </Box>
    </>
  );
}
