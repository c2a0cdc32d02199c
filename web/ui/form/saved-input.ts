import { currentSession } from '#web/session.ts';

/**
 * What somebody had entered when it could not be saved because their session had ended, so that they go on where they were
 * once they have signed in again. It is kept in the memory of this tab alone and given to nobody else.
 */
interface KeptInput {
  place: string;
  owner: string;
  values: unknown;
}

let kept: KeptInput | undefined;

/** Keeps what was entered into a form; one form at a time, for one is left. */
export function saveInput(input: KeptInput): void {
  kept = input;
}

/** What was kept of a form for whoever is signed in, once; undefined when there is nothing. */
export function restoreInput(place: string): unknown {
  const own = kept?.place === place && kept.owner === currentSession()?.email ? kept.values : undefined;
  kept = undefined;
  return own;
}
