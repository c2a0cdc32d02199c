import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Instant } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { connect, type DatabaseAddress, sqliteFile } from '../../db/connect.ts';
import { makePrivateFolder } from '../../db/data-folder.ts';
import { migrate } from '../../db/migrate.ts';
import { syncToDisk } from '../../db/sync-to-disk.ts';
import { storeMessage } from '../audit/stored-message.ts';
import { BadBackup } from './bad-backup.ts';
import { type Checked, checkBackup, openBackup } from './check-backup.ts';
import { insertRows } from './insert-rows.ts';
import { loadSqlite } from './load-sqlite.ts';
import { parseBackup } from './parse-backup.ts';
import { type Written, writeBackup } from './write-backup.ts';

/**
 * Restores a backup completely or not at all. Throws BadBackup for a damaged file, and when the database has tables.
 * `judge` throws for a backup of somebody else (judge-origin.ts).
 */
export async function restoreBackup(
  address: DatabaseAddress,
  file: string,
  judge: (checked: Checked) => void = () => {},
): Promise<Checked> {
  const checked = await checkBackup(file);
  judge(checked);
  await loadBackup(address, file, checked);
  return checked;
}

/**
 * Migrates a restored backup to the schema of this release. Ends all sessions and links, because the copy may contain
 * some that were ended after it was made, so that everybody must sign in again.
 */
export async function finishRestored(address: DatabaseAddress, now: Instant): Promise<void> {
  const database = connect(address);
  try {
    await migrate(database);
    await database.write(async (tx) => {
      await sql`update sessions set ended_at = ${now} where ended_at is null`.execute(tx);
      await sql`delete from challenges`.execute(tx);
    });
  } finally {
    await database.close();
  }
}

/** Loads a checked backup into an empty database. */
export async function loadBackup(address: DatabaseAddress, file: string, checked: Checked): Promise<void> {
  if (address.databaseUrl === undefined) await restoreToSqlite(address.dataDir, file, checked);
  else await restoreToPostgres(address, file, checked);
}

/** Loads the backup into a temporary file, and renames the file when it is complete and synced. */
async function restoreToSqlite(dataDir: string, file: string, checked: Checked): Promise<void> {
  makePrivateFolder(dataDir);
  const place = sqliteFile(dataDir);
  refuseFilledFile(place);
  const beside = `${place}.restoring`;
  rmSync(beside, { force: true });
  try {
    await loadSqlite(beside, file, checked);
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

async function restoreToPostgres(address: DatabaseAddress, file: string, checked: Checked): Promise<void> {
  const database = connect(address);
  try {
    const tables = await database.owner.introspection.getTables({ withInternalKyselyTables: true });
    if (tables.length > 0) throw new BadBackup(filled(`the database ${nameOf(address)}`));
    await database.owner.connection().execute(async (db) => {
      for await (const step of parseBackup(openBackup(file), checked)) {
        if (typeof step === 'string') await sql.raw(step).execute(db);
        else await insertRows({ engine: 'postgres', db }, step);
      }
    });
  } finally {
    await database.close();
  }
}

function nameOf({ databaseUrl = '' }: DatabaseAddress): string {
  return new URL(databaseUrl).pathname.slice(1);
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
    await loadBackup(scratch, copy, checked);
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
