import { Button, Group, Modal, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { t } from '#web/i18n/t.ts';
import { currentSession } from '#web/session.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import classes from './recovery-codes.module.css';

/** It closes only by its button, because the codes are shown once. */
export function RecoveryCodesDialog({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const heading = t('factors.recovery.of', { email: currentSession()?.email ?? '' });
  const text = [heading, '', ...codes, ''].join('\r\n');
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={<Text fw={600}>{t('factors.recovery.title')}</Text>}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
    >
      <Text size="sm">{t('factors.recovery.show')}</Text>
      <div data-only-print className={classes.codes}>
        <p className={classes.heading}>{heading}</p>
        <ol>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), t('factors.recovery.file'))}
        >
          {t('factors.recovery.download')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {t('factors.recovery.print')}
        </Button>
        <Button onClick={close}>{t('factors.recovery.stored')}</Button>
      </Group>
    </Modal>
  );
}
