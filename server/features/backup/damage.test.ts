/** @module-tag postgres */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { connect, type DatabaseAddress } from '../../db/connect.ts';
import { lockDataFolder } from '../../db/server-lock.ts';
import { START } from '../../testing/accounts.ts';
import { emptyAddress, makeFile, makeFolder, openDatabase, sealedAnew, textOf } from '../../testing/backup.ts';
import { makePeopledDatabase, writeTestAuditKey } from '../../testing/database.ts';
import { startProcess } from '../../testing/process.ts';
import { checkBackup } from './check-backup.ts';
import { restoreBackup } from './restore-backup.ts';

let text: string;
beforeAll(async () => {
  const { database, remove } = await makePeopledDatabase();
  text = await textOf(database, START);
  await remove();
});

async function tablesAt(address: DatabaseAddress): Promise<number> {
  if (address.databaseUrl === undefined) expect(readdirSync(address.dataDir)).toEqual([]);
  const tables = await openDatabase(address).owner.introspection.getTables({ withInternalKyselyTables: true });
  return tables.length;
}

function environmentOf({ dataDir, databaseUrl = '' }: DatabaseAddress): Record<string, string> {
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
}

async function restore(address: DatabaseAddress, ...parameters: string[]) {
  writeTestAuditKey(address.dataDir);
  const command = startProcess(['scripts/restore.ts', ...parameters], environmentOf(address));
  return { code: await command.ended, said: command.output() };
}

const CUT = 'the file is truncated: its last line is missing';
const ALTERED = 'the file was changed or damaged after it was created';
const NONE = 'the file is not a Pola backup';

test('a file that is cut off at any place is refused, and the database remains empty', async () => {
  const address = await emptyAddress();
  for (const length of [400, 5000, text.indexOf('commit;'), text.length - 300, text.length - 64, text.length - 1]) {
    await expect(restoreBackup(address, makeFile(text.slice(0, length)))).rejects.toThrow(CUT);
  }
  await expect(restoreBackup(address, makeFile(''))).rejects.toThrow('the file is empty');
  for (const length of [1, 14, 60]) {
    await expect(restoreBackup(address, makeFile(text.slice(0, length)))).rejects.toThrow(NONE);
  }
  const packed = gzipSync(text);
  for (const length of [packed.length - 1, packed.length >> 1, 12]) {
    await expect(restoreBackup(address, makeFile(packed.subarray(0, length)))).rejects.toThrow(
      'the file is truncated or damaged: it cannot be unpacked',
    );
  }
  expect(await tablesAt(address)).toBe(0);
});

test('a file with a changed byte, a missing line or added text is refused', { tags: ['slow'] }, async () => {
  const address = await emptyAddress();
  const bytes = Buffer.from(text);
  const places = Array.from({ length: 40 }, (_, index) => 300 + Math.floor((index * (bytes.length - 600)) / 40));
  for (const place of places) {
    const altered = Buffer.from(bytes);
    altered[place] = (altered[place] ?? 0) ^ 1;
    await expect(restoreBackup(address, makeFile(altered)), `byte ${place}`).rejects.toThrow(ALTERED);
  }
  const lines = text.split('\n');
  const less = lines.filter((line) => !line.startsWith('insert into "accounts"')).join('\n');
  await expect(restoreBackup(address, makeFile(less))).rejects.toThrow(ALTERED);
  await expect(restoreBackup(address, makeFile(`${text}drop table accounts;\n`))).rejects.toThrow(CUT);
  await expect(restoreBackup(address, makeFile(text.replace(START, '2020-01-01T00:00:00.000Z')))).rejects.toThrow(
    ALTERED,
  );
  expect(await tablesAt(address)).toBe(0);
});

test('another kind of file, or a backup of an unknown release, is refused', async () => {
  const address = await emptyAddress();
  for (const other of ['create table accounts (id integer);\n', 'date,product\n', '{}', '\n\n', 'x'.repeat(100_000)]) {
    await expect(restoreBackup(address, makeFile(other))).rejects.toThrow(NONE);
  }
  for (const schema of ['9999-later', '0019-of-nobody'])
    await expect(
      restoreBackup(address, makeFile(text.replace(/schema \d{4}-[\w-]+/, `schema ${schema}`))),
    ).rejects.toThrow(`from another release (format 1, schema ${schema})`);
  expect(await tablesAt(address)).toBe(0);
});

test('a restore that is killed leaves nothing, and the next one succeeds', { tags: ['slow'] }, async () => {
  const address = await emptyAddress();
  const filling = `insert into "rate_limits" ("subject", "window_start", "tries") values\n${Array.from(
    { length: 100_000 },
    (_, index) => `('${index} ${'x'.repeat(500)}', 'never', 1)`,
  ).join(',\n')};`;
  const file = makeFile(sealedAnew(text.replace('\ncommit;', `\n${filling}\ncommit;`)));
  const command = startProcess(['scripts/restore.ts', file, '--trust-unsigned'], environmentOf(address));
  await vi.waitFor(async () => expect(await isUnderWay(address)).toBe(true), { timeout: 60_000, interval: 2 });
  command.kill('SIGKILL');
  expect(await command.ended).toBe('SIGKILL');
  if (address.databaseUrl === undefined) expect(readdirSync(address.dataDir)).not.toContain('pola.db');
  else expect(await openDatabase(address).owner.introspection.getTables()).toEqual([]);
  expect(await restore(address, makeFile(text))).toMatchObject({ code: 0 });
  expect(await textOf(openDatabase(address), START)).toBe(text);
});

