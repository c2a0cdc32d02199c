import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { chosenLanguage } from '#web/i18n/choose-language.ts';
import { currentSession } from '#web/session.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { loginAddress, nextPage } from './next-page.ts';

const LOGIN = 'POST /api/admin/login';

const WELCOME = { message: 'ok', token: 'a.b.c', name: 'Kumari', email: 'kumari@example.com' };

function welcome(role: string, must_change_password = false) {
  return () => Response.json({ ...WELCOME, role, must_change_password, language: null });
}

async function enter(at = '/login') {
  const office = openOffice(at);
  await office.user.type(await screen.findByLabelText('Email'), 'kumari@example.com{Enter}');
  await office.user.type(screen.getByLabelText('Password'), 'mango-river-42{Enter}');
  return office;
}

test.each([
  ['superadmin', '/admin-dashboard'],
  ['admin', '/admin-dashboard'],
  ['editor', '/add-dailyprice'],
  ['manager', '/admin-dashboard'],
])('%s begins at %s', async (role, page) => {
  answerCalls({ [LOGIN]: welcome(role) });
  const { address } = await enter();
  await waitFor(() => expect(address()).toBe(page));
  expect(localStorage.getItem('token')).toBe('a.b.c');
});

test('the demo offers six accounts, each of which signs in with one button; a market offers none', async () => {
  const sent = answerCalls({ [LOGIN]: welcome('cashier') });
  openOffice('/login');
  await screen.findByLabelText('Email');
  expect(screen.queryByRole('region', { name: 'Look around the demo' })).toBeNull();
  cleanup();
  document.head.insertAdjacentHTML('beforeend', '<meta name="demo-password" content="mango-river-42">');
  onTestFinished(() => document.head.querySelector('[name="demo-password"]')?.remove());
  const { user, address } = openOffice('/login');
  const faces = within(await screen.findByRole('region', { name: 'Look around the demo' }));
  expect(faces.getAllByRole('button')).toHaveLength(6);
  await user.click(faces.getByRole('button', { name: 'Cashier: take a payment' }));
  await waitFor(() => expect(address()).toBe('/my-day'));
  expect(sent.find(({ call }) => call === LOGIN)?.body).toEqual({
    email: 'cashier@example.com',
    password: 'mango-river-42',
  });
});

test('after sign-in the requested page opens', async () => {
  answerCalls({ [LOGIN]: welcome('editor') });
  const { address } = await enter('/login?next=%2Fproduct-management%3Fa%3D1');
  await waitFor(() => expect(address()).toBe('/product-management?a=1'));
});

test('gate staff are led to the gate with their session, also when they were signed in', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const sent = answerCalls({ [LOGIN]: welcome('tiketing', true) });
  await enter('/login?next=%2Fproduct-management');
  await waitFor(() => expect(assign.mock.calls).toEqual([['/gate']]));
  expect(currentSession()).toMatchObject({ role: 'tiketing', token: 'a.b.c', mustChangePassword: true });
  expect(sent.map(({ call }) => call)).toEqual([LOGIN]);
  cleanup();
  openOffice('/login');
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
});

test('an unknown role is refused', async () => {
  answerCalls({ [LOGIN]: welcome('king') });
  await enter();
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid role');
  expect(currentSession()).toBeUndefined();
});

test("the server's message is shown, and 'Login failed' when it has none", async () => {
  answerCalls({ [LOGIN]: () => refuse('invalid_credentials') });
  const { user } = await enter();
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid credentials');
  answerCalls({ [LOGIN]: () => new Response('<h1>Bad gateway</h1>', { status: 502 }) });
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Login failed'));
});

test('meanwhile the button says Processing... and sends only once', async () => {
  const waiting = Promise.withResolvers<Response>();
  const sent = answerCalls({ [LOGIN]: () => waiting.promise });
  const { user } = await enter();
  await user.click(await screen.findByRole('button', { name: 'Processing...' }));
  waiting.resolve(refuse('invalid_credentials'));
  await screen.findByRole('button', { name: 'Login' });
  expect(sent).toHaveLength(1);
});

test('empty fields are named without a request', async () => {
  const sent = answerCalls({});
  const { user } = openOffice('/login');
  await user.click(await screen.findByRole('button', { name: 'Login' }));
  screen.getByText('Enter your email address.');
  screen.getByText('Enter your password.');
  expect(sent).toHaveLength(0);
});

