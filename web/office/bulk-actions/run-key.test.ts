import { expect, test } from 'vitest';
import { runIdIn } from '#contract/bulk-actions.ts';
import { newRunKey } from './run-key.ts';

test('every run has a name that the server accepts, and none has that of another', () => {
  const ids = Array.from({ length: 200 }, () => newRunKey().run_id);
  expect(ids.filter((id) => !runIdIn.safeParse(id).success)).toEqual([]);
  expect(new Set(ids).size).toBe(200);
});
