import { addDays, addMonths, type Day, day, dayOf } from '#billing/calendar.ts';
import { inLanguage, languages } from '#contract/languages.ts';
import { marketDays } from '#contract/market-days.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { today } from '../../clock.ts';
import { sendCached } from '../../http/cache/send-cached.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { publicReadHeaders } from '../../http/core/headers.ts';
import { badInput } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { addPoyaDays } from './add-poya-days.ts';
import { removeDay, setWeek } from './change-days.ts';
import { listUnusualDays } from './find-closed-days.ts';
import { presentMarketDay, presentWeek } from './present.ts';
import { findDay, listDays, lockCalendar, readWeek } from './queries.ts';
import { saveDay } from './save-day.ts';
import { writeCalendar } from './write-calendar.ts';

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
