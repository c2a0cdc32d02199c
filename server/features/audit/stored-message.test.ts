import { expect, test } from 'vitest';
import { ApiMessage, apiMessage } from '#contract/messages/message.ts';
import { describeEntry, storeMessage } from './stored-message.ts';

const event_description = 'Backup made by hand';

test('an entry is read back with its values', () => {
  const sentence = apiMessage('session.audit.verified', { email: 'clerk@example.com' });
  expect(describeEntry({ event_description, event_message: storeMessage(sentence) })).toEqual(sentence);
  expect(sentence).toBeInstanceOf(ApiMessage);
});

test.each([
  '',
  'no JSON',
  'null',
  '[]',
  '["session.audit.verified"]',
  '["session.audit.verified",null]',
  '["session.audit.verified",{"email":{}}]',
  '["no such sentence",{}]',
  '["session.audit.verified",{"email":["no such sentence",{}]}]',
])('an entry with the message %s says its English text', (event_message) => {
  expect(describeEntry({ event_description, event_message })).toBe(event_description);
});
