import { Card, Checkbox, PasswordInput, Title } from '@mantine/core';
import { useState } from 'react';
import { accounts } from '#contract/accounts.ts';
import type { Body } from '#contract/call.ts';
import { languages } from '#contract/languages.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { LANGUAGE_NAMES } from '#web/ui/language-switch.tsx';
import { api } from '../api.ts';
import { showLink } from './account-actions.tsx';
import { NameFields, RoleField } from './account-fields-panel.tsx';

type Registration = Body<typeof accounts.register> & Body<typeof accounts.invite>;

const WITH_PASSWORD = ['username', 'email', 'role', 'password'] as const;
const BY_LINK = ['username', 'email', 'role', 'language', 'by_mail'] as const;

export function RegisterForm({ onTried }: { onTried: () => void }) {
  const [isByLink, setIsByLink] = useState(false);
  const form = useRegistration(isByLink, onTried);
  const { field, inner } = form;
  return (
    <Card component="section" aria-labelledby="register" withBorder padding="md">
      <Title order={2} size="h4" id="register" mb="sm">
        {t('accounts.register.title')}
      </Title>
      <Checkbox
        label={t('accounts.register.byLink')}
        mb="md"
        checked={isByLink}
        onChange={(event) => setIsByLink(event.currentTarget.checked)}
      />
      <Form form={form} saveLabel={t('accounts.register.submit')} withoutHint>
        <NameFields field={field} />
        {!isByLink && (
          <PasswordInput
            label={t('accounts.register.password')}
            description={t('accounts.register.passwordHint')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('accounts.register.togglePassword'), tabIndex: 0 }}
            {...field('password')}
          />
        )}
        <RoleField role={inner.values.role} props={field('role')} />
        {isByLink && (
          <>
            <ChoiceField
              label={t('accounts.register.language')}
              data={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
              {...field('language')}
            />
            <Checkbox label={t('accounts.register.byMail')} {...field('by_mail', { type: 'checkbox' })} />
          </>
        )}
      </Form>
    </Card>
  );
}

function useRegistration(isByLink: boolean, onTried: () => void): OfficeForm<Registration> {
  const form: OfficeForm<Registration> = useOfficeForm<Registration, { message: string }>({
    initialValues: {
      username: '',
      email: '',
      password: '',
      role: 'editor',
      language: currentLanguage(),
      by_mail: false,
    },
    schema: isByLink ? accounts.invite.body : accounts.register.body,
    check: (values) => (isByLink ? {} : missing(values)),
    // The list is reloaded after a failure too, because the answer may have been lost.
    save: (values) => (isByLink ? invite(values) : register(values)).finally(onTried),
    fallback: t('accounts.register.failed'),
    fieldOfRefusal: { weak_password: 'password', role_too_high: 'role' },
    onSaved: ({ message }) => {
      toastDone(message, 3);
      form.clear();
    },
  });
  return form;
}

function register(values: Registration) {
  return api(accounts.register, { body: pick(values, WITH_PASSWORD) });
}

async function invite(values: Registration) {
  const { message, admin, ...made } = await api(accounts.invite, { body: pick(values, BY_LINK) });
  void showLink(admin.email, made);
  return { message };
}

function pick<Values extends object, Name extends keyof Values>(values: Values, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>;
}

function missing(values: Registration): Partial<Record<keyof Registration, string>> {
  const empty = (['username', 'email', 'password'] as const).filter((name) => values[name].trim() === '');
  return Object.fromEntries(empty.map((name) => [name, t('accounts.register.allNeeded')]));
}
