import { Button, Group, Modal, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { factors } from '#contract/factors.ts';
import { t } from '#web/i18n/t.ts';
import { currentSession } from '#web/session.ts';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { FactorPanel } from './factor-panel.tsx';
import classes from './recovery-codes.module.css';

export function RecoveryPanel({ left, onRenewed }: { left: number; onRenewed: () => void }) {
  const renew = () =>
    confirmAndCall(
      {
        title: t('factors.recovery.renewTitle'),
        body: t('factors.recovery.renewBody'),
        action: t('factors.recovery.renew'),
      },
      {
        call: () => api(factors.renewRecoveryCodes, {}),
        done: async ({ recovery_codes }) => {
          await showRecoveryCodes(recovery_codes);
          onRenewed();
        },
        failed: t('factors.recovery.renewFailed'),
      },
    );
  return (
    <FactorPanel id="recovery" title={t('factors.recovery.title')} about={t('factors.recovery.about')}>
      <Text size="sm" mb="sm" fw={600} {...(left === 0 && { c: 'red' })}>
        {t('factors.recovery.left', { count: left })}
      </Text>
      <Group>
        <Button variant="default" onClick={() => void renew()}>
          {t('factors.recovery.renew')}
        </Button>
      </Group>
    </FactorPanel>
  );
}

export function showRecoveryCodes(codes: readonly string[]): Promise<void> {
  return openDialog<void>((close) => <RecoveryCodesDialog codes={codes} close={close} />, undefined);
}

/** A dialog that closes only by its button, because the codes are shown once. */
function RecoveryCodesDialog({ codes, close }: { codes: readonly string[]; close: () => void }) {
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
