import { Button, Group } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { NoAnswerInTime } from '#web/fetch-within.ts';
import { t } from '#web/i18n/t.ts';
import { loadPart } from '#web/load-part.ts';
import { toastFailed } from './dialog/toast.ts';
import { FailureAlert } from './form/form-frame.tsx';

interface Late {
  /** Called when the part could not be loaded, after a message. Without it, a message is shown in its place. */
  onMissing?: () => void;
  /** Shown until the part is loaded. */
  placeholder?: ReactNode;
}

/**
 * Returns a component that is loaded when it is first shown. Unlike with React.lazy, a part that could not be loaded is
 * loaded again at the next use, and the rest of the screen remains with what was typed.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props & Late> {
  let known: ComponentType<Props> | undefined;
  return function LatePart({ onMissing, placeholder = null, ...props }: Props & Late) {
    const [Part, setPart] = useState(() => known);
    const [failure, setFailure] = useState<string>();
    const fail = useEffectEvent((error: unknown) => {
      const sentence = failureOf(error);
      if (!onMissing) return setFailure(sentence);
      toastFailed(sentence);
      onMissing();
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
    if (Part) return <Part {...(props as unknown as Props)} />;
    if (failure === undefined) return placeholder;
    return (
      <FailureAlert>
        <Group>
          {failure}
          <Button size="xs" variant="default" onClick={() => setFailure(undefined)}>
            {t('ui.state.tryAgain')}
          </Button>
        </Group>
      </FailureAlert>
    );
  };
}

function failureOf(error: unknown): string {
  return error instanceof NoAnswerInTime ? t('shared.call.unanswered') : t('shared.call.unreached');
}
