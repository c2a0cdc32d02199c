import { Button, MantineProvider, Stack } from '@mantine/core';
import { startTransition, useState } from 'react';
import type { Root } from 'react-dom/client';
import { NoAnswerInTime } from '#web/fetch-within.ts';
import { t } from '#web/i18n/t.ts';
import { loadPart } from '#web/load-part.ts';
import { FailureAlert } from '#web/ui/form/form-frame.tsx';
import { LoginPage } from './session/login-page.tsx';
import { SlowNetwork } from './shell/slow-network.tsx';
import { startPage } from './start.ts';
import { cssVariables, theme } from './theme.ts';

/**
 * The delay after which the office is loaded, so that the sign-in form is shown first. `requestIdleCallback` is not
 * used, because Safari lacks it.
 */
const OFFICE_AFTER_MS = 500;

const fetchOffice = () => import('./program.tsx');

/**
 * The sign-in page is a separate program, a third of the size of the office. The office loads while the password is
 * typed, and then replaces the page.
 */
function showSignIn(root: Root): void {
  root.render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <SignIn root={root} />
      <SlowNetwork />
    </MantineProvider>,
  );
  setTimeout(() => void fetchOffice().catch(() => undefined), OFFICE_AFTER_MS);
}

function SignIn({ root }: { root: Root }) {
  const next = new URLSearchParams(location.search).get('next');
  const [isUnanswered, setIsUnanswered] = useState(false);
  const open = async (path: string) => {
    history.replaceState(null, '', path);
    try {
      const { showOffice } = await loadPart(fetchOffice);
      startTransition(() => showOffice(root));
    } catch (error) {
      if (error instanceof NoAnswerInTime) setIsUnanswered(true);
      // The files could not be loaded, or belong to another version. A reload either loads them or shows why it cannot.
      else location.reload();
    }
  };
  if (!isUnanswered) return <LoginPage next={next} open={(path) => void open(path)} />;
  return (
    <Stack component="main" p="md" align="flex-start">
      <FailureAlert>{t('shared.call.unanswered')}</FailureAlert>
      <Button onClick={() => location.reload()}>{t('shell.error.reload')}</Button>
    </Stack>
  );
}

void startPage(showSignIn);
