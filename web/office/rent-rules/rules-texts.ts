import type { Month } from '#billing/calendar.ts';
import { toPercent } from '#billing/money.ts';
import { FIRST_RENT_RULES } from '#billing/rent-rules.ts';
import type { RentRulesOfMonth } from '#contract/rent-rules.ts';
import { formatMonth } from '#web/ui/format/dates.ts';
import { percentText } from '../vat-rates/vat-rate-table.tsx';

type ShownRules = Pick<RentRulesOfMonth, 'rent_due_day' | 'fine_rate'>;

const FIRST_RULES: ShownRules = {
  rent_due_day: FIRST_RENT_RULES.rentDueDay,
  fine_rate: toPercent(FIRST_RENT_RULES.fineBasisPoints),
};

/** Without rules those of the months before any were set. */
export function rulesTexts(rules: ShownRules & { from_month?: Month } = FIRST_RULES) {
  const { rent_due_day, fine_rate, from_month } = rules;
  const month = from_month === undefined ? '' : formatMonth(from_month);
  return { day: rent_due_day, rate: percentText(fine_rate), month };
}
