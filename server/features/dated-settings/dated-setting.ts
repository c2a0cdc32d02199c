import { type Day, dayOf } from '#billing/calendar.ts';
import type { AuditEventType } from '#contract/audit.ts';
import type { ApiMessage } from '#contract/messages/message.ts';
import { Refusal, type RefusalCode, type RefusedField } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';

/** A setting whose values apply from a day or a month on, until the next value begins. */
export interface DatedSetting<From extends string, Value, Row> {
  event: AuditEventType;
  notFound: RefusalCode;
  /** Returns the first day or month that can be chosen, which is also the default. */
  earliest(today: Day): From;
  latest(earliest: From): From;
  outOfRange(first: From, last: From): RefusedField;
  /** Locks the setting, so that changes are made one after another, and applies values that are due. */
  lock(tx: Writer, context: ActionContext): Promise<void>;
  /** Returns true when the setting already has the value. */
  has(tx: Writer, wanted: Wanted<From, Value>): Promise<boolean>;
  /** Stores a value. Replaces a future value for the same day or month. */
  put(tx: Writer, context: ActionContext, wanted: Wanted<From, Value>): Promise<Row>;
  /** Deletes a future row and returns it. Returns undefined if the row already applies or does not exist. */
  removeFuture(tx: Writer, key: string, today: Day): Promise<Row | undefined>;
  /**
   * Returns the description for the audit log. Returns undefined for a row that has been applied, because applying it
   * already added an audit entry.
   */
  describeSet(row: Row): ApiMessage | undefined;
  describeCancelled(row: Row): ApiMessage;
  /** Returns the value as the audit log shows it. */
  textOf(row: Row): string;
  textBefore?(tx: Writer, from: From): Promise<string | undefined>;
  textAfterCancelling?(tx: Writer, row: Row): Promise<string>;
}

interface Wanted<From, Value> {
  value: Value;
  from: From;
  today: Day;
}

/** Returns the new row; undefined when the setting already has the value. */
export async function setFrom<From extends string, Value, Row>(
  tx: Writer,
  context: ActionContext,
  { setting, value, from }: { setting: DatedSetting<From, Value, Row>; value: Value; from: From | undefined },
): Promise<Row | undefined> {
  const today = dayOf(context.now);
  const first = setting.earliest(today);
  const last = setting.latest(first);
  const wanted = { value, from: from ?? first, today };
  if (wanted.from < first || wanted.from > last) throw badInput([setting.outOfRange(first, last)]);
  await setting.lock(tx, context);
  if (await setting.has(tx, wanted)) return undefined;
  const oldValue = await setting.textBefore?.(tx, wanted.from);
  const row = await setting.put(tx, context, wanted);
  const description = setting.describeSet(row);
  if (description) {
    const newValue = setting.textOf(row);
    await writeAudit(tx, context, {
      type: setting.event,
      description,
      ...(oldValue !== undefined && { oldValue }),
      newValue,
    });
  }
  return row;
}

/** Throws the refusal `notFound` if the value already applies or does not exist. */
export async function cancelFuture<From extends string, Value, Row>(
  tx: Writer,
  context: ActionContext,
  { setting, key }: { setting: DatedSetting<From, Value, Row>; key: string },
): Promise<void> {
  await setting.lock(tx, context);
  const row = await setting.removeFuture(tx, key, dayOf(context.now));
  if (!row) throw new Refusal(setting.notFound);
  const newValue = await setting.textAfterCancelling?.(tx, row);
  await writeAudit(tx, context, {
    type: setting.event,
    description: setting.describeCancelled(row),
    oldValue: setting.textOf(row),
    ...(newValue !== undefined && { newValue }),
  });
}
