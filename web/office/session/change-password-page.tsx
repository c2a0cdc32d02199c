import { PasswordInput, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { session } from '#contract/session.ts';
import { currentSession, storeSession, useSession } from '#web/session.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { Screen } from '../shell/screen.tsx';
import { FIRST_PAGE } from './next-page.ts';

type Passwords = { currentPassword: string; newPassword: string };

const BOTH = 'Please fill in both fields';
const toggle = { 'aria-label': 'Show or hide what you type', tabIndex: 0 };
const NOTHING: Passwords = { currentPassword: '', newPassword: '' };

/** Whoever is signed in chooses a new password; a first login has to, before anything else. */
export function ChangePasswordPage() {
  const isForced = useSession()?.mustChangePassword === true;
  const navigate = useNavigate();
  const form: OfficeForm<Passwords> = useOfficeForm({
    initialValues: NOTHING,
    schema: session.changePassword.body,
    check: (values) => (values.currentPassword === '' || values.newPassword === '' ? missing(values) : {}),
    save: (body) => api(session.changePassword, { body }),
    fallback: 'Error changing password',
    fieldOfRefusal: { wrong_current_password: 'currentPassword', weak_password: 'newPassword' },
    onSaved: ({ message }) => {
      toastDone(message, 3);
      const signedIn = currentSession();
      if (signedIn) storeSession({ ...signedIn, mustChangePassword: false });
      if (isForced) void navigate(FIRST_PAGE, { replace: true });
      else form.clear();
    },
  });
  return (
    <Screen path="/change-password">
      <Stack maw={420} gap="md">
        <Text size="sm">
          {isForced
            ? 'You signed in with a password somebody else chose. Please choose one of your own first.'
            : 'Every other place where you are signed in will be signed out.'}
        </Text>
        <Form form={form} saveLabel="Change password">
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            autoFocus
            visibilityToggleButtonProps={toggle}
            {...form.field('currentPassword')}
          />
          <PasswordInput
            label="New password"
            description="At least 8 characters, and not one that is easy to guess"
            autoComplete="new-password"
            visibilityToggleButtonProps={toggle}
            {...form.field('newPassword')}
          />
        </Form>
      </Stack>
    </Screen>
  );
}

/** The specification has one sentence for both fields; it stands under each that is empty. */
function missing(values: Passwords): Partial<Passwords> {
  return {
    ...(values.currentPassword === '' && { currentPassword: BOTH }),
    ...(values.newPassword === '' && { newPassword: BOTH }),
  };
}
