import { Card, PasswordInput, Select, Text, TextInput, Title } from '@mantine/core';
import { accounts } from '#contract/accounts.ts';
import { type Role, roles } from '#contract/permissions.ts';
import { useSession } from '#web/session.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';

type Registration = { username: string; email: string; password: string; role: Role };

const EMPTY: Registration = { username: '', email: '', password: '', role: 'editor' };
/** The specification has one sentence for all of them; it stands under each that is empty. */
const ALL = 'Fill in all fields';

/** Lets somebody new in. */
export function RegisterForm({ onTried }: { onTried: () => void }) {
  const form: OfficeForm<Registration> = useOfficeForm({
    initialValues: EMPTY,
    schema: accounts.register.body,
    check: missing,
    // The list is read again whatever comes of it: the answer may have been lost on its way.
    save: (body) => api(accounts.register, { body }).finally(onTried),
    fallback: 'Error registering admin',
    fieldOfRefusal: { weak_password: 'password', role_too_high: 'role' },
    onSaved: ({ message }) => {
      toastDone(message, 3);
      form.clear();
    },
  });
  return (
    <Card component="section" aria-labelledby="register" withBorder padding="md">
      <Title order={2} size="h4" id="register" mb="sm">
        Register account
      </Title>
      <Form form={form} saveLabel="Register" withoutHint>
        <RegisterFields form={form} />
      </Form>
    </Card>
  );
}

function RegisterFields({ form: { field, inner } }: { form: OfficeForm<Registration> }) {
  const choices = rolesGivenBy(useSession()?.role);
  return (
    <>
      <TextInput label="Username" autoComplete="off" {...field('username')} />
      <TextInput label="Email" type="email" autoComplete="off" {...field('email')} />
      <PasswordInput
        label="Password"
        description="At least 8 characters, and not one that is easy to guess"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
        {...field('password')}
      />
      <div>
        <Select label="Role" data={choices} allowDeselect={false} aria-describedby="role-words" {...field('role')} />
        <Text id="role-words" size="xs" c="dimmed" mt={4}>
          {ROLE_WORDS[inner.values.role]}
        </Text>
      </div>
    </>
  );
}

function missing(values: Registration): Partial<Record<keyof Registration, string>> {
  const empty = (['username', 'email', 'password'] as const).filter((name) => values[name].trim() === '');
  return Object.fromEntries(empty.map((name) => [name, ALL]));
}

/** What a role is for, in the words of the form that gives it (wire.md, section 7). */
const ROLE_WORDS: Record<Role, string> = {
  superadmin: 'Everything, also the backup and deleting accounts',
  admin: 'Everything but the backup and deleting accounts',
  manager: 'Looks at books and logs; keeps products, prices, publications and tickets',
  editor: 'Looks at books; keeps products, prices, publications and tickets',
  tiketing: 'Issues tickets at the gate; does not enter this office',
};

/** The roles that somebody of that role may give. */
function rolesGivenBy(role: Role | undefined): Role[] {
  return roles.filter((one) => one !== 'superadmin' || role === 'superadmin');
}
