import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Refusal, refusalBody } from '../refusals.ts';
import { placeholdersOf } from './format-message.ts';
import { inputMessage, readInputMessage } from './input-message.ts';
import { type ApiMessageKey, apiMessage, message, writeJson } from './message.ts';

const folder = path.join(import.meta.dirname, 'en');
const subjects = readdirSync(folder).map((file) => ({
  subject: path.basename(file, '.json'),
  texts: JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Record<string, string>,
}));

test.each(subjects)(
  'the keys of $subject begin with its name, and its sentences can be formatted',
  ({ subject, texts }) => {
    for (const [key, text] of Object.entries(texts)) {
      expect(key).toMatch(new RegExp(`^${subject}(\\.[\\w -]+)+$`));
      expect(text).toBe(text.trim());
      const values = Object.fromEntries(placeholdersOf(text).map((name) => [name, 2]));
      expect(message(key as ApiMessageKey, values)).not.toMatch(/[{}]/);
    }
  },
);

const SCRIPTS = { si: /[\u0d80-\u0dff]/, ta: /[\u0b80-\u0bff]/ };
/** Not `{title}: {part}`, `VAT` or `1`. */
const hasWords = (text: string) => /[a-z]{3}/.test(text.replaceAll(/\{\w+\}/g, ''));
const translated = subjects
  // Its Sinhala and Tamil are printed beside the English, and not all exist.
  .filter(({ subject }) => subject !== 'tax-paper')
  .flatMap(({ subject, texts }) => (['si', 'ta'] as const).map((language) => ({ language, subject, texts })));

test.each(translated)('every sentence of $subject is in $language too', ({ language, subject, texts }) => {
  const file = path.join(folder, '..', language, `${subject}.json`);
  const own = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  expect(Object.keys(own)).toEqual(Object.keys(texts));
  for (const [key, text] of Object.entries(own)) {
    expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(texts[key] ?? '')]);
    if (hasWords(texts[key] ?? '')) expect([key, text]).toEqual([key, expect.stringMatching(SCRIPTS[language])]);
    expect(text).toBe(text.trim().normalize('NFC'));
  }
});

test('an answer is put into words when it is written, with sentences inside sentences', () => {
  const ticket = apiMessage('tickets.audit.sanitation', { number: 'T20_4' });
  const answer = { rows: [{ what: apiMessage('tickets.audit.late', { ticket, time: '07:00' }) }], count: 1 };
  const inEnglish = JSON.parse(writeJson(answer, 'en'));
  const inTamil = JSON.parse(writeJson(answer, 'ta'));
  expect(inEnglish.rows[0].what).toContain(message('tickets.audit.sanitation', { number: 'T20_4' }));
  expect(inTamil.rows[0].what).toContain(message('tickets.audit.sanitation', { number: 'T20_4' }, 'ta'));
  expect(inTamil.count).toBe(1);
  expect(JSON.stringify(answer)).toBe(JSON.stringify(inEnglish));
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
