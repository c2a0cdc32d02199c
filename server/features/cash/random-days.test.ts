/** @module-tag postgres */
import { expect, test } from 'vitest';
import type { Month } from '#billing/calendar.ts';
import { type CashSession, cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { electronic } from '#contract/electronic.ts';
import { payments } from '#contract/payments.ts';
import { places, type ShownPlace } from '#contract/places.ts';
import { rentRules } from '#contract/rent-rules.ts';
import { expectRefusal } from '../../testing/call.ts';
import { closeDrawer, openCashDesk } from '../../testing/cash-desk.ts';
import { closeMonthAt, readJournalDays } from '../../testing/closings.ts';
import { type Dice, diceOf, oneOf } from '../../testing/dice.ts';
import { expectJournal } from '../../testing/journal.ts';
import type { TestOffice } from '../../testing/office.ts';
import { RandomGate } from '../../testing/random-gate.ts';
import { scheduleContextOf } from '../../testing/schedule.ts';
import { runSchedule } from '../schedule/start-schedule.ts';

/** October is closed on the last of them. */
const DAYS = ['2026-10-30', '2026-10-31', '2026-11-02'];
const OCTOBER = '2026-10' as Month;
const PEOPLE = ['cashier', 'superadmin', 'admin'] as const;
const OFFICE = ['superadmin', 'admin'] as const;
type Person = (typeof PEOPLE)[number];

interface Taken {
  id: number;
  cents: number;
  method: 'Cash' | 'Card' | 'Cheque';
  /** Whether the bank has the money of a card payment or a cheque. */
  isInBank: boolean;
  shop: string;
  day: string;
  session: number | undefined;
  /** The day on a cheque, before which no bank pays it. */
  chequeDate: string | undefined;
}

interface Market {
  office: TestOffice;
  dice: Dice;
  gate: RandomGate;
  today: string;
  taken: Taken[];
  /** The sessions after the last step. */
  sessions: readonly CashSession[];
  /** The journal of October, once it is closed. */
  october: string | undefined;
}

/** What a step may do to the drawers: the session whose expected cash changes, and by how much. */
interface Effect {
  session?: number | undefined;
  cents: number;
}

const NO_EFFECT: Effect = { cents: 0 };
const centsIn = (rupees: number | null) => Math.round((rupees ?? 0) * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

const listSessions = (office: TestOffice) => office.ask(cash.sessions, { query: {}, role: 'manager' });

function openSessionOf({ sessions }: Market, person: Person): CashSession | undefined {
  return sessions.find(({ closed_at, person: { email } }) => closed_at === null && email === `${person}@example.com`);
}

async function openOrTake(market: Market, person: Person): Promise<Effect> {
  const { office, dice, gate, today, taken } = market;
  const open = openSessionOf(market, person);
  if (!open) {
    const { kept } = await office.ask(cash.day, { query: {}, role: person });
    const isOther = kept.length === 0 || dice(3) === 0;
    const opening_float = isOther ? dice(500_000) / 100 : (kept[0]?.amount ?? 0);
    const body = { opening_float, reason: isOther ? 'Another float' : '' };
    const { session } = await office.ask(cash.openSession, { body, role: person });
    const fromHeld = gate.takeForDrawer(person, centsIn(opening_float) - centsIn(kept[0]?.amount ?? 0));
    expect(centsIn(session.float_from_held)).toBe(fromHeld);
    return NO_EFFECT;
  }
  const cents = 100 + dice(900_000);
  const method = oneOf(dice, ['Cash', 'Cash', 'Card', 'Cheque'] as const);
  const shop = oneOf(dice, ['A-1', 'A-2']);
  const chequeDate = method === 'Cheque' ? oneOf(dice, DAYS) : undefined;
  const body = { amountPaid: cents / 100, paymentDate: today, paymentMethod: method, chequeDate };
  const { payment } = await office.ask(payments.byShop, { params: { shopId: shop }, body, role: person });
  const session = open.session_id;
  taken.push({ id: payment.payment_id, cents, method, isInBank: false, shop, day: today, session, chequeDate });
  return { session, cents: method === 'Cash' ? cents : 0 };
}

/** Returns the session to which a change of a payment belongs: its own while that is open, or that of the person. */
function sessionOf(market: Market, { session }: Taken, person: Person): number | undefined {
  const isOpen = market.sessions.some(({ session_id, closed_at }) => session_id === session && closed_at === null);
  return isOpen ? session : openSessionOf(market, person)?.session_id;
}

async function move(market: Market, one: Taken, person: Person): Promise<Effect> {
  const shop_id = one.shop === 'A-1' ? 'A-2' : 'A-1';
  const session = sessionOf(market, one, person);
  const given = { params: { id: String(one.id) }, body: { shop_id, reason: 'Wrong shop' }, role: person };
  const { payment } = await market.office.ask(payments.replace, given);
  Object.assign(one, { id: payment.payment_id, shop: shop_id, session });
  return NO_EFFECT;
}

async function changeMethod(market: Market, one: Taken, person: Person): Promise<Effect> {
  const session = sessionOf(market, one, person);
  const paymentMethod = one.method === 'Cash' ? 'Card' : 'Cash';
  const given = {
    params: { id: String(one.id) },
    body: { paymentMethod, reason: 'Wrong method' } as const,
    role: person,
  };
  const answer = await market.office.tell(payments.replace, given);
  if (session === undefined) {
    expectRefusal(answer, 'cash_session_needed');
    return NO_EFFECT;
  }
  const { payment } = payments.replace.answer.parse(answer.json());
  Object.assign(one, {
    id: payment.payment_id,
    method: paymentMethod,
    isInBank: false,
    session,
    chequeDate: undefined,
  });
  return { session, cents: paymentMethod === 'Cash' ? one.cents : -one.cents };
}

async function correct(market: Market, one: Taken, person: Person): Promise<Effect> {
  const { office, dice } = market;
  const session = sessionOf(market, one, person);
  const cents = one.cents + 1 + dice(5000);
  const body = {
    shop_id: one.shop,
    admin_put_amount: one.cents / 100,
    actual_amount: cents / 100,
    edit_reason: 'Counted again',
    payment_date: one.day,
    payment_id: one.id,
  };
  const answer = await office.tell(payments.correct, { body, role: person });
  if (session === undefined && one.method === 'Cash') {
    expectRefusal(answer, 'cash_session_needed');
    return NO_EFFECT;
  }
  expect(answer.statusCode).toBe(200);
  const effect = { session, cents: one.method === 'Cash' ? cents - one.cents : 0 };
  Object.assign(one, { cents, isInBank: false });
  return effect;
}

/** The bank has the money of a card payment or a cheque, or is found not to have it yet. */
async function toBank({ office, today }: Market, one: Taken): Promise<Effect> {
  const day = one.isInBank ? null : today;
  const payment_ids = [one.id];
  if (one.method === 'Cash' || (one.chequeDate ?? '') > today) return NO_EFFECT;
  if (one.method === 'Cheque') await office.ask(cash.clearCheques, { body: { payment_ids, cleared_on: day } });
  else await office.ask(electronic.confirm, { body: { payment_ids, confirmed_on: day } });
  one.isInBank = !one.isInBank;
  return NO_EFFECT;
}

async function voidOne(market: Market, one: Taken, person: Person): Promise<Effect> {
  const session = sessionOf(market, one, person);
  const given = { params: { id: String(one.id) }, body: { reason: 'Entered twice' }, role: person };
  const answer = await market.office.tell(payments.remove, given);
  if (session === undefined && one.method === 'Cash') {
    expectRefusal(answer, 'cash_session_needed');
    return NO_EFFECT;
  }
  expect(answer.statusCode).toBe(200);
  market.taken.splice(market.taken.indexOf(one), 1);
  return { session, cents: one.method === 'Cash' ? -one.cents : 0 };
}

async function closeOrBank(market: Market, person: Person): Promise<Effect> {
  const { office, dice, today, sessions } = market;
  const open = openSessionOf(market, person);
  const bank = (id: number, part: 'to_bank' | 'kept') =>
    office.ask(cash.bankSession, { params: { id: String(id) }, body: { banked_on: today, part } });
  const waiting = sessions.find(({ closed_at, banked_on }) => closed_at !== null && banked_on === null);
  if (waiting && dice(2) === 0) await bank(waiting.session_id, 'to_bank');
  else if (open) {
    const cents = Math.max(0, centsIn(open.expected_cash) + (dice(3) === 0 ? dice(2000) - 1000 : 0));
    const kept_cash = dice(2) === 0 ? 0 : dice(cents + 1) / 100;
    await closeDrawer(office, open.session_id, { cents, role: person, kept_cash, reason: 'As counted' });
  } else {
    const kept = sessions.find(({ is_kept }) => is_kept);
    if (kept) await bank(kept.session_id, 'kept');
  }
  return NO_EFFECT;
}

async function takeStep(market: Market): Promise<Effect> {
  const { dice, gate, taken } = market;
  const choice = dice(20);
  if (choice >= 10) return gate.step();
  const one = taken.length === 0 ? undefined : oneOf(dice, taken);
  if (choice < 4 || !one) return openOrTake(market, oneOf(dice, PEOPLE));
  if (choice === 4) return closeOrBank(market, oneOf(dice, PEOPLE));
  const change = oneOf(dice, [move, move, changeMethod, correct, toBank, toBank, voidOne]);
  return change(market, one, oneOf(dice, OFFICE));
}

/** What the office lent for drawers in which no cash was left. */
function lentTo(sessions: readonly CashSession[]): number {
  const brought = sessions.filter(({ expected_float }) => expected_float === null);
  return sum(brought.map(({ opening_float, float_from_held }) => centsIn(opening_float) - centsIn(float_from_held)));
}

/** Everything that was received in cash, with the floats, is in a drawer, left in one, to be banked, banked or missed. */
async function expectEveryRupee({ office, gate, sessions }: Market): Promise<void> {
  const { cash_desk } = await office.ask(dashboard.morning, { role: 'manager' });
  const places = [
    ...sessions.filter(({ closed_at }) => closed_at === null).map(({ expected_cash }) => centsIn(expected_cash)),
    ...(cash_desk?.kept ?? []).map(({ amount }) => centsIn(amount)),
    centsIn(cash_desk?.not_banked.amount ?? 0),
    ...sessions.filter(({ banked_on }) => banked_on !== null).map(({ cash_to_bank }) => centsIn(cash_to_bank)),
    ...sessions.filter(({ kept_banked_on }) => kept_banked_on !== null).map(({ kept_cash }) => centsIn(kept_cash)),
    ...sessions.map(({ difference, float_difference }) => -centsIn(difference) - centsIn(float_difference)),
  ];
  const days = await Promise.all(DAYS.map((date) => office.ask(cash.day, { query: { date, by: 'all' } })));
  const received = days.map(({ sums }) => centsIn(sums.cash));
  const gateCash = days.flatMap((one) => one.gate_cash.map(({ amount }) => centsIn(amount)));
  expect(sum(gateCash)).toBe(gate.intoDrawers());
  expect(sum(places)).toBe(
    sum([...received, ...gateCash, lentTo(sessions), ...sessions.map((one) => centsIn(one.float_from_held))]),
  );
}

/** The places together are what was received and lent, nothing is nowhere, and each place is as the steps left it. */
async function expectPlaces({ office, gate, taken, sessions }: Market): Promise<void> {
  const now = await office.ask(places.now, { role: 'manager' });
  const amounts = new Map(now.places.map(({ place, amount }) => [place, centsIn(amount)]));
  const lent = lentTo(sessions) + gate.lentCents();
  const received = sum(taken.map(({ cents }) => cents));
  expect(sum([...amounts.values()])).toBe(received + gate.ticketCents() + lent);
  const given = { tenants: now.from_tenants, visitors: now.from_visitors, office: now.from_office };
  const wanted = { tenants: received / 100, visitors: gate.ticketCents() / 100, office: lent / 100 };
  expect(given).toEqual(wanted);
  const notInBank = (method: Taken['method']) =>
    sum(taken.filter((one) => one.method === method && !one.isInBank).map(({ cents }) => cents));
  const missing = sessions.map(({ difference, float_difference }) => -centsIn(difference) - centsIn(float_difference));
  const waiting = sessions.filter(({ banked_on }) => banked_on === null);
  const atGate = gate.places();
  const expected: Partial<Record<ShownPlace, number>> = {
    ...atGate,
    difference: atGate.difference + sum(missing),
    to_bank: gate.handedOver(false) + sum(waiting.map(({ cash_to_bank }) => centsIn(cash_to_bank))),
    cheques: notInBank('Cheque'),
    to_confirm: notInBank('Card'),
    without_session: 0,
    refund: 0,
    nowhere: 0,
  };
  for (const [place, amount] of Object.entries(expected))
    expect([place, amounts.get(place as ShownPlace)]).toEqual([place, amount]);
  const held = now.places.find(({ place }) => place === 'gate_held')?.people ?? [];
  const heldByPerson = Object.fromEntries(held.map(({ email, amount }) => [email, centsIn(amount)]));
  expect(heldByPerson).toEqual(gate.heldByPerson());
}

function expectOnlyEffect(before: readonly CashSession[], after: readonly CashSession[], effect: Effect): void {
  const earlier = new Map(before.map((session) => [session.session_id, session]));
  for (const { session_id, closed_at, expected_cash } of after) {
    const was = earlier.get(session_id);
    if (!was || closed_at !== null) continue;
    const change = centsIn(expected_cash) - centsIn(was.expected_cash);
    expect(change).toBe(session_id === effect.session ? effect.cents : 0);
  }
}

const journalOfOctober = (office: TestOffice) => readJournalDays(office, '2026-01-01', '2026-10-31');

async function beginDay(market: Market, day: string): Promise<void> {
  const { office } = market;
  await runSchedule(scheduleContextOf(office));
  market.today = day;
  if (!day.startsWith('2026-11')) return;
  await closeMonthAt(office, OCTOBER);
  market.october = await journalOfOctober(office);
}

async function playDays(seed: number, steps: number): Promise<void> {
  const office = await openCashDesk();
  await office.let('A-2');
  const rules = { rent_due_day: 15, fine_rate: 30, cheques_on_their_day: seed % 2 === 1 };
  await office.ask(rentRules.set, { body: rules });
  const dice = diceOf(seed);
  const gate = new RandomGate(office, dice);
  const market: Market = { office, dice, gate, today: DAYS[0] ?? '', taken: [], sessions: [], october: undefined };
  office.goTo(market.today, '09:30:00.000');
  await gate.start();
  for (let at = 0; at < steps; at += 1) {
    const day = DAYS[Math.floor((at * DAYS.length) / steps)] ?? '';
    office.goTo(day, `1${Math.floor(at / 60) % 10}:${String(at % 60).padStart(2, '0')}:00.000`);
    if (market.today !== day) await beginDay(market, day);
    const before = market.sessions;
    const effect = await takeStep(market);
    market.sessions = await listSessions(office);
    expectOnlyEffect(before, market.sessions, effect);
    await expectEveryRupee(market);
    await expectPlaces(market);
    await expectJournal(office);
    if (market.october !== undefined) expect(await journalOfOctober(office)).toBe(market.october);
  }
  await office.expectCleanBooks();
}

const TITLE = 'over random days of three drawers, an office and a gate, every rupee is in one place (seed %i)';

test.each([1, 2])(TITLE, { tags: ['slow'] }, (seed) => playDays(seed, 60));
test.each(Array.from({ length: 100 }, (_, at) => at + 100))(TITLE, { tags: ['nightly'] }, (seed) =>
  playDays(seed, 100),
);
