import { Button, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#web/i18n/t.ts';

/** A dialog with a secret that is shown only now. A click beside it does not close it. */
export function ShownOnce({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
  return (
    <Modal
      opened
      onClose={close}
      title={<Text fw={700}>{title}</Text>}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
      closeOnClickOutside={false}
      centered
    >
      {children}
    </Modal>
  );
}

export function CloseButton({ close }: { close: () => void }) {
  return (
    <Button onClick={close} data-autofocus>
      {t('ui.dialog.close')}
    </Button>
  );
}
