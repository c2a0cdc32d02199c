import { currentSession } from '#web/session.ts';

/** In memory of this tab only, for its owner only, after a session ended during saving. */
export interface SavedInput {
  place: string;
  owner: string;
  values: unknown;
  /** The stored object that the input is based on. */
  base: object;
}

let saved: SavedInput | undefined;

export function saveInput(input: SavedInput): void {
  saved = input;
}

export function restoreInput(place: string): SavedInput | undefined {
  const own = saved?.place === place && saved.owner === currentSession()?.email ? saved : undefined;
  saved = undefined;
  return own;
}
