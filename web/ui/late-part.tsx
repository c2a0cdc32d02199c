import { Button, Group } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { t } from '#web/i18n/t.ts';
import { toastFailed } from './dialog/toast.ts';
import { FailureAlert } from './form/form-frame.tsx';
import { lateLoader } from './late-loader.ts';

interface Late {
  /** Called when the part could not be loaded, after a message. Without it, a message is shown in its place. */
  onMissing?: () => void;
  /** Shown until the part is loaded. */
  placeholder?: ReactNode;
}

/** Returns a component that is loaded when it is first shown. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props & Late> {
  const useLateLoad = lateLoader(load);
  return function LatePart({ onMissing, placeholder = null, ...props }: Props & Late) {
    const close = (sentence: string) => {
      toastFailed(sentence);
      onMissing?.();
    };
    const { Part, failure, loadAgain } = useLateLoad(onMissing && close);
    if (Part) return <Part {...(props as unknown as Props)} />;
    if (failure === undefined) return placeholder;
    return (
      <FailureAlert>
        <Group>
          {failure}
          <Button size="xs" variant="default" onClick={loadAgain}>
            {t('ui.state.tryAgain')}
          </Button>
        </Group>
      </FailureAlert>
    );
  };
}
