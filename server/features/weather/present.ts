import type { Answer } from '#contract/call.ts';
import type { weather } from '#contract/weather.ts';
import type { Weather } from './fetch-weather.ts';

/** The weather as the world sees it. */
export function presentWeather(
  { temperature, description, sky, code, observedAt }: Weather,
  place: string,
): Answer<typeof weather.now> {
  return { place, temperature, description, icon: sky, code, observed_at: observedAt };
}
