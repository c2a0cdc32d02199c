import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './office.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ConfirmPlace } from '#web/ui/confirm.tsx';
import { officeRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

/** Starts the back office in the one page the server gives for all of its addresses. */
function start(element: HTMLElement): void {
  createRoot(element).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications position="top-right" />
      <RouterProvider router={officeRouter()} />
      <ConfirmPlace />
    </MantineProvider>,
  );
}

const element = document.getElementById('office');
if (element) start(element);
