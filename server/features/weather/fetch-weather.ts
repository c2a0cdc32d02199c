import { z } from 'zod';
import { type Instant, instantOf } from '#billing/calendar.ts';
import type { ApiMessageKey } from '#contract/messages/message.ts';
import type { Sky } from '#contract/weather.ts';
import type { Clock } from '../../clock.ts';

interface WeatherSource {
  /** The address of a service that answers like Open-Meteo's forecast. */
  url: string;
  latitude: number;
  longitude: number;
  /** The time within which the whole answer must arrive. */
  timeoutMs: number;
}

interface NamedSky {
  sky: Sky;
  description: ApiMessageKey;
}

export interface FetchedWeather extends NamedSky {
  /** The temperature in degrees Celsius. */
  temperature: number;
  /** The WMO weather code. */
  code: number;
  observedAt: Instant;
  isExample?: true;
}

const MOST_BYTES = 64 * 1024;

const MOST_APART_MS = 2 * 60 * 60 * 1000;

/** The answer of the service. Its times are local to the requested place, without a zone. */
const answerSchema = z.object({
  utc_offset_seconds: z.int().min(-50_400).max(50_400).default(0),
  current: z.object({
    time: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/),
    temperature_2m: z.number().min(-60).max(60),
    weather_code: z.int(),
  }),
});

/** Throws for any implausible answer, because a wrong temperature is worse than none. */
export async function fetchWeather(source: WeatherSource, now: Instant): Promise<FetchedWeather> {
  const address = new URL(source.url);
  address.searchParams.set('latitude', String(source.latitude));
  address.searchParams.set('longitude', String(source.longitude));
  address.searchParams.set('current', 'temperature_2m,weather_code');
  const signal = AbortSignal.timeout(source.timeoutMs);
  // Redirects are errors, because the operator configured one address.
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
  // This condition is also true for an invalid time (NaN).
  if (!(Math.abs(Date.parse(now) - observedMs) <= MOST_APART_MS))
    throw new Error(`the weather service sent the weather of ${current.time}`);
  const { temperature_2m: temperature, weather_code: code } = current;
  return { ...named, temperature, code, observedAt: instantOf(observedMs) };
}

/** The sky for each code that Open-Meteo uses, from WMO code table 4677. */
const SKIES: Readonly<Record<number, NamedSky>> = {
  0: { sky: 'clear', description: 'weather.sky.clear_sky' },
  1: { sky: 'clear', description: 'weather.sky.mainly_clear' },
  2: { sky: 'partly-cloudy', description: 'weather.sky.partly_cloudy' },
  3: { sky: 'cloudy', description: 'weather.sky.overcast' },
  45: { sky: 'fog', description: 'weather.sky.fog' },
  48: { sky: 'fog', description: 'weather.sky.freezing_fog' },
  51: { sky: 'drizzle', description: 'weather.sky.light_drizzle' },
  53: { sky: 'drizzle', description: 'weather.sky.drizzle' },
  55: { sky: 'drizzle', description: 'weather.sky.heavy_drizzle' },
  56: { sky: 'drizzle', description: 'weather.sky.light_freezing_drizzle' },
  57: { sky: 'drizzle', description: 'weather.sky.freezing_drizzle' },
  61: { sky: 'rain', description: 'weather.sky.light_rain' },
  63: { sky: 'rain', description: 'weather.sky.rain' },
  65: { sky: 'rain', description: 'weather.sky.heavy_rain' },
  66: { sky: 'rain', description: 'weather.sky.light_freezing_rain' },
  67: { sky: 'rain', description: 'weather.sky.freezing_rain' },
  71: { sky: 'rain', description: 'weather.sky.light_snow' },
  73: { sky: 'rain', description: 'weather.sky.snow' },
  75: { sky: 'rain', description: 'weather.sky.heavy_snow' },
  77: { sky: 'rain', description: 'weather.sky.snow_grains' },
  80: { sky: 'showers', description: 'weather.sky.light_showers' },
  81: { sky: 'showers', description: 'weather.sky.showers' },
  82: { sky: 'showers', description: 'weather.sky.violent_showers' },
  85: { sky: 'showers', description: 'weather.sky.light_snow_showers' },
  86: { sky: 'showers', description: 'weather.sky.snow_showers' },
  95: { sky: 'thunderstorm', description: 'weather.sky.thunderstorm' },
  96: { sky: 'thunderstorm', description: 'weather.sky.thunderstorm_with_light_hail' },
  99: { sky: 'thunderstorm', description: 'weather.sky.thunderstorm_with_hail' },
};

export function nameSky(code: number): NamedSky | undefined {
  return SKIES[code];
}

const MINUTE_MS = 60 * 1000;

const FRESH_MS = 10 * MINUTE_MS;

/** The time for which an answer is still used while the service is down. */
const USABLE_MS = 30 * MINUTE_MS;

const FAILURES_TO_REST = 3;

const REST_MS = MINUTE_MS;

/**
 * Caches the weather, so that all readers together cause one request in ten minutes. After three failures in a row no
 * request is sent for a minute, so that a slow service delays few readers.
 */
export class WeatherCache {
  readonly #fetchNow: () => Promise<FetchedWeather>;
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown) => void;
  #cached: { weather: FetchedWeather; atMs: number } | undefined;
  #pending: Promise<void> | undefined;
  #failures = 0;
  #restsUntilMs = 0;

  constructor(fetchNow: () => Promise<FetchedWeather>, clock: Clock, onFailure: (error: unknown) => void) {
    this.#fetchNow = fetchNow;
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  async find(): Promise<FetchedWeather | undefined> {
    const fresh = this.#notOlderThan(FRESH_MS);
    if (fresh) return fresh;
    if (this.#nowMs() >= this.#restsUntilMs) {
      this.#pending ??= this.#refresh();
      await this.#pending;
    }
    return this.#notOlderThan(USABLE_MS);
  }

  async #refresh(): Promise<void> {
    try {
      const weather = await this.#fetchNow();
      this.#cached = { weather, atMs: this.#nowMs() };
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures >= FAILURES_TO_REST) this.#restsUntilMs = this.#nowMs() + REST_MS;
      this.#onFailure(error);
    } finally {
      this.#pending = undefined;
    }
  }

  #notOlderThan(ms: number): FetchedWeather | undefined {
    const age = this.#nowMs() - (this.#cached?.atMs ?? Number.NaN);
    return age >= 0 && age < ms ? this.#cached?.weather : undefined;
  }

  #nowMs(): number {
    return Date.parse(this.#clock.now());
  }
}