test('the password can be shown and hidden', async () => {
  const { user } = openOffice('/login');
  const password = await screen.findByLabelText('Password');
  expect(password.getAttribute('type')).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show or hide password' }));
  expect(password.getAttribute('type')).toBe('text');
});

test('Remember Me stores the email for the next time, and never the password', async () => {
  answerCalls({ [LOGIN]: welcome('editor') });
  const { user } = openOffice('/login');
  await user.click(await screen.findByLabelText('Remember Me'));
  await user.type(screen.getByLabelText('Email'), 'kumari@example.com');
  await user.type(screen.getByLabelText('Password'), 'mango-river-42{Enter}');
  await waitFor(() => expect(localStorage.getItem('rememberedEmail')).toBe('kumari@example.com'));
  expect(JSON.stringify({ ...localStorage })).not.toContain('mango');
});

test('a signed-in person does not see the login page', async () => {
  signInAs('admin');
  const { address } = openOffice('/login?next=%2Fproduct-management');
  await waitFor(() => expect(address()).toBe('/product-management'));
});

test('the language changes before sign-in, keeps what was typed and is remembered', async () => {
  const { user } = openOffice('/login');
  await user.type(await screen.findByLabelText('Email'), 'kumari@example.com');
  await user.click(screen.getByRole('button', { name: 'සිංහල' }));
  await screen.findByRole('heading', { name: 'පිවිසීම' });
  screen.getByDisplayValue('kumari@example.com');
  expect(document.documentElement.lang).toBe('si');
  expect(chosenLanguage()).toBe('si');
  expect(screen.getByRole('button', { name: 'සිංහල' }).getAttribute('aria-pressed')).toBe('true');
});

test('after sign-in the office is in the language of the account', { tags: ['slow'] }, async () => {
  const answer = () => Response.json({ ...WELCOME, role: 'manager', language: 'ta' });
  answerCalls({ [LOGIN]: answer });
  await enter();
  await screen.findByRole('heading', { level: 1, name: 'மேலோட்டம்' });
  expect(chosenLanguage()).toBe('ta');
});

const STEP = { challenge: 'token-of-step', has_app: true, passkeys: [], site: 'localhost', origin: 'http://localhost' };

test('an account with a second factor is asked for a code, and a wrong one is reported under the field', async () => {
  let isRight = false;
  const sent = answerCalls({
    [LOGIN]: () => refuse('second_factor_required', { secondStep: STEP }),
    'POST /api/admin/login/second-step': () => (isRight ? welcome('admin')() : refuse('invalid_second_factor')),
  });
  const { user, address } = await enter();
  const code = await screen.findByLabelText('Code');
  await user.type(code, '123456{Enter}');
  await screen.findByText('The code or passkey is wrong or has already been used. Try again.');
  expect(currentSession()).toBeUndefined();
  isRight = true;
  await user.clear(code);
  await user.type(code, '654321{Enter}');
  await waitFor(() => expect(address()).toBe('/admin-dashboard'));
  expect(sent.at(2)?.body).toEqual({ challenge: 'token-of-step', code: '654321' });
});

test('the second step can be left for another account', async () => {
  answerCalls({ [LOGIN]: () => refuse('second_factor_required', { secondStep: STEP }) });
  const { user } = await enter();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await screen.findByLabelText('Email');
});

test('after sign-in the requested page opens with its filters', () => {
  expect(nextPage('/view-products?search=beans', 'admin')).toBe('/view-products?search=beans');
  expect(nextPage('/edit-product/7', 'editor')).toBe('/edit-product/7');
});

test.each([
  null,
  '',
  'https://evil.example/view-products',
  '//evil.example/view-products',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  '/%2f/evil.example',
  '//view-products',
  ' //evil.example',
  'JavaScript:alert(1)',
  'data:text/html,x',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '/login',
  '/home-dailyprice',
  '/no-such-screen',
])('%j leads to the first page of the role, because it is not a page of this office', (next) => {
  expect(nextPage(next, 'admin')).toBe('/admin-dashboard');
  expect(nextPage(next, 'editor')).toBe('/add-dailyprice');
});

test('the login page remembers the page before, except itself', () => {
  expect(loginAddress('/view-products?page=2')).toBe('/login?next=%2Fview-products%3Fpage%3D2');
  expect(loginAddress('/login?next=%2Fx')).toBe('/login');
});
