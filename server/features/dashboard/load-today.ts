import {
  addDays,
  type Day,
  dayInMonth,
  dayOf,
  type Instant,
  instantsOfMonths,
  type Month,
  monthInYear,
  monthOf,
  previousMonth,
} from '#billing/calendar.ts';
import { type Cents, cents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import type { Reader } from '../../db/connect.ts';
import { loadChequeSums } from '../cash/cheques.ts';
import { loadToConfirm } from '../cash/electronic.ts';
import { countOpenSessions } from '../cash/sessions.ts';
import { loadOpenClaims } from '../claims/load-claims.ts';
import { findLatestDay } from '../prices/queries.ts';
import { countBills, countPrices, listReceived } from './queries.ts';

type Today = Answer<typeof dashboard.today>;

/** Loads what is to be done today, and the money of the month beside that of two others. */
export async function loadToday(db: Reader, now: Instant): Promise<Today> {
  const today = dayOf(now);
  const claims = await loadOpenClaims(db, now);
  const month = monthOf(today);
  const { count, amount } = await loadToConfirm(db);
  return {
    today,
    month_year: month,
    price_count: await countPrices(db, today),
    latest_list: await findLatestDay(db, today),
    open_sessions: await countOpenSessions(db),
    cheques_in_hand: (await loadChequeSums(db, today)).in_hand,
    to_confirm: { count, amount },
    claims: { count: claims.count, amount: toRupees(claims.cents) },
    bills: await countBills(db, month),
    received: {
      this_month: await loadReceived(db, { month, until: today }),
      last_month: await loadReceived(db, { month: previousMonth(month), until: lastDayOf(previousMonth(month)) }),
      last_year: await loadReceived(db, { month: yearBefore(month), until: lastDayOf(yearBefore(month)) }),
    },
  };
}

function yearBefore(month: Month): Month {
  return monthInYear(Number(month.slice(0, 4)) - 1, Number(month.slice(5)));
}

function lastDayOf(month: Month): Day {
  const { until } = instantsOfMonths(month);
  return addDays(dayOf(until), -1);
}

async function loadReceived(db: Reader, { month, until }: { month: Month; until: Day }): Promise<number[]> {
  const byDay = new Map<Day, Cents>();
  for (const { at, cents: received } of await listReceived(db, instantsOfMonths(month))) {
    const day = dayOf(at);
    byDay.set(day, cents((byDay.get(day) ?? 0) + received));
  }
  return Array.from({ length: Number(until.slice(8)) }, (_, at) =>
    toRupees(byDay.get(dayInMonth(month, at + 1)) ?? cents(0)),
  );
}
