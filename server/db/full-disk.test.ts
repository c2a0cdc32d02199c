/** @module-tag sqlite-only */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { ledger } from '#contract/ledger.ts';
import { payments } from '#contract/payments.ts';
import { systemClock } from '../clock.ts';
import { TERMS } from '../testing/office.ts';
import { onFullDisk, startProcess } from '../testing/process.ts';
import { emptyMarket, RealServer } from '../testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '../testing/server-copy.ts';

const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };
/** Sizes in units of 512 bytes: a page of the write-ahead log has 4,120 bytes, a payment about 18 pages. */
const SIZES = [800, 845];

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

test('a disk that becomes full in the middle of a payment: it is refused, reads go on, and on a larger disk each payment is there once', {
  tags: ['slow'],
}, async () => {
  const environment = await emptyMarket();
  const first = await RealServer.open(tree, environment);
  expect((await first.send('POST', '/api/shops', { ...TERMS, shop_id: 'A-1' })).status).toBe(201);
  expect((await first.send('POST', '/api/tenants', { ...PERSON, shop_id: 'A-1' })).status).toBe(201);
  await first.terminate();
  const acknowledged: string[] = [];
  for (const size of SIZES) {
    const within = onFullDisk(size);
    const running = startProcess([tree.main], { HOST: '127.0.0.1', PORT: '0', ...environment }, within);
    const full = await RealServer.enter(running, first.token);
    const keys = Array.from({ length: 30 }, (_, at) => `payment-${size}-${at}`);
    let refused: string | undefined;
    for (const key of keys) {
      if (!(await isPaid(full, key))) {
        refused = key;
        break;
      }
      acknowledged.push(key);
    }
    expect(refused).toBeDefined();
    expect(refused).not.toBe(keys[0]);
    expect(await full.send('GET', '/readyz')).toMatchObject({ status: 200, body: { writes: 'refused' } });
    expect(await notesOf(full)).toEqual(acknowledged);
    await full.kill();

    const larger = await RealServer.open(tree, environment, first.token);
    expect((await notesOf(larger)).filter((note) => note !== refused)).toEqual(acknowledged);
    expect(await isPaid(larger, String(refused))).toBe(true);
    acknowledged.push(String(refused));
    expect(await notesOf(larger)).toEqual(acknowledged);
    const verdict = ledger.verify.answer.parse((await larger.send('GET', '/api/books/verify')).body);
    expect(verdict).toMatchObject({ is_clean: true, differences: [] });
    await larger.terminate();
  }
});

async function isPaid(server: RealServer, key: string): Promise<boolean> {
  const body = { amountPaid: 100, paymentDate: dayOf(systemClock.now()), note: key };
  const answer = await server.send('POST', '/api/payments/by-shop/A-1', body, key);
  if (answer.status === 200) return true;
  expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'not_ready' } });
  return false;
}

async function notesOf(server: RealServer): Promise<(string | null)[]> {
  const { payments: rows } = payments.list.answer.parse((await server.send('GET', '/api/payments/payments')).body);
  return rows.toSorted((one, other) => one.payment_id - other.payment_id).map(({ note }) => note);
}
