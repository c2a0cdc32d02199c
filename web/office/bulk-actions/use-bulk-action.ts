import { useEffect, useRef, useState } from 'react';
import type { Run } from '#contract/bulk-actions.ts';
import { CallError, sentenceOf } from '#web/client.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import type { ActionEffect, ActionText } from './describe-action.ts';
import { newRunKey } from './run-key.ts';
import { watchRun } from './watch-run.ts';

/** Where the screen of an action is. */
export type Stage =
  | { kind: 'preview' }
  /** `isLost`: its answer will not come any more, for the connection broke; the run may go on all the same. */
  | { kind: 'running'; run: Run | undefined; isLost: boolean }
  | { kind: 'done'; effect: ActionEffect }
  /** It ended, and how is known from the run alone. */
  | { kind: 'ended'; run: Run };

export interface BulkActionState {
  preview: Load<ActionEffect>;
  stage: Stage;
  /** Why the last try came to nothing. */
  failure: string | undefined;
  /** Does it; the session must have been verified just before. */
  run: () => Promise<void>;
  /** Works out anew what it would do. */
  checkAgain: () => void;
}

/** An action over the whole market: what it would do, how far it is, what it did. */
export function useBulkAction(words: ActionText): BulkActionState {
  const preview = useLoad(words.path, (signal) => words.send({ dry_run: 'true' }, { signal }));
  const [stage, setStage] = useState<Stage>({ kind: 'preview' });
  const [failure, setFailure] = useState<string>();
  const watching = useRef<AbortController>(undefined);
  useEffect(() => () => watching.current?.abort(), []);

  const checkAgain = () => {
    setFailure(undefined);
    setStage({ kind: 'preview' });
    preview.reload();
  };
  const giveUp = (sentence: string) => {
    checkAgain();
    setFailure(sentence);
  };

  const run = async () => {
    const { run_id, idempotencyKey } = newRunKey();
    const watch = new AbortController();
    watching.current = watch;
    let isLost = false;
    // What was run is run again for the rest; the first time it must be what the preview showed.
    const looked = stage.kind === 'preview' ? preview.data?.digest : undefined;
    setFailure(undefined);
    setStage({ kind: 'running', run: undefined, isLost });
    const ending = watchRun(run_id, {
      onRun: (progress) => setStage((before) => (before.kind === 'running' ? { ...before, run: progress } : before)),
      isOnlyWord: () => isLost,
      signal: watch.signal,
    });
    try {
      setStage({
        kind: 'done',
        effect: await words.send(
          { run_id, ...(looked !== undefined && { preview_digest: looked }) },
          { idempotencyKey },
        ),
      });
    } catch (error) {
      isLost = isLostAnswer(error);
      if (!isLost) return giveUp(sentenceOf(error, words.failed));
      setStage((before) => (before.kind === 'running' ? { ...before, isLost } : before));
      const ended = await ending;
      if (ended) setStage({ kind: 'ended', run: ended });
      else if (!watch.signal.aborted) giveUp(sentenceOf(error, words.failed));
    } finally {
      watch.abort();
    }
  };
  return { preview, stage, failure, run, checkAgain };
}

/** The connection, or something on the way, broke: what the server did is not known. */
function isLostAnswer(error: unknown): boolean {
  return error instanceof CallError && error.code === 'no_answer' && error.status !== 500;
}
