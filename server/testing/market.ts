import { expect, onTestFinished } from 'vitest';
import { roles } from '#contract/permissions.ts';
import type { Tables } from '../db/tables.ts';
import { openTestDoor, TODAY } from './app-context.ts';
import type { TestDatabase } from './database.ts';
import { type Market, makeMarket, type Things } from './example-market.ts';
import { startWeatherService } from './weather-service.ts';

/** Made once for the tests of a file, for each needs the same and making it takes a second. */
let made: Promise<{ things: Things; frozen: TestDatabase }> | undefined;

/** To be done when the tests of a file that open the market are over. */
export async function discardMarket(): Promise<void> {
  for (const opened of standing.values()) await (await opened).close();
  standing.clear();
  const last = await made;
  made = undefined;
  await last?.frozen.discard();
}

async function makeThings(): Promise<{ things: Things; frozen: TestDatabase }> {
  const door = await openTestDoor();
  const things = await makeMarket(door);
  return { things, frozen: await door.freeze() };
}

/** The market of the examples, where the superadmin has signed in; it is closed when the test ends. */
export async function openMarket(): Promise<Market> {
  const { market, close } = await open();
  onTestFinished(close);
  return market;
}

async function open(): Promise<{ market: Market; close: () => Promise<void> }> {
  made ??= makeThings();
  const { things, frozen } = await made;
  const weather = await startWeatherService(`${TODAY}T03:00`);
  const door = await openTestDoor({ WEATHER_URL: weather.url }, frozen);
  await door.tokenOf('superadmin');
  const close = async () => {
    await door.close();
    await weather.close();
  };
  return { market: { ...things, door, weather, role: 'superadmin' }, close };
}

type Prepare = (market: Market) => Promise<void>;

/** A market whose people are signed in. */
interface Standing {
  market: Market;
  stored: Record<string, string[]>;
  close: () => Promise<void>;
}

/** One for all the tests of a file that change nothing, for opening one takes longer than most of them. */
const standing = new Map<Prepare, Promise<Standing>>();
const asItIs: Prepare = async () => {};

/** Asks what must be refused in every case, of the one market that stands for that, and looks that nothing changed. */
export async function expectNothingDone(
  ask: (market: Market) => Promise<void>,
  /** What is done to that market once, before the first asks. */
  prepare: Prepare = asItIs,
): Promise<void> {
  const opened = standing.get(prepare) ?? openStanding(prepare);
  standing.set(prepare, opened);
  const { market, stored } = await opened;
  await ask(market);
  expect(await storedIn(market)).toEqual(stored);
}

async function openStanding(prepare: Prepare): Promise<Standing> {
  const { market, close } = await open();
  for (const role of roles) await market.door.tokenOf(role);
  await prepare(market);
  return { market, close, stored: await storedIn(market) };
}

/** Asking PostgreSQL for its tables takes longer than reading them. */
let tableNames: (keyof Tables)[] | undefined;

/** All that is stored, table by table, but for the counting of tries; over one connection, for opening one takes longer than reading. */
export async function storedIn({ door }: Market): Promise<Record<string, string[]>> {
  tableNames ??= (await door.database.owner.introspection.getTables()).map(({ name }) => name as keyof Tables);
  const kept = tableNames.filter((name) => name !== 'rate_limits');
  const stored: Record<string, string[]> = {};
  for (const name of kept) {
    const rows = await door.database.reader.selectFrom(name).selectAll().execute();
    stored[name] = rows.map((row) => JSON.stringify(row)).sort((a, b) => a.localeCompare(b));
  }
  return stored;
}
