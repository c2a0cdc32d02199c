import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { offeredIn } from '#web/testing/fast-user.ts';
import { answerAccounts, answerSessions, testAccount, testSession } from '../../testing/accounts.ts';
import { enterPassword, onceVerified } from '../../testing/confirm-identity.ts';
import { answerCalls, openOffice, refuse, type Sent, signInAs } from '../../testing/office.tsx';
import { importOf } from '../import-page.ts';

const LIST = 'GET /api/admin/list';
const SESSIONS = 'GET /api/admin/sessions';
const REGISTER = 'POST /api/admin/register';
const DELETE = 'DELETE /api/admin/delete-by-email';

beforeAll(() => importOf('/admin-panel')?.());
beforeEach(() => signInAs('superadmin'));

const own = testAccount({ admin_id: 1, username: 'Kumari', email: 'kumari@example.com', role: 'superadmin' });
const ruwan = testAccount();
const ownSession = testSession({ id: 'own', username: 'Kumari', role: 'superadmin', is_own: true });
const ruwans = testSession();

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({
    [LIST]: () => answerAccounts(own, ruwan),
    [SESSIONS]: () => answerSessions(ownSession, ruwans),
    ...answers,
  });
  return { sent, ...openOffice('/admin-panel') };
}
const table = (name: string) => screen.findByRole('table', { name });
const writes = (sent: Sent[]) => sent.filter(({ call }) => !call.startsWith('GET'));

async function fill(user: ReturnType<typeof open>['user'], texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await user.click(await screen.findByLabelText(label));
    await user.paste(text);
  }
}
const RUWAN = { Username: 'Ruwan Silva', Email: 'Ruwan@example.com', Password: 'lantern over the paddy field' };

test("every account is listed with its role, and the user's own is marked", { tags: ['slow'] }, async () => {
  open();
  const rows = within(await table('Accounts'))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^KumariYoukumari@example\.com.*superadmin20 Nov 2026$/),
    expect.stringMatching(/^Ruwan Silvaruwan@example\.com.*editor20 Nov 2026$/),
  ]);
});

