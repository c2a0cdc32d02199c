import { expect } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { gate } from '#contract/gate.ts';
import { gateCash } from '#contract/gate-cash.ts';
import { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import { type Dice, oneOf } from './dice.ts';
import { VAN } from './gate.ts';
import type { TestOffice } from './office.ts';

const role = 'tiketing' as const;

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

interface Handover {
  id: number;
  received: number;
  missing: number;
  isBanked: boolean;
}

/** What the places of the gate hold, in cents, and what it has on the way to the bank. */
interface GatePlaces {
  gate_shift: number;
  to_count: number;
  gate_held: number;
  gate_counted: number;
  difference: number;
}

/**
 * A gate at which one person opens and closes shifts and issues tickets at random: in the open shift, without a shift,
 * in one whose opening arrives later or never, and late in a closed one. Other people receive its counted cash and bank it.
 */
export class RandomGate {
  readonly #office: TestOffice;
  readonly #dice: Dice;
  readonly #shifts: Shift[] = [];
  readonly #tickets: Ticket[] = [];
  readonly #handovers: Handover[] = [];
  /** What the person holds of the cash of closed shifts. */
  #held = 0;
  #ids = 0;
  /** The id of a shift that a phone has opened, but whose opening has not arrived. */
  #announced = this.#newId();

  constructor(office: TestOffice, dice: Dice) {
    this.#office = office;
    this.#dice = dice;
  }

  async step(): Promise<void> {
    const choice = this.#dice(9);
    if (choice === 0) await this.#openOrClose();
    else if (choice === 8) await this.#receiveOrBank();
    else if (choice === 1 && this.#tickets.length > 0) await this.#voidOne(oneOf(this.#dice, this.#tickets));
    else await this.#issue();
  }

  places(): GatePlaces {
    const missing = this.#handovers.reduce((sum, handover) => sum + handover.missing, 0);
    const places = { gate_shift: 0, to_count: 0, gate_held: this.#held, gate_counted: 0, difference: missing };
    for (const { id, opening, counted } of this.#shifts) {
      const expected = opening + this.#sumOf(({ shift }) => shift === id);
      if (counted === null) places.gate_shift += expected;
      else places.difference += expected - counted;
    }
    const known = new Set(this.#shifts.map(({ id }) => id));
    places.to_count = this.#sumOf(({ shift }) => shift === undefined || !known.has(shift));
    return places;
  }

  ticketCents(): number {
    return this.#sumOf(() => true);
  }

  lentCents(): number {
    return this.#shifts.reduce((sum, { opening, fromHeld }) => sum + opening - fromHeld, 0);
  }

  /** What others received of the cash and have not banked, or have banked. */
  handedOver(isBanked: boolean): number {
    return this.#handovers.reduce((sum, one) => sum + (one.isBanked === isBanked ? one.received : 0), 0);
  }

  #sumOf(isMeant: (ticket: Ticket) => boolean): number {
    return this.#tickets.filter(isMeant).reduce((sum, { cents }) => sum + cents, 0);
  }

  #openShift(): Shift | undefined {
    return this.#shifts.find(({ counted }) => counted === null);
  }

  #newId(): string {
    this.#ids += 1;
    return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`;
  }

  async #openOrClose(): Promise<void> {
    const open = this.#openShift();
    if (!open) {
      const opening = this.#dice(50_000);
      const fromHeld = Math.min(opening, this.#held);
      const shift = { id: this.#announced, opening, fromHeld, counted: null };
      this.#announced = this.#newId();
      await this.#office.ask(gate.openShift, { role, body: { id: shift.id, opening_cash: shift.opening / 100 } });
      this.#shifts.push(shift);
      this.#held -= fromHeld;
      return;
    }
    const expected = open.opening + this.#sumOf(({ shift }) => shift === open.id);
    const counted = Math.max(0, expected + (this.#dice(2) === 0 ? 0 : this.#dice(2000) - 1000));
    const body = { counted_cash: counted / 100, reason: 'As counted' };
    await this.#office.ask(gate.closeShift, { role, params: { id: open.id }, body });
    open.counted = counted;
    this.#held += counted;
  }

  async #receiveOrBank(): Promise<void> {
    const waiting = this.#handovers.find(({ isBanked, received }) => !isBanked && received > 0);
    if (waiting && this.#dice(2) === 0) {
      const body = { banked_on: dayOf(this.#office.app.clock.now()) };
      await this.#office.ask(gateCash.bank, { role: 'superadmin', params: { id: String(waiting.id) }, body });
      waiting.isBanked = true;
      return;
    }
    const { held } = await this.#office.ask(gateCash.now, { role: 'manager' });
    const [keeper] = held;
    expect(Math.round((keeper?.amount ?? 0) * 100)).toBe(this.#held);
    if (!keeper) return;
    const left = this.#dice(3) === 0 ? this.#dice(this.#held + 1) : 0;
    const received = Math.max(0, this.#held - left + (this.#dice(3) === 0 ? this.#dice(2000) - 1000 : 0));
    const body = {
      account_id: keeper.account_id,
      received_cash: received / 100,
      left_cash: left / 100,
      reason: 'As counted',
    };
    const by = oneOf(this.#dice, ['manager', 'admin', 'editor'] as const);
    const { handover } = await this.#office.ask(gateCash.receive, { role: by, body });
    const missing = this.#held - received - left;
    this.#handovers.push({ id: handover.id, received, missing, isBanked: false });
    this.#held = left;
  }

  async #issue(): Promise<void> {
    const open = this.#openShift()?.id;
    const earlier = this.#shifts.map(({ id }) => id);
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
