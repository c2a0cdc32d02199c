import { useEffect } from 'react';

export function useBusyTab(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [isBusy]);
}
