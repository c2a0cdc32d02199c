import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type DumpTable,
  type DumpValue,
  type LegacyRows,
  legacyTablesOf,
  writeDump,
} from '#server/testing/legacy-dump.ts';

/**
 * `npm run bench:legacy -- MEGABYTES` writes a dump with 144 shops, 6,000 invoices, 100,000 prices and 30,000 tickets,
 * and with pictures of this total size. It imports the dump in a separate process, and prints time and memory. Without
 * a size the dump has no pictures. The import may take two minutes. Linux only.
 */

const MEGABYTE = 1024 * 1024;
const PICTURE_BYTES = 2 * MEGABYTE;
const SHOPS = 144;
const MONTHS = 42;
const PRICES = 100_000;
const TICKETS = 30_000;
const ROWS_AT_ONCE = 2000;

const month = (at: number) => `${2023 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
const list = <Row>(count: number, make: (at: number) => Row) => Array.from({ length: count }, (_, at) => make(at));
const days = list(1500, (at) => new Date(Date.UTC(2022, 0, 1 + at)).toISOString().slice(0, 10));

/** A market whose shops paid every month on time. */
function marketRows(): LegacyRows {
  const shops = list(SHOPS, (at) => ({ shop_id: `A-${at + 1}` }));
  const bills = shops.flatMap(({ shop_id }, shop) =>
    list(MONTHS, (at) => ({
      id: shop * MONTHS + at + 1,
      shop_id,
      month: month(at),
      invoice_id: `INV-${shop_id}-${month(at).replace('-', '')}`,
    })),
  );
  const charge = (key: string, name: string, amount: string) =>
    bills.map((bill) => ({
      [key]: bill.id,
      [name]: amount,
      shop_id: bill.shop_id,
      invoice_id: bill.invoice_id,
      paid_amount: amount,
      paid_date: `${bill.month}-05 05:30:00`,
      generate_date: `${bill.month}-01 01:00:00`,
      status: 'Paid',
    }));
  return {
    shops,
    tenants: shops.map(({ shop_id }, at) => ({ tenant_id: at + 1, shop_id, email: `t${at}@example.com` })),
    shop_balances: shops,
    invoices: bills.map((bill) => ({ ...withoutMonth(bill), month_year: `${bill.month}-01 00:00:00`, status: 'Paid' })),
    rents: charge('rent_id', 'rent_amount', '1000.00'),
    operation_fees: charge('operation_fee_id', 'operation_amount', '100.00'),
    vat: charge('vat_id', 'vat_amount', '198.00'),
    payments: bills.map((bill) => ({
      payment_id: bill.id,
      shop_id: bill.shop_id,
      amount_paid: '1298.00',
      payment_date: `${bill.month}-05 05:30:00`,
      createdAt: `${bill.month}-05 08:00:00`,
    })),
    Products: list(70, (at) => ({ id: at + 1, name: `Product ${at + 1}` })),
    Prices: list(PRICES, (at) => ({ id: at + 1, product_id: (at % 70) + 1, date: days[Math.floor(at / 70)] ?? null })),
    sanitation: list(TICKETS / 2, (at) => ({ id: at + 1, createdAt: `${days[at % 1400]} 06:00:00` })),
    vehicle_tickets: list(TICKETS / 2, (at) => ({ id: at + 1, createdAt: `${days[at % 1400]} 07:00:00` })),
    audit_trail: bills.map((bill) => ({
      audit_id: bill.id,
      shop_id: bill.shop_id,
      event_description: 'Payment of 1298.00 received via Cash',
      event_date: `${bill.month}-05 08:00:00`,
    })),
  };
}

function withoutMonth({ shop_id, invoice_id }: { shop_id: string; invoice_id: string }) {
  return { shop_id, invoice_id };
}

/** Yields the dump in pieces: the rows of the market, and the pictures as rows of `publications`. */
function* dumpOf(bytes: number): Generator<Buffer> {
  for (const table of legacyTablesOf(marketRows())) {
    yield part({ ...table, rows: [] }, 'definition');
    if (table.name === 'publications') yield* pictureInserts(table, bytes);
    else for (const rows of rowChunks(table)) yield part({ ...table, rows }, 'rows');
  }
  yield Buffer.from('/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;\n-- Dump completed on 2026-11-20 18:00:00\n');
}

/** Returns the part of a dump that defines a table, or the part with the table's INSERT statements. */
function part(table: DumpTable, which: 'definition' | 'rows'): Buffer {
  const dump = writeDump([table], { program: 'mysql', rowsAtOnce: ROWS_AT_ONCE });
  const [from, until] = which === 'definition' ? ['DROP TABLE', 'UNLOCK TABLES'] : ['INSERT INTO', 'UNLOCK TABLES'];
  return dump.subarray(dump.indexOf(from), dump.lastIndexOf(until));
}

function* rowChunks({ rows }: DumpTable): Generator<DumpTable['rows']> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE);
}

/**
 * Yields an INSERT for each picture. All pictures have the same bytes, so that the slow conversion of bytes to SQL is
 * done only once.
 */
function* pictureInserts({ columns, ...table }: DumpTable, bytes: number): Generator<Buffer> {
  const picture = Buffer.alloc(PICTURE_BYTES);
  // A linear congruential generator. The bytes need not be random, but every byte value from 0 to 255 must occur.
  for (let at = 0, state = 1; at < picture.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    picture[at] = state >> 16;
  }
  const names = columns.map((column) => column.split(' ')[0] ?? '');
  const values: Record<string, DumpValue> = { id: 1, type: 'news', topic: 'x', description: 'x', image: picture };
  const row = names.map((name) => values[name] ?? '2026-07-01 08:00:00');
  const insert = part({ ...table, columns, rows: [row] }, 'rows');
  const afterId = insert.indexOf('(1,') + 2;
  for (let id = 1; id * PICTURE_BYTES <= bytes; id += 1) {
    yield Buffer.from(`INSERT INTO \`publications\` VALUES (${id}`);
    yield insert.subarray(afterId);
  }
}

