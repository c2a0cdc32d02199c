import { useState } from 'react';

/** Returns `run`, which runs `work`, and `isBusy`, which is true while `work` runs. `work` reports its own failures. */
export function useBusy(work: () => Promise<void>): { isBusy: boolean; run: () => void } {
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    await work();
    setIsBusy(false);
  };
  return { isBusy, run: () => void run() };
}
