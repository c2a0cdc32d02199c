import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Locks a data folder, so that one server uses it at a time. Returns the function that releases the lock, or undefined
 * when another server holds it. The system releases the lock of a process that ends in any way.
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
