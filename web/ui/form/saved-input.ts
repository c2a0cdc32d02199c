import { currentSession, isSignedOutByChoice } from '#web/session.ts';
import type { FormValues } from './form-values.ts';

interface SavedInput {
  place: string;
  owner: string;
  values: FormValues;
  /** The stored object that the input is based on. */
  base: object;
}

const SECRETS = new Set(['password', 'currentPassword', 'newPassword', 'confirmPassword', 'code']);
const MOST_SAVED = 10;

/** Kept in memory of this tab only, and for its owner only. */
let saved: SavedInput[] = [];

/** Call it when a form with unsaved input leaves the screen. Does nothing unless the session ended by itself. */
export function saveInput({ values, ...input }: SavedInput): void {
  if (currentSession() !== undefined || isSignedOutByChoice()) return;
  const shown = Object.fromEntries(Object.entries(values).filter(([name]) => !SECRETS.has(name)));
  saved = [...saved.filter(({ place }) => place !== input.place), { ...input, values: shown }].slice(-MOST_SAVED);
}

export function restoreInput(wanted: string): SavedInput | undefined {
  const session = currentSession();
  if (session === undefined) return undefined;
  saved = saved.filter(({ owner }) => owner === session.email);
  const own = saved.find(({ place }) => place === wanted);
  saved = saved.filter((one) => one !== own);
  return own;
}
