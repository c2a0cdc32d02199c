import { useCallback, useRef, useState } from 'react';
import { sentenceOf } from '#web/client.ts';

/** Something that is being done: whether it is under way, and in words why it failed. */
export interface GateAction {
  isBusy: boolean;
  failure: string | undefined;
  /** Does it, unless it is under way; a failure is kept to be shown. */
  run: (work: () => Promise<unknown>) => void;
}

/** Runs one thing at a time; `fallback` is what is said when the server gave no sentence. */
export function useGateAction(fallback: string): GateAction {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isRunning = useRef(false);
  const run = useCallback(
    (work: () => Promise<unknown>) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setBusy(true);
      setFailure(undefined);
      work()
        .catch((error: unknown) => setFailure(sentenceOf(error, fallback)))
        .finally(() => {
          isRunning.current = false;
          setBusy(false);
        });
    },
    [fallback],
  );
  return { isBusy, failure, run };
}
