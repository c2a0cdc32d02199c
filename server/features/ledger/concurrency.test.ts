/** @module-tag postgres-quick */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { connect } from '../../db/connect.ts';
import {
  chargesIn,
  correction,
  officeAt,
  openTestOffice,
  patientOffice,
  type TestOffice,
} from '../../testing/office.ts';
import { TOKEN_SECRET } from '../../testing/sign-in.ts';

const AT_ONCE = 50;
const TODAY = '2026-11-20';
const fifty = Array.from({ length: AT_ONCE }, (_, index) => index);

async function openSecondOffice({ app }: TestOffice): Promise<TestOffice> {
  const { dataDir, databaseUrl, clock } = app;
  const database = connect({ dataDir, databaseUrl });
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const fastify: FastifyInstance = await buildApp({ config, clock, database, tokenSecret: TOKEN_SECRET });
  onTestFinished(async () => {
    await fastify.close();
    await database.close();
  });
  return officeAt({ ...app, database, send: (request) => fastify.inject(request) });
}

async function openMarket(shopIds: readonly string[]): Promise<[TestOffice, TestOffice]> {
  const office = await openTestOffice();
  for (const month of ['2026-10', '2026-11']) {
    office.goTo(`${month}-01`);
    for (const shopId of shopIds) {
      if (month === '2026-10') await office.let(shopId);
      await office.generate(shopId, month);
    }
  }
  office.goTo(TODAY);
  return [patientOffice(office), patientOffice(await openSecondOffice(office))];
}

const statusesOf = (answers: readonly LightMyRequestResponse[]) => answers.map(({ statusCode }) => statusCode);

test('fifty requests with one key to two servers are one payment', async () => {
  const offices = await openMarket(['A-1']);
  const payment = { params: { shopId: 'A-1' }, body: { amountPaid: 100, paymentDate: TODAY }, key: 'form-1' };
  const answers = await Promise.all(fifty.map((index) => turn(offices, index).tell(payments.byShop, payment)));
  expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  const shop = await offices[0].summaryOf('A-1');
  expect(shop.Payments.map(({ amount_paid }) => amount_paid)).toEqual([100]);
  await offices[0].expectCleanBooks();
});

test('fifty requests with a key each to two servers are fifty payments, in one order', async () => {
  const offices = await openMarket(['A-1']);
  const answers = await Promise.all(
    fifty.map(async (index) => {
      const body = { amountPaid: 100 + index / 100, paymentDate: TODAY };
      const given = { params: { shopId: 'A-1' }, body, key: `form-${index}` };
      const answer = await turn(offices, index).tell(payments.byShop, given);
      return payments.byShop.answer.parse(answer.json());
    }),
  );
  const shop = await offices[1].summaryOf('A-1');
  const amounts = shop.Payments.map(({ amount_paid }) => Math.round(amount_paid * 100));
  expect(amounts.sort((one, other) => one - other)).toEqual(fifty.map((index) => 10_000 + index));
  const owed = answers.toSorted((one, other) => one.payment.payment_id - other.payment.payment_id);
  for (const [index, { still_owed }] of owed.entries()) {
    const before = owed[index - 1];
    if (before) expect(cents(before.still_owed) - cents(still_owed)).toBe(cents(owed[index]?.payment.amount_paid ?? 0));
  }
  await offices[0].expectCleanBooks();
});

test('simultaneous actions on a shop leave the same ledger as some sequential order', async () => {
  const offices = await openMarket(['A-1', 'A-2']);
  const [office] = offices;
  const wrong = await office.pay('A-1', 5000, '2026-10-10');
  const gone = await office.pay('A-1', 700, '2026-10-11');
  const untouched = await office.summaryOf('A-2');
  type Write = (office: TestOffice) => Promise<LightMyRequestResponse>;
  const pays = (amountPaid: number, paymentDate: string): Write => {
    return (at) => at.tell(payments.byShop, { params: { shopId: 'A-1' }, body: { amountPaid, paymentDate } });
  };
  const writes: Write[] = [
    ...fifty.slice(0, 12).map((index) => pays(300 + index, `2026-10-${String(index + 5).padStart(2, '0')}`)),
    (at) => at.tell(invoices.generate, { body: { shop_id: 'A-1', month_year: '2026-09' } }),
    (at) => at.tell(invoices.generate, { body: { shop_id: 'A-1', month_year: '2026-09' } }),
    (at) => at.tell(fines.apply, { params: { id: 'INV-A-1-202611' } }),
    (at) => at.tell(fines.apply, { params: { id: 'INV-A-1-202611' } }),
    (at) => at.tell(payments.correct, correction('A-1', '2026-10-10', [5000, 4000], PAYMENT(wrong))),
    (at) => at.tell(payments.correct, correction('A-1', '2026-10-10', [5000, 4000], PAYMENT(wrong))),
    (at) => at.tell(payments.remove, { params: { id: String(gone.payment.payment_id) }, body: {} }),
    (at) => at.tell(payments.remove, { params: { id: String(gone.payment.payment_id) }, body: {} }),
    (at) => at.tell(fines.applyAll, { body: {} }),
    (at) => at.tell(invoices.arrest, { body: {} }),
  ];
  const answers = await Promise.all(writes.map((write, index) => write(turn(offices, index))));
  const refused = statusesOf(answers).filter((status) => status >= 300);
  expect(new Set(refused)).toEqual(new Set([404, 409]));
  expect(refused.length).toBeGreaterThanOrEqual(4);
  expect(refused.length).toBeLessThanOrEqual(5);

  const shop = await office.summaryOf('A-1');
  expect(shop.Invoices.map(({ month_year }) => month_year)).toEqual(['2026-11', '2026-10', '2026-09']);
  const paid = shop.Payments.reduce((sum, { amount_paid }) => sum + cents(amount_paid), 0);
  expect(paid).toBe(400_000 + 12 * 30_000 + 6600);
  const charges = chargesIn(shop);
  expect(charges.reduce((sum, charge) => sum + cents(charge.paid), 0)).toBe(paid);
  expect(charges.filter(({ kind, month }) => kind === 'Fine' && month === '2026-11')).toMatchObject([{ amount: 2400 }]);
  expect(await office.summaryOf('A-2')).toMatchObject({ Payments: [], ShopBalance: untouched.ShopBalance });
  await office.expectCleanBooks();
});

