import { Button, Code, Group, Modal, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { accounts } from '#contract/accounts.ts';
import type { Answer } from '#contract/call.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { formatInstant } from '#web/ui/format/dates.ts';

export type ShownLink = Omit<Answer<typeof accounts.resetByLink>, 'message'>;

interface LinkDialogProps {
  email: string;
  made: ShownLink;
  close: () => void;
}

export function LinkDialog({ email, made, close }: LinkDialogProps) {
  const address = made.link === null ? undefined : location.origin + made.link;
  const copy = async () => {
    await navigator.clipboard.writeText(address ?? '');
    toastDone(t('accounts.link.copied'), 2);
  };
  return (
    <Modal
      opened
      onClose={close}
      title={<Text fw={600}>{t('accounts.link.title', { email })}</Text>}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
      closeOnClickOutside={false}
      centered
    >
      {address !== undefined && (
        <Text size="sm">{t('accounts.link.show', { time: formatInstant(made.expires_at) })}</Text>
      )}
      {made.mail !== null && (
        <Text size="sm" mt="sm">
          {made.mail}
        </Text>
      )}
      {address !== undefined && (
        <Code block mt="md" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {address}
        </Code>
      )}
      <Group justify="flex-end" mt="md">
        {/* Only on a secure site. */}
        {address !== undefined && 'clipboard' in navigator && (
          <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
            {t('accounts.link.copy')}
          </Button>
        )}
        <Button onClick={close} data-autofocus>
          {t('ui.dialog.close')}
        </Button>
      </Group>
    </Modal>
  );
}
