import { mail, type StoredMail } from '#contract/mail.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../api.ts';

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
  if (!(await confirm(question))) return;
  try {
    const body = { invoices: [{ invoice_id, again: true }] };
    const { results } = await api(mail.sendInvoices, { body }, { idempotencyKey: newKey() });
    for (const { success, message } of results) (success ? toastDone : toastFailed)(message);
  } catch (error) {
    toastFailed(sentenceOf(error, t('invoices.mails.notSent')));
  }
  onSent();
}
