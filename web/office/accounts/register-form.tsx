import { Card, PasswordInput, Select, Text, TextInput, Title } from '@mantine/core';
import { accounts } from '#contract/accounts.ts';
import type { Role } from '#contract/permissions.ts';
import { storedChoices } from '#web/i18n/stored-words.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { assignableRoles } from './assignable-roles.ts';

type Registration = { username: string; email: string; password: string; role: Role };

const EMPTY: Registration = { username: '', email: '', password: '', role: 'editor' };

export function RegisterForm({ onTried }: { onTried: () => void }) {
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
  return (
    <Card component="section" aria-labelledby="register" withBorder padding="md">
      <Title order={2} size="h4" id="register" mb="sm">
        {t('accounts.register.title')}
      </Title>
      <Form form={form} saveLabel={t('accounts.register.submit')} withoutHint>
        <RegisterFields form={form} />
      </Form>
    </Card>
  );
}

function RegisterFields({ form: { field, inner } }: { form: OfficeForm<Registration> }) {
  const choices = assignableRoles(useSession()?.role);
  return (
    <>
      <TextInput label={t('accounts.table.username')} autoComplete="off" {...field('username')} />
      <TextInput label={t('accounts.table.email')} type="email" autoComplete="off" {...field('email')} />
      <PasswordInput
        label={t('accounts.register.password')}
        description={t('accounts.register.passwordHint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('accounts.register.togglePassword'), tabIndex: 0 }}
        {...field('password')}
      />
      <div>
        <Select
          label={t('accounts.table.role')}
          data={storedChoices(choices)}
          allowDeselect={false}
          aria-describedby="role-words"
          {...field('role')}
        />
        <Text id="role-words" size="xs" c="dimmed" mt={4}>
          {t(`accounts.role.${inner.values.role}`)}
        </Text>
      </div>
    </>
  );
}

function missing(values: Registration): Partial<Record<keyof Registration, string>> {
  const empty = (['username', 'email', 'password'] as const).filter((name) => values[name].trim() === '');
  return Object.fromEntries(empty.map((name) => [name, t('accounts.register.allNeeded')]));
}
