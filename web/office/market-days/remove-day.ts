import { type MarketDay, marketDays } from '#contract/market-days.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { localReason } from './map-day.ts';

export async function askToRemoveDay(day: MarketDay): Promise<boolean> {
  const { date, kind } = day;
  const isSure = await confirm({
    title: t('market-days.remove.title', { day: formatOfficeDay(date) }),
    body: t('market-days.remove.body', { kind: t(`market-days.kind.${kind}`), reason: localReason(day) }),
    action: t('market-days.remove.action'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(marketDays.remove, { params: { date } });
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, t('market-days.remove.failed')), 4);
    return false;
  }
}
