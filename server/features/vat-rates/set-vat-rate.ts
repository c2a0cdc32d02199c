import { addMonths, type Day, dayInMonth, dayOf, monthOf } from '#billing/calendar.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/endpoint.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { applyDueRates, applyRate } from './apply-due-rates.ts';
import { percent } from './present.ts';
import { putVatRate, type VatRateRow } from './queries.ts';

const FURTHEST_MONTHS = 60;

/** A rate as it was stored, and how many shops it changed at once. */
export interface SetRate {
  rate: VatRateRow;
  changed: number;
}

/**
 * Sets one VAT rate for every shop from a day on, by default the first of this month. It becomes theirs at once when that
 * day has come, else on it; a rate that was to come on that very day is replaced. Refuses days before this month, whose
 * invoices are issued, and more than five years away.
 */
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
  const rate = await putVatRate(tx, {
    basis_points: basisPoints,
    valid_from,
    set_by: context.actor,
    set_at: context.now,
    applied_at: null,
  });
  if (valid_from <= today) return applyRate(tx, context, rate);
  await writeAudit(tx, context, {
    type: 'VAT Rate Changed',
    description: `VAT rate of every shop will be ${percent(basisPoints)} % from ${valid_from} on`,
    newValue: `${percent(basisPoints)} %`,
  });
  return { rate, changed: 0 };
}

function refuseDay(validFrom: Day, first: Day): void {
  const last = addMonths(first, FURTHEST_MONTHS);
  if (validFrom >= first && validFrom <= last) return;
  throw badInput([{ field: 'valid_from', message: `Enter a day from ${first} to ${last}.` }]);
}
