/** @module-tag postgres */
import { describe, expect, test } from 'vitest';
import { day, dayNumber, dayOf, type Month, monthOf } from '#billing/calendar.ts';
import { type FoldedInvoice, totalDebt } from '#billing/ledger.ts';
import { invoiceStatus } from '#billing/status.ts';
import { dashboard, type MonthSums, type YearSummary } from '#contract/dashboard.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { makeHistory } from '../../testing/history.ts';
import { foldShops } from '../../testing/month-figures.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { testSeeds } from '../../testing/sweep.ts';
import type { LoadedLedger } from '../ledger/load-ledger.ts';

const AGES = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const;
const LAST = '23:59:59.999';
const FIRST = '00:00:00.000';

test('the age of a debt is the days past the due day, by the clock of Colombo', async () => {
  const office = await openTestOffice();
  office.goTo('2026-09-01');
  await office.let('A-1');
  expect((await office.generate('A-1', '2026-09')).due_date).toBe('2026-09-15');
  for (const [date, time, age] of [
    ['2026-09-01', '12:00', 'not_due'],
    ['2026-09-15', LAST, 'not_due'],
    ['2026-09-16', FIRST, 'days_1_30'],
    ['2026-10-15', LAST, 'days_1_30'],
    ['2026-10-16', FIRST, 'days_31_60'],
    ['2026-11-14', LAST, 'days_31_60'],
    ['2026-11-15', FIRST, 'days_61_90'],
    ['2026-12-14', LAST, 'days_61_90'],
    ['2026-12-15', FIRST, 'days_over_90'],
    ['2028-02-29', '12:00', 'days_over_90'],
  ] as const) {
    office.goTo(date, time);
    const { today, debtors } = await office.ask(dashboard.arrears, {});
    expect(today).toBe(date);
    expect(debtors).toEqual([
      {
        shop_id: 'A-1',
        shop_name: 'Nimal Stores',
        tenant_name: 'Nimal Perera',
        former: false,
        tenancy_id: expect.any(Number),
        ...Object.fromEntries(AGES.map((one) => [one, one === age ? 11_800 : 0])),
        debt: 0,
        total_owed: 11_800,
        oldest_month: '2026-09',
        promised_cheques: [],
        overdue: age === 'not_due' ? 0 : 11_800,
        reminder_level: null,
        reminded_on: null,
        promised_on: null,
        promised_amount: null,
        promise_broken: false,
      },
    ]);
  }
});

test('an invoice that was generated late is not overdue in its fourteen days of grace', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  expect((await office.generate('A-1', '2026-09')).due_date).toBe('2026-12-04');
  office.goTo('2026-12-04', LAST);
  expect((await office.ask(dashboard.arrears, {})).debtors).toMatchObject([{ not_due: 11_800, days_1_30: 0 }]);
  office.goTo('2026-12-05', FIRST);
  expect((await office.ask(dashboard.arrears, {})).debtors).toMatchObject([{ not_due: 0, days_1_30: 11_800 }]);
});

test('arrears of several months are divided into age groups, and paid amounts are excluded', async () => {
  const office = await openTestOffice();
  for (const month of ['2026-09', '2026-10', '2026-11']) {
    office.goTo(`${month}-01`);
    if (month === '2026-09') await office.let('A-1');
    await office.generate('A-1', month);
  }
  await office.pay('A-1', 11_800.01, '2026-09-15');
  office.goTo('2026-11-14', LAST);
  expect((await office.ask(dashboard.arrears, {})).debtors).toMatchObject([
    { not_due: 11_800, days_1_30: 11_799.99, days_31_60: 0, total_owed: 23_599.99, oldest_month: '2026-10' },
  ]);
});

test('debtors are sorted by the highest debt, then by shop number, and shops without a debt are not listed', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  for (const shopId of ['A-10', 'A-2', 'B-1', 'C-1', 'C-2']) {
    await office.let(shopId);
    if (shopId < 'C') await office.generate(shopId, '2026-11');
  }
  await office.pay('C-1', 50, '2026-11-01');
  await office.pay('B-1', 1, '2026-11-01');
  await office.ask(shops.setBalance, { params: { id: 'C-2' }, body: { balance_amount: -20_000.5 } });
  const { debtors } = await office.ask(dashboard.arrears, {});
  expect(debtors.map(({ shop_id, total_owed }) => `${shop_id} ${total_owed}`)).toEqual([
    'C-2 20000.5',
    'A-2 11800',
    'A-10 11800',
    'B-1 11799',
  ]);
  expect(debtors[0]).toMatchObject({ debt: 20_000.5, not_due: 0, oldest_month: null });
});

test('a tenant who has left still has their debt, and the next one does not', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-11');
  const [tenant] = await office.ask(tenants.list, {});
  await office.ask(tenants.remove, { params: { id: String(tenant?.tenant_id) } });
  const kamal = { name: 'Kamal Silva', contact: '000 000 0001', address: 'Matale', email: 'kamal@example.com' };
  await office.ask(tenants.add, { body: { ...kamal, shop_id: 'A-1' } });
  expect((await office.ask(dashboard.arrears, {})).debtors).toMatchObject([
    { shop_id: 'A-1', tenant_name: 'Nimal Perera', former: true, total_owed: 11_800 },
  ]);
});

describe('sums', () => {
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
});
