import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Refusal, refusalBody } from '../refusals.ts';
import { placeholdersOf } from './format-message.ts';
import { inputMessage, readInputMessage } from './input-message.ts';
import { type ApiMessageKey, apiMessage, message } from './message.ts';

const folder = path.join(import.meta.dirname, 'en');
const subjects = readdirSync(folder).map((file) => ({
  subject: path.basename(file, '.json'),
  texts: JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Record<string, string>,
}));

test.each(subjects)(
  'the keys of $subject begin with its name, and its sentences can be formatted',
  ({ subject, texts }) => {
    for (const [key, text] of Object.entries(texts)) {
      expect(key).toMatch(new RegExp(`^${subject}(\\.[\\w-]+)+$`));
      expect(text).toBe(text.trim());
      const values = Object.fromEntries(placeholdersOf(text).map((name) => [name, 2]));
      expect(message(key as ApiMessageKey, values)).not.toMatch(/[{}]/);
    }
  },
);

test('a sentence without a translation is English', () => {
  expect(message('refusals.shop_not_found', {}, 'ta')).toBe('Shop not found.');
});

test('the key and the values of an issue survive a pass through a schema', () => {
  const carried = inputMessage('input.at-most', { max: 500 });
  expect(readInputMessage(carried)).toEqual({ key: 'input.at-most', values: { max: 500 } });
});

test('a refusal is formatted when it is answered', () => {
  const refusal = new Refusal('bad_csv', { message: apiMessage('refusals.shop_not_found') });
  expect(refusalBody(refusal)).toEqual({
    success: false,
    code: 'bad_csv',
    message: 'Shop not found.',
    error: 'Shop not found.',
  });
});

test('bad input: each different sentence once, at most three, and rows by their number', () => {
  const details = ['0.a', '0.b', '1.a', '2.a', '3.a'].map((field) => ({
    field,
    message: apiMessage('prices.fault.no_item'),
  }));
  const { message: sentence } = refusalBody(new Refusal('invalid_input', { details }));
  expect(sentence).toBe(
    'Row 1: The item is missing. Row 2: The item is missing. Row 3: The item is missing. There is 1 more error.',
  );
});
