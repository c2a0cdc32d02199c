import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentSession } from '#web/session.ts';
import { answerSessions, testSession } from '../../testing/accounts.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';

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
