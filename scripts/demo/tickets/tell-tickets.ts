/**
 * The tickets of the demo market: a morning's lorries and those who wash their hands after unloading, thirteen months of
 * them. On a day without a price list few come, on Sundays fewer than else, in April and December more. Every vehicle
 * number is of a series that no registry has given out.
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
import type { SanitationPrice } from '#contract/sanitation-tickets.ts';
import type { VehicleType } from '#contract/vehicle-tickets.ts';
import { momentOf } from '../books/moments.ts';
import { closedDays } from '../closed-days.ts';
import { type Random, randomFrom } from '../random.ts';

/** A ticket as it was issued; taken back where it has a reason. */
export interface ToldTicket {
  at: Instant;
  day: Day;
  by: string;
  /** From a phone that was offline: its letters and count. */
  deviceNumber: string | null;
  shiftId: string | null;
  voided: { at: Instant; reason: string } | null;
}

/** A morning of the staff at the gate, whose cash is the vehicles'. */
export interface ToldShift {
  id: string;
  by: string;
  openedAt: Instant;
  openingRupees: number;
  /** How the box differed from what was expected, and why; while it is open nobody has counted. */
  closed: { at: Instant; difference: number; reason: string } | null;
}

export type ToldSanitation = ToldTicket & { price: SanitationPrice };
export type ToldVehicle = ToldTicket & { vehicleNumber: string; vehicleType: VehicleType; rupees: number };

export interface ToldTickets {
  sanitation: ToldSanitation[];
  vehicles: ToldVehicle[];
  shifts: ToldShift[];
}

export interface DemoTickets {
  seed: number;
  now: Instant;
}

/** Whose letters the numbers of offline phones have. */
export const DEMO_PHONES = ['A', 'B'] as const;
const GATE_STAFF = 'tiketing@example.com';
const OTHER_STAFF = 'editor@example.com';

const MONTHS = 13;
const OPENS = 4 * 60;
const GATE_MINUTES = 8 * 60;
const SHIFT_DAYS = 14;
const CLOSES = 12 * 60 + 25;
const SANITATION_A_DAY = 46;
const VEHICLES_A_DAY = 38;
const SUNDAY = 0;
const MINUTE_MS = 60_000;
const REASONS = ['Paid twice', 'Wrong price', 'Turned round at the gate', 'Printed twice', 'Entered by mistake'];
/** The types with their shares, added up, and prices. */
const TYPES = [
  ['Lorry', 0.42, 200],
  ['Van', 0.62, 100],
  ['Three-Wheeler', 0.82, 50],
  ['Car', 0.94, 50],
  ['Motorbike', 1, 20],
] as const;
const PROVINCES = ['CP', 'NW', 'NC', 'WP', 'UP', 'SG', 'EP'];

/** All tickets until now, in the order of issue, and the latest shifts: the same for the same moment. */
export function tellTickets({ seed, now }: DemoTickets): ToldTickets {
  const today = dayOf(now);
  const from = dayInMonth(monthOf(addMonths(today, -MONTHS)), 1);
  const closed = new Set(closedDays(from, today).map(({ day }) => day));
  const told: ToldTickets = { sanitation: [], vehicles: [], shifts: [] };
  for (let day = from; day <= today; day = addDays(day, 1)) {
    const random = randomFrom(seed, 'tickets', day);
    const share = closed.has(day) ? 0.15 : bustleOf(day) * (1 + 0.12 * random.normal());
    const count = (usual: number) => Math.max(0, Math.round(usual * share));
    const shift = day > addDays(today, -SHIFT_DAYS) && momentOf(day, OPENS) <= now ? shiftOf(random, day, now) : null;
    // Toilets until the evening, the gate while goods come in.
    const sanitation = moments(random, day, count(SANITATION_A_DAY), 14 * 60).map((at) => ({
      ...issueAt(random, at, now),
      price: random.uniform() < 0.16 ? (100 as const) : (20 as const),
    }));
    const vehicles = moments(random, day, count(VEHICLES_A_DAY), GATE_MINUTES).map((at) => {
      const issue = issueAt(random, at, now);
      return { ...issue, ...vehicleOf(random), shiftId: issue.by === shift?.by ? shift.id : null };
    });
    told.sanitation.push(...sanitation.filter(({ at }) => at <= now));
    told.vehicles.push(...vehicles.filter(({ at }) => at <= now));
    if (shift) told.shifts.push(shift);
  }
  numberPhones([...told.sanitation, ...told.vehicles]);
  return told;
}

