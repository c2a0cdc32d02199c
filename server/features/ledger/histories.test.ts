/** @module-tag postgres */
import { expect, test } from 'vitest';
import { addDays, type Day, day, dayNumber, dayOf, type Month, monthOf } from '#billing/calendar.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { otherCharges } from '#contract/other-charges.ts';
import { payments } from '#contract/payments.ts';
import { type ShopSummary, shops } from '#contract/shops.ts';
import { type Dice, diceOf, oneOf } from '../../testing/dice.ts';
import { expectJournal } from '../../testing/journal.ts';
import { chargesIn, correction, openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { testSeeds } from '../../testing/sweep.ts';

const HISTORIES = 25;
const WRITES = 25;
const SHOPS_OF_A_MARKET = 5;
const FIRST_DAY = day('2026-08-20');
const LAST_DAY = day('2026-12-20');

const seeds = Array.from({ length: HISTORIES / SHOPS_OF_A_MARKET }, (_, index) => index + 1);

testSeeds(seeds, 'for any entries in any order, the ledgers of the market balance (%d)', async (seed) => {
  const office = await openTestOffice();
  const dice = diceOf(seed);
  const shopIds = Array.from({ length: SHOPS_OF_A_MARKET }, (_, index) => `A-${index + 1}`);
  office.goTo(FIRST_DAY);
  for (const shopId of shopIds) await office.let(shopId, { rent_amount: oneOf(dice, [8000, 12_345.65, 0.02]) });
  for (const is_vatable of [true, false]) {
    await office.ask(otherCharges.addKind, { body: { name: `VAT ${is_vatable}`, is_vatable, basis: 'fixed' } });
  }
  const days = Array.from({ length: WRITES }, () => FIRST_DAY_NUMBER + dice(SPAN));
  let accepted = 0;
  for (const [index, number] of days.sort((one, other) => one - other).entries()) {
    office.goTo(
      addDays(FIRST_DAY, number - FIRST_DAY_NUMBER),
      oneOf(dice, ['00:00:00.000', '09:30', '11:00', '23:59:59.999']),
    );
    for (const shopId of shopIds) accepted += Number(await write(office, shopId, dice));
    if (index % 8 === 7) await office.ask(oneOf(dice, [fines.applyAll, fines.arrest, invoices.arrest]), { body: {} });
    // Each write updated the result of the previous one. The verification computes everything from the beginning.
    await office.expectCleanBooks();
    await expectJournal(office);
  }
  // Without enough accepted writes, correct sums would prove nothing.
  expect(accepted).toBeGreaterThan((WRITES * SHOPS_OF_A_MARKET) / 2);
  await office.expectCleanBooks();
  await expectJournal(office);
  for (const shopId of shopIds) await expectBalance(office, shopId);
});

const FIRST_DAY_NUMBER = dayNumber(FIRST_DAY);
const SPAN = dayNumber(LAST_DAY) - FIRST_DAY_NUMBER;

test('the same payments entered in another order lead to the same ledger', { tags: ['slow'] }, async () => {
  const office = await openTestOffice();
  for (const seed of [1, 2, 3, 4, 5]) {
    const dice = diceOf(seed);
    const taken = Array.from({ length: 12 }, () => ({
      amount: oneOf(dice, [100.25, 1800, 3800, 11_800, 5000.01]) + dice(300),
      date: addDays(day('2026-08-25'), dice(100)),
    }));
    const orders = [taken, taken.toReversed(), taken.toSorted((one, other) => one.amount - other.amount)];
    const seen: unknown[] = [];
    for (const [index, order] of orders.entries()) {
      const shopId = `S-${seed}-${index}`;
      office.goTo('2026-09-01');
      await office.let(shopId);
      for (const month of ['2026-09', '2026-10', '2026-11']) {
        office.goTo(`${month}-01`);
        await office.generate(shopId, month);
      }
      office.goTo('2026-12-10');
      for (const { amount, date } of order) await office.pay(shopId, amount, date);
      const shop = await office.summaryOf(shopId);
      const charges = chargesIn(shop).map(({ invoiceId: _, ...charge }) => charge);
      seen.push({ charges, balance: shop.ShopBalance.balance_amount, owed: shop.total_owed });
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  }
  await office.expectCleanBooks();
  await expectJournal(office);
});

async function write(office: TestOffice, shopId: string, dice: Dice): Promise<boolean> {
  const now = office.app.clock.now();
  const today = dayOf(now);
  const { Invoices, Payments, Tenancies } = await office.summaryOf(shopId);
  const id = Invoices.length > 0 ? oneOf(dice, Invoices).invoice_id : `INV-${shopId}-202609`;
  const do_not_charge = dice(4) === 0 ? [id] : [];
  const waiver = { do_not_charge };
  const params = { shopId };
  const tell = (): ReturnType<TestOffice['tell']> => {
    switch (dice(18)) {
      case 0:
      case 1:
      case 2:
        return office.tell(invoices.generate, { body: { shop_id: shopId, month_year: someMonth(dice, today) } });
      case 3:
        return office.tell(fines.apply, { params: { id } });
      case 4:
        return office.tell(fines.remove, { params: { id }, body: waiver });
      case 5:
        return office.tell(shops.setBalance, {
          params: { id: shopId },
          body: { balance_amount: (dice(900_000) - 300_055) / 100, ...waiver },
        });
      case 6:
      case 7:
        return Payments.length > 0 ? correctSome(office, shopId, dice, Payments) : payment();
      case 8:
        return Payments.length > 0
          ? office.tell(payments.remove, {
              params: { id: String(oneOf(dice, Payments).payment_id) },
              body: waiver,
            })
          : payment();
      case 9:
        return dice(3) === 0 ? office.tell(invoices.remove, { params: { id }, body: waiver }) : payment();
      case 10:
      case 11:
        return office.tell(otherCharges.add, {
          params: { id: String(Tenancies[0]?.tenancy_id) },
          body: { kind_id: 1 + dice(2), amount: (1 + dice(300_000)) / 100 },
        });
      case 12:
      case 13:
        return Invoices.length > 0 ? note(oneOf(dice, Invoices)) : payment();
      case 14:
        return office.tell(shops.edit, {
          params: { id: shopId },
          body: { ...TERMS, rent_amount: oneOf(dice, [7000, 9000.05, 0.02]), operation_fee: dice(3000) },
        });
      default:
        return payment();
    }
  };
  const note = (invoice: ShopSummary['Invoices'][number]) => {
    const other = invoice.OtherCharges.length > 0 ? oneOf(dice, invoice.OtherCharges) : undefined;
    const [charge, amount] = other
      ? (['Other', other.other_amount] as const)
      : (['Rent', invoice.Rents[0]?.rent_amount ?? 0] as const);
    const kind = oneOf(dice, ['credit', 'debit'] as const);
    const part = kind === 'debit' ? amount + 0.03 : Math.ceil((amount * 100) / (1 + dice(3))) / 100;
    if (part === 0) return payment();
    return office.tell(invoices.note, {
      params: { id: invoice.invoice_id },
      body: { kind, charge, ...(other && { line: other.line }), amount: part.toFixed(2), reason: 'Agreed anew' },
    });
  };
  const payment = () => {
    const paymentDate = addDays(today, -dice(60));
    const amountPaid = oneOf(dice, [1, 1800, 3800, 11_800, (1 + dice(2_000_000)) / 100]);
    return office.tell(payments.byShop, { params, body: { amountPaid, paymentDate, ...waiver } });
  };
  const answer = await tell();
  expect([200, 201, 404, 409], answer.body).toContain(answer.statusCode);
  return answer.statusCode < 300;
}

function someMonth(dice: Dice, today: Day): Month {
  return monthOf(addDays(today, (dice(4) - 2) * 30));
}

function correctSome(office: TestOffice, shopId: string, dice: Dice, rows: ShopSummary['Payments']) {
  const own = rows.filter(({ corrects_payment_id }) => corrects_payment_id === null);
  const { payment_id, corrected_amount, payment_date } = oneOf(dice, own);
  const actual = corrected_amount > 0 && dice(5) === 0 ? 0 : corrected_amount + dice(4000) / 100 + 0.01;
  const amounts = [corrected_amount.toFixed(2), actual.toFixed(2)] as const;
  return office.tell(payments.correct, correction(shopId, payment_date, amounts, { payment_id }));
}

/**
 * Checks invariants 1, 2 and 3 of docs/rules.md and the statement of the shop against the figures that the office
 * shows.
 */
async function expectBalance(office: TestOffice, shopId: string): Promise<void> {
  const shop = await office.summaryOf(shopId);
  const charges = chargesIn(shop);
  const balance = toCents(shop.ShopBalance.balance_amount);
  const set = await office.app.database.reader
    .selectFrom('ledger_entries')
    .innerJoin('shops', 'shops.id', 'ledger_entries.shop_id')
    .select('ledger_entries.cents')
    .where('shops.shop_id', '=', shopId)
    .where('ledger_entries.kind', '=', 'balance')
    .execute();
  const came = sum(shop.Payments.map((row) => toCents(row.amount_paid))) + sum(set.map((row) => row.cents));
  const went = sum(shop.Invoices.flatMap((invoice) => invoice.Allocations.map(({ amount }) => toCents(amount))));
  expect(went + balance).toBe(came);
  for (const { invoiceId, kind, amount, paid } of charges) {
    expect(paid).toBeGreaterThanOrEqual(0);
    expect(paid).toBeLessThanOrEqual(amount);
    const { Allocations } = shop.Invoices.find(({ invoice_id }) => invoice_id === invoiceId) ?? { Allocations: [] };
    const moved = Allocations.filter(({ charge }) => charge === kind).map((row) => toCents(row.amount));
    const ofKind = charges.filter((charge) => charge.invoiceId === invoiceId && charge.kind === kind);
    expect(sum(moved)).toBe(sum(ofKind.map((charge) => toCents(charge.paid))));
  }
  for (const invoice of shop.Invoices) {
    const paid = charges
      .filter(({ invoiceId }) => invoiceId === invoice.invoice_id)
      .map((charge) => toCents(charge.paid));
    expect(toCents(invoice.total_paid)).toBe(sum(paid));
  }
  const owed = sum(charges.map(({ amount, paid }) => toCents(amount) - toCents(paid)));
  if (balance > 0) expect(owed).toBe(0);
  expect(toCents(shop.total_owed)).toBe(owed + Math.max(0, -balance));
  const last = (await office.statementOf(shopId)).at(-1)?.balance ?? 0;
  expect(toCents(last)).toBe(balance - owed);
}

function toCents(rupees: number): number {
  return Math.round(rupees * 100);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
