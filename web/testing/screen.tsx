import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { render } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ConfirmPlace } from '../ui/dialog/confirm.tsx';
import { fastUser } from './fast-user.ts';

interface Screen {
  user: UserEvent;
  router: ReturnType<typeof createMemoryRouter>;
  address: () => string;
}

export function showScreen(element: ReactNode, where: { path?: string; at?: string } = {}): Screen {
  const { path = '/screen', at = path } = where;
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: <Elsewhere /> },
    ],
    { initialEntries: [at] },
  );
  render(
    <MantineProvider env="test">
      <Notifications />
      <RouterProvider router={router} />
      <ConfirmPlace />
    </MantineProvider>,
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  return { user: fastUser(), router, address };
}

function Elsewhere() {
  const { pathname } = useLocation();
  return <p>You are at {pathname}</p>;
}
