import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { ledger } from '#contract/ledger.ts';
import { payments } from '#contract/payments.ts';
import { systemClock } from '#server/clock.ts';
import { diceOf } from '#server/testing/dice.ts';
import { TERMS } from '#server/testing/office.ts';
import { emptyMarket, type MarketClient, RealServer } from '#server/testing/real-server.ts';
import type { ServerCopy } from '#server/testing/server-copy.ts';

const SHOPS = Array.from({ length: 40 }, (_, at) => `S-${at + 1}`);
const PERSON = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };

export async function openServers(tree: ServerCopy, count: number) {
  const environment = { ...(await emptyMarket()), TOKEN_SECRET: 'a secret that several servers share, long enough' };
  const first = await RealServer.open(tree, environment);
  const openOne = () => RealServer.open(tree, environment, first.token);
  const servers = [first];
  while (servers.length < count) servers.push(await openOne());
  await Clerks.letShops(first);
  return { first, servers, openOne };
}

interface Taken {
  key: string;
  shopId: string;
  amount: number;
  paymentId: number;
  /** The time in milliseconds since 1970. */
  at: number;
}

export class Clerks {
  readonly taken: Taken[] = [];
  readonly counts = { tries: 0, unanswered: 0, away: 0 };
  #isOpen = true;

  static async letShops(server: MarketClient): Promise<void> {
    for (const shop_id of SHOPS) {
      expect((await server.send('POST', '/api/shops', { ...TERMS, shop_id })).status).toBe(201);
      expect((await server.send('POST', '/api/tenants', { ...PERSON, shop_id })).status).toBe(201);
    }
  }

  stop(): void {
    this.#isOpen = false;
  }

  async work(clerk: number, anyServer: () => MarketClient): Promise<void> {
    const dice = diceOf(clerk);
    for (let at = 1; this.#isOpen; at += 1) {
      const one = {
        key: `clerk-${clerk}-${at}`,
        shopId: SHOPS[dice(SHOPS.length)] ?? '',
        amount: (100 + dice(100_000)) / 100,
      };
      const paymentId = await this.#payUntilAcknowledged(one, anyServer);
      this.taken.push({ ...one, paymentId, at: performance.timeOrigin + performance.now() });
    }
  }

  async expectRecordedOnce(server: MarketClient): Promise<void> {
    const listed = payments.list.answer.parse((await server.send('GET', '/api/payments/payments')).body).payments;
    const found = listed.map((row) => `${row.note} ${row.shop_id} ${row.amount_paid} ${row.payment_id}`);
    const acknowledged = this.taken.map(
      ({ key, shopId, amount, paymentId }) => `${key} ${shopId} ${amount} ${paymentId}`,
    );
    expect(found.sort((a, b) => a.localeCompare(b))).toEqual(acknowledged.sort((a, b) => a.localeCompare(b)));
    const verdict = ledger.verify.answer.parse((await server.send('GET', '/api/books/verify')).body);
    expect(verdict).toMatchObject({ is_clean: true, differences: [], shops: SHOPS.length });
  }

  async #payUntilAcknowledged(
    { key, shopId, amount }: Omit<Taken, 'paymentId' | 'at'>,
    anyServer: () => MarketClient,
  ): Promise<number> {
    const body = { amountPaid: amount, paymentDate: dayOf(systemClock.now()), note: key };
    for (;;) {
      this.counts.tries += 1;
      const answer = await anyServer()
        .send('POST', `/api/payments/by-shop/${shopId}`, body, key)
        .catch(() => undefined);
      if (answer?.status === 200) return payments.byShop.answer.parse(answer.body).payment.payment_id;
      if (answer === undefined) this.counts.unanswered += 1;
      else {
        expect([answer.status, JSON.stringify(answer.body)]).toEqual([503, expect.any(String)]);
        this.counts.away += 1;
      }
      await wait(20);
    }
  }
}
