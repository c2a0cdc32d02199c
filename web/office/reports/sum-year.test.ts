import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MonthSums } from '#contract/dashboard.ts';
import { april, march, nothing } from '../../testing/dashboard.ts';
import { statusCounts, statusTokens } from '../dashboard/count-statuses.ts';
import { incomesOf, sumYear } from './sum-year.ts';

const of = (...months: MonthSums[]) =>
  sumYear({ monthlySummaries: months.map((sums, at) => ({ month: at + 1, ...sums })) });

test('a year is the sum of its months, without binary rounding errors', () => {
  expect(of(march, nothing, april)).toEqual({
    invoiceCounts: { total_invoices: 30, paid_count: 15, unpaid_count: 8, partial_count: 3, arrest_count: 4 },
    rentSums: { total_rent_amount: 240_000.3, total_rent_paid: 51_000.3 },
    vatSums: { total_vat_amount: 54_000, total_vat_paid: 45_000.5 },
    fineSums: { total_fine_amount: 2500.05, total_fine_paid: 100.05 },
    operationFeeSums: { total_operation_amount: 60_000, total_operation_paid: 20_000.01 },
    otherChargeSums: { total_other_amount: 0, total_other_paid: 0 },
  });
});

test('a year without months is zeros', () => {
  expect(of()).toEqual(nothing);
});

test('for any months, every figure is their sum to the cent', () => {
  const amount = fc.integer({ min: 0, max: 99_999_999_999 });
  const count = fc.nat(10_000);
  const figures = fc.tuple(amount, amount, amount, amount, amount, amount, amount, amount);
  const month = fc.record({ amounts: figures, counts: fc.tuple(count, count, count, count, count) });
  fc.assert(
    fc.property(fc.array(month, { maxLength: 12 }), (months) => {
      const all = of(...months.map(({ amounts, counts }) => sumsOf(amounts, counts)));
      const total = (at: number) => months.reduce((sum, { amounts }) => sum + (amounts[at] ?? 0), 0);
      const totals = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(total);
      const counts = [0, 1, 2, 3, 4].map((at) => months.reduce((sum, one) => sum + (one.counts[at] ?? 0), 0));
      expect(all).toEqual(sumsOf(totals, counts));
    }),
  );
});

function sumsOf(amounts: readonly number[], counts: readonly number[]): MonthSums {
  const [rent = 0, rentPaid = 0, vat = 0, vatPaid = 0, fine = 0, finePaid = 0, fee = 0, feePaid = 0] = amounts;
  const [other = 0, otherPaid = 0] = amounts.slice(8);
  const [total = 0, paid = 0, unpaid = 0, partial = 0, arrest = 0] = counts;
  return {
    invoiceCounts: {
      total_invoices: total,
      paid_count: paid,
      unpaid_count: unpaid,
      partial_count: partial,
      arrest_count: arrest,
    },
    rentSums: { total_rent_amount: rent / 100, total_rent_paid: rentPaid / 100 },
    vatSums: { total_vat_amount: vat / 100, total_vat_paid: vatPaid / 100 },
    fineSums: { total_fine_amount: fine / 100, total_fine_paid: finePaid / 100 },
    operationFeeSums: { total_operation_amount: fee / 100, total_operation_paid: feePaid / 100 },
    otherChargeSums: { total_other_amount: other / 100, total_other_paid: otherPaid / 100 },
  };
}

test('income is the paid part of what was billed, and the rest is open, for each kind and in total', () => {
  const otherChargeSums = { total_other_amount: 5400, total_other_paid: 5000 };
  expect(incomesOf({ ...march, otherChargeSums })).toEqual({
    total: { kind: 'total', paid: 84_000.6, billed: 125_800.1, open: 41_799.5 },
    kinds: [
      { kind: 'rent', paid: 50_000.1, billed: 80_000.1, open: 30_000 },
      { kind: 'fee', paid: 20_000, billed: 20_000, open: 0 },
      { kind: 'vat', paid: 9000.5, billed: 18_000, open: 8999.5 },
      { kind: 'other', paid: 5000, billed: 5400, open: 400 },
      { kind: 'fines', paid: 0, billed: 2400, open: 2400 },
    ],
  });
});

const counts = { total_invoices: 10, paid_count: 4, unpaid_count: 3, partial_count: 2, arrest_count: 1 };

test('the doughnut has the four statuses, each with its own colour', () => {
  expect(statusCounts(counts)).toEqual([
    { status: 'Paid', count: 4 },
    { status: 'Partially Paid', count: 2 },
    { status: 'Unpaid', count: 3 },
    { status: 'Arrest', count: 1 },
  ]);
  expect(new Set(statusTokens).size).toBe(4);
});
