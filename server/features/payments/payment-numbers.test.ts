/** @module-tag postgres-quick */
import { expect, test } from 'vitest';
import { payments } from '#contract/payments.ts';
import { openTestOffice } from '../../testing/office.ts';

const DAY = '2026-11-20';

test('a preview, a refused payment and a transaction that fails use up no number', async () => {
  const office = await openTestOffice();
  office.goTo(DAY);
  await office.let('A-1');
  const { database } = office.app;
  const first = Number((await office.pay('A-1', 100, DAY)).payment.payment_id);
  const given = { params: { shopId: 'A-1' }, body: { amountPaid: 200, paymentDate: DAY } };
  await office.ask(payments.byShop, { ...given, query: { dry_run: 'true' } });
  const tomorrow = { ...given, body: { ...given.body, paymentDate: '2026-11-21' } };
  await office.refused(payments.byShop, tomorrow, 'payment_in_future');
  const entry = await database.reader.selectFrom('ledger_entries').selectAll().executeTakeFirstOrThrow();
  const { id: _, ...copied } = entry;
  const failing = database.write(async (tx) => {
    await tx.insertInto('ledger_entries').values(copied).execute();
    throw new Error('refused after the number was drawn');
  });
  await expect(failing).rejects.toThrow('refused');
  const { payment } = await office.pay('A-1', 300, DAY);
  expect(Number(payment.payment_id)).toBe(first + 1);
});

test('payments of several shops at once, each with a preview, have successive numbers', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  office.goTo(DAY);
  const shops = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6'];
  for (const shop of shops) await office.let(shop);
  const paid = await Promise.all(
    shops.map(async (shopId) => {
      const given = { params: { shopId }, body: { amountPaid: 100, paymentDate: DAY } };
      await office.ask(payments.byShop, { ...given, query: { dry_run: 'true' } });
      return (await office.pay(shopId, 100, DAY)).payment.payment_id;
    }),
  );
  const numbers = paid.map(Number).sort((a, b) => a - b);
  const [first = 0] = numbers;
  expect(numbers).toEqual(shops.map((_, at) => first + at));
});
