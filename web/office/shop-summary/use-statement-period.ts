import { addMonths, type Day, firstDayOf, monthOf } from '#billing/calendar.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { dayOrNone, rangeFault } from '#web/ui/form/day-range.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';

export const statementPeriods = ['all', 'month', 'quarter', 'year', 'own'] as const;
export type StatementPeriodName = (typeof statementPeriods)[number];

interface StatementDays {
  from: Day | null;
  to: Day | null;
}

export interface ChosenPeriod extends StatementDays {
  name: StatementPeriodName;
  fault: string | undefined;
  choose: (name: StatementPeriodName) => void;
  chooseDays: (from: Day | null, to: Day | null) => void;
}

export function useStatementPeriod(): ChosenPeriod {
  const { get, change } = useAddress();
  const name = statementPeriods.find((one) => one === get('statement-period')) ?? 'all';
  const own = { from: dayOrNone(get('statement-from')), to: dayOrNone(get('statement-to')) };
  const days = name === 'own' ? own : daysOf(name, browserToday());
  const chooseDays = (from: Day | null, to: Day | null) =>
    change({ 'statement-from': from ?? '', 'statement-to': to ?? '', 'statement-page': undefined });
  return {
    ...days,
    name,
    fault: rangeFault(days.from, days.to),
    choose(next) {
      // Own dates begin with those that are shown.
      const { from, to } = next === 'own' ? days : { from: null, to: null };
      change({
        'statement-period': next === 'all' ? '' : next,
        'statement-page': undefined,
        'statement-from': from ?? '',
        'statement-to': to ?? '',
      });
    },
    chooseDays,
  };
}

function daysOf(name: Exclude<StatementPeriodName, 'own'>, today: Day): StatementDays {
  const month = firstDayOf(monthOf(today));
  switch (name) {
    case 'all':
      return { from: null, to: null };
    case 'month':
      return { from: month, to: today };
    case 'quarter':
      return { from: addMonths(month, -2), to: today };
    case 'year':
      return { from: addMonths(month, 1 - Number(month.slice(5, 7))), to: today };
  }
}
