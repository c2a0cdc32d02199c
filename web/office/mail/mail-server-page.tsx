import IconMail from 'virtual:icons/mail';
import { Alert, Button, Checkbox, Code, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Answer, Sending } from '#contract/call.ts';
import { type MailServerAnswer, mail, mailSecurities } from '#contract/mail.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { EditableFor } from '#web/ui/form/text-fields.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useBusy } from '#web/ui/use-busy.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { CentrePage } from '../centre/centre-page.tsx';
import { useMay } from '../session/use-may.ts';

export function MailServerPage() {
  const load = useLoad('mail server', (signal) => api(mail.getServer, {}, { signal }));
  const isWriter = useMay('settings.write');
  return (
    <CentrePage path="/settings/mail-server" subtitle="mail.page.subtitle" load={load} event="Mail Server Changed">
      {(stored) => (
        <Stack gap="lg" maw={760}>
          <OperatorNote operator={stored.operator} />
          <MailServerForm stored={stored} onSaved={load.reload} />
          {isWriter && <MailTestPanel />}
        </Stack>
      )}
    </CentrePage>
  );
}

function OperatorNote({ operator: { server, sender } }: Pick<MailServerAnswer, 'operator'>) {
  if (server === null && sender === null) return null;
  return (
    <Alert>
      {server !== null && <div>{t('mail.page.operatorServer', { server })}</div>}
      {sender !== null && <div>{t('mail.page.operatorSender', { sender })}</div>}
    </Alert>
  );
}

type TestAnswer = Answer<typeof mail.testServer>;

function MailTestPanel() {
  const [result, setResult] = useState<TestAnswer>();
  const own = useSession()?.email ?? '';
  const { isBusy, run } = useBusy(async () => {
    setResult(undefined);
    const failed = (error: unknown) => ({
      success: false,
      message: sentenceOf(error, t('mail.test.failed')),
      reply: null,
    });
    setResult(await api(mail.testServer, {}).catch(failed));
  });
  return (
    <Stack component="section" gap="sm" aria-label={t('mail.test.title')}>
      <Text size="sm">{t('mail.test.about', { address: own })}</Text>
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconMail size={18} aria-hidden />}
        onClick={run}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('mail.test.send')}
      </Button>
      {result && (
        <Alert color={result.success ? 'green' : 'red'} role="status" title={result.message}>
          {result.reply !== null && (
            <>
              {t('mail.test.reply')} <Code>{result.reply}</Code>
            </>
          )}
        </Alert>
      )}
    </Stack>
  );
}

type ServerValues = Pick<MailServerAnswer, 'host' | 'security' | 'user' | 'sender' | 'missing_list_to'> & {
  port: number | string;
  password: string;
  isPasswordRemoved: boolean;
};

function MailServerForm({ stored, onSaved }: { stored: MailServerAnswer; onSaved: () => void }) {
  const isWriter = useMay('settings.write');
  const form: OfficeForm<ServerValues> = useOfficeForm({
    initialValues: valuesOf(stored),
    schema: mail.setServer.body,
    toBody: bodyOf,
    save: (values, seen) => api(mail.setServer, { body: bodyOf(values) }, seen),
    stored: {
      call: mail.setServer,
      object: stored,
      valuesOf: (server) => valuesOf(server as MailServerAnswer),
      objectOf: ({ settings }) => settings,
      show: { security: (security: MailServerAnswer['security']) => t(`mail.security.${security}`) },
    },
    fallback: t('mail.form.notSaved'),
    onSaved: ({ message }) => {
      toastDone(message, 5);
      // The password is removed, because it must not be in the page longer than needed.
      const shown = { ...form.inner.getValues(), password: '', isPasswordRemoved: false };
      form.inner.setValues(shown);
      form.inner.resetDirty(shown);
      onSaved();
    },
  });
  return (
    <EditableFor isWriter={isWriter}>
      <Form form={form} saveLabel={t('mail.form.save')} withoutHint={!isWriter}>
        <ServerFields form={form} hasPassword={stored.has_password} />
      </Form>
    </EditableFor>
  );
}

function valuesOf({ host, port, security, user, sender, missing_list_to }: MailServerAnswer): ServerValues {
  return { host, port, security, user, sender, missing_list_to, password: '', isPasswordRemoved: false };
}

function bodyOf({ password, isPasswordRemoved, port, ...facts }: ServerValues): Sending<typeof mail.setServer>['body'] {
  const given = isPasswordRemoved ? '' : password || undefined;
  return { ...facts, port: port as number, ...(given !== undefined && { password: given }) };
}

function ServerFields({ form, hasPassword }: { form: OfficeForm<ServerValues>; hasPassword: boolean }) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label={t('mail.form.host')}
          description={t('mail.form.hostHint')}
          placeholder="smtp.example.com"
          autoComplete="off"
          {...form.field('host')}
        />
        <AmountField
          label={t('mail.form.port')}
          description={t('mail.form.portHint')}
          decimals={0}
          {...form.field('port')}
        />
        <ChoiceField
          label={t('mail.form.security')}
          data={mailSecurities.map((value) => ({ value, label: t(`mail.security.${value}`) }))}
          {...form.field('security')}
        />
        <TextInput
          label={t('mail.form.sender')}
          placeholder={t('mail.form.senderExample')}
          autoComplete="off"
          {...form.field('sender')}
        />
        <TextInput label={t('mail.form.user')} autoComplete="off" {...form.field('user')} />
        <PasswordInput
          label={t('mail.form.password')}
          description={t(hasPassword ? 'mail.form.passwordStored' : 'mail.form.passwordNone')}
          autoComplete="new-password"
          disabled={form.inner.values.isPasswordRemoved}
          visibilityToggleButtonProps={{ 'aria-label': t('session.password.toggle'), tabIndex: 0 }}
          {...form.field('password')}
        />
      </SimpleGrid>
      {hasPassword && (
        <Checkbox label={t('mail.form.removePassword')} {...form.field('isPasswordRemoved', { type: 'checkbox' })} />
      )}
      <TextInput
        label={t('mail.form.missingListTo')}
        description={t('mail.form.missingListHint')}
        type="email"
        autoComplete="off"
        {...form.field('missing_list_to')}
      />
    </Stack>
  );
}
