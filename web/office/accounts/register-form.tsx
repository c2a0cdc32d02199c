import { Card, Checkbox, PasswordInput, Title } from '@mantine/core';
import { useState } from 'react';
import { accounts } from '#contract/accounts.ts';
import type { Role } from '#contract/permissions.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { InviteForm, NameFields, RoleField } from './invite-form.tsx';

type Registration = { username: string; email: string; password: string; role: Role };

const EMPTY: Registration = { username: '', email: '', password: '', role: 'editor' };

export function RegisterForm({ onTried }: { onTried: () => void }) {
  const [isByLink, setIsByLink] = useState(false);
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
      {isByLink ? <InviteForm onTried={onTried} /> : <PasswordForm onTried={onTried} />}
    </Card>
  );
}

function PasswordForm({ onTried }: { onTried: () => void }) {
  const form: OfficeForm<Registration> = useOfficeForm({
    initialValues: EMPTY,
    schema: accounts.register.body,
    check: missing,
    // The list is reloaded after a failure too, because the answer may have been lost.
    save: (body) => api(accounts.register, { body }).finally(onTried),
    fallback: t('accounts.register.failed'),
    fieldOfRefusal: { weak_password: 'password', role_too_high: 'role' },
    onSaved: ({ message }) => {
      toastDone(message, 3);
      form.clear();
    },
  });
  const { field, inner } = form;
  return (
    <Form form={form} saveLabel={t('accounts.register.submit')} withoutHint>
      <NameFields field={field} />
      <PasswordInput
        label={t('accounts.register.password')}
        description={t('accounts.register.passwordHint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('accounts.register.togglePassword'), tabIndex: 0 }}
        {...field('password')}
      />
      <RoleField role={inner.values.role} props={field('role')} />
    </Form>
  );
}

function missing(values: Registration): Partial<Record<keyof Registration, string>> {
  const empty = (['username', 'email', 'password'] as const).filter((name) => values[name].trim() === '');
  return Object.fromEntries(empty.map((name) => [name, t('accounts.register.allNeeded')]));
}
