import { expect, test } from 'vitest';
import { type Books, type FoldedInvoice, findCharge, owedOf, paidOf, totalOwed, unpaidOf } from '#billing/books.ts';
import { addMonths, day, type Month, monthOf } from '#billing/calendar.ts';
import type { Fact } from '#billing/facts.ts';
import { fold } from '#billing/fold.ts';
import { dashboard } from '#contract/dashboard.ts';
import { reports } from '#contract/reports.ts';
import { type Office, openOffice } from '../../test-books.ts';
import { makeHistory } from '../../test-history.ts';
import { readTable, readWorkbook } from '../../test-workbook.ts';
import { type OpenBooks, readBooks } from '../books/open-books.ts';
import { listShops } from '../shops/queries.ts';
import { spanOf } from './gather-figures.ts';

const FIRST_DAY = day('2026-06-20');
const MONTHS = [-1, 0, 1, 2, 3, 4, 5, 6].map((later) => monthOf(addMonths(FIRST_DAY, later)));
type Row = Record<string, string | number>;

test.each([1, 2, 3, 4, 5])(
  'whatever happened, the reports of each month say what a fold of the facts up to then says, to the cent (%d)',
  { timeout: 60_000 },
  async (seed) => {
    const office = await openOffice();
    await makeHistory(office, { seed, shopIds: ['A-1', 'A-2', 'B-10'], first: FIRST_DAY, days: 180, writes: 24 });
    await office.expectCleanBooks();
    const opened = await foldAll(office);
    for (const month of MONTHS) {
      const expected = opened.map((one) => figuresOf(one, month));
      const rents = await tableOf(office, reports.rentPayments, month);
      const dues = await tableOf(office, reports.remainingDues, month);
      const paid = await tableOf(office, reports.shopPayments, month);
      expectRows(
        rents,
        expected.filter(({ isListed }) => isListed).map(({ rent }) => rent),
      );
      expectRows(
        dues,
        expected.filter(({ due }) => due['Total due'] > 0).map(({ due }) => due),
      );
      expectRows(
        paid,
        expected.filter(({ hasMovement }) => hasMovement).map(({ payment }) => payment),
      );
      for (const row of [...rents, ...paid]) expectBalanced(row);
      for (const title of ['Received', 'Balance set', 'Other months paid', 'Extra']) {
        expect(rents.at(-1)?.[title]).toBe(paid.at(-1)?.[title]);
      }
      await expectDashboard(office, month, rents.at(-1) as Row);
    }
  },
);

async function foldAll(office: Office): Promise<OpenBooks[]> {
  const db = office.door.database.reader;
  const all = await listShops(db);
  const opened = await Promise.all(all.map((shop) => readBooks(db, shop)));
  return opened.toSorted((one, other) => one.shop.shop_id.localeCompare(other.shop.shop_id));
}

type ReportCall = (typeof reports)['rentPayments' | 'remainingDues' | 'shopPayments'];

async function tableOf(office: Office, entry: ReportCall, yearMonth: Month): Promise<Row[]> {
  const [year = '', month = ''] = yearMonth.split('-');
  const answer = await office.tell(entry, { query: { year, month, format: 'xlsx' } });
  return readWorkbook(answer.rawPayload).slice(0, 1).flatMap(readTable);
}

/** The rows are those, and the last one is their sum, to the cent. */
function expectRows(table: readonly Row[], expected: readonly Row[]): void {
  expect(table.slice(0, -1)).toEqual(expected.map((row) => expect.objectContaining(row)));
  const figures = Object.keys(expected[0] ?? {}).filter((title) => title !== 'Shop: ID');
  for (const title of figures) {
    const cents = expected.reduce((sum, row) => sum + Math.round(Number(row[title]) * 100), 0);
    expect(table.at(-1)?.[title]).toBe(cents / 100);
  }
}

/** What came is what went to this month, to other months, and into the balance. */
function expectBalanced(row: Row): void {
  const cents = (title: string) => Math.round(Number(row[title]) * 100);
  const thisMonth = 'Total: Paid' in row ? cents('Total: Paid') : cents('This month paid');
  expect(cents('Received') + cents('Balance set')).toBe(thisMonth + cents('Other months paid') + cents('Extra'));
  if (!('Total: Paid' in row)) return;
  for (const charge of ['Rent', 'Operation fee', 'VAT', 'Fines', 'Total']) {
    expect(cents(`${charge}: Billed`)).toBe(cents(`${charge}: Paid`) + cents(`${charge}: Remaining`));
  }
}

