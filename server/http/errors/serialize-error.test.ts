/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { serializeError } from './serialize-error.ts';

test('an error is logged with its kind, place and cause, and without the row that an engine attaches to it', () => {
  const row = { detail: 'Failing row contains (7, $argon2id$v=19$...).', where: 'SQL statement', parameters: ['hash'] };
  const refused = Object.assign(new TypeError('violates a check', { cause: new Error('why') }), {
    code: '23514',
    ...row,
  });
  expect(serializeError(refused)).toEqual({
    type: 'TypeError',
    message: 'violates a check',
    code: '23514',
    stack: expect.stringContaining('serialize-error.test.ts'),
    cause: { type: 'Error', message: 'why', stack: expect.any(String) },
  });
  expect(serializeError('gone')).toEqual({ type: 'string', message: 'gone', stack: '' });
});
