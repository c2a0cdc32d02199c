import { Anchor, Center, Checkbox, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { nextPage } from './next-page.ts';
import { fetchSessionCalls, rememberedEmail, signIn } from './sign-in.ts';

/** Sends a signed-in user on to the page of the address. */
export function LoginPage() {
  useDocumentTitle(`${t('session.login.title')} · Pola`);
  const isSignedIn = useSession() !== undefined;
  const [params] = useSearchParams();
  if (isSignedIn) return <Navigate to={nextPage(params.get('next'))} replace />;
  return (
    <Center component="main" mih="100dvh" p="md" className="login-ground">
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={400}>
        <Stack gap="lg">
          <Group gap="md">
            <img src="/icon.svg" alt="" width={44} height={44} />
            <div>
              <Title order={1} size="h2">
                {t('session.login.title')}
              </Title>
              <Text c="dimmed" size="sm">
                {t('session.login.subtitle')}
              </Text>
            </div>
          </Group>
          <LoginForm />
          <Anchor href="/" size="sm">
            {t('session.login.publicSite')}
          </Anchor>
        </Stack>
      </Paper>
    </Center>
  );
}

function LoginForm() {
  const remembered = rememberedEmail();
  useEffect(() => {
    fetchSessionCalls().catch(() => undefined);
  }, []);
  const form = useOfficeForm({
    initialValues: { email: remembered, password: '', isRemembered: remembered !== '' },
    check: missing,
    save: ({ email, password, isRemembered }) => signIn(email, password, isRemembered),
    fallback: t('session.login.failed'),
    asksBeforeLeaving: false,
  });
  return (
    <Form form={form} saveLabel={t('session.login.submit')} savingLabel={t('session.login.processing')} withoutHint>
      <TextInput
        type="email"
        label={t('session.login.email')}
        autoComplete="username"
        autoFocus={remembered === ''}
        {...form.field('email')}
      />
      <PasswordInput
        label={t('session.login.password')}
        autoComplete="current-password"
        autoFocus={remembered !== ''}
        visibilityToggleButtonProps={{ 'aria-label': t('session.password.toggle'), tabIndex: 0 }}
        {...form.field('password')}
      />
      <Checkbox label={t('session.login.remember')} {...form.field('isRemembered', { type: 'checkbox' })} />
    </Form>
  );
}

function missing({ email, password }: { email: string; password: string }) {
  return {
    ...(email.trim() === '' && { email: t('session.login.emailMissing') }),
    ...(password === '' && { password: t('session.login.passwordMissing') }),
  };
}
