import IconDownload from 'virtual:icons/download';
import IconPrinter from 'virtual:icons/printer';
import { Alert, Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { factors, type OwnFactors, type Passkey } from '#contract/factors.ts';
import { opensFirst } from '#contract/roles.ts';
import { QrCode } from '#web/documents/qr-code.tsx';
import { t } from '#web/i18n/t.ts';
import { createPasskey, hasPasskeys } from '#web/passkey.ts';
import { currentSession, storeSession, useSession } from '#web/session.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell, confirmAndCall } from '../confirm-and-call.ts';
import { Screen } from '../screen.tsx';
import { firstPage } from '../session/next-page.ts';
import { FactorLine, FactorPanel, removeOwnFactor } from './factor-panel.tsx';
import classes from './recovery-codes.module.css';

export function SecondFactorPage() {
  const isForced = useSession()?.mustAddFactor === true;
  const navigate = useNavigate();
  const load = useLoad('own-factors', async (signal) => {
    const own = await api(factors.own, {}, { signal });
    if (own.app || own.passkeys.length > 0) noteAdded();
    return own;
  });
  const onAdded = async (codes: readonly string[] | null) => {
    if (codes) await showRecoveryCodes(codes);
    noteAdded();
    load.reload();
    if (!isForced) return;
    const role = currentSession()?.role;
    if (role !== undefined && opensFirst(role) === 'gate') location.assign('/gate');
    else void navigate(firstPage(role), { replace: true });
  };
  return (
    <Screen path="/second-factor">
      <Stack maw={560} gap="md">
        {isForced ? (
          <Alert color="turmeric">{t('factors.page.forced')}</Alert>
        ) : (
          <Text size="sm">{t('factors.page.about')}</Text>
        )}
        <AsyncState load={load} failure={t('factors.page.failed')}>
          {(own) => (
            <>
              <AppPanel app={own.app} onAdded={(codes) => void onAdded(codes)} onRemoved={load.reload} />
              <PasskeyPanel passkeys={own.passkeys} onAdded={(codes) => void onAdded(codes)} onRemoved={load.reload} />
              {(own.app || own.passkeys.length > 0) && (
                <RecoveryPanel left={own.recovery_codes_left} onRenewed={load.reload} />
              )}
            </>
          )}
        </AsyncState>
      </Stack>
    </Screen>
  );
}

function noteAdded(): void {
  const session = currentSession();
  if (session?.mustAddFactor) storeSession({ ...session, mustAddFactor: false });
}

interface PasskeyPanelProps {
  passkeys: readonly Passkey[];
  onAdded: (codes: readonly string[] | null) => void;
  onRemoved: () => void;
}

function PasskeyPanel({ passkeys, onAdded, onRemoved }: PasskeyPanelProps) {
  return (
    <FactorPanel id="passkeys" title={t('factors.passkeys.title')} about={t('factors.passkeys.about')}>
      {passkeys.map((passkey) => (
        <FactorLine
          key={passkey.id}
          name={passkey.name}
          factor={passkey}
          onRemove={() =>
            void removeOwnFactor(
              {
                id: passkey.id,
                title: t('factors.passkeys.removeTitle', { name: passkey.name }),
                body: t('factors.passkeys.removeBody'),
              },
              onRemoved,
            )
          }
        />
      ))}
      {hasPasskeys() ? <NewPasskey onAdded={onAdded} /> : <Text size="sm">{t('shared.passkey.unsupported')}</Text>}
    </FactorPanel>
  );
}

function NewPasskey({ onAdded }: Pick<PasskeyPanelProps, 'onAdded'>) {
  const form: OfficeForm<{ name: string }> = useOfficeForm({
    initialValues: { name: '' },
    schema: factors.addPasskey.body.pick({ name: true }),
    async save({ name }) {
      const asked = await api(factors.beginPasskey, {});
      const passkey = await createPasskey(asked);
      return api(factors.addPasskey, { body: { name, challenge: asked.challenge, passkey } });
    },
    fallback: t('factors.page.addFailed'),
    onSaved: ({ message, recovery_codes }) => {
      toastDone(message, 3);
      form.clear();
      onAdded(recovery_codes);
    },
  });
  return (
    <Form form={form} saveLabel={t('factors.passkeys.add')} withoutHint>
      <TextInput
        label={t('factors.passkeys.name')}
        description={t('factors.passkeys.nameHint')}
        autoComplete="off"
        {...form.field('name')}
      />
    </Form>
  );
}

function RecoveryPanel({ left, onRenewed }: { left: number; onRenewed: () => void }) {
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
      <Text size="sm" mb="sm" fw={700} {...(left === 0 && { c: 'red' })}>
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

function showRecoveryCodes(codes: readonly string[]): Promise<void> {
  return openDialog<void>((close) => <RecoveryCodesDialog codes={codes} close={close} />, undefined);
}

/** Shows recovery codes. Only the button closes the dialog, because the codes are shown once. */
function RecoveryCodesDialog({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const heading = t('factors.recovery.of', { email: currentSession()?.email ?? '' });
  const text = [heading, '', ...codes, ''].join('\r\n');
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={<Text fw={700}>{t('factors.recovery.title')}</Text>}
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

interface AppPanelProps {
  app: OwnFactors['app'];
  onAdded: (codes: readonly string[] | null) => void;
  onRemoved: () => void;
}

function AppPanel({ app, onAdded, onRemoved }: AppPanelProps) {
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
          <Text size="sm" fw={700}>
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
