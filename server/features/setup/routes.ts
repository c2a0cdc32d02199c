import type { Answer } from '#contract/call.ts';
import { imports, MOST_FAULTS_SHOWN, MOST_IMPORTED_SHOWN } from '#contract/imports.ts';
import { apiMessage, type Words } from '#contract/messages/message.ts';
import { products } from '#contract/products.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { loadRarePart } from '../../load-part.ts';
import { keepImport, listLastImports } from '../imports/keep-import.ts';
import { readRows, type TableRow } from '../imports/read-table.ts';
import {
  addStarters,
  describeProductLine,
  importProducts,
  type ProductImport,
  type StarterFields,
} from '../products/import-products.ts';
import {
  describeShopLine,
  describeShopNotes,
  importShops,
  isNewShop,
  isNewTenant,
  type ShopImport,
} from '../tenants/import-shops.ts';
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

type Row = { line: number; text: Words; status: Answer<typeof imports.table>['rows'][number]['status'] };

function presentShops({ good, faults, notes, ...outcome }: ShopImport) {
  const rows = good.map((one) => ({
    line: one.line,
    text: describeShopLine(one),
    status: isNewShop(one) || isNewTenant(one) ? ('added' as const) : ('unchanged' as const),
  }));
  return summaryOf({ ...outcome, rows, faults, notes: describeShopNotes({ notes, good }) });
}

function presentProducts({ good, faults, ...outcome }: ProductImport) {
  const rows = good.map((one) => ({
    line: one.line,
    text: describeProductLine(one),
    status: one.existing ? ('unchanged' as const) : ('added' as const),
  }));
  return summaryOf({ ...outcome, rows, faults });
}

interface Outcome extends Pick<ShopImport, 'lines' | 'questions' | 'written'> {
  rows: readonly Row[];
  faults: readonly { line: number; message: Words; text: string }[];
  notes: Words[];
}

function summaryOf({ rows, faults, lines, questions, written, notes }: Outcome) {
  const added = rows.filter(({ status }) => status === 'added');
  const unchanged = rows.filter(({ status }) => status === 'unchanged');
  return {
    lines,
    questions,
    written,
    notes,
    accepted: rows.length,
    added: added.length,
    unchanged: unchanged.length,
    rows: [...added, ...unchanged].slice(0, MOST_IMPORTED_SHOWN),
    faulty: new Set(faults.map(({ line }) => line)).size,
    faults: faults.slice(0, MOST_FAULTS_SHOWN).map(({ line, message, text }) => ({ line, reason: message, text })),
  };
}
