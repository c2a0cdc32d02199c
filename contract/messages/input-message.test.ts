import { expect, test } from 'vitest';
import type { z } from 'zod';
import fields from '#texts/fields.json' with { type: 'json' };
import type { Call } from '../call.ts';
import { everyCall, listCalls } from '../every-call.ts';
import { fill } from './format-message.ts';
import { checkInput, wordInput } from './input-message.ts';
import { message } from './message.ts';

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
