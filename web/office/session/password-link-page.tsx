import { Alert, Anchor, Center, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { accounts } from '#contract/accounts.ts';
import { makeCall, sentenceOf } from '#web/client.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { t } from '#web/i18n/t.ts';
import { clearSession } from '#web/session.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { changeLanguage } from './change-language.ts';

/** The page for invited accounts and reset passwords. The token is in the fragment of the address. */
export function PasswordLinkPage() {
  const [token] = useState(() => location.hash.slice(1));
  const load = useLoad(token, async (signal) => {
    const person = await makeCall(accounts.readLink, { body: { token } }, { signal });
    const { language } = person;
    if (language)
      await Promise.all([changeLanguage(language), loadMessages('office', language)]).catch(() => undefined);
    return person;
  });
  useDocumentTitle(`${t('session.link.title')} · Pola`);
  return (
    <Center component="main" mih="100dvh" p="md" className="login-ground">
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={400}>
        <Stack gap="lg">
          <Title order={1} size="h2">
            {t('session.link.title')}
          </Title>
          {load.error === undefined ? (
            <AsyncState load={load} failure={t('session.link.unread')}>
              {({ username, email }) => (
                <>
                  <Text size="sm">{t('session.link.for', { username, email })}</Text>
                  <NewPassword token={token} />
                </>
              )}
            </AsyncState>
          ) : (
            <Alert color="red" role="alert" title={t('session.link.unread')}>
              {sentenceOf(load.error, t('session.link.failed'))}
            </Alert>
          )}
          <Anchor component={Link} to="/login" size="sm">
            {t('session.link.signIn')}
          </Anchor>
        </Stack>
      </Paper>
    </Center>
  );
}

function NewPassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useOfficeForm({
    initialValues: { password: '' },
    schema: accounts.useLink.body.pick({ password: true }),
    check: ({ password }) => (password === '' ? { password: t('session.link.missing') } : {}),
    save: ({ password }) => makeCall(accounts.useLink, { body: { token, password } }),
    fallback: t('session.link.failed'),
    fieldOfRefusal: { weak_password: 'password' },
    asksBeforeLeaving: false,
    onSaved: ({ message }) => {
      toastDone(message, 5);
      // The session in this browser belongs to an earlier user, so it is removed.
      clearSession();
      void navigate('/login', { replace: true });
    },
  });
  return (
    <Form form={form} saveLabel={t('session.link.submit')} withoutHint>
      <PasswordInput
        label={t('session.password.new')}
        description={t('session.password.hint')}
        autoComplete="new-password"
        autoFocus
        visibilityToggleButtonProps={{ 'aria-label': t('session.password.toggle'), tabIndex: 0 }}
        {...form.field('password')}
      />
    </Form>
  );
}
