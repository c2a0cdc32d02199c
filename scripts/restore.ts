import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '#server/config.ts';
import { lockDataFolder } from '#server/db/server-lock.ts';
import { restoreBackup } from '#server/features/backup/restore-backup.ts';
import { describeFault } from './setup/describe-fault.ts';
import { printable, Unusable } from './setup/read-text.ts';

const USAGE = 'Usage: npm run restore -- FILE';

/**
 * The command: loads a backup (.sql or .sql.gz) into the configured database, which must be empty, whole or not at all.
 * A file that is not whole is refused before anything is changed. With SQLite no server may work on the data folder.
 */
async function main(): Promise<void> {
  const [file, ...others] = process.argv.slice(2);
  if (file === undefined || file.startsWith('-') || others.length > 0) throw new Unusable(USAGE);
  if (!existsSync(file)) throw new Unusable(`There is no file ${file}.`);
  const config = readConfig();
  const unlock = config.databaseUrl === undefined ? lockDataFolder(config.dataDir) : () => {};
  if (!unlock) throw new Error(`a Pola server works on ${config.dataDir}. Stop it first, or choose another DATA_DIR`);
  try {
    const { made, tables, rows } = await restoreBackup(config, path.resolve(file));
    console.log(`Restored: ${tables} tables, ${rows} rows, as they stood at ${made}.`);
    console.log('Start the server now: it brings an older backup up to date. Everybody may sign in as before.');
  } finally {
    unlock();
  }
}

try {
  await main();
} catch (fault) {
  const sentence = fault instanceof Unusable ? fault.message : `Nothing was restored: ${describeFault(fault)}.`;
  console.error(printable(sentence));
  process.exitCode = 1;
}
