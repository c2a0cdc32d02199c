import { mail, type StoredMail } from '#contract/mail.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';

/** Asks first, because the tenant may have the first email. */
export async function sendAgain(
  { invoice_id, recipient }: Pick<StoredMail, 'recipient'> & { invoice_id: string },
  onSent: () => void,
): Promise<void> {
  const question = {
    title: t('invoices.mails.confirm.title', { id: invoice_id }),
    body: t('invoices.mails.confirm.body', { recipient }),
    action: t('invoices.mails.again'),
  };
  const body = { invoices: [{ invoice_id, again: true }] };
  const isOver = await confirmAndCall(question, {
    call: () => api(mail.sendInvoices, { body }, { idempotencyKey: newKey() }),
    done: ({ results }) => {
      for (const { success, message } of results) (success ? toastDone : toastFailed)(message);
    },
    failed: t('invoices.mails.notSent'),
    failedSeconds: 4,
  });
  if (isOver) onSent();
}
