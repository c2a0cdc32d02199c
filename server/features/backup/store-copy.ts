import { readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { addDays, type Day, dayOf } from '#billing/calendar.ts';
import { type ApiMessage, apiMessage, englishOf } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/connect.ts';
import { makePrivateFolder } from '../../db/data-folder.ts';
import { Unavailable } from '../../db/transaction.ts';
import { programFile } from '../../program-files.ts';
import { runInChild } from '../../run-in-child.ts';
import { restoreMessage, storeMessage } from '../audit/stored-message.ts';
import { chooseOldCopies } from './choose-old-copies.ts';
import { type CopyConfig, copyFolder, failedName, listCopyFiles, listExistingCopies, sizeOf } from './copies-here.ts';
import type { CopyTask, MadeCopy } from './make-copy.ts';
import { deleteCopies, listCopies, saveCopy } from './queries.ts';
import { isProven, relateCopies } from './relate-copies.ts';

/** Matches files that a killed run left behind. */
const UNFINISHED = /^\.(copy|proof)-/;
/** The names of folders in which a copy is encrypted begin with this text. */
export const SENT_FOLDER = '.sent-';

export interface CopyPlace {
  database: Database;
  config: CopyConfig & Partial<Pick<Config, 'copiesElsewhere'>>;
  clock: Clock;
}

/**
 * Stores a copy in DATA_DIR/backups and verifies it by a test restore. Throws if that fails; the row of the copy then
 * contains the reason. Without `keepDays` no older copy is deleted.
 */
export async function storeCopy(
  { database, config, clock }: CopyPlace,
  context: ActionContext,
  { day, keepDays }: { day: Day; keepDays: number | undefined },
): Promise<{ summary: ApiMessage }> {
  const fault = database.storageFault();
  if (fault !== undefined) throw new Unavailable(fault);
  const folder = copyFolder(config);
  makePrivateFolder(folder);
  for (const left of readdirSync(folder).filter((name) => UNFINISHED.test(name))) {
    rmSync(path.join(folder, left), { recursive: true, force: true });
  }
  const { databaseUrl, dataDir, auditKeyFile } = config;
  const made = await makeInChild({ databaseUrl, dataDir, auditKeyFile, folder, at: context.now });
  const { name, rows, isProven, proof } = made;
  const columns = {
    made_at: context.now,
    bytes: sizeOf(path.join(folder, name)),
    row_count: rows,
    proven_at: isProven ? clock.now() : null,
    proof,
    machine: hostname(),
  };
  await database.write((tx) => saveCopy(tx, { name, ...columns }));
  if (!isProven) throw new Error(`the backup ${name} could not be verified. ${englishOf(restoreMessage(proof))}`);
  const firstDay = keepDays === undefined ? undefined : addDays(day, -keepDays);
  await database.write((tx) => deleteCopies(tx, [failedName(day)]));
  const deleted = firstDay === undefined ? 0 : await dropOldCopies({ database, config }, firstDay);
  const kilobytes = Math.ceil(columns.bytes / 1024);
  return { summary: apiMessage('backup.copy.stored', { name, kilobytes, proof: restoreMessage(proof), deleted }) };
}

async function makeInChild(task: CopyTask): Promise<MadeCopy> {
  const run = await runInChild<MadeCopy>(programFile('features/backup/make-copy.ts'), task);
  if ('result' in run) return run.result;
  const proof = storeMessage(apiMessage('backup.copy.failed', { reason: run.failure }));
  return { name: failedName(dayOf(task.at)), rows: 0, isProven: false, proof };
}

/**
 * Deletes old copies of this market, and returns their number. Called only after the test restore of the newest copy was
 * identical. Copies of another log, or of an unknown one, remain.
 */
async function dropOldCopies({ database, config }: Pick<CopyPlace, 'database' | 'config'>, firstDay: Day) {
  const folder = copyFolder(config);
  const copies = await relateCopies(database.reader, listCopyFiles(folder));
  const own = copies.filter(({ relation }) => relation === 'own');
  const old = chooseOldCopies(
    own.map((copy) => ({ ...copy, isBad: !isProven(copy) })),
    firstDay,
  ).map(({ name }) => name);
  for (const name of old) rmSync(path.join(folder, name), { force: true });
  await deleteOldRows({ database, config }, firstDay);
  return old.length;
}

/**
 * Deletes the rows of days before `firstDay` that have no file here. The row of a copy in the bucket remains until that
 * copy is deleted too.
 */
async function deleteOldRows({ database, config }: Pick<CopyPlace, 'database' | 'config'>, firstDay: Day) {
  const existing = new Set((await listExistingCopies(database.reader, config)).map(({ name }) => name));
  const gone = (await listCopies(database.reader)).filter(({ name, bytes, elsewhere_at, made_at }) => {
    const isInBucket = config.copiesElsewhere !== undefined && elsewhere_at !== null;
    return dayOf(made_at) < firstDay && !isInBucket && (bytes === 0 || !existing.has(name));
  });
  await database.write((tx) =>
    deleteCopies(
      tx,
      gone.map(({ name }) => name),
    ),
  );
}
