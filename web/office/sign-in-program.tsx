import { MantineProvider } from '@mantine/core';
import { startTransition } from 'react';
import type { Root } from 'react-dom/client';
import { LoginPage } from './session/login-page.tsx';
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
  const next = new URLSearchParams(location.search).get('next');
  const open = async (path: string) => {
    history.replaceState(null, '', path);
    try {
      const { showOffice } = await fetchOffice();
      startTransition(() => showOffice(root));
    } catch {
      // The files could not be loaded, or belong to another version. A reload either loads them or shows why it cannot.
      location.reload();
    }
  };
  root.render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <LoginPage next={next} open={(path) => void open(path)} />
    </MantineProvider>,
  );
  setTimeout(() => void fetchOffice().catch(() => undefined), OFFICE_AFTER_MS);
}

void startPage(showSignIn);