function bustleOf(day: Day): number {
  const festive = ['04', '12'].includes(day.slice(5, 7)) ? 1.25 : 1;
  return weekdayOf(day) === SUNDAY ? 0.55 * festive : festive;
}

/** So many moments of a day in order, dense in the early morning. */
function moments(random: Random, day: Day, count: number, minutes: number): Instant[] {
  const after = Array.from({ length: count }, () => OPENS + minutes * random.uniform() ** 1.6);
  return after.toSorted((one, other) => one - other).map((minute) => momentOf(day, minute));
}

function issueAt(random: Random, at: Instant, now: Instant): ToldTicket {
  const [chance, whose, spoilt, wait] = [random.uniform(), random.uniform(), random.uniform(), random.uniform()];
  const voidedAt = instantOf(Date.parse(at) + Math.floor(wait * 10 * MINUTE_MS));
  const reason = REASONS[Math.floor(wait * REASONS.length)] ?? '';
  return {
    ...{ at, day: dayOf(at), by: whose < 0.85 ? GATE_STAFF : OTHER_STAFF },
    ...{ deviceNumber: chance < 0.07 ? 'A' : chance < 0.1 ? 'B' : null, shiftId: null },
    voided: spoilt < 0.012 && voidedAt <= now ? { at: voidedAt, reason } : null,
  };
}

/** Each phone counts its tickets of both kinds. */
function numberPhones(tickets: readonly ToldTicket[]): void {
  const counts = new Map<string, number>();
  for (const ticket of tickets.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
    if (ticket.deviceNumber === null) continue;
    const count = (counts.get(ticket.deviceNumber) ?? 0) + 1;
    counts.set(ticket.deviceNumber, count);
    ticket.deviceNumber += String(count);
  }
}

function shiftOf(random: Random, day: Day, now: Instant): ToldShift {
  const closedAt = momentOf(day, CLOSES + 20 * random.uniform());
  const chance = random.uniform();
  const [difference, reason] =
    chance < 0.15 ? [-20, 'A note was torn'] : chance < 0.25 ? [10, 'Somebody left the change'] : [0, ''];
  return {
    ...{ id: `00000000-0000-4000-8000-0000${day.replaceAll('-', '')}`, by: GATE_STAFF },
    ...{ openedAt: momentOf(day, OPENS), openingRupees: 1000 },
    closed: closedAt <= now ? { at: closedAt, difference, reason } : null,
  };
}

function vehicleOf(random: Random): Pick<ToldVehicle, 'vehicleNumber' | 'vehicleType' | 'rupees'> {
  const chance = random.uniform();
  const [vehicleType, , rupees] = TYPES.find(([, upTo]) => chance < upTo) ?? TYPES[0];
  // Some four hundred vehicles come again and again.
  const which = randomFrom('vehicle', vehicleType, Math.floor(80 * random.uniform() ** 2));
  const province = PROVINCES[Math.floor(which.uniform() * PROVINCES.length)] ?? 'CP';
  const letter = String.fromCharCode('A'.charCodeAt(0) + Math.floor(which.uniform() * 26));
  const figures = String(1000 + Math.floor(which.uniform() * 9000));
  return { vehicleType, rupees, vehicleNumber: `${province} ZZ${letter}-${figures}` };
}
