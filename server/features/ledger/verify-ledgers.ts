import { type Cents, writeDecimal } from '#billing/money.ts';
import { message } from '#contract/messages/message.ts';
import type { Database, Reader } from '../../db/connect.ts';
import { withSnapshot } from '../../db/read-snapshot.ts';
import { readLedgerRows, type Seals, sealAllRows, sealOf } from '../../db/seal/ledger-seals.ts';
import { ledgerOfSubject, ledgerTables, Sealer, subjectOfLedger } from '../../db/seal/sealed-tables.ts';
import { takeTurns } from '../../turns.ts';
import type { Anchor } from '../audit/find-anchors.ts';
import { verifyChain } from '../audit/verify-chain.ts';
import { listShops, type ShopRow } from '../shops/queries.ts';
import { listTenanciesOfShop } from '../tenants/queries.ts';
import { compareLedger, type LedgerDifference, type StoredDifference } from './compare-ledger.ts';
import { type LoadedLedger, loadLedger } from './load-ledger.ts';

export interface VerificationResult {
  shops: number;
  entries: number;
  auditEntries: number;
  /** The number of audit entries that no existing key can verify. */
  unproven: number;
  differences: string[];
}

interface Logged {
  sealer: Sealer;
  seals: Seals;
}

/** Verifies all ledgers without writing. Everything is read from one snapshot, so writes may continue. */
export function verifyLedgers(database: Database, anchors: readonly Anchor[] = []): Promise<VerificationResult> {
  return withSnapshot(database, async (db) => {
    const chain = await verifyChain(db, database.auditKeys, anchors);
    const key = database.auditKeys.find();
    // Unless the log is intact, no seal proves anything.
    const isProven = key && chain.columns && chain.differences.length === 0;
    const logged = isProven ? { sealer: new Sealer(key, chain.columns), seals: chain.seals } : undefined;
    const differences: string[] = [];
    let entries = 0;
    const tenancies = new Set<number>();
    const shops = await listShops(db);
    for (const shop of shops) {
      for (const tenancy of await listTenanciesOfShop(db, shop.id)) {
        tenancies.add(tenancy.id);
        const found = await verifyTenancy(db, { shop, tenancy }, logged);
        entries += found.entries;
        differences.push(...found.differences);
      }
    }
    await takeTurns();
    const deleted = logged ? deletedLedgers(logged.seals, tenancies) : [];
    await takeTurns();
    const changed = logged ? await verifyRowSeals(db, logged.sealer, logged.seals) : [];
    await takeTurns();
    return {
      shops: shops.length,
      entries,
      auditEntries: chain.entries,
      unproven: chain.unproven,
      differences: [...differences, ...deleted, ...changed, ...chain.differences],
    };
  });
}

function deletedLedgers(seals: Seals, tenancies: ReadonlySet<number>): string[] {
  const deleted: string[] = [];
  for (const [subject, seal] of seals) {
    const id = seal === null ? undefined : ledgerOfSubject(subject);
    if (id !== undefined && !tenancies.has(id)) deleted.push(message('ledger.verify.deleted', { tenancy: String(id) }));
  }
  return deleted;
}

async function verifyTenancy(
  db: Reader,
  { shop, tenancy }: Pick<LoadedLedger, 'shop' | 'tenancy'>,
  logged: Logged | undefined,
) {
  try {
    const { invoices, ledger, entries } = await loadLedger(db, { shop, tenancy });
    const difference = describeDifference(await compareLedger(db, { tenancy, invoices, ledger }));
    // If the amounts differ, only that difference is reported, because it says more than the wrong seal.
    if (difference.length === 0 && logged) {
      difference.push(...(await verifyLedgerSeal(db, logged.sealer, { tenancyId: tenancy.id, logged: logged.seals })));
    }
    return { entries: entries.length, differences: difference.map((text) => differenceIn(shop, text)) };
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
      kind: row.kind,
      invoice: String(row.invoice_id),
      status: row.status,
      paid: writeDecimal(row.paid_cents),
      amount: writeDecimal(row.cents),
    });
  const allocation = (row: { invoice_id: number; kind: string; cents: Cents; cause_id: number }) =>
    message('ledger.verify.allocation', {
      amount: writeDecimal(row.cents),
      entry: String(row.cause_id),
      kind: row.kind,
      invoice: String(row.invoice_id),
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
        number: stored.number,
        storedStatus: stored.status,
        storedPaid: writeDecimal(stored.paid_cents),
        status: wanted.status,
        paid: writeDecimal(wanted.paid_cents),
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

async function verifyRowSeals(db: Reader, sealer: Sealer, logged: Seals): Promise<string[]> {
  const differences: string[] = [];
  const seen = new Set<string>();
  for await (const { subject, seal } of sealAllRows(db, sealer)) {
    seen.add(subject);
    const wanted = logged.get(subject);
    if (wanted === seal) continue;
    differences.push(message(wanted ? 'ledger.seals.changed' : 'ledger.seals.unknown', { row: subject }));
  }
  await takeTurns();
  for (const [subject, seal] of logged) {
    if (seal !== null && !seen.has(subject) && ledgerOfSubject(subject) === undefined) {
      differences.push(message('ledger.seals.deleted', { row: subject }));
    }
  }
  return differences;
}

/**
 * Returns a message for each table of a ledger that differs from its seal in the log, or one message if the log has no
 * seal.
 */
async function verifyLedgerSeal(
  db: Reader,
  sealer: Sealer,
  { tenancyId, logged }: { tenancyId: number; logged: Seals },
): Promise<string[]> {
  const wanted = logged.get(subjectOfLedger(tenancyId));
  if (!wanted) return [message('ledger.seals.unknown', { row: subjectOfLedger(tenancyId) })];
  const rows = await readLedgerRows(db, tenancyId);
  const actual = sealer.sealLedger(tenancyId, rows).split('.');
  const parts = wanted.split('.');
  const changed = ledgerTables.filter((_, index) => actual[index] !== parts[index]);
  if (changed.length > 0) return changed.map((table) => message('ledger.seals.table', { table }));
  return sealOf(rows) === wanted ? [] : [message('ledger.seals.table', { table: 'tenancies' })];
}