test('a balance set among payments starts from the balance at that time: no money is lost or added', async () => {
  const offices = await openMarket([]);
  const [office] = offices;
  await office.let('B-1');
  const answers = await Promise.all(
    fifty.slice(0, 20).map((index) => {
      const at = turn(offices, index);
      if (index % 5 > 0) return at.pay('B-1', 10, TODAY);
      return at.ask(shops.setBalance, { params: { id: 'B-1' }, body: { balance_amount: index } });
    }),
  );
  expect(answers).toHaveLength(20);
  const lines = await office.statementOf('B-1');
  const { ShopBalance, Payments } = await office.summaryOf('B-1');
  expect(lines.at(-1)?.balance).toBe(ShopBalance.balance_amount);
  expect(Payments).toHaveLength(16);
  await office.expectCleanBooks();
});

test('simultaneous payments of different shops never affect each other', async () => {
  const shopIds = ['A-1', 'A-2', 'B-1', 'B-2'];
  const offices = await openMarket(shopIds);
  const amountOf = (shopId: string) => 100 * (shopIds.indexOf(shopId) + 1);
  // Each server holds the sums of its dashboard from here on, and has to notice the payments of the other one.
  for (const office of offices) await office.expectCleanBooks();
  await Promise.all(
    fifty.slice(0, 40).map((index) => {
      const shopId = turn(shopIds, index);
      return turn(offices, index).pay(shopId, amountOf(shopId), '2026-10-10');
    }),
  );
  for (const shopId of shopIds) {
    const shop = await offices[0].summaryOf(shopId);
    expect(shop.Payments.map(({ amount_paid }) => amount_paid)).toEqual(
      Array.from({ length: 10 }, () => amountOf(shopId)),
    );
    expect(shop.total_owed).toBe(23_600 - 10 * amountOf(shopId));
  }
  for (const office of offices) await office.expectCleanBooks();
});

test('generate-all on two servers during payments generates each invoice once', async () => {
  const shopIds = Array.from({ length: 8 }, (_, index) => `A-${index}`);
  const offices = await openMarket(shopIds);
  const [office] = offices;
  office.goTo('2026-12-01');
  const [first, second] = await Promise.all([
    ...offices.map((at) => at.ask(invoices.generateAll, { body: {}, key: 'form-1' })),
    ...shopIds.map((shopId, index) => turn(offices, index).pay(shopId, 30_000, '2026-10-10')),
  ]);
  const made = [first, second].flatMap((answer) => (answer && 'results' in answer ? answer.results : []));
  expect(new Set(made.filter(({ status }) => status === 'success').map(({ shop_id }) => shop_id))).toEqual(
    new Set(shopIds),
  );
  expect(made.filter(({ status }) => status === 'failed')).toEqual([]);
  for (const shopId of shopIds) {
    const shop = await office.summaryOf(shopId);
    expect(shop.Invoices.map(({ month_year }) => month_year)).toEqual(['2026-12', '2026-11', '2026-10']);
    expect([shop.total_owed, shop.ShopBalance.balance_amount]).toEqual([35_400 - 30_000, 0]);
  }
  await office.expectCleanBooks();
});

test('a shop is not deleted during a payment for it', async () => {
  const offices = await openMarket([]);
  const [office, other] = offices;
  for (const index of fifty.slice(0, 6)) {
    const shopId = `C-${index}`;
    await office.let(shopId);
    const [paid, removed] = await Promise.all([
      office.tell<Call>(payments.byShop, { params: { shopId }, body: { amountPaid: 5, paymentDate: TODAY } }),
      other.tell<Call>(shops.remove, { params: { id: shopId } }),
    ]);
    expect([`${paid.statusCode} ${removed.statusCode}`]).toEqual([expect.stringMatching(/^(200 409|404 200)$/)]);
  }
  await office.expectCleanBooks();
});

const PAYMENT = ({ payment }: { payment: { payment_id: number } }) => ({ payment_id: payment.payment_id });

function turn<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item;
}

function cents(rupees: number): number {
  return Math.round(rupees * 100);
}
