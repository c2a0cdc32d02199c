import { Checkbox, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { Sending } from '#contract/call.ts';
import { type MailServerAnswer, mail, mailSecurities } from '#contract/mail.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { EditableFor } from '#web/ui/form/text-fields.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';

type ServerValues = Pick<MailServerAnswer, 'host' | 'security' | 'user' | 'sender'> & {
  port: number | string;
  password: string;
  isPasswordRemoved: boolean;
};

export function MailServerForm({ stored, onSaved }: { stored: MailServerAnswer; onSaved: () => void }) {
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
      // The password must not be in the page longer than it is needed.
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

function valuesOf({ host, port, security, user, sender }: MailServerAnswer): ServerValues {
  return { host, port, security, user, sender, password: '', isPasswordRemoved: false };
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
    </Stack>
  );
}
