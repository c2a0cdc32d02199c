import { bulkActions, type Run } from '#contract/bulk-actions.ts';
import { CallError } from '#web/client.ts';
import { api } from '../api.ts';

/** How often the server is asked how far a run is. */
const PAUSE_MS = 1000;
/** Once the answer is lost: so often the server may not know the run before it counts as never begun. */
const UNKNOWN_TRIES = 5;

interface Watch {
  /** Told whenever the server says how far it is. */
  onRun: (run: Run) => void;
  /** True once nothing but this will tell how the run ends, for its own answer was lost. */
  isOnlyWord: () => boolean;
  signal: AbortSignal;
}

/**
 * Asks every second how far a run is, until it has ended, and gives how. Gives undefined when it is called off, or when
 * its answer was lost and the server does not know of it either: then it never began. A lost connection is waited out.
 */
export async function watchRun(id: string, { onRun, isOnlyWord, signal }: Watch): Promise<Run | undefined> {
  let unknown = 0;
  while (unknown < UNKNOWN_TRIES) {
    await pause(signal);
    if (signal.aborted) return undefined;
    const run = await askFor(id, signal);
    if (signal.aborted) return undefined;
    if (run === 'unknown') unknown += isOnlyWord() ? 1 : 0;
    if (typeof run !== 'object') continue;
    onRun(run);
    if (run.outcome !== 'running') return run;
  }
  return undefined;
}

async function askFor(id: string, signal: AbortSignal): Promise<Run | 'unknown' | 'no answer'> {
  try {
    return await api(bulkActions.getRun, { params: { id } }, { signal });
  } catch (error) {
    return error instanceof CallError && error.code === 'run_not_found' ? 'unknown' : 'no answer';
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
