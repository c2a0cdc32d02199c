import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { confirm, type Question } from '../dialog/confirm.tsx';

/** Put into the state of a navigation that must not be held up: signing out, or a session that has ended. */
export const UNGUARDED = { isUnguarded: true } as const;

const UNSAVED: Question = {
  title: 'Leave without saving?',
  body: 'What you have entered here is not saved, and will be lost.',
  action: 'Leave',
  refrain: 'Stay here',
  isDangerous: true,
};

/**
 * Asks before unsaved input is left, inside the product and when the tab closes. `isUnsaved` is asked at that moment,
 * so that a form that has just been saved lets go at once. `question` is for what is not input, such as work under way.
 */
export function useUnsavedGuard(isUnsaved: () => boolean, question: Question = UNSAVED): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && !isUnguarded(nextLocation.state) && isUnsaved(),
  );
  const ask = useEffectEvent(async () => {
    if (await confirm(question)) blocker.proceed?.();
    else blocker.reset?.();
  });
  useEffect(() => {
    if (blocker.state === 'blocked') void ask();
    // Each navigation that is held up is another one, also when the last was let go a moment ago.
  }, [blocker]);

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
