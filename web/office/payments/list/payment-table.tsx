import { Text } from '@mantine/core';
import { dayOf } from '#billing/calendar.ts';
import type { Payment } from '#contract/payments.ts';
import { t } from '#web/i18n/t.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { When } from '#web/ui/format/when.tsx';
import type { Column } from '#web/ui/table/table-column.ts';

const BREAKING = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const;

export function paymentColumns() {
  return {
    id: {
      key: 'id',
      title: t('payments.list.id'),
      // Text, because 17888 is written without a comma.
      value: ({ payment_id }) => String(payment_id),
      isHiddenOnPhone: true,
    },
    date: {
      key: 'date',
      title: t('payments.list.date'),
      kind: 'instant',
      value: ({ payment_date }) => payment_date,
      render: (payment) => <DateOf payment={payment} />,
    },
    amount: {
      key: 'amount',
      title: t('payments.list.amount'),
      kind: 'money',
      value: ({ amount_paid }) => amount_paid,
      render: (payment) => <Amount payment={payment} />,
      isSummed: true,
    },
    method: {
      key: 'method',
      title: t('payments.list.method'),
      value: ({ payment_method }) => payment_method,
      isHiddenOnPhone: true,
    },
    invoice: {
      key: 'invoice',
      title: t('payments.list.invoice'),
      value: ({ invoice_id }) => invoice_id,
      isHiddenOnPhone: true,
    },
    note: {
      key: 'note',
      title: t('payments.list.note'),
      value: noteOf,
      render: (payment) => <Note payment={payment} />,
      isHiddenOnPhone: true,
    },
  } as const satisfies Record<string, Column<Payment>>;
}

/** Returns `payment 31`, or `the correction to payment 31`. */
export function describePayment({ payment_id, corrects_payment_id }: Payment): string {
  if (corrects_payment_id === null) return t('payments.list.payment', { id: String(payment_id) });
  return t('payments.list.correction', { id: String(corrects_payment_id) });
}

/** A correction is on the receipt of the payment it corrects. */
export function receiptAddress({ payment_id, corrects_payment_id }: Payment): string {
  return `/receipt/${corrects_payment_id ?? payment_id}`;
}

/** A correction leads to the payment it corrects. */
export function correctionAddress({ shop_id, payment_date, payment_id, corrects_payment_id }: Payment): string {
  const payment = String(corrects_payment_id ?? payment_id);
  return `/correct-payment?${new URLSearchParams({ shop: shop_id, date: dayOf(payment_date), payment })}`;
}

function noteOf({ corrects_payment_id, note }: Payment): string {
  if (corrects_payment_id === null) return note;
  return [t('payments.list.correctionNote', { id: String(corrects_payment_id) }), note].filter(Boolean).join(': ');
}

function DateOf({ payment }: { payment: Payment }) {
  const { payment_id, payment_date, payment_method, invoice_id } = payment;
  const number = t('payments.list.number', { id: String(payment_id) });
  return (
    <>
      <When at={payment_date} />
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ ...BREAKING, minWidth: '6rem' }}>
        {[number, payment_method, invoice_id, noteOf(payment)].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

function Amount({ payment: { amount_paid, corrected_amount } }: { payment: Payment }) {
  return (
    <>
      {formatMoney(amount_paid)}
      {corrected_amount !== amount_paid && (
        <Text size="xs" c="dimmed">
          {t('payments.list.corrected', { amount: formatMoney(corrected_amount) })}
        </Text>
      )}
    </>
  );
}

function Note({ payment }: { payment: Payment }) {
  return (
    <Text
      size="sm"
      style={{ ...BREAKING, minWidth: '5.5rem' }}
      {...(payment.corrects_payment_id !== null && { c: 'orange.9' })}
    >
      {noteOf(payment)}
    </Text>
  );
}
