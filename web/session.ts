import { useSyncExternalStore } from 'react';
import { type Role, roles } from '#contract/roles.ts';

/** A session in local storage (specification 1, section 3), shared by office and gate. */
export interface Session {
  token: string;
  role: Role;
  name: string;
  email: string;
  /** The id of the account. Sessions stored by older versions have none. */
  account?: string | undefined;
  mustChangePassword: boolean;
  /** True when the role requires a second factor and the account has none. */
  mustAddFactor?: boolean;
}

const KEYS = ['token', 'role', 'name', 'email', 'mustChangePassword', 'mustAddFactor', 'account'] as const;
const changed = new EventTarget();
let current = read();

function read(): Session | undefined {
  const [token, role, name, email, mustChange, mustAdd, account] = KEYS.map((key) => localStorage.getItem(key));
  const known = roles.find((one) => one === role);
  if (!token || !known) return undefined;
  return {
    token,
    role: known,
    name: name ?? '',
    email: email ?? '',
    mustChangePassword: mustChange === 'true',
    mustAddFactor: mustAdd === 'true',
    ...(account && account !== 'false' && { account }),
  };
}

export function currentSession(): Session | undefined {
  return current;
}

export function storeSession(session: Session): void {
  for (const key of KEYS) localStorage.setItem(key, String(session[key] ?? false));
  announce();
}

export function clearSession(): void {
  for (const key of KEYS) localStorage.removeItem(key);
  announce();
}

function announce(): void {
  current = read();
  changed.dispatchEvent(new Event('change'));
}

// Another tab signed in or out, possibly while this page was in the back/forward cache.
addEventListener('storage', (event) => {
  if (event.key === null || (KEYS as readonly string[]).includes(event.key)) announce();
});
addEventListener('pageshow', announce);

export function watchSession(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
}

export function useSession(): Session | undefined {
  return useSyncExternalStore(watchSession, currentSession);
}

let isLeaving = false;

/** `byChoice` means that the user signed out. */
export function forgetSession({ byChoice = false } = {}): void {
  isLeaving = byChoice;
  clearSession();
}

export function isSignedOutByChoice(): boolean {
  return isLeaving;
}

/** Returns true once after the user signed out, so that no reason is shown for the ended session. */
export function takeLeaving(): boolean {
  const wasLeaving = isLeaving;
  isLeaving = false;
  return wasLeaving;
}
