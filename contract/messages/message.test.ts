import { expect, test } from 'vitest';
import type { z } from 'zod';
import fields from '#texts/fields.json' with { type: 'json' };
import type { Call } from '../call.ts';
import { everyCall, listCalls } from '../every-call.ts';
import { Refusal, refusalBody } from '../refusals.ts';
import { fill, formatMessage, placeholdersOf } from './format-message.ts';
import { checkInput, inputMessage, readInputMessage, wordInput } from './input-message.ts';
import { apiMessage, message, writeJson } from './message.ts';

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

const ROWS = '{count, plural, =0 {No rows} one {# row} other {# rows}} of {list}';

test('a placeholder is replaced by its value; numbers get thousands separators and years do not', () => {
  expect(formatMessage('Delete payment {id}?', { id: '1204' }, 'en')).toBe('Delete payment 1204?');
  expect(formatMessage('{count} shops in {year}', { count: 1204, year: '2026' }, 'en')).toBe('1,204 shops in 2026');
});

test('a count chooses its plural form', () => {
  expect(formatMessage(ROWS, { count: 0, list: 'A' }, 'en')).toBe('No rows of A');
  expect(formatMessage(ROWS, { count: 1, list: 'A' }, 'en')).toBe('1 row of A');
  expect(formatMessage(ROWS, { count: 1200, list: 'A' }, 'en')).toBe('1,200 rows of A');
});

test('Sinhala uses the singular form for 0 as well', () => {
  expect(formatMessage('{count, plural, one {භාණ්ඩ #} other {භාණ්ඩ #ක්}}', { count: 0 }, 'si')).toBe('භාණ්ඩ 0');
});

test('a choice falls back to "other", and placeholders inside a branch are filled in', () => {
  const text = '{kind, select, fine {Fine of {amount}} other {Charge of {amount}}}.';
  expect(formatMessage(text, { kind: 'fine', amount: '3,000.00' }, 'en')).toBe('Fine of 3,000.00.');
  expect(formatMessage(text, { kind: 'rent', amount: '8,000.00' }, 'en')).toBe('Charge of 8,000.00.');
});

test('a placeholder without a value stays as it is written', () => {
  expect(formatMessage('For {shop}', {}, 'en')).toBe('For {shop}');
});

test('a number sign outside a plural form is plain text', () => {
  expect(formatMessage('# {id}', { id: '7' }, 'en')).toBe('# 7');
});

test.each(['{name', 'a } b', '{n, plural, one {x}', '{n, number}'])('"%s" is rejected', (text) => {
  expect(() => formatMessage(text, { n: 1 }, 'en')).toThrow();
});

test('the placeholders of a message are listed once each', () => {
  expect(placeholdersOf(ROWS)).toEqual(['count', 'list']);
});

const WRONG = ['', ' ', 'x', '!\u0000', '-1', 'x'.repeat(30_000), 0, -1, 1.5, 1e308, null, true, [], [5], {}];

const parts = Object.entries(everyCall).flatMap(([subject, calls]) =>
  Object.entries<Call>(calls).flatMap(([name, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [{ name: `${part} of ${subject}.${name}`, schema: schema as z.ZodType }] : [],
    ),
  ),
);

test.each(parts)('$name: for any input, the refusal says in words what to send instead', ({ schema }) => {
  const keys = 'shape' in schema ? Object.keys(schema.shape as object) : [];
  const sent = [...WRONG, undefined, ...keys.flatMap((key) => WRONG.map((wrong) => ({ [key]: wrong })))];
  const faults = sent.flatMap((given) => checkInput(schema, given).faults);
  expect(faults).not.toEqual([]);
  for (const fault of faults) {
    const sentence = wordInput(fault.message, fault.field, message);
    expect(sentence).not.toMatch(/[{}]/);
    expect([sentence, fault.message.key]).not.toEqual([sentence, 'input.invalid']);
  }
});

test('every field of every call has a name that people understand', () => {
  const names = listCalls().flatMap(({ entry: { params, query, body } }) =>
    [params, query, body].flatMap((schema) => (schema && 'shape' in schema ? Object.keys(schema.shape as object) : [])),
  );
  expect([...new Set(names)].filter((name) => !(`fields.${name}` in fields.forms))).toEqual([]);
});

test('a wrong filter is answered with the accepted values, although an empty filter means none', () => {
  const { faults } = checkInput(everyCall.invoices.list.query, { sort: 'age', order: 'up', limit: 'all' });
  expect(faults.map((fault) => wordInput(fault.message, fault.field, message))).toEqual([
    expect.stringMatching(/^The sort column must be one of: invoice_id, shop_id, /),
    'The sort order must be one of: asc, desc.',
    'The limit must be a whole number.',
  ]);
});

test.each([
  ['amountPaid', everyCall.payments.byShop.body, { paymentDate: '2026-11-20' }, 'Enter the amount.'],
  [
    'amountPaid',
    everyCall.payments.byShop.body,
    { paymentDate: '2026-11-20', amountPaid: 0 },
    'The amount must be greater than 0.',
  ],
  ['description', everyCall.publications.add.body, { type: 'news', topic: 'Rain' }, 'Enter the description.'],
  ['newVatRate', everyCall.vatRates.set.body, { newVatRate: 0 }, 'Please enter a valid VAT rate greater than 0.'],
  ['newVatRate', everyCall.vatRates.set.body, { newVatRate: 150 }, 'The VAT rate cannot be more than 100%.'],
  [
    'newVatRate',
    everyCall.vatRates.set.body,
    { newVatRate: 17.555 },
    'Enter the VAT rate with no more than 2 decimal places, such as 17.5.',
  ],
  [
    '1.min_price',
    everyCall.prices.updateMultiple.body,
    [priceRow(1), priceRow(0)],
    'The minimum price must be greater than 0.',
  ],
])('%s has the name that people use: %#', (field, schema, given, sentence) => {
  const { faults } = checkInput(schema as z.ZodType, given);
  expect(faults.map((fault) => [fault.field, wordInput(fault.message, fault.field, message)])).toEqual([
    [field, sentence],
  ]);
});

function priceRow(min_price: number) {
  return { product_id: 1, date: '2026-11-20', min_price, max_price: 2 };
}

test('a form speaks the language of its reader', () => {
  const texts = { 'input.required': { si: '{field} ඇතුළත් කරන්න.' }, 'fields.amountPaid': { si: 'මුදල' } };
  const write = (key: string, values = {}) => fill(texts, { key, values }, 'si');
  expect(wordInput({ key: 'input.required', values: {} }, '0.amountPaid', write)).toBe('මුදල ඇතුළත් කරන්න.');
});
