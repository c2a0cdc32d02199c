import { dayOf } from '#billing/calendar.ts';
import { marketDays } from '#contract/market-days.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { addPoyaDays } from './add-poya-days.ts';
import { choosePeriod } from './choose-period.ts';
import { presentMarketDay, presentWeek } from './present.ts';
import { listDays, readWeek } from './queries.ts';
import { removeDay } from './remove-day.ts';
import { saveDay } from './save-day.ts';
import { setWeek } from './set-week.ts';

/** The market calendar: everybody reads it, whoever publishes prices keeps it. */
export function marketDayRoutes(door: Door): void {
  const { database } = door;
  endpoint(door, marketDays.calendar, async ({ query, act }) => {
    const { from, to } = choosePeriod(query, dayOf(act.at));
    const [week, days] = await Promise.all([readWeek(database.reader), listDays(database.reader, from, to)]);
    return { open_weekdays: presentWeek(week), days: days.map(presentMarketDay) };
  });
  endpoint(door, marketDays.setWeek, async ({ body, act }) => {
    await setWeek(database, act, body.open_weekdays);
    return { message: 'Open weekdays saved.', open_weekdays: body.open_weekdays };
  });
  endpoint(door, marketDays.save, async ({ params, body, act }) => ({
    message: 'Day saved in the market calendar.',
    day: presentMarketDay(await saveDay(database, act, params.date, body)),
  }));
  endpoint(door, marketDays.remove, async ({ params, act }) => {
    await removeDay(database, act, params.date);
    return { message: 'Day removed from the market calendar.' };
  });
  endpoint(door, marketDays.addPoyaDays, async ({ body, act }) => {
    const added = await addPoyaDays(database, act, body.year);
    return { message: sentenceOf(added.length, body.year), added };
  });
}

function sentenceOf(count: number, year: number): string {
  if (count === 0) return `All Poya days of ${year} are in the calendar already.`;
  return `${count} Poya ${count === 1 ? 'day' : 'days'} of ${year} added.`;
}
