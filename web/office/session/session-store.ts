import { clearSession } from '#web/session.ts';

export { currentSession, type Session, storeSession, useSession } from '#web/session.ts';

let wasLeft = false;

/** Forgets the session; nothing of it is left in local storage. `byChoice` when its owner signed out. */
export function forgetSession({ byChoice = false } = {}): void {
  wasLeft = byChoice;
  clearSession();
}

/** True once after its owner signed out: no reason to say that they are not signed in. */
export function takeLeaving(): boolean {
  const left = wasLeft;
  wasLeft = false;
  return left;
}
