import type { Answer, Call, FileFormat, Sending } from '#contract/call.ts';
import { CallError, type CallOptions, makeCall, makeFileCall, makePageCall } from '#web/client.ts';
import { currentSession, forgetSession, storeSession } from '#web/session.ts';

type Options = Omit<CallOptions, 'token'>;

/** Makes a call as whoever is signed in. */
export function api<C extends Call>(entry: C, sending: Sending<C>, options: Options = {}): Promise<Answer<C>> {
  return asSignedIn((token) => makeCall(entry, sending, { ...options, token }));
}

/** The same for a page of a list: its rows, and how many there are in all. */
export function apiPage<C extends Call & { paged: true }>(entry: C, sending: Sending<C>, options: Options = {}) {
  return asSignedIn((token) => makePageCall(entry, sending, { ...options, token }));
}

/** The same for a file. */
export function apiFile<C extends Call & { file: readonly FileFormat[] }>(
  entry: C,
  sending: Sending<C>,
  options: Options = {},
): Promise<Blob> {
  return asSignedIn((token) => makeFileCall(entry, sending, { ...options, token }));
}

/**
 * A session that has ended is forgotten, and the guard sends its owner to the login page, from where they come back to
 * this screen; one that needs a new password is sent to choose it.
 */
async function asSignedIn<Result>(make: (token: string | undefined) => Promise<Result>): Promise<Result> {
  const session = currentSession();
  try {
    return await make(session?.token);
  } catch (error) {
    const isSameSession = session !== undefined && currentSession()?.token === session.token;
    if (error instanceof CallError && isSameSession) {
      if (error.code === 'unauthorized') forgetSession();
      if (error.code === 'password_change_required') storeSession({ ...session, mustChangePassword: true });
    }
    throw error;
  }
}
