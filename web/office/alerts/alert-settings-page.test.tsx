import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type AlertSettings, type AlertStatus, alerts } from '#contract/alerts.ts';
import { enterPassword, onceVerified } from '../../testing/confirm-identity.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { importOf } from '../import-page.ts';

const PATH = '/api/settings/alerts';
const STORED: AlertSettings = {
  email_on: true,
  push_on: false,
  push_contact: '',
  sms_on: false,
  sms_address: '',
  sms_body: '',
  sms_success: '',
  has_sms_headers: true,
};
const STATUS: AlertStatus = {
  channels: [
    { channel: 'email', obstacle: 'no_mail_server', confirmed: 12, unconfirmed: 3 },
    { channel: 'push', obstacle: 'off', confirmed: 0, unconfirmed: 0 },
    { channel: 'sms', obstacle: null, confirmed: 4, unconfirmed: 0 },
  ],
  queued: 7,
  sent: 1200,
  failures: [{ reason: 'Rejected by the SMS gateway or push service', count: 5 }],
};

beforeAll(() => importOf('/settings/alerts')());
beforeEach(() => signInAs('superadmin'));

function open() {
  const sent = answerCalls({
    [`GET ${PATH}`]: () => Response.json(alerts.getSettings.answer.parse(STORED)),
    [`GET ${PATH}/status`]: () => Response.json(STATUS),
    ...onceVerified({ [`PUT ${PATH}`]: () => Response.json({ message: 'Saved.', settings: STORED }) }),
  });
  return { sent, ...openOffice('/settings/alerts') };
}

test('the panel says how many subscribed, what failed, and why a way is not offered', async () => {
  open();
  expect((await screen.findByRole('row', { name: /^Email/ })).textContent).toContain('No mail server is set up');
  screen.getByText('Waiting: 7. Sent in the last 30 days: 1,200.');
  screen.getByText('Rejected by the SMS gateway or push service: 5');
});

test('headers of the gateway are sent once, and without new ones the stored ones stay', {
  tags: ['slow'],
}, async () => {
  const { user, sent } = open();
  const bodies = () => sent.filter(({ call }) => call.startsWith('PUT ')).map(({ body }) => body);
  await user.click(await screen.findByRole('switch', { name: 'Offer alerts in the browser (web push)' }));
  await user.type(screen.getByRole('textbox', { name: /^Contact for push services/ }), 'office@pola.example');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await enterPassword(user);
  await screen.findByText('Saved.');
  expect(bodies().at(-1)).toMatchObject({ push_on: true, push_contact: 'office@pola.example' });
  expect(bodies().at(-1)).not.toHaveProperty('sms_headers');
  await user.type(screen.getByRole('textbox', { name: /^HTTP headers/ }), 'X-Key: a');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(bodies().at(-1)).toMatchObject({ sms_headers: 'X-Key: a' });
});

test('an admin sees the settings and cannot change them', async () => {
  signInAs('admin');
  open();
  const contact = await screen.findByRole('textbox', { name: /^Contact for push services/ });
  expect(contact.closest('fieldset[disabled]')).not.toBeNull();
});
