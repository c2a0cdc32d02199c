import { type Cents, cents } from './money.ts';

/**
 * Where money is. Tenants, visitors (who buy tickets) and the office (which lends floats) give it; refunds end there.
 * The others are places inside the market. `difference` is missing cash, below 0 a surplus. `nowhere` is what the records
 * do not explain, and is 0 unless something is wrong.
 */
export type Place =
  | 'tenant'
  | 'visitor'
  | 'office'
  | 'refund'
  | 'without_session'
  | 'drawer'
  | 'kept'
  | 'to_bank'
  | 'cheques'
  | 'to_confirm'
  | 'bank'
  | 'gate_shift'
  | 'to_count'
  | 'gate_held'
  | 'gate_counted'
  | 'difference'
  | 'nowhere';

/** A cash session of a person. The sessions of a drawer are in the order of opening. */
export interface DrawerSession {
  id: number;
  /** Sessions of one drawer follow each other: what one leaves is the float of the next. */
  drawer: number;
  owner: string;
  float: Cents;
  /** What was expected in the drawer at the opening; null if nothing was left there. */
  floatExpected: Cents | null;
  /** The part of the float that the owner held outside the drawer. */
  fromHeld: Cents;
  /** The stored figures of a closed session; null while it is open. */
  closed: { expected: Cents; counted: Cents; kept: Cents } | null;
  isBanked: boolean;
  isKeptBanked: boolean;
  /** The gate cash that was received into the drawer. */
  fromGate: Cents;
}

/** Money that was received and paid back. A session that voids an entry of another one may have amounts below 0. */
export interface Flow {
  received: Cents;
  refunded: Cents;
}

export interface GateShift {
  owner: string;
  opening: Cents;
  /** The part of the opening cash that the owner held from earlier shifts; the office lent the rest. */
  fromHeld: Cents;
  /** The tickets of the shift that are not void. */
  tickets: Cents;
  /** The counted cash; null while the shift is open. */
  counted: Cents | null;
  /** False for a shift that an earlier release closed: the way of its cash is not followed. */
  isHandedOver: boolean;
}

/** Cash that another person received from its keeper, or a float that the office handed out to the keeper. */
export interface HandedOver {
  keeper: string;
  receiver: string;
  /** What the keeper held before. */
  expected: Cents;
  /** The float that the office handed out. */
  given: Cents;
  received: Cents;
  /** What stays with the keeper. */
  left: Cents;
  /** Where the received cash is: in the drawer of a session of the receiver, in the bank, or on the way there. */
  receivedInto: 'drawer' | 'bank' | 'to_bank';
}

export interface PlaceFacts {
  sessions: readonly DrawerSession[];
  /** The cash of the entries of each session, with the voids that belong to it. */
  cashOfSessions: ReadonlyMap<number, Flow>;
  cashWithoutSession: Flow;
  /** The payments by other methods that are not void. */
  otherMethods: Flow;
  /** The parts of `otherMethods` that the bank does not have yet. */
  pendingCheques: Cents;
  toConfirm: Cents;
  shifts: readonly GateShift[];
  handovers: readonly HandedOver[];
  /** Tickets that are in no shift, by the person who issued them. */
  ticketsToCount: readonly { owner: string; cents: Cents }[];
}

interface PlaceSum {
  cents: Cents;
  /** The parts of this sum that a person holds. */
  people: ReadonlyMap<string, Cents>;
}

type PlaceSums = ReadonlyMap<Place, PlaceSum>;

interface Transfer {
  from: Place;
  to: Place;
  amount: number;
  owner?: string;
  /** Who holds the amount afterwards, if it is not the owner. */
  receiver?: string;
}

/** Sums of places. Every amount leaves one place and enters another, so that all sums together are always 0. */
class Places {
  readonly #sums = new Map<Place, { total: number; people: Map<string, number> }>();

  move({ from, to, amount, owner, receiver = owner }: Transfer): void {
    this.#add(from, -amount, owner);
    this.#add(to, amount, receiver);
  }

  #add(place: Place, amount: number, owner: string | undefined): void {
    const sum = this.#sums.get(place) ?? { total: 0, people: new Map<string, number>() };
    sum.total += amount;
    if (owner !== undefined) sum.people.set(owner, (sum.people.get(owner) ?? 0) + amount);
    this.#sums.set(place, sum);
  }

  sums(): PlaceSums {
    return new Map(
      [...this.#sums].map(([place, { total, people }]) => {
        const held = [...people].filter(([, amount]) => amount !== 0);
        return [place, { cents: cents(total), people: new Map(held.map(([owner, amount]) => [owner, cents(amount)])) }];
      }),
    );
  }
}

const NO_FLOW: Flow = { received: cents(0), refunded: cents(0) };

