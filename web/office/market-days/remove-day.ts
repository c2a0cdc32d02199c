import { type MarketDay, marketDays } from '#contract/market-days.ts';
import { sentenceOf } from '#web/client.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { KIND_WORDS } from './map-day.ts';

/** Asks, naming the day, and takes it out of the calendar; true when it is gone. */
export async function removeDay({ date, kind, reason }: MarketDay): Promise<boolean> {
  const isSure = await confirm({
    title: `Remove ${formatOfficeDay(date)} from the calendar?`,
    body: `${KIND_WORDS[kind].name}, “${reason}”. The day is then open or closed as its weekday is.`,
    action: 'Remove',
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(marketDays.remove, { params: { date } });
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, 'Failed to remove the day.'), 4);
    return false;
  }
}
