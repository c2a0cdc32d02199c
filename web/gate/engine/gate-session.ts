import type { Answer } from '#contract/call.ts';
import type { session } from '#contract/session.ts';
import { clearSession, currentSession, storeSession } from '#web/session.ts';

export function storeSignIn(answer: Answer<typeof session.login>): void {
  const { token, role, name, email, account_id } = answer;
  storeSession({
    token,
    role,
    name,
    email,
    account: String(account_id),
    mustChangePassword: answer.must_change_password,
    mustAddFactor: answer.must_add_factor,
  });
}

export function applyStop(reason: string, token: string): void {
  const session = currentSession();
  if (session?.token !== token) return;
  if (reason === 'signed-out') clearSession();
  // Storing an unchanged session would start the next try.
  if (reason === 'add-factor' && !session.mustAddFactor) storeSession({ ...session, mustAddFactor: true });
  if (reason === 'new-password' && !session.mustChangePassword) storeSession({ ...session, mustChangePassword: true });
}
