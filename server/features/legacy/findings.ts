import { type DumpFinding, dumpFindings } from '#contract/imports.ts';
import { type ApiMessage, type ApiMessageKey, apiMessage, englishOf } from '#contract/messages/message.ts';
import type { LegacyTable } from './legacy-tables.ts';

/**
 * These faults have two outcomes, and therefore a second name: a price without a day is `rejected`, other rows are
 * `changed`; a vacant shop's tenant is `rejected`, or `changed` into an unknown one who has entries.
 */
const outcomes = {
  ...dumpFindings,
  future_price: 'rejected',
  missing_day: 'rejected',
  vacant_with_entries: 'changed',
} as const;

type FindingName = keyof typeof outcomes;
type Outcome = (typeof outcomes)[FindingName];

export interface RowFinding {
  table: LegacyTable;
  key: string;
  code: DumpFinding;
  outcome: Outcome;
  detail: string;
}

function codeOf(name: FindingName): DumpFinding {
  if (name === 'future_price') return 'future_date';
  if (name === 'vacant_with_entries') return 'vacant_tenant';
  return name === 'missing_day' ? 'missing_date' : name;
}

/** Thrown when a dump cannot be imported. Nothing is written. */
export class LegacyFault extends Error {
  readonly words: ApiMessage;

  constructor(words: ApiMessage) {
    super(englishOf(words));
    this.words = words;
  }
}

type NameAfter<Prefix extends string, Key = ApiMessageKey> = Key extends `${Prefix}${infer Name}` ? Name : never;
type Values = Parameters<typeof apiMessage>[1];

/** Returns a fault of the file as a whole. */
export function dumpFault(name: NameAfter<'imports.dump.fault.'>, values?: Values): LegacyFault {
  return new LegacyFault(apiMessage(`imports.dump.fault.${name}`, values));
}

/** Returns the fault that stops the import at a row, with the reason. */
export function stopAt(
  [table, key]: readonly [table: LegacyTable, key: string | number],
  name: NameAfter<'imports.dump.row.'>,
  values?: Values,
): LegacyFault {
  const reason = apiMessage(`imports.dump.row.${name}`, values);
  return dumpFault('row', { table, key: String(key), reason });
}

/** Returns the fault of a value that is not in the list of its column. */
export function stopAtUnknown(
  [table, key, column]: readonly [table: LegacyTable, key: string | number, column: string],
  value: string,
  known: readonly string[],
): LegacyFault {
  return stopAt([table, key], 'unknown', { column, value, known: known.join(', ') });
}

export class Findings {
  readonly list: RowFinding[] = [];
  /** Rows that were not imported at all. A rejected picture does not reject its row. */
  readonly rejected = new Map<LegacyTable, Set<string>>();

  add([table, key]: readonly [table: LegacyTable, key: string | number], name: FindingName, detail = ''): void {
    const outcome = outcomes[name];
    this.list.push({ table, key: String(key), code: codeOf(name), outcome, detail });
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
