import { type TenancyFile, tenancies } from '#contract/tenancies.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { api } from '../api.ts';

export async function downloadPersonalData({ tenant_id }: TenancyFile): Promise<void> {
  try {
    const data = await api(tenancies.personalData, { params: { id: String(tenant_id) } });
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
    saveBlob(file, `personal-data-${tenant_id}.json`);
    toastDone(t('tenancies.privacy.downloaded'), 4);
  } catch (error) {
    toastFailed(sentenceOf(error, t('tenancies.privacy.downloadFailed')));
  }
}
