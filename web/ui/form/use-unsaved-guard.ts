import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { t } from '#web/i18n/t.ts';
import { confirm } from '../dialog/confirm.tsx';
import type { Question } from '../dialog/question.ts';

/** The state of a navigation that must not be blocked, because the user has signed out or the session has ended. */
export const UNGUARDED = { isUnguarded: true } as const;

export function unsavedQuestion(): Question {
  return {
    title: t('ui.unsaved.title'),
    body: t('ui.unsaved.body'),
    action: t('ui.unsaved.leave'),
    cancelLabel: t('ui.unsaved.stay'),
    isDangerous: true,
  };
}

interface Guard {
  isUnsaved: () => boolean;
  questionOf: () => Question;
}

const guards = new Set<Guard>();

function findUnsaved(): Guard | undefined {
  return [...guards].find(({ isUnsaved }) => isUnsaved());
}

/** Asks before a reload that would lose unsaved input. If the user agrees, the browser does not ask a second time. */
export async function askBeforeReload(): Promise<boolean> {
  const guard = findUnsaved();
  if (guard && !(await confirm(guard.questionOf()))) return false;
  guards.clear();
  return true;
}

addEventListener('beforeunload', (event) => {
  if (findUnsaved()) event.preventDefault();
});

/**
 * Asks before the user leaves a page with unsaved input. `isUnsaved` is called at that moment, so that a form just
 * saved does not block. The router uses only one blocker, so the blocker of each form checks all forms.
 */
export function useUnsavedGuard(isUnsaved: () => boolean, questionOf: () => Question = unsavedQuestion): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      !isUnguarded(nextLocation.state) &&
      findUnsaved() !== undefined,
  );
  const ask = useEffectEvent(async () => {
    if (await confirm((findUnsaved()?.questionOf ?? questionOf)())) blocker.proceed?.();
    else blocker.reset?.();
  });
  useEffect(() => {
    if (blocker.state === 'blocked') void ask();
    // `blocker` is a new object for each blocked navigation.
  }, [blocker]);

  const isUnsavedNow = useEffectEvent(isUnsaved);
  const questionNow = useEffectEvent(questionOf);
  useEffect(() => {
    const guard: Guard = { isUnsaved: () => isUnsavedNow(), questionOf: () => questionNow() };
    guards.add(guard);
    return () => void guards.delete(guard);
  }, []);
}

function isUnguarded(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isUnguarded' in state;
}
