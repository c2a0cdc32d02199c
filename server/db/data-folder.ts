import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { syncToDisk } from './sync-to-disk.ts';

export const ONLY_OWNER_ENTERS = 0o700;
const ONLY_OWNER_READS = 0o600;
export const OUR_FILES = /^(pola\.db|server\.lock|token-secret|audit-key|issued-numbers|reserve|assets|free-space)/;

export function keepNewFilesPrivate(): void {
  process.umask(0o077);
}

/** Node's own recursive mkdir never ends where a file system has no folders of ours, such as /proc. */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: ONLY_OWNER_ENTERS });
  } catch (error) {
    if (isCode(error, 'EEXIST') && statSync(folder).isDirectory()) return;
    const parent = path.dirname(folder);
    if (!isCode(error, 'ENOENT') || parent === folder || existsSync(parent)) throw error;
    makePrivateFolder(parent);
    makePrivateFolder(folder);
  }
}

/**
 * Removes the access of other system accounts to the data folder and its files, which earlier releases allowed. Makes a
 * folder that does not exist. Throws if the folder or a file cannot be changed, because another account owns it.
 */
export function makePrivate(dataDir: string): void {
  makePrivateFolder(dataDir);
  if (hasOthersRights(dataDir)) chmodSync(dataDir, ONLY_OWNER_ENTERS);
  for (const name of readdirSync(dataDir).filter((file) => OUR_FILES.test(file))) {
    const place = path.join(dataDir, name);
    const mode = statSync(place).isDirectory() ? ONLY_OWNER_ENTERS : ONLY_OWNER_READS;
    if (hasOthersRights(place)) chmodSync(place, mode);
  }
}

function hasOthersRights(place: string): boolean {
  return (statSync(place).mode & 0o077) !== 0;
}

/** Returns the secret in a file; undefined if the file does not exist. Throws an error that names the file. */
export function findSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    // Node names the file when it cannot open it, but not when it cannot read it.
    throw error instanceof Error ? Object.assign(error, { path: file }) : error;
  }
}

/**
 * Returns the secret in a file, which is created if missing. Two processes get the same secret. After a power failure
 * the file is complete or does not exist.
 */
export function loadSecret(file: string, sync: (place: string) => void = syncToDisk): string {
  const found = findSecret(file);
  if (found !== undefined) return found;
  makePrivateFolder(path.dirname(file));
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, randomBytes(48).toString('base64url'), { mode: ONLY_OWNER_READS });
    sync(unfinished);
    linkSync(unfinished, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  sync(path.dirname(file));
  return readFileSync(file, 'utf8').trim();
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
