import { DatabaseSync } from 'node:sqlite';
import type { Office } from '#scripts/demo/run-product.ts';
import { sqliteFile } from '#server/db/connect.ts';
import { inOffice, listShopIds, measureTime, median, onCopy, timesOf } from './harness.ts';
import { pay } from './payments.ts';

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
  const { payers, ...one } = await onCopy(folder, (copy) =>
    inOffice(copy, async (office) => {
      const payers = await listShopIds(office);
      return { payers, ...(await measureQuestions(office, payers)) };
    }),
  );
  const ten = await onCopy(folder, (copy) => {
    growTenfold(copy);
    return inOffice(copy, (office) => measureQuestions(office, payers));
  });
  const rows = [
    { what: 'prices by date', ms: one.byDate, msOfTen: ten.byDate, target: 1.3 },
    { what: 'shop summary', ms: one.summary, msOfTen: ten.summary, target: 1.5 },
    { what: 'dashboard, a year, after each payment', ms: one.dashboard, msOfTen: ten.dashboard, target: 2 },
  ];
  for (const { what, ms, msOfTen, target } of rows)
    console.log(`${what.padEnd(44)} ${(msOfTen / ms).toFixed(2).padStart(7)} x  (target ${target})`);
  return rows;
}

/** Only `payers` can pay, because the ledgers that were copied from theirs do not match their seals. */
async function measureQuestions(office: Office, payers: readonly string[]) {
  const shopIds = await listShopIds(office);
  const { latest } = await office.get<{ latest: string }>(`/api/prices/days/${office.today}`);
  const day = (daysAgo: number) => new Date(Date.parse(latest) - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const year = office.today.slice(0, 4);
  const medianOf = async (count: number, address: (at: number, round: number) => string) =>
    median(await timesOf(ROUNDS, count, (at, round) => office.fetch(address(at, round))));
  return {
    // Each round requests different days, because the server would answer the same day from its cache.
    byDate: await medianOf(DAYS_ASKED, (at, round) => `/api/prices/by-date/${day(at + round * DAYS_ASKED)}`),
    summary: await medianOf(SHOPS_ASKED, (at) => `/api/shops/shop-summary/${shopIds[at]}`),
    dashboard: await measureDashboard(office, payers, `/api/summery/summary?year=${year}`),
  };
}

/** Every year is read after a payment, because the server holds the sums until a ledger changes. */
async function measureDashboard(office: Office, payers: readonly string[], address: string): Promise<number> {
  await office.fetch(address);
  const times: number[] = [];
  for (let at = 0; at < ROUNDS * YEARS_ASKED; at += 1) {
    await pay(office, payers, at);
    times.push(await measureTime(() => office.fetch(address)));
  }
  return median(times);
}

const NAMES: Record<string, Record<string, string>> = {
  shops: { id: 'shops' },
  tenants: { id: 'tenants' },
  tenancies: { id: 'tenancies', shop_id: 'shops', tenant_id: 'tenants' },
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
      ['shops', 'tenants', 'tenancies', 'terms', 'ledger_entries', 'charges', 'allocations'].map((table) => [
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
