import { type Account, accounts } from '#contract/accounts.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';

export async function cancelLinkOf({ admin_id, username, email }: Account): Promise<boolean> {
  const isSure = await confirm({
    title: t('accounts.link.cancelTitle', { username }),
    body: t('accounts.link.cancelBody', { email }),
    action: t('accounts.link.cancel'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    toastDone((await api(accounts.cancelLink, { params: { id: String(admin_id) } })).message, 3);
  } catch (error) {
    toastFailed(sentenceOf(error, t('accounts.link.cancelFailed')), 5);
  }
  return true;
}
