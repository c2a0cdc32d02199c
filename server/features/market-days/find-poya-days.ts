import { type Day, dayOf, type Instant, instantOf, startOfDay } from '#billing/calendar.ts';

/** The time from sunset to midnight. The sun sets at 18:05 in the middle of the island. */
const SUNSET_TO_MIDNIGHT_MS = (5 * 60 + 55) * 60 * 1000;
/**
 * The elongation in degrees at which the last tithi before full moon begins. A tithi is a thirtieth of the lunar month,
 * or 12 degrees of elongation.
 */
const LAST_THIRTIETH = 168;

/**
 * Returns the Poya days. They are correct for every gazetted day of 2021 to 2026; days that are gazetted differently
 * must be entered in the office.
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
 * Returns the Poya day of a lunation: the day at whose sunset the moon is 168 to 180 degrees ahead of the sun. It may
 * precede the full moon.
 */
function poyaOf(lunation: number): Day {
  const begins = instantOfElongation(lunation, LAST_THIRTIETH);
  return dayOf(instantOf(Date.parse(begins) + SUNSET_TO_MIDNIGHT_MS));
}

/**
 * Elongation of the moon after Jean Meeus, Astronomical Algorithms, 2nd edition, chapters 47 and 25, without terms
 * below 0.005 degrees. Accurate to about 3 minutes from 1950 to 2100. Example: full moon on 23 May 2024, 13:53 UTC.
 */

const DAY_MS = 24 * 60 * 60 * 1000;
const EPOCH_2000_MS = Date.parse('2000-01-01T12:00:00.000Z');
const DAYS_PER_CENTURY = 36_525;
const MEAN_DEGREES_PER_DAY = 445_267.1114 / DAYS_PER_CENTURY;
const ELONGATION_AT_2000 = 297.8502;
/** The difference between terrestrial time and universal time in the 2020s. */
const DELTA_T_MS = 70_000;

/**
 * Terms of the moon: degrees with their multiples of D (elongation), M (sun's anomaly), M' (moon's anomaly) and F
 * (argument of latitude).
 */
const MOON_TERMS: readonly (readonly [degrees: number, d: number, m: number, moon: number, f: number])[] = [
  [6.288774, 0, 0, 1, 0],
  [1.274027, 2, 0, -1, 0],
  [0.658314, 2, 0, 0, 0],
  [0.213618, 0, 0, 2, 0],
  [-0.185116, 0, 1, 0, 0],
  [-0.114332, 0, 0, 0, 2],
  [0.058793, 2, 0, -2, 0],
  [0.057066, 2, -1, -1, 0],
  [0.053322, 2, 0, 1, 0],
  [0.045758, 2, -1, 0, 0],
  [-0.040923, 0, 1, -1, 0],
  [-0.03472, 1, 0, 0, 0],
  [-0.030383, 0, 1, 1, 0],
  [0.015327, 2, 0, 0, -2],
  [-0.012528, 0, 0, 1, 2],
  [0.01098, 0, 0, 1, -2],
  [0.010675, 4, 0, -1, 0],
  [0.010034, 0, 0, 3, 0],
  [0.008548, 4, 0, -2, 0],
  [-0.007888, 2, 1, -1, 0],
  [-0.006766, 2, 1, 0, 0],
  [-0.005163, 1, 0, -1, 0],
];

/**
 * Returns the instant of an elongation: 0 degrees is new moon, 180 full moon. Lunations count from the new moon of 6
 * January 2000.
 */
export function instantOfElongation(lunation: number, degrees: number): Instant {
  const wanted = (lunation + 1) * 360 + degrees;
  let days = (wanted - ELONGATION_AT_2000) / MEAN_DEGREES_PER_DAY;
  for (let i = 0; i < 10; i++) days += (wanted - elongation(days)) / MEAN_DEGREES_PER_DAY;
  return instantOf(Math.round(EPOCH_2000_MS + days * DAY_MS - DELTA_T_MS));
}

/** Returns the lunation of an instant. It may be off by one. */
export function lunationNear(instant: Instant): number {
  const days = (Date.parse(instant) - EPOCH_2000_MS) / DAY_MS;
  return Math.floor((ELONGATION_AT_2000 + days * MEAN_DEGREES_PER_DAY) / 360) - 1;
}

/** Returns the elongation in degrees, not reduced modulo 360, at a number of days after noon of 2000-01-01. */
function elongation(days: number): number {
  const century = days / DAYS_PER_CENTURY;
  const mean = ELONGATION_AT_2000 + MEAN_DEGREES_PER_DAY * days;
  const sunAnomaly = 357.52911 + 35_999.05029 * century;
  const moonAnomaly = 134.9634 + 477_198.86751 * century + 0.00874 * century ** 2;
  const latitude = 93.2721 + 483_202.01752 * century - 0.00366 * century ** 2;
  let moon = 0;
  for (const [degrees, d, m, moons, f] of MOON_TERMS) {
    moon += degrees * sine(d * mean + m * sunAnomaly + moons * moonAnomaly + f * latitude);
  }
  const sun = (1.914602 - 0.004817 * century) * sine(sunAnomaly) + 0.019993 * sine(2 * sunAnomaly);
  const aberration = 0.0057;
  return mean + moon - sun + aberration;
}

function sine(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}
