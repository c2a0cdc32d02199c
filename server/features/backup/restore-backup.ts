import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { connect, type DatabaseAddress, sqliteFile } from '../../db/connect.ts';
import { makePrivateFolder } from '../../db/data-folder.ts';
import { syncToDisk } from '../../db/sync-to-disk.ts';
import { storeMessage } from '../audit/stored-message.ts';
import { BadBackup, type Checked, checkBackup, openBackup } from './check-backup.ts';
import { asCurrentSchema } from './development-backup.ts';
import { type Written, writeBackup } from './write-backup.ts';

/**
 * Restores a backup completely or not at all. Throws BadBackup for a damaged file, and when the database has tables.
 */
export async function restoreBackup(address: DatabaseAddress, file: string): Promise<Checked> {
  const checked = await checkBackup(file);
  await loadBackup(address, file);
  return checked;
}

/**
 * Ends all sessions and links, because the copy may contain some that were ended after it was made. Everybody must sign
 * in again.
 */
export async function endRestoredSessions(address: DatabaseAddress, now: Instant): Promise<void> {
  const database = connect(address);
  try {
    await database.write(async (tx) => {
      await sql`update sessions set ended_at = ${now} where ended_at is null`.execute(tx);
      await sql`delete from challenges`.execute(tx);
    });
  } finally {
    await database.close();
  }
}

async function loadBackup(address: DatabaseAddress, file: string): Promise<void> {
  if (address.databaseUrl === undefined) await restoreToSqlite(address.dataDir, file);
  else await restoreToPostgres(address, file);
}

/** Loads the backup into a temporary file, and renames the file when it is complete and synced. */
async function restoreToSqlite(dataDir: string, file: string): Promise<void> {
  makePrivateFolder(dataDir);
  const place = sqliteFile(dataDir);
  refuseFilledFile(place);
  const beside = `${place}.restoring`;
  rmSync(beside, { force: true });
  try {
    await loadFile(beside, file);
    // SQLite would apply leftover files of the previous, empty database to the new one, so they are deleted.
    for (const left of ['-wal', '-shm']) rmSync(place + left, { force: true });
    renameSync(beside, place);
    syncToDisk(dataDir);
  } finally {
    rmSync(beside, { force: true });
  }
}

function refuseFilledFile(place: string): void {
  if (sizeOf(`${place}-wal`) > 0)
    throw new BadBackup(
      `${place}-wal contains changes of an earlier database. Move it away together with that database`,
    );
  if (!existsSync(place)) return;
  const db = new DatabaseSync(place, { timeout: 5000 });
  try {
    const { tables } = db.prepare('select count(*) as tables from sqlite_master').get() ?? {};
    if (tables !== 0) throw new BadBackup(filled(`the database ${place}`));
  } finally {
    db.close();
  }
}

function sizeOf(place: string): number {
  return statSync(place, { throwIfNoEntry: false })?.size ?? 0;
}

function filled(what: string): string {
  return `${what} is not empty. Choose an empty one, or move it away first`;
}

async function loadFile(place: string, file: string): Promise<void> {
  // No journal and no foreign key checks are needed while the file is loaded: an unfinished file is deleted, and the
  // keys are checked at the end.
  const db = new DatabaseSync(place, { enableForeignKeyConstraints: false });
  try {
    db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -100000;');
    for await (const statement of asCurrentSchema(readStatements(openBackup(file)))) db.exec(statement);
    const [broken] = db.prepare('pragma foreign_key_check').all();
    if (broken) throw new Error(`a row of ${broken.table} refers to a missing row of ${broken.parent}`);
  } finally {
    db.close();
  }
  syncToDisk(place);
}

async function restoreToPostgres(address: DatabaseAddress, file: string): Promise<void> {
  const database = connect(address);
  try {
    const tables = await database.owner.introspection.getTables({ withInternalKyselyTables: true });
    if (tables.length > 0) throw new BadBackup(filled(`the database ${nameOf(address)}`));
    await database.owner.connection().execute(async (db) => {
      for await (const statement of asCurrentSchema(readStatements(openBackup(file))))
        await sql.raw(statement).execute(db);
    });
  } finally {
    await database.close();
  }
}

function nameOf({ databaseUrl = '' }: DatabaseAddress): string {
  return new URL(databaseUrl).pathname.slice(1);
}

/** Matches the end of a statement, which is always at the end of a line. */
const ENDS = /;(?: -- \*\/)?$/;

/**
 * Yields the statements. A semicolon at the end of a line ends a statement unless an odd number of quotes precedes it.
 */
async function* readStatements(source: Readable): AsyncGenerator<string> {
  let isInText = false;
  let rest = '';
  let statement: string[] = [];
  for await (const chunk of source.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (hasOddQuotes(line)) isInText = !isInText;
      statement.push(line);
      if (isInText || !ENDS.test(line)) continue;
      yield statement.join('\n');
      statement = [];
    }
  }
}

function hasOddQuotes(line: string): boolean {
  let isOdd = false;
  for (let at = line.indexOf("'"); at >= 0; at = line.indexOf("'", at + 1)) isOdd = !isOdd;
  return isOdd;
}

export interface CopyVerification {
  isProven: boolean;
  /** The result of the test restore, in the form that `storeMessage` returns. */
  proof: string;
}

/** Restores a copy into a temporary database beside it, and compares the contents of the two. */
export async function verifyCopy(copy: string, checked: Checked, at: Instant): Promise<CopyVerification> {
  const scratch = { databaseUrl: undefined, dataDir: mkdtempSync(path.join(path.dirname(copy), '.proof-')) };
  try {
    await loadBackup(scratch, copy);
    const { rows, contents } = await writeAgain(scratch, at);
    const isProven = contents === checked.contents;
    return {
      isProven,
      proof: storeMessage(apiMessage(isProven ? 'backup.proof.equal' : 'backup.proof.different', { rows })),
    };
  } catch (fault) {
    const reason = (fault instanceof Error ? fault.message : String(fault)).replaceAll('\n', ' ');
    return { isProven: false, proof: storeMessage(apiMessage('backup.proof.failed', { reason })) };
  } finally {
    rmSync(scratch.dataDir, { recursive: true, force: true });
  }
}

async function writeAgain(address: DatabaseAddress, at: Instant): Promise<Written> {
  const database = connect(address);
  try {
    const text = writeBackup(database, at);
    let piece = await text.next();
    while (piece.done !== true) piece = await text.next();
    return piece.value;
  } finally {
    await database.close();
  }
}
