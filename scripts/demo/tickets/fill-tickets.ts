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
import { cents, sumCents } from '#billing/money.ts';
import type { SanitationPrice } from '#contract/tickets.ts';
import { lockHeldCents } from '#server/features/cash/held-cash.ts';
import { setFrom } from '#server/features/dated-settings/dated-setting.ts';
import { addDevice } from '#server/features/gate/add-device.ts';
import { bankHandover } from '#server/features/gate/bank-handover.ts';
import { closeShift } from '#server/features/gate/close-shift.ts';
import { setCountingDay } from '#server/features/gate/counting.ts';
import { openShift } from '#server/features/gate/open-shift.ts';
import { receiveCash } from '#server/features/gate/receive-cash.ts';
import { type TariffPrices, tariffSetting } from '#server/features/tariff/tariff-setting.ts';
import { readVoid } from '#server/features/tickets/refuse-void.ts';
import { issueSanitationTicket } from '#server/features/tickets/sanitation/issue-ticket.ts';
import { voidSanitationTicket } from '#server/features/tickets/sanitation/void-ticket.ts';
import { issueVehicleTicket } from '#server/features/tickets/vehicle/issue-ticket.ts';
import { voidVehicleTicket } from '#server/features/tickets/vehicle/void-ticket.ts';
import { closedDays } from '../closed-days.ts';
import { type DemoMarket, doneBy } from '../demo-market.ts';
import { pick, type Random, randomFrom } from '../random.ts';
import { timeOn } from '../timeline.ts';

/**
 * The number of months with tickets before the current one. It is low, because a month of tickets takes as long to fill
 * as four months of ledgers.
 */
const MONTHS_BEFORE = 3;

export function fillTickets(market: DemoMarket, months = MONTHS_BEFORE): void {
  const { tx, timeline, opening } = market;
  const { sanitation, vehicles, shifts } = planTickets(market, months);
  for (const _ of DEMO_PHONES)
    timeline.plan(timeOn(opening, 9 * 60), (at) =>
      addDevice(tx, { ...doneBy('superadmin', at), accountId: undefined }),
    );
  planTariffs(market);
  const began = addDays(dayOf(market.now), 1 - SHIFT_DAYS);
  if (began > opening) timeline.plan(timeOn(began, 9 * 60), (at) => setCountingDay(tx, doneBy('admin', at), began));
  for (const { id, by, openedAt, openingRupees, closed } of shifts) {
    const opening_cash = cents(openingRupees * 100);
    timeline.plan(openedAt, (at) => openShift(tx, doneBy(by, at), { id, opening_cash, device: DEMO_PHONES[0] }));
    if (!closed) continue;
    timeline.plan(closed.at, (at) => {
      const isIn = ({ shiftId, voided }: PlannedTicket) => shiftId === id && (!voided || voided.at > at);
      const rupees = [
        ...vehicles.filter(isIn).map((one) => one.rupees),
        ...sanitation.filter(isIn).map((one) => one.price),
      ];
      const counted = sumCents([opening_cash, ...rupees.map((amount) => cents(amount * 100))]);
      const counted_cash = cents(counted + closed.differenceRupees * 100);
      return closeShift(tx, doneBy(by, at), { id, counted_cash, reason: closed.reason, seesAll: false });
    });
    planHandover(market, by, dayOf(closed.at));
  }
  for (const ticket of sanitation) {
    const { price } = ticket;
    planTicket(market, ticket, {
      issue: (context, said) => issueSanitationTicket(tx, context, { price, ...said }),
      voidTicket: voidSanitationTicket,
    });
  }
  for (const ticket of vehicles) {
    const { vehicleNumber, vehicleType, rupees } = ticket;
    const ticketPrice = cents(rupees * 100);
    const vehicle = { vehicleNumber, vehicleType, ticketPrice, mayTakeAnyPrice: true };
    planTicket(market, ticket, {
      issue: (context, said) => issueVehicleTicket(tx, context, { ...vehicle, ...said }),
      voidTicket: voidVehicleTicket,
    });
  }
}

/** The office receives the cash of a shift on the next morning, and banks it in the afternoon. */
function planHandover({ tx, timeline, now }: DemoMarket, by: PlannedShift['by'], day: Day): void {
  const receivedAt = timeOn(addDays(day, 1), 9 * 60 + 30);
  const bankedAt = timeOn(addDays(day, 1), 15 * 60);
  let id = 0;
  if (receivedAt > now) return;
  timeline.plan(receivedAt, async (at) => {
    const { accountId: account_id = 0 } = doneBy(by, at);
    const received_cash = await lockHeldCents(tx, account_id);
    id = await receiveCash(tx, doneBy('manager', at), { given: { account_id, received_cash }, seesAll: true });
  });
  if (bankedAt <= now) timeline.plan(bankedAt, (at) => bankHandover(tx, doneBy('admin', at), { id, day: dayOf(at) }));
}

