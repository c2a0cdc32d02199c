import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { apiPage } from '../api.ts';
import { useMay } from '../session/use-may.ts';

const changed = new EventTarget();

export function countAgain(): void {
  changed.dispatchEvent(new Event('change'));
}

export function useWaiting(): number {
  const mayDecide = useMay('approvals.decide');
  const { pathname } = useLocation();
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!mayDecide || pathname === '') return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const load = async () => {
      // The contract is imported only when needed, because the menu, which uses this hook, is in the first bundle.
      const { approvals } = await import('#contract/approvals.ts');
      const { total } = await apiPage(approvals.list, { query: { list: 'to-decide', limit: '1' } }, { signal });
      if (!signal.aborted) setCount(total);
    };
    const loadQuietly = () => void load().catch(() => undefined);
    changed.addEventListener('change', loadQuietly, { signal });
    loadQuietly();
    return () => ending.abort();
  }, [mayDecide, pathname]);
  return mayDecide ? count : 0;
}
