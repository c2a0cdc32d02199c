import { Button, Group, Modal, Text } from '@mantine/core';
import type { DialogProps } from './confirm.tsx';

/** The one dialog that asks: Escape, the cross and a click beside it all mean no. */
export function ConfirmDialog({ question, answer }: DialogProps) {
  const {
    title,
    body,
    action,
    refrain = 'Cancel',
    isDangerous = false,
    isDoubtful = isDangerous,
    isOff = false,
  } = question;
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={<Text fw={600}>{title}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      {body !== undefined && (
        <Text size="sm" component="div" mb="md">
          {body}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => answer(false)} data-autofocus={isDoubtful || undefined}>
          {refrain}
        </Button>
        <Button
          {...(isDangerous && { color: 'red' })}
          // Not disabled in earnest: it keeps the focus until the act can be chosen.
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
