import { currentSession } from '#web/session.ts';

/** Input that could not be saved because the session had ended. In memory of this tab only, for its owner only. */
interface SavedInput {
  place: string;
  owner: string;
  values: unknown;
}

let saved: SavedInput | undefined;

/** Saves the input of one form; an earlier one is dropped. */
export function saveInput(input: SavedInput): void {
  saved = input;
}

/** Returns the saved input of a form once, to its owner only; otherwise undefined. */
export function restoreInput(place: string): unknown {
  const own = saved?.place === place && saved.owner === currentSession()?.email ? saved.values : undefined;
  saved = undefined;
  return own;
}
