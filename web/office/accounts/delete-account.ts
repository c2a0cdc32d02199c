import { type Account, accounts } from '#contract/accounts.ts';
import { sentenceOf } from '#web/client.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';

/** Asks, naming the account, and deletes it; true when the list is worth reading again. */
export async function deleteAccount({ username, email, role }: Account): Promise<boolean> {
  const isSure = await confirm({
    title: `Delete ${username}?`,
    body: `${email} (${role}) is signed out everywhere at once and cannot log in again. What this account did stays in the logs.`,
    action: 'Delete',
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(accounts.remove, { body: { email } });
    toastDone(message, 3);
  } catch (error) {
    toastFailed(sentenceOf(error, 'Error deleting admin'), 5);
  }
  return true;
}
