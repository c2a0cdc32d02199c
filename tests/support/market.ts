import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, type TestInfo } from '@playwright/test';
import { MEASURED_VARIABLE, type MeasuredFile, TICKS_A_SECOND } from '#scripts/test/measured.ts';
import { openMailServer, type TestMailServer } from '#server/testing/mail-server.ts';
import { startWeatherService, type WeatherService } from '#server/testing/weather-service.ts';
import { publishNews } from './news-market.ts';
import { withSameSettings } from './same-settings.ts';
import { addReaders } from './sample-ledgers.ts';
import { type Market, startMarket } from './start-market.ts';
import { addTicketStaff } from './ticket-staff.ts';

export const PUBLIC_URL = 'https://pola.example.lk';

/**
 * The markets of a Playwright worker. Each is started when a test first needs it, and the worker's test files share it.
 */
interface Shared {
  postOffice: TestMailServer;
  weather: WeatherService;
  mapSite: string;
  /** A market with a year of data, a public address, mail, weather and a map. */
  demo: Market;
  /** A market for shops and ledgers, with a superadmin, a manager and an editor. */
  ledgers: Market;
  /** A market for the gate, with a superadmin and two accounts that issue tickets. */
  gateMarket: Market;
  /** A market with publications, and a few prices of 5 January. */
  newsMarket: Market;
  /** A market with a superadmin and a hotline, and nothing else. */
  emptyMarket: Market;
}

/**
 * The `test` that every file imports. A file with worker fixtures of its own would need its own worker, and with it its
 * own markets.
 */
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
  market: async ({ demo }, use) => withSameSettings(demo, use),
  measured: [async ({ browserName: _ }, use, info) => measureJourney(() => use(undefined), info), { auto: true }],
});

export function mailsThrough(postOffice: TestMailServer): Record<string, string> {
  // The test mail server's own timeouts are not used. They are so short that a slow machine would look like a fault.
  const [url = ''] = postOffice.url.split('?');
  return { SMTP_URL: url, MAIL_FROM: 'office@pola.example' };
}

async function measureJourney(run: () => Promise<void>, { file, title, tags }: TestInfo): Promise<void> {
  const target = process.env[MEASURED_VARIABLE];
  if (target === undefined || process.platform !== 'linux') return run();
  const begun = secondsOfTree();
  await run();
  const seconds = secondsOfTree() - begun;
  const measured: MeasuredFile = { file, suite: 'journeys', seconds, tests: [{ name: title, seconds, tags }] };
  appendFileSync(target, `${JSON.stringify(measured)}\n`);
}

/** Returns the processor time of this process and all its descendants, ended ones included. */
function secondsOfTree(): number {
  const children = new Map<number, number[]>();
  const own = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? fieldsOf(name) : undefined;
    if (!fields) continue;
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    own.set(Number(name), ticks / TICKS_A_SECOND);
    children.set(Number(fields[1]), [...(children.get(Number(fields[1])) ?? []), Number(name)]);
  }
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + sum(child), own.get(pid) ?? 0);
  return sum(process.pid);
}

/**
 * Returns the fields of /proc/PID/stat after the name of the process. Field 0 is the state, 1 the parent, and 11 to 14
 * are the user and system time of the process and of its ended children, in ticks.
 */
function fieldsOf(pid: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    // The process may have ended in the meantime.
    return undefined;
  }
}
