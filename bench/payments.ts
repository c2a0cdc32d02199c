import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import {
  addDays,
  addMonths,
  type Day,
  dayInMonth,
  dayOf,
  type Instant,
  instantFrom,
  type Month,
  monthOf,
} from '#billing/calendar.ts';
import { totalDebt } from '#billing/ledger.ts';
import { cents } from '#billing/money.ts';
import { type DemoMarket, doneBy } from '#scripts/demo/demo-market.ts';
import { fillMarket } from '#scripts/demo/fill-demo.ts';
import type { Office } from '#scripts/demo/run-product.ts';
import { timeOn } from '#scripts/demo/timeline.ts';
import { serverEnvironment, v8Parameters } from '#scripts/serve.ts';
import { connect, type Database, type Writer } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { generateInvoice } from '#server/features/invoices/generate-invoice.ts';
import { loadLedgerForUpdate } from '#server/features/ledger/load-ledger.ts';
import { recordPayment } from '#server/features/payments/record-payment.ts';
import { addShop } from '#server/features/shops/add-shop.ts';
import { addTenant } from '#server/features/tenants/add-tenant.ts';
import { measureTime, median, processorSeconds, type WaitingWork } from './harness.ts';

const ROUNDS = 5;
const PAYING_AT_ONCE = 20;
const WANTED_A_SECOND = 300;
const WANTED_MS = 2.5;
const WANTED_GROWTH = 1.5;

const LONG_SHOPS = ['A-1', 'A-2', 'A-3'];
const LONG_ROUNDS = 7;
const PAYMENTS_A_ROUND = 150;
/** The time at which fifty years of bills end. No month before 2020 can be billed, so this time is in the future. */
const LONG_NOW = instantFrom('2074-11-27T05:00:00.000Z');

export function pay(office: Office, shopIds: readonly string[], at: number): Promise<unknown> {
  const body = { amountPaid: 1250.5, paymentDate: office.today, paymentMethod: 'Cash' };
  const key = { 'idempotency-key': randomUUID() };
  return office.post(`/api/payments/by-shop/${shopIds[at % shopIds.length]}`, body, key);
}

/**
 * Measures the processor time of payments. The first payment of each shop checks its whole ledger; later ones do not.
 */
export async function measurePaymentCost(office: Office, shopIds: readonly string[]): Promise<WaitingWork[]> {
  const costOf = async (rounds: number, callers: number) => {
    const count = rounds * shopIds.length;
    const before = processorSeconds(office.server.pid);
    let next = 0;
    const clockMs = await measureTime(() =>
      Promise.all(
        Array.from({ length: callers }, async () => {
          while (next < count) {
            next += 1;
            await pay(office, shopIds, next);
          }
        }),
      ),
    );
    const cpuMs = (1000 * (processorSeconds(office.server.pid) - before)) / count;
    const aSecond = Math.round((1000 * count) / clockMs);
    return { cpuMs, clockMs: clockMs / count, note: `processor time; ${count} payments, ${aSecond} a second` };
  };
  const first = await costOf(1, 1);
  const next = await costOf(ROUNDS, 1);
  const atOnce = await costOf(ROUNDS, PAYING_AT_ONCE);
  const what = `payment, ${PAYING_AT_ONCE} at once`;
  const aSecond = `${Math.round(1000 / atOnce.clockMs)} a second (target ${WANTED_A_SECOND})`;
  return [
    { what: 'first payment of a shop after the start', ms: first.cpuMs, targetMs: 7, note: first.note },
    { what: 'payment', ms: next.cpuMs, targetMs: WANTED_MS, note: next.note },
    { what, ms: atOnce.cpuMs, targetMs: WANTED_MS, note: atOnce.note },
    { what: `${what}, clock time`, ms: atOnce.clockMs, targetMs: rounded(1000 / WANTED_A_SECOND), note: aSecond },
  ];
}

/** Measures payments without HTTP, in a process with the parameters of the server, because they change the result. */
export async function measureLongLedgers(): Promise<WaitingWork[]> {
  const environment = { ...process.env, ...serverEnvironment };
  const { stdout } = await promisify(execFile)(process.execPath, [...v8Parameters, import.meta.filename], {
    env: environment,
  });
  return JSON.parse(stdout) as WaitingWork[];
}

