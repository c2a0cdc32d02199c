import { addMonths, type Day, dayInMonth, monthOf } from '#billing/calendar.ts';
import { toPercent } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { applyDueRates, applyRate } from './apply-due-rates.ts';
import type { DatedSetting } from './dated-setting.ts';
import { deleteScheduledRate, findCurrentRate, lockRatesOfShops, putVatRate, type VatRateRow } from './queries.ts';

const FURTHEST_MONTHS = 60;

interface SetRate extends VatRateRow {
  shopsChanged: number;
}

/**
 * The VAT rate in basis points. It can begin on the first of this month at the earliest, because earlier months are
 * already billed.
 */
export const vatRate: DatedSetting<Day, number, SetRate> = {
  event: 'VAT Rate Changed',
  notFound: 'vat_rate_not_found',
  earliest: (today) => dayInMonth(monthOf(today), 1),
  latest: (earliest) => addMonths(earliest, FURTHEST_MONTHS),
  outOfRange: (first, last) => ({
    field: 'valid_from',
    message: apiMessage('vat-rates.set.day_range', { first, last }),
  }),
  lock: applyDueRates,
  async has(tx, { value, from, today }) {
    if (from > today) return false;
    const current = await findCurrentRate(tx);
    const isOfEveryShop = (await lockRatesOfShops(tx)).every((rate) => rate === value);
    return current?.basis_points === value && isOfEveryShop;
  },
  async put(tx, context, { value, from, today }) {
    const { actor: set_by, now: set_at } = context;
    const rate = await putVatRate(tx, { basis_points: value, valid_from: from, set_by, set_at, applied_at: null });
    if (from > today) return { ...rate, shopsChanged: 0 };
    const applied = await applyRate(tx, context, rate);
    return { ...applied.rate, shopsChanged: applied.changed };
  },
  async removeFuture(tx, key) {
    const removed = await deleteScheduledRate(tx, Number(key));
    return removed && { ...removed, shopsChanged: 0 };
  },
  describeSet: (row) =>
    row.applied_at === null
      ? apiMessage('vat-rates.audit.scheduled', { rate: percentOf(row), date: row.valid_from })
      : undefined,
  describeCancelled: (row) => apiMessage('vat-rates.audit.cancelled', { rate: percentOf(row), date: row.valid_from }),
  textOf: (row) => `${percentOf(row)}%`,
};

function percentOf({ basis_points }: VatRateRow): number {
  return toPercent(basis_points);
}
