import { DatabaseSync } from 'node:sqlite';
import type { Office } from '#scripts/demo/run-product.ts';
import { sqliteFile } from '#server/db/connect.ts';
import { inOffice, median, onCopy, timesOf } from './harness.ts';

export interface Growth {
  what: string;
  ms: number;
  msOfTen: number;
  target: number;
}

const COPIES = 9;
const ROUNDS = 3;
const DAYS_ASKED = 200;
const SHOPS_ASKED = 144;
const YEARS_ASKED = 30;

export async function measureGrowth(folder: string): Promise<Growth[]> {
  const one = await onCopy(folder, (copy) => inOffice(copy, measureQuestions));
  const ten = await onCopy(folder, (copy) => {
    growTenfold(copy);
    return inOffice(copy, measureQuestions);
  });
  const rows = [
    { what: 'prices by date', ms: one.byDate, msOfTen: ten.byDate, target: 1.3 },
    { what: 'shop summary', ms: one.summary, msOfTen: ten.summary, target: 1.5 },
    { what: 'dashboard, a year', ms: one.dashboard, msOfTen: ten.dashboard, target: 2 },
  ];
  for (const { what, ms, msOfTen, target } of rows)
    console.log(`${what.padEnd(44)} ${(msOfTen / ms).toFixed(2).padStart(7)} x  (target ${target})`);
  return rows;
}

async function measureQuestions(office: Office) {
  const shops = await office.get<{ shop_id: string }[]>('/api/shops');
  const { latest } = await office.get<{ latest: string }>(`/api/prices/days/${office.today}`);
  const day = (daysAgo: number) => new Date(Date.parse(latest) - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const year = office.today.slice(0, 4);
  const medianOf = async (count: number, address: (at: number, round: number) => string) =>
    median(await timesOf(ROUNDS, count, (at, round) => office.fetch(address(at, round))));
  return {
    // Each round requests different days, because the server would answer the same day from its cache.
    byDate: await medianOf(DAYS_ASKED, (at, round) => `/api/prices/by-date/${day(at + round * DAYS_ASKED)}`),
    summary: await medianOf(SHOPS_ASKED, (at) => `/api/shops/shop-summary/${shops[at]?.shop_id}`),
    dashboard: await medianOf(YEARS_ASKED, () => `/api/summery/summary?year=${year}`),
  };
}

const NAMES: Record<string, Record<string, string>> = {
  shops: { id: 'shops' },
  tenancies: { id: 'tenancies', shop_id: 'shops' },
  terms: { id: 'terms', tenancy_id: 'tenancies' },
  ledger_entries: {
    id: 'ledger_entries',
    tenancy_id: 'tenancies',
    shop_id: 'shops',
    invoice_id: 'ledger_entries',
    payment_id: 'ledger_entries',
    linked_id: 'ledger_entries',
    place: 'ledger_entries',
  },
  invoices: { id: 'ledger_entries', tenancy_id: 'tenancies', shop_id: 'shops' },
  charges: { id: 'charges', tenancy_id: 'tenancies', shop_id: 'shops', invoice_id: 'ledger_entries' },
  allocations: {
    id: 'allocations',
    tenancy_id: 'tenancies',
    shop_id: 'shops',
    invoice_id: 'ledger_entries',
    cause_id: 'ledger_entries',
  },
  receipts: { payment_id: 'ledger_entries' },
};

/** Makes the data ten times as large. The database must not be in use by a server. */
export function growTenfold(dataDir: string): void {
  const db = new DatabaseSync(sqliteFile(dataDir));
  try {
    db.exec('pragma foreign_keys = off; pragma synchronous = off; begin');
    const largest = new Map(
      ['shops', 'tenancies', 'terms', 'ledger_entries', 'charges', 'allocations'].map((table) => [
        table,
        largestId(db, table),
      ]),
    );
    for (let copy = 1; copy <= COPIES; copy += 1) {
      const textOf: Record<string, string> = {
        'shops.shop_id': `shop_id || '-${copy}'`,
        'invoices.number': `'INV-' || substr(number, 5, length(number) - 11) || '-${copy}' || substr(number, -7)`,
      };
      for (const [table, names] of Object.entries(NAMES)) {
        const columns = columnsOf(db, table);
        const values = columns.map((column) => {
          const named = names[column];
          if (named === undefined) return textOf[`${table}.${column}`] ?? column;
          return `${column} + ${copy * (largest.get(named) ?? 0)}`;
        });
        const [key = 'id'] = Object.keys(names);
        const original = `${key} <= ${largest.get(names[key] ?? '')}`;
        db.exec(`insert into ${table} (${columns.join()}) select ${values.join()} from ${table} where ${original}`);
      }
    }
    growPrices(db);
    db.exec('commit; analyze');
  } finally {
    db.close();
  }
}

function growPrices(db: DatabaseSync): void {
  const columns = columnsOf(db, 'prices').filter((column) => column !== 'id');
  db.exec(`create temp table first_prices as select * from prices`);
  const days = Number(
    db.prepare('select julianday(max(date)) - julianday(min(date)) + 1 as days from prices').get()?.days,
  );
  for (let copy = 1; copy <= COPIES; copy += 1) {
    const values = columns.map((name) => (name === 'date' ? `date(date, '-${copy * days} days')` : name));
    db.exec(`insert into prices (${columns.join()}) select ${values.join()} from first_prices`);
  }
}

function largestId(db: DatabaseSync, table: string): number {
  return Number(db.prepare(`select max(id) as id from ${table}`).get()?.id);
}

function columnsOf(db: DatabaseSync, table: string): string[] {
  return db
    .prepare(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name));
}
