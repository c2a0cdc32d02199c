import { expect, test } from 'vitest';
import { Refusal, refusalBody } from '../refusals.ts';
import { inputMessage, readInputMessage } from './input-message.ts';
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
