import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WeatherService {
  url: string;
  asked: string[];
  answerWith(listener: RequestListener): void;
  close(): Promise<void>;
}

export async function startWeatherService(time: string): Promise<WeatherService> {
  const asked: string[] = [];
  let listener: RequestListener = sendJson(weatherAt(time));
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/forecast`,
    asked,
    answerWith: (next) => {
      listener = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function weatherAt(time: string, current: object = {}) {
  return {
    latitude: 7.875,
    longitude: 80.625,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    current_units: { time: 'iso8601', interval: 'seconds', temperature_2m: '°C', weather_code: 'wmo code' },
    current: { time: time.slice(0, 16), interval: 900, temperature_2m: 28.4, weather_code: 61, ...current },
  };
}

export function sendJson(body: unknown, status = 200): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}
