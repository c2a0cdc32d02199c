import type { Answer } from '#contract/call.ts';
import { message } from '#contract/messages/message.ts';
import type { weather } from '#contract/weather.ts';
import type { FetchedWeather } from './fetch-weather.ts';

export function presentWeather(fetched: FetchedWeather | undefined, place: string): Answer<typeof weather.now> {
  if (!fetched) return { state: 'unavailable', place, message: message('weather.unavailable') };
  const { temperature, description, sky, code, observedAt, isExample } = fetched;
  return {
    state: 'current',
    place,
    temperature,
    description: message(description),
    icon: sky,
    code,
    observed_at: observedAt,
    ...(isExample && { is_example: isExample }),
  };
}
