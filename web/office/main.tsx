import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './office.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ConfirmPlace } from '#web/ui/dialog/confirm.tsx';
import { officeRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

function start(element: HTMLElement): void {
  const router = officeRouter();
  // In slices, so that a slow computer stays responsive.
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

const element = document.getElementById('office');
// A separate task, so that the browser stays responsive.
if (element) setTimeout(start, 0, element);
