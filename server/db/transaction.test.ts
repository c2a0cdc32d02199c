/** @module-tag postgres-quick */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { makeTestDatabase } from '../testing/database.ts';
import { connect, type Database, type Reader, sqliteFile, type Writer } from './connect.ts';
import { raiseDataVersion, readDataVersion } from './data-version.ts';
import { prepared } from './prepared.ts';
import { isUnavailable, isUniqueViolation, shareCommits, withRetries } from './transaction.ts';

const NOW = '2026-11-20T03:00:00.000Z' as Instant;

async function openDatabase(): Promise<Database> {
  const made = await makeTestDatabase();
  onTestFinished(() => made.remove());
  return made.database;
}

const put = (tx: Writer, subject: string, tries: number) =>
  tx.insertInto('rate_limits').values({ subject, window_start: NOW, tries }).execute();
const triesOf = async (db: Reader, subject: string) =>
  (await db.selectFrom('rate_limits').select('tries').where('subject', '=', subject).executeTakeFirst())?.tries;
const addTry = (tx: Writer, subject: string) =>
  tx
    .updateTable('rate_limits')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('subject', '=', subject)
    .execute();

const fault = (more: object, message = 'refused by the engine') => Object.assign(new Error(message), more);

test('an action that fails at its last step leaves nothing', async () => {
  const database = await openDatabase();
  const context = database.write(async (tx) => {
    await put(tx, 'first step', 1);
    await raiseDataVersion(tx);
    throw new Error('the last step failed');
  });
  await expect(context).rejects.toThrow('the last step failed');
  expect(await triesOf(database.reader, 'first step')).toBeUndefined();
  expect(await readDataVersion(database.reader)).toBe(1);
});

test('after a failed action the next one works', async () => {
  const database = await openDatabase();
  await expect(database.write((tx) => sql`select * from nothing`.execute(tx))).rejects.toThrow(/nothing/);
  await database.write((tx) => put(tx, 'next', 1));
  expect(await triesOf(database.reader, 'next')).toBe(1);
});

test('fifty clerks who each read a number, add one and write it reach fifty', async () => {
  const database = await openDatabase();
  await database.write((tx) => put(tx, 'counted', 0));
  const readAddWrite = () =>
    database.write(async (tx) => {
      const { tries } = await tx
        .selectFrom('rate_limits')
        .select('tries')
        .where('subject', '=', 'counted')
        .forUpdate()
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('rate_limits')
        .set({ tries: tries + 1 })
        .where('subject', '=', 'counted')
        .execute();
    });
  await Promise.all(Array.from({ length: 50 }, readAddWrite));
  expect(await triesOf(database.reader, 'counted')).toBe(50);
});

test('a reader sees committed rows immediately, and while a write is open', async () => {
  const database = await openDatabase();
  await database.write((tx) => put(tx, 'carrot', 1));
  const seen = await database.write(async (tx) => {
    await addTry(tx, 'carrot');
    return { inside: await triesOf(tx, 'carrot'), outside: await triesOf(database.reader, 'carrot') };
  });
  expect(seen).toEqual({ inside: 2, outside: 1 });
  expect(await triesOf(database.reader, 'carrot')).toBe(2);
});

test('a snapshot is one state, whatever is committed meanwhile', async () => {
  const database = await openDatabase();
  await database.write((tx) => put(tx, 'carrot', 1));
  for (const read of [database.snapshot, database.snapshotApart]) {
    const before = await triesOf(database.reader, 'carrot');
    const seen = await read(async (db) => {
      const first = await triesOf(db, 'carrot');
      await database.write((tx) => addTry(tx, 'carrot'));
      return [first, await triesOf(db, 'carrot')];
    });
    expect(seen).toEqual([before, before]);
  }
});

