/** @module-tag postgres */

import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { addDays, addMonths, type Day, day, dayOf, monthOf } from '#billing/calendar.ts';
import { totalDebt } from '#billing/ledger.ts';
import { balanceChanges } from '#billing/ledger-entries.ts';
import { dashboard, type MonthSummary } from '#contract/dashboard.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { type ShopSummary, shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import type { TenancyAction } from '#contract/words.ts';
import { type Dice, diceOf, oneOf } from '../../testing/dice.ts';
import { expectJournal } from '../../testing/journal.ts';
import { foldShops } from '../../testing/month-figures.ts';
import { correction, openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { testSeeds } from '../../testing/sweep.ts';

const SHOP_IDS = ['A-1', 'A-2', 'B-10'];
const WRITES = 50;
const FIRST_DAY = day('2026-06-20');
const SPAN = 200;
/** The first tenant of a market. */
const ONLY_TENANT = 1;

testSeeds(
  [2, 4],
  'for any tenants and entries, each tenancy has its own money, and the shop the sum of its tenancies (%d)',
  async (seed) => {
    const office = await openTestOffice();
    const dice = diceOf(seed);
    office.goTo(FIRST_DAY);
    for (const shop_id of SHOP_IDS) await office.ask(shops.add, { body: { ...TERMS, shop_id } });
    const steps = Array.from({ length: WRITES }, () => dice(SPAN)).toSorted((one, other) => one - other);
    const accepted = new Set<WriteName>();
    const seen = new Map<string, ShopSummary>();
    for (const shopId of SHOP_IDS) seen.set(shopId, await office.summaryOf(shopId));
    for (const step of steps) {
      office.goTo(addDays(FIRST_DAY, step), oneOf(dice, ['00:00:00.000', '09:30:00.000', '23:59:59.999']));
      for (const shop of [...seen.values()]) {
        const market = { office, dice, shop, today: dayOf(office.app.clock.now()), seen };
        const written = await writeAndCompare(market, missingIn(accepted));
        if (written) accepted.add(written);
      }
    }
    // Unless each kind of write was accepted at least once, unchanged figures would prove nothing.
    expect(missingIn(accepted)).toEqual([]);
    await office.expectCleanBooks();
    await expectJournal(office);
    await expectOwnMoney(office);
    await expectSumsOfTenancies(office);
  },
);

interface Write {
  answer: Promise<LightMyRequestResponse>;
  tenancyIds: readonly (number | undefined)[];
}

interface Market {
  office: TestOffice;
  dice: Dice;
  shop: ShopSummary;
  today: Day;
  seen: Map<string, ShopSummary>;
}

const WRITES_BY_NAME = {
  let: ({ office, dice, shop, today, seen }) => {
    const from = oneOf(dice, [undefined, shop.Tenancies[0]?.ended_on ?? undefined, addDays(today, -dice(40))]);
    const hasTenant = [...seen.values()].some(({ Tenancies }) => Tenancies.length > 0);
    const known = hasTenant && { tenant_ref: ONLY_TENANT };
    const body = { ...SOMEBODY, shop_id: shop.shop_id, ...known, ...(from && { from }) };
    return { answer: office.tell(tenants.add, { body }), tenancyIds: [] };
  },
  leave: ({ office, shop }) =>
    shop.Tenant
      ? {
          answer: office.tell(tenants.remove, { params: { id: String(shop.Tenant.tenant_id) } }),
          tenancyIds: [],
        }
      : undefined,
  bill: (market) => bill(market, undefined),
  'bill a former tenancy': (market) => oneFormer(market, (tenancyId) => bill(market, tenancyId)),
  pay: (market) => pay(market, undefined),
  'pay for a former tenancy': (market) => oneFormer(market, (tenancyId) => pay(market, tenancyId)),
  'pay by invoice': (market) =>
    oneInvoice(market, (reference) =>
      market.office.tell(payments.byInvoice, { params: { reference }, body: money(market) }),
    ),
  correct: ({ office, dice, shop }) =>
    onePayment({ dice, shop }, (payment) => office.tell(payments.correct, correctionOf(shop.shop_id, payment, dice))),
  'delete a payment': ({ office, dice, shop }) =>
    onePayment({ dice, shop }, ({ payment_id }) =>
      office.tell(payments.remove, { params: { id: String(payment_id) }, body: {} }),
    ),
  'delete an invoice': (market) =>
    oneInvoice(market, (id) => market.office.tell(invoices.remove, { params: { id }, body: {} })),
  fine: (market) => oneInvoice(market, (id) => market.office.tell(fines.apply, { params: { id } })),
  'remove a fine': ({ office, dice, shop }) => {
    const Invoices = shop.Invoices.filter(({ Fines }) => Fines.length > 0);
    const remove = (id: string) => office.tell(fines.remove, { params: { id }, body: {} });
    return oneInvoice({ dice, shop: { ...shop, Invoices } }, remove);
  },
  'set a balance': ({ office, dice, shop }) => {
    const named = dice(2) === 0 && shop.Tenancies.length > 0 ? oneOf(dice, shop.Tenancies).tenancy_id : undefined;
    const body = { balance_amount: (dice(400_000) - 200_055) / 100, ...(named && { tenancy_id: named }) };
    const answer = office.tell(shops.setBalance, { params: { id: shop.shop_id }, body });
    return { answer, tenancyIds: [named ?? payerOf(shop)] };
  },
  'receive a deposit': (market) => moveMoney(market, 'deposit_received', (tenancy) => tenancy.amount_due + 1000),
  'apply a deposit': (market) => moveMoney(market, 'deposit_applied', ({ amount_due }) => amount_due / 4),
  'refund credit': (market) => moveMoney(market, 'credit_refunded', ({ balance_amount }) => balance_amount / 3),
  'transfer a debt': (market) => moveMoney(market, 'debt_transferred', ({ amount_due }) => amount_due / 2),
  'transfer credit': (market) => moveMoney(market, 'credit_transferred', ({ balance_amount }) => balance_amount / 2),
} satisfies Record<string, (market: Market) => Write | undefined>;
type WriteName = keyof typeof WRITES_BY_NAME;
const WRITE_NAMES = Object.keys(WRITES_BY_NAME) as WriteName[];
const CHOICES: WriteName[] = [...WRITE_NAMES, 'bill', 'bill', 'bill a former tenancy', 'pay', 'pay', 'pay by invoice'];

function missingIn(accepted: ReadonlySet<WriteName>): WriteName[] {
  return WRITE_NAMES.filter((name) => !accepted.has(name));
}

/**
 * Makes a random write and returns its name if it was accepted. All other tenancies must keep their figures
 * (docs/rules.md, Invariants, 14).
 */
async function writeAndCompare(market: Market, missing: readonly WriteName[]): Promise<WriteName | undefined> {
  const { office, dice, shop, seen } = market;
  const name =
    shop.Tenant === null && dice(4) === 0
      ? 'let'
      : oneOf(dice, missing.length > 0 && dice(3) === 0 ? missing : CHOICES);
  const write = WRITES_BY_NAME[name](market);
  if (!write) return undefined;
  const { statusCode, body } = await write.answer;
  expect([200, 201, 400, 404, 409], body).toContain(statusCode);
  const isAccepted = statusCode < 300;
  const isTouched = ({ shop_id, Tenancies }: ShopSummary) =>
    shop_id === shop.shop_id || Tenancies.some(({ tenancy_id }) => write.tenancyIds.includes(tenancy_id));
  for (const before of [...seen.values()].filter(isTouched)) {
    const after = await office.summaryOf(before.shop_id);
    for (const { tenancy_id } of before.Tenancies) {
      if (isAccepted && write.tenancyIds.includes(tenancy_id)) continue;
      const figures = [after, before].map((summary) => figuresOf(summary, tenancy_id));
      expect(figures[0], `"${name}" changed tenancy ${tenancy_id} of ${before.shop_id}`).toEqual(figures[1]);
    }
    seen.set(before.shop_id, after);
  }
  return isAccepted ? name : undefined;
}

function figuresOf(shop: ShopSummary, tenancyId: number) {
  const isOwn = (row: { tenancy_id: number }) => row.tenancy_id === tenancyId;
  const { amount_due, balance_amount } = shop.Tenancies.find(isOwn) ?? {};
  return { amount_due, balance_amount, invoices: shop.Invoices.filter(isOwn), payments: shop.Payments.filter(isOwn) };
}

/** Returns the tenancy that `chooseTenancy` of load-ledger.ts chooses by default. */
function payerOf({ Tenant, Tenancies }: ShopSummary): number | undefined {
  const former = Tenancies.find(({ amount_due }) => amount_due > 0) ?? Tenancies[0];
  return Tenant?.tenant_id ?? former?.tenancy_id;
}

function bill({ office, dice, shop, today }: Market, former: number | undefined): Write {
  const left = shop.Tenancies.find(({ tenancy_id }) => tenancy_id === former);
  const ofTenancy = left && monthOf(oneOf(dice, [left.started_on, left.ended_on ?? today]));
  const month_year = ofTenancy ?? monthOf(addMonths(today, oneOf(dice, [0, 0, -1, 1])));
  const named = former === undefined ? {} : { tenancy_id: former };
  const answer = office.tell(invoices.generate, { body: { shop_id: shop.shop_id, month_year, ...named } });
  return { answer, tenancyIds: [former ?? shop.Tenant?.tenant_id] };
}

function pay(market: Market, former: number | undefined): Write {
  const named = former === undefined ? {} : { tenancy_id: former };
  const params = { shopId: market.shop.shop_id };
  const answer = market.office.tell(payments.byShop, { params, body: { ...money(market), ...named } });
  return { answer, tenancyIds: [former ?? payerOf(market.shop)] };
}

type TenancySummary = ShopSummary['Tenancies'][number];

/**
 * Returns a write that moves an amount of one of the shop's tenancies; undefined if no tenancy has a positive amount. A
 * transfer may go to any other tenancy, because all belong to the same tenant.
 */
function moveMoney(
  { office, dice, shop, seen }: Market,
  action: TenancyAction,
  amountOf: (tenancy: TenancySummary) => number,
): Write | undefined {
  const able = shop.Tenancies.filter((tenancy) => amountOf(tenancy) >= 0.01);
  const all = [...seen.values()].flatMap(({ Tenancies }) => Tenancies.map(({ tenancy_id }) => tenancy_id));
  if (able.length === 0) return undefined;
  const tenancy = oneOf(dice, able);
  const others = all.filter((id) => id !== tenancy.tenancy_id);
  const isTransfer = action === 'debt_transferred' || action === 'credit_transferred';
  if (isTransfer && others.length === 0) return undefined;
  const to = isTransfer ? { to_tenancy_id: oneOf(dice, others) } : {};
  const body = { action, amount: amountOf(tenancy).toFixed(2), method: 'Cash' as const, reason: 'Moved out', ...to };
  return {
    answer: office.tell(tenancies.money, { params: { id: String(tenancy.tenancy_id) }, body }),
    tenancyIds: [tenancy.tenancy_id, to.to_tenancy_id],
  };
}

function money({ dice, today }: Market) {
  const amountPaid = oneOf(dice, [0.01, 1800, 11_800, (1 + dice(2_500_000)) / 100]);
  return { amountPaid, paymentDate: addDays(today, -oneOf(dice, [0, 0, 1, dice(60)])) };
}

function oneFormer({ dice, shop }: Market, act: (tenancyId: number) => Write): Write | undefined {
  const former = shop.Tenancies.filter(({ tenancy_id }) => tenancy_id !== shop.Tenant?.tenant_id);
  return former.length > 0 ? act(oneOf(dice, former).tenancy_id) : undefined;
}

function oneInvoice(
  { dice, shop }: Pick<Market, 'dice' | 'shop'>,
  act: (invoiceId: string) => Write['answer'],
): Write | undefined {
  if (shop.Invoices.length === 0) return undefined;
  const { invoice_id, tenancy_id } = oneOf(dice, shop.Invoices);
  return { answer: act(invoice_id), tenancyIds: [tenancy_id] };
}

function onePayment(
  { dice, shop }: Pick<Market, 'dice' | 'shop'>,
  act: (payment: ShopSummary['Payments'][number]) => Write['answer'],
): Write | undefined {
  const paid = shop.Payments.filter(({ corrects_payment_id }) => corrects_payment_id === null);
  if (paid.length === 0) return undefined;
  const payment = oneOf(dice, paid);
  return { answer: act(payment), tenancyIds: [payment.tenancy_id] };
}

const SOMEBODY = { name: 'Nimal Perera', contact: '000 000 0000', address: 'Dambulla', email: 'nimal@example.com' };

function correctionOf(shopId: string, payment: ShopSummary['Payments'][number], dice: Dice) {
  const { payment_id, corrected_amount, payment_date } = payment;
  const actual = corrected_amount > 0 && dice(3) === 0 ? 0 : corrected_amount + dice(300_000) / 100 + 0.01;
  const amounts = [corrected_amount.toFixed(2), actual.toFixed(2)] as const;
  return correction(shopId, dayOf(payment_date), amounts, { payment_id });
}

/** Kinds of entries that move money, except the deposit and the amounts of notes. */
const MONEY: readonly string[] = ['payment', 'correction', ...balanceChanges];

/**
 * Checks invariants 1 and 13 of docs/rules.md: all money that a tenancy received is in its balance or has paid its own
 * charges, and a pair of transfers adds up to 0.
 */
async function expectOwnMoney({ app }: TestOffice): Promise<void> {
  const db = app.database.reader;
  const entries = await db.selectFrom('ledger_entries').selectAll().where('voided_at', 'is', null).execute();
  const allocations = await db.selectFrom('allocations').selectAll().execute();
  const charges = await db.selectFrom('charges').selectAll().execute();
  const ownerOf = new Map(entries.map((entry) => [entry.id, entry.tenancy_id]));
  expect(allocations.length).toBeGreaterThan(10);
  for (const { tenancy_id, invoice_id, cause_id } of allocations) {
    expect([ownerOf.get(invoice_id), ownerOf.get(cause_id)]).toEqual([tenancy_id, tenancy_id]);
  }
  for (const { tenancy_id, invoice_id } of charges) expect(ownerOf.get(invoice_id)).toBe(tenancy_id);
  for (const { tenancy_id, payment_id } of entries) {
    if (payment_id !== null) expect(ownerOf.get(payment_id)).toBe(tenancy_id);
  }
  const transfers = entries.filter(({ kind }) => kind === 'transfer');
  expect(transfers.length).toBeGreaterThan(1);
  for (const { id, cents, linked_id } of transfers) {
    const other = transfers.find((half) => half.id === linked_id);
    expect([other?.linked_id, other?.cents]).toEqual([id, 0 - cents]);
  }
  for (const { id, balance_cents } of await db.selectFrom('tenancies').selectAll().execute()) {
    const isOwn = (row: { tenancy_id: number }) => row.tenancy_id === id;
    const money = entries.filter((entry) => isOwn(entry) && MONEY.includes(entry.kind));
    const came = sum(money.map(({ cents }) => cents));
    const went = sum(allocations.filter(isOwn).map(({ cents }) => cents));
    expect(went + balance_cents).toBe(came);
  }
}

async function expectSumsOfTenancies(office: TestOffice): Promise<void> {
  const opened = await foldShops(office.app.database.reader);
  expect(opened.length).toBeGreaterThan(2 * SHOP_IDS.length);
  const { debtors } = await office.ask(dashboard.arrears, {});
  const listed = await office.ask(shops.list, {});
  for (const shopId of SHOP_IDS) {
    const ofShop = opened.filter(({ shop }) => shop.shop_id === shopId);
    const current = ofShop.find(({ tenancy }) => tenancy.ended_on === null);
    const balance = (current?.ledger.balanceCents ?? 0) / 100;
    const due = sum(ofShop.map(({ ledger }) => totalDebt(ledger))) / 100;
    const row = listed.find(({ shop_id }) => shop_id === shopId);
    expect(row).toMatchObject({
      amount_due: due,
      balance_amount: balance,
      tenant_name: current?.tenancy.name ?? null,
    });
    const summary = await office.summaryOf(shopId);
    expect(summary).toMatchObject({ total_owed: due, ShopBalance: { balance_amount: balance } });
    expect(summary.Tenancies.map(dueByTenancy).toSorted(byId)).toEqual(
      ofShop.map(({ tenancy, ledger }) => [tenancy.id, totalDebt(ledger) / 100]).toSorted(byId),
    );
    expect(
      debtors
        .filter(({ shop_id }) => shop_id === shopId)
        .map(({ tenancy_id, total_owed, former }) => [tenancy_id, total_owed, former])
        .toSorted(byId),
    ).toEqual(
      ofShop
        .filter(({ ledger }) => totalDebt(ledger) > 0)
        .map(({ tenancy, ledger }) => [tenancy.id, totalDebt(ledger) / 100, tenancy !== current?.tenancy])
        .toSorted(byId),
    );
  }
  const dues = opened.map(({ ledger }) => totalDebt(ledger));
  const credit = sum(opened.map(({ ledger }) => Math.max(0, ledger.balanceCents))) / 100;
  expect(await office.ask(dashboard.morning, {})).toMatchObject({
    owed_in_all: sum(dues) / 100,
    debtor_count: dues.filter((due) => due > 0).length,
  });
  const summary = (await office.ask(dashboard.summary, { query: { year: '2026', month: '10' } })) as MonthSummary;
  expect(summary).toMatchObject({
    shopBalanceSum: { total_shop_balance: credit },
    shopCount: SHOP_IDS.length,
    tenantCount: opened.filter(({ tenancy }) => tenancy.ended_on === null).length,
  });
}

function dueByTenancy({ tenancy_id, amount_due }: ShopSummary['Tenancies'][number]): [number, number] {
  return [tenancy_id, amount_due];
}

function byId([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return Number(one) - Number(other);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
