import { readdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Instant } from '#billing/calendar.ts';
import type { Config } from '../../config.ts';
import type { Reader } from '../../db/connect.ts';
import { oldestEntryAt } from '../audit/queries.ts';
import { type CopyName, readCopyName } from './copy-name.ts';
import { type CopyRow, listCopies } from './queries.ts';

export type CopyConfig = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'auditKeyFile'>>;

export function copyFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'backups');
}

const FAILED = '.failed';

/** Returns the name of the row that reports a copy which could not be made. There is no such file. */
export function failedName(day: string): string {
  return `pola-${day}${FAILED}`;
}

/** Returns the names of the copies in a folder, of this release and of older ones. */
export function listCopyFiles(folder: string): CopyName[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? (readCopyName(entry.name) ?? []) : []));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Returns the copies that exist, newest first, and the attempts that failed. A row of the database does not prove that
 * there is a file: the database may have been restored on another machine. With PostgreSQL, a row of another machine
 * counts, because several machines may work on one database.
 */
export async function listExistingCopies(db: Reader, config: CopyConfig): Promise<CopyRow[]> {
  const folder = copyFolder(config);
  const here = hostname();
  const exists = ({ name, bytes, machine }: CopyRow) => {
    const isElsewhere = config.databaseUrl !== undefined && machine !== null && machine !== here;
    if (name.endsWith(FAILED)) return machine === here || isElsewhere;
    return isElsewhere || sizeOf(path.join(folder, name)) === bytes;
  };
  return (await listCopies(db)).filter(exists);
}

/** Returns when the newest existing copy with a successful test restore was made; undefined if there is none. */
export async function newestProvenCopyAt(db: Reader, config: CopyConfig): Promise<Instant | undefined> {
  return (await listExistingCopies(db, config)).find(({ proven_at }) => proven_at !== null)?.made_at;
}

/** The age from which a market has copies: those of a new market begin in its first night. */
const NEW_MS = 26 * 60 * 60 * 1000;

/**
 * Returns true if a market that is not new has no proven copy that exists. It was moved here by a backup, or its copies
 * were lost.
 */
export async function isWithoutCopies(db: Reader, config: CopyConfig, now: Instant): Promise<boolean> {
  const since = await oldestEntryAt(db);
  if (since === undefined) return false;
  const isNew = Date.parse(now) - Date.parse(since) < NEW_MS;
  return !isNew && (await newestProvenCopyAt(db, config)) === undefined;
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
