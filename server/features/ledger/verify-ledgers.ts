import { type Cents, writeDecimal } from '#billing/money.ts';
import type { Database } from '../../db/connect.ts';
import { verifyChain } from '../audit/verify-chain.ts';
import { listShops, type ShopRow } from '../shops/queries.ts';
import { compareLedger, type LedgerDifference, type StoredDifference } from './compare-ledger.ts';
import { loadLedger } from './load-ledger.ts';
import { findShopRow } from './queries.ts';

export interface VerificationResult {
  shops: number;
  entries: number;
  auditEntries: number;
  differences: string[];
}

/** Writes nothing. Each shop is read as of one moment, so writes may continue. */
export async function verifyLedgers(database: Database): Promise<VerificationResult> {
  const differences: string[] = [];
  const shops = await listShops(database.reader);
  let entries = 0;
  for (const shop of shops) {
    const found = await database.snapshot((db) => verifyShop(db, shop));
    entries += found.entries;
    differences.push(...found.differences);
  }
  const chain = await verifyChain(database);
  return {
    shops: shops.length,
    entries,
    auditEntries: chain.entries,
    differences: [...differences, ...chain.differences],
  };
}

async function verifyShop(db: Database['reader'], { id }: ShopRow) {
  const shop = await findShopRow(db, id);
  if (!shop) return { entries: 0, differences: [] };
  try {
    const { invoices, ledger, entries } = await loadLedger(db, shop);
    const difference = await compareLedger(db, { shop, invoices, ledger });
    return {
      entries: entries.length,
      differences: describeDifference(difference).map((text) => `${shop.shop_id}: ${text}`),
    };
  } catch (error) {
    return { entries: 0, differences: [`${shop.shop_id}: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

function describeDifference({ balance, charges, allocations, invoices }: LedgerDifference): string[] {
  const charge = (row: { invoice_id: number; kind: string; cents: Cents; paid_cents: Cents; status: string }) =>
    `${row.kind} of invoice ${row.invoice_id}, ${writeDecimal(row.paid_cents)} of ${writeDecimal(row.cents)} paid, ${row.status}`;
  const movement = (row: { invoice_id: number; kind: string; cents: Cents; cause_id: number }) =>
    `${writeDecimal(row.cents)} from fact ${row.cause_id} to ${row.kind} of invoice ${row.invoice_id}`;
  return [
    ...(balance
      ? [`balance ${writeDecimal(balance.stored)} is stored, ${writeDecimal(balance.wanted)} follows from the facts`]
      : []),
    ...describeRows(charges, charge),
    ...describeRows(allocations, movement),
    ...invoices.map(
      ({ stored, wanted }) =>
        `${stored.number}: ${stored.status} with ${writeDecimal(stored.paid_cents)} paid is stored, ${wanted.status} with ${writeDecimal(wanted.paid_cents)} follows from the facts`,
    ),
  ];
}

function describeRows<Wanted, Stored extends Wanted>(
  { missing, changed, surplus }: StoredDifference<Stored, Wanted>,
  describe: (row: Wanted) => string,
): string[] {
  return [
    ...missing.map((row) => `missing: ${describe(row)}`),
    ...changed.map(({ stored, wanted }) => `stored: ${describe(stored)}; follows from the facts: ${describe(wanted)}`),
    ...surplus.map((row) => `follows from nothing: ${describe(row)}`),
  ];
}
