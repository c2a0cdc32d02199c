import { type Cents, writeDecimal } from '#billing/money.ts';
import { message } from '#contract/messages/message.ts';
import type { Database } from '../../db/connect.ts';
import { verifyChain } from '../audit/verify-chain.ts';
import { findShopRow, listShops, type ShopRow } from '../shops/queries.ts';
import { listTenanciesOfShop } from '../tenants/queries.ts';
import { compareLedger, type LedgerDifference, type StoredDifference } from './compare-ledger.ts';
import { type LoadedLedger, loadLedger } from './load-ledger.ts';

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
  const result = { entries: 0, differences: [] as string[] };
  if (!shop) return result;
  for (const tenancy of await listTenanciesOfShop(db, id)) {
    const { entries, differences } = await verifyTenancy(db, { shop, tenancy });
    result.entries += entries;
    result.differences.push(...differences);
  }
  return result;
}

async function verifyTenancy(db: Database['reader'], { shop, tenancy }: Pick<LoadedLedger, 'shop' | 'tenancy'>) {
  try {
    const { invoices, ledger, entries } = await loadLedger(db, { shop, tenancy });
    const difference = await compareLedger(db, { tenancy, invoices, ledger });
    return {
      entries: entries.length,
      differences: describeDifference(difference).map((text) => differenceIn(shop, text)),
    };
  } catch (error) {
    return { entries: 0, differences: [differenceIn(shop, error instanceof Error ? error.message : String(error))] };
  }
}

function differenceIn({ shop_id: shop }: ShopRow, difference: string): string {
  return message('ledger.verify.difference', { shop, difference });
}

function describeDifference({ balance, charges, allocations, invoices }: LedgerDifference): string[] {
  const charge = (row: { invoice_id: number; kind: string; cents: Cents; paid_cents: Cents; status: string }) =>
    message('ledger.verify.charge', {
      ...{ kind: row.kind, invoice: String(row.invoice_id), status: row.status },
      ...{ paid: writeDecimal(row.paid_cents), amount: writeDecimal(row.cents) },
    });
  const allocation = (row: { invoice_id: number; kind: string; cents: Cents; cause_id: number }) =>
    message('ledger.verify.allocation', {
      ...{ amount: writeDecimal(row.cents), entry: String(row.cause_id) },
      ...{ kind: row.kind, invoice: String(row.invoice_id) },
    });
  return [
    ...(balance
      ? [
          message('ledger.verify.balance', {
            stored: writeDecimal(balance.stored),
            expected: writeDecimal(balance.wanted),
          }),
        ]
      : []),
    ...describeRows(charges, charge),
    ...describeRows(allocations, allocation),
    ...invoices.map(({ stored, wanted }) =>
      message('ledger.verify.invoice', {
        ...{ number: stored.number, storedStatus: stored.status, storedPaid: writeDecimal(stored.paid_cents) },
        ...{ status: wanted.status, paid: writeDecimal(wanted.paid_cents) },
      }),
    ),
  ];
}

function describeRows<Wanted, Stored extends Wanted>(
  { missing, changed, surplus }: StoredDifference<Stored, Wanted>,
  describe: (row: Wanted) => string,
): string[] {
  return [
    ...missing.map((row) => message('ledger.verify.missing', { row: describe(row) })),
    ...changed.map(({ stored, wanted }) =>
      message('ledger.verify.changed', { stored: describe(stored), expected: describe(wanted) }),
    ),
    ...surplus.map((row) => message('ledger.verify.surplus', { row: describe(row) })),
  ];
}
