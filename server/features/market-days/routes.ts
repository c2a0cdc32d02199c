import { dayOf } from '#billing/calendar.ts';
import { marketDays } from '#contract/market-days.ts';
import { message } from '#contract/messages/message.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { addPoyaDays } from './add-poya-days.ts';
import { choosePeriod } from './choose-period.ts';
import { presentMarketDay, presentWeek } from './present.ts';
import { listDays, readWeek } from './queries.ts';
import { removeDay } from './remove-day.ts';
import { saveDay } from './save-day.ts';
import { setWeek } from './set-week.ts';

export function marketDayRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, marketDays.calendar, async ({ query, context }) => {
    const { from, to } = choosePeriod(query, dayOf(context.now));
    const [week, days] = await Promise.all([readWeek(database.reader), listDays(database.reader, from, to)]);
    return { open_weekdays: presentWeek(week), days: days.map(presentMarketDay) };
  });
  endpoint(app, marketDays.setWeek, async ({ body, context }) => {
    await setWeek(database, context, body.open_weekdays);
    return { message: message('market-days.set_week.done'), open_weekdays: body.open_weekdays };
  });
  endpoint(app, marketDays.save, async ({ params, body, context }) => ({
    message: message('market-days.save.done'),
    day: presentMarketDay(await saveDay(database, context, { date: params.date, ...body })),
  }));
  endpoint(app, marketDays.remove, async ({ params, context }) => {
    await removeDay(database, context, params.date);
    return { message: message('market-days.remove.done') };
  });
  endpoint(app, marketDays.addPoyaDays, async ({ body, context }) => {
    const added = await addPoyaDays(database, context, body.year);
    const values = { count: added.length, year: String(body.year) };
    return { message: message('market-days.add_poya_days.done', values), added };
  });
}
