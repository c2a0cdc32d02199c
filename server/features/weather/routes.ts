import { weather } from '#contract/weather.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { WeatherKeeper } from './cache-weather.ts';
import { fetchWeather } from './fetch-weather.ts';
import { presentWeather } from './present.ts';

/** A reader waits so long at most. */
const TIMEOUT_MS = 4000;

/** The city's weather, for the contact page. No page waits for it. */
export function weatherRoutes(door: Door): void {
  const { app, clock, config } = door;
  const { latitude, longitude, place } = config.centre;
  const source = { url: config.weatherUrl, latitude, longitude, timeoutMs: TIMEOUT_MS };
  const keeper = new WeatherKeeper(
    () => fetchWeather(source, clock.now()),
    clock,
    (error) => app.log.warn({ err: error }, 'the weather could not be fetched'),
  );
  endpoint(door, weather.now, async () => presentWeather(await keeper.find(), place.en));
}
