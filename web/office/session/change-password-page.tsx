import { PasswordInput, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { session } from '#contract/session.ts';
import { t } from '#web/i18n/t.ts';
import { currentSession, storeSession, useSession } from '#web/session.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { firstPage } from './next-page.ts';
import { OwnSessionsPanel } from './own-sessions-panel.tsx';

type Passwords = { currentPassword: string; newPassword: string };

const NOTHING: Passwords = { currentPassword: '', newPassword: '' };

export function ChangePasswordPage() {
  const isForced = useSession()?.mustChangePassword === true;
  const navigate = useNavigate();
  const form: OfficeForm<Passwords> = useOfficeForm({
    initialValues: NOTHING,
    schema: session.changePassword.body,
    check: (values) => (values.currentPassword === '' || values.newPassword === '' ? missing(values) : {}),
    save: (body) => api(session.changePassword, { body }),
    fallback: t('session.password.failed'),
    fieldOfRefusal: { wrong_current_password: 'currentPassword', weak_password: 'newPassword' },
    onSaved: ({ message }) => {
      toastDone(message, 3);
      const signedIn = currentSession();
      if (signedIn) storeSession({ ...signedIn, mustChangePassword: false });
      if (isForced) void navigate(firstPage(signedIn?.role), { replace: true });
      else form.clear();
    },
  });
  return (
    <Screen path="/change-password">
      <Stack maw={420} gap="md">
        <Text size="sm">{isForced ? t('session.password.forced') : t('session.password.otherDevices')}</Text>
        <Form form={form} saveLabel={t('session.password.change')}>
          <PasswordInput
            label={t('session.password.current')}
            autoComplete="current-password"
            autoFocus
            visibilityToggleButtonProps={{ 'aria-label': t('session.password.toggle'), tabIndex: 0 }}
            {...form.field('currentPassword')}
          />
          <PasswordInput
            label={t('session.password.new')}
            description={t('session.password.hint')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('session.password.toggle'), tabIndex: 0 }}
            {...form.field('newPassword')}
          />
        </Form>
      </Stack>
      {!isForced && <OwnSessionsPanel />}
    </Screen>
  );
}

/** The specification has one sentence for both fields. */
function missing(values: Passwords): Partial<Passwords> {
  const bothNeeded = t('session.password.bothNeeded');
  return {
    ...(values.currentPassword === '' && { currentPassword: bothNeeded }),
    ...(values.newPassword === '' && { newPassword: bothNeeded }),
  };
}
