import type { Answer, Call, FileFormat, Sending } from '#contract/call.ts';
import { CallError, type CallOptions, makeCall, makeFileCall, makePageCall } from '#web/client.ts';
import { currentSession, forgetSession, storeSession } from '#web/session.ts';

type Options = Omit<CallOptions, 'token'>;

type OptionsOf<C extends Call> = C extends { writes: 'versioned' }
  ? [options: Options & { ifMatch: string }]
  : [options?: Options];

export function api<C extends Call>(entry: C, sending: Sending<C>, ...given: OptionsOf<C>): Promise<Answer<C>> {
  const [options = {}] = given as [Options?];
  return asSignedIn((token) => makeCall(entry, sending, { ...options, token }));
}

export function apiPage<C extends Call & { paged: true }>(entry: C, sending: Sending<C>, options: Options = {}) {
  return asSignedIn((token) => makePageCall(entry, sending, { ...options, token }));
}

export function apiFile<C extends Call & { file: readonly FileFormat[] }>(
  entry: C,
  sending: Sending<C>,
  options: Options = {},
): Promise<Blob> {
  return asSignedIn((token) => makeFileCall(entry, sending, { ...options, token }));
}

type AskToVerify = () => Promise<boolean>;
const noDialog: AskToVerify = async () => false;
let askToVerify = noDialog;
let asking: Promise<boolean> | undefined;

/**
 * Sets the function that asks the user to verify their identity. This module cannot import the verification dialog,
 * because the dialog makes calls and so imports this module.
 */
export function verifyWith(ask: AskToVerify): () => void {
  askToVerify = ask;
  return () => {
    askToVerify = noDialog;
  };
}

async function asSignedIn<Result>(make: (token: string | undefined) => Promise<Result>): Promise<Result> {
  try {
    return await asSession(make);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'verification_required') throw error;
    asking ??= askToVerify().finally(() => {
      asking = undefined;
    });
    if (!(await asking)) throw error;
    return asSession(make);
  }
}

/**
 * Makes a call with the session's token. If the session has ended, it is removed, and the guard shows the login page.
 * If the password must be changed or a second factor is missing, the session records this, and the guard opens the page
 * where the user does it.
 */
async function asSession<Result>(make: (token: string | undefined) => Promise<Result>): Promise<Result> {
  const session = currentSession();
  try {
    return await make(session?.token);
  } catch (error) {
    const isSameSession = session !== undefined && currentSession()?.token === session.token;
    if (error instanceof CallError && isSameSession) {
      // A proxy in front of the server may answer 401 without a code of the API (specification 1, section 4).
      if (error.code === 'unauthorized' || (error.status === 401 && error.code === 'no_answer')) forgetSession();
      if (error.code === 'password_change_required') storeSession({ ...session, mustChangePassword: true });
      if (error.code === 'second_factor_missing') storeSession({ ...session, mustAddFactor: true });
    }
    throw error;
  }
}
