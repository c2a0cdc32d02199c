/** @module-tag sqlite-only */

import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { roles } from '#contract/roles.ts';
import * as words from '#contract/words.ts';
import { makeEmptyDatabase, makeTestDatabase } from '../testing/database.ts';
import { describeSchema } from '../testing/describe-schema.ts';
import { migrate } from './migrate.ts';
import * as schema from './migrations/0001-schema.ts';

/** Existing databases have this schema, so every addition to it needs a migration, even a new value in a list. */
test('the first schema stays as it is, its lists of words included', async () => {
  const { database, remove } = await makeEmptyDatabase();
  onTestFinished(remove);
  await migrate(database, { '0001-schema': schema });
  const lines = await describeSchema(database);
  expect(createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)).toBe('fc017a50a381a175');
});

const lists = [roles, ...Object.values(words).filter(Array.isArray)];

/** A new value needs a migration, because existing databases refuse it. */
test('each column of a list of words allows all words of the list in contract/words.ts', async () => {
  const { database, remove } = await makeTestDatabase();
  onTestFinished(remove);
  const columns = (await describeSchema(database)).flatMap((line) => {
    const [, table, column, inside = ''] = /^table (\w+): (\w+) .*\bin \(('[^)]*)\)/.exec(line) ?? [];
    const stored = inside.split(', ').map((word) => word.slice(1, -1));
    const nearest = lists.filter((list) => stored.every((word) => list.some((one) => one === word)));
    return nearest.length === 0 ? [] : [{ column: `${table}.${column}`, stored, nearest }];
  });
  const narrow = columns.filter(({ stored, nearest }) => nearest.every((list) => list.length > stored.length));
  expect(narrow.map(({ column }) => `${column} needs a migration`)).toEqual([]);
  expect(columns.length).toBeGreaterThan(10);
});
