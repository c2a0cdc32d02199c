import { dayOf } from '#billing/calendar.ts';
import { taxCounterKey } from '#billing/tax/tax-number.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Reader, Writer } from '../../db/connect.ts';
import { putSetting } from '../../db/settings.ts';
import type { LastNumbers } from '../../db/storage/issued-numbers.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { taxSetting } from '../tax/read-setup.ts';
import { listSkippedCounts, SKIPPED_COUNTS } from '../tickets/queries.ts';
import { readLastNumbers, setLastNumber } from './queries.ts';

/**
 * How many numbers are skipped: more than are usually assigned between a copy and its restore. Fewer device codes are
 * skipped, because higher codes are longer.
 */
const SKIP = 1000;
const SKIP_PHONES = 20;

interface Skip {
  name: string;
  from: number;
  to: number;
}

/**
 * Raises the counters of a database that was restored from an older backup, so that no number is issued twice. Must run
 * before the first number is drawn. Returns the skipped ranges.
 */
export async function continueNumbers(database: Database, context: ActionContext): Promise<Skip[]> {
  const { engine, auditKeys } = database;
  const { numbers } = auditKeys;
  const { last, skips } = numbers.read();
  const skipped = await database.write(async (tx) => {
    const stored = await readLastNumbers(tx, engine);
    const wanted = { ...(skips ? await guess(tx, context, stored) : {}), ...last };
    const behind = Object.entries(wanted)
      .map(([name, to]) => ({ name, from: stored[name] ?? 0, to }))
      .filter(({ from, to }) => to > from);
    for (const skip of behind) await apply(tx, context, { engine, skip });
    if (behind.length > 0) await audit(tx, context, behind);
    return behind;
  });
  const now = await readLastNumbers(database.reader, engine);
  if (skips) numbers.replace({ last: now, skips: false });
  else numbers.raise(Object.entries(now));
  return skipped;
}

async function guess(db: Reader, context: ActionContext, stored: LastNumbers): Promise<LastNumbers> {
  const { setup } = await taxSetting.read(db);
  const units = setup.registered_from === null ? [] : [setup.unit, setup.credit_unit, setup.debit_unit];
  const counters = units.map((unit) => `tax:${taxCounterKey(unit, dayOf(context.now), setup.reset)}`);
  const names = [...new Set([...Object.keys(stored), ...counters])];
  return Object.fromEntries(
    names.map((name) => [name, (stored[name] ?? 0) + (name === 'gate-phone' ? SKIP_PHONES : SKIP)]),
  );
}

async function apply(
  tx: Writer,
  context: ActionContext,
  { engine, skip: { name, from, to } }: { engine: Database['engine']; skip: Skip },
): Promise<void> {
  await setLastNumber(tx, engine, { name, last: to });
  if (!/^T\d+$/.test(name)) return;
  const skipped = [...(await listSkippedCounts(tx)), { price: Number(name.slice(1)), from, to }];
  await putSetting(tx, { name: SKIPPED_COUNTS, value: JSON.stringify(skipped), at: context.now });
}

function audit(tx: Writer, context: ActionContext, skips: readonly Skip[]): Promise<void> {
  return writeAudit(tx, context, {
    type: 'Numbers Skipped',
    description: apiMessage('audit.numbers.skipped'),
    oldValue: skips.map(({ name, from }) => `${name} ${from}`).join(', '),
    newValue: skips.map(({ name, to }) => `${name} ${to}`).join(', '),
  });
}
