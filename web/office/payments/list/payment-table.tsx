import { Text } from '@mantine/core';
import type { Payment } from '#contract/payments.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { When } from '#web/ui/format/when.tsx';
import type { Column } from '#web/ui/table/table-column.ts';

/** A cell of words wraps, also where the figures of its column must not. */
const BREAKING = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const;

/** The columns that every list of payments has, so that a payment reads the same wherever it stands. */
export const paymentColumns = {
  id: {
    key: 'id',
    title: 'Payment ID',
    // A name rather than a figure: 17888 is written and looked for without a comma.
    value: ({ payment_id }) => String(payment_id),
    isHiddenOnPhone: true,
  },
  date: {
    key: 'date',
    title: 'Date',
    kind: 'instant',
    value: ({ payment_date }) => payment_date,
    render: (payment) => <DateOf payment={payment} />,
  },
  amount: {
    key: 'amount',
    title: 'Amount',
    kind: 'money',
    value: ({ amount_paid }) => amount_paid,
    render: (payment) => <Amount payment={payment} />,
    isSummed: true,
  },
  method: { key: 'method', title: 'Method', value: ({ payment_method }) => payment_method, isHiddenOnPhone: true },
  invoice: { key: 'invoice', title: 'Invoice', value: ({ invoice_id }) => invoice_id, isHiddenOnPhone: true },
  note: {
    key: 'note',
    title: 'Note',
    value: noteOf,
    render: (payment) => <Note payment={payment} />,
    isHiddenOnPhone: true,
  },
} as const satisfies Record<string, Column<Payment>>;

/** The note; for a correction first which payment it corrects. */
function noteOf({ corrects_payment_id, note }: Payment): string {
  if (corrects_payment_id === null) return note;
  return [`Correction of payment ${corrects_payment_id}`, note].filter(Boolean).join(': ');
}

/** The day; on a phone with what the hidden columns would tell. */
function DateOf({ payment }: { payment: Payment }) {
  const { payment_id, payment_date, payment_method, invoice_id } = payment;
  return (
    <>
      <When at={payment_date} />
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ ...BREAKING, minWidth: '6rem' }}>
        {[`No. ${payment_id}`, payment_method, invoice_id, noteOf(payment)].filter(Boolean).join(' · ')}
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
          really {formatMoney(corrected_amount)}
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
