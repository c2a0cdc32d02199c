import type { Day } from '#billing/calendar.ts';
import type { MarketDayFields } from '#contract/market-days.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeDay } from './describe-day.ts';
import { countPricesOf, findDay, lockCalendar, type MarketDayRow, putDay } from './queries.ts';

/** A missing Sinhala or Tamil reason leaves the stored one unchanged; a save without a change writes nothing. */
export async function saveDay(
  tx: Writer,
  context: ActionContext,
  { date, ...fields }: MarketDayFields & { date: Day; despite_prices?: boolean | undefined },
): Promise<MarketDayRow> {
  await lockCalendar(tx);
  const before = await findDay(tx, date);
  const wanted = {
    date,
    kind: fields.kind,
    reason: fields.reason,
    reason_si: fields.reason_si ?? before?.reason_si ?? '',
    reason_ta: fields.reason_ta ?? before?.reason_ta ?? '',
  };
  if (before && describeDay(before) === describeDay(wanted)) return before;
  const isClosing = wanted.kind !== 'open' && (!before || before.kind === 'open');
  if (isClosing && fields.despite_prices !== true) await refuseWithPrices(tx, date);
  const saved = await putDay(tx, { ...wanted, created_at: context.now, updated_at: context.now });
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: before ? 'Market Day Changed' : 'Market Day Added',
    description: apiMessage(before ? 'market-days.audit.changed' : 'market-days.audit.added', { date }),
    ...(before && { oldValue: describeDay(before) }),
    newValue: describeDay(saved),
  });
  return saved;
}

async function refuseWithPrices(tx: Writer, date: Day): Promise<void> {
  const count = await countPricesOf(tx, date);
  if (count === 0) return;
  throw new Refusal('day_has_prices', { message: apiMessage('refusals.day_has_prices', { date, count }) });
}
