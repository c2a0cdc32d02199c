import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { test, vi } from 'vitest';
import { ErrorPage } from './error-page.tsx';

function showFailing(error: Error) {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const lazy = async () => Promise.reject(error);
  const router = createMemoryRouter([
    { path: '/', ErrorBoundary: ErrorPage, HydrateFallback: () => null, children: [{ index: true, lazy }] },
  ]);
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}

test('code that could not be imported is reported as such', async () => {
  const payload = new Error('Unable to preload CSS');
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  showFailing(payload);
  await screen.findByRole('heading', { name: 'This page could not be loaded' });
});

test('another error is not reported so, whatever its message mentions', async () => {
  showFailing(new TypeError('Failed to fetch the module'));
  await screen.findByRole('heading', { name: 'Something went wrong on this screen' });
});