interface Used {
  seconds: number;
  processorSeconds: number;
  residentMegabytes: number;
}

async function importFile(dump: string, dataDir: string): Promise<Used> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const [, ...command] = scripts['import:legacy']?.split(' ') ?? [];
  const began = performance.now();
  const child = spawn(process.execPath, [...command, dump, '--write'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let used = { processorSeconds: 0, residentMegabytes: 0 };
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const watching = (async () => {
    while (child.exitCode === null && child.signalCode === null) {
      used = readUse(child.pid ?? 0) ?? used;
      await wait(100);
    }
  })();
  const status = await ended;
  await watching;
  if (status !== 0) throw new Error(`the import ended with ${status}`);
  return { seconds: (performance.now() - began) / 1000, ...used };
}

const TICKS_A_SECOND = 100;

function readUse(pid: number): Omit<Used, 'seconds'> | undefined {
  try {
    const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    // A process that has ended, but whose exit status has not been read yet, has no memory figures.
    if (peak === undefined) return undefined;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return {
      residentMegabytes: Number(peak) / 1024,
      processorSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND,
    };
  } catch {
    return undefined;
  }
}

const size = Number(process.argv[2] ?? 0) * MEGABYTE;
const folder = mkdtempSync(path.join(tmpdir(), 'pola-bench-legacy-'));
try {
  const dump = path.join(folder, 'dump.sql');
  await pipeline(Readable.from(dumpOf(size)), createWriteStream(dump));
  const { seconds, processorSeconds, residentMegabytes } = await importFile(dump, path.join(folder, 'data'));
  console.log(
    `A dump of ${(statSync(dump).size / MEGABYTE).toFixed(0)} MB: ${seconds.toFixed(0)} s, ${processorSeconds.toFixed(0)} s of the processor, at most ${residentMegabytes.toFixed(0)} MB of memory (target 300)`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
