import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '#web/ui/fonts/sinhala.css';
import '#web/ui/fonts/tamil.css';
import './office.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { chosenLanguage, showLanguage } from '#web/i18n/choose-language.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { ConfirmPlace } from '#web/ui/dialog/confirm.tsx';
import { officeRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

function start(element: HTMLElement): void {
  const router = officeRouter();
  // React renders in slices, so that a slow computer stays responsive.
  startTransition(() =>
    createRoot(element).render(
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <Notifications position="top-right" />
        <RouterProvider router={router} />
        <ConfirmPlace />
      </MantineProvider>,
    ),
  );
}

/** Loads the texts of the chosen language; English is shown if they cannot be loaded. */
async function prepareTexts(): Promise<void> {
  const language = chosenLanguage();
  await loadMessages('start', language).then(
    () => showLanguage(language),
    () => undefined,
  );
}

const element = document.getElementById('office');
// The start is a separate task, so that the browser stays responsive.
if (element) void prepareTexts().then(() => setTimeout(start, 0, element));
