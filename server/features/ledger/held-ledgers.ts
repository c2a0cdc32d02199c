import type { Selectable } from 'kysely';
import type { Ledger } from '#billing/ledger.ts';
import type { LedgerEntry } from '#billing/ledger-entries.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';

// queries.ts imports this file.
type Rows<Name extends keyof Tables> = readonly Selectable<Tables[Name]>[];

interface HeldLedger {
  rows: Rows<'ledger_entries'>;
  invoices: Rows<'invoices'>;
  /** Undefined after a change. */
  folded?: { entries: LedgerEntry[]; ledger: Ledger } | undefined;
  stored?: { charges: Rows<'charges'>; allocations: Rows<'allocations'> } | undefined;
}

const held = new WeakMap<Reader, Map<number, HeldLedger>>();

/** Only for a transaction that excludes every other writer, such as filling the demo. */
export function holdLedgers(tx: Writer): void {
  held.set(tx, new Map());
}

export function findHeldLedger(db: Reader, tenancyId: number): HeldLedger | undefined {
  return held.get(db)?.get(tenancyId);
}

export function holdLedger(db: Reader, tenancyId: number, ledger: HeldLedger): void {
  held.get(db)?.set(tenancyId, ledger);
}

/** Drops the folded ledger unless the change contains one. */
export function changeHeldLedger(
  tx: Writer,
  tenancyId: number,
  change: (ledger: HeldLedger) => Partial<HeldLedger>,
): void {
  const ledger = findHeldLedger(tx, tenancyId);
  if (ledger) holdLedger(tx, tenancyId, { ...ledger, folded: undefined, ...change(ledger) });
}

export function removeFromHeldLedgers(tx: Writer, ids: readonly number[]): void {
  const isLeft = ({ id }: { id: number }) => !ids.includes(id);
  for (const [tenancyId, { rows }] of held.get(tx) ?? []) {
    if (rows.every(isLeft)) continue;
    changeHeldLedger(tx, tenancyId, (ledger) => ({
      rows: ledger.rows.filter(isLeft),
      invoices: ledger.invoices.filter(isLeft),
    }));
  }
}