async function isUnderWay(address: DatabaseAddress): Promise<boolean> {
  if (address.databaseUrl === undefined) return existsSync(path.join(address.dataDir, 'pola.db.restoring'));
  const watching = connect(address);
  try {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and query ilike '%insert into%' and pid <> pg_backend_pid()`.execute(
      watching.owner,
    );
    return rows.length > 0;
  } finally {
    await watching.close();
  }
}

test('a backup is not loaded into a database that has rows', { tags: ['slow'] }, async () => {
  const { database, dataDir, databaseUrl, discard } = await makePeopledDatabase();
  onTestFinished(discard);
  const before = await textOf(database, START);
  await database.close();
  const { code, said } = await restore({ dataDir, databaseUrl }, makeFile(text));
  expect(code).toBe(1);
  expect(said).toMatch(
    /^Nothing was restored: the database \S+ is not empty\. Choose an empty one, or move it away first\.\n$/,
  );
  expect(await textOf(openDatabase({ dataDir, databaseUrl }), START)).toBe(before);
});

test('a backup whose rows the database refuses leaves nothing behind', async () => {
  const address = await emptyAddress();
  const orphan = text.replace(/(insert into "audit_head" [^;]+;)/, '$1\n$1');
  const place = makeFile(sealedAnew(orphan));
  await expect(restoreBackup(address, place)).rejects.toThrow(/unique/i);
  expect(await tablesAt(address)).toBe(0);
});

const NUMBERS = `The last numbers of the copy: receipt 0, vehicle-ticket 0, gate-phone 0, T20 0, T100 0.
Numbers that were not given continue 1,000 later (phones 20), because some may have been used since.
Restore again with --used NAME=NUMBER or --nothing-since to choose others.`;

test('the command restores a plain or compressed file, says what it restored and what to do next', {
  tags: ['slow'],
}, async () => {
  const file = makeFile(gzipSync(text), 'pola-2026-11-20.sql.gz');
  const address = await emptyAddress();
  const { rows, tables } = await checkBackup(file);
  expect(await restore(address, file)).toEqual({
    code: 0,
    said: `Restored: ${tables} tables, ${rows} rows, as of ${START}.\n${NUMBERS}\nStart the server now. Everybody has to sign in again.\n`,
  });
  expect(await textOf(openDatabase(address), START)).toBe(text);
});

test('the command notes the last numbers that are given with --used', { tags: ['slow'] }, async () => {
  const address = await emptyAddress();
  const { code } = await restore(address, makeFile(text), '--used', 'receipt=812', '--used', 'tax:POLA=38');
  const noted: unknown = JSON.parse(readFileSync(path.join(address.dataDir, 'issued-numbers'), 'utf8'));
  expect([code, noted]).toEqual([0, { last: { receipt: 812, 'tax:POLA': 38 }, skips: true }]);
});

test('the command explains unusable input in one line', { tags: ['slow'] }, async () => {
  const folder = makeFolder();
  const address = { dataDir: path.join(folder, 'data'), databaseUrl: undefined };
  mkdirSync(address.dataDir);
  const usage =
    'Usage: npm run restore -- FILE|s3://BUCKET/FOLDER [--used NAME=NUMBER ...] [--nothing-since] [--trust-unsigned] [--try]\n';
  const unusable = [
    ['a.sql', 'b.sql'],
    ['a.sql', '--used', 'receipt'],
    ['a.sql', '--used', 'receipt=-1'],
    ['a.sql', '--used', 'day=1'],
  ];
  for (const given of unusable) expect(await restore(address, ...given)).toEqual({ code: 1, said: usage });
  const { code, said } = await restore(address, path.join(folder, 'nowhere.sql'));
  expect([code, said]).toEqual([1, expect.stringMatching(/^There is no file .*nowhere\.sql\.\n$/)]);
  expect(existsSync(path.join(address.dataDir, 'pola.db'))).toBe(false);
});

test('a folder that a server uses is not changed', { tags: ['slow'] }, async () => {
  const dataDir = makeFolder();
  const unlock = lockDataFolder(dataDir);
  const { code, said } = await restore({ dataDir, databaseUrl: undefined }, makeFile(text));
  unlock?.();
  const sentence = `Nothing was restored: a Pola server works on ${dataDir}. Stop it first, or choose another DATA_DIR.\n`;
  expect([code, said]).toEqual([1, sentence]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('pola.db'))).toEqual([]);
});
