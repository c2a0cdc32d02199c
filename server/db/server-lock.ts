import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Lets one server at a time work on a data folder: an exclusive lock on a small file of its own, which the system lets
 * go of when the process ends, however it ends. Gives the function that lets go, or undefined when another server holds it.
 */
export function lockDataFolder(dataDir: string): (() => void) | undefined {
  mkdirSync(dataDir, { recursive: true });
  const lock = new DatabaseSync(path.join(dataDir, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
    return () => lock.close();
  } catch {
    lock.close();
    return undefined;
  }
}
