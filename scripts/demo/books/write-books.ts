import type { Insertable } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import { paidOf } from '#billing/ledger.ts';
import { cents } from '#billing/money.ts';
import { chargeStatus, invoiceStatus } from '#billing/status.ts';
import type { Writer } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';
import { writeAudit } from '#server/features/audit/write-audit.ts';
import { insertAllocations, insertCharges } from '#server/features/ledger/queries.ts';
import { CHUNK } from '#server/features/prices/queries.ts';
import { insertShop, type ShopRow } from '#server/features/shops/queries.ts';
import { insertTenant } from '#server/features/tenants/queries.ts';
import type { Journal, JournalFact } from './journal.ts';
import { momentOf } from './moments.ts';
import type { ShopPlan, Terms } from './plan-shops.ts';
import type { Tenancy } from './plan-tenancies.ts';

/** A shop with everything that happened to its money. */
export interface ToldShop {
  plan: ShopPlan;
  tenancies: readonly Tenancy[];
  /** Its terms of now, and since when. */
  terms: Terms;
  termsSince: Instant;
  openedAt: Instant;
  journal: Journal;
}

/** A shop that has its row in the database, and its tenants theirs. */
interface WrittenShop extends ToldShop {
  row: ShopRow;
  tenantIds: readonly number[];
}

/** A shop whose facts are there too. */
interface PlacedShop extends WrittenShop {
  /** The id in the database of a fact of the journal. */
  idOf(id: number): number;
}

/**
 * Writes the books of many shops as they would stand by now: facts in the order of recording over the whole market, what
 * the fold makes of them, and the audit entries of what was done lately. The older history goes without entries: they
 * would be most of the log and of the time, and the chain needs none of them.
 */
export async function writeBooks(tx: Writer, shops: readonly ToldShop[]): Promise<void> {
  const written: WrittenShop[] = [];
  for (const shop of shops) written.push(await writeShop(tx, shop));
  const placed = await writeFacts(tx, written);
  await inChunks(placed.flatMap(invoiceRows), (rows) => tx.insertInto('invoices').values(rows).execute());
  await inChunks(placed.flatMap(chargeRows), (rows) => insertCharges(tx, rows));
  await inChunks(placed.flatMap(allocationRows), (rows) => insertAllocations(tx, rows));
  await writeNotes(tx, placed);
}

const MOVES_MONEY = new Set<JournalFact['kind']>(['invoice', 'payment', 'correction', 'balance']);

async function writeShop(tx: Writer, shop: ToldShop): Promise<WrittenShop> {
  const { plan, terms, journal } = shop;
  const row = await insertShop(tx, {
    ...{ shop_id: plan.shopId, shop_name: plan.name, location: plan.location },
    ...{ rent_cents: terms.rentCents, operation_fee_cents: terms.operationFeeCents },
    vat_rate_basis_points: terms.vatRateBasisPoints,
    balance_cents: journal.ledger.balanceCents,
    balance_at: journal.rows.findLast(({ kind }) => MOVES_MONEY.has(kind))?.recorded_at ?? shop.openedAt,
    ...{ created_at: shop.openedAt, updated_at: shop.termsSince },
  });
  if (!row) throw new Error(`there is a shop ${plan.shopId} already`);
  const tenantIds: number[] = [];
  for (const { name, contact, address, email, from, until } of shop.tenancies) {
    const [begins, ends] = [momentOf(from, 0), until === undefined ? null : momentOf(until, 9 * 60)];
    const times = { created_at: begins, updated_at: ends ?? begins, ended_at: ends };
    const tenant = await insertTenant(tx, { ...{ shop_id: row.id, name, contact, address, email }, ...times });
    tenantIds.push(tenant.id);
  }
  return { ...shop, row, tenantIds };
}

/**
 * Writes the facts of all shops in the order of recording. They name each other, so their ids are needed beforehand: the
 * database is asked for the first one, which names nothing, and the others follow it, for nobody else writes meanwhile;
 * that is checked.
 */