test('listeners are notified of a commit before the action is answered, and never of a failure', async () => {
  const database = await openDatabase();
  const heard: (number | undefined)[] = [];
  database.afterWrite(async () => {
    heard.push(await triesOf(database.reader, 'heard'));
  });
  await database.write((tx) => put(tx, 'heard', 7));
  expect(heard).toEqual([7]);
  await expect(
    database.write(async (tx) => {
      await addTry(tx, 'heard');
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(heard).toEqual([7]);
});

interface SharedTransaction {
  beforeBegin?: () => void;
  beforeCommit?: (attempt: number) => void;
  attempts?: number;
}

/** Returns a function that shares commits on a new database, and an object that counts the transactions. */
async function openShared({ beforeBegin = () => {}, beforeCommit = () => {}, attempts = 1 }: SharedTransaction = {}) {
  const { owner, reader } = await openDatabase();
  const seen = { transactions: 0, undone: 0 };
  let elapsed = 0;
  const share = shareCommits({
    async inTransaction(steps) {
      for (let attempt = 1; ; attempt += 1) {
        seen.transactions += 1;
        const commit = async (tx: Writer) => {
          await steps(tx);
          beforeCommit(attempt);
        };
        try {
          beforeBegin();
          await owner.transaction().execute(commit);
          return;
        } catch (error) {
          if (attempt >= attempts) throw error;
        }
      }
    },
    undone: () => {
      seen.undone += 1;
    },
    elapsedMs: () => elapsed,
  });
  const pass = (ms: number) => {
    elapsed += ms;
  };
  const stored = async () => {
    const rows = await reader.selectFrom('rate_limits').select(['subject', 'tries']).orderBy('subject').execute();
    return rows.map(({ subject, tries }) => `${subject} ${tries}`);
  };
  return { share, seen, stored, pass };
}

const putOrFail = (subject: string, fails: () => boolean) => async (tx: Writer) => {
  await put(tx, subject, 1);
  if (fails()) throw new Error(`${subject} failed`);
  return subject;
};

async function outcomesOf(all: readonly Promise<string>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(all);
  return outcomes.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason.message)));
}

test('actions that wait at the same time share a commit, and one that fails is undone without the others', async () => {
  const { share, seen, stored } = await openShared();
  const all = ['a', 'b', 'c', 'd'].map((name) => share(putOrFail(name, () => name === 'c')));
  expect(await outcomesOf(all)).toEqual(['a', 'b', 'c failed', 'd']);
  expect(await stored()).toEqual(['a 1', 'b 1', 'd 1']);
  expect(seen).toEqual({ transactions: 1, undone: 1 });
});

test('if the first action fails, the others share the next commit', async () => {
  const { share, seen, stored } = await openShared();
  const all = ['a', 'b', 'c'].map((name) => share(putOrFail(name, () => name === 'a')));
  expect(await outcomesOf(all)).toEqual(['a failed', 'b', 'c']);
  expect(await stored()).toEqual(['b 1', 'c 1']);
  expect(seen).toEqual({ transactions: 2, undone: 0 });
});

test('if a shared commit fails, all its actions fail, and later ones work', async () => {
  let isFull = true;
  const full = () => {
    if (isFull) throw new Error('the disk is full');
  };
  const { share, stored } = await openShared({ beforeCommit: full });
  const all = ['a', 'b'].map((name) => share(putOrFail(name, () => false)));
  expect(await outcomesOf(all)).toEqual(['the disk is full', 'the disk is full']);
  isFull = false;
  expect(await share(putOrFail('c', () => false))).toBe('c');
  expect(await stored()).toEqual(['c 1']);
});

test('if no transaction can begin, all waiting actions fail, and later ones work', async () => {
  let isLost = true;
  const lost = () => {
    if (isLost) throw new Error('the file was removed');
  };
  const { share, seen, stored } = await openShared({ beforeBegin: lost });
  const all = ['a', 'b'].map((name) => share(putOrFail(name, () => false)));
  expect(await outcomesOf(all)).toEqual(['the file was removed', 'the file was removed']);
  isLost = false;
  expect(await share(putOrFail('c', () => false))).toBe('c');
  expect(await stored()).toEqual(['c 1']);
  expect(seen.transactions).toBeLessThanOrEqual(3);
});

test('if the first action of a repeated transaction fails, only its caller gets an error, and the others run again', async () => {
  let attempts = 0;
  const lost = (attempt: number) => {
    attempts = attempt;
    if (attempt === 1 && seen.transactions === 1) throw new Error('lost a race');
  };
  const { share, seen, stored } = await openShared({ beforeCommit: lost, attempts: 2 });
  const all = ['a', 'b', 'c'].map((name) => share(putOrFail(name, () => name === 'a' && attempts > 0)));
  expect(await outcomesOf(all)).toEqual(['a failed', 'b', 'c']);
  expect(await stored()).toEqual(['b 1', 'c 1']);
});

test('a shared transaction has at most sixteen actions', async () => {
  const { share, seen, stored } = await openShared();
  const names = Array.from({ length: 40 }, (_, at) => `n${10 + at}`);
  expect(await outcomesOf(names.map((name) => share(putOrFail(name, () => false))))).toEqual(names);
  expect(await stored()).toHaveLength(40);
  expect(seen.transactions).toBe(3);
});

test('a shared transaction takes no further action after twenty milliseconds', async () => {
  const { share, seen, stored, pass } = await openShared();
  const all = ['a', 'b', 'c', 'd'].map((name) =>
    share(async (tx) => {
      pass(name === 'b' ? 19 : 1);
      return putOrFail(name, () => false)(tx);
    }),
  );
  expect(await outcomesOf(all)).toEqual(['a', 'b', 'c', 'd']);
  expect(await stored()).toEqual(['a 1', 'b 1', 'c 1', 'd 1']);
  expect(seen.transactions).toBe(2);
});

