import type { Month } from '#billing/calendar.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { isMonthNumber, yearsAround } from '#web/ui/address/use-period.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import type { ReportPeriod } from './open-report.ts';

/** The number of earlier years that are offered (specification 2, section 9). */
const YEARS_BACK = 5;
const YEARS_AHEAD = 2;

export function reportYears(): string[] {
  return yearsAround({ back: YEARS_BACK, ahead: YEARS_AHEAD }).toReversed();
}

/** Returns the chosen month; the first one is that of today, or another one. */
export function useReportPeriod(first?: Month): ReportPeriod & { choose: (what: Partial<ReportPeriod>) => void } {
  const { get, change } = useAddress();
  const [year = '', month = ''] = (first ?? browserToday()).split('-');
  const chosenYear = get('year');
  const chosenMonth = get('month');
  return {
    year: reportYears().includes(chosenYear) ? chosenYear : year,
    month: isMonthNumber(chosenMonth) ? chosenMonth : String(Number(month)),
    choose: change,
  };
}
