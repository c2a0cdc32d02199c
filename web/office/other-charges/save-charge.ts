import type { Month } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { meteredAmount, toUnits } from '#billing/other-charges.ts';
import { amountOf } from '#contract/amount-text.ts';
import { type OtherChargeKind, otherCharges, parseUnits } from '#contract/other-charges.ts';
import type { ChargeBasis } from '#contract/words.ts';
import { centsOf } from '#web/i18n/format.ts';
import { t } from '#web/i18n/t.ts';
import { formatMoney, formatNumber } from '#web/ui/format/money.ts';
import { api } from '../api.ts';

export interface ChargeTarget {
  tenancyId: number;
  nextMonth: Month;
  lastReadings: readonly { kind_id: number; reading: number }[];
  onClose: () => void;
  onDone: () => void;
}

export type ChargeValues = {
  /** Empty before the choice. */
  kind_id: string;
  amount: number | string;
  reading: number | string;
  previous_reading: number | string;
  month_year: Month;
  last_month: Month | '';
  note: string;
};

export function findFaults(
  { amount, reading, previous_reading }: ChargeValues,
  basis: ChargeBasis | undefined,
): Partial<Record<keyof ChargeValues, string>> {
  if (basis === undefined) return { kind_id: t('other-charges.form.kindMissing') };
  if (basis !== 'meter') return amountOf(amount) > 0 ? {} : { amount: t('other-charges.form.amountMissing') };
  return {
    ...(previous_reading === '' && { previous_reading: t('other-charges.form.readingMissing') }),
    ...(reading === '' && { reading: t('other-charges.form.readingMissing') }),
  };
}

export function saveCharge(
  { tenancyId, values, kind }: { tenancyId: number; values: ChargeValues; kind: OtherChargeKind | undefined },
  options: { idempotencyKey: string },
): Promise<{ message: string }> {
  const params = { id: String(tenancyId) };
  const { amount, reading, previous_reading, month_year, last_month, note } = values;
  const shared = { kind_id: kind?.kind_id ?? 0, month_year, note };
  switch (kind?.basis) {
    case 'meter':
      return api(otherCharges.recordReading, { params, body: { ...shared, reading, previous_reading } }, options);
    case 'recurring': {
      const body = { ...shared, amount, ...(last_month !== '' && { last_month }) };
      return api(otherCharges.setRecurring, { params, body }, options);
    }
    default:
      return api(otherCharges.add, { params, body: { ...shared, amount } }, options);
  }
}

export function describeUnits({ reading, previous_reading }: ChargeValues, { unit, rate }: OtherChargeKind): string {
  const [from, to] = [parseUnits(String(previous_reading)), parseUnits(String(reading))];
  if (from === undefined || to === undefined || to < from) return '';
  return t('other-charges.form.units', {
    quantity: formatNumber(toUnits(to - from)),
    unit,
    rate: formatMoney(rate),
    amount: formatMoney(toRupees(meteredAmount(to - from, centsOf(rate)))),
  });
}
