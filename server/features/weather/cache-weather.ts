import type { Clock } from '../../clock.ts';
import type { FetchedWeather } from './fetch-weather.ts';

const MINUTE_MS = 60 * 1000;
const FRESH_MS = 10 * MINUTE_MS;
/** While the service is down. */
const USABLE_MS = 30 * MINUTE_MS;
const FAILURES_TO_REST = 3;
const REST_MS = MINUTE_MS;

/** All readers together cost the service one request in ten minutes. A slow service costs a reader at most one wait. */
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
