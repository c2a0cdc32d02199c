import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { ledger } from '#contract/ledger.ts';
import { payments } from '#contract/payments.ts';
import { systemClock } from '#server/clock.ts';
import { diceOf } from '#server/testing/dice.ts';
import { TERMS } from '#server/testing/office.ts';
import { emptyMarket, RealServer } from '#server/testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '#server/testing/server-copy.ts';

const SERVERS = 3;
const CLERKS = 6;
const SHOPS = Array.from({ length: 40 }, (_, at) => `S-${at + 1}`);
const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };
const KILLS = 30;
const KILL_EVERY_MS = 2000;

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

/** Money that a clerk took in, and the number under which it was acknowledged. */
interface Taken {
  key: string;
  shopId: string;
  amount: number;
  paymentId: number;
}

test('of several servers on one database one is killed every two seconds for a minute: every acknowledged payment is recorded once', {
  timeout: 300_000,
}, async () => {
  const environment = { ...(await emptyMarket()), TOKEN_SECRET: 'a secret that several servers share, long enough' };
  const first = await RealServer.open(tree, environment);
  const servers = [first];
  while (servers.length < SERVERS) servers.push(await RealServer.open(tree, environment, first.token));
  for (const shop_id of SHOPS) {
    expect((await first.send('POST', '/api/shops', { ...TERMS, shop_id })).status).toBe(201);
    expect((await first.send('POST', '/api/tenants', { ...PERSON, shop_id })).status).toBe(201);
  }

  let isOpen = true;
  const counts = { tries: 0, unanswered: 0, away: 0 };
  const taken: Taken[] = [];
  const work = async (clerk: number) => {
    const dice = diceOf(clerk);
    for (let at = 1; isOpen; at += 1) {
      const one = {
        key: `clerk-${clerk}-${at}`,
        shopId: SHOPS[dice(SHOPS.length)] ?? '',
        amount: (100 + dice(100_000)) / 100,
      };
      taken.push({ ...one, paymentId: await payUntilAcknowledged(one, () => servers[dice(SERVERS)] ?? first, counts) });
    }
  };
  const killAndStart = async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const next = wait(KILL_EVERY_MS);
      const at = kill % SERVERS;
      await servers[at]?.kill();
      servers[at] = await RealServer.open(tree, environment, first.token);
      await next;
    }
    isOpen = false;
  };
  await Promise.all([killAndStart(), ...Array.from({ length: CLERKS }, (_, at) => work(at + 1))]);

  const server = servers[0] ?? first;
  const listed = payments.list.answer.parse((await server.send('GET', '/api/payments/payments')).body).payments;
  const found = listed.map((row) => `${row.note} ${row.shop_id} ${row.amount_paid} ${row.payment_id}`);
  const acknowledged = taken.map(({ key, shopId, amount, paymentId }) => `${key} ${shopId} ${amount} ${paymentId}`);
  expect(found.sort((a, b) => a.localeCompare(b))).toEqual(acknowledged.sort((a, b) => a.localeCompare(b)));
  const verdict = ledger.verify.answer.parse((await server.send('GET', '/api/books/verify')).body);
  expect(verdict).toMatchObject({ is_clean: true, differences: [], shops: SHOPS.length });
  expect(counts.unanswered).toBeGreaterThan(KILLS);
  console.log(`${KILLS} kills, ${taken.length} payments acknowledged`, counts);
});

type Payment = Omit<Taken, 'paymentId'>;

/** Sends the payment with its key, to another server after each failure, until it has its number. */
async function payUntilAcknowledged(
  { key, shopId, amount }: Payment,
  anyServer: () => RealServer,
  counts: { tries: number; unanswered: number; away: number },
): Promise<number> {
  const body = { amountPaid: amount, paymentDate: dayOf(systemClock.now()), note: key };
  for (;;) {
    counts.tries += 1;
    const answer = await anyServer()
      .send('POST', `/api/payments/by-shop/${shopId}`, body, key)
      .catch(() => undefined);
    if (answer?.status === 200) return payments.byShop.answer.parse(answer.body).payment.payment_id;
    if (answer === undefined) counts.unanswered += 1;
    else {
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([503, expect.any(String)]);
      counts.away += 1;
    }
    await wait(20);
  }
}
