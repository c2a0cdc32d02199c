import { Button, Code, Group, Modal, Text } from '@mantine/core';
import { t } from '#web/i18n/t.ts';

interface PasswordDialogProps {
  email: string;
  password: string;
  close: () => void;
}

export function PasswordDialog({ email, password, close }: PasswordDialogProps) {
  return (
    <Modal
      opened
      onClose={close}
      title={<Text fw={600}>{t('accounts.reset.done', { email })}</Text>}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
      closeOnClickOutside={false}
      centered
    >
      <Text size="sm">{t('accounts.reset.show')}</Text>
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
