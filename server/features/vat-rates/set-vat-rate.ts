import { addMonths, type Day, dayInMonth, dayOf, monthOf } from '#billing/calendar.ts';
import { toPercent } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { applyDueRates, applyRate } from './apply-due-rates.ts';
import { findCurrentRate, lockRatesOfShops, putVatRate, type VatRateRow } from './queries.ts';

const FURTHEST_MONTHS = 60;

interface SetRate {
  rate: VatRateRow;
  changed: number;
  isNew: boolean;
}

/** By default from the first of this month. Earlier months have invoices, so earlier days are refused. */
export async function setVatRate(
  tx: Writer,
  context: ActionContext,
  { basisPoints, validFrom }: { basisPoints: number; validFrom: Day | undefined },
): Promise<SetRate> {
  const today = dayOf(context.now);
  const first = dayInMonth(monthOf(today), 1);
  const valid_from = validFrom ?? first;
  refuseDay(valid_from, first);
  await applyDueRates(tx, context);
  if (valid_from <= today) {
    const current = await findCurrentRate(tx);
    const isOfEveryShop = (await lockRatesOfShops(tx)).every((rate) => rate === basisPoints);
    if (current?.basis_points === basisPoints && isOfEveryShop) return { rate: current, changed: 0, isNew: false };
  }
  const rate = await putVatRate(tx, {
    basis_points: basisPoints,
    valid_from,
    set_by: context.actor,
    set_at: context.now,
    applied_at: null,
  });
  if (valid_from <= today) return { ...(await applyRate(tx, context, rate)), isNew: true };
  await writeAudit(tx, context, {
    type: 'VAT Rate Changed',
    description: apiMessage('vat-rates.audit.scheduled', { rate: toPercent(basisPoints), date: valid_from }),
    newValue: `${toPercent(basisPoints)}%`,
  });
  return { rate, changed: 0, isNew: true };
}

function refuseDay(validFrom: Day, first: Day): void {
  const last = addMonths(first, FURTHEST_MONTHS);
  if (validFrom >= first && validFrom <= last) return;
  throw badInput([{ field: 'valid_from', message: apiMessage('vat-rates.set.day_range', { first, last }) }]);
}
