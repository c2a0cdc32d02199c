import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { restore } from '#contract/restore.ts';
import type { Config } from '../../config.ts';
import type { Database, Reader } from '../../db/connect.ts';
import { makePrivateFolder } from '../../db/data-folder.ts';
import { findSetting } from '../../db/settings.ts';
import { syncToDisk } from '../../db/sync-to-disk.ts';
import { KEYS_FOLDER } from './restore-task.ts';

export const RESTORED = 'restored market';
const restoredMarket = z.object({ id: z.string(), restored: restore.outcome.answer.shape.restored.unwrap() });
export type RestoredSetting = z.output<typeof restoredMarket>;

/** Returns what the last restore in the browser brought; undefined if there was none. */
export async function findRestored(db: Reader): Promise<RestoredSetting | undefined> {
  const setting = await findSetting(db, RESTORED);
  const read = restoredMarket.safeParse(setting && JSON.parse(setting.value));
  return read.success ? read.data : undefined;
}

interface NewKeys {
  id: string;
  auditKey: string | undefined;
  tokenSecret: string | undefined;
}

/**
 * Stores the keys of a backup beside the data, before the database is replaced. They count only when the database
 * contains the run with this id, so that the database and its keys change together, also when the server is killed.
 */
export function keepKeys(dataDir: string, { id, auditKey, tokenSecret }: NewKeys): void {
  const folder = path.join(dataDir, KEYS_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  makePrivateFolder(folder);
  const files = { 'audit-key': auditKey, 'token-secret': tokenSecret, id };
  for (const [name, content] of Object.entries(files))
    if (content !== undefined) writeFileSync(path.join(folder, name), content, { mode: 0o600, flush: true });
  syncToDisk(folder);
  syncToDisk(dataDir);
}

export function dropKeys(dataDir: string): void {
  rmSync(path.join(dataDir, KEYS_FOLDER), { recursive: true, force: true });
}

/**
 * Puts the keys of a restored market into their places, if the database contains the restored market, and deletes them
 * otherwise. Must run before the first write and before the token secret is read. The keys that were there before are
 * renamed.
 */
export async function adoptKeys(database: Database, { dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const folder = path.join(dataDir, KEYS_FOLDER);
  if (!existsSync(folder)) return;
  const wanted = path.join(folder, 'id');
  const id = existsSync(wanted) ? readFileSync(wanted, 'utf8') : undefined;
  if (id !== undefined && (await findRestored(database.reader))?.id === id) {
    const { auditKeys } = database;
    move(path.join(folder, 'token-secret'), path.join(dataDir, 'token-secret'), 'before-restore');
    move(path.join(folder, 'audit-key'), auditKeys.file, auditKeys.find()?.id ?? 'before-restore');
    auditKeys.forget();
  }
  dropKeys(dataDir);
}

function move(from: string, to: string, ending: string): void {
  if (!existsSync(from)) return;
  if (existsSync(to)) renameSync(to, `${to}.${ending}`);
  // The file may be on another file system than the data folder, where it cannot be renamed to.
  const beside = `${to}.restoring`;
  writeFileSync(beside, readFileSync(from), { mode: 0o600, flush: true });
  renameSync(beside, to);
  syncToDisk(path.dirname(to));
}