test('the screen links to the change of password, and is below the settings', { tags: ['slow'] }, async () => {
  open();
  const main = within(await screen.findByRole('main'));
  await main.findByRole('heading', { level: 1, name: 'Accounts' });
  expect(main.getByRole('link', { name: 'Change your password' }).getAttribute('href')).toBe('/change-password');
  const crumbs = within(main.getByRole('navigation', { name: 'Breadcrumbs' }));
  expect(crumbs.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings');
});

test('a superadmin can delete every account except superadmins', { tags: ['slow'] }, async () => {
  open();
  await table('Accounts');
  expect(screen.getAllByRole('button', { name: /^Delete/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
    'Delete Ruwan Silva',
  ]);
});

test("an admin has no button to delete an account, to make a superadmin, or to end a superadmin's session", {
  tags: ['slow'],
}, async () => {
  signInAs('admin');
  const malas = testSession({ id: 'mala', username: 'Mala', role: 'superadmin' });
  open({ [SESSIONS]: () => answerSessions(malas, ruwans) });
  await table('Accounts');
  await table('Active sessions');
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  expect(screen.getAllByRole('button', { name: /^End session/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
    'End session for Ruwan Silva',
  ]);
  const offered = offeredIn(screen.getByRole('combobox', { name: 'Role' }));
  expect(offered).toEqual(expect.arrayContaining(['admin', 'manager', 'editor', 'gate staff']));
  expect(offered).not.toContain('superadmin');
});

test.each(['manager', 'editor', 'tiketing'] as const)('the accounts are not shown to a %s', async (role) => {
  signInAs(role);
  const { sent } = open();
  await screen.findByRole('heading', { level: 1, name: 'Not allowed' });
  expect(sent.filter(({ call }) => call.includes('/admin/'))).toEqual([]);
});

test('an account is disabled after the identity is confirmed', { tags: ['slow'] }, async () => {
  const saving = () => Response.json({ message: 'Account saved.', admin: testAccount({ is_disabled: true }) });
  const { user, sent } = open(onceVerified({ 'PUT /api/admin/accounts/7': saving }));
  await user.click(await screen.findByRole('button', { name: 'Edit Ruwan Silva' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Disabled' }));
  await user.click(screen.getByRole('button', { name: 'Save account' }));
  await enterPassword(user);
  await screen.findByText('Account saved.');
  const [, , saved] = writes(sent);
  expect(saved?.body).toEqual({
    username: 'Ruwan Silva',
    email: 'ruwan@example.com',
    role: 'editor',
    is_disabled: true,
  });
});

test('a reset password is shown once, after a question and the confirmed identity', { tags: ['slow'] }, async () => {
  const resetting = () =>
    Response.json({ message: 'Done', password: 'corn-lake-77-kite', expires_at: '2026-11-23T01:30:00.000Z' });
  const { user, sent } = open(onceVerified({ 'POST /api/admin/accounts/7/reset-password': resetting }));
  await user.click(await screen.findByRole('button', { name: 'Reset password Ruwan Silva' }));
  const question = await screen.findByRole('dialog', { name: "Reset Ruwan Silva's password?" });
  expect(writes(sent)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Reset password' }));
  await enterPassword(user);
  const shown = await screen.findByRole('dialog', { name: 'One-time password for ruwan@example.com' });
  expect(shown.textContent).toContain('works until 23 Nov 2026, 07:00:00');
  expect(shown.textContent).toContain('corn-lake-77-kite');
  await user.click(within(shown).getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
  await waitFor(() => expect(screen.queryByText('corn-lake-77-kite')).toBeNull());
});

test('a disabled account is marked; an admin cannot change a superadmin, and nobody resets the own password', {
  tags: ['slow'],
}, async () => {
  signInAs('admin');
  open({ [LIST]: () => answerAccounts(own, { ...ruwan, is_disabled: true }) });
  expect((await table('Accounts')).textContent).toContain('Disabled');
  expect(screen.getAllByRole('button', { name: /^Edit/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
    'Edit Ruwan Silva',
  ]);
  expect(screen.getAllByRole('button', { name: /^Reset password/ })).toHaveLength(1);
});

test('an account whose link is unused shows until when it is valid, and the link is cancelled after a question', {
  tags: ['slow'],
}, async () => {
  const invited = testAccount({ link_expires_at: instantOf(Date.parse('2026-11-27T01:30:00.000Z')) });
  const cancelling = 'DELETE /api/admin/accounts/7/link';
  const cancelled = 'Link cancelled. It no longer works.';
  let listed = [own, invited];
  const { user, sent } = open({
    [LIST]: () => answerAccounts(...listed),
    [cancelling]: () => {
      listed = [own, ruwan];
      return Response.json({ message: cancelled });
    },
  });
  expect((await table('Accounts')).textContent).toContain('Link valid until 27 Nov 2026');
  await user.click(screen.getByRole('button', { name: 'Cancel link Ruwan Silva' }));
  const question = await screen.findByRole('dialog', { name: "Cancel Ruwan Silva's link?" });
  expect(writes(sent)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Cancel link' }));
  await screen.findByText(cancelled);
  expect(writes(sent).map(({ call }) => call)).toEqual([cancelling]);
  await waitFor(() => expect(screen.queryByText(/^Link valid until/)).toBeNull());
  expect(screen.queryByRole('button', { name: /^Cancel link/ })).toBeNull();
});

test('username, email and password are needed: Fill in all fields', { tags: ['slow'] }, async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Register' }));
  expect(screen.getAllByText('Fill in all fields')).toHaveLength(3);
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  await fill(user, { Username: ' ', Email: 'ruwan@example.com' });
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(screen.getAllByText('Fill in all fields')).toHaveLength(2);
  expect(writes(sent)).toEqual([]);
});

test('a person is registered with the chosen role, and is in the list', { tags: ['slow'] }, async () => {
  let known = [own];
  const { user, sent } = open({
    [LIST]: () => answerAccounts(...known),
    [REGISTER]: () => {
      known = [own, testAccount({ role: 'manager' })];
      return Response.json(
        { message: 'Ruwan Silva has been registered with the role manager.', admin: known[1] },
        { status: 201 },
      );
    },
  });
  await fill(user, RUWAN);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'manager');
  screen.getByText(/^Can view shops, tenants, invoices, payments and logs/);
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await screen.findByText('Ruwan Silva has been registered with the role manager.');
  expect(writes(sent).map(({ body }) => body)).toEqual([
    { username: 'Ruwan Silva', email: 'Ruwan@example.com', password: 'lantern over the paddy field', role: 'manager' },
  ]);
  await screen.findByRole('button', { name: 'Delete Ruwan Silva' });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(''));
});

test('the choice of a link leaves what was entered, and the role, as they are', { tags: ['slow'] }, async () => {
  const { user, sent } = open({ 'POST /api/admin/invite': () => refuse('internal') });
  await fill(user, { Username: 'Ruwan Silva', Email: 'ruwan@example.com' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'gate staff');
  await user.click(screen.getByRole('checkbox', { name: /one-time link/ }));
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await waitFor(() => expect(writes(sent)).toHaveLength(1));
  const entered = { username: 'Ruwan Silva', email: 'ruwan@example.com', role: 'tiketing' };
  expect(writes(sent)[0]?.body).toEqual({ ...entered, language: 'en', by_mail: false });
});

test('a duplicate and an easy password are reported under their field', { tags: ['slow'] }, async () => {
  const details = [{ field: 'username', message: apiMessage('accounts.register.username_taken') }];
  let refusal = refuse('account_exists', { details });
  const { user, sent } = open({ [REGISTER]: () => refusal });
  await fill(user, RUWAN);
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await screen.findByText('Another account already uses this username.');
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  await waitFor(() => expect(sent.filter(({ call }) => call === LIST)).toHaveLength(2));
  refusal = refuse('weak_password');
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await screen.findByText('This password is too easy to guess. Choose another one.');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

test('without a message from the server it says: Error registering admin', { tags: ['slow'] }, async () => {
  const { user } = open({ [REGISTER]: () => new Response('', { status: 500 }) });
  await fill(user, RUWAN);
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await screen.findByText('Error registering admin');
});

test('deleting asks, names the consequence, and reloads both lists', { tags: ['slow'] }, async () => {
  let isThere = true;
  const { user, sent } = open({
    [LIST]: () => (isThere ? answerAccounts(own, ruwan) : answerAccounts(own)),
    [SESSIONS]: () => (isThere ? answerSessions(ownSession, ruwans) : answerSessions(ownSession)),
    [DELETE]: () => {
      isThere = false;
      return Response.json({ message: 'Account deleted.' });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Ruwan Silva' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Ruwan Silva?' });
  expect(dialog.textContent).toContain('ruwan@example.com (editor) will be signed out everywhere');
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Account deleted.');
  expect(writes(sent).map(({ body }) => body)).toEqual([{ email: 'ruwan@example.com' }]);
  await waitFor(() => expect(screen.queryAllByText('Ruwan Silva')).toEqual([]));
});

test('nothing is deleted or ended before the question is answered', { tags: ['slow'] }, async () => {
  const { user, sent } = open();
  for (const [button, title] of [
    ['Delete Ruwan Silva', 'Delete Ruwan Silva?'],
    ['End session for Ruwan Silva', "End Ruwan Silva's session?"],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: button }));
    await screen.findByRole('dialog', { name: title });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(writes(sent)).toEqual([]);
});

test('a failed delete shows the reason, or: Error deleting admin', { tags: ['slow'] }, async () => {
  let answer = () => refuse('superadmin_stays');
  const { user } = open({ [DELETE]: () => answer() });
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete Ruwan Silva' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
  };
  await remove();
  await screen.findByText('Cannot delete Super Admin accounts');
  answer = () => new Response('', { status: 500 });
  await remove();
  await screen.findByText('Error deleting admin');
});

test('lists that cannot be loaded show: Failed to fetch admins', { tags: ['slow'] }, async () => {
  open({ [LIST]: () => refuse('internal'), [SESSIONS]: () => refuse('internal') });
  await screen.findByText('Failed to fetch admins');
  await screen.findByText('Could not load active sessions. Try again.');
});

test("active sessions show address and times, and the user's own session can only be signed out", {
  tags: ['slow'],
}, async () => {
  open();
  const rows = within(await table('Active sessions'))
    .getAllByRole('row')
    .slice(1);
  expect(rows[0]?.textContent).toContain('This session');
  expect(rows[1]?.textContent).toContain('Chrome on Android10.1.2.320 Nov 2026, 07:00:0020 Nov 2026, 07:00:00');
  expect(screen.getAllByRole('button', { name: /^End session/ })).toHaveLength(1);
});

test('a session is ended after a question; one that has already ended is reported and removed from the list', {
  tags: ['slow'],
}, async () => {
  let isThere = true;
  let answer = () => refuse('session_not_found');
  const { user, sent } = open({
    [SESSIONS]: () => (isThere ? answerSessions(ownSession, ruwans) : answerSessions(ownSession)),
    [`DELETE /api/admin/sessions/${ruwans.id}`]: () => answer(),
  });
  const end = async () => {
    await user.click(await screen.findByRole('button', { name: 'End session for Ruwan Silva' }));
    const dialog = await screen.findByRole('dialog', { name: "End Ruwan Silva's session?" });
    expect(dialog.textContent).toContain('20 Nov 2026, 07:00:00 from 10.1.2.3 (Chrome on Android).');
    await user.click(within(dialog).getByRole('button', { name: 'End session' }));
  };
  await end();
  await screen.findByText('This session has already ended.');
  answer = () => {
    isThere = false;
    return Response.json({ message: "Ruwan Silva's session has ended." });
  };
  await end();
  await screen.findByText("Ruwan Silva's session has ended.");
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End session/ })).toBeNull());
  expect(sent.filter(({ call }) => call === SESSIONS)).toHaveLength(3);
});
