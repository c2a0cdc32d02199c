import { type Day, dayOf } from '#billing/calendar.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findClosedDay } from '../market-days/find-closed-days.ts';
import { describePriceChanges } from './describe-prices.ts';
import { digestOf, loadDayList, refuseChangedPreview } from './load-day-list.ts';
import { listDay, lockPublishing, type StoredPriceRow } from './queries.ts';
import { comparePriceRanges, type PriceRangeInput, savePriceRanges } from './save-price-ranges.ts';

export interface MovedList {
  digest: string;
  moved: number;
  replaced: number;
  closed: ClosedDay;
}

interface Move {
  date: Day;
  to: Day;
  reason: string;
  replace?: boolean | undefined;
  seen: string | undefined;
}

export async function moveList(tx: Writer, context: ActionContext, move: Move): Promise<MovedList> {
  const { date, to, reason } = move;
  refuseTarget(move, dayOf(context.now));
  await lockPublishing(tx);
  const { rows, names } = await loadDayList(tx, date);
  const before = await listDay(tx, to);
  if (before.length > 0 && move.replace !== true) {
    const values = { date: to, count: before.length };
    throw new Refusal('day_has_prices', { message: apiMessage('refusals.day_has_prices', values) });
  }
  const digest = digestOf([...rows, ...before]);
  refuseChangedPreview(move.seen, digest);
  const compared = await comparePriceRanges(tx, planMove(rows, before, to));
  await savePriceRanges(tx, context, compared);
  await writeAudit(tx, context, {
    type: 'Price List Moved',
    description: apiMessage('prices.audit.moved', { date, to, count: rows.length, reason }),
    ...describePriceChanges(compared, names),
  });
  return { digest, moved: rows.length, replaced: before.length, closed: await findClosedDay(tx, to) };
}

function refuseTarget({ date, to }: Move, today: Day): void {
  if (to > today) throw badInput([{ field: 'to', message: apiMessage('prices.fault.future') }]);
  if (to === date) throw badInput([{ field: 'to', message: apiMessage('prices.fault.same_day') }]);
}

function planMove(rows: readonly StoredPriceRow[], before: readonly StoredPriceRow[], to: Day): PriceRangeInput[] {
  const moving = new Set(rows.map(({ product_id }) => product_id));
  return [
    ...rows.map(({ product_id, date }) => ({ product_id, date, pair: null })),
    ...rows.map(({ product_id, min_cents, max_cents }) => ({ product_id, date: to, pair: { min_cents, max_cents } })),
    ...before
      .filter(({ product_id }) => !moving.has(product_id))
      .map(({ product_id }) => ({ product_id, date: to, pair: null })),
  ];
}
