/** @module-tag postgres-quick */
import { expect, test } from 'vitest';
import { day, instantOf } from '#billing/calendar.ts';
import type { Database } from '../../db/connect.ts';
import { emptyAddress, makeFile, openDatabase, textOf } from '../../testing/backup.ts';
import { makePeopledDatabase } from '../../testing/database.ts';
import { restoreBackup } from './restore-backup.ts';

const NOW = instantOf(Date.parse('2026-11-20T03:00:00.000Z'));

async function addRate(database: Database, validFrom: string): Promise<number> {
  const rate = { basis_points: 1800, valid_from: day(validFrom), set_by: 'x', set_at: NOW, applied_at: null };
  const { id } = await database.write((tx) =>
    tx.insertInto('vat_rates').values(rate).returning('id').executeTakeFirstOrThrow(),
  );
  return id;
}

test('the next number after a restore follows the last one, although its row was deleted', async () => {
  const { database, remove } = await makePeopledDatabase();
  expect([await addRate(database, '2026-12-01'), await addRate(database, '2026-12-02')]).toEqual([1, 2]);
  await database.write((tx) => tx.deleteFrom('vat_rates').where('id', '=', 2).execute());
  const text = await textOf(database, NOW);
  await remove();
  const address = await emptyAddress();
  await restoreBackup(address, makeFile(text));
  expect(await addRate(openDatabase(address), '2026-12-03')).toBe(3);
});
