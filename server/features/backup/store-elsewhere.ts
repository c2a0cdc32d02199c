import { readdirSync, rmSync } from 'node:fs';
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
import { findAccepted } from './accept-foreign.ts';
import type { Timeouts } from './bucket.ts';
import { copyFolder, listExistingCopies, sizeOf } from './copies-here.ts';
import { type CopyRow, deleteCopies, findCopyElsewhere, listProvenCopies, noteElsewhere } from './queries.ts';
import type { ForeignCopies, SendTask, SentCopy } from './send-copy.ts';
import { type CopyPlace, SENT_FOLDER, storeCopy } from './store-copy.ts';

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
  /** The copies in the bucket of another log, because of which nothing is sent. */
  foreign: ForeignCopies | undefined;
}

export async function readElsewhere(
  db: Reader,
  config: Pick<Config, 'copiesElsewhere'>,
  now: Instant,
): Promise<ElsewhereState> {
  const { last, restored, proof } = await findCopyElsewhere(db);
  const isSetUp = config.copiesElsewhere !== undefined;
  const sentence = proof === undefined ? undefined : restoreMessage(proof);
  return {
    isSetUp,
    last,
    restored,
    proof: sentence,
    foreign: isSetUp ? foreignIn(sentence) : undefined,
    isLate: isSetUp && (last === undefined || Date.parse(now) - Date.parse(last) > LATE_MS),
  };
}

/** Returns what /readyz says. It names no copy, because everybody can read it. */
export function summarizeElsewhere({ foreign, isLate, last }: ElsewhereState): {
  outcome: string;
  last_at: Instant | null;
} {
  const outcome = isLate ? 'late' : 'stored';
  return { outcome: foreign ? 'stopped' : outcome, last_at: last ?? null };
}

const FOREIGN = 'backup.elsewhere.foreign';

/** Returns the copies of another log that the last attempt to send a copy has found. */
export async function findForeign(db: Reader): Promise<ForeignCopies | undefined> {
  const { proof } = await findCopyElsewhere(db);
  return proof === undefined ? undefined : foreignIn(restoreMessage(proof));
}

function foreignIn(proof: ApiMessage | string | undefined): ForeignCopies | undefined {
  if (typeof proof !== 'object' || proof.key !== FOREIGN) return undefined;
  const { count, newest } = proof.values;
  return { count: Number(count), newest: String(newest) };
}

interface SendPlace extends CopyPlace {
  config: CopyPlace['config'] & Pick<Config, 'copiesElsewhere' | 'identityFile'>;
  timeouts?: Timeouts;
}

/** Returns true if a copy of the day is verified, but none is in the bucket yet. */
export async function isDueElsewhere({ database, config }: SendPlace, day: Day): Promise<boolean> {
  if (config.copiesElsewhere === undefined) return false;
  const copies = await listProvenCopies(database.reader, day);
  return copies.length > 0 && copies.every(({ elsewhere_at }) => elsewhere_at === null);
}

/**
 * Stores the newest copy of the day in the bucket, encrypted, and proves that it can be read. Otherwise throws an error
 * with the reason. If the bucket has copies of another log, nothing is sent. If another machine made the copy of the
 * day, this process first makes its own.
 */
export async function sendCopy(
  place: SendPlace,
  context: ActionContext,
  { day, keepDays }: { day: Day; keepDays: number | undefined },
): Promise<{ summary: ApiMessage }> {
  const { database, clock, config } = place;
  const { copiesElsewhere, dataDir, databaseUrl, auditKeyFile, identityFile } = config;
  if (!copiesElsewhere) throw new Error('BACKUP_BUCKET is not set');
  const folder = copyFolder(config);
  makePrivateFolder(folder);
  removeLeft(folder);
  const copy = (await findProvenFile(place, day)) ?? (await storeAndFind(place, context, { day, keepDays }));
  const { restored } = await findCopyElsewhere(database.reader);
  const isRestoreDue = restored === undefined || Date.parse(context.now) - Date.parse(restored) >= RESTORED_EVERY_MS;
  const acceptedUntil = await findAccepted(database.reader);
  const task: SendTask = {
    databaseUrl,
    dataDir,
    auditKeyFile,
    folder,
    name: copy.name,
    ...copiesElsewhere,
    at: copy.made_at,
    ...(place.timeouts && { timeouts: place.timeouts }),
    ...(isRestoreDue && identityFile !== undefined && { identityFile }),
    ...(keepDays !== undefined && { keepFrom: addDays(day, -keepDays) }),
    ...(acceptedUntil !== undefined && { acceptedUntil }),
  };
  const run = await runInChild<SentCopy>(programFile('features/backup/send-copy.ts'), task);
  const note = (columns: Parameters<typeof noteElsewhere>[2]) =>
    database.write((tx) => noteElsewhere(tx, copy.name, columns));
  const fail = async (proof: ApiMessage | string): Promise<never> => {
    await note({ elsewhere_proof: typeof proof === 'string' ? proof : storeMessage(proof) });
    throw new SendFault(typeof proof === 'string' ? restoreMessage(proof) : proof);
  };
  if ('failure' in run) return fail(apiMessage('backup.elsewhere.failed', { reason: run.failure }));
  const { restored: opened, foreign, deleted, left } = run.result;
  if (foreign) return fail(apiMessage(FOREIGN, { ...foreign }));
  if (opened?.isProven === false) return fail(opened.proof);
  const proof = describeProof(run.result);
  await note({
    elsewhere_at: task.at,
    elsewhere_proof: storeMessage(proof),
    ...(opened && { elsewhere_restored_at: clock.now() }),
  });
  await deleteRowsOf(place, deleted);
  if (left === null) return { summary: apiMessage('backup.elsewhere.stored', { proof, deleted: deleted.length }) };
  return { summary: apiMessage('backup.elsewhere.left', { proof, ...left }) };
}

/** Thrown when a copy was not stored in the bucket. The sentence is also shown as the state of the bucket. */
export class SendFault extends Error {
  readonly sentence: ApiMessage | string;

  constructor(sentence: ApiMessage | string) {
    super(englishOf(sentence));
    this.sentence = sentence;
  }
}

async function findProvenFile({ database, config }: SendPlace, day: Day): Promise<CopyRow | undefined> {
  const copies = await listProvenCopies(database.reader, day);
  return copies.find(({ name, bytes }) => sizeOf(path.join(copyFolder(config), name)) === bytes);
}

async function storeAndFind(place: SendPlace, context: ActionContext, copy: Parameters<typeof storeCopy>[2]) {
  await storeCopy(place, context, copy);
  const stored = await findProvenFile(place, copy.day);
  if (!stored) throw new Error('the copy that was stored is not in its folder');
  return stored;
}

/** Deletes the rows of copies that were deleted in the bucket and have no file here. */
async function deleteRowsOf({ database, config }: SendPlace, names: readonly string[]): Promise<void> {
  const existing = new Set((await listExistingCopies(database.reader, config)).map(({ name }) => name));
  await database.write((tx) =>
    deleteCopies(
      tx,
      names.filter((name) => !existing.has(name)),
    ),
  );
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
