import type { Answer } from '#contract/call.ts';
import type { Proof } from '#contract/factors.ts';
import type { SecondStep } from '#contract/refusals.ts';
import { roles } from '#contract/roles.ts';
import type { session } from '#contract/session.ts';
import { CallError, makeCallAt } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { signWithPasskey } from '#web/passkey.ts';
import { storeSession } from '#web/session.ts';
import { sessionCalls } from '#web/session-calls.ts';
import { changeLanguage } from './change-language.ts';

const REMEMBERED = 'rememberedEmail';

export function rememberedEmail(): string {
  return localStorage.getItem(REMEMBERED) ?? '';
}

export async function signIn(
  email: string,
  password: string,
  isRemembered: boolean,
): Promise<{ secondStep: SecondStep | undefined }> {
  try {
    await welcome(await makeCallAt(sessionCalls.login, { body: { email, password } }), isRemembered);
  } catch (error) {
    if (error instanceof CallError && error.secondStep) return { secondStep: error.secondStep };
    throw error;
  }
  return { secondStep: undefined };
}

export async function sendSecondStep(challenge: string, proof: Proof, isRemembered: boolean): Promise<void> {
  await welcome(await makeCallAt(sessionCalls.finishLogin, { body: { ...proof, challenge } }), isRemembered);
}

export async function signInWithPasskey(): Promise<void> {
  const request = await makeCallAt(sessionCalls.passkeyChallenge, {});
  const passkey = await signWithPasskey(request);
  await sendSecondStep(request.challenge, { passkey }, rememberedEmail() !== '');
}

/**
 * Stores the new session, and the email if the user wants it remembered. For an unknown role it ends the session and
 * throws a CallError.
 */
async function welcome(answer: Answer<typeof session.login>, isRemembered: boolean): Promise<void> {
  if (!roles.includes(answer.role)) {
    endSession(answer.token).catch(() => undefined);
    throw new CallError(403, { code: 'not_allowed', message: t('session.login.unknownRole') });
  }
  if (isRemembered) localStorage.setItem(REMEMBERED, answer.email);
  else localStorage.removeItem(REMEMBERED);
  // If the texts cannot be loaded, the language of the device remains.
  if (answer.language) await changeLanguage(answer.language).catch(() => undefined);
  const { token, role, name } = answer;
  storeSession({
    token,
    role,
    name,
    email: answer.email,
    account: String(answer.account_id),
    mustChangePassword: answer.must_change_password,
    mustAddFactor: answer.must_add_factor,
  });
}

export async function endSession(token: string | undefined): Promise<void> {
  await makeCallAt(sessionCalls.logout, {}, { token });
}
