import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from './money.ts';
import { type DrawerSession, type Flow, foldPlaces, type Place, type PlaceFacts } from './places.ts';

const NOTHING: PlaceFacts = {
  sessions: [],
  cashOfSessions: new Map(),
  cashWithoutSession: flow(0),
  otherMethods: flow(0),
  pendingCheques: cents(0),
  toConfirm: cents(0),
  shifts: [],
  handovers: [],
  ticketsToCount: [],
};

function flow(received: number, refunded = 0): Flow {
  return { received: cents(received), refunded: cents(refunded) };
}

function session(id: number, more: Partial<DrawerSession> = {}): DrawerSession {
  const base = { id, drawer: 1, owner: 'kamala', float: cents(0), floatExpected: null, closed: null };
  return { ...base, fromHeld: cents(0), isBanked: false, isKeptBanked: false, fromGate: cents(0), ...more };
}

function closedWith(expected: number, counted: number, kept: number): DrawerSession['closed'] {
  return { expected: cents(expected), counted: cents(counted), kept: cents(kept) };
}

/** Returns the sums that are not 0. */
function sumsOf(facts: Partial<PlaceFacts>): Partial<Record<Place, number>> {
  const sums = [...foldPlaces({ ...NOTHING, ...facts })].filter(([, sum]) => sum.cents !== 0);
  return Object.fromEntries(sums.map(([place, sum]) => [place, sum.cents]));
}

test('cash of an open session is in its drawer with the float, less what was paid back', () => {
  const facts = { sessions: [session(1, { float: cents(500) })], cashOfSessions: new Map([[1, flow(3000, 200)]]) };
  expect(sumsOf(facts)).toEqual({ office: -500, tenant: -3000, refund: 200, drawer: 3300 });
});

test('a closed drawer is on the way to the bank, left in the drawer, or missing; then it is banked', () => {
  const closed = closedWith(3000, 2900, 400);
  const cashOfSessions = new Map([[1, flow(3000)]]);
  const places = { tenant: -3000, difference: 100 };
  expect(sumsOf({ sessions: [session(1, { closed })], cashOfSessions })).toEqual({
    ...places,
    to_bank: 2500,
    kept: 400,
  });
  const banked = session(1, { closed, isBanked: true });
  expect(sumsOf({ sessions: [banked], cashOfSessions })).toEqual({ ...places, bank: 2500, kept: 400 });
  const all = session(1, { closed, isBanked: true, isKeptBanked: true });
  expect(sumsOf({ sessions: [all], cashOfSessions })).toEqual({ ...places, bank: 2900 });
});

test('what was left is the next float of the same drawer, and another float is a difference', () => {
  const first = session(1, { closed: closedWith(3000, 3000, 3000) });
  const cashOfSessions = new Map([[1, flow(3000)]]);
  const next = (float: number) => session(3, { float: cents(float), floatExpected: cents(3000) });
  const other = session(2, { drawer: 2, owner: 'nimal', float: cents(700) });
  expect(sumsOf({ sessions: [first, other, next(3000)], cashOfSessions })).toEqual({
    tenant: -3000,
    office: -700,
    drawer: 3700,
  });
  const short = { tenant: -3000, drawer: 2000, difference: 1000 };
  expect(sumsOf({ sessions: [first, next(2000)], cashOfSessions })).toEqual(short);
});

test('cash that was left in a drawer and is not the next float is nowhere, and belongs to its person', () => {
  const sessions = [session(1, { closed: closedWith(3000, 3000, 3000) }), session(2)];
  const facts = { ...NOTHING, sessions, cashOfSessions: new Map([[1, flow(3000)]]) };
  expect(sumsOf(facts)).toEqual({ tenant: -3000, nowhere: 3000 });
  expect([...(foldPlaces(facts).get('nowhere')?.people ?? [])]).toEqual([['kamala', 3000]]);
});

test('cash that came into a session after its closing, or into none that exists, is nowhere', () => {
  const sessions = [session(1, { closed: closedWith(3000, 3000, 0) })];
  const late = { sessions, cashOfSessions: new Map([[1, flow(3500)]]) };
  expect(sumsOf(late)).toEqual({ tenant: -3500, to_bank: 3000, nowhere: 500 });
  expect(sumsOf({ cashOfSessions: new Map([[9, flow(800)]]) })).toEqual({ tenant: -800, nowhere: 800 });
});

test('other methods are in the bank, except what it does not have yet', () => {
  const facts = { otherMethods: flow(9000, 1000), pendingCheques: cents(2000), toConfirm: cents(3000) };
  expect(sumsOf(facts)).toEqual({ tenant: -9000, refund: 1000, cheques: 2000, to_confirm: 3000, bank: 3000 });
});

test('tickets are in an open shift, counted by an earlier release without opening cash, missing, or to be counted', () => {
  const shift = { owner: 'sunil', opening: cents(500), fromHeld: cents(0), tickets: cents(2000), isHandedOver: false };
  expect(sumsOf({ shifts: [{ ...shift, counted: null }] })).toEqual({ office: -500, visitor: -2000, gate_shift: 2500 });
  const closed = { visitor: -2000, gate_counted: 1990, difference: 10 };
  expect(sumsOf({ shifts: [{ ...shift, counted: cents(2490) }] })).toEqual(closed);
  const loose = { ticketsToCount: [{ owner: 'sunil', cents: cents(120) }] };
  expect(sumsOf(loose)).toEqual({ visitor: -120, to_count: 120 });
});

