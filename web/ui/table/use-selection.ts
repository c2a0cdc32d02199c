import { useState } from 'react';

/** Rows that somebody has ticked, by id; they stay ticked while pages, filters and searches come and go. */
export interface Selection {
  /** In the order in which they were ticked. */
  ids: readonly string[];
  add: (ids: readonly string[]) => void;
  remove: (ids: readonly string[]) => void;
  clear: () => void;
}

/** Nothing is ticked at first. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<readonly string[]>([]);
  return {
    ids,
    add: (more) => setIds((before) => [...new Set([...before, ...more])]),
    remove: (gone) => setIds((before) => before.filter((id) => !gone.includes(id))),
    clear: () => setIds([]),
  };
}
