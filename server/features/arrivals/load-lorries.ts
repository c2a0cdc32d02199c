import { addDays, type Day, dayNumber, dayOf, type Instant } from '#billing/calendar.ts';
import type { DailyLorries, HomePageData } from '#contract/site.ts';
import type { Reader } from '#server/db/connect.ts';
import { listVehicleTypes } from '../tariff/vehicle-type-queries.ts';
import { lorriesOf, presentArrivals } from './present.ts';
import { listArrivals } from './queries.ts';

const MOST_DAYS = 366;

export async function loadLorriesToday(db: Reader, now: Instant): Promise<HomePageData['lorries']> {
  const today = dayOf(now);
  const types = await listVehicleTypes(db);
  const [day] = presentArrivals(await listArrivals(db, { from: today, to: today }), types);
  const count = day && lorriesOf(day, types);
  return count === undefined ? null : { count, asOf: now };
}

export async function loadDailyLorries(db: Reader, today: Day): Promise<DailyLorries> {
  const types = await listVehicleTypes(db);
  const rows = await listArrivals(db, { from: addDays(today, -MOST_DAYS), to: addDays(today, -1) });
  const days = presentArrivals(rows, types);
  const firstDay = days[0] ? dayNumber(days[0].date) : dayNumber(today);
  const counts = Array.from({ length: dayNumber(today) - firstDay }, () => 0);
  for (const day of days) counts[dayNumber(day.date) - firstDay] = lorriesOf(day, types) ?? 0;
  return { firstDay, counts };
}
