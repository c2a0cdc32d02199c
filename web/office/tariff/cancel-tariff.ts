import { type Tariff, tariff } from '#contract/tariff.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';

export function cancelFutureTariff({ id, valid_from }: Tariff): Promise<boolean> {
  const day = formatOfficeDay(valid_from);
  return confirmAndCall(
    {
      title: t('tariff.cancel.title', { day }),
      body: t('tariff.cancel.text', { day }),
      action: t('tariff.cancel.action'),
      cancelLabel: t('tariff.cancel.keep'),
      isDangerous: true,
    },
    { call: () => api(tariff.cancel, { params: { id: String(id) } }), failed: t('tariff.cancel.failed') },
  );
}