test('two actions that wait for each other both succeed, and each counts once', async () => {
  const database = await openDatabase();
  await database.write(async (tx) => {
    await put(tx, 'a', 0);
    await put(tx, 'b', 0);
  });
  const bothHoldOne = meeting(database.engine === 'postgres' ? 2 : 0);
  const addBoth = (first: string, second: string) =>
    database.write(async (tx) => {
      await addTry(tx, first);
      await bothHoldOne();
      await addTry(tx, second);
    });
  await Promise.all([addBoth('a', 'b'), addBoth('b', 'a')]);
  expect([await triesOf(database.reader, 'a'), await triesOf(database.reader, 'b')]).toEqual([2, 2]);
});

function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return async () => {
    arrived += 1;
    if (arrived >= size) resolve();
    await promise;
  };
}

test.each(['40001', '40P01'])('an action that loses a race (%s) is repeated until it succeeds', async (code) => {
  let runs = 0;
  const result = await withRetries(async () => {
    runs += 1;
    if (runs < 3) throw fault({ code });
    return 'done';
  });
  expect([result, runs]).toEqual(['done', 3]);
});

test('an action that loses five times fails', async () => {
  let runs = 0;
  const context = withRetries(async () => {
    runs += 1;
    throw fault({ code: '40001' });
  });
  await expect(context).rejects.toMatchObject({ code: '40001' });
  expect(runs).toBe(5);
});

test.each(['23505', '57P01', 'ECONNRESET', ''])(
  'an action that fails for another reason (%s) is never repeated',
  async (code) => {
    let runs = 0;
    const context = withRetries(async () => {
      runs += 1;
      throw fault({ code });
    });
    await expect(context).rejects.toThrow('refused by the engine');
    expect(runs).toBe(1);
  },
);

test('a duplicate key is recognised on a unique column and on a primary key, and other errors are not', async () => {
  const database = await openDatabase();
  const failing = (context: (tx: Writer) => Promise<unknown>) =>
    database.write(context).then(
      () => undefined,
      (error: unknown) => error,
    );
  const primary = await failing(async (tx) => {
    await put(tx, 'twice', 1);
    await put(tx, 'twice', 1);
  });
  expect(isUniqueViolation(primary)).toBe(true);
  const unique = await failing((tx) => tx.insertInto('audit_head').values({ id: 1, hash: '' }).execute());
  expect(isUniqueViolation(unique)).toBe(true);
  const check = await failing((tx) => tx.insertInto('audit_head').values({ id: 2, hash: '' }).execute());
  expect(check).toBeInstanceOf(Error);
  expect(isUniqueViolation(check)).toBe(false);
  expect(isUniqueViolation('a text')).toBe(false);
});

