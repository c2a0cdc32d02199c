import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  firstDayOf,
  type Instant,
  type Month,
  monthOf,
} from '#billing/calendar.ts';
import { type Cents, cents, sumCents, toRupees } from '#billing/money.ts';
import { type GateIncome, MOST_UNKNOWN_SHIFTS, type MonthIncome, type TicketIncome } from '#contract/gate.ts';
import type { Reader } from '../../db/connect.ts';
import { listNamesByEmail } from '../cash/queries.ts';
import { earliestEventTime } from '../tickets/read-event-time.ts';
import { findCountingStart, type PersonIncome, sumTicketsOfPeople, sumUnknownShifts } from './income-queries.ts';
import { loadChangedTypes } from './load-changed-types.ts';
import { loadEarlierPrices } from './load-earlier-prices.ts';
import { loadIncompleteShifts } from './load-incomplete-shifts.ts';
import { loadLateTickets } from './load-late-tickets.ts';
import { loadPhones } from './load-phones.ts';

const UNKNOWN_DAYS = 30;

/** Returns the income from tickets of today and of this month, in shifts and to be counted, by person. */
export async function loadGateIncome(db: Reader, now: Instant): Promise<GateIncome> {
  const today = dayOf(now);
  const countedFrom = await findCountingStart(db);
  const rows = await sumTicketsOfPeople(db, {
    days: { from: firstDayOf(monthOf(today)), to: today },
    today,
    countedFrom,
  });
  const unknown = await listUnknownShifts(db, { now, countedFrom });
  const names = await listNamesByEmail(db, [...new Set([...rows, ...unknown].map(({ email }) => email))]);
  const personOf = (email: string) => ({ email, name: names.get(email) ?? email });
  return {
    today: sumOfToday(rows),
    month: sumOfMonth(rows),
    people: rows.map((row) => ({ ...personOf(row.email), today: sumOfToday([row]), month: sumOfMonth([row]) })),
    unknown_shifts: unknown.map(({ email, shift_id, tickets, cents: sum, since }) => ({
      ...personOf(email),
      shift_id,
      count: tickets,
      amount: toRupees(sum),
      since,
    })),
    incomplete_shifts: await loadIncompleteShifts(db, now),
    late_tickets: await loadLateTickets(db, now),
    earlier_prices: await loadEarlierPrices(db, now),
    changed_types: (await loadChangedTypes(db, now)).length,
    phones: await loadPhones(db, now),
  };
}

function listUnknownShifts(db: Reader, { now, countedFrom }: { now: Instant; countedFrom: Day | null }) {
  const today = dayOf(now);
  const monthAgo = addDays(today, -UNKNOWN_DAYS);
  return sumUnknownShifts(db, {
    days: { from: countedFrom !== null && countedFrom > monthAgo ? countedFrom : monthAgo, to: today },
    issuedBefore: earliestEventTime({ now }),
    most: MOST_UNKNOWN_SHIFTS,
  });
}

/** Counts the tickets in shifts that their person has not opened 48 hours after the issue. */
export async function countUnknownShiftTickets(db: Reader, now: Instant): Promise<number> {
  const unknown = await listUnknownShifts(db, { now, countedFrom: await findCountingStart(db) });
  return unknown.reduce((sum, { tickets }) => sum + tickets, 0);
}

/** Returns the income from the tickets of a month, in shifts and to be counted, by person. */
export async function loadMonthIncome(
  db: Reader,
  { now, month }: { now: Instant; month: Month | undefined },
): Promise<MonthIncome> {
  const today = dayOf(now);
  const wanted = month ?? monthOf(today);
  const from = firstDayOf(wanted);
  const days = { from, to: addDays(addMonths(from, 1), -1) };
  const rows = await sumTicketsOfPeople(db, { days, today, countedFrom: await findCountingStart(db) });
  const names = await listNamesByEmail(
    db,
    rows.map(({ email }) => email),
  );
  return {
    month: wanted,
    total: sumOfMonth(rows),
    people: rows.map((row) => ({ email: row.email, name: names.get(row.email) ?? row.email, ...sumOfMonth([row]) })),
  };
}

function sumOfToday(rows: readonly PersonIncome[]): TicketIncome {
  return split(sumCents(rows.map((row) => row.in_shifts_today)), sumCents(rows.map((row) => row.to_count_today)));
}

function sumOfMonth(rows: readonly PersonIncome[]): TicketIncome {
  return split(sumCents(rows.map((row) => row.in_shifts)), sumCents(rows.map((row) => row.to_count)));
}

function split(inShifts: Cents, toCount: Cents): TicketIncome {
  return {
    total: toRupees(cents(inShifts + toCount)),
    in_shifts: toRupees(inShifts),
    to_count: toRupees(toCount),
  };
}
