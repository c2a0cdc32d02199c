import type { Day } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describePriceChanges } from './describe-prices.ts';
import { loadDayList, refuseChangedPreview } from './load-day-list.ts';
import { lockPublishing } from './queries.ts';
import { comparePriceRanges, savePriceRanges } from './save-price-ranges.ts';

export interface WithdrawnList {
  digest: string;
  withdrawn: number;
}

export async function withdrawList(
  tx: Writer,
  context: ActionContext,
  { date, reason, seen }: { date: Day; reason: string; seen: string | undefined },
): Promise<WithdrawnList> {
  await lockPublishing(tx);
  const { rows, names, digest } = await loadDayList(tx, date);
  refuseChangedPreview(seen, digest);
  const wanted = rows.map(({ product_id }) => ({ product_id, date, pair: null }));
  const compared = await comparePriceRanges(tx, wanted);
  await savePriceRanges(tx, context, compared);
  await writeAudit(tx, context, {
    type: 'Price List Withdrawn',
    description: apiMessage('prices.audit.withdrawn', { date, count: rows.length, reason }),
    ...describePriceChanges(compared, names),
  });
  return { digest, withdrawn: rows.length };
}
