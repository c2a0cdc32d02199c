import { expect, test } from 'vitest';
import { checkInput } from './messages/input-message.ts';
import { fillRentMessage, findUnfitPlaceholder, rentMessagePlaceholders, rentMessages } from './rent-messages.ts';
import { rentMessageOccasions } from './words.ts';

test('what a tenant or market is called is not read as a placeholder', () => {
  expect(fillRentMessage('{name}: {amount}', { name: '{amount} & $&', amount: 'Rs. 5.00' })).toBe(
    '{amount} & $&: Rs. 5.00',
  );
});

test('an empty value leaves no line and no space behind', () => {
  expect(fillRentMessage('Pay {amount} \n{link}\n\nThank you', { amount: 'Rs. 5.00', link: '' })).toBe(
    'Pay Rs. 5.00\nThank you',
  );
  expect(fillRentMessage('Pay {amount}\n{link}', { amount: 'Rs. 5.00', link: '' })).toBe('Pay Rs. 5.00');
});

test.each(rentMessageOccasions)('every placeholder of %s is known, in any text', (occasion) => {
  for (const name of rentMessagePlaceholders[occasion]) {
    expect(findUnfitPlaceholder(`${name} {${name}}.`, occasion)).toBeUndefined();
    expect(findUnfitPlaceholder(`{${name} }`, occasion)).toBe(`{${name} }`);
    expect(findUnfitPlaceholder(`{${name}x}`, occasion)).toBe(`{${name}x}`);
    expect(findUnfitPlaceholder(`{{${name}}}`, occasion)).toBe('{');
  }
});

test('a placeholder of another message is refused', () => {
  expect(findUnfitPlaceholder('{month}', 'receipt')).toBe('{month}');
  expect(findUnfitPlaceholder('{receipt}', 'bill')).toBe('{receipt}');
});

const TEXT = { en: 'x', si: 'x', ta: 'x' };
const SETTINGS = {
  rent_sms_on: true,
  rent_email_on: false,
  bill_on: false,
  reminder_on: true,
  reminder_day: 10,
  receipt_on: false,
  part_cost: '0.65',
  bill_text: TEXT,
  reminder_text: TEXT,
  receipt_text: TEXT,
};

test.each([
  ['reminder_day', 0],
  ['reminder_day', 29],
  ['reminder_day', 1.5],
  ['part_cost', '-1'],
  ['part_cost', '0.655'],
  ['part_cost', '1000.01'],
  ['bill_text', { ...TEXT, si: '' }],
  ['receipt_text', { ...TEXT, ta: 'x'.repeat(601) }],
])('the settings refuse %s %j', (field, value) => {
  const { body } = rentMessages.setSettings;
  expect(checkInput(body, SETTINGS).faults).toEqual([]);
  expect(checkInput(body, { ...SETTINGS, [field]: value }).faults).toHaveLength(1);
});