/** Returns the sum of each place that money has passed. The sums of all places together are 0. */
export function foldPlaces(facts: PlaceFacts): PlaceSums {
  const places = new Places();
  for (const sessions of Map.groupBy(facts.sessions, ({ drawer }) => drawer).values())
    foldDrawer(places, sessions, facts.cashOfSessions);
  foldUnknownSessions(places, facts);
  flow(places, 'without_session', facts.cashWithoutSession);
  flow(places, 'bank', facts.otherMethods);
  places.move({ from: 'bank', to: 'cheques', amount: facts.pendingCheques });
  places.move({ from: 'bank', to: 'to_confirm', amount: facts.toConfirm });
  for (const shift of facts.shifts) foldShift(places, shift);
  for (const handover of facts.handovers) foldHandover(places, handover);
  for (const { owner, cents: amount } of facts.ticketsToCount)
    places.move({ from: 'visitor', to: 'to_count', amount, owner });
  return places.sums();
}

function flow(places: Places, to: Place, { received, refunded, owner }: Flow & { owner?: string }): void {
  const of = owner === undefined ? {} : { owner };
  places.move({ from: 'tenant', to, amount: received, ...of });
  places.move({ from: to, to: 'refund', amount: refunded, ...of });
}

/** What an earlier session left in the drawer is the float of the next one; the rest of it is nowhere. */
function foldDrawer(
  places: Places,
  sessions: readonly DrawerSession[],
  cashOfSessions: ReadonlyMap<number, Flow>,
): void {
  let left = 0;
  for (const session of sessions) {
    const { id, owner, float, floatExpected, fromHeld, closed, fromGate } = session;
    const expected = floatExpected ?? 0;
    places.move({ from: 'kept', to: 'drawer', amount: expected, owner });
    const from = floatExpected === null ? 'office' : 'difference';
    places.move({ from: 'gate_held', to: 'drawer', amount: fromHeld, owner });
    places.move({ from, to: 'drawer', amount: float - expected - fromHeld, owner });
    places.move({ from: 'kept', to: 'nowhere', amount: left - expected, owner });
    const { received, refunded } = cashOfSessions.get(id) ?? NO_FLOW;
    flow(places, 'drawer', { received, refunded, owner });
    left =
      closed === null ? 0 : emptyDrawer(places, session, { closed, content: float + fromGate + received - refunded });
  }
}

/** Returns what a closed session left in the drawer. */
function emptyDrawer(
  places: Places,
  { owner, isBanked, isKeptBanked }: DrawerSession,
  { closed: { expected, counted, kept }, content }: { closed: NonNullable<DrawerSession['closed']>; content: number },
): number {
  places.move({ from: 'drawer', to: isBanked ? 'bank' : 'to_bank', amount: counted - kept, owner });
  places.move({ from: 'drawer', to: isKeptBanked ? 'bank' : 'kept', amount: kept, owner });
  places.move({ from: 'drawer', to: 'difference', amount: expected - counted, owner });
  places.move({ from: 'drawer', to: 'nowhere', amount: content - expected, owner });
  return isKeptBanked ? 0 : kept;
}

/** Cash of a session that is not among the sessions is nowhere. */
function foldUnknownSessions(places: Places, { sessions, cashOfSessions }: PlaceFacts): void {
  const known = new Set(sessions.map(({ id }) => id));
  for (const [id, cash] of cashOfSessions) if (!known.has(id)) flow(places, 'nowhere', cash);
}

function foldShift(places: Places, { owner, opening, fromHeld, tickets, counted, isHandedOver }: GateShift): void {
  places.move({ from: 'gate_held', to: 'gate_shift', amount: fromHeld, owner });
  places.move({ from: 'office', to: 'gate_shift', amount: opening - fromHeld, owner });
  places.move({ from: 'visitor', to: 'gate_shift', amount: tickets, owner });
  if (counted === null) return;
  places.move({ from: 'gate_shift', to: 'difference', amount: opening + tickets - counted, owner });
  if (isHandedOver) {
    places.move({ from: 'gate_shift', to: 'gate_held', amount: counted, owner });
    return;
  }
  // Earlier releases lent the opening cash for the time of the shift.
  places.move({ from: 'gate_shift', to: 'office', amount: opening, owner });
  places.move({ from: 'gate_shift', to: 'gate_counted', amount: counted - opening, owner });
}

/** What was left stays with the keeper, who answers for what is missing. */
function foldHandover(
  places: Places,
  { keeper: owner, receiver, expected, given, received, left, receivedInto: to }: HandedOver,
): void {
  places.move({ from: 'office', to: 'gate_held', amount: given, owner });
  places.move({ from: 'gate_held', to, amount: received, owner, receiver });
  places.move({ from: 'gate_held', to: 'difference', amount: expected + given - received - left, owner });
}
