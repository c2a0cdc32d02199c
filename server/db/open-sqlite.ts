import { statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DiskReserve } from './storage/disk-space.ts';
import { isBusy, isUnavailable } from './transaction.ts';

/** Opens two connections to a database file. Those of a disk that takes no writes can only read. */
export function openSqlite(file: string): { writing: DatabaseSync; reading: DatabaseSync } {
  try {
    const writing = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
    // The engine itself never waits for a lock, because that would block the whole process; `write` waits instead.
    writing.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0;');
    const reading = new DatabaseSync(file, { timeout: 5000 });
    reading.exec('pragma query_only = on; pragma cache_size = -16000;');
    return { writing, reading };
  } catch (error) {
    if (isBusy(error) || !isUnavailable(error)) throw error;
    // On a full disk SQLite cannot create the log beside the database file without the space of the reserve.
    if (new DiskReserve(path.dirname(file)).giveUp()) return openSqlite(file);
    // If no log has unwritten changes, the database file is complete and can be read without one.
    const isComplete = sizeOf(file) > 0 && sizeOf(`${file}-wal`) === 0;
    if (!isComplete) throw error;
    const address = new URL(`${pathToFileURL(file)}?immutable=1`);
    return {
      writing: new DatabaseSync(address, { readOnly: true }),
      reading: new DatabaseSync(address, { readOnly: true }),
    };
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
