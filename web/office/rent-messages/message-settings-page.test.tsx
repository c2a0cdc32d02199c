import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { centre } from '#contract/centre.ts';
import { type RentMessageSettings, rentMessages } from '#contract/rent-messages.ts';
import { testContact } from '../../testing/centre.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { importOf } from '../import-page.ts';

const PATH = '/api/settings/rent-messages';
const TEXT = { en: '{market}: {amount}', si: '{amount} ගෙවන්න', ta: '{amount}' };
const STORED: RentMessageSettings = {
  rent_sms_on: false,
  rent_email_on: false,
  bill_on: false,
  reminder_on: false,
  reminder_day: 10,
  receipt_on: false,
  part_cost: 0,
  bill_text: TEXT,
  reminder_text: TEXT,
  receipt_text: TEXT,
};

beforeAll(() => importOf('/settings/rent-messages')());
beforeEach(() => signInAs('superadmin'));

function open() {
  const sent = answerCalls({
    [`GET ${PATH}`]: () => Response.json(rentMessages.getSettings.answer.parse(STORED)),
    [`GET ${centre.getContact.path}`]: () => Response.json(testContact()),
    [`PUT ${PATH}`]: () => Response.json({ message: 'Saved rent messages.', settings: STORED }),
  });
  const bodies = () => sent.filter(({ call }) => call === `PUT ${PATH}`).map(({ body }) => body);
  return { bodies, ...openOffice('/settings/rent-messages') };
}

test('the preview has the parts of an example, and characters that make it longer', { tags: ['slow'] }, async () => {
  const { user } = open();
  const preview = within(await screen.findByRole('region', { name: 'Preview with an example' }));
  preview.getByText(/^Alphabet: GSM\. Units: \d+\. Parts: 1\.$/);
  await user.type(screen.getByRole('textbox', { name: /^Text/ }), '’');
  preview.getByText(/^Alphabet: Unicode\. Units: \d+\. Parts: 1\.$/);
  preview.getByText('These characters make the message longer: ’');
});

test('a misspelt placeholder is refused in words before anything is sent', {
  tags: ['slow'],
}, async () => {
  const { user, bodies } = open();
  const text = await screen.findByRole('textbox', { name: /^Text/ });
  await user.clear(text);
  await user.type(text, 'Pay {{ammount}');
  await user.click(screen.getByRole('button', { name: 'Save rent messages' }));
  await screen.findByText(/^\{ammount\} is not a known placeholder\. The placeholders are: \{name\} \{shop\}/);
  expect(bodies()).toEqual([]);
});

test('what is turned on is saved', { tags: ['slow'] }, async () => {
  const { user, bodies } = open();
  await user.click(await screen.findByRole('switch', { name: 'Text messages to tenants with a mobile number' }));
  await user.click(screen.getByRole('switch', { name: 'Reminder on a day of the month' }));
  const day = screen.getByRole('textbox', { name: /^Day of the reminder/ });
  await user.clear(day);
  await user.type(day, '12');
  await user.click(screen.getByRole('button', { name: 'Save rent messages' }));
  await screen.findByText('Saved rent messages.');
  expect(bodies().at(-1)).toMatchObject({ rent_sms_on: true, reminder_on: true, reminder_day: 12, bill_on: false });
});

test('who may not change settings sees them', async () => {
  signInAs('admin');
  open();
  const text = await screen.findByRole('textbox', { name: /^Text/ });
  expect(text.closest('fieldset[disabled]')).not.toBeNull();
});
