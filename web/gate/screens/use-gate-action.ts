import { useCallback, useRef, useState } from 'react';
import { sentenceOf } from '#web/client.ts';

export interface GateAction {
  isBusy: boolean;
  failure: string | undefined;
  run: (work: () => Promise<unknown>) => void;
}

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
