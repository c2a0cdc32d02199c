import { existsSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { lockDataFolder } from '#server/db/server-lock.ts';
import { endRestoredSessions, restoreBackup } from '#server/features/backup/restore-backup.ts';
import { runCommand } from './run-command.ts';
import { Unusable } from './setup/read-text.ts';

const USAGE = 'Usage: npm run restore -- FILE';

/** `npm run restore`: completely or not at all. With SQLite no server may use the data folder. */
await runCommand(
  (fault) => `Nothing was restored: ${fault}.`,
  async () => {
    const [file, ...others] = process.argv.slice(2);
    if (file === undefined || file.startsWith('-') || others.length > 0) throw new Unusable(USAGE);
    if (!existsSync(file)) throw new Unusable(`There is no file ${file}.`);
    const config = readConfig();
    const unlock = config.databaseUrl === undefined ? lockDataFolder(config.dataDir) : () => {};
    if (!unlock) throw new Error(`a Pola server works on ${config.dataDir}. Stop it first, or choose another DATA_DIR`);
    try {
      const { made, tables, rows } = await restoreBackup(config, path.resolve(file));
      await endRestoredSessions(config, systemClock.now());
      console.log(`Restored: ${tables} tables, ${rows} rows, as they stood at ${made}.`);
      console.log('Start the server now: it brings an older backup up to date. Everybody has to sign in again.');
    } finally {
      unlock();
    }
  },
);