test('counted cash of a shift and its opening cash are with the keeper, until another person has them', () => {
  const first = { owner: 'sunil', opening: cents(500), fromHeld: cents(0), tickets: cents(2000), isHandedOver: true };
  const closed = { ...first, counted: cents(2490) };
  const base = { office: -500, visitor: -2000, difference: 10 };
  expect(sumsOf({ shifts: [closed] })).toEqual({ ...base, gate_held: 2490 });
  const next = { ...first, opening: cents(700), fromHeld: cents(600), tickets: cents(0), counted: null };
  expect(sumsOf({ shifts: [closed, next] })).toEqual({ ...base, office: -600, gate_held: 1890, gate_shift: 700 });
  const handover = {
    keeper: 'sunil',
    receiver: 'kamala',
    expected: cents(2490),
    given: cents(0),
    received: cents(1900),
    left: cents(500),
    receivedInto: 'to_bank' as const,
  };
  const handed = { ...base, difference: 100, gate_held: 500 };
  expect(sumsOf({ shifts: [closed], handovers: [handover] })).toEqual({ ...handed, to_bank: 1900 });
  const { people } = foldPlaces({ ...NOTHING, shifts: [closed], handovers: [handover] }).get('to_bank') ?? {};
  expect([...(people ?? [])]).toEqual([['kamala', 1900]]);
  const banked = { ...handover, receivedInto: 'bank' as const };
  expect(sumsOf({ shifts: [closed], handovers: [banked] })).toEqual({ ...handed, bank: 1900 });
  const handovers = [{ ...handover, receivedInto: 'drawer' as const }];
  const open = session(1, { owner: 'kamala', fromGate: cents(1900) });
  expect(sumsOf({ shifts: [closed], handovers, sessions: [open] })).toEqual({ ...handed, drawer: 1900 });
  const counted = { ...open, closed: closedWith(1900, 1890, 90) };
  expect(sumsOf({ shifts: [closed], handovers, sessions: [counted] })).toEqual({
    ...handed,
    difference: 110,
    to_bank: 1800,
    kept: 90,
  });
});

test('a float is with its holder until it is opening cash, in a drawer, or handed over', () => {
  const base = { keeper: 'sunil', receiver: 'kamala', receivedInto: 'to_bank' as const };
  const given = { ...base, expected: cents(100), given: cents(500), received: cents(0), left: cents(600) };
  expect(sumsOf({ handovers: [given] })).toEqual({ office: -500, gate_held: 500 });
  const shift = { owner: 'sunil', opening: cents(300), fromHeld: cents(300), tickets: cents(0), counted: null };
  const atGate = { handovers: [given], shifts: [{ ...shift, isHandedOver: true }] };
  expect(sumsOf(atGate)).toEqual({ office: -500, gate_held: 200, gate_shift: 300 });
  const drawer = { owner: 'sunil', float: cents(450), floatExpected: cents(250), fromHeld: cents(200) };
  const first = session(1, { owner: 'sunil', float: cents(250), closed: closedWith(250, 250, 250) });
  expect(sumsOf({ ...atGate, sessions: [first, session(2, drawer)] })).toEqual({
    office: -750,
    gate_shift: 300,
    drawer: 450,
  });
  const back = { ...base, expected: cents(200), given: cents(0), received: cents(150), left: cents(0) };
  expect(sumsOf({ ...atGate, handovers: [given, back] })).toEqual({
    office: -500,
    gate_shift: 300,
    to_bank: 150,
    difference: 50,
  });
});

const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((rupees) => cents(rupees));
const anyFlow = fc.record({ received: amount, refunded: amount });
const anySession = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  drawer: fc.integer({ min: 1, max: 2 }),
  owner: fc.constantFrom('kamala', 'nimal'),
  float: amount,
  floatExpected: fc.option(amount),
  fromHeld: amount,
  closed: fc.option(fc.record({ expected: amount, counted: amount, kept: amount })),
  isBanked: fc.boolean(),
  isKeptBanked: fc.boolean(),
  fromGate: amount,
});
const anyShift = fc.record({
  owner: fc.constant('sunil'),
  opening: amount,
  fromHeld: amount,
  tickets: amount,
  counted: fc.option(amount),
  isHandedOver: fc.boolean(),
});
const anyHandover = fc.record({
  keeper: fc.constant('sunil'),
  receiver: fc.constantFrom('sunil', 'kamala'),
  expected: amount,
  given: amount,
  received: amount,
  left: amount,
  receivedInto: fc.constantFrom('drawer' as const, 'bank' as const, 'to_bank' as const),
});
const anyFacts = fc.record({
  sessions: fc.array(anySession, { maxLength: 8 }),
  cashOfSessions: fc
    .array(fc.tuple(fc.integer({ min: 1, max: 12 }), anyFlow), { maxLength: 9 })
    .map((flows) => new Map(flows)),
  cashWithoutSession: anyFlow,
  otherMethods: anyFlow,
  pendingCheques: amount,
  toConfirm: amount,
  shifts: fc.array(anyShift, { maxLength: 4 }),
  handovers: fc.array(anyHandover, { maxLength: 4 }),
  ticketsToCount: fc.array(fc.record({ owner: fc.constant('sunil'), cents: amount }), { maxLength: 2 }),
});

test('whatever the facts are, all sums together are 0, and so are the parts of all people', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const sums = [...foldPlaces(facts).values()];
      expect(sums.reduce((total, sum) => total + sum.cents, 0)).toBe(0);
      const parts = sums.flatMap(({ people }) => [...people.values()]);
      expect(parts.reduce((total: number, part) => total + part, 0)).toBe(0);
    }),
    { numRuns: 200 },
  );
});
