import { Stack, Text } from '@mantine/core';
import { dayOf } from '#billing/calendar.ts';
import { type Cheque, describeMethod } from '#contract/cheques.ts';
import { writeFigure } from '#contract/figures.ts';
import { writeShortDay } from '#contract/messages/day-words.ts';
import type { ListedPayment, Payment, VoidedPayment } from '#contract/payments.ts';
import type { ShopSummary } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { personName } from '#web/ui/format/person.tsx';
import { When } from '#web/ui/format/when.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { placeOf } from '../place-of.ts';

const BREAKING = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const;

export type ShownPayment = Payment & Partial<Pick<ListedPayment, keyof Omit<VoidedPayment, keyof Payment>>>;

export function paymentColumns() {
  return {
    id: {
      key: 'id',
      title: t('payments.list.id'),
      // The id is converted to text, so that it is shown without a thousands separator: 17888.
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
      // Void payments are not part of any sum.
      value: (payment) => (isVoid(payment) ? null : payment.amount_paid),
      render: (payment) => <Amount payment={payment} />,
      isSummed: true,
      // The column is shown even if all payments in the list are void, and all its cells therefore empty.
      isKept: true,
    },
    method: {
      key: 'method',
      title: t('payments.list.method'),
      value: methodOf,
      render: (payment) => <Unbroken text={methodOf(payment)} />,
      isHiddenOnPhone: true,
    },
    receiver: {
      key: 'by',
      title: t('payments.list.receiver'),
      value: ({ received_by }) => received_by,
      isHiddenOnPhone: true,
    },
    invoice: {
      key: 'invoice',
      title: t('payments.list.invoice'),
      value: ({ invoice_id }) => invoice_id,
      render: ({ invoice_id }) => <Unbroken text={invoice_id ?? ''} />,
      isHiddenOnPhone: true,
    },
    note: {
      key: 'note',
      title: t('payments.list.note'),
      value: noteOf,
      render: (payment) => <Note payment={payment} />,
      isHiddenOnPhone: true,
    },
  } as const satisfies Record<string, Column<ShownPayment>>;
}

/** Returns the method in words: `Cheque 004512, Bank of Ceylon, 30 Nov 2026`. */
export function methodOf(payment: Cheque & Pick<Payment, 'payment_method'>): string {
  return describeMethod(payment, word('method', payment.payment_method), formatOfficeDay);
}

/**
 * Returns additional text for the search: the day and the amount in each form in which they may be typed, and who
 * recorded the payment. The day is included in English too, as on bank statements.
 */
export function searchedText({ payment_date, amount_paid, recorded_by }: ShownPayment): string {
  const day = dayOf(payment_date);
  const amount = amount_paid.toFixed(2);
  return [
    formatOfficeDay(day),
    writeShortDay(day),
    day,
    String(amount_paid),
    amount,
    writeFigure(amount_paid),
    recorded_by,
  ].join('\n');
}

/** Returns a text such as `payment 31` or `the correction to payment 31`. */
export function describePayment({
  payment_id,
  corrects_payment_id,
}: Pick<Payment, 'payment_id' | 'corrects_payment_id'>): string {
  if (corrects_payment_id === null) return t('payments.list.payment', { id: String(payment_id) });
  return t('payments.list.correction', { id: String(corrects_payment_id) });
}

export function receiptAddress({ payment_id, corrects_payment_id }: Payment): string {
  return placeOf('/receipt/:paymentId', { paymentId: corrects_payment_id ?? payment_id });
}

type AddressedPayment = Pick<Payment, 'shop_id' | 'payment_date' | 'payment_id' | 'corrects_payment_id'>;

export function correctionAddress({
  shop_id,
  payment_date,
  payment_id,
  corrects_payment_id,
}: AddressedPayment): string {
  const payment = String(corrects_payment_id ?? payment_id);
  return placeOf('/correct-payment', { shop: shop_id, date: dayOf(payment_date), payment });
}

/** Returns all payments, void ones included, newest first. */
export function withVoidPayments({ Payments, VoidedPayments }: ShopSummary): readonly ShownPayment[] {
  if (VoidedPayments.length === 0) return Payments;
  return [...Payments, ...VoidedPayments].sort(
    (one, other) => Date.parse(other.payment_date) - Date.parse(one.payment_date) || other.payment_id - one.payment_id,
  );
}

