import { type FieldName, fieldLabel } from '#contract/messages/input-message.ts';
import { message } from '#contract/messages/message.ts';
import { Refusal, type RefusalCode } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { type ChangeDescription, describeAll, describeChanges } from './describe-changes.ts';
import { type AuditEvent, writeAudit } from './write-audit.ts';

type Logged = ChangeDescription[string];
type LoggedTerms<Terms> = { [Column in keyof Terms]: Logged };

/**
 * A thing that people edit. `Terms` are the columns that they write. Its type is the row without the columns of
 * bookkeeping, so that the compiler asks about each new column.
 */
interface EditedThing<Key, Locked, Row, Terms> {
  /** Finds the row that the request names, and locks it. */
  lock(tx: Writer, key: Key): Promise<Locked | undefined>;
  missing: RefusalCode;
  /** The fields by whose labels the audit log names the columns. */
  labels: Record<keyof Terms, FieldName>;
  /** How the audit log writes the values of columns that it does not write as they are stored. */
  logged?: { [Column in keyof Terms]?: (value: Terms[Column]) => Logged };
  update(tx: Writer, context: ActionContext, change: { before: Locked; after: Terms }): Promise<Row>;
  changed(row: Row, before: Locked): Pick<AuditEvent, 'type' | 'description' | 'subject'>;
}

interface Edit<Key, Locked, Terms> {
  key: Key;
  /** Writes the other rows that belong to the edit. It is called only if the terms differ. */
  alongside?(before: Locked, after: Terms): Promise<void>;
  /** Returns the terms after the edit, or throws a refusal. */
  terms(before: Locked): Terms | Promise<Terms>;
  reason?: string | undefined;
}

export function edited<Key, Locked extends Terms, Row extends Terms, Terms extends LoggedTerms<Terms>>(
  thing: EditedThing<Key, Locked, Row, Terms>,
) {
  const { labels, logged } = thing;
  const columns = Object.keys(labels) as (keyof Terms & string)[];
  const describe = (terms: Terms): ChangeDescription =>
    Object.fromEntries(
      columns.map((column) => {
        const write = logged?.[column];
        return [fieldLabel(labels[column], message), write ? write(terms[column]) : terms[column]];
      }),
    );
  const termsBy = (of: (column: keyof Terms & string) => Terms[keyof Terms]): Terms =>
    Object.fromEntries(columns.map((column) => [column, of(column)])) as unknown as Terms;
  return {
    describe,
    /** Returns all terms as the audit log has them. */
    describeAll: (terms: Terms) => describeAll(describe(terms)),
    /** Returns the terms of a row, without its other columns. */
    termsOf: (row: Terms) => termsBy((column) => row[column]),
    /** A term that is missing stays unchanged. */
    change: (before: Terms, given: { [Column in keyof Terms]?: Terms[Column] | undefined }) =>
      termsBy((column) => given[column] ?? before[column]),
    /** Locks the row, and stores and records the new terms if they differ. */
    async edit(
      tx: Writer,
      context: ActionContext,
      { key, terms, alongside, reason }: Edit<Key, Locked, Terms>,
    ): Promise<{ before: Locked; row: Locked | Row }> {
      const before = await thing.lock(tx, key);
      if (!before) throw new Refusal(thing.missing);
      const after = await terms(before);
      const changes = describeChanges(describe(before), describe(after));
      if (!changes) return { before, row: before };
      await alongside?.(before, after);
      const row = await thing.update(tx, context, { before, after });
      await writeAudit(tx, context, { ...thing.changed(row, before), ...changes, ...(reason && { reason }) });
      return { before, row };
    },
  };
}
