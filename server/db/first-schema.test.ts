/** @module-tag sqlite-only */
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { makeEmptyDatabase } from '../testing/database.ts';
import { describeSchema } from '../testing/describe-schema.ts';
import { migrate } from './migrate.ts';
import * as schema from './migrations/0001-schema.ts';

/** Markets have databases of this schema, so every addition to it needs a migration, even a word of a list. */
test('the first schema stays as it is, its lists of words included', async () => {
  const { database, remove } = await makeEmptyDatabase();
  onTestFinished(remove);
  await migrate(database, { '0001-schema': schema });
  const lines = await describeSchema(database);
  expect(createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)).toBe('fc017a50a381a175');
});
