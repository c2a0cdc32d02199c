import { Button, Group, Modal, Text } from '@mantine/core';
import { useContext, useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { DialogWork } from './dialog-work.ts';
import type { DialogProps } from './question.ts';
import { useQuietStart } from './quiet-start.ts';

export function ConfirmDialog({ question, answer }: DialogProps) {
  const {
    title,
    body,
    action,
    cancelLabel = t('ui.dialog.cancel'),
    isDangerous = false,
    isDoubtful = isDangerous,
    isOff = false,
    isNotice = false,
  } = question;
  const isWorking = useContext(DialogWork);
  const [isTyped, setIsTyped] = useState(false);
  const isQuiet = useQuietStart({ isReady: !isOff, withdraw: () => answer(false) });
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      onChange={() => setIsTyped(true)}
      closeOnEscape={!isTyped}
      data-quiet={isQuiet || undefined}
      title={<Text fw={700}>{title}</Text>}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
      centered
      // A double click on "Delete" opens the dialog with its first click; the second must not close it.
      closeOnClickOutside={false}
      onKeyDownCapture={ignoreHeldKey}
    >
      {body !== undefined && (
        <Text size="sm" component="div" mb="md">
          {body}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        {!isNotice && (
          <Button variant="default" onClick={() => answer(false)} data-autofocus={isDoubtful || undefined}>
            {cancelLabel}
          </Button>
        )}
        <Button
          loading={isWorking}
          {...(isDangerous && { color: 'red' })}
          // The button is not `disabled`, because it must keep the focus.
          {...(isOff && { 'aria-disabled': true, 'data-disabled': true })}
          onClick={() => !isOff && answer(true)}
          data-autofocus={!isDoubtful || undefined}
        >
          {action}
        </Button>
      </Group>
    </Modal>
  );
}

/** Ignores a key that has been held down since it opened the dialog, because it would answer the question. */
function ignoreHeldKey(event: React.KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
