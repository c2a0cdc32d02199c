import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, day, fromDayNumber } from '../calendar.ts';
import { type Cents, cents } from '../money.ts';
import { runs } from '../testing/runs.ts';
import { taxTotals } from './tax-lines.ts';
import { noteForCancellation, noteForCorrection, uncreditedTotals } from './tax-notes.ts';
import {
  parseTaxPeriod,
  periodDayOf,
  scheduleVersion,
  type TaxPeriod,
  taxPeriodOf,
  vatReturnDueDay,
} from './tax-period.ts';
import {
  type ScheduledDocument,
  type ScheduledInvoice,
  type ScheduledNote,
  scheduleOutput,
  vatSchedules,
} from './vat-schedule.ts';

const PURCHASERS: ScheduledInvoice['purchaser'][] = [
  { name: 'EXAMPLE TRADERS', tin: '900000019', isGovernment: false },
  { name: 'EXAMPLE STORES', tin: '900000027', isGovernment: false },
  { name: 'EXAMPLE TENANT', tin: undefined, isGovernment: false },
  { name: 'EXAMPLE OFFICE', tin: undefined, isGovernment: true },
];
const FROM = 20_600;
const anyBill = fc.record({
  value: fc.integer({ min: 1, max: 4_000_000 }),
  suppliedAt: fc.integer({ min: FROM, max: FROM + 730 }),
  issuedAfter: fc.nat(60),
  rate: fc.constantFrom(1800, 1500),
  purchaser: fc.constantFrom(...PURCHASERS),
  corrections: fc.array(fc.record({ value: fc.nat(4_000_000), after: fc.nat(60) }), { maxLength: 3 }),
});
type AnyBill = typeof anyBill extends fc.Arbitrary<infer Bill> ? Bill : never;

function documentsOf(bill: AnyBill, index: number): ScheduledDocument[] {
  const terms = { vatRateBasisPoints: bill.rate, amounts: 'cents' } as const;
  const totals = taxTotals(cents(bill.value), terms);
  let issuedAt = bill.suppliedAt + bill.issuedAfter;
  const base = {
    purchaser: bill.purchaser,
    suppliedOn: fromDayNumber(bill.suppliedAt),
    vatRateBasisPoints: bill.rate,
  };
  const number = `26OCT_POLA_${index}`;
  const issuedOn = fromDayNumber(issuedAt);
  const issued: ScheduledInvoice = { ...base, ...totals, kind: 'invoice', number, issuedOn, description: 'Rent' };
  const notes: ScheduledNote[] = [];
  let uncredited = totals;
  for (const [place, { value, after }] of bill.corrections.entries()) {
    issuedAt += after;
    const made =
      value % 5 === 0 ? noteForCancellation(uncredited) : noteForCorrection(uncredited, taxTotals(cents(value), terms));
    if (!made) continue;
    uncredited = uncreditedTotals(uncredited, [made]);
    const own = { kind: made.direction, number: `26OCT_POLACN_${index}${place}`, issuedOn: fromDayNumber(issuedAt) };
    notes.push({ ...base, ...made.totals, ...own, invoice: { number, issuedOn } });
  }
  return [issued, ...notes];
}

test.each(['month', 'quarter'] as const)(
  'over two years of bills, by %s, the schedules together are the bills as corrected, to the cent',
  (vatPeriod) => {
    fc.assert(
      fc.property(fc.array(anyBill, { maxLength: 40 }), (bills) => {
        const documents = bills.flatMap(documentsOf);
        const periods = new Map<string, TaxPeriod>();
        for (let at = FROM; at < FROM + 1100; at += 28) {
          const period = taxPeriodOf(fromDayNumber(at), vatPeriod);
          periods.set(period.code, period);
        }
        const expected = { valueCents: ledgerSum(bills, 'value'), vatCents: ledgerSum(bills, 'vat') };
        for (const by of ['supply', 'invoice'] as const) {
          for (const unregistered of ['rows', 'bulk'] as const) {
            const outputs = [...periods.values()].map((each) =>
              scheduleOutput(vatSchedules(documents, each, { period: by, unregistered })),
            );
            expect(sum(outputs)).toEqual(expected);
          }
        }
      }),
      runs(100),
    );
  },
);

