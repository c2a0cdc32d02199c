import { expect, test } from 'vitest';
import { runIdIn } from '#contract/bulk-actions.ts';
import { newUuid } from './use-form-key.ts';

test('every run has an id that the server accepts, and no other run has the same', () => {
  const ids = Array.from({ length: 200 }, () => newUuid());
  expect(ids.filter((id) => !runIdIn.safeParse(id).success)).toEqual([]);
  expect(new Set(ids).size).toBe(200);
});
