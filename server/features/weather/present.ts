import type { Answer } from '#contract/call.ts';
import type { weather } from '#contract/weather.ts';
import type { FetchedWeather } from './fetch-weather.ts';

export function presentWeather(
  { temperature, description, sky, code, observedAt }: FetchedWeather,
  place: string,
): Answer<typeof weather.now> {
  return { place, temperature, description, icon: sky, code, observed_at: observedAt };
}
