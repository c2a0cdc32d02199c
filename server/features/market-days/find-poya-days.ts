import { type Day, dayOf, instantOf, startOfDay } from '#billing/calendar.ts';
import { instantOfElongation, lunationNear } from './compute-moon-phase.ts';

/** Sunset at 18:05, in the middle of the island. */
const SUNSET_TO_MIDNIGHT_MS = (5 * 60 + 55) * 60 * 1000;
/** Degrees at which the last thirtieth before full moon begins. */
const LAST_THIRTIETH = 168;

/** Correct for every gazetted day of 2021 to 2026; other gazetted days are entered by hand. */
export function findPoyaDays(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  const last = lunationNear(startOfDay(to)) + 1;
  for (let lunation = lunationNear(startOfDay(from)) - 1; lunation <= last; lunation++) {
    const poya = poyaOf(lunation);
    if (poya >= from && poya <= to) days.push(poya);
  }
  return days;
}

/** Poya is the day at whose sunset the moon is 168 to 180 degrees ahead of the sun. It may precede the full moon. */
function poyaOf(lunation: number): Day {
  const begins = instantOfElongation(lunation, LAST_THIRTIETH);
  return dayOf(instantOf(Date.parse(begins) + SUNSET_TO_MIDNIGHT_MS));
}
