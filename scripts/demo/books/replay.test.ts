import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addMonths, dayInMonth, dayOf, type Instant, monthOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import type { BulkPass } from '#server/features/bulk-actions/for-each-shop.ts';
import { applyFine } from '#server/features/fines/apply-fine.ts';
import { arrestFines } from '#server/features/fines/arrest-fines.ts';
import { removeFine } from '#server/features/fines/remove-fine.ts';
import { arrestInvoices } from '#server/features/invoices/arrest-invoices.ts';
import { generateInvoice } from '#server/features/invoices/generate-invoice.ts';
import { removeInvoice } from '#server/features/invoices/remove-invoice.ts';
import { loadLedgerForUpdate } from '#server/features/ledger/load-ledger.ts';
import { verifyLedgers } from '#server/features/ledger/verify-ledgers.ts';
import { correctPayment } from '#server/features/payments/correct-payment.ts';
import { recordPayment } from '#server/features/payments/record-payment.ts';
import { removePayment } from '#server/features/payments/remove-payment.ts';
import { setBalance } from '#server/features/shop-summary/set-balance.ts';
import { Journal, type JournalFact } from './journal.ts';
import { planShops } from './plan-shops.ts';
import { planTenancies } from './plan-tenancies.ts';
import { tellShop } from './tell-shop.ts';
import { type ToldShop, writeBooks } from './write-books.ts';

const SEED = 1999;
const NOW = '2026-11-21T06:00:00.000Z' as Instant;
const TODAY = dayOf(NOW);
const MONTHS = 30;
const FROM = monthOf(addMonths(TODAY, 1 - MONTHS));
const OPENING = dayInMonth(monthOf(addMonths(TODAY, -MONTHS)), 20);
/** Everything is noted, so that all words of the audit log are compared. */
const ALWAYS = '2000-01-01T00:00:00.000Z' as Instant;
const SHOPS = 5;

test(`${SHOPS} shops of the demo have the books that the market itself would have written`, {
  timeout: 120_000,
}, async () => {
  for (const shop of mostEventful(tellAll(), SHOPS)) {
    const [written, replayed] = [await openDatabase(), await openDatabase()];
    await written.write((tx) => writeBooks(tx, [shop]));
    await replay(replayed, shop);
    expect(await contentsOf(replayed)).toEqual(await contentsOf(written));
    expect((await verifyLedgers(written)).differences).toEqual([]);
  }
});

function tellAll(): ToldShop[] {
  const plans = planShops(SEED);
  const shopIds = plans.map(({ shopId }) => shopId);
  const tenancies = planTenancies({ seed: SEED, shopIds, from: OPENING, today: TODAY });
  return plans.map((plan, at) => {
    const ofShop = tenancies[at] ?? [];
    const journal = tellShop(plan, ofShop, { seed: SEED, from: FROM, now: NOW, notedFrom: ALWAYS });
    const times = { openedAt: ALWAYS, termsSince: ALWAYS };
    return { plan, tenancies: ofShop, terms: plan.termsOf(FROM), ...times, journal };
  });
}

/** Shops that together have as many kinds of things happening as so few can have. */
function mostEventful(shops: readonly ToldShop[], most: number): ToldShop[] {
  const seen = new Set<string>();
  const kindsOf = ({ journal }: ToldShop) =>
    new Set(journal.rows.map((row) => `${row.kind} ${row.voided_at !== null}`));
  const chosen = Array.from({ length: most }, () => {
    const news = (shop: ToldShop) => [...kindsOf(shop)].filter((kind) => !seen.has(kind)).length;
    const best = shops.reduce((one, other) => (news(other) > news(one) ? other : one));
    for (const kind of kindsOf(best)) seen.add(kind);
    return best;
  });
  expect(seen).toEqual(new Set(shops.flatMap((shop) => [...kindsOf(shop)])));
  return [...new Set(chosen)];
}

async function openDatabase(): Promise<Database> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-replay-'));
  const database = connect({ databaseUrl: undefined, dataDir });
  onTestFinished(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });
  await migrate(database);
  return database;
}

/** Does everything that a journal tells again, through the acts of the market; the ids come out the same. */
async function replay(database: Database, shop: ToldShop): Promise<void> {
  const { journal } = shop;
  await database.write((tx) => writeBooks(tx, [{ ...shop, journal: new Journal(shop.plan.shopId, ALWAYS) }]));
  const voided = journal.rows.filter((row) => row.voided_at !== null && isChief(row, journal.rows));
  const isFirst = (row: JournalFact) =>
    !row.kind.endsWith('arrested') ||
    journal.rows.find(({ kind, recorded_at }) => kind === row.kind && recorded_at === row.recorded_at) === row;
  const steps = [
    ...journal.rows.filter(isFirst).map((row) => ({ row, at: row.recorded_at, isDeletion: false })),
    ...voided.map((row) => ({ row, at: row.voided_at ?? NOW, isDeletion: true })),
  ];
  for (const { row, isDeletion } of steps.toSorted((one, other) => compare(one.at, other.at))) {
    await (isDeletion ? voidAgain(database, shop, row) : recordAgain(database, shop, row));
  }
}

