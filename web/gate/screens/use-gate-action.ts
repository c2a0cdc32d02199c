import { useCallback, useRef, useState } from 'react';
import { sentenceOf } from '#web/client.ts';

export interface GateAction {
  isBusy: boolean;
  failure: string | undefined;
  /** Does nothing while the last work is still running. */
  run: (work: () => Promise<unknown>) => void;
}

/** One at a time; `fallback` is the failure without a message of the server. */
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
