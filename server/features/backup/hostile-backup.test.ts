/** @module-tag postgres */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { DatabaseAddress } from '../../db/connect.ts';
import { START } from '../../testing/accounts.ts';
import { emptyAddress, makeFile, makeFolder, openDatabase, sealedAnew, textOf } from '../../testing/backup.ts';
import { makePeopledDatabase } from '../../testing/database.ts';
import { hostileBackups, hostileFirstLines, OTHER_STATEMENT, withStatement } from '../../testing/hostile-backups.ts';
import { checkBackup } from './check-backup.ts';
import { onlySqlite } from './hide-lines.ts';
import { restoreBackup } from './restore-backup.ts';

let text: string;
beforeAll(async () => {
  const { database, remove } = await makePeopledDatabase();
  text = await textOf(database, START);
  await remove();
});

async function expectNothing(address: DatabaseAddress): Promise<void> {
  if (address.databaseUrl === undefined) expect(readdirSync(address.dataDir)).toEqual([]);
  const { owner } = openDatabase(address);
  expect(await owner.introspection.getTables()).toEqual([]);
  expect((await owner.introspection.getSchemas()).map(({ name }) => name)).not.toContain('canary');
}

test('a statement that the writer never writes is refused at any place, although the hash is right', {
  tags: ['slow'],
}, async () => {
  const address = await emptyAddress();
  const canary = path.join(makeFolder(), 'canary');
  for (const { statement, content } of hostileBackups(text, canary)) {
    await expect(restoreBackup(address, makeFile(content)), statement).rejects.toThrow(OTHER_STATEMENT);
  }
  expect(existsSync(canary)).toBe(false);
  await expectNothing(address);
});

test('a statement hidden in the first line is refused', { tags: ['slow'] }, async () => {
  const canary = path.join(makeFolder(), 'canary');
  for (const { statement, content } of hostileFirstLines(text, canary)) {
    const address = await emptyAddress();
    const refused = await restoreBackup(address, makeFile(content)).then(
      () => false,
      () => true,
    );
    expect(existsSync(canary), JSON.stringify(statement)).toBe(false);
    expect(refused, JSON.stringify(statement)).toBe(true);
    await expectNothing(address);
  }
});

test('the schema of a backup is not executed: with a changed one, the schema of this program is created', {
  tags: ['slow'],
}, async () => {
  const address = await emptyAddress();
  const hostile = onlySqlite('create trigger taker after insert on payments begin delete from audit_log; end;');
  const file = makeFile(withStatement(text, hostile, '\ninsert into "kysely_migration"'));
  await restoreBackup(address, file);
  expect(await textOf(openDatabase(address), START)).toBe(text);
});

test('rows in another order than the writer, after the end, or fewer than the last line says, are refused', {
  tags: ['slow'],
}, async () => {
  const address = await emptyAddress();
  const insert = /\ninsert into "audit_head" [^;]+;/.exec(text)?.[0] ?? '';
  const less = sealedAnew(text.replace(insert, ''));
  await expect(restoreBackup(address, makeFile(less))).rejects.toThrow('does not contain the rows');
  const after = sealedAnew(text.replace('\ncommit;', `\ncommit;${insert}`).replace(insert, ''));
  await expect(restoreBackup(address, makeFile(after))).rejects.toThrow(OTHER_STATEMENT);
  const before = sealedAnew(text.replace(insert, '').replace('\nbegin;', `${insert}\nbegin;`));
  await expect(restoreBackup(address, makeFile(before))).rejects.toThrow(OTHER_STATEMENT);
  await expectNothing(address);
});

test('a line longer than any row, or more data than fits, is refused', { tags: ['slow'] }, async () => {
  const address = await emptyAddress();
  const giant = withStatement(
    text,
    `insert into "rate_limits" ("subject") values\n('${'x'.repeat(50 * 1024 * 1024)}');`,
  );
  const file = makeFile(gzipSync(giant));
  await expect(restoreBackup(address, file)).rejects.toThrow('a line longer than any backup');
  await expect(checkBackup(file, 20 * 1024 * 1024)).rejects.toThrow('more than 20 MB, a fifth of the free disk');
  await expectNothing(address);
});

test.each([
  ['line ends of Windows', () => text.replaceAll('\n', '\r\n'), 'an editor or a transfer as text changed the file'],
  ['a byte order mark', () => `\ufeff${text}`, 'an editor or a transfer as text changed the file'],
  ['UTF-16', () => Buffer.from(`\ufeff${text}`, 'utf16le'), 'saved as UTF-16'],
  ['a page of a browser', () => '<!DOCTYPE html><html><body>Sign in</body></html>', 'the file is a web page'],
  [
    'a dump of MariaDB',
    () => '/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19',
    'a dump that MariaDB made',
  ],
  ['a dump of phpMyAdmin', () => '-- phpMyAdmin SQL Dump\n-- version 5', 'a dump that phpMyAdmin made'],
  ['a dump of PostgreSQL', () => '--\n-- PostgreSQL database dump\n--\n', 'a dump that PostgreSQL made'],
  ['a database file', () => 'SQLite format 3\0', 'the database file of a server'],
  ['an archive', () => 'PK\x03\x04', 'its format is ZIP'],
  ['a file packed twice', () => gzipSync(gzipSync(text)), 'its format is gzip'],
  ['an encrypted file', () => 'age-encryption.org/v1\n-> X25519', 'the backup is encrypted'],
  ['a file encrypted as text', () => '-----BEGIN AGE ENCRYPTED FILE-----\n', 'encrypted as text'],
  ['a prompt', () => '-- note\n', 'the file is not a Pola backup'],
])('%s is named as what it is', async (_, content, sentence) => {
  await expect(checkBackup(makeFile(content()))).rejects.toThrow(sentence);
});

test('an empty last line that a transfer added is ignored', async () => {
  const { rows } = await checkBackup(makeFile(text));
  for (const added of ['\n', '\n\n', '\r\n', ' \n\t'])
    expect((await checkBackup(makeFile(text + added))).rows).toBe(rows);
});
