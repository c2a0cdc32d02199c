import { Checkbox, Text, TextInput } from '@mantine/core';
import { accounts } from '#contract/accounts.ts';
import type { Body } from '#contract/call.ts';
import { languages } from '#contract/languages.ts';
import type { Role } from '#contract/permissions.ts';
import { storedChoices } from '#web/i18n/stored-words.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { LANGUAGE_NAMES } from '#web/ui/language-switch.tsx';
import { api } from '../api.ts';
import { assignableRoles } from './assignable-roles.ts';
import { showLink } from './show-link.ts';

type Invitation = Body<typeof accounts.invite>;

export function InviteForm({ onTried }: { onTried: () => void }) {
  const form: OfficeForm<Invitation> = useOfficeForm({
    initialValues: { username: '', email: '', role: 'editor', language: currentLanguage(), by_mail: false },
    schema: accounts.invite.body,
    save: (body) => api(accounts.invite, { body }).finally(onTried),
    fallback: t('accounts.register.failed'),
    fieldOfRefusal: { role_too_high: 'role' },
    onSaved: ({ message, admin, ...made }) => {
      toastDone(message, 3);
      form.clear();
      void showLink(admin.email, made);
    },
  });
  const { field, inner } = form;
  return (
    <Form form={form} saveLabel={t('accounts.register.submit')} withoutHint>
      <NameFields field={field} />
      <RoleField role={inner.values.role} props={field('role')} />
      <ChoiceField
        label={t('accounts.register.language')}
        data={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        {...field('language')}
      />
      <Checkbox label={t('accounts.register.byMail')} {...field('by_mail', { type: 'checkbox' })} />
    </Form>
  );
}

export function NameFields({ field }: { field: (name: 'username' | 'email') => object }) {
  return (
    <>
      <TextInput label={t('accounts.table.username')} autoComplete="off" {...field('username')} />
      <TextInput label={t('accounts.table.email')} type="email" autoComplete="off" {...field('email')} />
    </>
  );
}

export function RoleField({ role, props }: { role: Role; props: object }) {
  const choices = assignableRoles(useSession()?.role);
  return (
    <div>
      <ChoiceField
        label={t('accounts.table.role')}
        data={storedChoices(choices)}
        aria-describedby="role-words"
        {...props}
      />
      <Text id="role-words" size="xs" c="dimmed" mt={4}>
        {t(`accounts.role.${role}`)}
      </Text>
    </div>
  );
}
