import { useCallback, useLayoutEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

export type AddressChange = Readonly<Record<string, string | undefined>>;

/**
 * The newest query. Each change starts from it and not from the rendered query, which may not include the last change
 * yet.
 */
let newest = '';
let changesUnderWay = 0;

/**
 * Reads and changes the query of the address, so that a reload, the browser's Back button and a pasted link restore the
 * state. A change replaces the history entry.
 */
export function useAddress(): { get: (name: string) => string; change: (what: AddressChange) => void } {
  const [params] = useSearchParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    if (changesUnderWay === 0) newest = search;
  }, [search]);
  const get = useCallback((name: string) => params.get(name) ?? '', [params]);
  const change = useCallback(
    (what: AddressChange) => {
      const after = new URLSearchParams(newest);
      for (const [name, value] of Object.entries(what)) {
        if (value) after.set(name, value);
        else after.delete(name);
      }
      newest = `?${after}`;
      void goTo(() => navigate({ search: newest }, { replace: true, preventScrollReset: true }));
    },
    [navigate],
  );
  return { get, change };
}

async function goTo(navigate: () => void | Promise<void>): Promise<void> {
  changesUnderWay += 1;
  try {
    await navigate();
  } finally {
    changesUnderWay -= 1;
  }
}

export function useAddressFilter(name: string): [value: string, choose: (value: string | null) => void] {
  const { get, change } = useAddress();
  return [get(name), (value) => change({ [name]: value ?? '', page: undefined })];
}
