import { accounts, type OpenSession } from '#contract/accounts.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { describeAgent } from './describe-agent.ts';

export async function endOtherSession({ id, username, created_at, address, agent }: OpenSession): Promise<boolean> {
  const isSure = await confirm({
    title: t('accounts.sessions.end.title', { username }),
    body: t('accounts.sessions.end.body', {
      time: formatInstant(created_at),
      address,
      program: describeAgent(agent),
      username,
    }),
    action: t('accounts.sessions.end.action'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(accounts.endSession, { params: { id } });
    toastDone(message, 3);
  } catch (error) {
    toastFailed(sentenceOf(error, t('accounts.sessions.end.failed')), 5);
  }
  return true;
}
