import { expect, test } from 'vitest';
import type { Day, Instant, Month } from './calendar.ts';
import { depositHeld } from './deposit.ts';
import { overdueInvoices, refuseFine } from './fine.ts';
import { fold } from './fold.ts';
import { type FoldedInvoice, findCharge, type Ledger, totalDebt } from './ledger.ts';
import type { LedgerEntry, NoteEntry } from './ledger-entries.ts';
import { cents } from './money.ts';
import { tracePayment } from './payment-trace.ts';
import { FIRST_RENT_RULES } from './rent-rules.ts';
import { statementOf } from './statement.ts';
import { invoiceStatus } from './status.ts';

const at = (text: string) => `2026-10-${text}:00.000Z` as Instant;
/** A bill of VAT 1,800, fee 2,000, rent 8,000 and electricity 500: Rs. 12,300.00. */
const bill: LedgerEntry = {
  id: 1,
  at: at('01T01:00'),
  kind: 'invoice',
  month: '2026-10' as Month,
  generatedAt: at('01T01:00'),
  vatCents: cents(180_000),
  operationFeeCents: cents(200_000),
  rentCents: cents(800_000),
  otherCharges: [{ line: 1, cents: cents(50_000) }],
  ...FIRST_RENT_RULES,
};
const payment = (id: number, amount: number): LedgerEntry => ({
  id,
  at: at('05T05:30'),
  kind: 'payment',
  cents: cents(amount),
});
const change = (id: number, kind: 'refund' | 'write-off' | 'deposit applied', amount: number): LedgerEntry => ({
  id,
  at: at('06T05:30'),
  kind,
  cents: cents(amount),
});
const note = (id: number, kind: NoteEntry['kind'], rent: number): NoteEntry => ({
  id,
  at: at('07T05:30'),
  kind,
  invoiceId: 1,
  charge: 'Rent',
  line: 0,
  cents: cents(rent),
});
function firstOf({ invoices }: Ledger): FoldedInvoice {
  const [invoice] = invoices;
  if (!invoice) throw new Error('no invoice');
  return invoice;
}
const paidOfRent = ({ invoices }: Ledger) => invoices[0] && findCharge(invoices[0], 'Rent')?.paidCents;

test('other charges are paid after the rent and before a fine', () => {
  const ledger = fold([bill, payment(2, 1_200_000)]);
  expect(ledger.allocations.map(({ kind, line, cents: amount }) => [kind, line, amount])).toEqual([
    ['VAT', 0, 180_000],
    ['OperationFee', 0, 200_000],
    ['Rent', 0, 800_000],
    ['Other', 1, 20_000],
  ]);
  expect(totalDebt(ledger)).toBe(30_000);
});

test('a credit note returns what was paid above the lowered rent, which pays what is still open', () => {
  const entries = [bill, payment(2, 1_200_000), note(3, 'credit note', 100_000)];
  const ledger = fold(entries);
  expect(paidOfRent(ledger)).toBe(700_000);
  expect(ledger.invoices.map(invoiceStatus)).toEqual(['Paid']);
  expect(ledger.balanceCents).toBe(70_000);
  const moved = ledger.allocations.filter(({ causeId }) => causeId === 3).map((row) => [row.kind, row.cents]);
  expect(moved).toEqual([
    ['Rent', -100_000],
    ['Other', 30_000],
  ]);
  expect(tracePayment(entries, ledger, 2).covered).toHaveLength(4);
  expect(statementOf(entries, ledger).at(-1)).toMatchObject({ kind: 'credit note', balanceCents: 70_000 });
});

test('a credit note on unpaid rent moves no money, and one above the rent is impossible', () => {
  expect(fold([bill, note(2, 'credit note', 800_000)]).allocations).toEqual([]);
  expect(() => fold([bill, note(2, 'credit note', 800_001)])).toThrow('a charge credited below 0: -1');
});

test('a note on one of several other charges changes no other', () => {
  const two = { ...bill, otherCharges: [1, 2].map((line) => ({ line, cents: cents(50_000) })) };
  const ledger = fold([two, { ...note(2, 'credit note', 20_000), charge: 'Other', line: 2 }]);
  expect(firstOf(ledger).charges.map((charge) => charge.cents)).toEqual([180_000, 200_000, 800_000, 50_000, 30_000]);
});

test('a note on a bill that was deleted moves nothing', () => {
  expect(fold([payment(2, 100_000), note(3, 'debit note', 100_000)])).toMatchObject({ balanceCents: 100_000 });
});

test('an arrest marks what is unpaid, and nothing on a bill that is paid', () => {
  const arrest: LedgerEntry = { id: 9, at: at('31T05:30'), kind: 'invoice arrested', invoiceId: 1 };
  const marks = (entries: LedgerEntry[]) =>
    [firstOf(fold(entries)), ...firstOf(fold(entries)).charges].map(({ isUnderArrest }) => isUnderArrest);
  expect(marks([bill, payment(2, 180_000), arrest])).toEqual([true, false, true, true, true]);
  expect(marks([bill, payment(2, 1_230_000), arrest])).toEqual([false, false, false, false, false]);
});

