import { type Day, dayOf, instantOf, startOfDay } from '#billing/calendar.ts';
import { instantOfElongation, lunationNear } from './compute-moon-phase.ts';

/** Sunset is at 18:05 in the middle of the island. */
const SUNSET_TO_MIDNIGHT_MS = (5 * 60 + 55) * 60 * 1000;
/** Degrees at which the last thirtieth before full moon begins. */
const LAST_THIRTIETH = 168;

/**
 * Returns the Poya days from `from` to `to`, both included, computed from the moon. Right for every gazetted day of
 * 2021 to 2026; another gazetted day is entered by hand.
 *
 * Example: Vesak Poya 2025 is 12 May; the moon is full that night at 22:26 in Colombo.
 */
export function findPoyaDays(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  const last = lunationNear(startOfDay(to)) + 1;
  for (let lunation = lunationNear(startOfDay(from)) - 1; lunation <= last; lunation++) {
    const poya = poyaOf(lunation);
    if (poya >= from && poya <= to) days.push(poya);
  }
  return days;
}

/**
 * Poya is the day at whose sunset the moon is in the last thirtieth before full (168 to 180 degrees). That may be the
 * day before the full moon: in 2026 the moon is full on 31 May at 14:15 and Poya is the 30th. The full moon's own day
 * would be right for one in three.
 */
function poyaOf(lunation: number): Day {
  const begins = instantOfElongation(lunation, LAST_THIRTIETH);
  return dayOf(instantOf(Date.parse(begins) + SUNSET_TO_MIDNIGHT_MS));
}
