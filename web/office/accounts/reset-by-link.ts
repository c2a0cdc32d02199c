import { type Account, accounts } from '#contract/accounts.ts';
import { sentenceOf } from '#web/client.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import { showLink } from './show-link.ts';

export async function resetByLinkOf({ admin_id, username, email }: Account): Promise<boolean> {
  const isSure = await confirm({
    title: t('accounts.link.resetTitle', { username }),
    body: t('accounts.link.resetBody', { email }),
    action: t('accounts.link.make'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const body = { language: currentLanguage(), by_mail: true };
    const { message: _, ...made } = await api(accounts.resetByLink, { params: { id: String(admin_id) }, body });
    await showLink(email, made);
  } catch (error) {
    toastFailed(sentenceOf(error, t('accounts.link.failed')), 5);
  }
  return true;
}
