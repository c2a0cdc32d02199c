import { CallError, makeCall } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { storeSession } from '#web/session.ts';
import { changeLanguage } from './change-language.ts';

/** The first load has no schemas: they are fetched while somebody types. */
export const fetchSessionCalls = async () => (await import('#contract/session.ts')).session;

const OFFICE_ROLES: readonly string[] = ['superadmin', 'admin', 'editor', 'manager'];
export const TICKET_ROLE = 'tiketing';
const REMEMBERED = 'rememberedEmail';

export function rememberedEmail(): string {
  return localStorage.getItem(REMEMBERED) ?? '';
}

/** Throws for an unknown role, and ends the session just opened. */
export async function signIn(email: string, password: string, isRemembered: boolean): Promise<void> {
  const calls = await fetchSessionCalls();
  const answer = await makeCall(calls.login, { body: { email, password } });
  if (!OFFICE_ROLES.includes(answer.role) && answer.role !== TICKET_ROLE) {
    endSession(answer.token).catch(() => undefined);
    throw new CallError(403, { code: 'not_allowed', message: t('session.login.unknownRole') });
  }
  if (isRemembered) localStorage.setItem(REMEMBERED, answer.email);
  else localStorage.removeItem(REMEMBERED);
  // Without its texts the device's language stays.
  if (answer.language) await changeLanguage(answer.language).catch(() => undefined);
  const { token, role, name } = answer;
  storeSession({ token, role, name, email: answer.email, mustChangePassword: answer.must_change_password });
}

export async function endSession(token: string | undefined): Promise<void> {
  const calls = await fetchSessionCalls();
  await makeCall(calls.logout, {}, { token });
}
