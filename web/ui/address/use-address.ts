import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext, useSearchParams } from 'react-router';

/** What of a screen's state stands in its address; empty texts leave it. */
export type AddressChange = Readonly<Record<string, string | undefined>>;

/**
 * The state of a screen that lives in its address, so that reload, Back and a pasted link bring the same screen. A
 * change replaces the entry in the history: Back leads to the screen before, not through every letter typed.
 */
export function useAddress(): { get: (name: string) => string; change: (what: AddressChange) => void } {
  const [params] = useSearchParams();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const get = useCallback((name: string) => params.get(name) ?? '', [params]);
  const change = useCallback(
    (what: AddressChange) => {
      if (!router) throw new Error('An address can be changed inside a data router alone.');
      // The router's own word, for the screen may not have drawn the last change yet: a second one would undo it.
      const { location, navigation } = router.state;
      const after = new URLSearchParams((navigation.location ?? location).search);
      for (const [name, value] of Object.entries(what)) {
        if (value) after.set(name, value);
        else after.delete(name);
      }
      void router.navigate({ search: `?${after}` }, { replace: true, preventScrollReset: true });
    },
    [router],
  );
  return { get, change };
}

/** One filter of a screen, kept in its address; changing it leads the table back to its first page. */
export function useAddressFilter(name: string): [value: string, choose: (value: string | null) => void] {
  const { get, change } = useAddress();
  return [get(name), (value) => change({ [name]: value ?? '', page: undefined })];
}
