import { Text, TextInput } from '@mantine/core';
import type { Role } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { wordChoices } from '#web/i18n/word.ts';
import { useSession } from '#web/session.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { assignableRoles } from './assignable-roles.ts';

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
        data={wordChoices('role', choices)}
        aria-describedby="role-words"
        {...props}
      />
      <Text id="role-words" size="xs" c="dimmed" mt={4}>
        {t(`accounts.role.${role}`)}
      </Text>
    </div>
  );
}
