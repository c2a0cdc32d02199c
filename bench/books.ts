import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dayOf, monthOf } from '#billing/calendar.ts';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { removeInvoice } from '#server/features/invoices/remove-invoice.ts';
import { median, quantile } from './median.ts';
import { type Office, openOffice, PROOF } from './office.ts';
import { measurePapers } from './papers.ts';

/**
 * The books of the demo, 144 shops with five years: how long a cashier, an auditor and the first of the month wait. Clock
 * time over HTTP of a real server on SQLite with synchronous=FULL, each on a copy of the data.
 */

/** A figure in milliseconds, and what it may be. */
export interface Waiting {
  what: string;
  ms: number;
  targetMs: number;
  /** What else was seen. */
  note: string;
}

const PAYMENTS = 600;
const PAYMENTS_A_SECOND = 20;
const GENERATIONS = 3;
const VERIFICATIONS = 3;

/** All figures of the books, from a filled data folder that nobody serves now. */
export async function measureBooks(folder: string): Promise<Waiting[]> {
  const figures = [
    await onCopy(folder, measureSummaries),
    // The check is of the books that the payments left.
    ...(await onCopy(folder, async (copy) => [await measurePayments(copy), await measureVerification(copy)])),
    await measureGenerations(folder),
    ...(await onCopy(folder, (copy) => inOffice(copy, measurePapers))),
  ];
  for (const { what, ms, targetMs, note } of figures) {
    console.log(`${what.padEnd(44)} ${ms.toFixed(1).padStart(7)} ms (target ${targetMs})  ${note}`);
  }
  return figures;
}

/** Measures on a copy of a data folder, which is gone afterwards. */
export async function onCopy<Result>(folder: string, measure: (copy: string) => Promise<Result>): Promise<Result> {
  const copy = mkdtempSync(path.join(tmpdir(), 'pola-bench-books-'));
  try {
    cpSync(folder, copy, { recursive: true });
    return await measure(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Serves a data folder as long as something is done over its counter. */
export async function inOffice<Result>(folder: string, context: (office: Office) => Promise<Result>): Promise<Result> {
  const office = await openOffice(folder);
  try {
    return await context(office);
  } finally {
    await office.stop();
  }
}

async function listShopIds(office: Office): Promise<string[]> {
  const shops = await office.get<{ shop_id: string }[]>('/api/shops');
  return shops.map(({ shop_id }) => shop_id);
}

/** The summary of every shop, one after the other, after a first round that warms up. */
function measureSummaries(folder: string): Promise<Waiting> {
  return inOffice(folder, async (office) => {
    const shopIds = await listShopIds(office);
    const round = async () => {
      const times: number[] = [];
      for (const id of shopIds) times.push(await timeOf(() => office.get(`/api/shops/shop-summary/${id}`)));
      return times;
    };
    await round();
    const times = await round();
    const note = `median over ${times.length} shops, slowest ${Math.max(...times).toFixed(1)}`;
    return { what: 'shop summary', ms: median(times), targetMs: 30, note };
  });
}

/**
 * Payments at a steady pace over all shops, whether the ones before are answered or not, each with a key of its own as the
 * office sends it. A payment waits from when it was due, so that a server that falls behind shows.
 */
function measurePayments(folder: string): Promise<Waiting> {
  return inOffice(folder, async (office) => {
    const shopIds = await listShopIds(office);
    const pay = (at: number) => {
      const body = { amountPaid: 1250.5, paymentDate: office.today, paymentMethod: 'Cash' };
      const key = { 'idempotency-key': randomUUID() };
      return office.post(`/api/payments/by-shop/${shopIds[at % shopIds.length]}`, body, key);
    };
    for (let at = 0; at < PAYMENTS_A_SECOND; at += 1) await pay(at);
    const began = performance.now();
    const waits = Array.from({ length: PAYMENTS }, async (_, at) => {
      const due = (at * 1000) / PAYMENTS_A_SECOND;
      await wait(due);
      await pay(at);
      return performance.now() - began - due;
    });
    const times = await Promise.all(waits);
    const note = `p50 ${quantile(times, 0.5).toFixed(1)}, slowest ${Math.max(...times).toFixed(1)}; ${PAYMENTS} at ${PAYMENTS_A_SECOND} a second`;
    return { what: 'payment with FULL durability, p99', ms: quantile(times, 0.99), targetMs: 50, note };
  });
}

/** The whole command, as somebody types it. */
async function measureVerification(folder: string): Promise<Waiting> {
  const times: number[] = [];
  let said = '';
  for (let round = 0; round < VERIFICATIONS; round += 1) {
    times.push(
      await timeOf(async () => {
        const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
        const script = path.resolve(import.meta.dirname, '../scripts/verify-books.ts');
        const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
        if (status !== 0) throw new Error(`the books are not clean: ${stdout}${stderr}`);
        said = stdout.split(' audit')[0] ?? '';
      }),
    );
  }
  return { what: 'verify-books of the whole market', ms: median(times), targetMs: 5000, note: `${said} audit entries` };
}

/** Each round on a copy in which the invoices of this month have been deleted. */
async function measureGenerations(folder: string): Promise<Waiting> {
  const times: number[] = [];
  let generated = 0;
  for (let round = 0; round < GENERATIONS; round += 1) {
    await onCopy(folder, async (copy) => {
      await deleteThisMonth(copy);
      await inOffice(copy, async (office) => {
        let results: { status: string }[] = [];
        times.push(
          await timeOf(async () => {
            ({ results } = await office.post<{ results: typeof results }>('/api/generateInvoices/generate-all', PROOF));
          }),
        );
        generated = results.filter(({ status }) => status === 'success').length;
      });
    });
  }
  if (generated < 100) throw new Error(`only ${generated} invoices were generated`);
  const note = `${generated} invoices, the password checked with it`;
  return { what: 'generate-all for 144 shops', ms: median(times), targetMs: 2000, note };
}

async function deleteThisMonth(dataDir: string): Promise<void> {
  const database = connect({ databaseUrl: undefined, dataDir });
  const at = systemClock.now();
  const context = { actor: 'bench', now: at, requestId: 'bench' };
  try {
    const invoices = await database.reader
      .selectFrom('invoices')
      .innerJoin('facts', 'facts.id', 'invoices.id')
      .select('invoices.number')
      .where('invoices.month', '=', monthOf(dayOf(at)))
      .where('facts.voided_at', 'is', null)
      .execute();
    for (const { number } of invoices) await database.write((tx) => removeInvoice(tx, context, number, {}));
  } finally {
    await database.close();
  }
}

/** How long something takes, in milliseconds. */
export async function timeOf(context: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await context();
  return performance.now() - began;
}
