import { weather } from '#contract/weather.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { exampleWeather } from './example-weather.ts';
import { fetchWeather, WeatherCache } from './fetch-weather.ts';
import { presentWeather } from './present.ts';

const TIMEOUT_MS = 4000;

export function weatherRoutes(app: AppContext): void {
  const { fastify, clock, config, centre } = app;
  const { weatherUrl } = config;
  const cacheAt = (url: string, latitude: number, longitude: number) => {
    const source = { url, latitude, longitude, timeoutMs: TIMEOUT_MS };
    const cache = new WeatherCache(
      () => fetchWeather(source, clock.now()),
      clock,
      (error) => fastify.log.warn({ err: error }, 'the weather could not be fetched'),
    );
    return { latitude, longitude, cache };
  };
  let last: ReturnType<typeof cacheAt> | undefined;
  endpoint(app, weather.now, async () => {
    const { latitude, longitude, place } = centre.facts;
    if (weatherUrl === undefined) return presentWeather(exampleWeather(clock.now()), place.en);
    if (last?.latitude !== latitude || last.longitude !== longitude) last = cacheAt(weatherUrl, latitude, longitude);
    return presentWeather(await last.cache.find(), place.en);
  });
}
