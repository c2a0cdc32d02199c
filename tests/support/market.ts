import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from '@playwright/test';
import { openMailServer, type TestMailServer } from '#server/testing/mail-server.ts';
import { startWeatherService, type WeatherService } from '#server/testing/weather-service.ts';
import { measureJourney } from './measure-journey.ts';
import { publishNews } from './news-market.ts';
import { addReaders } from './sample-ledgers.ts';
import { type Market, startMarket } from './start-market.ts';
import { addTicketStaff } from './ticket-staff.ts';

export const PUBLIC_URL = 'https://pola.example.lk';

/** Markets that are started when a test of the worker first needs them, and that its files share. */
interface Shared {
  postOffice: TestMailServer;
  weather: WeatherService;
  mapSite: string;
  /** A year of data, a public address, mail, weather and a map. */
  demo: Market;
  /** A market for shops and ledgers, with a superadmin, a manager and an editor. */
  ledgers: Market;
  /** A market for the gate, with a superadmin and two who issue tickets. */
  gateMarket: Market;
  /** Publications, and a few prices of the fifth of January. */
  newsMarket: Market;
  /** Nothing but a superadmin; not even services. */
  emptyMarket: Market;
}

/** Each file takes its tests from here: other fixtures of a worker would need a worker, and markets, of their own. */
export const test = base.extend<{ market: Market; measured: undefined }, Shared>({
  postOffice: [
    async ({ browserName: _ }, use) => {
      const server = await openMailServer();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  weather: [
    async ({ browserName: _ }, use) => {
      const service = await startWeatherService(new Date().toISOString());
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  mapSite: [
    async ({ browserName: _ }, use) => {
      const server = http.createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Streets around the market</h1>');
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  demo: [
    async ({ postOffice, weather, mapSite }, use) => {
      const around = { WEATHER_URL: weather.url, MAP_URL: `${mapSite}/embed` };
      const market = await startMarket('demo', { ...mailsThrough(postOffice), ...around, PUBLIC_URL });
      await use(market);
      await market.stop();
    },
    { scope: 'worker' },
  ],
  ledgers: [
    async ({ postOffice }, use) => {
      const market = await startMarket('empty', mailsThrough(postOffice));
      await addReaders(market);
      await use(market);
      await market.stop();
    },
    { scope: 'worker' },
  ],
  gateMarket: [
    async ({ browserName: _ }, use) => {
      const market = await startMarket('empty');
      await addTicketStaff(market);
      await use(market);
      await market.stop();
    },
    { scope: 'worker' },
  ],
  newsMarket: [
    async ({ browserName: _ }, use) => {
      const market = await startMarket('empty');
      await publishNews(market);
      await use(market);
      await market.stop();
    },
    { scope: 'worker' },
  ],
  emptyMarket: [
    async ({ browserName: _ }, use) => {
      const market = await startMarket('empty', { CENTRE_FILE: 'tests/support/no-services.json' });
      await use(market);
      await market.stop();
    },
    { scope: 'worker' },
  ],
  market: async ({ demo }, use) => use(demo),
  measured: [async ({ browserName: _ }, use, info) => measureJourney(() => use(undefined), info), { auto: true }],
});

export function mailsThrough(postOffice: TestMailServer): Record<string, string> {
  // Without its short timeouts: a slow machine is not a fault.
  const [url = ''] = postOffice.url.split('?');
  return { SMTP_URL: url, MAIL_FROM: 'office@pola.example' };
}
