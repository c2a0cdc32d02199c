import { accounts, type OpenSession } from '#contract/accounts.ts';
import { sentenceOf } from '#web/client.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { describeAgent } from './describe-agent.ts';

/** Asks, telling which session it is, and ends it; true when the list is worth reading again. */
export async function endSession({ id, username, created_at, address, agent }: OpenSession): Promise<boolean> {
  const isSure = await confirm({
    title: `End the session of ${username}?`,
    body: `Signed in ${formatInstant(created_at)} from ${address} with ${describeAgent(agent)}. What was not saved there is lost, and ${username} can log in again.`,
    action: 'End session',
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    const { message } = await api(accounts.endSession, { params: { id } });
    toastDone(message, 3);
  } catch (error) {
    toastFailed(sentenceOf(error, 'Failed to end the session.'), 5);
  }
  return true;
}
