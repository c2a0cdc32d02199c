/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import { makeEmptyDatabase, makeTestDatabase } from '../testing/database.ts';
import { describeSchema } from '../testing/describe-schema.ts';
import { migrate, migrateOn } from './migrate.ts';
import { earlyMigrations } from './migrations/early/early-migrations.ts';

test('a database of the first releases gets the schema of a new one', { tags: ['slow'] }, async () => {
  const { database, remove } = await makeEmptyDatabase();
  onTestFinished(remove);
  await database.owner.transaction().execute((tx) => migrateOn(tx, earlyMigrations));
  await database.owner.transaction().execute((tx) => migrateOn(tx));
  expect(await migrate(database)).toEqual([]);
  const fresh = await makeTestDatabase();
  onTestFinished(fresh.remove);
  expect(await describeSchema(database)).toEqual(await describeSchema(fresh.database));
});