test('a payment is never corrected below 0', () => {
  const correction: LedgerEntry = { id: 3, at: at('05T05:30'), kind: 'correction', paymentId: 2, cents: cents(-101) };
  expect(() => fold([payment(2, 100), correction])).toThrow('a payment corrected below 0: -1');
});

test('a debit note raises the rent, and credit pays it at once', () => {
  const entries = [bill, payment(2, 1_230_000 + 40_000), note(3, 'debit note', 100_000)];
  const ledger = fold(entries);
  expect([ledger.balanceCents, totalDebt(ledger)]).toEqual([0, 60_000]);
  expect(ledger.invoices.map(invoiceStatus)).toEqual(['Partially Paid']);
  const charged = { kind: 'debit note', chargedCents: 100_000, paidCents: 0, balanceCents: -60_000 };
  expect(statementOf(entries, ledger).at(-1)).toMatchObject(charged);
});

const late = <Entry extends LedgerEntry>(day: number, entry: Entry): Entry => ({ ...entry, at: at(`${day}T05:30`) });
const finesOf = ({ invoices }: Ledger) =>
  invoices.flatMap(({ charges }) => charges.filter(({ kind }) => kind === 'Fine').map((fine) => fine.cents));

test('rent that a debit note raised after the due day is not fined when the rent was paid in time', () => {
  const raised = [bill, payment(2, 1_230_000), late(20, note(3, 'debit note', 100_000))];
  expect(finesOf(fold([...raised, late(25, payment(4, 100_000))]))).toEqual([]);
  expect(refuseFine(firstOf(fold(raised)), '2026-10-26' as Day)).toBe('no unpaid rent');
  expect(overdueInvoices(fold(raised), '2026-10-26' as Day)).toEqual([]);
});

test('a fine is on the rent that was unpaid on the due day, without what a debit note added later', () => {
  const half = [bill, payment(2, 780_000)];
  const paid = late(25, payment(4, 100_000));
  expect(finesOf(fold([...half, paid]))).toEqual([120_000]);
  expect(finesOf(fold([...half, late(20, note(3, 'debit note', 100_000)), paid]))).toEqual([120_000]);
  const lowered = late(21, note(5, 'credit note', 300_000));
  expect(finesOf(fold([...half, late(20, note(3, 'debit note', 100_000)), lowered, paid]))).toEqual([60_000]);
});

test('a debit note before or on the due day raises the rent that may be fined', () => {
  const raised = [bill, payment(2, 1_230_000), note(3, 'debit note', 100_000)];
  expect(finesOf(fold([...raised, late(25, payment(4, 100_000))]))).toEqual([30_000]);
  const onTheDay = [bill, payment(2, 1_230_000), late(15, note(3, 'debit note', 100_000))];
  expect(finesOf(fold([...onTheDay, late(25, payment(4, 100_000))]))).toEqual([30_000]);
});

test('a debit note on the fee leaves the rent that may be fined as it is', () => {
  const raised: NoteEntry = { ...late(20, note(2, 'debit note', 100_000)), charge: 'OperationFee' };
  expect(finesOf(fold([bill, raised, late(25, payment(3, 100_000))]))).toEqual([240_000]);
});

test('a debt is written off like money that came in but without a fine, and credit is refunded', () => {
  expect(totalDebt(fold([bill, change(2, 'write-off', 1_230_000)]))).toBe(0);
  const afterTheDueDay = fold([bill, late(25, change(2, 'write-off', 1_230_000))]);
  expect([totalDebt(afterTheDueDay), finesOf(afterTheDueDay)]).toEqual([0, []]);
  const refunded = fold([bill, payment(2, 1_300_000), change(3, 'refund', -70_000)]);
  expect([refunded.balanceCents, totalDebt(refunded)]).toEqual([0, 0]);
});

test('a deposit is held apart from the balance until it is applied', () => {
  const received: LedgerEntry = { id: 2, at: at('01T02:00'), kind: 'deposit received', cents: cents(2_000_000) };
  const refunded: LedgerEntry = { id: 4, at: at('08T02:00'), kind: 'deposit refunded', cents: cents(770_000) };
  const applied = change(3, 'deposit applied', 1_230_000);
  expect(totalDebt(fold([bill, received]))).toBe(1_230_000);
  const entries = [bill, received, applied, refunded];
  expect(fold(entries)).toMatchObject({ balanceCents: 0 });
  expect(statementOf(entries, fold(entries)).map(({ kind }) => kind)).toEqual(['invoice', 'deposit applied']);
  const held = (entries: LedgerEntry[]) => depositHeld(entries.flatMap((entry) => ('cents' in entry ? [entry] : [])));
  expect(held([bill, received])).toBe(2_000_000);
  expect(held([bill, received, applied])).toBe(770_000);
  expect(held([bill, received, applied, refunded])).toBe(0);
});
