import IconFingerprint from 'virtual:icons/fingerprint';
import {
  Anchor,
  Button,
  Center,
  Checkbox,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Language } from '#contract/languages.ts';
import type { SecondStep } from '#contract/refusals.ts';
import { opensFirst, type Role } from '#contract/roles.ts';
import { sentenceOf } from '#web/client.ts';
import { useLanguage } from '#web/i18n/choose-language.ts';
import { t } from '#web/i18n/t.ts';
import { hasPasskeys } from '#web/passkey.ts';
import { useSession } from '#web/session.ts';
import { FailureAlert, FormFrame } from '#web/ui/form/form-frame.tsx';
import { usePlainForm } from '#web/ui/form/use-plain-form.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import { changeLanguage } from './change-language.ts';
import { DemoFaces } from './demo-faces.tsx';
import { FactorForm } from './factor-form.tsx';
import { nextPage } from './next-page.ts';
import { rememberedEmail, sendSecondStep, signIn, signInWithPasskey } from './sign-in.ts';

interface LoginPageProps {
  /** The page to open after signing in, taken from the address. */
  next: string | null;
  open: (path: string) => void;
}

/** The sign-in page. It does not use the router, because it is also a separate program (sign-in-program.tsx). */
export function LoginPage({ next, open }: LoginPageProps) {
  const language = useLanguage();
  const [failure, setFailure] = useState<string>();
  useDocumentTitle(`${t('session.login.title')} · Pola`);
  const role = useSession()?.role;
  const openFor = useEffectEvent((known: Role) => {
    // The gate is a separate program, which the router cannot open.
    if (opensFirst(known) === 'gate') location.assign('/gate');
    else open(nextPage(next, known));
  });
  useEffect(() => {
    if (role !== undefined) openFor(role);
  }, [role]);
  if (role !== undefined) return null;
  const tryLanguage = async (chosen: Language) => {
    setFailure(undefined);
    await changeLanguage(chosen).catch(() => setFailure(t('shared.call.unreached')));
  };
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
          <LanguageSwitch shown={language} choose={(chosen) => void tryLanguage(chosen)} />
          {failure !== undefined && <FailureAlert>{failure}</FailureAlert>}
          <DemoFaces />
          <SignInSteps />
          <Anchor href="/" size="sm">
            {t('session.login.publicSite')}
          </Anchor>
        </Stack>
      </Paper>
    </Center>
  );
}

interface Waiting {
  step: SecondStep;
  isRemembered: boolean;
}

function SignInSteps() {
  const [waiting, setWaiting] = useState<Waiting>();
  if (!waiting) return <LoginForm onSecondStep={setWaiting} />;
  const { step, isRemembered } = waiting;
  return (
    <>
      <Text size="sm">{t('session.factor.text')}</Text>
      <FactorForm
        saveLabel={t('session.login.submit')}
        codeHint={t(step.has_app ? 'session.factor.appOrRecovery' : 'session.factor.recovery')}
        askPasskey={step.passkeys.length > 0 ? async () => step : undefined}
        prove={(proof) => sendSecondStep(step.challenge, proof, isRemembered)}
        // Nothing to do: the new session changes the page.
        onProven={() => undefined}
        onCancel={() => setWaiting(undefined)}
      />
    </>
  );
}

function PasskeySignIn() {
  const [failure, setFailure] = useState<string>();
  const { isBusy, run } = useBusy(async () => {
    setFailure(undefined);
    try {
      await signInWithPasskey();
    } catch (error) {
      setFailure(sentenceOf(error, t('session.login.failed')));
    }
  });
  return (
    <>
      <Button variant="default" leftSection={<IconFingerprint size={18} aria-hidden />} loading={isBusy} onClick={run}>
        {t('session.factor.signInWithPasskey')}
      </Button>
      {failure !== undefined && <FailureAlert>{failure}</FailureAlert>}
    </>
  );
}

function LoginForm({ onSecondStep }: { onSecondStep: (waiting: Waiting) => void }) {
  const remembered = rememberedEmail();
  const form = usePlainForm({
    initialValues: { email: remembered, password: '', isRemembered: remembered !== '' },
    check: missing,
    save: async ({ email, password, isRemembered }) => ({
      isRemembered,
      step: (await signIn(email, password, isRemembered)).secondStep,
    }),
    onSaved: ({ isRemembered, step }) => step && onSecondStep({ step, isRemembered }),
    fallback: t('session.login.failed'),
  });
  return (
    <Stack gap="sm">
      <FormFrame form={form} saveLabel={t('session.login.submit')} savingLabel={t('session.login.processing')}>
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
      </FormFrame>
      {hasPasskeys() && <PasskeySignIn />}
    </Stack>
  );
}

function missing({ email, password }: { email: string; password: string }) {
  return {
    ...(email.trim() === '' && { email: t('session.login.emailMissing') }),
    ...(password === '' && { password: t('session.login.passwordMissing') }),
  };
}
