import { type TaxDocument, tax } from '#contract/tax.ts';
import { t } from '#web/i18n/t.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';

export function issueAsTaxInvoice({ invoice_id }: TaxDocument): Promise<boolean> {
  return confirmAndCall(
    {
      title: t('tax.documents.confirmTitle', { number: invoice_id }),
      body: t('tax.documents.confirmText'),
      action: t('tax.documents.issue'),
    },
    {
      call: () => api(tax.issueTaxInvoice, { params: { id: invoice_id } }, { idempotencyKey: newKey() }),
      doneSeconds: 5,
      failed: t('tax.documents.issueFailed'),
      failedSeconds: 4,
    },
  );
}
