import type { Selectable } from 'kysely';
import type { Ledger } from '#billing/ledger.ts';
import type { LedgerEntry } from '#billing/ledger-entries.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

// Written out, because queries.ts imports this file.
type Rows<Name extends keyof Tables> = readonly Selectable<Tables[Name]>[];

interface HeldLedger {
  rows: Rows<'facts'>;
  invoices: Rows<'invoices'>;
  /** What the rows fold to; undefined after a change. */
  folded?: { entries: LedgerEntry[]; ledger: Ledger } | undefined;
  stored?: { charges: Rows<'charges'>; allocations: Rows<'allocations'> } | undefined;
}

const held = new WeakMap<Reader, Map<number, HeldLedger>>();

/**
 * Makes a transaction keep the ledgers it reads in memory. For one with thousands of actions that excludes every other
 * writer, such as the fill of the demo.
 */
export function holdLedgers(tx: Writer): void {
  held.set(tx, new Map());
}

export function findHeldLedger(db: Reader, shopId: number): HeldLedger | undefined {
  return held.get(db)?.get(shopId);
}

/** Does nothing when the transaction holds no ledgers. */
export function holdLedger(db: Reader, shopId: number, ledger: HeldLedger): void {
  held.get(db)?.set(shopId, ledger);
}

/**
 * Applies what was written to the held ledger of a shop, which must then be folded again unless the change says
 * otherwise.
 */
export function changeHeldLedger(
  tx: Writer,
  shopId: number,
  change: (ledger: HeldLedger) => Partial<HeldLedger>,
): void {
  const ledger = findHeldLedger(tx, shopId);
  if (ledger) holdLedger(tx, shopId, { ...ledger, folded: undefined, ...change(ledger) });
}

export function removeFromHeldLedgers(tx: Writer, ids: readonly number[]): void {
  const isLeft = ({ id }: { id: number }) => !ids.includes(id);
  for (const [shopId, { rows }] of held.get(tx) ?? []) {
    if (rows.every(isLeft)) continue;
    changeHeldLedger(tx, shopId, (ledger) => ({
      rows: ledger.rows.filter(isLeft),
      invoices: ledger.invoices.filter(isLeft),
    }));
  }
}
