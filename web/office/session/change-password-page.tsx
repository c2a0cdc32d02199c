import { Button, Card, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { accounts, type OpenSession } from '#contract/accounts.ts';
import { session } from '#contract/session.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { currentSession, storeSession, useSession } from '#web/session.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { Screen } from '../screen.tsx';
import { firstPage } from './next-page.ts';

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

/** Returns the errors of empty fields. Both fields have the same message in the specification. */
function missing(values: Passwords): Partial<Passwords> {
  const bothNeeded = t('session.password.bothNeeded');
  return {
    ...(values.currentPassword === '' && { currentPassword: bothNeeded }),
    ...(values.newPassword === '' && { newPassword: bothNeeded }),
  };
}

function OwnSessionsPanel() {
  const [sessions, setSessions] = useState<readonly OpenSession[]>();
  const show = async () => {
    try {
      setSessions(await api(accounts.ownSessions, {}));
    } catch (error) {
      toastFailed(sentenceOf(error, t('session.own.failed')), 5);
    }
  };
  const end = async (id: string) => {
    const ending = { call: () => api(accounts.endOwnSession, { params: { id } }), failed: t('session.own.endFailed') };
    if (await callAndTell(ending)) await show();
  };
  return (
    <Card component="section" aria-labelledby="own-sessions" withBorder padding="md" maw={420} mt="lg">
      <Title order={2} size="h4" id="own-sessions" mb="sm">
        {t('session.own.title')}
      </Title>
      {sessions === undefined ? (
        <Button variant="default" onClick={() => void show()}>
          {t('session.own.show')}
        </Button>
      ) : (
        sessions.map((one) => <OwnSession key={one.id} session={one} end={() => void end(one.id)} />)
      )}
    </Card>
  );
}

function OwnSession({ session, end }: { session: OpenSession; end: () => void }) {
  const { address, last_seen_at, is_own } = session;
  const name = t('session.own.row', { address, time: formatInstant(last_seen_at) });
  return (
    <Group justify="space-between" mb="xs" wrap="nowrap">
      <Text size="sm">{name}</Text>
      {is_own ? (
        <Text size="sm" c="dimmed">
          {t('session.own.this')}
        </Text>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={t('ui.table.rowAction', { action: t('session.own.end'), name })}
          onClick={end}
        >
          {t('session.own.end')}
        </Button>
      )}
    </Group>
  );
}
