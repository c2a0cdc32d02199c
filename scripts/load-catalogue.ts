import { products } from '#contract/products.ts';
import { systemClock } from '#server/clock.ts';
import { ConfigFault, readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { loadCatalogue } from '#server/features/products/load-catalogue.ts';
import { starterProducts } from './starter-catalogue/products.ts';

/** The command: puts the starter products that are missing into the configured database. It may run beside a server. */
async function main(): Promise<void> {
  const database = connect(readConfig());
  try {
    await migrate(database);
    const starters = starterProducts.map((starter) => ({ ...products.add.body.parse(starter), code: starter.code }));
    const act = { by: 'command load:catalogue', at: systemClock.now(), requestId: 'load-catalogue' };
    const added = await loadCatalogue(database, act, starters);
    console.log(
      `Starter catalogue: ${added} of ${starters.length} products added, ${starters.length - added} were there already.`,
    );
  } finally {
    await database.close();
  }
}

/** One line for whoever typed the command; a refused connection has a code and no message. */
function describeFault(fault: unknown): string {
  if (fault instanceof ConfigFault) return fault.faults.join('; ');
  if (!(fault instanceof Error)) return String(fault);
  return (fault.message || ('code' in fault ? String(fault.code) : fault.name)).replaceAll('\n', ' ');
}

try {
  await main();
} catch (fault) {
  console.error(`The starter catalogue could not be loaded: ${describeFault(fault)}`);
  process.exitCode = 1;
}
