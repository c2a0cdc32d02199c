import { CallError, makeCall } from '#web/client.ts';
import { storeSession } from '#web/session.ts';

/** The contract's calls bring its schemas along, which the first screen can do without: fetched while somebody types. */
export const fetchSessionCalls = async () => (await import('#contract/session.ts')).session;

const OFFICE_ROLES: readonly string[] = ['superadmin', 'admin', 'editor', 'manager'];
const TICKET_ROLE = 'tiketing';
const REMEMBERED = 'rememberedEmail';

/** The e-mail that was to be remembered on this machine, or an empty text. */
export function rememberedEmail(): string {
  return localStorage.getItem(REMEMBERED) ?? '';
}

/**
 * Signs in and keeps the session. A role that has no place in the office is refused (specification 1, section 4), and
 * the session that the server has just opened is closed again.
 */
export async function signIn(email: string, password: string, isRemembered: boolean): Promise<void> {
  const calls = await fetchSessionCalls();
  const answer = await makeCall(calls.login, { body: { email, password } });
  if (!OFFICE_ROLES.includes(answer.role)) {
    endSession(answer.token).catch(() => undefined);
    throw new CallError(403, 'not_allowed', answer.role === TICKET_ROLE ? 'Unauthorized role' : 'Invalid role');
  }
  if (isRemembered) localStorage.setItem(REMEMBERED, answer.email);
  else localStorage.removeItem(REMEMBERED);
  const { token, role, name } = answer;
  storeSession({ token, role, name, email: answer.email, mustChangePassword: answer.must_change_password });
}

/** Ends a session on the server: its token is worth nothing from then on. */
export async function endSession(token: string | undefined): Promise<void> {
  const calls = await fetchSessionCalls();
  await makeCall(calls.logout, {}, { token });
}
