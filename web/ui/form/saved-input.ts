import { currentSession } from '#web/session.ts';

/** In memory of this tab only, for its owner only, after a session ended during saving. */
interface SavedInput {
  place: string;
  owner: string;
  values: unknown;
}

let saved: SavedInput | undefined;

/** Drops the input of an earlier form. */
export function saveInput(input: SavedInput): void {
  saved = input;
}

/** Returns the saved input once, to its owner only. */
export function restoreInput(place: string): unknown {
  const own = saved?.place === place && saved.owner === currentSession()?.email ? saved.values : undefined;
  saved = undefined;
  return own;
}
