/** @module-tag sqlite-only */
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Instant, instantOf } from '#billing/calendar.ts';
import { message } from '#contract/messages/message.ts';
import { skies, weather } from '#contract/weather.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { sendJson, startWeatherService, type WeatherService, weatherAt } from '../../testing/weather-service.ts';
import { exampleWeather } from './example-weather.ts';
import { fetchWeather, nameSky } from './fetch-weather.ts';

describe('weather', () => {
  const MINUTE_MS = 60_000;
  const START = '2026-11-20T03:00';

  let app: TestApp;
  let service: WeatherService;
  beforeEach(async () => {
    service = await startWeatherService(START);
    app = await openTestApp({ WEATHER_URL: service.url });
    onTestFinished(async () => {
      await app.close();
      await service.close();
    });
  });

  const read = () => app.send({ url: '/api/weather' });
  const temperature = async () => (await read()).json().temperature;
  const stateNow = async () => (await read()).json().state;
  const down: RequestListener = sendJson({ error: true }, 500);

  function measure(temperature_2m: number): void {
    service.answerWith((request, response) =>
      sendJson(weatherAt(app.clock.now(), { temperature_2m }))(request, response),
    );
  }

  test('the weather has its place, its sky, and its time of observation', async () => {
    const answer = await read();
    expect(answer.json()).toEqual({
      state: 'current',
      place: 'Dambulla',
      temperature: 28.4,
      description: 'Light rain',
      icon: 'rain',
      code: 61,
      observed_at: '2026-11-20T03:00:00.000Z',
    });
    expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=60', 'access-control-allow-origin': '*' });
  });

  test('a demo makes the weather up, says so and asks nobody', async () => {
    const demo = await openTestApp({ WEATHER_URL: 'example' });
    onTestFinished(() => demo.close());
    const answer = (await demo.send({ url: '/api/weather' })).json();
    expect(weather.now.answer.parse(answer)).toMatchObject({ state: 'current', is_example: true });
    expect(service.asked).toEqual([]);
  });

  test('made-up weather is possible at every hour of a year', () => {
    for (let hour = 0; hour < 24 * 366; hour += 1) {
      const made = exampleWeather(instantOf(Date.UTC(2026, 0, 1, hour)));
      expect(made?.temperature).toBeGreaterThanOrEqual(23);
      expect(made?.temperature).toBeLessThanOrEqual(31);
    }
  });

  test('the service is requested at most once in ten minutes', async () => {
    measure(27);
    expect(await temperature()).toBe(27);
    measure(30);
    app.clock.advance(10 * MINUTE_MS - 1);
    expect(await temperature()).toBe(27);
    expect(service.asked).toHaveLength(1);
    app.clock.advance(1);
    expect(await temperature()).toBe(30);
    expect(service.asked).toHaveLength(2);
  });

  test('simultaneous readers cause one request to the service', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => temperature()));
    expect(new Set(answers)).toEqual(new Set([28.4]));
    expect(service.asked).toHaveLength(1);
  });

  test('while the service is down the last weather is shown for half an hour, with its own time, and no longer', async () => {
    await read();
    service.answerWith(down);
    app.clock.advance(30 * MINUTE_MS - 1);
    expect((await read()).json()).toMatchObject({ temperature: 28.4, observed_at: '2026-11-20T03:00:00.000Z' });
    app.clock.advance(1);
    const answer = await read();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      state: 'unavailable',
      place: 'Dambulla',
      message: 'Failed to fetch weather data. Please try again later.',
    });
  });

  test('after three failures in a row no request is sent for a minute, then one request is tried', async () => {
    service.answerWith(down);
    for (let reader = 0; reader < 5; reader += 1) expect(await stateNow()).toBe('unavailable');
    expect(service.asked).toHaveLength(3);
    app.clock.advance(MINUTE_MS - 1);
    expect(await stateNow()).toBe('unavailable');
    expect(service.asked).toHaveLength(3);
    app.clock.advance(1);
    for (let reader = 0; reader < 5; reader += 1) expect(await stateNow()).toBe('unavailable');
    expect(service.asked).toHaveLength(4);
  });

  test('a service that recovers is used immediately, and the count of failures starts again', async () => {
    service.answerWith(down);
    for (let reader = 0; reader < 4; reader += 1) await read();
    measure(29);
    app.clock.advance(MINUTE_MS);
    expect(await temperature()).toBe(29);
    service.answerWith(down);
    app.clock.advance(30 * MINUTE_MS);
    for (let reader = 0; reader < 4; reader += 1) await read();
    expect(service.asked).toHaveLength(4 + 3);
  });

  test('only the weather call waits for the service, and simultaneous calls wait for the same answer', async () => {
    let answer: (() => void) | undefined;
    service.answerWith((request, response) => {
      answer = () => sendJson(weatherAt(START))(request, response);
    });
    const waiting = Promise.all([temperature(), temperature()]);
    expect((await app.send({ url: '/api/products' })).statusCode).toBe(200);
    await expect.poll(() => answer !== undefined).toBe(true);
    answer?.();
    expect(await waiting).toEqual([28.4, 28.4]);
    expect(service.asked).toHaveLength(1);
  });

  test('a clock that is set back does not make old weather new', async () => {
    await read();
    app.clock.advance(-60 * MINUTE_MS);
    measure(31);
    expect(await temperature()).toBe(31);
  });

  test('every picture of a sky has a code, and every code of the service has a picture and words', () => {
    const codes = [
      0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99,
    ];
    const named = codes.map((code) => nameSky(code));
    expect(named.every((one) => one && /^[A-Z]/.test(message(one.description)))).toBe(true);
    expect(new Set(named.map((one) => one?.sky))).toEqual(new Set(skies));
    expect(nameSky(4)).toBeUndefined();
    expect(nameSky(-1)).toBeUndefined();
  });
});

describe('fetch weather', () => {
  const NOW = '2026-11-20T03:07:00.000Z' as Instant;
  const TIME = '2026-11-20T03:00';

  let service: WeatherService;
  beforeAll(async () => {
    service = await startWeatherService(TIME);
  });
  afterAll(() => service.close());

  const ask = (timeoutMs = 2000) =>
    fetchWeather({ url: service.url, latitude: 7.86, longitude: 80.65, timeoutMs }, NOW);

  test('the request to the service asks for temperature and sky of the market, and contains nothing about the reader', async () => {
    service.answerWith(sendJson(weatherAt(TIME)));
    expect(await ask()).toEqual({
      sky: 'rain',
      description: 'weather.sky.light_rain',
      temperature: 28.4,
      code: 61,
      observedAt: '2026-11-20T03:00:00.000Z',
    });
    expect(service.asked.at(-1)).toBe(
      '/v1/forecast?latitude=7.86&longitude=80.65&current=temperature_2m%2Cweather_code',
    );
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
          for (let goesOn = true; goesOn && !response.destroyed; sent += 1024)
            goesOn = response.write(' '.repeat(1024));
        };
        response.on('drain', more).on('close', resolve);
        more();
      });
    });
    await expect(ask()).rejects.toThrow('the weather service sent more than 65536 bytes');
    await closed;
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });
});
