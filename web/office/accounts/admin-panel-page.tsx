import IconKey from 'virtual:icons/key';
import { Button, Card, Checkbox, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Account, accounts, type OpenSession } from '#contract/accounts.ts';
import type { Body } from '#contract/call.ts';
import { languages } from '#contract/languages.ts';
import { type Role, roles } from '#contract/roles.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { word, wordChoices } from '#web/i18n/word.ts';
import { useSession } from '#web/session.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { LANGUAGE_NAMES } from '#web/ui/language-switch.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { RequirementPanel } from '../factors/requirement-panel.tsx';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import {
  cancelLinkOf,
  deleteAccount,
  endOtherSession,
  removeFactorsOf,
  resetByLinkOf,
  resetPasswordOf,
  showLink,
} from './account-actions.tsx';
import { AccountTable } from './account-table.tsx';
import classes from './accounts.module.css';
import { SessionTable } from './session-table.tsx';

export function AdminPanelPage() {
  const list = useLoad('accounts', async (signal) => (await api(accounts.list, {}, { signal })).admins);
  const sessions = useLoad('sessions', (signal) => api(accounts.sessions, {}, { signal }));
  const [edited, setEdited] = useState<Account>();
  const mayRequire = useMay('factors.require');
  const reload = () => {
    list.reload();
    sessions.reload();
  };
  const remove = async (account: Account) => {
    if (await deleteAccount(account)) reload();
  };
  const resetPassword = async (account: Account) => {
    if (await resetPasswordOf(account)) reload();
  };
  const byLink = async (account: Account) => {
    if (await resetByLinkOf(account)) reload();
  };
  const cancelLink = async (account: Account) => {
    if (await cancelLinkOf(account)) reload();
  };
  const withoutFactors = async (account: Account) => {
    if (await removeFactorsOf(account)) reload();
  };
  const end = async (session: OpenSession) => {
    if (await endOtherSession(session)) sessions.reload();
  };
  return (
    <Screen path="/admin-panel" actions={<OwnPassword />}>
      <div className={classes.panel}>
        <div className={classes.accounts}>
          <AccountTable
            load={list}
            actions={{
              edit: setEdited,
              resetPassword: (account) => void resetPassword(account),
              resetByLink: (account) => void byLink(account),
              cancelLink: (account) => void cancelLink(account),
              removeFactors: (account) => void withoutFactors(account),
              remove: (account) => void remove(account),
            }}
          />
        </div>
        <div className={classes.register}>
          <RegisterForm onTried={list.reload} />
          {mayRequire && <RequirementPanel />}
        </div>
        <div className={classes.sessions}>
          <Title order={2} size="h4" mb="sm">
            {t('accounts.sessions.title')}
          </Title>
          <SessionTable load={sessions} end={(session) => void end(session)} />
        </div>
      </div>
      {edited && (
        <EditAccountDialog
          key={edited.admin_id}
          account={edited}
          onClose={() => setEdited(undefined)}
          onDone={reload}
        />
      )}
    </Screen>
  );
}

function OwnPassword() {
  return (
    <Button
      component={Link}
      to={placeOf('/change-password')}
      variant="default"
      leftSection={<IconKey size={18} aria-hidden />}
    >
      {t('accounts.changePassword')}
    </Button>
  );
}

type AccountValues = Body<typeof accounts.edit>;

interface EditAccountDialogProps {
  account: Account;
  onClose: () => void;
  onDone: () => void;
}

function EditAccountDialog({ account, onClose, onDone }: EditAccountDialogProps) {
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

type Registration = Body<typeof accounts.register> & Body<typeof accounts.invite>;

const WITH_PASSWORD = ['username', 'email', 'role', 'password'] as const;
const BY_LINK = ['username', 'email', 'role', 'language', 'by_mail'] as const;

function RegisterForm({ onTried }: { onTried: () => void }) {
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

function NameFields({ field }: { field: (name: 'username' | 'email') => object }) {
  return (
    <>
      <TextInput label={t('accounts.table.username')} autoComplete="off" {...field('username')} />
      <TextInput label={t('accounts.table.email')} type="email" autoComplete="off" {...field('email')} />
    </>
  );
}

function RoleField({ role, props }: { role: Role; props: object }) {
  const choices = assignableRoles(useSession()?.role);
  return (
    <div>
      <ChoiceField
        label={t('accounts.table.role')}
        data={wordChoices('role', choices)}
        aria-describedby="role-words"
        {...props}
      />
      <Text id="role-words" size="xs" c="dimmed" mt="var(--space-2)">
        {t(`accounts.role.${role}`)}
      </Text>
    </div>
  );
}

function assignableRoles(role: Role | undefined): Role[] {
  return roles.filter((one) => one !== 'superadmin' || role === 'superadmin');
}
