import { type TaxDocument, tax } from '#contract/tax.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { apiFile } from '../api.ts';

/** Downloads a schedule under the file name that the tax office requires. */
export async function downloadSchedule(
  period: string,
  { schedule, name }: { schedule: '01' | '04'; name: string },
): Promise<void> {
  try {
    saveBlob(await apiFile(tax.scheduleFile, { params: { period, schedule } }), name);
    toastDone(t('tax.schedules.downloaded', { name }), 5);
  } catch (error) {
    toastFailed(sentenceOf(error, t('tax.schedules.downloadFailed')));
  }
}

export async function downloadDocument({ document_id, serial }: TaxDocument): Promise<void> {
  try {
    saveBlob(await apiFile(tax.documentPdf, { params: { id: String(document_id) } }), `${serial}.pdf`);
  } catch (error) {
    toastFailed(sentenceOf(error, t('tax.documents.openFailed')));
  }
}
