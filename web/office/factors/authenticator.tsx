import { Button, Code, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#contract/call.ts';
import { factors, type OwnFactors } from '#contract/factors.ts';
import { QrCode } from '#web/documents/qr-code.tsx';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { FactorLine, FactorPanel, removeOwnFactor } from './factor-panel.tsx';

interface AppPanelProps {
  app: OwnFactors['app'];
  onAdded: (codes: readonly string[] | null) => void;
  onRemoved: () => void;
}

export function AppPanel({ app, onAdded, onRemoved }: AppPanelProps) {
  const [begun, setBegun] = useState<Answer<typeof factors.beginApp>>();
  const begin = () =>
    callAndTell({ call: () => api(factors.beginApp, {}), done: setBegun, failed: t('factors.page.addFailed') });
  return (
    <FactorPanel id="app" title={t('factors.app.title')} about={t('factors.app.about')}>
      {app ? (
        <FactorLine
          name={t('factors.app.title')}
          factor={app}
          onRemove={() =>
            void removeOwnFactor(
              { id: app.id, title: t('factors.app.removeTitle'), body: t('factors.app.removeBody') },
              onRemoved,
            )
          }
        />
      ) : (
        <Group>
          <Button variant="default" onClick={() => void begin()}>
            {t('factors.app.add')}
          </Button>
        </Group>
      )}
      {begun && (
        <AppDialog
          begun={begun}
          onClose={() => setBegun(undefined)}
          onAdded={(codes) => {
            setBegun(undefined);
            onAdded(codes);
          }}
        />
      )}
    </FactorPanel>
  );
}

interface AppDialogProps {
  begun: Answer<typeof factors.beginApp>;
  onClose: () => void;
  onAdded: (codes: readonly string[] | null) => void;
}

function AppDialog({ begun: { challenge, secret, address }, onClose, onAdded }: AppDialogProps) {
  const form = useOfficeForm({
    initialValues: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: t('session.factor.codeMissing') } : {}),
    save: ({ code }) => api(factors.addApp, { body: { challenge, code } }),
    fallback: t('factors.page.addFailed'),
    fieldOfRefusal: { wrong_code: 'code' },
    onSaved: ({ message, recovery_codes }) => {
      toastDone(message, 3);
      onAdded(recovery_codes);
    },
  });
  return (
    <FormDialog form={form} title={t('factors.app.add')} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('factors.app.add')} onCancel={close} withoutHint>
          <Text size="sm">{t('factors.app.scan')}</Text>
          <Group justify="center">
            <QrCode text={address} label={t('factors.app.qr')} side="220" />
          </Group>
          <Text size="sm" fw={600}>
            {t('factors.app.key')}
          </Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
            {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </Code>
          <TextInput
            label={t('session.factor.code')}
            description={t('session.factor.app')}
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            {...form.field('code')}
          />
        </Form>
      )}
    </FormDialog>
  );
}