export function isVoid({ voided_at }: ShownPayment): boolean {
  return voided_at !== undefined && voided_at !== null;
}

function noteOf(payment: ShownPayment): string {
  const { counts_from } = payment;
  const counting = counts_from && t('payments.list.countsFrom', { day: formatOfficeDay(counts_from) });
  return [ownNoteOf(payment), counting, voidNoteOf(payment)].filter(Boolean).join('. ');
}

function ownNoteOf({ corrects_payment_id, note }: ShownPayment): string {
  if (corrects_payment_id === null) return note;
  return [t('payments.list.correctionNote', { id: String(corrects_payment_id) }), note].filter(Boolean).join(': ');
}

function voidingOf({ voided_at, voided_by, replaced_by_payment_id }: ShownPayment): string {
  if (voided_at === undefined || voided_at === null) return '';
  const day = formatOfficeDay(dayOf(voided_at));
  return [
    t('payments.list.voidedOn', { day, name: personName(voided_by ?? '') }),
    ...(replaced_by_payment_id ? [t('payments.list.replacedBy', { id: String(replaced_by_payment_id) })] : []),
  ].join('. ');
}

/**
 * Returns the note on a void payment for the spreadsheet. It contains the amount, because the amount column is empty
 * for void payments.
 */
function voidNoteOf({ voided_at, voided_by, void_reason, replaced_by_payment_id, amount_paid }: ShownPayment): string {
  if (voided_at === undefined || voided_at === null) return '';
  const voided = t('payments.list.voidNote', {
    amount: formatMoney(amount_paid),
    day: formatOfficeDay(dayOf(voided_at)),
    name: personName(voided_by ?? ''),
  });
  return [
    [voided, void_reason].filter(Boolean).join(': '),
    ...(replaced_by_payment_id ? [t('payments.list.replacedBy', { id: String(replaced_by_payment_id) })] : []),
  ].join('. ');
}

function DateOf({ payment }: { payment: ShownPayment }) {
  const { payment_id, payment_date, invoice_id } = payment;
  const number = t('payments.list.number', { id: String(payment_id) });
  return (
    <>
      <When at={payment_date} />
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ ...BREAKING, minWidth: '5.5rem' }}>
        <Unbroken
          text={[number, methodOf(payment), invoice_id, ownNoteOf(payment), payment.void_reason, voidingOf(payment)]
            .filter(Boolean)
            .join(' · ')}
        />
      </Text>
    </>
  );
}

function Amount({ payment }: { payment: ShownPayment }) {
  const { amount_paid, corrected_amount, counts_from } = payment;
  return (
    <>
      {isVoid(payment) ? <VoidAmount amount={amount_paid} /> : writeFigure(amount_paid)}
      {corrected_amount !== amount_paid && (
        <Text size="xs" c="dimmed">
          {t('payments.list.corrected', { amount: formatMoney(corrected_amount) })}
        </Text>
      )}
      {counts_from !== undefined && (
        <Text size="xs" c="dimmed">
          {t('payments.list.countsFrom', { day: formatOfficeDay(counts_from) })}
        </Text>
      )}
    </>
  );
}

function Note({ payment }: { payment: ShownPayment }) {
  return (
    <Text
      component="div"
      size="sm"
      style={{ ...BREAKING, minWidth: '5.5rem' }}
      {...(payment.corrects_payment_id !== null && { c: 'orange.9' })}
    >
      {[ownNoteOf(payment), payment.void_reason].filter(Boolean).join('. ')}
      {isVoid(payment) && (
        <Text size="xs" c="dimmed" component="div">
          {voidingOf(payment)}
        </Text>
      )}
    </Text>
  );
}

export function VoidAmount({ amount }: { amount: number }) {
  return (
    <Stack gap="var(--space-1)" align="flex-end">
      <VoidMark />
      <s>{writeFigure(amount)}</s>
    </Stack>
  );
}

export function VoidMark() {
  return <StatusChip status="Arrest" word={t('payments.list.void')} />;
}