function planTariffs({ tx, timeline, opening, now }: DemoMarket): void {
  const pricesFor = (factor: number): TariffPrices => ({
    prices: Object.fromEntries(DEMO_TYPES.map(([type, , rupees]) => [type, cents(rupees * factor * 100)])),
    passes: Object.fromEntries(
      DEMO_TYPES.map(([type, , rupees]) => [
        type,
        { day: cents(rupees * factor * 200), month: cents(rupees * factor * 2000) },
      ]),
    ),
  });
  const set = (value: TariffPrices, from: Day) => (at: Instant) =>
    setFrom(tx, doneBy('admin', at), { setting: tariffSetting, value, from });
  timeline.plan(timeOn(opening, 9 * 60), set(pricesFor(1), opening));
  const yesterday = addDays(dayOf(now), -1);
  const nextMonth = addMonths(dayInMonth(monthOf(dayOf(now)), 1), 1);
  if (yesterday > opening) timeline.plan(timeOn(yesterday, 9 * 60), set(pricesFor(1.5), nextMonth));
}

function planTicket(
  { tx, timeline }: DemoMarket,
  { at: issuedAt, by, deviceNumber, shiftId, voided }: PlannedTicket,
  {
    issue,
    voidTicket,
  }: {
    issue: (
      context: ReturnType<typeof doneBy>,
      said: { device_number: string | undefined; shift_id: string | undefined },
    ) => Promise<{ id: number }>;
    voidTicket: typeof voidSanitationTicket;
  },
): void {
  let id = 0;
  timeline.plan(issuedAt, async (at) => {
    ({ id } = await issue(doneBy(by, at), { device_number: deviceNumber, shift_id: shiftId }));
  });
  if (voided)
    timeline.plan(voided.at, (at) =>
      voidTicket(tx, doneBy(by, at), readVoid({ id, reason: voided.reason }, 'manager')),
    );
}

/**
 * A ticket to issue. Closed days have few tickets and Sundays about half as many as other days; April and December have
 * more. No registry has issued these vehicle numbers.
 */
interface PlannedTicket {
  at: Instant;
  by: 'tiketing' | 'editor';
  deviceNumber: string | undefined;
  shiftId: string | undefined;
  voided: { at: Instant; reason: string } | undefined;
}

interface PlannedShift {
  id: string;
  by: PlannedTicket['by'];
  openedAt: Instant;
  openingRupees: number;
  closed: { at: Instant; differenceRupees: number; reason: string } | undefined;
}

type PlannedSanitation = PlannedTicket & { price: SanitationPrice };
type PlannedVehicle = PlannedTicket & { vehicleNumber: string; vehicleType: string; rupees: number };

interface TicketPlan {
  sanitation: PlannedSanitation[];
  vehicles: PlannedVehicle[];
  shifts: PlannedShift[];
}

const DEMO_PHONES = ['A', 'B'] as const;

const OPENS = 4 * 60;
const GATE_MINUTES = 8 * 60;
const SANITATION_MINUTES = 14 * 60;
const SHIFT_DAYS = 14;
const CLOSES = 18 * 60 + 5;
const SANITATION_A_DAY = 46;
const VEHICLES_A_DAY = 38;
const SUNDAY = 0;
const MINUTE_MS = 60_000;
const REASONS = ['Paid twice', 'Wrong price', 'Turned round at the gate', 'Printed twice', 'Entered by mistake'];
/** Each vehicle type, the cumulative share of tickets up to and including this type, and its price in rupees. */
const DEMO_TYPES = [
  ['Lorry', 0.42, 200],
  ['Van', 0.62, 100],
  ['Three-Wheeler', 0.82, 50],
  ['Car', 0.94, 50],
  ['Motorbike', 1, 20],
] as const;
const PROVINCES = ['CP', 'NW', 'NC', 'WP', 'UP', 'SG', 'EP'];

export function planTickets({ seed, now }: { seed: number; now: Instant }, months = MONTHS_BEFORE): TicketPlan {
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
        ...inShift(issueAt(random, at, now), shift),
        price: random.uniform() < 0.16 ? (100 as const) : (20 as const),
      }),
    );
    const vehicles = timesOn(random, day, { count: count(VEHICLES_A_DAY), minutes: GATE_MINUTES }).map((at) => {
      const issue = inShift(issueAt(random, at, now), shift);
      return { ...issue, ...vehicleOf(random) };
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
  const chance = random.uniform();
  const whose = random.uniform();
  const spoilt = random.uniform();
  const wait = random.uniform();
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

/** A ticket that its person issues between the opening and the closing of the shift belongs to it. */
function inShift(ticket: PlannedTicket, shift: PlannedShift | undefined): PlannedTicket {
  const isIn = shift?.by === ticket.by && ticket.at >= shift.openedAt && !(shift.closed && ticket.at > shift.closed.at);
  return isIn ? { ...ticket, shiftId: shift.id } : ticket;
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
