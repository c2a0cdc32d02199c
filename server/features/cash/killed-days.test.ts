/** @module-tag postgres */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { accounts } from '#contract/accounts.ts';
import type { Answer, Call } from '#contract/call.ts';
import { type CashSession, cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { electronic } from '#contract/electronic.ts';
import { gate } from '#contract/gate.ts';
import { gateCash } from '#contract/gate-cash.ts';
import { ledger } from '#contract/ledger.ts';
import { type ListedPayment, payments } from '#contract/payments.ts';
import { places, type ShownPlace } from '#contract/places.ts';
import { session } from '#contract/session.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import { paymentMethods } from '#contract/words.ts';
import { systemClock } from '../../clock.ts';
import { type Parts, requestOf } from '../../testing/call.ts';
import { type Dice, diceOf, oneOf } from '../../testing/dice.ts';
import { VAN } from '../../testing/gate.ts';
import { TERMS } from '../../testing/office.ts';
import { clientOf, emptyMarket, RealServer } from '../../testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '../../testing/server-copy.ts';

const TENANT = { name: 'Nimal Perera', contact: '000 000 0000', address: 'Dambulla', email: 'nimal@example.com' };
const SHOPS = ['A-1', 'A-2'];
const MANAGER = { email: 'kamala@market.example', password: 'paddy-cloud-17-bridge' };
/** The requests that are made for a round. The server is killed before all of them are answered. */
const REQUESTS = 200;
const LEAST_ANSWERED = 40;
const REASON = 'As counted';
/** What a request may be answered: what it wants may have been done, or made impossible, by another one. */
const EXPECTED = [200, 201, 400, 403, 404, 409];

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

interface Asked {
  entry: Call;
  parts: Parts;
  /** True if the manager asks, otherwise the superadmin does. */
  isByManager?: boolean;
}

/** What the server shows between two kills. Requests of the next round are about these payments, sessions and tickets. */
interface Seen {
  listed: readonly ListedPayment[];
  sessions: readonly CashSession[];
  kept: number;
  shifts: readonly string[];
  handovers: readonly number[];
  tickets: readonly number[];
}

const centsIn = (rupees: number) => Math.round(rupees * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
const today = () => dayOf(systemClock.now());

/** A market whose server is killed and opened again. It knows the acknowledged payments by their notes. */
class KilledMarket {
  readonly acknowledged = new Map<string, number>();
  #server: RealServer;
  readonly #environment: Record<string, string>;
  #managerToken = '';
  /** The number of hand-overs of gate cash. */
  handovers = 0;

  private constructor(server: RealServer, environment: Record<string, string>) {
    this.#server = server;
    this.#environment = environment;
  }

  static async open(): Promise<KilledMarket> {
    const environment = await emptyMarket();
    const market = new KilledMarket(await RealServer.open(tree, environment), environment);
    for (const shop_id of SHOPS) {
      await market.ask(shops.add, { body: { ...TERMS, shop_id } });
      await market.ask(tenants.add, { body: { ...TENANT, shop_id } });
    }
    await market.ask(cash.setSettings, { body: { sessions: true } });
    await market.#addManager();
    return market;
  }

  /** The second person of the gate, who receives the cash of the first from the start. */
  async #addManager(): Promise<void> {
    await this.ask(accounts.register, { body: { ...MANAGER, username: 'Kamala', role: 'manager' } });
    const { token } = session.login.answer.parse(await this.ask(session.login, { body: MANAGER }));
    this.#managerToken = token;
    await this.ask(gate.openShift, { body: { id: shiftId(0), opening_cash: 5000 } });
    await this.ask(gate.closeShift, { params: { id: shiftId(0) }, body: { counted_cash: 5000 } });
  }

  async ask<Result = unknown>(entry: Call, parts: Parts = {}): Promise<Result> {
    const { method = 'GET', url, payload } = requestOf(entry, parts);
    const { status, body } = await this.#server.send(method, url, payload as object | undefined);
    expect(status, `${url}: ${JSON.stringify(body)}`).toBeLessThan(300);
    return entry.answer.parse(body) as Result;
  }

  async see(): Promise<Seen> {
    const { payments: listed } = payments.list.answer.parse(await this.ask(payments.list));
    const { kept } = cash.day.answer.parse(await this.ask(cash.day));
    const shifts = gate.shifts.answer.parse(await this.ask(gate.shifts));
    const { handovers } = gateCash.now.answer.parse(await this.ask(gateCash.now));
    const { tickets } = sanitationTickets.byDate.answer.parse(await this.ask(sanitationTickets.byDate));
    return {
      listed,
      kept: kept[0]?.amount ?? 0,
      sessions: cash.sessions.answer.parse(await this.ask(cash.sessions)),
      shifts: shifts.map(({ id }) => id),
      handovers: handovers.map(({ id }) => id),
      tickets: tickets.map(({ id }) => id),
    };
  }

  /** Sends the requests, kills the server after `count` answers, opens it again, and returns the number of answers. */
  async killAfter(count: number, asked: readonly Asked[], round: string): Promise<number> {
    const manager = clientOf(this.#server.url, this.#managerToken);
    const requests = asked.map(({ entry, parts, isByManager = false }, at) => async () => {
      const client = isByManager ? manager : this.#server;
      const key = `${round}-${at}`;
      const noted = entry === payments.byShop ? { ...(parts.body as object), note: key } : parts.body;
      const { method = 'GET', url, payload } = requestOf(entry, { ...parts, body: noted });
      const { status, body } = await client.send(method, url, payload as object, key);
      expect(EXPECTED, `${key} ${url}: ${JSON.stringify(body)}`).toContain(status);
      if (entry === payments.byShop && status < 300)
        this.acknowledged.set(key, payments.byShop.answer.parse(body).payment.payment_id);
      return true;
    });
    const cutOff = await this.#server.killAfter(count, requests);
    expect(cutOff, round).toBeGreaterThan(0);
    this.#server = await RealServer.open(tree, this.#environment, this.#server.token);
    return asked.length - cutOff;
  }

  /** Every amount that tenants, visitors and the office gave is in one place, and every acknowledged payment is there. */
  async expectEveryRupee(round: string): Promise<void> {
    const now = places.now.answer.parse(await this.ask(places.now));
    const { payments: all } = payments.list.answer.parse(await this.ask(payments.list, { query: { voided: 'true' } }));
    const { totalIncome } = sanitationTickets.byDate.answer.parse(await this.ask(sanitationTickets.byDate));
    const vehicles = vehicleTickets.byDate.answer.parse(await this.ask(vehicleTickets.byDate));
    const standing = all.filter(({ voided_at }) => !voided_at).map(({ amount_paid }) => centsIn(amount_paid));
    const held = sum(now.places.map(({ amount }) => centsIn(amount)));
    expect(centsIn(now.from_tenants), round).toBe(sum(standing));
    expect(centsIn(now.from_visitors), round).toBe(centsIn(totalIncome) + centsIn(vehicles.totalIncome));
    expect(held, round).toBe(centsIn(now.from_tenants) + centsIn(now.from_visitors) + centsIn(now.from_office));
    expect(
      now.places.find(({ place }) => place === 'nowhere'),
      round,
    ).toMatchObject({ amount: 0 });
    const recorded = Map.groupBy(all, ({ note }) => note);
    for (const [note, id] of this.acknowledged)
      expect(
        (recorded.get(note) ?? []).map(({ payment_id }) => payment_id),
        note,
      ).toContain(id);
    await this.#expectPlaces(now, round);
  }

  /** The places of cash are the sums that the dashboard has from other queries, and no one received their own cash. */
  async #expectPlaces(now: Answer<typeof places.now>, round: string): Promise<void> {
    const { held, handovers } = gateCash.now.answer.parse(await this.ask(gateCash.now));
    const { cash_desk, gate_cash } = dashboard.morning.answer.parse(await this.ask(dashboard.morning));
    const find = (place: ShownPlace) => now.places.find((one) => one.place === place);
    const byPerson = (people: readonly { email: string; amount: number }[]) =>
      Object.fromEntries(people.map(({ email, amount }) => [email, centsIn(amount)]));
    expect(byPerson(find('gate_held')?.people ?? []), round).toEqual(byPerson(held));
    const received = gate_cash.not_banked.map(({ amount }) => centsIn(amount));
    const toBank = centsIn(cash_desk?.not_banked.amount ?? 0) + sum(received);
    expect(centsIn(find('to_bank')?.amount ?? 0), round).toBe(toBank);
    expect(centsIn(find('drawer')?.amount ?? 0), round).toBe(centsIn(cash_desk?.open_sessions.amount ?? 0));
    for (const { id, keeper, receiver } of handovers) expect(keeper.email, `${round}: ${id}`).not.toBe(receiver.email);
    this.handovers = Math.max(this.handovers, ...handovers.map(({ id }) => id));
  }
}

const pay = (dice: Dice): Asked => ({
  entry: payments.byShop,
  parts: {
    params: { shopId: oneOf(dice, SHOPS) },
    body: {
      amountPaid: (1 + dice(900_000)) / 100,
      paymentDate: today(),
      paymentMethod: oneOf(dice, ['Cash', 'Cash', ...paymentMethods]),
    },
  },
});

function changePayment(dice: Dice, { listed }: Seen): Asked {
  const own = listed.filter(({ corrects_payment_id }) => corrects_payment_id === null).slice(0, 30);
  if (own.length === 0) return pay(dice);
  const one = oneOf(dice, own);
  const params = { id: String(one.payment_id) };
  const isElectronic = one.payment_method !== 'Cash' && one.payment_method !== 'Cheque';
  switch (dice(5)) {
    case 0:
      return { entry: payments.remove, parts: { params, body: { reason: REASON } } };
    case 1:
      return { entry: payments.replace, parts: { params, body: { shop_id: oneOf(dice, SHOPS), reason: REASON } } };
    case 2: {
      const paymentMethod = oneOf(dice, paymentMethods);
      return { entry: payments.replace, parts: { params, body: { paymentMethod, reason: REASON } } };
    }
    case 3:
      return { entry: payments.correct, parts: { body: correctionOf(dice, one) } };
    default: {
      const payment_ids = [one.payment_id];
      const day = dice(3) === 0 ? null : today();
      if (isElectronic) return { entry: electronic.confirm, parts: { body: { payment_ids, confirmed_on: day } } };
      return { entry: cash.clearCheques, parts: { body: { payment_ids, cleared_on: day } } };
    }
  }
}

function correctionOf(dice: Dice, { shop_id, corrected_amount, payment_id }: ListedPayment) {
  return {
    shop_id,
    payment_date: today(),
    admin_put_amount: corrected_amount,
    actual_amount: (centsIn(corrected_amount) + 1 + dice(5000)) / 100,
    edit_reason: REASON,
    payment_id,
  };
}

function changeDrawer(dice: Dice, { sessions, kept }: Seen): Asked {
  const open = sessions.find(({ closed_at }) => closed_at === null);
  const params = { id: String(open?.session_id ?? sessions[0]?.session_id ?? 0) };
  if (!open || dice(3) === 0) {
    const opening_float = dice(3) === 0 ? dice(500_000) / 100 : kept;
    return { entry: cash.openSession, parts: { body: { opening_float, reason: REASON } } };
  }
  if (dice(3) === 0) {
    const closed = oneOf(dice, sessions);
    const body = { banked_on: today(), part: oneOf(dice, ['to_bank', 'kept']) };
    return { entry: cash.bankSession, parts: { params: { id: String(closed.session_id) }, body } };
  }
  const count = [
    { value: 1000, pieces: dice(40) },
    { value: 0.01, pieces: dice(90_000) },
  ];
  return { entry: cash.closeSession, parts: { params, body: { count, kept_cash: dice(500), reason: REASON } } };
}

function handOver(dice: Dice, { handovers }: Seen): Asked {
  const isByManager = dice(2) === 0;
  const params = { id: String(oneOf(dice, [1, ...handovers.slice(0, 5)])) };
  switch (dice(7)) {
    case 6: {
      const body = { account_id: 1 + dice(2), given_cash: (1 + dice(300_000)) / 100 };
      return { entry: gateCash.give, parts: { body } };
    }
    case 0:
      return { entry: gateCash.bank, parts: { params, body: { banked_on: today() } } };
    case 1:
    case 2:
      return { entry: gateCash.undo, parts: { params, body: { reason: REASON } }, isByManager };
    default: {
      const amounts = { received_cash: dice(900_000) / 100, left_cash: dice(2) === 0 ? 0 : dice(90_000) / 100 };
      const body = { account_id: 1 + dice(2), ...amounts, reason: REASON };
      return { entry: gateCash.receive, parts: { body }, isByManager };
    }
  }
}

function workAtGate(dice: Dice, seen: Seen): Asked {
  const isByManager = dice(2) === 0;
  return dice(4) === 0 ? handOver(dice, seen) : { ...keepGate(dice, seen), isByManager };
}

function keepGate(dice: Dice, { shifts, tickets }: Seen): Asked {
  const known = shifts.slice(0, 3);
  const shift_id = oneOf(dice, [shiftId(1 + dice(5000)), ...known, ...known]);
  switch (dice(8)) {
    case 0:
      return { entry: gate.openShift, parts: { body: { id: shift_id, opening_cash: dice(50_000) / 100 } } };
    case 1: {
      const body = { counted_cash: dice(900_000) / 100, reason: REASON };
      return { entry: gate.closeShift, parts: { params: { id: shift_id }, body } };
    }
    case 2: {
      const id = String(oneOf(dice, [1, ...tickets.slice(0, 20)]));
      return { entry: sanitationTickets.remove, parts: { params: { id }, body: { reason: REASON } } };
    }
    case 3:
    case 4: {
      const body = { ...VAN, ticketPrice: (1 + dice(90_000)) / 100, ...(dice(2) === 0 && { shift_id }) };
      return { entry: vehicleTickets.issue, parts: { body } };
    }
    default: {
      const body = { price: oneOf(dice, [20, 100]), ...(dice(2) === 0 && { shift_id }) };
      return { entry: sanitationTickets.issue, parts: { body } };
    }
  }
}

const shiftId = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

function askSomething(dice: Dice, seen: Seen): Asked {
  const choice = dice(10);
  if (choice < 4) return pay(dice);
  if (choice < 7) return changePayment(dice, seen);
  return choice === 7 ? changeDrawer(dice, seen) : workAtGate(dice, seen);
}

async function play(seed: number, steps: number): Promise<void> {
  const dice = diceOf(seed);
  const market = await KilledMarket.open();
  let answered = 0;
  for (let at = 0; answered < steps; at += 1) {
    const seen = await market.see();
    const asked = Array.from({ length: REQUESTS }, () => askSomething(dice, seen));
    const round = `seed-${seed}-kill-${at}`;
    answered += await market.killAfter(LEAST_ANSWERED + dice(REQUESTS - 2 * LEAST_ANSWERED), asked, round);
    await market.expectEveryRupee(round);
  }
  const verdict = ledger.verify.answer.parse(await market.ask(ledger.verify));
  expect(verdict).toMatchObject({ is_clean: true, differences: [] });
  // Unless much was accepted, sums that agree would prove nothing.
  expect(market.acknowledged.size).toBeGreaterThan(steps / 20);
  expect(market.handovers).toBeGreaterThan(0);
}

const TITLE = 'over random days at desk and gate with a server that is killed, every rupee is in one place';
test(`${TITLE} (seed 1)`, { tags: ['slow'] }, () => play(1, 150));
test(`${TITLE} (seed 2, 10,000 requests)`, { tags: ['nightly'] }, () => play(2, 10_000));
