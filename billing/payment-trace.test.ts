import { expect, test } from 'vitest';
import type { Instant, Month } from './calendar.ts';
import { fold } from './fold.ts';
import { billOf, vatableOf } from './invoice.ts';
import type { LedgerEntry } from './ledger-entries.ts';
import { cents } from './money.ts';
import { meteredAmount, toUnits, vatChange } from './other-charges.ts';
import { tracePayment } from './payment-trace.ts';
import { FIRST_RENT_RULES } from './rent-rules.ts';

const at = (text: string) => `2026-10-${text}:00.000Z` as Instant;
const bill = (id: number, when: Instant, month = '2026-10'): LedgerEntry => ({
  id,
  at: when,
  kind: 'invoice',
  month: month as Month,
  generatedAt: when,
  vatCents: cents(180_000),
  operationFeeCents: cents(200_000),
  rentCents: cents(800_000),
  ...FIRST_RENT_RULES,
});
const payment = (id: number, when: Instant, amount: number): LedgerEntry => ({
  id,
  at: when,
  kind: 'payment',
  cents: cents(amount),
});
const trace = (entries: LedgerEntry[], id: number) => tracePayment(entries, fold(entries), id);

test('money that pays charges at once is traced to them', () => {
  const entries = [bill(1, at('01T01:00')), payment(2, at('05T05:30'), 300_000)];
  expect(trace(entries, 2)).toEqual({
    covered: [
      { invoiceId: 1, kind: 'VAT', line: 0, cents: 180_000 },
      { invoiceId: 1, kind: 'OperationFee', line: 0, cents: 120_000 },
    ],
    creditCents: 0,
  });
});

test('money paid an hour before an invoice is traced to the invoice', () => {
  const entries = [payment(1, at('01T05:30'), 500_000), bill(2, at('01T06:30'))];
  expect(trace(entries, 1)).toEqual({
    covered: [
      { invoiceId: 2, kind: 'VAT', line: 0, cents: 180_000 },
      { invoiceId: 2, kind: 'OperationFee', line: 0, cents: 200_000 },
      { invoiceId: 2, kind: 'Rent', line: 0, cents: 120_000 },
    ],
    creditCents: 0,
  });
});

test('of two payments in advance the first is used first, and the second remains as credit', () => {
  const entries = [payment(1, at('01T05:30'), 1_180_000), payment(2, at('02T05:30'), 5_000), bill(3, at('03T01:00'))];
  expect(trace(entries, 1).creditCents).toBe(0);
  expect(trace(entries, 1).covered).toHaveLength(3);
  expect(trace(entries, 2)).toEqual({ covered: [], creditCents: 5_000 });
});

test('money that pays a debt is neither covered nor credit', () => {
  const debt: LedgerEntry = { id: 1, at: at('01T01:00'), kind: 'balance', cents: cents(-400_000) };
  expect(trace([debt, payment(2, at('02T05:30'), 300_000)], 2)).toEqual({ covered: [], creditCents: 0 });
  const entries = [debt, payment(2, at('02T05:30'), 500_000), payment(3, at('03T05:30'), 50_000)];
  expect(trace(entries, 2)).toEqual({ covered: [], creditCents: 100_000 });
  expect(trace(entries, 3)).toEqual({ covered: [], creditCents: 50_000 });
});

test('a refund is taken from the credit of the payment', () => {
  const refund: LedgerEntry = { id: 2, at: at('02T05:30'), kind: 'refund', cents: cents(-70_000) };
  expect(trace([payment(1, at('01T05:30'), 100_000), refund], 1)).toEqual({ covered: [], creditCents: 30_000 });
});

test('what a credit note returns is no longer the money of the payment', () => {
  const note: LedgerEntry = {
    id: 3,
    at: at('06T05:30'),
    kind: 'credit note',
    invoiceId: 1,
    charge: 'Rent',
    line: 0,
    cents: cents(100_000),
  };
  const entries = [
    bill(1, at('01T01:00')),
    payment(2, at('05T05:30'), 1_180_000),
    note,
    payment(4, at('07T05:30'), 20_000),
  ];
  expect(trace(entries, 2)).toMatchObject({ covered: [{}, {}, { kind: 'Rent', cents: 800_000 }], creditCents: 0 });
  expect(trace(entries, 4)).toEqual({ covered: [], creditCents: 20_000 });
});

test('a payment that was deleted paid nothing', () => {
  expect(trace([bill(1, at('01T01:00'))], 2)).toEqual({ covered: [], creditCents: 0 });
});

test('a corrected payment is traced with its actual amount', () => {
  const correction: LedgerEntry = {
    id: 3,
    at: at('05T05:30'),
    kind: 'correction',
    paymentId: 2,
    cents: cents(-200_000),
  };
  const entries = [bill(1, at('01T01:00')), payment(2, at('05T05:30'), 300_000), correction];
  expect(trace(entries, 2)).toEqual({
    covered: [{ invoiceId: 1, kind: 'VAT', line: 0, cents: 100_000 }],
    creditCents: 0,
  });
  const twoPayments = [payment(2, at('05T05:30'), 300_000), payment(4, at('05T05:30'), 50_000), correction];
  expect([2, 4].map((id) => trace(twoPayments, id).creditCents)).toEqual([100_000, 50_000]);
});

test.each([
  // Columns: units, rate per unit, amount.
  [120_500, 4555, 548_878],
  [120_000, 4500, 540_000],
  [1, 500, 1],
  [1, 499, 0],
  [0, 4500, 0],
  [999_999_999_999, 99_999, 99_998_999_999_900],
])('%i thousandths of a unit at %i cents are %i cents', (units, rate, amount) => {
  expect(meteredAmount(units, cents(rate))).toBe(amount);
});

test('a reading is printed in units, and a meter does not run backwards', () => {
  expect(toUnits(120_500)).toBe(120.5);
  expect(() => meteredAmount(-1, cents(4500))).toThrow('a meter that ran backwards: -1');
});

test('VAT is on rent, fee and VATable other charges together, rounded once', () => {
  const bill = {
    rentCents: cents(800_001),
    operationFeeCents: cents(200_001),
    otherCharges: [
      { cents: cents(540_001), isVatable: true },
      { cents: cents(150_000), isVatable: false },
    ],
  };
  expect(vatableOf(bill)).toBe(1_540_003);
  // If VAT were rounded for each charge separately, it would be 144,000 + 36,000 + 97,200 = 277,200.
  expect(billOf(bill, 1800).vatCents).toBe(277_201);
});

test('a note changes VAT by the difference of both VAT amounts', () => {
  expect(vatChange({ before: cents(10_003), after: cents(10_001) }, 1800)).toBe(-1);
  expect(vatChange({ before: cents(2_500_000), after: cents(2_650_000) }, 1800)).toBe(27_000);
});
