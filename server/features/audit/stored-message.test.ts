/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { day, monthOf } from '#billing/calendar.ts';
import { apiMessage, inWords } from '#contract/messages/message.ts';
import { describeEntry, storeMessage } from './stored-message.ts';

const event_description = 'Backup made by hand';

test('an entry is read back with its values', () => {
  const month = { month: monthOf(day('2026-11-20')) };
  const sentence = apiMessage('other-charges.audit.removed', { name: 'Water', tenant: 'Nimal Perera', month });
  expect(describeEntry({ event_description, event_message: storeMessage(sentence) })).toEqual(sentence);
  expect(inWords(sentence, 'si')).toContain('2026 නොවැම්බර්');
});

test.each([
  '',
  'no JSON',
  'null',
  '[]',
  '["session.audit.verified"]',
  '["session.audit.verified",null]',
  '["session.audit.verified",{"email":{}}]',
  '["other-charges.audit.removed",{"month":{"month":"2026-13"}}]',
  '["no such sentence",{}]',
  '["session.audit.verified",{"email":["no such sentence",{}]}]',
])('an entry with the message %s says its English text', (event_message) => {
  expect(describeEntry({ event_description, event_message })).toBe(event_description);
});
