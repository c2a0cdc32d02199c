/** @module-tag postgres */
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';

const PAYMENTS = 1200;
const LISTS = ['/api/payments/payments', '/api/invoices', '/api/shops'];

async function openMarket(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  for (let at = 1; at <= 12; at += 1) {
    await office.let(`A-${at}`);
    await office.generate(`A-${at}`, '2026-10');
  }
  return office;
}

const ask = (office: TestOffice, url: string, encoding: string) =>
  office.app.as('admin', { url, headers: { 'accept-encoding': encoding } });

test('answers to staff are compressed for those who accept it, and equal without', async () => {
  const office = await openMarket();
  for (let at = 1; at <= 12; at += 1) await office.pay(`A-${at}`, 100 + at, '2026-11-20');
  for (const url of LISTS) {
    const plain = await ask(office, url, 'identity');
    const zipped = await ask(office, url, 'br, gzip;q=0.8');
    expect([plain.statusCode, zipped.statusCode], url).toEqual([200, 200]);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect((await ask(office, url, 'gzip;q=0')).headers['content-encoding']).toBeUndefined();
  }
  const small = await ask(office, '/api/admin/session', 'gzip');
  expect(small.headers['content-encoding']).toBeUndefined();
});

test('a complete list is as long as its header says, in order, and equals its pages', { tags: ['slow'] }, async () => {
  const office = await openMarket();
  await office.pay('A-1', 100, '2026-11-20');
  await office.app.database.write(async (tx) => {
    const { id: _, ...paid } = await tx
      .selectFrom('ledger_entries')
      .selectAll()
      .where('kind', '=', 'payment')
      .executeTakeFirstOrThrow();
    for (let at = 1; at < PAYMENTS; at += 1) {
      const effective_at = instantOf(Date.parse('2026-11-01T05:30:00Z') + (at % 7) * 86_400_000);
      await tx
        .insertInto('ledger_entries')
        .values({ ...paid, effective_at })
        .execute();
    }
  });
  const answer = await office.tell(payments.list, {});
  const listed = payments.list.answer.parse(answer.json()).payments;
  expect([listed.length, answer.headers['x-total-count']]).toEqual([PAYMENTS, String(PAYMENTS)]);
  const newestFirst = listed.toSorted(
    (one, other) => other.payment_date.localeCompare(one.payment_date) || other.payment_id - one.payment_id,
  );
  expect(listed).toEqual(newestFirst);

  const all = await office.tell(invoices.list, { query: { sort: 'shop_id' } });
  const pages = [];
  for (const page of ['1', '2', '3']) {
    const one = await office.tell(invoices.list, { query: { sort: 'shop_id', limit: '5', page } });
    expect(one.headers['x-total-count']).toBe('12');
    pages.push(...one.json());
  }
  expect(all.headers['x-total-count']).toBe('12');
  expect(all.json()).toEqual(pages);
});
