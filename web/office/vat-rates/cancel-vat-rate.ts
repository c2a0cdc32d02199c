import { type VatRate, vatRates } from '#contract/vat-rates.ts';
import { sentenceOf } from '#web/client.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatNumber } from '#web/ui/format/money.ts';
import { api } from '../api.ts';

/** Asks, naming the rate, and takes it back before its day comes; true when the list is worth reading again. */
export async function cancelScheduledRate({ id, vat_rate, valid_from }: VatRate): Promise<boolean> {
  const day = formatOfficeDay(valid_from);
  const isSure = await confirm({
    title: `Take back ${formatNumber(vat_rate)} % from ${day}?`,
    body: `Nothing changes on ${day} then: every shop keeps the rate that it has.`,
    action: 'Take back',
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(vatRates.cancel, { params: { id: String(id) } });
    toastDone(message, 3);
  } catch (error) {
    toastFailed(sentenceOf(error, 'Failed to take back the VAT rate.'), 5);
  }
  return true;
}
