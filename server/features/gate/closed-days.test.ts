/** @module-tag postgres */
import { expect, test } from 'vitest';
import { addDays, day, instantOf, monthOf } from '#billing/calendar.ts';
import { gate as calls } from '#contract/gate.ts';
import { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import { type Dice, diceOf, oneOf } from '../../testing/dice.ts';
import { openTestGate, type TestGate } from '../../testing/gate.ts';

const FIRST_DAY = day('2026-11-20');
const STEPS = 50;
const HOUR = 3_600_000;
const MOST_HOURS_LATE = 47;
const KEEPERS = ['tiketing', 'editor'] as const;
const manager = { role: 'manager' } as const;

type Keeper = (typeof KEEPERS)[number];

interface Ticket {
  kind: 'sanitation' | 'vehicle';
  id: number;
  cents: number;
  day: string;
  shift: string | undefined;
  isVoid: boolean;
}

interface Shift {
  id: string;
  keeper: Keeper;
  openedAt: number;
  isOpen: boolean;
}

/** A gate whose tickets and shifts are remembered beside the database. */
class RememberedGate {
  readonly tickets: Ticket[] = [];
  readonly shifts: Shift[] = [];
  lateInClosed = 0;
  private number = 0;
  private skipped: number[] = [];

  private readonly gate: TestGate;
  private readonly dice: Dice;

  constructor(gate: TestGate, dice: Dice) {
    this.gate = gate;
    this.dice = dice;
  }

  async step(): Promise<void> {
    const act = oneOf(this.dice, [
      'open',
      'close',
      'issue',
      'issue',
      'late',
      'late',
      'without',
      'void',
      'note',
    ] as const);
    const keeper = oneOf(this.dice, KEEPERS);
    const open = this.shifts.find((shift) => shift.isOpen && shift.keeper === keeper);
    if (act === 'open' && !open) return this.openShift(keeper);
    if (act === 'close' && open) return this.closeShift(open);
    if (act === 'issue' && open) return this.issue(0, open);
    if (act === 'late') return this.issueLate();
    if (act === 'without') return this.issue(this.dice(1 + MOST_HOURS_LATE));
    if (act === 'void') return this.voidOne();
    if (act === 'note') return this.noteMissing();
  }

  private now(): number {
    return Date.parse(this.gate.app.clock.now());
  }

  private async openShift(keeper: Keeper): Promise<void> {
    const id = `00000000-0000-4000-8000-${String(this.shifts.length + 1).padStart(12, '0')}`;
    await this.gate.ask(calls.openShift, { role: keeper, body: { id, opening_cash: 0 } });
    this.shifts.push({ id, keeper, openedAt: this.now(), isOpen: true });
  }

  private async closeShift(shift: Shift): Promise<void> {
    const body = { counted_cash: 100, reason: 'Counted' };
    await this.gate.ask(calls.closeShift, { role: shift.keeper, params: { id: shift.id }, body });
    shift.isOpen = false;
  }

  private async issueLate(): Promise<void> {
    if (this.shifts.length === 0) return;
    const shift = oneOf(this.dice, this.shifts);
    if (!shift.isOpen) this.lateInClosed += 1;
    const age = Math.floor((this.now() - shift.openedAt) / HOUR);
    await this.issue(this.dice(1 + Math.min(age, MOST_HOURS_LATE)), shift);
  }

  /** Issues a ticket some hours ago: of a shift by a phone that may skip numbers, or without one by the office. */
  private async issue(hoursAgo: number, shift?: Shift): Promise<void> {
    const issued_at = instantOf(this.now() - hoursAgo * HOUR);
    const offline = shift && { shift_id: shift.id, device_number: `K-${this.nextNumber()}` };
    const said = { ...(hoursAgo > 0 && { issued_at }), ...offline };
    const role = shift?.keeper ?? 'manager';
    const kind = oneOf(this.dice, ['sanitation', 'vehicle'] as const);
    const price = kind === 'sanitation' ? oneOf(this.dice, [20, 100]) : (1 + this.dice(50_000)) / 100;
    const { ticket } =
      kind === 'sanitation'
        ? await this.gate.issue({ price, ...said }, { role })
        : await this.gate.issueVehicle({ ticketPrice: price, ...said }, { role });
    const { id, date } = ticket;
    this.tickets.push({ kind, id, cents: Math.round(price * 100), day: date, shift: shift?.id, isVoid: false });
  }

  /** Returns the next number of the phone, or one that it skipped before. */
  private nextNumber(): number {
    if (this.skipped.length > 0 && this.dice(3) === 0) return this.skipped.shift() ?? 0;
    this.number += 1;
    if (this.dice(4) === 0) {
      this.skipped.push(this.number);
      this.number += 1;
    }
    return this.number;
  }

  private async voidOne(): Promise<void> {
    const standing = this.tickets.filter(({ isVoid }) => !isVoid);
    if (standing.length === 0) return;
    const ticket = oneOf(this.dice, standing);
    const entry = ticket.kind === 'sanitation' ? sanitationTickets.remove : vehicleTickets.remove;
    await this.gate.ask(entry, { ...manager, params: { id: String(ticket.id) }, body: { reason: 'Paid twice' } });
    ticket.isVoid = true;
  }

  private async noteMissing(): Promise<void> {
    const missing = (await this.gate.ask(calls.missing, manager)).flatMap(({ numbers }) => numbers).slice(0, 1);
    if (missing.length === 0) return;
    await this.gate.ask(calls.noteMissing, { ...manager, body: { numbers: missing, reason: 'The phone was lost' } });
  }

  async expectSums(): Promise<void> {
    const standing = this.tickets.filter(({ isVoid }) => !isVoid);
    const sumOf = (tickets: readonly Ticket[]) => tickets.reduce((sum, { cents }) => sum + cents, 0) / 100;
    await this.gate.expectSums(standing.length);
    for (const [kind, entry] of [
      ['sanitation', sanitationTickets.dailyIncome],
      ['vehicle', vehicleTickets.dailyIncome],
    ] as const) {
      const days = (await this.gate.ask(entry, manager)).filter(({ ticketCount }) => ticketCount > 0);
      const ofKind = Map.groupBy(
        standing.filter((ticket) => ticket.kind === kind),
        (ticket) => ticket.day,
      );
      expect(Object.fromEntries(days.map(({ date, totalIncome }) => [date, totalIncome]))).toEqual(
        Object.fromEntries([...ofKind].map(([date, tickets]) => [date, sumOf(tickets)])),
      );
    }
    for (const { id } of this.shifts) {
      const { shift } = await this.gate.ask(calls.shift, { ...manager, params: { id } });
      expect([id, shift.ticket_sum]).toEqual([id, sumOf(standing.filter((ticket) => ticket.shift === id))]);
    }
    const month = monthOf(FIRST_DAY);
    const { total } = await this.gate.ask(calls.income, { ...manager, query: { month } });
    expect(total.total).toBe(sumOf(standing.filter((ticket) => ticket.day.startsWith(month))));
  }
}

test.each([1, 2, 3])(
  'after each issue, late ticket, void and gap the sums of all days and shifts, also closed ones, are those of their tickets (%d)',
  { tags: ['slow'] },
  async (seed) => {
    const gate = await openTestGate();
    const dice = diceOf(seed);
    const remembered = new RememberedGate(gate, dice);
    let hours = 48;
    for (let step = 0; step < STEPS; step += 1) {
      hours += dice(10);
      gate.goTo(addDays(FIRST_DAY, Math.floor(hours / 24)), `${String(hours % 24).padStart(2, '0')}:00:00.000`);
      await remembered.step();
      await remembered.expectSums();
    }
    // Without late tickets of closed shifts and voids, sums that agree would prove nothing.
    expect(remembered.lateInClosed).toBeGreaterThan(0);
    expect(remembered.tickets.filter(({ isVoid }) => isVoid).length).toBeGreaterThan(0);
  },
);
