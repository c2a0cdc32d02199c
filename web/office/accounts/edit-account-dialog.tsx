import { Checkbox, Stack, TextInput } from '@mantine/core';
import { type Account, accounts } from '#contract/accounts.ts';
import type { Body } from '#contract/call.ts';
import { t } from '#web/i18n/t.ts';
import { word, wordChoices } from '#web/i18n/word.ts';
import { useSession } from '#web/session.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { assignableRoles } from './assignable-roles.ts';

type AccountValues = Body<typeof accounts.edit>;

interface EditAccountDialogProps {
  account: Account;
  onClose: () => void;
  onDone: () => void;
}

export function EditAccountDialog({ account, onClose, onDone }: EditAccountDialogProps) {
  const form: OfficeForm<AccountValues> = useOfficeForm({
    initialValues: valuesOf(account),
    schema: accounts.edit.body,
    save: (body, { ifMatch }) =>
      api(accounts.edit, { params: { id: String(account.admin_id) }, body }, { ifMatch }).finally(onDone),
    stored: {
      call: accounts.edit,
      object: account,
      valuesOf: (stored) => stored as AccountValues,
      objectOf: ({ admin }) => admin,
      show: {
        role: (role: Account['role']) => word('role', role),
        is_disabled: (isDisabled: boolean) => t(isDisabled ? 'accounts.table.disabled' : 'accounts.table.active'),
      },
    },
    fallback: t('accounts.edit.failed'),
    fieldOfRefusal: { role_too_high: 'role' },
    onSaved: ({ message }) => {
      toastDone(message, 3);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('accounts.edit.title', { username: account.username })} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('accounts.edit.save')} onCancel={close} withoutHint>
          <AccountFields form={form} />
        </Form>
      )}
    </FormDialog>
  );
}

function AccountFields({ form: { field } }: { form: OfficeForm<AccountValues> }) {
  const choices = assignableRoles(useSession()?.role);
  return (
    <Stack gap="md">
      <TextInput label={t('accounts.table.username')} autoComplete="off" data-autofocus {...field('username')} />
      <TextInput label={t('accounts.table.email')} type="email" autoComplete="off" {...field('email')} />
      <ChoiceField label={t('accounts.table.role')} data={wordChoices('role', choices)} {...field('role')} />
      <Checkbox
        label={t('accounts.edit.disable')}
        description={t('accounts.edit.disableHint')}
        {...field('is_disabled', { type: 'checkbox' })}
      />
    </Stack>
  );
}

function valuesOf({ username, email, role, is_disabled }: Account): AccountValues {
  return { username, email, role, is_disabled };
}
