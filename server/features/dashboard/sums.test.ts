/** @module-tag postgres */
import { expect } from 'vitest';
import { day, dayNumber, dayOf, type Month, monthOf } from '#billing/calendar.ts';
import { type FoldedInvoice, totalDebt } from '#billing/ledger.ts';
import { invoiceStatus } from '#billing/status.ts';
import { dashboard, type MonthSums, type YearSummary } from '#contract/dashboard.ts';
import { makeHistory } from '../../testing/history.ts';
import { foldShops } from '../../testing/month-figures.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { testSeeds } from '../../testing/sweep.ts';
import type { LoadedLedger } from '../ledger/load-ledger.ts';

const SHOP_IDS = ['A-1', 'A-2', 'B-10'];
const WRITES = 20;
const FIRST_DAY = day('2026-06-20');
const SPAN = 250;

testSeeds(
  [1, 2, 3, 4],
  'for any history of the shops, the dashboard equals a new fold of their entries, to the cent (%d)',
  async (seed) => {
    const office = await openTestOffice();
    await makeHistory(office, { seed, shopIds: SHOP_IDS, first: FIRST_DAY, days: SPAN, writes: WRITES });
    await office.expectCleanBooks();
    const opened = await foldShops(office.app.database.reader);
    const folded = opened.flatMap(({ ledger }) => ledger.invoices);
    expect(folded.length).toBeGreaterThan(3);
    for (const year of ['2026', '2027']) {
      const summary = (await office.ask(dashboard.summary, { query: { year } })) as YearSummary;
      for (const { month, ...sums } of summary.monthlySummaries) {
        const ofMonth = folded.filter((invoice) => invoice.month === `${year}-${String(month).padStart(2, '0')}`);
        expect(sums).toEqual(sumsOf(ofMonth));
        const alone = await office.ask(dashboard.summary, { query: { year, month: String(month) } });
        expect(alone).toEqual({ ...sumsOf(ofMonth), ...standingOf(opened) });
      }
      expect(summary).toMatchObject({ year: Number(year), ...standingOf(opened) });
    }
    await expectArrears(office, opened);
  },
);

function sumsOf(ofMonth: readonly FoldedInvoice[]): MonthSums {
  const count = (status: string) => ofMonth.filter((invoice) => invoiceStatus(invoice) === status).length;
  const all = ofMonth.flatMap(({ charges }) => charges);
  const sum = (kind: string, of: 'cents' | 'paidCents') =>
    all.filter((charge) => charge.kind === kind).reduce((total, charge) => total + charge[of], 0) / 100;
  return {
    invoiceCounts: {
      total_invoices: ofMonth.length,
      paid_count: count('Paid'),
      unpaid_count: count('Unpaid'),
      partial_count: count('Partially Paid'),
      arrest_count: count('Arrears'),
    },
    rentSums: { total_rent_amount: sum('Rent', 'cents'), total_rent_paid: sum('Rent', 'paidCents') },
    vatSums: { total_vat_amount: sum('VAT', 'cents'), total_vat_paid: sum('VAT', 'paidCents') },
    fineSums: { total_fine_amount: sum('Fine', 'cents'), total_fine_paid: sum('Fine', 'paidCents') },
    operationFeeSums: {
      total_operation_amount: sum('OperationFee', 'cents'),
      total_operation_paid: sum('OperationFee', 'paidCents'),
    },
    otherChargeSums: { total_other_amount: sum('Other', 'cents'), total_other_paid: sum('Other', 'paidCents') },
  };
}

function standingOf(opened: readonly LoadedLedger[]) {
  const credit = opened.reduce((total, { ledger }) => total + Math.max(0, ledger.balanceCents), 0);
  return {
    shopBalanceSum: { total_shop_balance: credit / 100 },
    tenantCount: SHOP_IDS.length,
    shopCount: SHOP_IDS.length,
  };
}

async function expectArrears(office: TestOffice, opened: readonly LoadedLedger[]): Promise<void> {
  const { today, debtors } = await office.ask(dashboard.arrears, {});
  const owing = opened.filter(({ ledger }) => totalDebt(ledger) > 0);
  expect(debtors.map(({ shop_id }) => shop_id).toSorted()).toEqual(owing.map(({ shop }) => shop.shop_id).toSorted());
  for (const { shop, ledger } of owing) {
    const debtor = debtors.find(({ shop_id }) => shop_id === shop.shop_id);
    const overdue = (least: number, most: number) => {
      const fitting = ledger.invoices.filter(({ dueDay }) => {
        const days = dayNumber(today) - dayNumber(dueDay);
        return days >= least && days <= most;
      });
      const unpaid = fitting.flatMap(({ charges }) => charges).map((charge) => charge.cents - charge.paidCents);
      return unpaid.reduce((total, amount) => total + amount, 0) / 100;
    };
    const unpaidMonths = ledger.invoices
      .filter((invoice) => invoiceStatus(invoice) !== 'Paid')
      .map(({ month }) => month);
    expect(debtor).toMatchObject({
      not_due: overdue(-Infinity, 0),
      days_1_30: overdue(1, 30),
      days_31_60: overdue(31, 60),
      days_61_90: overdue(61, 90),
      days_over_90: overdue(91, Infinity),
      debt: Math.max(0, -ledger.balanceCents) / 100,
      total_owed: totalDebt(ledger) / 100,
      oldest_month: unpaidMonths.toSorted()[0] ?? (null as Month | null),
    });
  }
  const totals = debtors.map((debtor) => debtor.total_owed);
  expect(totals).toEqual(totals.toSorted((a, b) => b - a));
  const taken = opened.flatMap(({ rows }) => rows).filter(({ kind }) => kind === 'payment' || kind === 'correction');
  const thisMonth = taken.filter(({ effective_at }) => monthOf(dayOf(effective_at)) === monthOf(today));
  expect(await office.ask(dashboard.morning, {})).toMatchObject({
    collected: thisMonth.reduce((total, { cents }) => total + cents, 0) / 100,
    debtor_count: owing.length,
    owed_in_all: owing.reduce((total, { ledger }) => total + totalDebt(ledger), 0) / 100,
  });
}
