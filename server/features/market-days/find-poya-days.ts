import { type Day, dayOf, instantOf, startOfDay } from '#billing/calendar.ts';
import { instantOfElongation, lunationNear } from './compute-moon-phase.ts';

/** From sunset, at 18:05 in the middle of the island, to the end of the day. */
const SUNSET_TO_MIDNIGHT_MS = (5 * 60 + 55) * 60 * 1000;
/** Degrees the moon is ahead of the sun when the last thirtieth before full begins. */
const LAST_THIRTIETH = 168;

/**
 * Poya (full-moon) days from `from` to `to`, both included, in order; nothing is asked of anybody, for they follow from
 * the moon. Right for every gazetted day of 2021 to 2026; whoever gazettes another day enters it by hand.
 *
 * Worked example: 2025 has its Vesak Poya on 12 May; the full moon is that night at 22:26 in Colombo.
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
 * Poya is the day at whose sunset the moon is in the last thirtieth before full (168 to 180 degrees ahead of the sun).
 * That may be the day before the astronomical full moon: in 2026 the moon is full on 31 May at 14:15, and Poya is the
 * 30th. So it is the day of the moment of 168 degrees, or the next when that moment comes at sunset or later; the full
 * moon's own day would be right for one in three.
 */
function poyaOf(lunation: number): Day {
  const begins = instantOfElongation(lunation, LAST_THIRTIETH);
  return dayOf(instantOf(Date.parse(begins) + SUNSET_TO_MIDNIGHT_MS));
}