function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}

/** Whatever was deleted by itself, not along with something else. */
function isChief(row: JournalFact, rows: readonly JournalFact[]): boolean {
  if (row.kind === 'invoice' || row.kind === 'payment') return true;
  const payment = rows.find(({ id }) => id === row.payment_id);
  return payment !== undefined && payment.voided_at !== row.voided_at;
}

async function voidAgain(database: Database, { journal }: ToldShop, row: JournalFact): Promise<void> {
  const context = { actor: row.voided_by ?? '', now: row.voided_at ?? NOW, requestId: 'demo' };
  const reason = row.void_reason ?? '';
  const number = journal.invoices.find(({ id }) => id === row.id)?.number ?? '';
  await database.write(async (tx) => {
    if (row.kind === 'invoice') await removeInvoice(tx, context, number, { reason });
    else await removePayment(tx, context, row.id, { reason });
  });
}

function passOf(database: Database): BulkPass {
  return { keep: database.write, onShop: async () => {}, onFailure: (_, error) => expect.unreachable(String(error)) };
}

async function recordAgain(database: Database, { journal, plan }: ToldShop, row: JournalFact): Promise<void> {
  const context = { actor: row.recorded_by, now: row.recorded_at, requestId: 'demo' };
  const { shopId } = plan;
  const numberOf = (id: number | null) => journal.invoices.find((invoice) => invoice.id === id)?.number ?? '';
  const day = dayOf(row.effective_at);
  if (row.kind === 'invoice arrested') return void (await arrestInvoices(database.reader, context, passOf(database)));
  if (row.kind === 'fine arrested') return void (await arrestFines(database.reader, context, passOf(database)));
  await database.write(async (tx) => {
    // Whoever rents the shop then, and what it costs then.
    await tx.updateTable('tenants').set({ ended_at: ALWAYS }).execute();
    const tenants = await tx.selectFrom('tenants').select('id').orderBy('id').execute();
    const now = tenants[row.tenant_id ?? tenants.length];
    if (now) await tx.updateTable('tenants').set({ ended_at: null }).where('id', '=', now.id).execute();
    switch (row.kind) {
      case 'invoice': {
        const invoice = journal.invoices.find(({ id }) => id === row.id);
        if (!invoice) throw new Error('no invoice');
        const { rent_cents, operation_fee_cents, vat_rate_basis_points, month } = invoice;
        const terms = { rent_cents, operation_fee_cents, vat_rate_basis_points };
        await tx.updateTable('shops').set(terms).where('shop_id', '=', shopId).execute();
        return void (await generateInvoice(tx, context, shopId, month));
      }
      case 'payment': {
        const opened = await loadLedgerForUpdate(tx, shopId);
        const named = opened.invoices.find(({ id }) => id === row.invoice_id);
        const given = { cents: row.cents, day, method: row.method ?? ('Cash' as const), note: row.note };
        return void (await recordPayment(tx, context, opened, given, named));
      }
      case 'correction': {
        const opened = await loadLedgerForUpdate(tx, shopId);
        const its = opened.rows.filter(({ id, payment_id }) => id === row.payment_id || payment_id === row.payment_id);
        const recordedCents = cents(its.reduce((sum, one) => sum + one.cents, 0));
        const actualCents = cents(recordedCents + row.cents);
        const given = { day, recordedCents, actualCents, reason: row.note, paymentId: row.payment_id ?? 0 };
        return void (await correctPayment(tx, context, opened, given));
      }
      case 'balance': {
        const { ledger } = await loadLedgerForUpdate(tx, shopId);
        return void (await setBalance(tx, context, shopId, {
          cents: cents(ledger.balanceCents + row.cents),
          reason: row.note,
        }));
      }
      case 'fine applied':
        return void (await applyFine(tx, context, numberOf(row.invoice_id)));
      case 'fine removed':
        return void (await removeFine(tx, context, numberOf(row.invoice_id), { reason: row.note }));
      default:
        throw new Error(`nobody does ${row.kind} alone`);
    }
  });
}

/** All that the books are, without ids that count rows and what only the screens count. */
async function contentsOf({ reader }: Database) {
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort(compare);
  const invoices = await reader.selectFrom('invoices').selectAll().orderBy('id').execute();
  const charges = await reader.selectFrom('charges').selectAll().execute();
  const allocations = await reader.selectFrom('allocations').selectAll().execute();
  const audit = await reader.selectFrom('audit_log').selectAll().orderBy('id').execute();
  const entries = await reader.selectFrom('facts').selectAll().orderBy('id').execute();
  return {
    entries,
    invoices: invoices.map(({ updated_at: _, times_printed: __, ...row }) => row),
    charges: sorted(charges.map(({ id: _, ...row }) => row)),
    allocations: sorted(allocations.map(({ id: _, ...row }) => row)),
    balance: (await reader.selectFrom('shops').select('balance_cents').execute())[0],
    audit: audit.map(({ id: _, hash: __, previous_hash: ___, ...row }) => row),
  };
}
