import { Anchor, Center, Checkbox, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { Language } from '#contract/languages.ts';
import { useLanguage } from '#web/i18n/choose-language.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { changeLanguage } from './change-language.ts';
import { nextPage } from './next-page.ts';
import { fetchSessionCalls, rememberedEmail, signIn, TICKET_ROLE } from './sign-in.ts';

/** Sends a signed-in user on. */
export function LoginPage() {
  const language = useLanguage();
  useDocumentTitle(`${t('session.login.title')} · Pola`);
  const role = useSession()?.role;
  const isOfGate = role === TICKET_ROLE;
  const [params] = useSearchParams();
  useEffect(() => {
    // Another program: the router cannot open it.
    if (isOfGate) location.assign('/gate');
  }, [isOfGate]);
  if (isOfGate) return null;
  if (role !== undefined) return <Navigate to={nextPage(params.get('next'))} replace />;
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
          <LanguageSwitch shown={language} choose={tryLanguage} />
          <LoginForm />
          <Anchor href="/" size="sm">
            {t('session.login.publicSite')}
          </Anchor>
        </Stack>
      </Paper>
    </Center>
  );
}

function tryLanguage(language: Language): void {
  changeLanguage(language).catch(() => toastFailed(t('shared.call.unreached'), 5));
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
