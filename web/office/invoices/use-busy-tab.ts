import { useEffect } from 'react';

/** Lets the browser ask before this tab is closed while something is still being done in it. */
export function useBusyTab(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [isBusy]);
}