async function writeFacts(tx: Writer, shops: readonly WrittenShop[]): Promise<PlacedShop[]> {
  const ids = new Map(shops.map((shop) => [shop, new Map<number, number>()]));
  const idOf = (shop: WrittenShop) => (id: number) => ids.get(shop)?.get(id) ?? unplaced(id);
  const placed = shops.map((shop) => ({ ...shop, idOf: idOf(shop) }));
  const all = shops.flatMap((shop) => shop.journal.rows.map((row) => ({ shop, row })));
  const ordered = all.toSorted((one, other) => compare(one.row.recorded_at, other.row.recorded_at));
  const [first] = ordered;
  if (!first) return placed;
  const firstId = await insertFacts(tx, [factRow(first.row, first.shop, unplaced)]);
  for (const [at, { shop, row }] of ordered.entries()) ids.get(shop)?.set(row.id, firstId + at);
  let next = firstId + 1;
  await inChunks(ordered.slice(1), async (chunk) => {
    const got = await insertFacts(
      tx,
      chunk.map(({ shop, row }) => factRow(row, shop, idOf(shop))),
    );
    if (got !== next) throw new Error(`fact ${next} was written as ${got}: somebody else writes here`);
    next += chunk.length;
  });
  return placed;
}

function unplaced(id: number): never {
  throw new Error(`fact ${id} has no place yet`);
}

/** Writes facts and gives the lowest of their ids. */
async function insertFacts(tx: Writer, rows: readonly Insertable<Tables['facts']>[]): Promise<number> {
  const written = await tx.insertInto('facts').values(rows).returning('id').execute();
  return Math.min(...written.map(({ id }) => id));
}

function factRow(row: JournalFact, shop: WrittenShop, idOf: (id: number) => number): Insertable<Tables['facts']> {
  const { id: _, ...columns } = row;
  const placeOf = (id: number | null) => (id === null ? null : idOf(id));
  return {
    ...columns,
    shop_id: shop.row.id,
    invoice_id: placeOf(row.invoice_id),
    payment_id: placeOf(row.payment_id),
    tenant_id: row.tenant_id === null ? null : (shop.tenantIds[row.tenant_id] ?? null),
  };
}

function invoiceRows({ journal, row, idOf }: PlacedShop): Insertable<Tables['invoices']>[] {
  const folded = new Map(journal.ledger.invoices.map((invoice) => [invoice.id, invoice]));
  const changedAt = new Map<number, Instant>();
  for (const { invoiceId, causeId } of journal.ledger.allocations) {
    const recordedAt = journal.rows[causeId - 1]?.recorded_at;
    if (recordedAt && recordedAt > (changedAt.get(invoiceId) ?? '')) changedAt.set(invoiceId, recordedAt);
  }
  return journal.invoices.map((invoice) => {
    const standing = folded.get(invoice.id);
    return {
      ...invoice,
      ...{ id: idOf(invoice.id), shop_id: row.id },
      // A deleted invoice keeps what it was before anything was paid.
      status: standing ? invoiceStatus(standing) : 'Unpaid',
      paid_cents: standing ? paidOf(standing) : cents(0),
      updated_at: changedAt.get(invoice.id) ?? invoice.generated_at,
    };
  });
}

function chargeRows({ journal, row, idOf }: PlacedShop): Insertable<Tables['charges']>[] {
  return journal.ledger.invoices.flatMap((invoice) =>
    invoice.charges.map((charge) => ({
      ...{ shop_id: row.id, invoice_id: idOf(invoice.id), kind: charge.kind },
      ...{ cents: charge.cents, paid_cents: charge.paidCents, status: chargeStatus(charge) },
      ...{ arose_at: charge.aroseAt, paid_at: charge.paidAt ?? null },
    })),
  );
}

function allocationRows({ journal, row, idOf }: PlacedShop): Insertable<Tables['allocations']>[] {
  return journal.ledger.allocations.map(({ invoiceId, kind, cents: amount, at, causeId }) => ({
    ...{ shop_id: row.id, invoice_id: idOf(invoiceId), kind, cause_id: idOf(causeId) },
    ...{ cents: amount, allocated_at: at },
  }));
}

async function writeNotes(tx: Writer, shops: readonly PlacedShop[]): Promise<void> {
  const notes = shops.flatMap(({ journal, idOf }) => journal.notes.map((note) => ({ ...note, idOf })));
  for (const { by, at, words, idOf } of notes.toSorted((one, other) => compare(one.at, other.at))) {
    await writeAudit(tx, { actor: by, now: at, requestId: 'demo' }, words(idOf));
  }
}

function compare(one: Instant, other: Instant): number {
  return Number(one > other) - Number(one < other);
}

async function inChunks<Row>(rows: readonly Row[], write: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK) await write(rows.slice(at, at + CHUNK));
}
