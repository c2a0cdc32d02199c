import { products } from '#contract/products.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { loadCatalogue } from '#server/features/products/load-catalogue.ts';
import { describeFault } from './setup/describe-fault.ts';
import { starterProducts } from './starter-catalogue/products.ts';

/** The command: puts the starter products that are missing into the configured database. It may run beside a server. */
async function main(): Promise<void> {
  const database = connect(readConfig());
  try {
    await migrate(database);
    const starters = starterProducts.map((starter) => ({ ...products.add.body.parse(starter), code: starter.code }));
    const context = { actor: 'command load:catalogue', now: systemClock.now(), requestId: 'load-catalogue' };
    const added = await loadCatalogue(database, context, starters);
    console.log(
      `Starter catalogue: ${added} of ${starters.length} products added, ${starters.length - added} were there already.`,
    );
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (fault) {
  console.error(`The starter catalogue could not be loaded: ${describeFault(fault)}`);
  process.exitCode = 1;
}
