import type { Day, Month } from '#billing/calendar.ts';
import { cents, toRupees } from '#billing/money.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { DaySum, TicketSum } from './queries.ts';

export function presentIssue(
  row: Pick<
    Tables['sanitation_tickets'],
    'issued_day' | 'issued_by' | 'issued_at' | 'device_number' | 'created_at' | 'updated_at'
  >,
) {
  return {
    date: row.issued_day,
    byWhom: row.issued_by,
    issued_at: row.issued_at,
    device_number: row.device_number === null ? null : presentDeviceNumber(row.device_number),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function presentDeviceNumber(number: string): string {
  return number.replace(/^[A-Z]+/, '$&-');
}

export const NO_TICKETS: TicketSum = { tickets: 0, cents: cents(0) };

export function presentIncome({ tickets, cents: sum }: TicketSum) {
  return { totalIncome: toRupees(sum), ticketCount: tickets };
}

/** Today is always included, even when another server's clock is ahead at midnight. */
export function presentDays(days: readonly DaySum[], today: Day) {
  const past = days.filter(({ day }) => day <= today);
  const withToday = past[0]?.day === today ? past : [{ day: today, ...NO_TICKETS }, ...past];
  return withToday.map(({ day, ...sum }) => ({ date: day, ...presentIncome(sum) }));
}

export function presentTicketMonth({ month, ...sum }: TicketSum & { month: Month }) {
  return { year: Number(month.slice(0, 4)), month: Number(month.slice(5)), ...presentIncome(sum) };
}
