/** @module-tag sqlite-only */
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { sendJson, startWeatherService, type WeatherService, weatherAt } from '../../testing/weather-service.ts';
import { fetchWeather } from './routes.ts';

const NOW = '2026-11-20T03:07:00.000Z' as Instant;
const TIME = '2026-11-20T03:00';

let service: WeatherService;
beforeAll(async () => {
  service = await startWeatherService(TIME);
});
afterAll(() => service.close());

const ask = (timeoutMs = 2000) => fetchWeather({ url: service.url, latitude: 7.86, longitude: 80.65, timeoutMs }, NOW);

test('the request to the service asks for temperature and sky of the market, and contains nothing about the reader', async () => {
  service.answerWith(sendJson(weatherAt(TIME)));
  expect(await ask()).toEqual({
    sky: 'rain',
    description: 'weather.sky.light_rain',
    temperature: 28.4,
    code: 61,
    observedAt: '2026-11-20T03:00:00.000Z',
  });
  expect(service.asked.at(-1)).toBe('/v1/forecast?latitude=7.86&longitude=80.65&current=temperature_2m%2Cweather_code');
});

test('the local time of the service is understood', async () => {
  service.answerWith(sendJson({ ...weatherAt('2026-11-20T08:30'), utc_offset_seconds: 19_800 }));
  expect((await ask()).observedAt).toBe('2026-11-20T03:00:00.000Z');
});

const broken: [name: string, answer: RequestListener, fault: RegExp][] = [
  ['answers 500', sendJson(weatherAt(TIME), 500), /answered 500/],
  ['sends no JSON', (_, response) => response.end('<html>busy</html>'), /JSON/],
  ['sends nothing', (_, response) => response.end(), /JSON/],
  ['sends a list', sendJson([]), /expected object/],
  ['sends no current weather', sendJson({ latitude: 7.86 }), /current/],
  ['sends text for a temperature', sendJson(weatherAt(TIME, { temperature_2m: '28' })), /temperature_2m/],
  ['sends null for a temperature', sendJson(weatherAt(TIME, { temperature_2m: null })), /temperature_2m/],
  ['sends a temperature of nowhere', sendJson(weatherAt(TIME, { temperature_2m: 280 })), /temperature_2m/],
  ['sends a code that nobody knows', sendJson(weatherAt(TIME, { weather_code: 12 })), /unknown code: 12/],
  ['sends the weather of yesterday', sendJson(weatherAt('2026-11-19T03:00')), /the weather of 2026-11-19/],
  ['sends the weather to come', sendJson(weatherAt('2026-11-20T06:00')), /the weather of 2026-11-20/],
  ['sends a time that does not exist', sendJson(weatherAt('2026-11-20T33:00')), /the weather of 2026-11-20T33/],
  ['sends the reader elsewhere', (_, response) => response.writeHead(302, { location: '/x' }).end(), /fetch failed/],
  ['hangs up before an answer', (request) => request.socket.destroy(), /fetch failed/],
];

test.each(broken)('a service that %s causes an answer without weather', async (_, answer, fault) => {
  service.answerWith(answer);
  await expect(ask()).rejects.toThrow(fault);
});

test('a service that disconnects in the middle causes an answer without weather', async () => {
  service.answerWith((request, response) => {
    response.writeHead(200, { 'content-length': '500' }).write('{"current":', () => request.socket.destroy());
  });
  await expect(ask()).rejects.toThrow(/terminated/);
});

test('a request to a service that never answers, or never ends, times out', async () => {
  service.answerWith(() => {});
  await expect(ask(50)).rejects.toThrow(/timeout/);
  service.answerWith((_, response) => void response.writeHead(200).write('{'));
  await expect(ask(50)).rejects.toThrow(/timeout/);
});

test('an endless answer is cut off at 64 kB, and its connection closed', async () => {
  let sent = 0;
  const closed = new Promise<void>((resolve) => {
    service.answerWith((_, response) => {
      const more = () => {
        for (let goesOn = true; goesOn && !response.destroyed; sent += 1024) goesOn = response.write(' '.repeat(1024));
      };
      response.on('drain', more).on('close', resolve);
      more();
    });
  });
  await expect(ask()).rejects.toThrow('the weather service sent more than 65536 bytes');
  await closed;
  expect(sent).toBeLessThan(16 * 1024 * 1024);
});
