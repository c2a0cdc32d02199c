import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { MailServerAnswer } from '#contract/mail.ts';
import { mailServerOf } from '../../testing/centre.ts';
import { enterPassword, onceVerified } from '../../testing/confirm-identity.ts';
import { answerCalls, openOffice, refuse, type Sent, signInAs } from '../../testing/office.tsx';
import { importOf } from '../import-page.ts';

const SERVER = '/api/settings/mail-server';
const TEST = `POST ${SERVER}/test`;

beforeAll(() => importOf('/settings/mail-server')());
beforeEach(() => signInAs('superadmin'));

function open(answers: Parameters<typeof answerCalls>[0] = {}, stored: Partial<MailServerAnswer> = {}) {
  const sent = answerCalls({
    [`GET ${SERVER}`]: () => Response.json(mailServerOf(stored)),
    ...onceVerified({ [`PUT ${SERVER}`]: () => Response.json({ message: 'Saved.', settings: mailServerOf() }) }),
    ...answers,
  });
  return { sent, ...openOffice('/settings/mail-server') };
}

const putOf = (sent: Sent[]) => sent.find(({ call }) => call.startsWith('PUT '))?.body;
const password = () => screen.findByLabelText(/^Password/);

async function save(user: UserEvent, asksPassword = true): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Save mail server' }));
  if (asksPassword) await enterPassword(user);
  await screen.findByText('Saved.');
}

const FACTS = { host: 'smtp.example.com', port: 465, security: 'tls', user: 'office', sender: '', missing_list_to: '' };

test('a new password is sent once and leaves the page', { tags: ['slow'] }, async () => {
  const { user, sent } = open();
  await user.type(await password(), 'a new secret');
  await save(user);
  expect(putOf(sent)).toEqual({ ...FACTS, password: 'a new secret' });
  expect(await password()).toHaveProperty('value', '');
});

test('without a new password the stored one stays, and it can be removed', { tags: ['slow'] }, async () => {
  const { user, sent } = open();
  const host = await screen.findByRole('textbox', { name: 'Mail server' });
  await user.type(host, '.lk');
  await save(user);
  expect(putOf(sent)).toEqual({ ...FACTS, host: 'smtp.example.com.lk' });
  sent.length = 0;
  await user.click(await screen.findByRole('checkbox', { name: 'Remove the saved password' }));
  await save(user, false);
  expect(putOf(sent)).toMatchObject({ password: '' });
});

test('the address for a missing price list is saved with the server', async () => {
  const { user, sent } = open();
  const address = await screen.findByRole('textbox', { name: 'Email address to notify of a missing price list' });
  await user.type(address, 'chief@example.com{Enter}');
  await enterPassword(user);
  await screen.findByText('Saved.');
  expect(putOf(sent)).toEqual({ ...FACTS, missing_list_to: 'chief@example.com' });
});

test('what the operator set is shown, and no password', async () => {
  open({}, { operator: { server: 'mail.example:587', sender: 'Office <o@example.com>' }, has_password: false });
  await screen.findByText(/^The server operator has set the mail server to mail\.example:587\./);
  screen.getByText(/^The server operator has set the sender to Office <o@example\.com>\./);
  screen.getByText('No password is saved.');
});

test('a test email shows what the mail server answered', async () => {
  let answers = 0;
  const { user } = open({
    [TEST]: () => {
      answers += 1;
      if (answers === 1) return Response.json({ success: false, message: 'Refused.', reply: '535 Wrong password' });
      return answers === 2
        ? Response.json({ success: true, message: 'Accepted.', reply: '250 OK' })
        : refuse('too_many_tries');
    },
  });
  const panel = within(await screen.findByRole('region', { name: 'Test email' }));
  panel.getByText(/kumari@example\.com/);
  const send = panel.getByRole('button', { name: 'Send a test email' });
  await user.click(send);
  expect((await panel.findByRole('status')).textContent).toContain('535 Wrong password');
  await user.click(send);
  await panel.findByText('Accepted.');
  await user.click(send);
  await panel.findByText(/^Too many/);
});

test('an admin sees the server and no button for a test email', async () => {
  signInAs('admin');
  open();
  expect((await screen.findByRole('textbox', { name: 'Mail server' })).closest('fieldset[disabled]')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Send a test email' })).toBeNull();
});
