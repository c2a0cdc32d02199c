/**
 * Few tickets on days without a price list, fewer on Sundays, more in April and December. No registry has issued these
 * vehicle numbers.
 */
import {
  addDays,
  addMonths,
  type Day,
  dayInMonth,
  dayOf,
  type Instant,
  instantOf,
  monthOf,
  weekdayOf,
} from '#billing/calendar.ts';
import type { SanitationPrice } from '#contract/tickets.ts';
import { closedDays } from '../closed-days.ts';
import { pick, type Random, randomFrom } from '../random.ts';
import { timeOn } from '../timeline.ts';

export interface PlannedTicket {
  at: Instant;
  by: 'tiketing' | 'editor';
  deviceNumber: string | undefined;
  shiftId: string | undefined;
  voided: { at: Instant; reason: string } | undefined;
}

export interface PlannedShift {
  id: string;
  by: PlannedTicket['by'];
  openedAt: Instant;
  openingRupees: number;
  closed: { at: Instant; differenceRupees: number; reason: string } | undefined;
}

export type PlannedSanitation = PlannedTicket & { price: SanitationPrice };
export type PlannedVehicle = PlannedTicket & { vehicleNumber: string; vehicleType: string; rupees: number };

export interface TicketPlan {
  sanitation: PlannedSanitation[];
  vehicles: PlannedVehicle[];
  shifts: PlannedShift[];
}

export const DEMO_PHONES = ['A', 'B'] as const;

const OPENS = 4 * 60;
const GATE_MINUTES = 8 * 60;
const SANITATION_MINUTES = 14 * 60;
const SHIFT_DAYS = 14;
const CLOSES = 12 * 60 + 25;
const SANITATION_A_DAY = 46;
const VEHICLES_A_DAY = 38;
const SUNDAY = 0;
const MINUTE_MS = 60_000;
const REASONS = ['Paid twice', 'Wrong price', 'Turned round at the gate', 'Printed twice', 'Entered by mistake'];
/** Vehicle types with cumulative shares, and prices in rupees. */
export const DEMO_TYPES = [
  ['Lorry', 0.42, 200],
  ['Van', 0.62, 100],
  ['Three-Wheeler', 0.82, 50],
  ['Car', 0.94, 50],
  ['Motorbike', 1, 20],
] as const;
const PROVINCES = ['CP', 'NW', 'NC', 'WP', 'UP', 'SG', 'EP'];

export function planTickets({ seed, now }: { seed: number; now: Instant }, months = 13): TicketPlan {
  const today = dayOf(now);
  const from = dayInMonth(monthOf(addMonths(today, -months)), 1);
  const closed = new Set(closedDays(from, today).map(({ day }) => day));
  const plan: TicketPlan = { sanitation: [], vehicles: [], shifts: [] };
  for (let day = from; day <= today; day = addDays(day, 1)) {
    const random = randomFrom(seed, 'tickets', day);
    const share = closed.has(day) ? 0.15 : trafficOn(day) * (1 + 0.12 * random.normal());
    const count = (usual: number) => Math.max(0, Math.round(usual * share));
    const shift =
      day > addDays(today, -SHIFT_DAYS) && timeOn(day, OPENS) <= now ? shiftOf(random, day, now) : undefined;
    const sanitation = timesOn(random, day, { count: count(SANITATION_A_DAY), minutes: SANITATION_MINUTES }).map(
      (at) => ({
        ...issueAt(random, at, now),
        price: random.uniform() < 0.16 ? (100 as const) : (20 as const),
      }),
    );
    const vehicles = timesOn(random, day, { count: count(VEHICLES_A_DAY), minutes: GATE_MINUTES }).map((at) => {
      const issue = issueAt(random, at, now);
      return { ...issue, ...vehicleOf(random), shiftId: issue.by === shift?.by ? shift.id : undefined };
    });
    plan.sanitation.push(...sanitation.filter(({ at }) => at <= now));
    plan.vehicles.push(...vehicles.filter(({ at }) => at <= now));
    if (shift) plan.shifts.push(shift);
  }
  numberPhones([...plan.sanitation, ...plan.vehicles]);
  return plan;
}

function trafficOn(day: Day): number {
  const festive = ['04', '12'].includes(day.slice(5, 7)) ? 1.25 : 1;
  return weekdayOf(day) === SUNDAY ? 0.55 * festive : festive;
}

function timesOn(random: Random, day: Day, { count, minutes }: { count: number; minutes: number }): Instant[] {
  const after = Array.from({ length: count }, () => OPENS + minutes * random.uniform() ** 1.6);
  return after.toSorted((one, other) => one - other).map((minute) => timeOn(day, minute));
}

function issueAt(random: Random, at: Instant, now: Instant): PlannedTicket {
  const [chance, whose, spoilt, wait] = [random.uniform(), random.uniform(), random.uniform(), random.uniform()];
  const voidedAt = instantOf(Date.parse(at) + Math.floor(wait * 10 * MINUTE_MS));
  const reason = REASONS[Math.floor(wait * REASONS.length)] ?? '';
  return {
    at,
    by: whose < 0.85 ? 'tiketing' : 'editor',
    deviceNumber: chance < 0.07 ? 'A' : chance < 0.1 ? 'B' : undefined,
    shiftId: undefined,
    voided: spoilt < 0.012 && voidedAt <= now ? { at: voidedAt, reason } : undefined,
  };
}

function numberPhones(tickets: readonly PlannedTicket[]): void {
  const counts = new Map<string, number>();
  for (const ticket of tickets.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
    if (ticket.deviceNumber === undefined) continue;
    const count = (counts.get(ticket.deviceNumber) ?? 0) + 1;
    counts.set(ticket.deviceNumber, count);
    ticket.deviceNumber += String(count);
  }
}

function shiftOf(random: Random, day: Day, now: Instant): PlannedShift {
  const closedAt = timeOn(day, CLOSES + 20 * random.uniform());
  const chance = random.uniform();
  const [differenceRupees, reason] =
    chance < 0.15 ? [-20, 'A note was torn'] : chance < 0.25 ? [10, 'A driver left the change'] : [0, ''];
  return {
    id: `00000000-0000-4000-8000-0000${day.replaceAll('-', '')}`,
    by: 'tiketing' as const,
    openedAt: timeOn(day, OPENS),
    openingRupees: 1000,
    closed: closedAt <= now ? { at: closedAt, differenceRupees, reason } : undefined,
  };
}

function vehicleOf(random: Random): Pick<PlannedVehicle, 'vehicleNumber' | 'vehicleType' | 'rupees'> {
  const chance = random.uniform();
  const [vehicleType, , rupees] = DEMO_TYPES.find(([, upTo]) => chance < upTo) ?? DEMO_TYPES[0];
  const which = randomFrom('vehicle', vehicleType, Math.floor(80 * random.uniform() ** 2));
  const province = pick(PROVINCES, which);
  const letter = String.fromCharCode('A'.charCodeAt(0) + Math.floor(which.uniform() * 26));
  const figures = String(1000 + Math.floor(which.uniform() * 9000));
  return { vehicleType, rupees, vehicleNumber: `${province} ZZ${letter}-${figures}` };
}
