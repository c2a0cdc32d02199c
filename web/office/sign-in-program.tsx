import { MantineProvider } from '@mantine/core';
import { startTransition } from 'react';
import type { Root } from 'react-dom/client';
import { LoginPage } from './session/login-page.tsx';
import { startPage } from './start.ts';
import { cssVariables, theme } from './theme.ts';

/** The form is shown first. Safari has no `requestIdleCallback`. */
const OFFICE_AFTER_MS = 500;

const fetchOffice = () => import('./program.tsx');

/**
 * The sign-in page as a program of its own, which is a third of the office. The office arrives while the password is
 * typed, and replaces the page.
 */
function showSignIn(root: Root): void {
  const next = new URLSearchParams(location.search).get('next');
  const open = async (path: string) => {
    history.replaceState(null, '', path);
    try {
      const { showOffice } = await fetchOffice();
      startTransition(() => showOffice(root));
    } catch {
      // The files could not be loaded, or they are of another version. A new page loads them, or says why not.
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
