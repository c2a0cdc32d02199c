import { onTestFinished } from 'vitest';
import type { Tables } from './db/tables.ts';
import type { TestDatabase } from './test-database.ts';
import { openTestDoor, TODAY } from './test-door.ts';
import { type Market, makeMarket, type Things } from './test-every-call.ts';
import { startWeatherService } from './test-weather.ts';

/** Made once for the tests of a file, for each needs the same and making it takes a second. */
let made: Promise<{ things: Things; frozen: TestDatabase }> | undefined;

/** To be done when the tests of a file that open the market are over. */
export async function discardMarket(): Promise<void> {
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
  made ??= makeThings();
  const { things, frozen } = await made;
  const weather = await startWeatherService(`${TODAY}T03:00`);
  const door = await openTestDoor({ WEATHER_URL: weather.url }, frozen);
  onTestFinished(async () => {
    await door.close();
    await weather.close();
  });
  await door.tokenOf('superadmin');
  return { ...things, door, weather, role: 'superadmin' };
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
