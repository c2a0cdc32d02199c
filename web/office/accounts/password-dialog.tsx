import { Button, Code, Group, Modal, Text } from '@mantine/core';
import type { Instant } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';

interface PasswordDialogProps {
  email: string;
  password: string;
  expiresAt: Instant;
  close: () => void;
}

export function PasswordDialog({ email, password, expiresAt, close }: PasswordDialogProps) {
  return (
    <Modal
      opened
      onClose={close}
      title={<Text fw={600}>{t('accounts.reset.done', { email })}</Text>}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
      closeOnClickOutside={false}
      centered
    >
      <Text size="sm">{t('accounts.reset.show', { time: formatInstant(expiresAt) })}</Text>
      <Code block fz="lg" my="md">
        {password}
      </Code>
      <Group justify="flex-end">
        <Button onClick={close} data-autofocus>
          {t('ui.dialog.close')}
        </Button>
      </Group>
    </Modal>
  );
}
