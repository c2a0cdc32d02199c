import type { LegacyTable } from './legacy-tables.ts';

/** What the import does with a row that has the finding. */
const outcomes = {
  paid_but_short: 'imported',
  paid_in_full_but_not_closed: 'imported',
  overpaid: 'imported',
  incomplete_invoice: 'imported',
  unpaid_charge_on_paid_invoice: 'imported',
  unpaid_status_nothing_due: 'imported',
  future_month: 'imported',
  several_tenants: 'imported',
  entries_before_tenant: 'imported',
  no_tenant: 'imported',
  no_email: 'imported',
  credit_beside_due_charges: 'imported',
  longer_than_allowed: 'imported',
  unusual_price: 'imported',
  inexact_price: 'imported',
  duplicate_charge: 'changed',
  future_date: 'changed',
  correction_without_payment: 'changed',
  unknown_invoice: 'changed',
  shop_id_changed: 'changed',
  terms_out_of_range: 'changed',
  control_characters: 'changed',
  surrounding_spaces: 'changed',
  duplicate_name: 'changed',
  missing_date: 'changed',
  missing_value: 'changed',
  encoded_twice: 'changed',
  orphan: 'rejected',
  not_positive: 'rejected',
  min_above_max: 'rejected',
  future_price: 'rejected',
  missing_day: 'rejected',
  duplicate_price: 'rejected',
  picture_type_not_supported: 'rejected',
  picture_unreadable: 'rejected',
  existing_account: 'rejected',
} as const;

type FindingName = keyof typeof outcomes;
export type Outcome = (typeof outcomes)[FindingName];

export interface RowFinding {
  table: LegacyTable;
  key: string;
  code: string;
  outcome: Outcome;
  detail: string;
}

/**
 * The codes that the report shows for these findings. Each code belongs to two findings, because the fault rejects a
 * price but only changes other rows.
 */
const SHOWN: Partial<Record<FindingName, string>> = { future_price: 'future_date', missing_day: 'missing_date' };

/** Thrown when a dump cannot be imported. Nothing is written. */
export class LegacyFault extends Error {}

/** Returns the fault that stops the import at a row, with the reason. */
export function stopAt(table: LegacyTable, key: string | number, reason: string): LegacyFault {
  return new LegacyFault(`${table} ${key}: ${reason}`);
}

export class Findings {
  readonly list: RowFinding[] = [];
  /** Rows that were not imported at all. A rejected picture does not reject its row. */
  readonly rejected = new Map<LegacyTable, Set<string>>();

  add([table, key]: readonly [table: LegacyTable, key: string | number], name: FindingName, detail = ''): void {
    const outcome = outcomes[name];
    this.list.push({ table, key: String(key), code: SHOWN[name] ?? name, outcome, detail });
    if (outcome !== 'rejected' || name.startsWith('picture')) return;
    const rows = this.rejected.get(table) ?? new Set();
    this.rejected.set(table, rows.add(String(key)));
  }

  rejectedOf(table: LegacyTable): number {
    return this.rejected.get(table)?.size ?? 0;
  }

  changedOf(table: LegacyTable): number {
    const rejected = this.rejected.get(table);
    const changed = this.list.filter(
      (one) => one.table === table && one.outcome === 'changed' && !rejected?.has(one.key),
    );
    return new Set(changed.map(({ key }) => key)).size;
  }
}
