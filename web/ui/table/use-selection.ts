import { useState } from 'react';

export interface Selection {
  /** The ids in the order of selection. */
  ids: readonly string[];
  add: (ids: readonly string[]) => void;
  remove: (ids: readonly string[]) => void;
  clear: () => void;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<readonly string[]>([]);
  return {
    ids,
    add: (more) => setIds((before) => [...new Set([...before, ...more])]),
    remove: (gone) => setIds((before) => before.filter((id) => !gone.includes(id))),
    clear: () => setIds([]),
  };
}
