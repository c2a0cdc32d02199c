import { imports } from '#contract/imports.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { products } from '#contract/products.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { loadRarePart } from '../../load-part.ts';
import { keepImport, listLastImports } from '../imports/keep-import.ts';
import { readRows, type TableRow } from '../imports/read-table.ts';
import { addStarters, importProducts, type StarterFields } from '../products/import-products.ts';
import { importShops } from '../tenants/import-shops.ts';
import { presentProducts, presentShops } from './present.ts';
import { undoImport } from './undo-import.ts';

export function importRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, imports.last, async () =>
    (await listLastImports(database.reader)).map(({ added, ...last }) => ({
      ...last,
      shops: added.shops.length,
      tenants: added.tenants.length,
      products: added.products.length,
    })),
  );
  endpoint(app, imports.table, {
    prepare: ({ body }) => readRows(body.csv),
    async record({ params, body: { answers, write }, context }, tx, rows: TableRow[]) {
      const input = { rows, answers, write };
      return params.subject === 'shops'
        ? presentShops(await importShops(tx, context, input))
        : presentProducts(await importProducts(tx, context, input));
    },
  });
  endpoint(app, imports.starter, {
    // The catalogue is read on first use, because reading it earlier would slow down startup.
    prepare: async () => {
      const { starterProducts } = await loadRarePart(
        'starter catalogue',
        () => import('../products/starter-catalogue/products.ts'),
      );
      return starterProducts.map((starter) => ({ ...products.add.body.parse(starter), code: starter.code }));
    },
    async record({ context }, tx, starters: StarterFields[]) {
      const products = await addStarters(tx, context, starters);
      const added = { shops: [], tenants: [], products };
      if (products.length > 0) await keepImport(tx, context, { subject: 'products', added });
      return { message: apiMessage('imports.starter.done', { count: products.length }), added: products.length };
    },
  });
  endpoint(app, imports.undo, {
    async record({ params, context }, tx) {
      await undoImport(tx, context, params.subject);
      return { message: apiMessage('imports.undo.done') };
    },
  });
}
