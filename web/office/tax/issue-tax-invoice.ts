import { type TaxDocument, tax } from '#contract/tax.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../api.ts';

export async function issueAsTaxInvoice({ invoice_id }: TaxDocument): Promise<boolean> {
  const isSure = await confirm({
    title: t('tax.documents.confirmTitle', { number: invoice_id }),
    body: t('tax.documents.confirmText'),
    action: t('tax.documents.issue'),
  });
  if (!isSure) return false;
  try {
    const options = { idempotencyKey: newKey() };
    const { message } = await api(tax.issueTaxInvoice, { params: { id: invoice_id } }, options);
    toastDone(message, 5);
  } catch (error) {
    toastFailed(sentenceOf(error, t('tax.documents.issueFailed')));
  }
  return true;
}
