import { createElement } from 'react';
import { type Account, accounts } from '#contract/accounts.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm, openDialog } from '#web/ui/dialog/confirm.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import { PasswordDialog } from './password-dialog.tsx';

export async function resetPasswordOf({ admin_id, username, email }: Account): Promise<boolean> {
  const isSure = await confirm({
    title: t('accounts.reset.title', { username }),
    body: t('accounts.reset.body', { email }),
    action: t('accounts.reset.action'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { password, expires_at: expiresAt } = await api(accounts.resetPassword, { params: { id: String(admin_id) } });
    await openDialog<void>((close) => createElement(PasswordDialog, { email, password, expiresAt, close }), undefined);
  } catch (error) {
    toastFailed(sentenceOf(error, t('accounts.reset.failed')), 5);
  }
  return true;
}
