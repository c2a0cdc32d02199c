import { products } from '#contract/products.ts';
import { systemClock } from '#server/clock.ts';
import { loadCatalogue } from '#server/features/products/import-products.ts';
import { starterProducts } from '#server/features/products/starter-catalogue/products.ts';
import { runCommand, withDatabase } from './run-command.ts';

/** `npm run load:catalogue` adds the starter catalogue. A server may be running at the same time. */
await runCommand(
  (fault) => `The starter catalogue could not be loaded: ${fault}`,
  () =>
    withDatabase(async (database) => {
      const starters = starterProducts.map((starter) => ({ ...products.add.body.parse(starter), code: starter.code }));
      const context = { actor: 'command load:catalogue', now: systemClock.now(), requestId: 'load-catalogue' };
      const added = await loadCatalogue(database, context, starters);
      const others = starters.length - added;
      console.log(`Starter catalogue: ${added} of ${starters.length} products added, ${others} were there already.`);
    }),
);
