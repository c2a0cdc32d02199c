import { type Account, accounts } from '#contract/accounts.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';

export async function deleteAccount({ username, email, role }: Account): Promise<boolean> {
  const isSure = await confirm({
    title: t('accounts.delete.title', { username }),
    body: t('accounts.delete.body', { email, role: word('role', role) }),
    action: t('accounts.delete.action'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(accounts.remove, { body: { email } });
    toastDone(message, 3);
  } catch (error) {
    toastFailed(sentenceOf(error, t('accounts.delete.failed')), 5);
  }
  return true;
}
