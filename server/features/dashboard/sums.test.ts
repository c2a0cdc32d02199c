import { expect, test } from 'vitest';
import { type FoldedInvoice, totalOwed } from '#billing/books.ts';
import { addDays, day, dayNumber, dayOf, type Month, monthOf } from '#billing/calendar.ts';
import { invoiceStatus } from '#billing/status.ts';
import { dashboard, type MonthSums, type YearSummary } from '#contract/dashboard.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { correction, type Office, openOffice } from '../../test-books.ts';
import { type OpenBooks, readBooks } from '../books/open-books.ts';
import { listShops } from '../shops/queries.ts';

const SHOP_IDS = ['A-1', 'A-2', 'B-10'];
const WRITES = 20;
const FIRST_DAY = day('2026-06-20');
const SPAN = 250;

test.each([1, 2, 3, 4])(
  'whatever happened to the shops, the dashboard says what a fresh fold of their facts says, to the cent (%d)',
  { timeout: 40_000 },
  async (seed) => {
    const office = await openOffice();
    await makeHistory(office, seed);
    await office.expectCleanBooks();
    const opened = await foldAll(office);
    const folded = opened.flatMap(({ books }) => books.invoices);
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

type Dice = (sides: number) => number;

/** Numbers from 0 that are the same for a seed every time (mulberry32). */
function throwing(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

function oneOf<Item>(dice: Dice, items: readonly Item[]): Item {
  return items[dice(items.length)] as Item;
}

/** Bills, pays, corrects, fines, arrests, sets and deletes at random over most of a year, through the calls. */
async function makeHistory(office: Office, seed: number): Promise<void> {
  const dice = throwing(seed);
  office.goTo(FIRST_DAY);
  for (const shopId of SHOP_IDS) await office.let(shopId, { rent_amount: oneOf(dice, [8000, 12_345.65, 99_999.99]) });
  const days = Array.from({ length: WRITES }, () => dice(SPAN)).toSorted((a, b) => a - b);
  for (const [at, days_later] of days.entries()) {
    office.goTo(addDays(FIRST_DAY, days_later), oneOf(dice, ['00:00:00.000', '09:30', '23:59:59.999']));
    for (const shopId of SHOP_IDS) {
      const answer = await write(office, shopId, dice, at);
      expect([200, 201, 404, 409], answer.body).toContain(answer.statusCode);
    }
    if (at % 6 === 5) await office.ask(oneOf(dice, [fines.applyAll, fines.arrest, invoices.arrest]), { body: {} });
  }
}

async function write(office: Office, shopId: string, dice: Dice, at: number) {
  const today = dayOf(office.door.clock.now());
  const shop = await office.summaryOf(shopId);
  const id = shop.Invoices.length > 0 ? oneOf(dice, shop.Invoices).invoice_id : `INV-${shopId}-202606`;
  const paid = shop.Payments.filter(({ corrects_payment_id }) => corrects_payment_id === null);
  const deed = at % 3 === 0 ? 'bill' : oneOf(dice, ['pay', 'pay', 'pay', 'correct', 'fine', 'spare', 'set', 'delete']);
  if (deed === 'bill') {
    const month = monthOf(addDays(today, -30 * dice(3)));
    return office.tell(invoices.generate, { body: { shop_id: shopId, month_year: month } });
  }
  if (deed === 'fine') return office.tell(fines.apply, { params: { id } });
  if (deed === 'spare') return office.tell(fines.remove, { params: { id }, body: {} });
  if (deed === 'set') {
    const balance_amount = (dice(400_000) - 200_055) / 100;
    return office.tell(shops.setBalance, { params: { id: shopId }, body: { balance_amount } });
  }
  if (deed === 'delete' && dice(2) === 0) return office.tell(invoices.remove, { params: { id }, body: {} });
  if (paid.length > 0 && (deed === 'correct' || deed === 'delete')) {
    const { payment_id, corrected_amount, payment_date } = oneOf(dice, paid);
    if (deed === 'delete') {
      return office.tell(payments.remove, { params: { id: String(payment_id) }, body: {} });
    }
    const amounts = [corrected_amount.toFixed(2), (corrected_amount + 0.01 + dice(5000) / 100).toFixed(2)] as const;
    return office.tell(payments.correct, correction(shopId, dayOf(payment_date), amounts, { payment_id }));
  }
  const paymentDate = addDays(today, -dice(40));
  const amountPaid = oneOf(dice, [0.01, 1800, 11_800, (1 + dice(2_500_000)) / 100]);
  return office.tell(payments.byShop, { params: { shopId }, body: { amountPaid, paymentDate } });
}

/** The books of every shop as its facts give them now, whatever is stored. */
async function foldAll(office: Office): Promise<OpenBooks[]> {
  const db = office.door.database.reader;
  const all = await listShops(db);
  return Promise.all(all.map((shop) => readBooks(db, shop)));
}

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
  };
}

function standingOf(opened: readonly OpenBooks[]) {
  const credit = opened.reduce((total, { books }) => total + Math.max(0, books.balanceCents), 0);
  return {
    shopBalanceSum: { total_shop_balance: credit / 100 },
    tenantCount: SHOP_IDS.length,
    shopCount: SHOP_IDS.length,
  };
}

/** Each shop owes what its fold says, as old as its invoices are; and the manager's morning adds the same up. */
async function expectArrears(office: Office, opened: readonly OpenBooks[]): Promise<void> {
  const { today, debtors } = await office.ask(dashboard.arrears, {});
  const owing = opened.filter(({ books }) => totalOwed(books) > 0);
  expect(debtors.map(({ shop_id }) => shop_id).toSorted()).toEqual(owing.map(({ shop }) => shop.shop_id).toSorted());
  for (const { shop, books } of owing) {
    const debtor = debtors.find(({ shop_id }) => shop_id === shop.shop_id);
    const overdue = (least: number, most: number) => {
      const fitting = books.invoices.filter(({ dueDay }) => {
        const days = dayNumber(today) - dayNumber(dueDay);
        return days >= least && days <= most;
      });
      const unpaid = fitting.flatMap(({ charges }) => charges).map((charge) => charge.cents - charge.paidCents);
      return unpaid.reduce((total, amount) => total + amount, 0) / 100;
    };
    const unpaidMonths = books.invoices
      .filter((invoice) => invoiceStatus(invoice) !== 'Paid')
      .map(({ month }) => month);
    expect(debtor).toMatchObject({
      not_due: overdue(-Infinity, 0),
      days_1_30: overdue(1, 30),
      days_31_60: overdue(31, 60),
      days_61_90: overdue(61, 90),
      days_over_90: overdue(91, Infinity),
      debt: Math.max(0, -books.balanceCents) / 100,
      total_owed: totalOwed(books) / 100,
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
    owed_in_all: owing.reduce((total, { books }) => total + totalOwed(books), 0) / 100,
  });
}
