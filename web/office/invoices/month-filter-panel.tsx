import { addMonths, firstDayOf, type Month, monthOf, previousMonth } from '#billing/calendar.ts';
import { FIRST_INVOICE_YEAR } from '#contract/invoices.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatMonth } from '#web/ui/format/dates.ts';

interface MonthFilterPanelProps {
  month: Month | undefined;
  choose: (month: string) => void;
}

export function MonthFilterPanel({ month, choose }: MonthFilterPanelProps) {
  return (
    <ChoiceField
      aria-label={t('ui.period.month')}
      none={t('ui.period.allMonths')}
      data={monthsToChoose(month).map((one) => ({ value: one, label: formatMonth(one) }))}
      value={month ?? ''}
      onChange={choose}
      w={150}
    />
  );
}

/** Newest first, from next month on, which may be billed already. A link may name any other. */
function monthsToChoose(chosen: Month | undefined): Month[] {
  const months: Month[] = [];
  const next = monthOf(addMonths(firstDayOf(monthOf(browserToday())), 1));
  for (let month = next; Number(month.slice(0, 4)) >= FIRST_INVOICE_YEAR; month = previousMonth(month))
    months.push(month);
  return chosen === undefined || months.includes(chosen) ? months : [chosen, ...months];
}
