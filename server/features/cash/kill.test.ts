/** @module-tag postgres */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { type CashSession, cash } from '#contract/cash.ts';
import { ledger } from '#contract/ledger.ts';
import { payments } from '#contract/payments.ts';
import { places } from '#contract/places.ts';
import { systemClock } from '../../clock.ts';
import { TERMS } from '../../testing/office.ts';
import { emptyMarket, RealServer } from '../../testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '../../testing/server-copy.ts';

const NEW_PAYMENTS = 16;
const FLOAT = 1000;
const TENANT = { name: 'Nimal Perera', contact: '000 000 0000', address: 'Dambulla', email: 'nimal@example.com' };

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

interface Handed {
  key: string;
  amount: number;
  paymentId: number | undefined;
}

const TITLE =
  'a server that is killed between payments and while a session is closed loses nothing that it acknowledged, and the session is open or closed with its figures';
test(TITLE, { tags: ['slow'] }, () => killRepeatedly(2));
test(`${TITLE} (10)`, { tags: ['nightly'] }, () => killRepeatedly(10));

async function killRepeatedly(kills: number): Promise<void> {
  const environment = await emptyMarket();
  let desk = new Desk(await RealServer.open(tree, environment));
  await desk.setUp();
  const handed: Handed[] = [];
  let cutOff = 0;
  for (let round = 1; round <= kills; round += 1) {
    const session = await desk.openSession(`open-${round}`);
    const added = Array.from({ length: NEW_PAYMENTS }, (_, at) => ({
      key: `payment-${round}-${at}`,
      amount: 100 * at + round,
      paymentId: undefined,
    }));
    handed.push(...added);
    // The request to close the session is sent between the payments. Payments that arrive after it are refused.
    const requests = added.map((one) => () => desk.take(one));
    requests.splice(NEW_PAYMENTS / 2, 0, () => desk.close(session, `close-${round}`));
    cutOff += await desk.server.killAfter(1 + ((round * 5) % NEW_PAYMENTS), requests);
    desk = new Desk(await RealServer.open(tree, environment, desk.server.token));
    await expectWhole(desk, { session, handed });
    if ((await desk.find(session)).closed_at === null) expect(await desk.close(session, `close-${round}`)).toBe(true);
    await expectWhole(desk, { session, handed });
  }
  // If the server were only killed after it had answered all requests, the test would prove nothing.
  expect(cutOff).toBeGreaterThan(kills);
  const sessions = await desk.sessions();
  expect(sessions).toHaveLength(kills);
  expect(sessions.map(({ closed_at }) => closed_at)).not.toContain(null);
  const verdict = ledger.verify.answer.parse((await desk.server.send('GET', '/api/books/verify')).body);
  expect(verdict).toMatchObject({ is_clean: true, differences: [] });
}

async function expectWhole(desk: Desk, { session, handed }: { session: number; handed: Handed[] }): Promise<void> {
  const listed = payments.list.answer.parse((await desk.server.send('GET', '/api/payments/payments')).body).payments;
  for (const one of handed) {
    const found = listed.filter(({ note }) => note === one.key);
    expect(found.length, one.key).toBeLessThanOrEqual(1);
    if (one.paymentId !== undefined)
      expect(found).toMatchObject([{ payment_id: one.paymentId, amount_paid: one.amount }]);
  }
  const stored = await desk.find(session);
  const round = Math.max(...handed.map(({ key }) => Number(key.split('-')[1])));
  const ofSession = listed.filter(({ note }) => note.startsWith(`payment-${round}-`));
  const expected = FLOAT + ofSession.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
  expect(stored).toMatchObject({ opening_float: FLOAT, expected_cash: expected, sums: { count: ofSession.length } });
  await expectPlaces(
    desk,
    listed.map(({ amount_paid }) => amount_paid),
  );
  if (stored.closed_at === null) expect(stored).toMatchObject({ counted_cash: null, difference: null, reason: '' });
  else expect(stored).toMatchObject({ counted_cash: 500, difference: 500 - expected, reason: 'Killed' });
}

/** The places hold what was received and the floats, and nothing is nowhere. The amounts are whole rupees. */
async function expectPlaces(desk: Desk, amounts: readonly number[]): Promise<void> {
  const now = places.now.answer.parse((await desk.server.send('GET', places.now.path)).body);
  const received = amounts.reduce((sum, amount) => sum + amount, 0);
  const floats = FLOAT * (await desk.sessions()).length;
  expect(now).toMatchObject({ from_tenants: received, from_office: floats });
  expect(now.places.reduce((sum, { amount }) => sum + amount, 0)).toBe(received + floats);
  expect(now.places.find(({ place }) => place === 'nowhere')).toMatchObject({ amount: 0 });
}

class Desk {
  readonly server: RealServer;

  constructor(server: RealServer) {
    this.server = server;
  }

  async setUp(): Promise<void> {
    const send = async (method: string, url: string, body: object) =>
      expect((await this.server.send(method, url, body)).status).toBeLessThan(300);
    await send('POST', '/api/shops', { ...TERMS, shop_id: 'A-1' });
    await send('POST', '/api/tenants', { ...TENANT, shop_id: 'A-1' });
    await send('PUT', cash.setSettings.path, { sessions: true });
  }

  async openSession(key: string): Promise<number> {
    const { status, body } = await this.server.send('POST', cash.openSession.path, { opening_float: FLOAT }, key);
    expect(status).toBe(201);
    return cash.openSession.answer.parse(body).session.session_id;
  }

  /**
   * Records a cash payment. Returns true once the server has answered, even if it refused the payment because the
   * session was closed.
   */
  async take(one: Handed): Promise<boolean> {
    const body = { amountPaid: one.amount, paymentDate: dayOf(systemClock.now()), note: one.key };
    const { status, body: answer } = await this.server.send('POST', '/api/payments/by-shop/A-1', body, one.key);
    if (status === 409) expect(answer).toMatchObject({ code: 'cash_session_needed' });
    else one.paymentId = payments.byShop.answer.parse(answer).payment.payment_id;
    return true;
  }

  async close(id: number, key: string): Promise<boolean> {
    const body = { count: [{ value: 500, pieces: 1 }], reason: 'Killed' };
    const { status, body: answer } = await this.server.send('POST', `/api/cash/sessions/${id}/close`, body, key);
    expect(status, JSON.stringify(answer)).toBe(200);
    return true;
  }

  async sessions(): Promise<CashSession[]> {
    return cash.sessions.answer.parse((await this.server.send('GET', cash.sessions.path)).body);
  }

  async find(id: number): Promise<CashSession> {
    const found = (await this.sessions()).find(({ session_id }) => session_id === id);
    if (!found) throw new Error(`session ${id} is lost`);
    return found;
  }
}
