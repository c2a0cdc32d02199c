import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { addDays, type Day, type Instant } from '#billing/calendar.ts';
import { type ApiMessage, apiMessage, englishOf } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Config } from '../../config.ts';
import type { Reader } from '../../db/connect.ts';
import { makePrivateFolder } from '../../db/data-folder.ts';
import { programFile } from '../../program-files.ts';
import { runInChild } from '../../run-in-child.ts';
import { restoreMessage, storeMessage } from '../audit/stored-message.ts';
import type { Patience } from './bucket.ts';
import { findCopy, findCopyElsewhere, noteElsewhere } from './queries.ts';
import type { SendTask, SentCopy } from './send-copy.ts';
import { type CopyPlace, copyName, SENT_FOLDER, storeCopy } from './store-copy.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Copies are made every 24 hours. Two more hours allow for a slow connection. */
const LATE_MS = 26 * HOUR_MS;
const RESTORED_EVERY_MS = 7 * 24 * HOUR_MS;

/**
 * Returns the time of the data in the newest copy in the bucket; undefined if there is none. Only copies that were read
 * back count.
 */
export async function lastCopyElsewhere(db: Reader): Promise<Instant | undefined> {
  return (await findCopyElsewhere(db)).last;
}

export interface ElsewhereState {
  isSetUp: boolean;
  last: Instant | undefined;
  /** The instant at which a copy from the bucket was last decrypted and restored. */
  restored: Instant | undefined;
  /** The result of the last attempt to store a copy in the bucket. */
  proof: ApiMessage | string | undefined;
  /** True if a bucket is configured, but has no copy from the last 26 hours. */
  isLate: boolean;
}

export async function readElsewhere(db: Reader, config: Config, now: Instant): Promise<ElsewhereState> {
  const { last, restored, proof } = await findCopyElsewhere(db);
  const isSetUp = config.copiesElsewhere !== undefined;
  return {
    isSetUp,
    last,
    restored,
    proof: proof === undefined ? undefined : restoreMessage(proof),
    isLate: isSetUp && (last === undefined || Date.parse(now) - Date.parse(last) > LATE_MS),
  };
}

interface SendPlace extends CopyPlace {
  config: CopyPlace['config'] & Pick<Config, 'copiesElsewhere' | 'identityFile'>;
  patience?: Patience;
}

/** Returns true if the copy of the day is verified, but not in the bucket yet. */
export async function isDueElsewhere({ database, config }: SendPlace, day: Day): Promise<boolean> {
  if (config.copiesElsewhere === undefined) return false;
  const copy = await findCopy(database.reader, copyName(day));
  return copy !== undefined && copy.proven_at !== null && copy.elsewhere_at === null;
}

/**
 * Stores the copy of the day in the bucket, encrypted, and proves that it can be read. Otherwise throws an error with
 * the reason. If another machine made the copy of the day, this process first makes its own.
 */
export async function sendCopy(
  place: SendPlace,
  context: ActionContext,
  { day, keepDays }: { day: Day; keepDays: number | undefined },
): Promise<{ summary: ApiMessage }> {
  const { database, clock, config } = place;
  const { copiesElsewhere, dataDir, identityFile } = config;
  if (!copiesElsewhere) throw new Error('BACKUP_BUCKET is not set');
  const folder = path.join(dataDir, 'backups');
  makePrivateFolder(folder);
  removeLeft(folder);
  if (!existsSync(path.join(folder, copyName(day)))) await storeCopy(place, context, { day, keepDays });
  const { restored } = await findCopyElsewhere(database.reader);
  const isRestoreDue = restored === undefined || Date.parse(context.now) - Date.parse(restored) >= RESTORED_EVERY_MS;
  const copy = await findCopy(database.reader, copyName(day));
  const task: SendTask = {
    folder,
    day,
    ...copiesElsewhere,
    at: copy?.made_at ?? context.now,
    ...(place.patience && { patience: place.patience }),
    ...(isRestoreDue && identityFile !== undefined && { identityFile }),
    ...(keepDays !== undefined && { keepFrom: addDays(day, -keepDays) }),
  };
  const run = await runInChild<SentCopy>(programFile('features/backup/send-copy.ts'), task);
  const note = (columns: Parameters<typeof noteElsewhere>[2]) =>
    database.write((tx) => noteElsewhere(tx, copyName(day), columns));
  if ('failure' in run) {
    await note({ elsewhere_proof: storeMessage(apiMessage('backup.elsewhere.failed', { reason: run.failure })) });
    throw new Error(run.failure);
  }
  const { restored: opened } = run.result;
  if (opened?.isProven === false) {
    await note({ elsewhere_proof: opened.proof });
    throw new Error(`the copy in the bucket could not be restored. ${englishOf(restoreMessage(opened.proof))}`);
  }
  const proof = describeProof(run.result);
  await note({
    elsewhere_at: task.at,
    elsewhere_proof: storeMessage(proof),
    ...(opened && { elsewhere_restored_at: clock.now() }),
  });
  const { deleted, left } = run.result;
  if (left === null) return { summary: apiMessage('backup.elsewhere.stored', { proof, deleted }) };
  return { summary: apiMessage('backup.elsewhere.left', { proof, reason: left }) };
}

function removeLeft(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.startsWith(SENT_FOLDER)))
    rmSync(path.join(folder, name), { recursive: true, force: true });
}

function describeProof({ bytes, restored }: SentCopy): ApiMessage {
  const kilobytes = Math.ceil(bytes / 1024);
  if (restored === null) return apiMessage('backup.elsewhere.read', { kilobytes });
  return apiMessage('backup.elsewhere.restored', { kilobytes, proof: restoreMessage(restored.proof) });
}
