import { gate } from '#contract/gate.ts';
import { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import { type Dice, oneOf } from './dice.ts';
import { VAN } from './gate.ts';
import type { TestOffice } from './office.ts';

const role = 'tiketing' as const;

interface Shift {
  id: string;
  opening: number;
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

/** What the places of the gate hold, in cents. */
interface GatePlaces {
  gate_shift: number;
  to_count: number;
  gate_counted: number;
  difference: number;
}

/**
 * A gate at which one person opens and closes shifts and issues tickets at random: in the open shift, without a shift,
 * in one whose opening arrives later or never, and late in a closed one.
 */
export class RandomGate {
  readonly #office: TestOffice;
  readonly #dice: Dice;
  readonly #shifts: Shift[] = [];
  readonly #tickets: Ticket[] = [];
  #ids = 0;
  /** The id of a shift that a phone has opened, but whose opening has not arrived. */
  #announced = this.#newId();

  constructor(office: TestOffice, dice: Dice) {
    this.#office = office;
    this.#dice = dice;
  }

  async step(): Promise<void> {
    const choice = this.#dice(8);
    if (choice === 0) await this.#openOrClose();
    else if (choice === 1 && this.#tickets.length > 0) await this.#voidOne(oneOf(this.#dice, this.#tickets));
    else await this.#issue();
  }

  places(): GatePlaces {
    const places = { gate_shift: 0, to_count: 0, gate_counted: 0, difference: 0 };
    for (const { id, opening, counted } of this.#shifts) {
      const expected = opening + this.#sumOf(({ shift }) => shift === id);
      if (counted === null) places.gate_shift += expected;
      else {
        places.gate_counted += counted - opening;
        places.difference += expected - counted;
      }
    }
    const known = new Set(this.#shifts.map(({ id }) => id));
    places.to_count = this.#sumOf(({ shift }) => shift === undefined || !known.has(shift));
    return places;
  }

  ticketCents(): number {
    return this.#sumOf(() => true);
  }

  lentCents(): number {
    return this.#shifts.reduce((sum, { opening, counted }) => sum + (counted === null ? opening : 0), 0);
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
      const shift = { id: this.#announced, opening: this.#dice(50_000), counted: null };
      this.#announced = this.#newId();
      await this.#office.ask(gate.openShift, { role, body: { id: shift.id, opening_cash: shift.opening / 100 } });
      this.#shifts.push(shift);
      return;
    }
    const expected = open.opening + this.#sumOf(({ shift }) => shift === open.id);
    const counted = Math.max(0, expected + (this.#dice(2) === 0 ? 0 : this.#dice(2000) - 1000));
    const body = { counted_cash: counted / 100, reason: 'As counted' };
    await this.#office.ask(gate.closeShift, { role, params: { id: open.id }, body });
    open.counted = counted;
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
