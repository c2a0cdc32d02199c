/** @module-tag postgres */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { makeEmptyDatabase } from '../testing/database.ts';
import { everyMigration } from './every-migration.ts';
import { migrate } from './migrate.ts';

const CLOSERS = '0026-shift-closers';
const until = (last: string) => Object.fromEntries(Object.entries(everyMigration).filter(([name]) => name <= last));
const OPENED = '2026-10-01T00:00:00.000Z';
const closedAt = (hour: number) => `2026-10-01T0${hour}:00:00.000Z`;
const KEEPER = 'nimal@example.com';
const OTHER = 'kumari@example.com';
const RENAMED = 'gone@example.com';

test('shifts that were closed before get who closed them from the audit log of that instant', async () => {
  const { database, remove } = await makeEmptyDatabase();
  onTestFinished(remove);
  await migrate(database, until('0025-z'));
  const db = database.owner;
  for (const [at, email] of [KEEPER, OTHER].entries())
    await sql`insert into accounts (id, username, email, role, password_hash, must_change_password, created_at, updated_at)
      values (${at + 1}, ${email}, ${email}, 'manager', '', 0, ${OPENED}, ${OPENED})`.execute(db);
  const addShift = (id: string, hour: number | null) =>
    sql`insert into gate_shifts (id, issued_by, issued_by_id, opened_at, opening_cents, closed_at, counted_cents, reason,
      created_at, updated_at) values (${id}, ${KEEPER}, 1, ${OPENED}, 0, ${hour === null ? null : closedAt(hour)},
      ${hour === null ? null : 0}, '', ${OPENED}, ${hour === null ? OPENED : closedAt(hour)})`.execute(db);
  const addEntry = (hour: number, by: string, [type, of]: [string, string]) =>
    sql`insert into audit_log (event_date, event_type, event_description, user_actioned, request_id, previous_hash, hash)
      values (${closedAt(hour)}, ${type}, ${`${of}'s shift closed`}, ${by}, '', '', ${`${hour} ${by} ${type} ${of}`})`.execute(
      db,
    );
  for (const [id, hour] of [
    ['own', 1],
    ['others', 2],
    ['renamed', 3],
    ['unknown', 4],
    ['open', null],
  ] as const)
    await addShift(id, hour);
  await addEntry(1, KEEPER, ['Shift Closed', KEEPER]);
  await addEntry(2, RENAMED, ['Shift Opened', KEEPER]);
  await addEntry(2, RENAMED, ['Shift Closed', 'sunil@example.com']);
  await addEntry(2, OTHER, ['Shift Closed', KEEPER]);
  await addEntry(3, RENAMED, ['Shift Closed', KEEPER]);
  expect(await migrate(database, until(CLOSERS))).toEqual([CLOSERS]);
  const rows = await database.reader.selectFrom('gate_shifts').select(['id', 'closed_by', 'closed_by_id']).execute();
  expect(Object.fromEntries(rows.map(({ id, ...closer }) => [id, closer]))).toEqual({
    own: { closed_by: KEEPER, closed_by_id: 1 },
    others: { closed_by: OTHER, closed_by_id: 2 },
    renamed: { closed_by: RENAMED, closed_by_id: null },
    unknown: { closed_by: null, closed_by_id: null },
    open: { closed_by: null, closed_by_id: null },
  });
});
