import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from './confirm.tsx';

/** Put into the state of a navigation that must not be held up: signing out, or a session that has ended. */
export const UNGUARDED = { isUnguarded: true } as const;

/**
 * Asks before unsaved input is left, inside the product and when the tab closes. `isUnsaved` is asked at that moment,
 * so that a form that has just been saved lets go at once.
 */
export function useUnsavedGuard(isUnsaved: () => boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && !isUnguarded(nextLocation.state) && isUnsaved(),
  );
  const ask = useEffectEvent(async () => {
    const leaves = await confirm({
      title: 'Leave without saving?',
      body: 'What you have entered here is not saved, and will be lost.',
      action: 'Leave',
      refrain: 'Stay here',
      isDangerous: true,
    });
    if (leaves) blocker.proceed?.();
    else blocker.reset?.();
  });
  useEffect(() => {
    if (blocker.state === 'blocked') void ask();
  }, [blocker.state]);

  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: BeforeUnloadEvent) => onUnload(event);
    addEventListener('beforeunload', listener);
    return () => removeEventListener('beforeunload', listener);
  }, []);
}

function isUnguarded(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isUnguarded' in state;
}
