import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import { type Config, readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { hasSuperadmin } from '#server/features/accounts/queries.ts';
import { updateDatabase } from '#server/features/backup/update-database.ts';
import { storeFirstCentre } from '#server/features/centre/store-first-centre.ts';
import { readMarketKey } from '#server/features/open-data/read-market-key.ts';
import { loadTokenSecret } from '#server/http/core/token-secret.ts';
import { type DemoCentre, demoCentres, type StartedCentre } from './demo/demo-centres-data.ts';
import { doneBy } from './demo/demo-market.ts';
import { fillMarket } from './demo/fill-demo.ts';
import { fillPrices } from './demo/prices/fill-prices.ts';

/**
 * Serves the other centres of the demo, all in this process, and prints a line of JSON for each. It ends with the server
 * that started it.
 */
const YEARS = 0.25;
const LOOK_EVERY_MS = 2000;

const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(0);
}, LOOK_EVERY_MS).unref();
const folder = path.resolve(process.argv[2] ?? 'data-demo');
for (const centre of demoCentres) console.log(JSON.stringify(await openCentre(centre)));

async function openCentre({ seed, km, facts }: DemoCentre): Promise<StartedCentre> {
  const dataDir = path.join(folder, 'centres', String(seed));
  mkdirSync(dataDir, { recursive: true });
  const centreFile = path.join(dataDir, 'centre.json');
  writeFileSync(centreFile, JSON.stringify(facts));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', SCHEDULE: 'off', CENTRE_FILE: centreFile });
  await fill(config, seed);
  const database = connect(config);
  const tokenSecret = loadTokenSecret(undefined, dataDir);
  const app = await buildApp({ config, clock: systemClock, database, tokenSecret });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    address: `http://localhost:${new URL(address).port}`,
    key: await readMarketKey(database.reader),
    name: facts.name,
    km,
  };
}

/** Fills a market on connections of its own, because their cache is large. */
async function fill(config: Config, seed: number): Promise<void> {
  const database = connect(config);
  try {
    await updateDatabase(database, { config, clock: systemClock, say: () => undefined });
    if (await hasSuperadmin(database.reader)) return;
    await fillMarket(database, { seed, years: YEARS, now: systemClock.now(), subjects: [fillPrices] });
    await storeFirstCentre(database, { ...doneBy('superadmin', systemClock.now()), actor: 'demo' }, config);
  } finally {
    await database.close();
  }
}
