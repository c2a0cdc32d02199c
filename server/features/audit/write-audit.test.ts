/** @module-tag postgres */
import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { makeTestDatabase, TEST_AUDIT_KEY } from '../../testing/database.ts';
import { said } from '../../testing/said.ts';
import { verifyMarket } from '../ledger/verify-market.ts';
import { type AuditEvent, writeAudit } from './write-audit.ts';

type Entry = Selectable<Tables['audit_log']>;

const ACT: ActionContext = {
  actor: 'clerk@market.example',
  now: '2026-11-20T03:00:00.000Z' as Instant,
  requestId: 'request-1',
};

async function openDatabase(): Promise<Database> {
  const made = await makeTestDatabase();
  onTestFinished(() => made.remove());
  return made.database;
}

const note = (database: Database, event: AuditEvent, context = ACT) =>
  database.write((tx) => writeAudit(tx, context, event));
const entriesOf = (database: Database): Promise<Entry[]> =>
  database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute();
const headOf = async (database: Database) =>
  (await database.reader.selectFrom('audit_head').select('hash').executeTakeFirstOrThrow()).hash;

function findBreak(entries: readonly Entry[], head: string): number | 'end' | undefined {
  let expected = '';
  for (const entry of entries) {
    const values = [
      entry.event_date,
      entry.event_type,
      entry.event_description,
      entry.shop_id,
      entry.invoice_id,
      entry.old_value,
      entry.new_value,
      entry.edit_reason,
      entry.user_actioned,
      entry.request_id,
      entry.previous_hash,
      entry.id,
      entry.key_id,
      entry.sealed,
      entry.event_message,
      entry.tenancy_id,
    ];
    const hash = createHmac('sha256', TEST_AUDIT_KEY).update(JSON.stringify(values)).digest('hex');
    if (entry.previous_hash !== expected || entry.hash !== hash) return entry.id;
    expected = entry.hash;
  }
  return expected === head ? undefined : 'end';
}

async function openWithFiveEntries(): Promise<Database> {
  const database = await openDatabase();
  for (let number = 1; number <= 5; number += 1) {
    await note(database, {
      type: 'Price Changed',
      description: said(`Price ${number} changed`),
      subject: { shopId: `A-${number}`, tenancyId: number },
      invoiceId: `INV-${number}`,
      oldValue: '120.50 - 150',
      newValue: '130 - 160',
      reason: 'typing error',
    });
  }
  return database;
}

test('an entry shows who did what, when, in which request, and the values before and after', async () => {
  const database = await openDatabase();
  await note(database, {
    type: 'Price Changed',
    description: said('Carrot'),
    oldValue: '100',
    newValue: '120',
    reason: 'typo',
  });
  expect(await entriesOf(database)).toEqual([
    expect.objectContaining({
      event_date: ACT.now,
      event_type: 'Price Changed',
      event_description: 'Carrot',
      shop_id: null,
      invoice_id: null,
      old_value: '100',
      new_value: '120',
      edit_reason: 'typo',
      user_actioned: 'clerk@market.example',
      request_id: 'request-1',
      previous_hash: '',
    }),
  ]);
});

test('every entry contains the hash of the one before, and the newest is the head', async () => {
  const database = await openWithFiveEntries();
  const entries = await entriesOf(database);
  expect(entries).toHaveLength(5);
  expect(findBreak(entries, await headOf(database))).toBeUndefined();
});

const columns: (keyof Entry)[] = [
  'event_date',
  'event_type',
  'event_description',
  'shop_id',
  'invoice_id',
  'old_value',
  'new_value',
  'edit_reason',
  'user_actioned',
  'request_id',
  'previous_hash',
  'hash',
  'key_id',
  'sealed',
];

test.each(columns)('a change of the %s of an old entry is detected', async (column) => {
  const database = await openWithFiveEntries();
  const [, , third] = await entriesOf(database);
  if (!third) throw new Error('no third entry');
  await database.write((tx) =>
    tx
      .updateTable('audit_log')
      .set({ [column]: `${third[column]} ` })
      .where('id', '=', third.id)
      .execute(),
  );
  expect(findBreak(await entriesOf(database), await headOf(database))).toBe(third.id);
});

test.each([1, null])('a change of the tenancy of an old entry to %s is detected', async (tenancy_id) => {
  const database = await openWithFiveEntries();
  const [, , third] = await entriesOf(database);
  if (!third) throw new Error('no third entry');
  await database.write((tx) => tx.updateTable('audit_log').set({ tenancy_id }).where('id', '=', third.id).execute());
  expect((await verifyMarket(database)).differences).toEqual([
    `audit entry ${third.id} does not match the entry before it`,
  ]);
});

test('the removal of an entry is detected, even of the newest', async () => {
  const database = await openWithFiveEntries();
  const entries = await entriesOf(database);
  const [, second, third, , newest] = entries;
  const without = (gone?: Entry) => entries.filter((entry) => entry !== gone);
  const head = await headOf(database);
  expect(findBreak(without(second), head)).toBe(third?.id);
  expect(findBreak(without(newest), head)).toBe('end');
});

test('words that are moved from one column to the next are detected', async () => {
  const database = await openDatabase();
  await note(database, { type: 'Price Changed', description: said('x'), oldValue: '1","2', newValue: '3' });
  await database.write((tx) => tx.updateTable('audit_log').set({ old_value: '1', new_value: '2","3' }).execute());
  expect(findBreak(await entriesOf(database), await headOf(database))).toBeTypeOf('number');
});

test('fifty entries recorded at the same moment form one chain', async () => {
  const database = await openDatabase();
  await Promise.all(
    Array.from({ length: 50 }, (_, number) =>
      note(database, { type: 'Ticket Issued', description: said(`Ticket ${number}`) }),
    ),
  );
  const entries = await entriesOf(database);
  expect(new Set(entries.map((entry) => entry.event_description)).size).toBe(50);
  expect(findBreak(entries, await headOf(database))).toBeUndefined();
});

test('an action that fails after its audit entry leaves neither the entry nor a gap in the chain', async () => {
  const database = await openWithFiveEntries();
  const head = await headOf(database);
  const failing = database.write(async (tx) => {
    await writeAudit(tx, ACT, { type: 'Price Changed', description: said('never happened') });
    throw new Error('refused at last');
  });
  await expect(failing).rejects.toThrow('refused at last');
  expect(await headOf(database)).toBe(head);
  await note(database, { type: 'Price Changed', description: said('happened') });
  const entries = await entriesOf(database);
  expect(entries).toHaveLength(6);
  expect(findBreak(entries, await headOf(database))).toBeUndefined();
});
