import { addDays, type Day, dayOf, instantOf } from '#billing/calendar.ts';

const today = dayOf(instantOf(Date.now()));
const thisYear = Number(today.slice(0, 4));

/** The last 14 April (Sinhala and Tamil New Year) in the demo. It has no price list, because the market is closed. */
export const newYearsDay = [thisYear, thisYear - 1].map((year) => `${year}-04-14` as Day).find((day) => day < today);

export async function listedDay(url: string, daysBack: number): Promise<Day> {
  const answer = await fetch(`${url}/api/prices/days/${addDays(today, -daysBack)}`);
  const { date, has_list, previous } = (await answer.json()) as { date: Day; has_list: boolean; previous: Day };
  return has_list ? date : previous;
}

export function spellOut(day: Day | undefined): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${day}`).toLocaleDateString('en-GB', options);
}
