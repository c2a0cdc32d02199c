import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** What of a screen's state stands in its address; empty texts leave it. */
export type AddressChange = Readonly<Record<string, string | undefined>>;

/**
 * The state of a screen that lives in its address, so that reload, Back and a pasted link bring the same screen. A
 * change replaces the entry in the history: Back leads to the screen before, not through every letter typed.
 */
export function useAddress(): { get: (name: string) => string; change: (what: AddressChange) => void } {
  const [params, setParams] = useSearchParams();
  const get = useCallback((name: string) => params.get(name) ?? '', [params]);
  const change = useCallback(
    (what: AddressChange) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(what)) {
            if (value) after.set(name, value);
            else after.delete(name);
          }
          return after;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setParams],
  );
  return { get, change };
}

/** One filter of a screen, kept in its address; changing it leads the table back to its first page. */
export function useAddressFilter(name: string): [value: string, choose: (value: string | null) => void] {
  const { get, change } = useAddress();
  return [get(name), (value) => change({ [name]: value ?? '', page: undefined })];
}
