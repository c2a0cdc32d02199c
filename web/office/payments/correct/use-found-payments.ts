import { useRef, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { type Payment, payments } from '#contract/payments.ts';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../../api.ts';

export interface FoundPayments {
  shopId: string;
  date: Day;
  payments: readonly Payment[];
}

/**
 * Searches for the payments of a shop on a day. `search` returns an empty list if there are none, the call failed or a
 * later search has started.
 */
export function useFoundPayments() {
  const [found, setFound] = useState<FoundPayments>();
  const [isSearching, setIsSearching] = useState(false);
  const latest = useRef(0);
  const search = async (shopId: string, date: Day): Promise<readonly Payment[]> => {
    latest.current += 1;
    const number = latest.current;
    setIsSearching(true);
    const query = { shop_id: shopId, payment_date: date };
    const outcome = await api(payments.ofDay, { query }).then(
      ({ data }) => ({ data }),
      (error: unknown) => ({ error }),
    );
    if (number !== latest.current) return [];
    setIsSearching(false);
    if ('data' in outcome) {
      setFound({ shopId, date, payments: outcome.data });
      if (outcome.data.length === 0) toastFailed(t('payments.correct.find.none'), 5);
      return outcome.data;
    }
    const reason = outcome.error instanceof CallError ? outcome.error.message : '';
    setFound(undefined);
    toastFailed([t('payments.correct.find.failed'), reason].filter(Boolean).join(' '), 5);
    return [];
  };
  return { found, isSearching, search };
}
