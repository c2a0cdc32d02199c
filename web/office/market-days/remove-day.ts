import { type MarketDay, marketDays } from '#contract/market-days.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { localReason } from './map-day.ts';

export function askToRemoveDay(day: MarketDay): Promise<boolean> {
  const { date, kind } = day;
  return confirmAndCall(
    {
      title: t('market-days.remove.title', { day: formatOfficeDay(date) }),
      body: t('market-days.remove.body', { kind: t(`market-days.kind.${kind}`), reason: localReason(day) }),
      action: t('market-days.remove.action'),
      isDangerous: true,
    },
    {
      call: () => api(marketDays.remove, { params: { date } }),
      failed: t('market-days.remove.failed'),
      failedSeconds: 4,
    },
  );
}
