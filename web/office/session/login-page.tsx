import { Anchor, Center, Checkbox, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useSession } from '#web/session.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { nextPage } from './next-page.ts';
import { fetchSessionCalls, rememberedEmail, signIn } from './sign-in.ts';

const toggle = { 'aria-label': 'Show or hide what you type', tabIndex: 0 };

/** The one page of the office that needs no login. Whoever is signed in already goes on to where they wanted to be. */
export function LoginPage() {
  useDocumentTitle('Login · Pola');
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
                Login
              </Title>
              <Text c="dimmed" size="sm">
                Back office of the market
              </Text>
            </div>
          </Group>
          <LoginForm />
          <Anchor href="/" size="sm">
            To the public site
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
    fallback: 'Login failed',
    asksBeforeLeaving: false,
  });
  return (
    <Form form={form} saveLabel="Login" savingLabel="Processing..." withoutHint>
      <TextInput
        type="email"
        label="Email"
        autoComplete="username"
        autoFocus={remembered === ''}
        {...form.field('email')}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        autoFocus={remembered !== ''}
        visibilityToggleButtonProps={toggle}
        {...form.field('password')}
      />
      <Checkbox label="Remember Me" {...form.field('isRemembered', { type: 'checkbox' })} />
    </Form>
  );
}

function missing({ email, password }: { email: string; password: string }) {
  return {
    ...(email.trim() === '' && { email: 'Enter an e-mail address.' }),
    ...(password === '' && { password: 'Enter the password.' }),
  };
}
