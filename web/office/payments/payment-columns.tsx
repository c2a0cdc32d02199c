import { Text } from '@mantine/core';
import type { Payment } from '#contract/payments.ts';
import { formatMoney } from '#web/ui/money.ts';
import type { Column } from '#web/ui/table-column.ts';

/** The columns that every list of payments has, so that a payment reads the same wherever it stands. */
export const paymentColumns = {
  id: { key: 'id', title: 'Payment ID', kind: 'number', value: ({ payment_id }) => payment_id, isSearched: true },
  date: { key: 'date', title: 'Date', kind: 'instant', value: ({ payment_date }) => payment_date },
  amount: {
    key: 'amount',
    title: 'Amount',
    kind: 'money',
    value: ({ amount_paid }) => amount_paid,
    render: (payment) => <Amount payment={payment} />,
    isSummed: true,
  },
  method: { key: 'method', title: 'Method', value: ({ payment_method }) => payment_method },
  invoice: { key: 'invoice', title: 'Invoice', value: ({ invoice_id }) => invoice_id, isHiddenOnPhone: true },
  note: { key: 'note', title: 'Note', value: noteOf, render: (payment) => <Note payment={payment} /> },
} as const satisfies Record<string, Column<Payment>>;

/** The note; for a correction first which payment it corrects. */
function noteOf({ corrects_payment_id, note }: Payment): string {
  if (corrects_payment_id === null) return note;
  return [`Correction of payment ${corrects_payment_id}`, note].filter(Boolean).join(': ');
}

function Amount({ payment: { amount_paid, corrected_amount } }: { payment: Payment }) {
  return (
    <>
      {formatMoney(amount_paid)}
      {corrected_amount !== amount_paid && (
        <Text size="xs" c="dimmed">
          really {formatMoney(corrected_amount)}
        </Text>
      )}
    </>
  );
}

function Note({ payment }: { payment: Payment }) {
  const style = { overflowWrap: 'anywhere' } as const;
  return (
    <Text size="sm" style={style} {...(payment.corrects_payment_id !== null && { c: 'orange.9' })}>
      {noteOf(payment)}
    </Text>
  );
}
