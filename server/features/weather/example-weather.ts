import { dayNumber, dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import { type FetchedWeather, nameSky } from './fetch-weather.ts';

/** WMO codes of seven days, one after the other. */
const CODES = [1, 2, 80, 2, 61, 3, 95];
const HOUR_MS = 60 * 60 * 1000;
const COOLEST_HOUR = 5;
const MIDDLE = 27;
const SWING = 4;

/** Returns made-up weather for a demo, which asks nobody: cool in the morning, warm in the afternoon. */
export function exampleWeather(now: Instant): FetchedWeather | undefined {
  const day = dayOf(now);
  const hour = Math.floor((Date.parse(now) - Date.parse(startOfDay(day))) / HOUR_MS);
  const code = CODES[dayNumber(day) % CODES.length] ?? 2;
  const named = nameSky(code);
  const temperature = Math.round(MIDDLE - SWING * Math.cos(((hour - COOLEST_HOUR) / 24) * 2 * Math.PI));
  return named && { ...named, temperature, code, observedAt: now, isExample: true };
}
