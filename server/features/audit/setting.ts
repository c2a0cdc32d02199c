import type { z } from 'zod';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import { findSetting, putSetting } from '../../db/settings.ts';
import { type ChangeDescription, describeChanges } from './describe-changes.ts';
import { type AuditEvent, writeAudit } from './write-audit.ts';

/** What the audit log says of a setting: its fields by their labels, or a setting of one field as a text. */
type Described = ChangeDescription | string;

interface DeclaredSetting<Value> {
  /** The name under which releases have stored the setting. It is never changed. */
  name: string;
  schema: z.ZodType<Value>;
  /** Returns the value until one is stored. What an older release stored gets its newer fields from here. */
  first(): Value;
  /** `before` is given for the new value of a change. */
  describe(value: Value, before?: Value): Described;
  changed: Pick<AuditEvent, 'type' | 'description'>;
}

interface SettingChange<Value> {
  /** What applies until a value is stored, if it is known only while running. */
  unstored?: Value;
  /** Returns the new value, or throws a refusal. */
  value(before: Value): Value | Promise<Value>;
  /** Writes what belongs to the change. It is called only if the log would say something else of the new value. */
  alongside?(before: Value, after: Value): Promise<void>;
}

/** A setting that people change: how it is stored, read, completed, locked, compared and recorded. */
export function setting<Value>({ name, schema, first, describe, changed }: DeclaredSetting<Value>) {
  /** Reads a stored value. Throws an error if the value cannot be read, because a first value in its place would be a silent change. */
  const parse = (text: string | null | undefined, unstored?: Value): Value =>
    text == null ? (unstored ?? first()) : schema.parse(complete(first(), JSON.parse(text)));
  const read = async (db: Reader, unstored?: Value): Promise<Value> =>
    parse((await findSetting(db, name))?.value, unstored);
  return {
    parse,
    read,
    /** Reads the setting, which nobody else can change until the transaction ends. */
    async lock(tx: Writer): Promise<Value> {
      await lockDataVersion(tx);
      return read(tx);
    },
    /** Stores and records the new value, if the log would say something else of it. Returns the value that applies. */
    async change(
      tx: Writer,
      context: ActionContext,
      { unstored, value, alongside }: SettingChange<Value>,
    ): Promise<Value> {
      await lockDataVersion(tx);
      const before = await read(tx, unstored);
      const after = await value(before);
      const changes = compare(describe(before), describe(after, before));
      if (!changes) return before;
      await alongside?.(before, after);
      await putSetting(tx, { name, value: JSON.stringify(after), at: context.now });
      await writeAudit(tx, context, { ...changed, ...changes });
      return after;
    },
  };
}

function complete(first: unknown, stored: unknown): unknown {
  if (!isRecord(first) || !isRecord(stored)) return stored;
  const known = Object.entries(first).map(([field, value]) => [
    field,
    field in stored ? complete(value, stored[field]) : value,
  ]);
  return { ...stored, ...Object.fromEntries(known) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compare(before: Described, after: Described): { oldValue: string; newValue: string } | undefined {
  if (typeof before === 'object' && typeof after === 'object') {
    const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
    const all = (described: ChangeDescription) =>
      Object.fromEntries([...fields].map((field) => [field, described[field] ?? null]));
    return describeChanges(all(before), all(after));
  }
  return before === after ? undefined : { oldValue: String(before), newValue: String(after) };
}
