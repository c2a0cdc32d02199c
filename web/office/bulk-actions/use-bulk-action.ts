import { useEffect, useRef, useState } from 'react';
import { bulkActions, type Run } from '#contract/bulk-actions.ts';
import { CallError, sentenceOf } from '#web/client.ts';
import { newKey, newUuid } from '#web/ui/form/use-form-key.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { type ActionEffect, actionText, type ManualActionInfo } from './describe-action.ts';

export type Stage =
  | { kind: 'preview' }
  /** `isLost` means that the answer was lost; the run may still continue. */
  | { kind: 'running'; run: Run | undefined; isLost: boolean }
  | { kind: 'done'; effect: ActionEffect }
  | { kind: 'ended'; run: Run };

export interface BulkActionState {
  preview: Load<ActionEffect>;
  stage: Stage;
  failure: string | undefined;
  /** The user must have verified their identity just before. */
  run: () => Promise<void>;
  newPreview: () => void;
}

export function useBulkAction(action: ManualActionInfo): BulkActionState {
  const preview = useLoad(action.path, (signal) => action.send({ dry_run: 'true' }, { signal }));
  const [stage, setStage] = useState<Stage>({ kind: 'preview' });
  const [failure, setFailure] = useState<string>();
  const watching = useRef<AbortController>(undefined);
  useEffect(() => () => watching.current?.abort(), []);

  const newPreview = () => {
    setFailure(undefined);
    setStage({ kind: 'preview' });
    preview.reload();
  };
  const fail = (sentence: string) => {
    newPreview();
    setFailure(sentence);
  };

  const run = async () => {
    const run_id = newUuid();
    const watch = new AbortController();
    watching.current = watch;
    let isLost = false;
    // Only a run that starts from the preview must match it. A run that is started again does whatever is left.
    const digest = stage.kind === 'preview' ? preview.data?.digest : undefined;
    setFailure(undefined);
    setStage({ kind: 'running', run: undefined, isLost });
    const ending = watchRun(run_id, {
      onRun: (progress) => setStage((before) => (before.kind === 'running' ? { ...before, run: progress } : before)),
      isAnswerLost: () => isLost,
      signal: watch.signal,
    });
    try {
      setStage({
        kind: 'done',
        effect: await action.send(
          { run_id, ...(digest !== undefined && { preview_digest: digest }) },
          { idempotencyKey: newKey() },
        ),
      });
    } catch (error) {
      isLost = isLostAnswer(error);
      if (!isLost) return fail(sentenceOf(error, actionText(action, 'failed')));
      setStage((before) => (before.kind === 'running' ? { ...before, isLost } : before));
      const ended = await ending;
      if (ended) setStage({ kind: 'ended', run: ended });
      else if (!watch.signal.aborted) fail(sentenceOf(error, actionText(action, 'failed')));
    } finally {
      watch.abort();
    }
  };
  return { preview, stage, failure, run, newPreview };
}

function isLostAnswer(error: unknown): boolean {
  return error instanceof CallError && error.code === 'no_answer' && error.status !== 500;
}

const PAUSE_MS = 1000;
/**
 * The number of tries to find a run whose answer was lost. If the server still does not know the run, it never started.
 */
const UNKNOWN_TRIES = 5;

interface Watch {
  onRun: (run: Run) => void;
  isAnswerLost: () => boolean;
  signal: AbortSignal;
}

/**
 * Polls a run until it ends, even across lost connections. Returns undefined when aborted, or when the server does not
 * know the run.
 */
async function watchRun(id: string, { onRun, isAnswerLost, signal }: Watch): Promise<Run | undefined> {
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
