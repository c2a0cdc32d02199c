import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromDayNumber } from '../calendar.ts';
import { type Cents, cents } from '../money.ts';
import { runs } from '../testing/runs.ts';
import { taxTotals } from './tax-lines.ts';
import { noteForCancellation, noteForCorrection, uncreditedTotals } from './tax-notes.ts';
import { type TaxPeriod, taxPeriodOf } from './tax-period.ts';
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

/** The oracle: the last corrected amount of each bill at its rate, in whole numbers. */
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
