import { useSyncExternalStore } from 'react';
import { type Role, roles } from '#contract/permissions.ts';

/** Who is signed in, as kept in local storage (specification 1, section 3); one session for the office and the gate. */
export interface Session {
  token: string;
  role: Role;
  name: string;
  email: string;
  mustChangePassword: boolean;
}

const KEYS = ['token', 'role', 'name', 'email', 'mustChangePassword'] as const;
const changed = new EventTarget();
let current = read();

function read(): Session | undefined {
  const [token, role, name, email, mustChange] = KEYS.map((key) => localStorage.getItem(key));
  const known = roles.find((one) => one === role);
  if (!token || !known) return undefined;
  return { token, role: known, name: name ?? '', email: email ?? '', mustChangePassword: mustChange === 'true' };
}

/** The session of this browser, if somebody is signed in. */
export function currentSession(): Session | undefined {
  return current;
}

/** Keeps a session, for this tab and all others. */
export function storeSession(session: Session): void {
  for (const key of KEYS) localStorage.setItem(key, String(session[key]));
  announce();
}

/** Takes the session out of local storage; nothing of it is left there. */
export function clearSession(): void {
  for (const key of KEYS) localStorage.removeItem(key);
  announce();
}

function announce(): void {
  current = read();
  changed.dispatchEvent(new Event('change'));
}

// Signing in or out in another tab holds here too, also for a page that Back brings out of the browser's memory.
addEventListener('storage', (event) => {
  if (event.key === null || (KEYS as readonly string[]).includes(event.key)) announce();
});
addEventListener('pageshow', announce);

/** Calls the listener whenever somebody signs in or out; gives what ends that. */
export function watchSession(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
}

/** The session, kept up to date in a component. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(watchSession, currentSession);
}

let isLeaving = false;

/** Forgets the session; nothing of it is left in local storage. `byChoice` when its owner signed out. */
export function forgetSession({ byChoice = false } = {}): void {
  isLeaving = byChoice;
  clearSession();
}

/** Returns true once after the owner signed out: there is no reason to say that they are not signed in. */
export function takeLeaving(): boolean {
  const wasLeaving = isLeaving;
  isLeaving = false;
  return wasLeaving;
}
