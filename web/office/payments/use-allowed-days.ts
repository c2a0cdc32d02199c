import { addDays, type Day } from '#billing/calendar.ts';
import { cash } from '#contract/cash.ts';
import { t } from '#web/i18n/t.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';

/** The first day for which the user may record a payment, and the sentence for an earlier one. */
interface EarliestDay {
  earliest?: Day;
  tooEarly?: string;
}

export interface AllowedDays {
  /**
   * Empty if the user may name any past day, while the answer is not there, and if the call failed: the server refuses
   * an earlier day anyway.
   */
  bounds: EarliestDay;
  isLoading: boolean;
}

/** Returns the days for which the user may record payments. */
export function useAllowedDays(): AllowedDays {
  const mayNameAny = useMay('books.write');
  const { data, isLoading } = useLoad(`days of cashiers ${mayNameAny}`, async (signal) =>
    mayNameAny ? undefined : boundsOf(await api(cash.getCashierDays, {}, { signal })),
  );
  return { bounds: data ?? {}, isLoading: isLoading && !mayNameAny };
}

function boundsOf({ yesterday }: { yesterday: boolean }): EarliestDay {
  const today = browserToday();
  return yesterday
    ? { earliest: addDays(today, -1), tooEarly: t('payments.form.date.onlyYesterday') }
    : { earliest: today, tooEarly: t('payments.form.date.onlyToday') };
}
