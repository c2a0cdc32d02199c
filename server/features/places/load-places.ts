import { cents, sumCents, toRupees } from '#billing/money.ts';
import {
  type DrawerSession,
  type Flow,
  foldPlaces,
  type GateShift,
  type HandedOver,
  type Place,
  type PlaceFacts,
} from '#billing/places.ts';
import type { Answer } from '#contract/call.ts';
import { type places, type ShownPlace, shownPlaces } from '#contract/places.ts';
import type { Reader } from '../../db/connect.ts';
import { sumPendingCheques, sumToConfirm } from '../cash/bank-payment-queries.ts';
import { listNamesByEmail } from '../cash/queries.ts';
import { sumHandovers } from '../gate/handover-queries.ts';
import { findCountingStart, sumShiftCash, sumTicketsByShiftState } from '../gate/income-queries.ts';
import { type LedgerMoney, listDrawerSessions, listLedgerMoney } from './queries.ts';

type ShownPlaces = Omit<Answer<typeof places.now>, 'by_own_word'>;

/** The places whose money a person has. */
const OF_PEOPLE: readonly ShownPlace[] = [
  'drawer',
  'kept',
  'to_bank',
  'gate_shift',
  'to_count',
  'gate_held',
  'gate_counted',
  'difference',
  'nowhere',
];

/** The facts that are held between two reads. */
export interface PlaceParts {
  money: readonly LedgerMoney[];
  drawers: PlaceFacts['sessions'];
  gate: Pick<PlaceFacts, 'shifts' | 'handovers' | 'ticketsToCount'>;
}

export async function loadPlaces(db: Reader, parts: PlaceParts): Promise<ShownPlaces> {
  const sums = foldPlaces(await loadFacts(db, parts));
  const held = (place: ShownPlace) => (OF_PEOPLE.includes(place) ? [...(sums.get(place)?.people ?? [])] : []);
  const emails = new Set(shownPlaces.flatMap(held).map(([email]) => email));
  const names = await listNamesByEmail(db, [...emails]);
  const amountOf = (place: Place) => sums.get(place)?.cents ?? cents(0);
  const given = (place: Place) => toRupees(cents(0 - amountOf(place)));
  return {
    from_tenants: given('tenant'),
    from_visitors: given('visitor'),
    from_office: given('office'),
    places: shownPlaces.map((place) => ({
      place,
      amount: toRupees(amountOf(place)),
      people: held(place).map(([email, amount]) => ({
        email,
        name: names.get(email) ?? email,
        amount: toRupees(amount),
      })),
    })),
  };
}

/** Loads the sum of each place, all read again. */
export async function loadPlaceSums(db: Reader): Promise<ReturnType<typeof foldPlaces>> {
  const parts = { drawers: await loadDrawers(db), gate: await loadGate(db), money: await listLedgerMoney(db) };
  return foldPlaces(await loadFacts(db, parts));
}

async function loadFacts(db: Reader, { money, drawers, gate }: PlaceParts): Promise<PlaceFacts> {
  const isOther = ({ kind }: LedgerMoney) => kind === 'other';
  const cash = Map.groupBy(
    money.filter((one) => !isOther(one)),
    ({ session }) => session,
  );
  const flowOf = (session: number | null) => addUp(cash.get(session) ?? []);
  const ids = [...cash.keys()].filter((id) => id !== null);
  return {
    sessions: drawers,
    cashOfSessions: new Map(ids.map((id) => [id, flowOf(id)])),
    cashWithoutSession: flowOf(null),
    otherMethods: addUp(money.filter(isOther)),
    pendingCheques: (await sumPendingCheques(db)).cents,
    toConfirm: sumCents((await sumToConfirm(db, undefined)).map((person) => person.cents)),
    ...gate,
  };
}

/** Loads the shifts of the gate, the hand-overs of their cash, and the tickets without a shift. */
export async function loadGate(db: Reader): Promise<PlaceParts['gate']> {
  const tickets = await sumTicketsByShiftState(db, await findCountingStart(db));
  return {
    shifts: [...(await loadShifts(db, tickets)), ...countedWithoutShift(tickets)],
    handovers: await loadHandovers(db),
    ticketsToCount: tickets
      .filter(({ state }) => state === 'to_count')
      .map((sum) => ({ owner: sum.email, cents: sum.cents })),
  };
}

function addUp(flows: readonly Flow[]): Flow {
  return {
    received: sumCents(flows.map(({ received }) => received)),
    refunded: sumCents(flows.map(({ refunded }) => refunded)),
  };
}

export async function loadDrawers(db: Reader): Promise<DrawerSession[]> {
  const rows = await listDrawerSessions(db);
  return rows.map(({ id, account_id, owner, expected_cents, counted_cents, kept_cents, ...row }) => ({
    id,
    drawer: account_id,
    owner,
    float: row.float_cents,
    floatExpected: row.float_expected_cents,
    fromHeld: row.from_held_cents,
    closed:
      counted_cents === null
        ? null
        : { expected: expected_cents ?? cents(0), counted: counted_cents, kept: kept_cents ?? cents(0) },
    isBanked: row.banked_on !== null,
    isKeptBanked: row.kept_banked_on !== null,
    fromGate: row.gate_cents,
  }));
}

type TicketSums = Awaited<ReturnType<typeof sumTicketsByShiftState>>;

/** The shifts of a person in one state are folded as one. */
async function loadShifts(db: Reader, tickets: TicketSums): Promise<GateShift[]> {
  const rows = await sumShiftCash(db);
  return rows.map(({ email, state, opening, fromHeld, counted }) => ({
    owner: email,
    opening,
    fromHeld,
    tickets: tickets.find((sum) => sum.email === email && sum.state === state)?.cents ?? cents(0),
    counted: state === 'open' ? null : counted,
    isHandedOver: state === 'to_hand_over',
  }));
}

const RECEIVED_INTO = { drawer: 'drawer', banked: 'bank', 'not banked': 'to_bank' } as const;

/** The hand-overs between two people are folded as one, those into the bank or a drawer apart. */
async function loadHandovers(db: Reader): Promise<HandedOver[]> {
  const rows = await sumHandovers(db);
  return rows.map(({ keeper_now, receiver_now, state, ...sums }) => ({
    keeper: keeper_now,
    receiver: receiver_now,
    ...sums,
    receivedInto: RECEIVED_INTO[state],
  }));
}

function countedWithoutShift(tickets: TicketSums): GateShift[] {
  const counted = tickets.filter(({ state }) => state === 'counted');
  return counted.map(({ email, cents: sum }) => ({
    owner: email,
    opening: cents(0),
    fromHeld: cents(0),
    tickets: sum,
    counted: sum,
    isHandedOver: false,
  }));
}
