import { useState } from 'react';

/** Runs `work` and returns whether it is running. `work` reports its own failures. */
export function useBusy(work: () => Promise<void>): { isBusy: boolean; run: () => void } {
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    await work();
    setIsBusy(false);
  };
  return { isBusy, run: () => void run() };
}
