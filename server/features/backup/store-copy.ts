import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { addDays, type Day, dayNumber, isDay, monthOf } from '#billing/calendar.ts';
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
import type { CopyTask, MadeCopy } from './make-copy.ts';
import { deleteCopies, listCopies, saveCopy } from './queries.ts';

const COPY = /^pola-(\d{4}-\d{2}-\d{2})\.sql\.gz$/;
/** Matches files that a killed run left behind. */
const UNFINISHED = /^\.(copy|proof)-/;
/** The names of folders in which a copy is encrypted begin with this text. */
export const SENT_FOLDER = '.sent-';

export interface CopyPlace {
  database: Database;
  config: Pick<Config, 'dataDir' | 'databaseUrl'>;
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
  const folder = path.join(config.dataDir, 'backups');
  makePrivateFolder(folder);
  for (const left of readdirSync(folder).filter((name) => UNFINISHED.test(name))) {
    rmSync(path.join(folder, left), { recursive: true, force: true });
  }
  const name = copyName(day);
  const { databaseUrl, dataDir } = config;
  const made = await makeInChild({ databaseUrl, dataDir, folder, name, at: context.now });
  const columns = {
    made_at: context.now,
    bytes: sizeOf(path.join(folder, name)),
    row_count: made.rows,
    proven_at: made.isProven ? clock.now() : null,
    proof: made.proof,
  };
  await database.write((tx) => saveCopy(tx, { name, ...columns }));
  if (!made.isProven)
    throw new Error(`the backup ${name} could not be verified. ${englishOf(restoreMessage(made.proof))}`);
  const deleted = keepDays === undefined ? 0 : await dropOldCopies(database, folder, addDays(day, -keepDays));
  const kilobytes = Math.ceil(columns.bytes / 1024);
  return { summary: apiMessage('backup.copy.stored', { name, kilobytes, proof: restoreMessage(made.proof), deleted }) };
}

export function copyName(day: Day): string {
  return `pola-${day}.sql.gz`;
}

export function dayIn(name: string): Day | undefined {
  const date = COPY.exec(name)?.[1];
  return date !== undefined && isDay(date) ? date : undefined;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

async function makeInChild(task: CopyTask): Promise<MadeCopy> {
  const run = await runInChild<MadeCopy>(programFile('features/backup/make-copy.ts'), task);
  if ('result' in run) return run.result;
  return { rows: 0, isProven: false, proof: storeMessage(apiMessage('backup.copy.failed', { reason: run.failure })) };
}

async function dropOldCopies(database: Database, folder: string, firstDay: Day): Promise<number> {
  const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  const known = (await listCopies(database.reader)).map(({ name }) => name);
  const days = [...new Set([...files, ...known])].flatMap((name) => dayIn(name) ?? []);
  const old = chooseOldCopies(days, firstDay).map(copyName);
  if (old.length === 0) return 0;
  for (const name of old) rmSync(path.join(folder, name), { force: true });
  await database.write((tx) => deleteCopies(tx, old));
  return old.length;
}

const NEWEST_KEPT = 7;
const WEEKS_KEPT = 8;
const MONTHS_KEPT = 24;

/**
 * Returns the days whose copies can be deleted. These copies remain: those of `firstDay` and later days, the newest
 * seven, and the newest of each of the last 8 weeks and 24 months that have one.
 */
export function chooseOldCopies(days: readonly Day[], firstDay: Day): Day[] {
  const newestFirst = days.toSorted((one, other) => other.localeCompare(one));
  const kept = new Set([
    ...newestFirst.filter((day, at) => at < NEWEST_KEPT || day >= firstDay),
    ...newestOfEach(newestFirst, weekOf).slice(0, WEEKS_KEPT),
    ...newestOfEach(newestFirst, monthOf).slice(0, MONTHS_KEPT),
  ]);
  return newestFirst.filter((day) => !kept.has(day));
}

/** Returns the number of a week, which begins on Monday; day 0 was a Thursday. */
function weekOf(day: Day): number {
  return Math.floor((dayNumber(day) + 3) / 7);
}

function newestOfEach(newestFirst: readonly Day[], periodOf: (day: Day) => unknown): Day[] {
  return [...Map.groupBy(newestFirst, periodOf).values()].flatMap(([newest]) => newest ?? []);
}
