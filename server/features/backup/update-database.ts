import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { englishOf } from '#contract/messages/message.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/connect.ts';
import { makePrivateFolder } from '../../db/data-folder.ts';
import { migrationsUpTo } from '../../db/every-migration.ts';
import { listApplied, migrate, UnknownSchema } from '../../db/migrate.ts';
import { openToServingRole } from '../../db/open-to-serving-role.ts';
import { syncToDisk } from '../../db/sync-to-disk.ts';
import { programFile } from '../../program-files.ts';
import { release } from '../../release.ts';
import { runInChild } from '../../run-in-child.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import type { CopyTask, MadeCopy } from './make-copy.ts';

/** The folder of copies before updates, in DATA_DIR. Copies of the night are in its parent, and are deleted by days. */
const FOLDER = path.join('backups', 'before-update');
const NAME = /^before-([\w.-]+?)-pola-[\w.-]+\.sql\.gz$/;
/** Matches files that a killed start left behind. */
const UNFINISHED = /^\.(?:copy|proof)-|^pola-/;
const NEWEST_KEPT = 5;

interface UpdatePlace {
  config: Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'auditKeyFile'>>;
  clock: Clock;
  say(line: string): void;
}

/** Thrown when the copy before an update cannot be made or restored. The database is unchanged. */
export class NoCopyBeforeUpdate extends Error {}

/**
 * Runs missing migrations and returns their names. Before that, a database that has run others is copied, and the copy
 * is restored for a test. Throws NoCopyBeforeUpdate or UnknownSchema before any change.
 */
export async function updateDatabase(database: Database, place: UpdatePlace): Promise<string[]> {
  // The copy is made by the role that serves.
  await openToServingRole(database);
  const applied = await listApplied(database.owner);
  const newest = applied.at(-1);
  const isOlder = newest !== undefined && newest !== release.schema && migrationsUpTo(newest) !== undefined;
  if (isOlder) await copyBefore(place, newest);
  try {
    return await migrate(database);
  } catch (error) {
    const newest = error instanceof UnknownSchema ? newestCopy(path.join(place.config.dataDir, FOLDER)) : undefined;
    throw newest && error instanceof UnknownSchema ? new UnknownSchema(error.schema, newest) : error;
  }
}

/** Returns the copy before the last update, and the version after it, which is in its name. */
function newestCopy(folder: string): { version: string; copy: string } | undefined {
  const name = listCopies(folder).at(-1);
  const version = name?.match(NAME)?.[1];
  return name !== undefined && version !== undefined ? { version, copy: path.join(folder, name) } : undefined;
}

/** Returns the names of the copies before updates, oldest first. */
function listCopies(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .toSorted(byTime);
}

async function copyBefore({ config, clock, say }: UpdatePlace, schema: string): Promise<void> {
  const folder = path.join(config.dataDir, FOLDER);
  const fail = (reason: string) => {
    throw new NoCopyBeforeUpdate(
      `The database (schema ${schema}) must be copied into ${folder} before it is updated, and that is not possible: ${reason}. Nothing was changed: the program before this one still starts. Free the disk, or let the account write there, then start again`,
    );
  };
  try {
    makePrivateFolder(folder);
    for (const left of readdirSync(folder).filter((name) => UNFINISHED.test(name)))
      rmSync(path.join(folder, left), { recursive: true, force: true });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
  const { databaseUrl, dataDir, auditKeyFile } = config;
  const task: CopyTask = { databaseUrl, dataDir, auditKeyFile, folder, at: clock.now() };
  const made = await runInChild<MadeCopy>(programFile('features/backup/make-copy.ts'), task);
  if ('failure' in made) return fail(made.failure);
  const { name, rows, isProven, proof } = made.result;
  if (!isProven) return fail(englishOf(restoreMessage(proof)).replace(/\.$/, ''));
  const copy = path.join(folder, `before-${release.version}-${name}`);
  renameSync(path.join(folder, name), copy);
  syncToDisk(folder);
  for (const old of listCopies(folder).slice(0, -NEWEST_KEPT)) rmSync(path.join(folder, old), { force: true });
  say(
    `Before the update to Pola ${release.version} the database was copied, and the copy was restored for a test: ${copy} (${rows} rows).`,
  );
}

/** Sorts by the day and time in the name, whatever the version before them. */
function byTime(one: string, other: string): number {
  const keyOf = (name: string) => name.slice(name.indexOf('-pola-'));
  return keyOf(one) < keyOf(other) ? -1 : 1;
}
