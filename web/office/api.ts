import type { Answer, Call, Sending } from '#contract/call.ts';
import { CallError, type CallOptions, makeCall } from '#web/client.ts';
import { currentSession, forgetSession, keepSession } from './session/session-store.ts';

/**
 * Makes a call as whoever is signed in. A session that has ended is forgotten, and the guard sends its owner to the
 * login page, from where they come back to this screen; one that needs a new password is sent to choose it.
 */
export async function api<C extends Call>(
  entry: C,
  sending: Sending<C>,
  options: Omit<CallOptions, 'token'> = {},
): Promise<Answer<C>> {
  const session = currentSession();
  try {
    return await makeCall(entry, sending, { ...options, token: session?.token });
  } catch (error) {
    const isSameSession = session !== undefined && currentSession()?.token === session.token;
    if (error instanceof CallError && isSameSession) {
      if (error.code === 'unauthorized') forgetSession();
      if (error.code === 'password_change_required') keepSession({ ...session, mustChangePassword: true });
    }
    throw error;
  }
}
