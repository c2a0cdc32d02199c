import { currentSession } from '#web/session.ts';

const MOST = 6;

/** Several people may use a browser, and each has a list. */
function key(): string {
  return `recent-shops ${currentSession()?.email ?? ''}`;
}

/** Returns the shops that this person opened last in this browser, newest first. */
export function recentShops(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  } catch {
    // What another program stored, or a browser that stores nothing.
    return [];
  }
}

export function rememberShop(id: string): void {
  try {
    localStorage.setItem(key(), JSON.stringify([id, ...recentShops().filter((other) => other !== id)].slice(0, MOST)));
  } catch {
    // The list only saves typing.
  }
}
