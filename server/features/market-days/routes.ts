import icalendar, { escape as escapeText, ICalEventTransparency } from 'ical-generator';
import { addDays, addMonths, type Day, day, dayOf } from '#billing/calendar.ts';
import type { Centre } from '#contract/centre.ts';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import { marketDays } from '#contract/market-days.ts';
import { apiMessage, inWords, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import { today } from '../../clock.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { sendCached } from '../../http/cache/send-cached.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { publicReadHeaders } from '../../http/core/headers.ts';
import { badInput } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { addPoyaDays } from './add-poya-days.ts';
import { describeDay } from './describe-day.ts';
import { listUnusualDays } from './find-closed-days.ts';
import { presentMarketDay, presentWeek } from './present.ts';
import { deleteDay, findDay, listDays, lockCalendar, type MarketDayRow, readWeek, updateWeek } from './queries.ts';
import { saveDay } from './save-day.ts';

const PAST_DAYS = 31;
const COMING_MONTHS = 24;

export function marketDayRoutes(app: AppContext): void {
  const { database } = app;
  calendarFiles(app);
  endpoint(app, marketDays.calendar, async ({ query, context }) => {
    const { from, to } = choosePeriod(query, dayOf(context.now));
    const [week, days] = await Promise.all([readWeek(database.reader), listDays(database.reader, from, to)]);
    return { open_weekdays: presentWeek(week), days: days.map(presentMarketDay) };
  });
  endpoint(app, marketDays.setWeek, {
    async current(_, tx) {
      await lockCalendar(tx);
      return { open_weekdays: presentWeek(await readWeek(tx)) };
    },
    async record({ body, context }, tx) {
      await setWeek(tx, context, body.open_weekdays);
      return { message: apiMessage('market-days.set_week.done'), open_weekdays: body.open_weekdays };
    },
  });
  endpoint(app, marketDays.save, {
    async current({ params }, tx) {
      await lockCalendar(tx);
      const day = await findDay(tx, params.date);
      return day ? presentMarketDay(day) : {};
    },
    record: async ({ params, body, context }, tx) => ({
      message: apiMessage('market-days.save.done'),
      day: presentMarketDay(await saveDay(tx, context, { date: params.date, ...body })),
    }),
  });
  endpoint(app, marketDays.remove, async ({ params, context }) => {
    await removeDay(database, context, params.date);
    return { message: apiMessage('market-days.remove.done') };
  });
  endpoint(app, marketDays.addPoyaDays, async ({ body, context }) => {
    const added = await addPoyaDays(database, context, body.year);
    const values = { count: added.length, year: String(body.year) };
    return { message: apiMessage('market-days.add_poya_days.done', values), added };
  });
}

function calendarFiles(app: AppContext): void {
  const { fastify, database, config, clock } = app;
  for (const language of languages) {
    fastify.get(inLanguage(language, '/calendar.ics'), async (request, reply) =>
      sendCached(app, { request, reply }, async () => {
        const now = today(clock);
        const days = await listUnusualDays(database.reader, addDays(now, -PAST_DAYS), addMonths(now, COMING_MONTHS));
        return {
          content: writeCalendar(days, { language, centre: app.centre.facts, publicUrl: config.publicUrl }),
          headers: { ...publicReadHeaders(config), 'content-type': 'text/calendar; charset=utf-8' },
        };
      }),
    );
  }
}

const LONGEST_YEARS = 5;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;

function choosePeriod(asked: { from?: Day | undefined; to?: Day | undefined }, today: Day): { from: Day; to: Day } {
  const from = asked.from ?? day(`${asked.to ? Math.max(yearOf(asked.to) - 1, FIRST_YEAR) : yearOf(today)}-01-01`);
  const to = asked.to ?? day(`${Math.min(yearOf(from) + 1, LAST_YEAR)}-12-31`);
  if (to < from) throw badInput([{ field: 'to', message: apiMessage('refusals.period.reversed') }]);
  const last = addDays(addMonths(from, 12 * LONGEST_YEARS), -1);
  const tooLong = apiMessage('market-days.period.too_long', { years: LONGEST_YEARS, date: last });
  if (to > last) throw badInput([{ field: 'to', message: tooLong }]);
  return { from, to };
}

function yearOf(date: Day): number {
  return Number(date.slice(0, 4));
}

async function removeDay(database: Database, context: ActionContext, date: Day): Promise<void> {
  await database.write(async (tx) => {
    await lockCalendar(tx);
    const existing = await findDay(tx, date);
    if (!existing) throw new Refusal('market_day_not_found');
    await deleteDay(tx, date);
    await raiseDataVersion(tx);
    await writeAudit(tx, context, {
      type: 'Market Day Removed',
      description: apiMessage('market-days.audit.removed', { date }),
      oldValue: describeDay(existing),
    });
  });
}

async function setWeek(tx: Writer, context: ActionContext, weekdays: readonly number[]): Promise<void> {
  await lockCalendar(tx);
  const before = await readWeek(tx);
  const after = weekdays.join('');
  if (after === before) return;
  await updateWeek(tx, after, context.now);
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Market Week Changed',
    description: apiMessage('market-days.audit.week_changed'),
    oldValue: nameWeekdays(before),
    newValue: nameWeekdays(after),
  });
}

function nameWeekdays(stored: string): string {
  return [...stored].map((number) => message('market-days.weekday', { number })).join(', ');
}

interface CalendarOf {
  language: Language;
  centre: Centre;
  publicUrl: string | undefined;
}

const REFRESH_SECONDS = 24 * 60 * 60;

/**
 * Returns a calendar in the format of RFC 5545. It omits weekly closing days, because they would fill a phone's
 * calendar.
 */
export function writeCalendar(days: readonly MarketDayRow[], { language, centre, publicUrl = '' }: CalendarOf): string {
  const words = (key: 'market-days.feed.closed' | 'market-days.feed.open' | 'market-days.feed.name', text: string) =>
    inWords(apiMessage(key, { text }), language);
  const host = publicUrl === '' ? 'localhost' : new URL(publicUrl).hostname;
  const url = publicUrl === '' ? null : publicUrl + inLanguage(language, '/calendar');
  const calendar = icalendar({
    // The library escapes only the texts of events, not the name of the calendar.
    name: escapeText(words('market-days.feed.name', centre.name[language]), false),
    prodId: { company: 'Pola', product: 'Market calendar', language: language.toUpperCase() },
    ttl: REFRESH_SECONDS,
    url,
  });
  for (const day of days) {
    const reason = { en: day.reason, si: day.reason_si, ta: day.reason_ta }[language] || day.reason;
    calendar.createEvent({
      id: `${day.date}@${host}`,
      start: midnight(day.date),
      end: midnight(addDays(day.date, 1)),
      allDay: true,
      stamp: new Date(day.updated_at),
      summary: words(day.kind === 'open' ? 'market-days.feed.open' : 'market-days.feed.closed', reason),
      location: centre.name[language],
      transparency: ICalEventTransparency.TRANSPARENT,
      url,
    });
  }
  return `${calendar}\r\n`;
}

function midnight(date: Day): Date {
  return new Date(`${date}T00:00:00.000Z`);
}
