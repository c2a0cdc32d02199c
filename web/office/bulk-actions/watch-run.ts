import { bulkActions, type Run } from '#contract/bulk-actions.ts';
import { CallError } from '#web/client.ts';
import { api } from '../api.ts';

const PAUSE_MS = 1000;
/** Tries after a lost answer: a run that is still unknown then never started. */
const UNKNOWN_TRIES = 5;

interface Watch {
  onRun: (run: Run) => void;
  isAnswerLost: () => boolean;
  signal: AbortSignal;
}

/**
 * Polls a run until it ends, also across lost connections. Returns undefined when aborted, or when the server does not
 * know the run.
 */
export async function watchRun(id: string, { onRun, isAnswerLost, signal }: Watch): Promise<Run | undefined> {
  let unknown = 0;
  while (unknown < UNKNOWN_TRIES) {
    await pause(signal);
    if (signal.aborted) return undefined;
    const run = await fetchRun(id, signal);
    if (signal.aborted) return undefined;
    if (run === 'unknown') unknown += isAnswerLost() ? 1 : 0;
    if (typeof run !== 'object') continue;
    onRun(run);
    if (run.outcome !== 'running') return run;
  }
  return undefined;
}

async function fetchRun(id: string, signal: AbortSignal): Promise<Run | 'unknown' | 'no answer'> {
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
