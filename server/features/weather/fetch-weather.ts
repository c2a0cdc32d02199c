import { z } from 'zod';
import { type Instant, instantOf } from '#billing/calendar.ts';
import { type NamedSky, nameSky } from './name-sky.ts';

export interface WeatherSource {
  /** Must answer like Open-Meteo's forecast. */
  url: string;
  latitude: number;
  longitude: number;
  /** Until the last byte. */
  timeoutMs: number;
}

export interface FetchedWeather extends NamedSky {
  /** Degrees Celsius. */
  temperature: number;
  /** WMO weather code. */
  code: number;
  observedAt: Instant;
}

const MOST_BYTES = 64 * 1024;
const MOST_APART_MS = 2 * 60 * 60 * 1000;

/** Times are local to the requested place, without a zone. */
const answerSchema = z.object({
  utc_offset_seconds: z.int().min(-50_400).max(50_400).default(0),
  current: z.object({
    time: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/),
    temperature_2m: z.number().min(-60).max(60),
    weather_code: z.int(),
  }),
});

/** Throws for any answer in doubt: a wrong temperature is worse than none. */
export async function fetchWeather(source: WeatherSource, now: Instant): Promise<FetchedWeather> {
  const address = new URL(source.url);
  address.searchParams.set('latitude', String(source.latitude));
  address.searchParams.set('longitude', String(source.longitude));
  address.searchParams.set('current', 'temperature_2m,weather_code');
  const signal = AbortSignal.timeout(source.timeoutMs);
  // The operator configured one address.
  const answer = await fetch(address, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  const text = await readText(answer);
  if (!answer.ok) throw new Error(`the weather service answered ${answer.status}`);
  return readWeather(JSON.parse(text), now);
}

async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > MOST_BYTES) throw new Error(`the weather service sent more than ${MOST_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function readWeather(answer: unknown, now: Instant): FetchedWeather {
  const { current, utc_offset_seconds } = answerSchema.parse(answer);
  const named = nameSky(current.weather_code);
  if (!named) throw new Error(`the weather service sent an unknown code: ${current.weather_code}`);
  const observedMs = Date.parse(`${current.time}:00.000Z`) - utc_offset_seconds * 1000;
  // Also true for a time that does not exist: NaN.
  if (!(Math.abs(Date.parse(now) - observedMs) <= MOST_APART_MS))
    throw new Error(`the weather service sent the weather of ${current.time}`);
  const { temperature_2m: temperature, weather_code: code } = current;
  return { ...named, temperature, code, observedAt: instantOf(observedMs) };
}
