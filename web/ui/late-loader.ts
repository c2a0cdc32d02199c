import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { NoAnswerInTime } from '#web/fetch-within.ts';
import { t } from '#web/i18n/t.ts';
import { loadPart } from '#web/load-part.ts';

interface LateLoad<Props> {
  /** Undefined until the part is loaded. */
  Part: ComponentType<Props> | undefined;
  /** Why the part could not be loaded, as a sentence. */
  failure: string | undefined;
  loadAgain: () => void;
}

/**
 * Returns a hook that loads a part of the program when it is first shown. Unlike with React.lazy, a part that could not
 * be loaded is loaded again at the next use, and the rest of the screen remains with what was typed.
 */
export function lateLoader<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (onFailed?: (sentence: string) => void) => LateLoad<Props> {
  let known: ComponentType<Props> | undefined;
  return function useLateLoad(onFailed) {
    const [Part, setPart] = useState(() => known);
    const [failure, setFailure] = useState<string>();
    const fail = useEffectEvent((error: unknown) => {
      const sentence = failureOf(error);
      if (onFailed) onFailed(sentence);
      else setFailure(sentence);
    });
    useEffect(() => {
      if (failure !== undefined) return undefined;
      let isOver = false;
      loadPart(async () => known ?? load()).then(
        (loaded) => {
          known = loaded;
          if (!isOver) setPart(() => loaded);
        },
        (error: unknown) => {
          if (!isOver) fail(error);
        },
      );
      return () => {
        isOver = true;
      };
    }, [failure]);
    return { Part, failure, loadAgain: () => setFailure(undefined) };
  };
}

function failureOf(error: unknown): string {
  return error instanceof NoAnswerInTime ? t('shared.call.unanswered') : t('shared.call.unreached');
}
