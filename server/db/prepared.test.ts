/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import { type Day, day as dayFrom } from '#billing/calendar.ts';
import { makeTestDatabase } from '../testing/database.ts';
import type { Database } from './connect.ts';
import { preparedWrite } from './prepared.ts';

async function openDatabase(): Promise<Database> {
  const made = await makeTestDatabase();
  onTestFinished(() => made.remove());
  return made.database;
}

test('a prepared statement cannot write to a sealed table, because its changes would not be sealed', async () => {
  const database = await openDatabase();
  const rename = preparedWrite<{ name: string }>((tx, { name }) => tx.updateTable('products').set({ name }));
  await expect(database.write((tx) => rename(tx, { name: 'Leeks' }))).rejects.toThrow('a sealed table');
});

test('a prepared statement writes the values of each call', async () => {
  const database = await openDatabase();
  const count = preparedWrite<{ day: Day; type: string; entries: number }>((tx, { day, type, entries }) =>
    tx.insertInto('audit_counts').values({ day, event_type: type, entries }),
  );
  const days = ['2020-01-01', '2020-01-02'].map(dayFrom);
  await database.write(async (tx) => {
    for (const [at, day] of days.entries()) await count(tx, { day, type: 'Test', entries: at + 1 });
  });
  const stored = database.reader.selectFrom('audit_counts').select(['day', 'entries']).where('event_type', '=', 'Test');
  expect(await stored.orderBy('day').execute()).toEqual([
    { day: '2020-01-01', entries: 1 },
    { day: '2020-01-02', entries: 2 },
  ]);
});
