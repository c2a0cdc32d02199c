import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Refusal, refusalBody } from '#contract/refusals.ts';
import { currentSession } from '#web/session.ts';
import { answerSessions, testSession } from '../../testing/accounts.ts';
import { askFor, begin, laterAnswer, openGeneration, RUN, VERIFY } from '../../testing/bulk-actions.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { answerEffect, testResult } from '../../testing/settings.ts';
import { importOf } from '../import-page.ts';

describe('verify dialog', () => {
  beforeAll(() => importOf('/settings/generate-invoices')());
  beforeEach(() => signInAs('admin'));

  const made = () => answerEffect([testResult()]);
  const isRun = ({ call }: { call: string }) => call === RUN;

  test("the user's own email is filled in, the password has the focus, and both are sent unchanged", {
    tags: ['slow'],
  }, async () => {
    const { user, sent } = openGeneration({ [RUN]: made });
    const dialog = within(await askFor(user));
    const password = dialog.getByLabelText(/^Password/);
    expect(dialog.getByLabelText(/^Email/)).toHaveProperty('value', 'kumari@example.com');
    await waitFor(() => expect(document.activeElement).toBe(password));
    await user.keyboard(' a password {Enter}');
    await screen.findByRole('heading', { name: 'Result' });
    expect(sent.find(({ call }) => call === VERIFY)?.body).toEqual({
      email: 'kumari@example.com',
      password: ' a password ',
    });
  });

  test('email and password are both required', async () => {
    const { user, sent } = openGeneration();
    const dialog = within(await askFor(user));
    await user.clear(dialog.getByLabelText(/^Email/));
    await user.click(dialog.getByRole('button', { name: 'Generate 2 invoices' }));
    dialog.getByText(/^Enter an email address/);
    dialog.getByText('Enter the password.');
    expect(sent.some(({ call }) => call === VERIFY)).toBe(false);
  });

  test('wrong credentials show: Invalid credentials, Email or password is incorrect., and nothing runs', {
    tags: ['slow'],
  }, async () => {
    const { user, sent } = openGeneration({ [VERIFY]: () => refuse('verification_failed') });
    await begin(user);
    const alert = await screen.findByRole('alert', { name: 'Invalid credentials' });
    expect(alert.textContent).toContain('Email or password is incorrect.');
    screen.getByRole('dialog');
    expect(sent.filter(isRun)).toEqual([]);
  });

  test('a failed connection shows: Verification failed', { tags: ['slow'] }, async () => {
    const { user, sent } = openGeneration({ [VERIFY]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await begin(user);
    await screen.findByText(/^Verification failed\. Could not reach the server/);
    expect(sent.filter(isRun)).toEqual([]);
  });

  test('an answer without a message shows: Verification failed', { tags: ['slow'] }, async () => {
    const { user } = openGeneration({ [VERIFY]: () => new Response('', { status: 502 }) });
    await begin(user);
    await screen.findByText('Verification failed');
  });

  test('too many attempts show how long to wait', { tags: ['slow'] }, async () => {
    const tooMany = Response.json(refusalBody(new Refusal('too_many_tries')), {
      status: 429,
      headers: { 'retry-after': '42' },
    });
    const { user } = openGeneration({ [VERIFY]: () => tooMany });
    await begin(user);
    const wait = 'Too many attempts. Wait a moment and try again. Time left: 42 seconds.';
    await screen.findByText(wait);
  });

  test.each(['Cancel', 'Close', 'Escape'])(
    '%s changes nothing, and the focus returns to the button',
    { tags: ['slow'] },
    async (way) => {
      const { user, sent } = openGeneration({ [RUN]: made });
      const dialog = within(await askFor(user));
      await user.type(dialog.getByLabelText(/^Password/), 'a password');
      if (way === 'Escape') await user.keyboard('{Escape}');
      else await user.click(dialog.getByRole('button', { name: way }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      const button = screen.getByRole('button', { name: 'Generate 2 invoices' });
      await waitFor(() => expect(document.activeElement).toBe(button));
      expect(sent.filter(({ call }) => call === VERIFY || call === RUN)).toEqual([]);
    },
  );

  test('a check in progress cannot be cancelled, so that no late success runs the action', {
    tags: ['slow'],
  }, async () => {
    const later = laterAnswer();
    const { user, sent } = openGeneration({ [VERIFY]: () => later.answer, [RUN]: made });
    await begin(user);
    await user.keyboard('{Escape}');
    screen.getByRole('dialog');
    later.come(Response.json({ success: true, message: 'Identity confirmed.' }));
    await screen.findByRole('heading', { name: 'Result' });
    expect(sent.filter(isRun)).toHaveLength(1);
  });

  test('who has a second factor is asked for it after the password, and a recovery code helps', {
    tags: ['slow'],
  }, async () => {
    const step = { challenge: 'abc', site: 'localhost', origin: 'http://localhost:3000', passkeys: [], has_app: true };
    const FACTOR = 'POST /api/admin/verify/factor';
    const { user, sent } = openGeneration({
      [VERIFY]: () => refuse('second_factor_required', { secondStep: step }),
      [FACTOR]: () => Response.json({ success: true, message: 'Identity confirmed.' }),
      [RUN]: made,
    });
    await begin(user);
    await screen.findByText(/or a recovery code$/);
    expect(sent.filter(isRun)).toEqual([]);
    await user.type(screen.getByLabelText(/^Code/), '123456{Enter}');
    await screen.findByRole('heading', { name: 'Result' });
    expect(sent.find(({ call }) => call === FACTOR)?.body).toEqual({ code: '123456' });
  });
});

const CALL = 'PUT /api/admin/change-password';

async function change(oldOne: string, newOne: string) {
  const office = openOffice('/change-password');
  const current = await screen.findByLabelText('Current password');
  if (oldOne) await office.user.type(current, oldOne);
  if (newOne) await office.user.type(screen.getByLabelText('New password'), newOne);
  await office.user.click(screen.getByRole('button', { name: 'Change password' }));
  return office;
}

test('both fields are required', async () => {
  signInAs('editor');
  const sent = answerCalls({});
  await change('', 'mango-river-42');
  screen.getByText('Please fill in both fields');
  expect(sent).toHaveLength(0);
});

test('a wrong current password is reported under its field', async () => {
  signInAs('editor');
  answerCalls({ [CALL]: () => refuse('wrong_current_password') });
  await change('old-password', 'mango-river-42');
  await screen.findByText('The current password is incorrect.');
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
});

test('without a message from the server it says: Error changing password', async () => {
  signInAs('editor');
  answerCalls({ [CALL]: () => new Response('', { status: 500 }) });
  await change('old-password', 'mango-river-42');
  expect((await screen.findByRole('alert')).textContent).toBe('Error changing password');
});

test('after the first sign-in the new password opens the office', async () => {
  signInAs('superadmin', true);
  const sent = answerCalls({ [CALL]: () => Response.json({ message: 'Password changed.' }) });
  const { address } = await change('old-password', 'mango-river-42');
  await waitFor(() => expect(address()).toBe('/admin-dashboard'));
  expect(sent[0]?.body).toEqual({ currentPassword: 'old-password', newPassword: 'mango-river-42' });
  expect(currentSession()?.mustChangePassword).toBe(false);
});

test('own sessions are listed, and another one than this is ended', async () => {
  signInAs('editor');
  let open = [testSession({ id: 'own', is_own: true, address: '10.0.0.1' }), testSession()];
  const ended = `DELETE /api/admin/own-sessions/${testSession().id}`;
  const sent = answerCalls({
    'GET /api/admin/own-sessions': () => answerSessions(...open),
    [ended]: () => {
      open = open.slice(0, 1);
      return Response.json({ message: "Ruwan Silva's session has ended." });
    },
  });
  const { user } = openOffice('/change-password');
  await user.click(await screen.findByRole('button', { name: 'Show sessions' }));
  await screen.findByText('This session');
  await user.click(screen.getByRole('button', { name: /^End session/ }));
  await screen.findByText("Ruwan Silva's session has ended.");
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End session/ })).toBeNull());
  expect(sent.map(({ call }) => call)).toContain(ended);
});