test.each([
  [fault({ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'database or disk is full'), true],
  [fault({ code: 'ERR_SQLITE_ERROR', errcode: 5 }, 'database is locked'), true],
  [fault({ code: 'ERR_SQLITE_ERROR', errcode: 778 }, 'disk I/O error'), true],
  [fault({ code: 'ERR_SQLITE_ERROR', errcode: 1 }, 'no such table: shops'), false],
  [fault({ code: 'ERR_SQLITE_ERROR', errcode: 1811 }, 'constraint failed'), false],
  [fault({ code: '57P01' }, 'terminating connection'), true],
  [fault({ code: '53100' }, 'could not extend file'), true],
  [fault({ code: '08006' }, 'connection failure'), true],
  [fault({ code: '40001' }, 'could not serialize access'), true],
  [fault({ code: 'ECONNREFUSED' }, 'connect ECONNREFUSED'), true],
  [fault({}, 'Connection terminated unexpectedly'), true],
  [fault({}, 'timeout exceeded when trying to connect'), true],
  [fault({ code: '42P01' }, 'relation "shops" does not exist'), false],
  [fault({ code: '23505' }, 'duplicate key'), false],
  [fault({}, 'the connection of two facts is broken'), false],
  ['a text', false],
])('the error %o is reported as a database that is temporarily unavailable: %s', (error, expected) => {
  expect(isUnavailable(error)).toBe(expected);
});

test('counts, sums and cents are numbers, and an empty list of ids finds nothing', async () => {
  const database = await openDatabase();
  await database.write(async (tx) => {
    await put(tx, 'a', 99_999_999_999);
    await put(tx, 'b', 1);
  });
  const sums = await database.reader
    .selectFrom('rate_limits')
    .select((row) => [row.fn.countAll().as('rows'), row.fn.sum('tries').as('tries')])
    .executeTakeFirst();
  expect(sums).toEqual({ rows: 2, tries: 100_000_000_000 });
  expect(await database.reader.selectFrom('rate_limits').selectAll().where('subject', 'in', []).execute()).toEqual([]);
});

test('a prepared query can be run with any key, inside and outside a transaction', async () => {
  const database = await openDatabase();
  const triesBySubject = prepared((db, subject: string) =>
    db.selectFrom('rate_limits').select('tries').where('subject', '=', subject),
  );
  await database.write(async (tx) => {
    await put(tx, 'one', 1);
    await put(tx, 'two', 2);
    expect(await triesBySubject(tx, 'one')).toEqual({ tries: 1 });
  });
  expect(await triesBySubject(database.reader, 'two')).toEqual({ tries: 2 });
  expect(await triesBySubject(database.reader, 'three')).toBeUndefined();
  expect(await triesBySubject(database.reader, 'one')).toEqual({ tries: 1 });
});

test('a price of a product that does not exist cannot be stored', async () => {
  const database = await openDatabase();
  const orphan = database.write((tx) =>
    sql`insert into prices (product_id, date, min_cents, max_cents, created_at, updated_at)
        values (99, '2026-11-20', 1, 2, ${NOW}, ${NOW})`.execute(tx),
  );
  await expect(orphan).rejects.toThrow(/foreign key/i);
});

test('SQLite writes every commit to the disk before it is answered', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-durable-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const database = connect({ databaseUrl: undefined, dataDir });
  const { rows: journal } = await sql`pragma journal_mode`.execute(database.owner);
  const { rows: synchronous } = await sql`pragma synchronous`.execute(database.owner);
  await database.close();
  expect([journal, synchronous]).toEqual([[{ journal_mode: 'wal' }], [{ synchronous: 2 }]]);
});

async function makeLongTable(): Promise<{ database: Database; file: string }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-long-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const database = connect({ databaseUrl: undefined, dataDir });
  onTestFinished(() => database.close());
  await sql`create table long_test (text text) strict`.execute(database.owner);
  return { database, file: sqliteFile(dataDir) };
}

const fillLongTable = (tx: Writer) =>
  sql`insert into long_test with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 5001)
      select 'row ' || n from numbers`.execute(tx);

test('a commit of many changes on SQLite is followed by a checkpoint, and the next one makes its own again', async () => {
  const { database, file } = await makeLongTable();
  const size = () => statSync(file).size;
  const before = size();
  await database.write(fillLongTable);
  const { rows: pages } = await sql`pragma wal_autocheckpoint`.execute(database.owner);
  expect(pages).toEqual([{ wal_autocheckpoint: 1000 }]);
  expect(size() - before).toBeGreaterThan(50_000);
  const failing = database.write(async (tx) => {
    await sql`update long_test set text = 'changed'`.execute(tx);
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  const { rows: kept } = await sql`select count(*) as count from long_test where text <> 'changed'`.execute(
    database.reader,
  );
  expect(kept).toEqual([{ count: 5001 }]);
});

test('a write whose checkpoint fails afterwards succeeds, because it is committed', async () => {
  const { database } = await makeLongTable();
  const exec = DatabaseSync.prototype.exec;
  const checkpoint = vi.fn(() => {
    throw fault({ errcode: 13 }, 'database or disk is full');
  });
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function run(this: DatabaseSync, text) {
    return text.includes('wal_checkpoint(passive)') ? checkpoint() : exec.call(this, text);
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await database.write(fillLongTable);
  expect(checkpoint).toHaveBeenCalledOnce();
  const { rows } = await sql`select count(*) as count from long_test`.execute(database.reader);
  expect(rows).toEqual([{ count: 5001 }]);
});

test('while another process is writing, a write waits for it and reads continue', async () => {
  const made = await makeTestDatabase();
  onTestFinished(() => made.remove());
  const other = connect({ databaseUrl: made.databaseUrl, dataDir: made.dataDir });
  onTestFinished(() => other.close());
  let finishOther = () => {};
  const isHeld = new Promise<void>((held) => {
    void other.write(async (tx) => {
      await tx.updateTable('data_version').set({ version: 7 }).execute();
      held();
      await new Promise<void>((resolve) => {
        finishOther = resolve;
      });
    });
  });
  await isHeld;
  const waiting = made.database.write((tx) => raiseDataVersion(tx));
  expect(await readDataVersion(made.database.reader)).toBe(1);
  finishOther();
  await waiting;
  expect(await readDataVersion(made.database.reader)).toBe(8);
});
