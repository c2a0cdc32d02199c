import { useCallback, useEffect, useLayoutEffect, useState } from 'react';

export const FAVOURITES_KEY = 'pola.favourites';

/** Returns the favourite product ids; none during hydration, because only the device knows them. */
export function useFavourites(): { favourites: ReadonlySet<number>; toggle: (id: number) => void } {
  const [favourites, setFavourites] = useState<ReadonlySet<number>>();
  useEffect(() => setFavourites(readFavourites()), []);
  // React has now put the rows in this order, so the temporary style sheet of early-choice.ts is removed.
  useLayoutEffect(() => {
    if (favourites && 'adoptedStyleSheets' in document) document.adoptedStyleSheets = [];
  }, [favourites]);
  const toggle = useCallback((id: number) => {
    const next = new Set(readFavourites());
    if (!next.delete(id)) next.add(id);
    saveFavourites(next);
    setFavourites(next);
  }, []);
  return { favourites: favourites ?? NONE, toggle };
}

const NONE: ReadonlySet<number> = new Set();
let unsaved: ReadonlySet<number> | undefined;

function readFavourites(): ReadonlySet<number> {
  if (unsaved) return unsaved;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(FAVOURITES_KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter(Number.isInteger) : []);
  } catch {
    return NONE;
  }
}

function saveFavourites(favourites: ReadonlySet<number>): void {
  try {
    localStorage.setItem(FAVOURITES_KEY, JSON.stringify([...favourites]));
  } catch {
    unsaved = favourites;
  }
}
