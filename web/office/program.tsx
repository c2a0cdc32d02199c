import '@mantine/notifications/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ConfirmPlace } from '#web/ui/dialog/confirm.tsx';
import { officeRouter } from './router.tsx';
import { SlowNetwork } from './shell/slow-network.tsx';
import { cssVariables, theme } from './theme.ts';

/** Shows the office at the address of the browser. */
export function showOffice(root: Root): void {
  root.render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications position="top-right" />
      <RouterProvider router={officeRouter()} />
      <ConfirmPlace />
      <SlowNetwork />
    </MantineProvider>,
  );
}
