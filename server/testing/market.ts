import type { CompiledQuery } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { Call } from '#contract/call.ts';
import { roles } from '#contract/roles.ts';
import type { AppOptions } from '../app.ts';
import type { Database } from '../db/connect.ts';
import type { Tables } from '../db/tables/tables.ts';
import { openTestApp, TEST_DAY } from './app-context.ts';
import type { TestDatabase } from './database.ts';
import { type ExampleMarket, type ExampleRecords, makeExampleMarket } from './example-market.ts';
import { startWeatherService } from './weather-service.ts';

let made: Promise<{ things: ExampleRecords; frozen: TestDatabase }> | undefined;

export async function discardMarket(): Promise<void> {
  for (const opened of standing.values()) await (await opened).close();
  standing.clear();
  const last = await made;
  made = undefined;
  await last?.frozen.discard();
}

async function makeThings(): Promise<{ things: ExampleRecords; frozen: TestDatabase }> {
  const app = await openTestApp();
  const things = await makeExampleMarket(app);
  return { things, frozen: await app.freeze() };
}

export async function openMarket(
  environment: Record<string, string> = {},
  web?: AppOptions['web'],
): Promise<ExampleMarket> {
  const { market, close } = await open(environment, web);
  onTestFinished(close);
  return market;
}

async function open(
  environment: Record<string, string> = {},
  web?: AppOptions['web'],
): Promise<{ market: ExampleMarket; close: () => Promise<void> }> {
  made ??= makeThings();
  const { things, frozen } = await made;
  const weather = await startWeatherService(`${TEST_DAY}T03:00`);
  const app = await openTestApp(
    {
      WEATHER_URL: weather.url,
      // A server with a public address reads no servers of its own computer.
      ...(environment.PUBLIC_URL === undefined && { LOOPBACK_CENTRES: 'localhost' }),
      ...environment,
    },
    frozen,
    web,
  );
  for (const role of roles) await app.tokenOf(role);
  await app.verifySessions();
  const close = async () => {
    await app.close();
    await weather.close();
  };
  return { market: { ...things, app, weather, role: 'superadmin' }, close };
}

type Prepare = (market: ExampleMarket) => Promise<void>;

interface Standing {
  market: ExampleMarket;
  stored: Record<string, string[]>;
  close: () => Promise<void>;
}

const standing = new Map<Prepare, Promise<Standing>>();
const asItIs: Prepare = async () => {};

export async function expectNothingChanged(
  ask: (market: ExampleMarket) => Promise<void>,
  prepare: Prepare = asItIs,
): Promise<void> {
  const opened = standing.get(prepare) ?? openStanding(prepare);
  standing.set(prepare, opened);
  const { market, stored } = await opened;
  await ask(market);
  expect(await storedIn(market)).toEqual(stored);
}

export async function openMarketFor(entry: Call): Promise<ExampleMarket> {
  if (takesPassword(entry)) return withoutFactors(await openMarket());
  if (entry.method !== 'GET' || entry.writes) return openMarket();
  const opened = standing.get(asItIs) ?? openStanding(asItIs);
  standing.set(asItIs, opened);
  return (await opened).market;
}

function takesPassword({ permission, refusals }: Call): boolean {
  return permission !== 'public' && refusals.includes('second_factor_required');
}

/** Removes second factors, because an account that has one cannot sign in with only a password. */
async function withoutFactors(market: ExampleMarket): Promise<ExampleMarket> {
  await market.app.database.write((tx) => tx.deleteFrom('factors').execute());
  return market;
}

async function openStanding(prepare: Prepare): Promise<Standing> {
  const { market, close } = await open();
  for (const role of roles) await market.app.tokenOf(role);
  await prepare(market);
  return { market, close, stored: await storedIn(market) };
}

let readTables: Map<string, CompiledQuery> | undefined;

async function compileReads({ owner }: Database): Promise<Map<string, CompiledQuery>> {
  const names = (await owner.introspection.getTables()).map(({ name }) => name as keyof Tables);
  const compared = names.filter((name) => name !== 'rate_limits' && name !== 'challenges');
  return new Map(compared.map((name) => [name, owner.selectFrom(name).selectAll().compile()]));
}

export async function storedIn({ app }: ExampleMarket): Promise<Record<string, string[]>> {
  readTables ??= await compileReads(app.database);
  const stored: Record<string, string[]> = {};
  for (const [name, query] of readTables) {
    const { rows } = await app.database.reader.executeQuery(query);
    stored[name] = rows.map((row) => JSON.stringify(row)).sort((a, b) => (a < b ? -1 : 1));
  }
  return stored;
}
