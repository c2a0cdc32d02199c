import { type Account, accounts } from '#contract/accounts.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';

export async function removeFactorsOf({ admin_id, username, email }: Account): Promise<boolean> {
  const isSure = await confirm({
    title: t('accounts.factor.title', { username }),
    body: t('accounts.factor.body', { email }),
    action: t('accounts.factor.action'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    toastDone((await api(accounts.removeFactors, { params: { id: String(admin_id) } })).message, 3);
  } catch (error) {
    toastFailed(sentenceOf(error, t('accounts.factor.failed')), 5);
  }
  return true;
}