/** Bills belong to their month on the dashboard as well, whenever they were made. */
async function expectDashboard(office: Office, yearMonth: Month, total: Row): Promise<void> {
  const [year = '', month = ''] = yearMonth.split('-');
  expect(await office.ask(dashboard.summary, { query: { year, month: String(Number(month)) } })).toMatchObject({
    rentSums: { total_rent_amount: total['Rent: Billed'] },
    operationFeeSums: { total_operation_amount: total['Operation fee: Billed'] },
    vatSums: { total_vat_amount: total['VAT: Billed'] },
  });
}

/** The same figures from facts alone: the books are folded as they stood at both ends of the month. */
function figuresOf({ shop, facts, rows, books }: OpenBooks, month: Month) {
  const { from, until } = spanOf(month);
  const before = booksAt(facts, from);
  const after = booksAt(facts, until);
  const late = books.invoices.filter(({ at }) => at >= until).map(withoutMoney);
  const bills = [...after.invoices, ...late].filter((invoice) => invoice.month <= month);
  const ofMonth = bills.filter((invoice) => invoice.month === month);
  const earlier = bills.filter((invoice) => invoice.month < month);
  const inMonth = rows.filter(({ effective_at }) => effective_at >= from && effective_at < until);
  const cameBy = (kinds: readonly string[]) =>
    sum(
      inMonth.filter(({ kind }) => kinds.includes(kind)),
      ({ cents }) => cents,
    );
  const otherMonths = sum(earlier, paidOf) - sum(before.invoices, paidOf);
  const thisMonth = sum(ofMonth, paidOf);
  const who = { 'Shop: ID': shop.shop_id };
  const money = {
    Received: cameBy(['payment', 'correction']) / 100,
    'Balance set': cameBy(['balance']) / 100,
    'Other months paid': otherMonths / 100,
    Extra: (after.balanceCents - before.balanceCents) / 100,
  };
  const taken = inMonth.filter(({ kind }) => kind === 'payment');
  const hasMovement = inMonth.some(({ kind }) => MONEY.includes(kind)) || thisMonth + otherMonths > 0;
  const earlierFines = sum(earlier, fineOf) - sum(before.invoices, fineOf);
  return {
    hasMovement,
    isListed: hasMovement || ofMonth.length > 0 || earlierFines > 0,
    rent: {
      ...who,
      ...charges(ofMonth, 'Billed', ({ cents }) => cents),
      ...charges(ofMonth, 'Paid', ({ paidCents }) => paidCents),
      ...charges(ofMonth, 'Remaining', owedOf),
      'Fines on earlier months': earlierFines / 100,
      'Previous balance': before.balanceCents / 100,
      ...money,
    },
    due: {
      ...who,
      ...charges(earlier, 'Earlier', owedOf, 'Together'),
      ...charges(ofMonth, 'This month', owedOf, 'Together'),
      Debt: Math.max(0, -after.balanceCents) / 100,
      'Total due':
        (totalOwed(after) +
          sum(
            late.filter((invoice) => invoice.month <= month),
            unpaidOf,
          )) /
        100,
    },
    payment: { ...who, Payments: taken.length, ...money, 'This month paid': thisMonth / 100 },
  };
}

const MONEY: readonly string[] = ['payment', 'correction', 'balance'];

/** The books as they stood before an instant; a fine that was taken away later never was. */
function booksAt(facts: readonly Fact[], instant: string): Books {
  return fold(facts.filter((fact) => fact.at < instant || fact.kind === 'fine removed'));
}

/** A bill as it is when it is made. */
function withoutMoney(invoice: FoldedInvoice): FoldedInvoice {
  const own = invoice.charges.filter(({ kind }) => kind !== 'Fine');
  return { ...invoice, charges: own.map((charge) => ({ ...charge, paidCents: 0 as typeof charge.cents })) };
}

function fineOf(invoice: FoldedInvoice): number {
  return findCharge(invoice, 'Fine')?.cents ?? 0;
}

type Charge = FoldedInvoice['charges'][number];

/** The figures of each charge under the headings of the report, and what they come to. */
function charges(bills: readonly FoldedInvoice[], part: string, amount: (charge: Charge) => number, all = 'Total') {
  const of = (kind: string) =>
    sum(
      bills.flatMap((bill) => bill.charges).filter((charge) => charge.kind === kind),
      amount,
    ) / 100;
  return {
    [`Rent: ${part}`]: of('Rent'),
    [`Operation fee: ${part}`]: of('OperationFee'),
    [`VAT: ${part}`]: of('VAT'),
    [`Fines: ${part}`]: of('Fine'),
    [`${all}: ${part}`]:
      sum(
        bills.flatMap((bill) => bill.charges),
        amount,
      ) / 100,
  };
}

function sum<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}
