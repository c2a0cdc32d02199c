import { type VatRate, vatRates } from '#contract/vat-rates.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { percentText } from './vat-rate-table.tsx';

export function cancelScheduledRate({ id, vat_rate, valid_from }: VatRate): Promise<boolean> {
  const day = formatOfficeDay(valid_from);
  return confirmAndCall(
    {
      title: t('vat-rates.cancel.title', { rate: percentText(vat_rate), day }),
      body: t('vat-rates.cancel.text', { day }),
      action: t('vat-rates.cancel.action'),
      cancelLabel: t('vat-rates.cancel.keep'),
      isDangerous: true,
    },
    { call: () => api(vatRates.cancel, { params: { id: String(id) } }), failed: t('vat-rates.cancel.failed') },
  );
}
