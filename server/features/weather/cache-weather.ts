import { Refusal } from '#contract/refusals.ts';
import type { Clock } from '../../clock.ts';
import type { FetchedWeather } from './fetch-weather.ts';

const MINUTE_MS = 60 * 1000;
/** Fresh for this long. */
const FRESH_MS = 10 * MINUTE_MS;
/** Shown for this long while the service fails. */
const USABLE_MS = 30 * MINUTE_MS;
/** Failures in a row before the service is not asked ... */
const FAILURES_TO_REST = 3;
/** ... for this long; then one request tries again. */
const REST_MS = MINUTE_MS;

/**
 * Caches the weather: a thousand readers cost the service one request in ten minutes, and a slow service costs a reader
 * at most one wait.
 */
export class WeatherCache {
  readonly #fetchNow: () => Promise<FetchedWeather>;
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown) => void;
  #kept: { weather: FetchedWeather; atMs: number } | undefined;
  #underWay: Promise<void> | undefined;
  #failures = 0;
  #restsUntilMs = 0;

  constructor(fetchNow: () => Promise<FetchedWeather>, clock: Clock, onFailure: (error: unknown) => void) {
    this.#fetchNow = fetchNow;
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  async find(): Promise<FetchedWeather> {
    const fresh = this.#notOlderThan(FRESH_MS);
    if (fresh) return fresh;
    if (this.#nowMs() >= this.#restsUntilMs) {
      this.#underWay ??= this.#refresh();
      await this.#underWay;
    }
    const usable = this.#notOlderThan(USABLE_MS);
    if (!usable) throw new Refusal('weather_unavailable', { retryAfterSeconds: REST_MS / 1000 });
    return usable;
  }

  async #refresh(): Promise<void> {
    try {
      const weather = await this.#fetchNow();
      this.#kept = { weather, atMs: this.#nowMs() };
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures >= FAILURES_TO_REST) this.#restsUntilMs = this.#nowMs() + REST_MS;
      this.#onFailure(error);
    } finally {
      this.#underWay = undefined;
    }
  }

  #notOlderThan(ms: number): FetchedWeather | undefined {
    const age = this.#nowMs() - (this.#kept?.atMs ?? Number.NaN);
    return age >= 0 && age < ms ? this.#kept?.weather : undefined;
  }

  #nowMs(): number {
    return Date.parse(this.#clock.now());
  }
}
