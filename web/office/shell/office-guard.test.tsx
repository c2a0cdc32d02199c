import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test, vi } from 'vitest';
import { NoAnswerInTime } from '#web/fetch-within.ts';
import { chosenLanguage } from '#web/i18n/choose-language.ts';
import { currentSession, forgetSession } from '#web/session.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { FramelessErrorPage } from './error-page.tsx';

const links = () => within(screen.getByRole('navigation', { name: 'Screens' })).getAllByRole('link');

test('without a session every page leads to the login page, which leads back', async () => {
  forgetSession();
  const { address } = openOffice('/view-products?search=beans');
  await screen.findByText('Unauthorized! Please log in first.');
  await waitFor(() => expect(address()).toBe('/login?next=%2Fview-products%3Fsearch%3Dbeans'));
});

test('an open question is answered no when the session ends', async () => {
  signInAs('editor');
  openOffice('/payments');
  await screen.findByRole('heading', { level: 1, name: 'Payments' });
  const answer = confirm({ title: 'Take the money?', action: 'Take it' });
  await screen.findByRole('dialog', { name: 'Take the money?' });
  forgetSession();
  expect(await answer).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the sidebar of an editor has all screens of the specification', async () => {
  signInAs('editor');
  openOffice('/admin-dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  const paths = links().map((link) => link.getAttribute('href'));
  const all = [
    '/admin-dashboard',
    '/shop-management',
    '/tenant-management',
    '/payments',
    '/invoices',
    '/reports',
    '/product-management',
    '/daily-price',
    '/vehicle-ticketing',
    '/SanitationDashboard',
    '/settings',
    '/publication',
  ];
  expect(all.filter((path) => !paths.includes(path))).toEqual([]);
});

test('a role sees only its own screens, and a deep link to another one shows that it is not allowed', async () => {
  signInAs('tiketing');
  openOffice('/view-products');
  await screen.findByRole('heading', { level: 1, name: 'Not allowed' });
  const names = links().map((link) => link.textContent?.trim());
  expect(names).toContain('Vehicle tickets');
  expect(names).not.toContain('Products');
});

test('an unknown address shows a message', async () => {
  signInAs('admin');
  openOffice('/no-such-screen');
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
});

test('a person who must choose a new password can open no other page', async () => {
  signInAs('superadmin', true);
  const { address } = openOffice('/view-products');
  await screen.findByRole('heading', { level: 1, name: 'Change password' });
  expect(address()).toBe('/change-password');
});

test('a person who must add a second factor can open no other page', async () => {
  signInAs('admin');
  answerCalls({ 'GET /api/products': () => refuse('second_factor_missing') });
  const { address } = openOffice('/view-products');
  await screen.findByRole('heading', { level: 1, name: 'Two-step sign-in' });
  expect(address()).toBe('/second-factor');
});

test.each([
  ['of the API', () => refuse('unauthorized')],
  ['of a proxy', () => new Response('<h1>401 Authorization Required</h1>', { status: 401 })],
])('after a 401 %s the session is deleted, and the next sign-in returns to the page', async (_, answer) => {
  signInAs('editor');
  answerCalls({ 'GET /api/products': answer });
  const { address } = openOffice('/view-products?page=3');
  await waitFor(() => expect(address()).toBe('/login?next=%2Fview-products%3Fpage%3D3'));
  screen.getByText('Unauthorized! Please log in first.');
  expect(currentSession()).toBeUndefined();
  expect({ ...localStorage }).toEqual({});
});

test('sign-out asks, ends the session on the server, deletes it but not the remembered email, and Back shows nothing', async () => {
  signInAs('editor');
  localStorage.setItem('rememberedEmail', 'kumari@example.com');
  const sent = answerCalls({
    'GET /api/products': () => Response.json([]),
    'POST /api/admin/logout': () => Response.json({ message: 'ok' }),
  });
  const { user, address, back } = openOffice('/product-management');
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to logout?' });
  await user.click(within(dialog).getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(screen.queryByText('Unauthorized! Please log in first.')).toBeNull();
  expect({ ...localStorage }).toEqual({ rememberedEmail: 'kumari@example.com' });
  const calls = () => sent.map(({ call }) => call);
  await waitFor(() => expect(calls()).toEqual(['GET /api/products', 'POST /api/admin/logout']));
  expect(sent[1]?.headers.get('authorization')).toBe('Bearer token-of-test');
  await back();
  expect(screen.queryByRole('navigation', { name: 'Screens' })).toBeNull();
});

test('opening the question does not sign out', async () => {
  signInAs('editor');
  const { user } = openOffice('/product-management');
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(currentSession()?.role).toBe('editor');
});

const LANGUAGE = 'PUT /api/admin/language';
async function chooseTamil(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /Kumari Perera/ }));
  await user.click(await screen.findByRole('button', { name: 'தமிழ்' }));
}

test('another language is saved for the account and the device, and the page is loaded again', async () => {
  signInAs('editor');
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const sent = answerCalls({ [LANGUAGE]: () => Response.json({ message: 'ok', language: 'ta' }) });
  const { user } = openOffice('/payments');
  await chooseTamil(user);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(sent.find(({ call }) => call === LANGUAGE)?.body).toEqual({ language: 'ta' });
  expect(chosenLanguage()).toBe('ta');
});

test('a language that cannot be saved changes nothing and is reported', async () => {
  signInAs('editor');
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  answerCalls({});
  const { user } = openOffice('/payments');
  await chooseTamil(user);
  await screen.findByText(/Could not reach the server/);
  expect(chosenLanguage()).toBe('en');
  expect(reload).not.toHaveBeenCalled();
});

test('unsaved input is asked about before the language changes', async () => {
  signInAs('admin');
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  answerCalls({ [LANGUAGE]: () => Response.json({ message: 'ok', language: 'ta' }) });
  const { user } = openOffice('/add-shop');
  await user.type(await screen.findByLabelText(/^Shop name/), 'Nelum Traders');
  await chooseTamil(user);
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(chosenLanguage()).toBe('en');
  await chooseTamil(user);
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

function showFailing(error: Error) {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const lazy = async () => Promise.reject(error);
  const router = createMemoryRouter([
    { path: '/', ErrorBoundary: FramelessErrorPage, HydrateFallback: () => null, children: [{ index: true, lazy }] },
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
  await within(await screen.findByRole('main')).findByRole('heading', { name: 'This page could not be loaded' });
});

test('code that did not come in time is reported as a network that did not answer', async () => {
  showFailing(new NoAnswerInTime());
  const main = within(await screen.findByRole('main'));
  await main.findByRole('heading', { name: 'This page could not be loaded' });
  main.getByText('The network did not answer. Check your connection and try again.');
});

test('another error is not reported so, whatever its message mentions', async () => {
  showFailing(new TypeError('Failed to fetch the module'));
  await screen.findByRole('heading', { name: 'Something went wrong on this screen' });
});