if (import.meta.main) console.log(JSON.stringify(await compareLongLedgers()));

/** Pays in ledgers of five and of fifty years alternately. */
async function compareLongLedgers(): Promise<WaitingWork[]> {
  const five = await openMarket(5);
  const fifty = await openMarket(50);
  try {
    const costsOfFive: number[] = [];
    const costsOfFifty: number[] = [];
    for (let round = 0; round <= LONG_ROUNDS; round += 1) {
      const cost = await five.costOfPayments();
      const longCost = await fifty.costOfPayments();
      // The first round is discarded, because it also compiles code and reads the ledgers.
      if (round === 0) continue;
      costsOfFive.push(cost);
      costsOfFifty.push(longCost);
    }
    const ms = median(costsOfFive);
    const longMs = median(costsOfFifty);
    const seen = `processor time, no HTTP; ${LONG_SHOPS.length} shops, median of ${LONG_ROUNDS} times ${PAYMENTS_A_ROUND}`;
    const growth = `${seen}; ${(longMs / ms).toFixed(2)} times five years (target ${WANTED_GROWTH})`;
    return [
      { what: 'payment after five years', ms, targetMs: WANTED_MS, note: seen },
      { what: 'payment after fifty years', ms: longMs, targetMs: rounded(ms * WANTED_GROWTH), note: growth },
    ];
  } finally {
    await five.close();
    await fifty.close();
  }
}

function rounded(ms: number): number {
  return Number(ms.toFixed(1));
}

async function openMarket(years: number) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-bench-years-'));
  const database = connect({ databaseUrl: undefined, dataDir });
  await migrate(database);
  await fillMarket(database, { seed: 1, years, now: LONG_NOW, subjects: [fillShops] });
  await sql`pragma synchronous = full`.execute(database.owner);
  return {
    costOfPayments: () => costOfPayments(database),
    async close() {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function costOfPayments(database: Database): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < PAYMENTS_A_ROUND; at += 1)
    await database.write((tx) =>
      record(tx, { shopId: LONG_SHOPS[at % LONG_SHOPS.length] ?? '', at: LONG_NOW, day: dayOf(LONG_NOW) }),
    );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / PAYMENTS_A_ROUND;
}

/** Bills every month, and pays each bill a few days later. */
function fillShops({ tx, timeline, opening, now }: DemoMarket, from: Month): void {
  for (const [place, shopId] of LONG_SHOPS.entries()) {
    timeline.plan(timeOn(opening, 480), (at) =>
      addShop(tx, doneBy('superadmin', at), {
        shop_id: shopId,
        shop_name: shopId,
        location: 'Hall A',
        rent_amount: cents(1_350_000),
        operation_fee: cents(150_000),
        vat_rate: 1800,
      }),
    );
    timeline.plan(timeOn(opening, 500), (at) =>
      addTenant(tx, doneBy('admin', at), {
        shop_id: shopId,
        name: 'Nimal',
        contact: '0771234567',
        address: 'Hall A',
        email: null,
      }),
    );
    for (let first = dayInMonth(from, 1); first <= dayOf(now); first = addMonths(first, 1)) {
      const month = monthOf(first);
      timeline.plan(timeOn(first, 600), (at) => generateInvoice(tx, doneBy('superadmin', at), { shopId, month }));
      const day = addDays(first, 7 + place);
      if (day < dayOf(now)) timeline.plan(timeOn(day, 600), (at) => record(tx, { shopId, at, day }));
    }
  }
}

/**
 * Records a payment: the whole debt while the market is being filled, and a fixed amount when payments are measured.
 */
async function record(tx: Writer, { shopId, at, day }: { shopId: string; at: Instant; day: Day }): Promise<void> {
  const opened = await loadLedgerForUpdate(tx, shopId);
  const owed = at === LONG_NOW ? cents(125_050) : totalDebt(opened.ledger);
  await recordPayment(tx, doneBy('admin', at), { opened, cents: owed, day, method: 'Cash', note: '' });
}