/**
 * The expected sum, computed without the product's code: the last corrected value of each bill, or the VAT on it, in
 * cents.
 */
function ledgerSum(bills: readonly AnyBill[], figure: 'value' | 'vat'): number {
  return bills.reduce((total, { value, rate, corrections }) => {
    const last = corrections.at(-1)?.value ?? value;
    const standing = last % 5 === 0 && corrections.length > 0 ? 0 : last;
    return total + (figure === 'value' ? standing : Math.floor((standing * rate + 5000) / 10_000));
  }, 0);
}

function sum(outputs: readonly { valueCents: Cents; vatCents: Cents }[]) {
  return {
    valueCents: outputs.reduce((total, { valueCents }) => total + valueCents, 0),
    vatCents: outputs.reduce((total, { vatCents }) => total + vatCents, 0),
  };
}

test.each([
  ['2026-10-01', 'month', '2641', '2026-10-01', '2026-10-31', '2026-11-30'],
  ['2026-11-20', 'month', '2642', '2026-11-01', '2026-11-30', '2026-12-31'],
  ['2026-12-31', 'month', '2643', '2026-12-01', '2026-12-31', '2027-01-31'],
  ['2028-02-29', 'month', '2812', '2028-02-01', '2028-02-29', '2028-03-31'],
  ['2027-01-15', 'month', '2711', '2027-01-01', '2027-01-31', '2027-02-28'],
  ['2026-10-01', 'quarter', '2640', '2026-10-01', '2026-12-31', '2027-01-31'],
  ['2026-09-30', 'quarter', '2630', '2026-07-01', '2026-09-30', '2026-10-31'],
  ['2016-05-02', 'quarter', '1620', '2016-04-01', '2016-06-30', '2016-07-31'],
] as const)('%s by %s is in period %s, from %s to %s, with a return until %s', (date, by, code, first, last, due) => {
  const period = taxPeriodOf(day(date), by);
  expect(period).toEqual({ code, first, last });
  expect(vatReturnDueDay(period)).toBe(due);
  expect(parseTaxPeriod(code)).toEqual(period);
});

test.each(['', '264', '26410', '2650', '2600', '2644', '26-4', '2o41'])('"%s" is not a period', (code) => {
  expect(parseTaxPeriod(code)).toBeUndefined();
});

test.each(['month', 'quarter'] as const)('each day is in exactly one %s', (by) => {
  const anyDay = fc.integer({ min: 10_957, max: 47_481 }).map(fromDayNumber);
  fc.assert(
    fc.property(anyDay, (date) => {
      const period = taxPeriodOf(date, by);
      expect(period.first <= date && date <= period.last).toBe(true);
      expect(taxPeriodOf(period.first, by)).toEqual(period);
      expect(taxPeriodOf(period.last, by)).toEqual(period);
      expect(taxPeriodOf(addDays(period.last, 1), by).code).not.toBe(period.code);
      expect(parseTaxPeriod(period.code)).toEqual(period);
    }),
  );
});

test.each([
  ['invoice', 'supply', '2026-10-01'],
  ['invoice', 'invoice', '2026-11-20'],
  ['credit', 'supply', '2026-11-20'],
  ['debit', 'supply', '2026-11-20'],
  ['credit', 'invoice', '2026-11-20'],
] as const)('of a late %s, by %s, the day %s decides the period', (kind, rule, expected) => {
  const document = { kind, suppliedOn: day('2026-10-01'), issuedOn: day('2026-11-20') };
  expect(periodDayOf(document, rule)).toBe(expected);
});

test.each([
  ['2026-11-15', 0, 1],
  ['2026-11-30', 0, 1],
  ['2026-12-01', 0, 2],
  ['2026-12-05', 0, 2],
  ['2026-12-20', 1, 3],
])('a file for October made on %s after %i amendments is version %i', (madeOn, earlier, version) => {
  expect(scheduleVersion(taxPeriodOf(day('2026-10-01'), 'month'), day(madeOn), earlier)).toBe(version);
});
