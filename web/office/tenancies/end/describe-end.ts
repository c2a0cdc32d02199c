import { type Day, isMonth, type Month, monthOf } from '#billing/calendar.ts';
import type { Sending } from '#contract/call.ts';
import type { LastBill, TenancyFile, tenancies } from '#contract/tenancies.ts';
import { endSteps, type TenancyAction } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import type { WaiverInput } from '../../payments/effect.tsx';
import { type MoneyValues, toMoneyInput, validateMoney } from '../money/describe-money.ts';

type EndInput = Sending<typeof tenancies.end>['body'];

export type EndValues = WaiverInput & {
  last_day: Day | null;
  last_bill: LastBill;
  actions: MoneyValues[];
};

export function newEnd(): EndValues {
  return { last_day: browserToday(), last_bill: 'none', actions: [], do_not_charge: [] };
}

export function monthToBill({ last_billed_month: billed }: TenancyFile, lastDay: Day | null): Month | undefined {
  if (lastDay === null) return undefined;
  const month = monthOf(lastDay);
  return billed === null || month > billed ? month : undefined;
}

export function lastBilledMonth({ last_billed_month: billed }: TenancyFile): Month | undefined {
  return billed !== null && isMonth(billed) ? billed : undefined;
}

export function toEndInput(file: TenancyFile, values: EndValues): EndInput {
  const { last_day, last_bill, actions } = values;
  return {
    last_day: last_day ?? '',
    last_bill: monthToBill(file, last_day) === undefined ? 'none' : last_bill,
    actions: actions.map(toMoneyInput),
  };
}

export function validateEnd({ started_on }: TenancyFile, { last_day, actions }: EndValues): Record<string, string> {
  const today = browserToday();
  const first = formatOfficeDay(started_on);
  const last = formatOfficeDay(today);
  const ofSteps = actions.flatMap((values, at) =>
    Object.entries(validateMoney(values)).map(([name, error]) => [`actions.${at}.${name}`, error] as const),
  );
  return {
    ...(last_day === null && { last_day: t('tenancies.end.lastDay.missing') }),
    ...(last_day !== null &&
      (last_day < started_on || last_day > today) && {
        last_day: t('tenancies.end.lastDay.range', { first, last }),
      }),
    ...Object.fromEntries(ofSteps),
  };
}

export function inOrderOfSteps(actions: readonly MoneyValues[]): MoneyValues[] {
  const steps: readonly TenancyAction[] = endSteps;
  const placeOf = ({ action }: MoneyValues) => steps.indexOf(action);
  return actions.toSorted((one, other) => placeOf(one) - placeOf(other));
}
