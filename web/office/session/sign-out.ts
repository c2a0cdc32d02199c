import { currentSession, forgetSession } from '#web/session.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { endSession } from './sign-in.ts';

/**
 * Asks, ends the session on the server and forgets it here. A server that cannot be reached keeps nobody signed in on
 * this machine.
 */
export async function logout(): Promise<void> {
  const isSure = await confirm({ title: 'Are you sure you want to logout?', action: 'Logout' });
  if (!isSure) return;
  const token = currentSession()?.token;
  forgetSession({ byChoice: true });
  await endSession(token).catch(() => undefined);
}
