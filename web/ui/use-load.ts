import { startTransition, useEffect, useEffectEvent, useState } from 'react';

export interface Load<Data> {
  data: Data | undefined;
  error: unknown;
  isLoading: boolean;
  /** Loads again; the current data remains on the screen meanwhile. */
  reload: () => void;
}

interface Outcome<Data> {
  key: string;
  round: number;
  data: Data | undefined;
  error: unknown;
}

/**
 * Fetches on mount and whenever `key` changes. The key must contain everything that the fetcher depends on. An answer
 * that arrives after a newer request has started is dropped.
 */
export function useLoad<Data>(key: string, fetcher: (signal: AbortSignal) => Promise<Data>): Load<Data> {
  const [round, setRound] = useState(0);
  const [outcome, setOutcome] = useState<Outcome<Data>>();
  const fetchNow = useEffectEvent(fetcher);

  useEffect(() => {
    const abort = new AbortController();
    const settle = (data: Data | undefined, error: unknown) => {
      // React renders in slices, so that the page stays responsive with a long table.
      if (!abort.signal.aborted) startTransition(() => setOutcome({ key, round, data, error }));
    };
    fetchNow(abort.signal).then(
      (data) => settle(data, undefined),
      (error: unknown) => settle(undefined, error),
    );
    return () => abort.abort();
  }, [key, round]);

  const isLoading = outcome?.key !== key || outcome.round !== round;
  return {
    data: outcome?.key === key ? outcome.data : undefined,
    error: isLoading ? undefined : outcome.error,
    isLoading,
    reload: () => setRound((before) => before + 1),
  };
}

export function loaded<Data>(data: Data): Load<Data> {
  return { data, error: undefined, isLoading: false, reload: () => {} };
}
