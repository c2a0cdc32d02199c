import { expect } from 'vitest';
import { type Day, dayOf } from '#billing/calendar.ts';
import { accounts } from '#contract/accounts.ts';
import { type CashSession, cash } from '#contract/cash.ts';
import { gate } from '#contract/gate.ts';
import { gateCash } from '#contract/gate-cash.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import type { Role } from '#contract/roles.ts';
import { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import { type Dice, oneOf } from './dice.ts';
import { VAN } from './gate.ts';
import type { TestOffice } from './office.ts';

/** Who sells tickets. An editor receives the cash of others too. */
const KEEPERS = ['tiketing', 'editor'] as const;
/** Who takes payments, and adds what they hold of floats to the float of the drawer. */
const DESK = ['cashier', 'superadmin', 'admin'] as const;
const GIVERS = ['superadmin', 'admin'] as const;
const RECEIVERS = ['manager', 'admin', 'editor', 'cashier', 'cashier', 'superadmin'] as const;

interface Shift {
  id: string;
  opening: number;
  /** The part of the opening cash that the person held from earlier shifts. */
  fromHeld: number;
  /** Null while the shift is open. All amounts are in cents. */
  counted: number | null;
}

interface Ticket {
  id: number;
  kind: 'sanitation' | 'vehicle';
  cents: number;
  /** The shift that the ticket names, or in which it was issued. */
  shift: string | undefined;
}

/** A person who holds cash outside drawers and open shifts. */
interface Holder {
  role: (typeof KEEPERS)[number] | (typeof DESK)[number];
  email: string;
  held: number;
}

interface Float {
  id: number;
  holder: Holder;
  giver: (typeof GIVERS)[number];
  day: Day;
  given: number;
  isUndone: boolean;
}

interface Handover {
  id: number;
  keeper: Holder;
  receiver: (typeof RECEIVERS)[number];
  day: Day;
  /** What the keeper held before and holds afterwards. */
  expected: number;
  left: number;
  received: number;
  isBanked: boolean;
  isUndone: boolean;
  /** The cash session into whose drawer the cash went. */
  session: number | null;
}

/** The open cash session that received gate cash, by how much its expected cash changed. */
interface GateEffect {
  session?: number | undefined;
  cents: number;
}

const NO_EFFECT: GateEffect = { cents: 0 };

/** What the places of the gate hold, in cents, and what it has on the way to the bank. */
interface GatePlaces {
  gate_shift: number;
  to_count: number;
  gate_held: number;
  gate_counted: number;
  difference: number;
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);

/**
 * One person who opens and closes shifts and issues tickets at random: in the open shift, without a shift, in one whose
 * opening arrives later or never, and late in a closed one.
 */
class RandomKeeper implements Holder {
  /** What the person holds of the cash of closed shifts and of floats. */
  held = 0;
  readonly shifts: Shift[] = [];
  readonly role: (typeof KEEPERS)[number];
  readonly #office: TestOffice;
  readonly #dice: Dice;
  readonly #newId: () => string;
  readonly #tickets: Ticket[] = [];
  /** The id of a shift that a phone has opened, but whose opening has not arrived. */
  #announced: string;

  constructor(role: (typeof KEEPERS)[number], { office, dice, newId }: GateTools) {
    this.role = role;
    this.#office = office;
    this.#dice = dice;
    this.#newId = newId;
    this.#announced = newId();
  }

  get email(): string {
    return `${this.role}@example.com`;
  }

  async step(choice: number): Promise<void> {
    if (choice < 2) await this.openOrClose();
    else if (choice === 2 && this.#tickets.length > 0) await this.#voidOne(oneOf(this.#dice, this.#tickets));
    else await this.#issue();
  }

  expectedIn({ id, opening }: Shift): number {
    return opening + this.#sumOf(({ shift }) => shift === id);
  }

  toCount(): number {
    const known = new Set(this.shifts.map(({ id }) => id));
    return this.#sumOf(({ shift }) => shift === undefined || !known.has(shift));
  }

  ticketCents(): number {
    return this.#sumOf(() => true);
  }

  #sumOf(isMeant: (ticket: Ticket) => boolean): number {
    return sumOf(this.#tickets.filter(isMeant).map(({ cents }) => cents));
  }

  #openShift(): Shift | undefined {
    return this.shifts.find(({ counted }) => counted === null);
  }

  async openOrClose(): Promise<void> {
    const { role } = this;
    const open = this.#openShift();
    if (!open) {
      const opening = this.#dice(50_000);
      const fromHeld = Math.min(opening, this.held);
      const shift = { id: this.#announced, opening, fromHeld, counted: null };
      this.#announced = this.#newId();
      await this.#office.ask(gate.openShift, { role, body: { id: shift.id, opening_cash: shift.opening / 100 } });
      this.shifts.push(shift);
      this.held -= fromHeld;
      return;
    }
    const counted = Math.max(0, this.expectedIn(open) + (this.#dice(2) === 0 ? 0 : this.#dice(2000) - 1000));
    const body = { counted_cash: counted / 100, reason: 'As counted' };
    await this.#office.ask(gate.closeShift, { role, params: { id: open.id }, body });
    open.counted = counted;
    this.held += counted;
  }

  async #issue(): Promise<void> {
    const { role } = this;
    const open = this.#openShift()?.id;
    const earlier = this.shifts.map(({ id }) => id);
    const named = oneOf(this.#dice, [open, open, undefined, this.#announced, ...earlier.slice(-1)]);
    const naming = named === undefined ? {} : { shift_id: named };
    const shift = named ?? open;
    if (this.#dice(2) === 0) {
      const price = oneOf(this.#dice, [20, 100] as const);
      const { ticket } = await this.#office.ask(sanitationTickets.issue, { role, body: { price, ...naming } });
      this.#tickets.push({ id: ticket.id, kind: 'sanitation', cents: price * 100, shift });
      return;
    }
    const cents = 1 + this.#dice(90_000);
    const body = { ...VAN, ticketPrice: cents / 100, ...naming };
    const { ticket } = await this.#office.ask(vehicleTickets.issue, { role, body });
    this.#tickets.push({ id: ticket.id, kind: 'vehicle', cents, shift });
  }

  async #voidOne(ticket: Ticket): Promise<void> {
    const given = { role: 'manager', params: { id: String(ticket.id) }, body: { reason: 'Paid twice' } } as const;
    if (ticket.kind === 'sanitation') await this.#office.ask(sanitationTickets.remove, given);
    else await this.#office.ask(vehicleTickets.remove, given);
    this.#tickets.splice(this.#tickets.indexOf(ticket), 1);
  }
}

interface GateTools {
  office: TestOffice;
  dice: Dice;
  newId: () => string;
}

/**
 * A gate with two keepers. Other people receive the cash that they counted, undo that, and bank the cash. The office hands
 * out floats, to the people of the desk too.
 */
export class RandomGate {
  readonly #office: TestOffice;
  readonly #dice: Dice;
  readonly #keepers: readonly RandomKeeper[];
  readonly #holders: readonly Holder[];
  readonly #handovers: Handover[] = [];
  readonly #floats: Float[] = [];
  #ids = 0;

  constructor(office: TestOffice, dice: Dice) {
    this.#office = office;
    this.#dice = dice;
    const newId = () => {
      this.#ids += 1;
      return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`;
    };
    this.#keepers = KEEPERS.map((role) => new RandomKeeper(role, { office, dice, newId }));
    const atDesk = DESK.map((role): Holder => ({ role, email: `${role}@example.com`, held: 0 }));
    this.#holders = [...this.#keepers, ...atDesk];
  }

  /** Both keepers have closed a shift, and everybody has a float, so that all hold cash from the first step on. */
  async start(): Promise<void> {
    for (const keeper of this.#keepers) {
      await keeper.openOrClose();
      await keeper.openOrClose();
    }
    for (const holder of this.#holders) await this.#giveTo(holder, holder.role === 'admin' ? 'superadmin' : 'admin');
  }

  async step(): Promise<GateEffect> {
    const choice = this.#dice(12);
    if (choice >= 8) return this.#handOver();
    await oneOf(this.#dice, this.#keepers).step(choice);
    return NO_EFFECT;
  }

  places(): GatePlaces {
    const shifts = this.#keepers.flatMap((keeper) =>
      keeper.shifts.map(({ counted, ...shift }) => ({ counted, expected: keeper.expectedIn({ counted, ...shift }) })),
    );
    const missing = [
      ...this.#standing().map(({ expected, received, left }) => expected - received - left),
      ...shifts.map(({ counted, expected }) => (counted === null ? 0 : expected - counted)),
    ];
    return {
      gate_shift: sumOf(shifts.map(({ counted, expected }) => (counted === null ? expected : 0))),
      to_count: sumOf(this.#keepers.map((keeper) => keeper.toCount())),
      gate_held: sumOf(this.#holders.map(({ held }) => held)),
      gate_counted: 0,
      difference: sumOf(missing),
    };
  }

  /** What each person holds outside drawers and open shifts, by email; people who hold nothing are left out. */
  heldByPerson(): Record<string, number> {
    const holding = this.#holders.filter(({ held }) => held !== 0);
    return Object.fromEntries(holding.map(({ email, held }) => [email, held]));
  }

  ticketCents(): number {
    return sumOf(this.#keepers.map((keeper) => keeper.ticketCents()));
  }

  /** Takes the part of a drawer's float that its owner added from what they held, and returns it. */
  takeForDrawer(role: Role, added: number): number {
    const holder = this.#holders.find((one) => one.role === role);
    const taken = Math.max(0, Math.min(added, holder?.held ?? 0));
    if (holder) holder.held -= taken;
    return taken;
  }

  lentCents(): number {
    const shifts = this.#keepers.flatMap((keeper) => keeper.shifts);
    const floats = this.#floats.filter(({ isUndone }) => !isUndone);
    return sumOf([...shifts.map(({ opening, fromHeld }) => opening - fromHeld), ...floats.map(({ given }) => given)]);
  }

  /** What others received of the cash without a drawer and have not banked, or have banked. */
  handedOver(isBanked: boolean): number {
    const meant = this.#standing().filter((one) => one.session === null && one.isBanked === isBanked);
    return sumOf(meant.map(({ received }) => received));
  }

  /** What people received into drawers, in cents. */
  intoDrawers(): number {
    return sumOf(this.#standing().map(({ session, received }) => (session === null ? 0 : received)));
  }

  #standing(): Handover[] {
    return this.#handovers.filter(({ isUndone }) => !isUndone);
  }

  async #handOver(): Promise<GateEffect> {
    const choice = this.#dice(7);
    const waiting = this.#standing().filter(({ isBanked, received }) => !isBanked && received > 0);
    if (choice === 0 && waiting.length > 0) return this.#bank(oneOf(this.#dice, waiting));
    if (choice === 1 && this.#handovers.length > 0) return this.#undo(oneOf(this.#dice, this.#handovers));
    if (choice === 2) return this.#give();
    if (choice === 3 && this.#floats.length > 0) return this.#undoFloat(oneOf(this.#dice, this.#floats));
    return this.#receive();
  }

  async #give(): Promise<GateEffect> {
    return this.#giveTo(oneOf(this.#dice, this.#holders), oneOf(this.#dice, GIVERS));
  }

  async #giveTo(holder: Holder, giver: (typeof GIVERS)[number]): Promise<GateEffect> {
    const given = 1 + this.#dice(300_000);
    const { admins } = await this.#office.ask(accounts.list, { role: 'superadmin' });
    const account_id = admins.find(({ email }) => email === holder.email)?.admin_id ?? 0;
    const giving = { role: giver, body: { account_id, given_cash: given / 100 } };
    if (holder.role === giver) {
      await this.#office.refused(gateCash.give, giving, 'own_gate_cash');
      return NO_EFFECT;
    }
    const { handover } = await this.#office.ask(gateCash.give, giving);
    this.#floats.push({ id: handover.id, holder, giver, day: this.#today(), given, isUndone: false });
    holder.held += given;
    return NO_EFFECT;
  }

  async #undoFloat(float: Float): Promise<GateEffect> {
    const by = oneOf(this.#dice, [...RECEIVERS, 'superadmin', float.giver] as const);
    const params = { id: String(float.id) };
    const undoing = { role: by, params, body: { reason: 'Another amount' } };
    const refusal = this.#refusalOfFloat(float, by);
    if (refusal !== undefined) {
      await this.#office.refused(gateCash.undo, undoing, refusal);
      return NO_EFFECT;
    }
    const banking = { role: 'superadmin' as const, params, body: { banked_on: this.#today() } };
    await this.#office.refused(gateCash.bank, banking, 'handover_not_found');
    await this.#office.ask(gateCash.undo, undoing);
    float.isUndone = true;
    float.holder.held -= float.given;
    return NO_EFFECT;
  }

  #refusalOfFloat({ isUndone, giver, day, holder, given }: Float, by: Role): RefusalCode | undefined {
    if (isUndone) return 'handover_undone';
    if (by !== 'superadmin' && !(by === giver && day === this.#today())) return 'handover_of_other';
    return holder.held < given ? 'float_used' : undefined;
  }

  async #bank(handover: Handover): Promise<GateEffect> {
    const body = { banked_on: this.#today() };
    const banking = { role: 'superadmin' as const, params: { id: String(handover.id) }, body };
    if (handover.session === null) {
      await this.#office.ask(gateCash.bank, banking);
      handover.isBanked = true;
    } else await this.#office.refused(gateCash.bank, banking, 'handover_in_drawer');
    return NO_EFFECT;
  }

  async #undo(handover: Handover): Promise<GateEffect> {
    const by = oneOf(this.#dice, [...RECEIVERS, 'superadmin', handover.receiver] as const);
    const undoing = { role: by, params: { id: String(handover.id) }, body: { reason: 'Counted again' } };
    const refusal = await this.#refusalOf(handover, by);
    if (refusal !== undefined) {
      await this.#office.refused(gateCash.undo, undoing, refusal);
      return NO_EFFECT;
    }
    await this.#office.ask(gateCash.undo, undoing);
    handover.isUndone = true;
    handover.keeper.held += handover.expected - handover.left;
    return handover.session === null ? NO_EFFECT : { session: handover.session, cents: -handover.received };
  }

  async #refusalOf(handover: Handover, by: Role): Promise<RefusalCode | undefined> {
    const { isUndone, isBanked, receiver, day, session } = handover;
    if (isUndone) return 'handover_undone';
    if (isBanked) return 'handover_banked';
    const isOpen = session !== null && (await this.#openSessions()).some(({ session_id }) => session_id === session);
    if (session !== null && !isOpen) return 'handover_counted';
    const isAllowed = by === 'superadmin' || (by === receiver && (isOpen || day === this.#today()));
    return isAllowed ? undefined : 'handover_of_other';
  }

  #openSessions(): Promise<CashSession[]> {
    return this.#office.ask(cash.sessions, { query: { open: 'true' }, role: 'manager' });
  }

  async #receive(): Promise<GateEffect> {
    const { held } = await this.#office.ask(gateCash.now, { role: 'manager' });
    const amounts = held.map(({ email, amount }) => [email, Math.round(amount * 100)]);
    expect(Object.fromEntries(amounts)).toEqual(this.heldByPerson());
    if (held.length === 0) return NO_EFFECT;
    const { email, account_id } = oneOf(this.#dice, held);
    const keeper = this.#holders.find((one) => one.email === email);
    if (!keeper) throw new Error(email);
    const expected = keeper.held;
    const left = this.#dice(3) === 0 ? this.#dice(expected + 1) : 0;
    const received = Math.max(0, expected - left + (this.#dice(2) === 0 ? this.#dice(2000) - 1000 : 0));
    const body = { account_id, received_cash: received / 100, left_cash: left / 100, reason: 'As counted' };
    const receiver = oneOf(this.#dice, RECEIVERS);
    const receiving = { role: receiver, body };
    if (receiver === keeper.role) {
      await this.#office.refused(gateCash.receive, receiving, 'own_gate_cash');
      return NO_EFFECT;
    }
    const open = (await this.#openSessions()).find(({ person }) => person.email === `${receiver}@example.com`);
    const session = open?.session_id ?? null;
    if (receiver === 'cashier' && session === null) {
      await this.#office.refused(gateCash.receive, receiving, 'cash_session_needed');
      return NO_EFFECT;
    }
    const { handover } = await this.#office.ask(gateCash.receive, receiving);
    const day = this.#today();
    const state = { isBanked: false, isUndone: false, session };
    this.#handovers.push({ id: handover.id, keeper, receiver, day, expected, left, received, ...state });
    keeper.held = left;
    return session === null ? NO_EFFECT : { session, cents: received };
  }

  #today(): Day {
    return dayOf(this.#office.app.clock.now());
  }
}
