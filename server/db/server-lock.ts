import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFolder } from './data-folder.ts';
import { isBusy, isUnavailable } from './transaction.ts';

/**
 * Locks a data folder, so that only one server uses it at a time. Returns the function that releases the lock;
 * undefined when another server holds it. The operating system releases the lock when the process ends. On a read-only
 * disk no lock is needed.
 */
export function lockDataFolder(dataDir: string): (() => void) | undefined {
  makePrivateFolder(dataDir);
  const lock = new DatabaseSync(path.join(dataDir, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    if (isUnavailable(error)) return () => {};
    throw error;
  }
}
