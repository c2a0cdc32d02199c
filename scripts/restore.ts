import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { lockDataFolder } from '#server/db/server-lock.ts';
import { endRestoredSessions, restoreBackup } from '#server/features/backup/restore-backup.ts';
import { planNumbers } from '#server/features/numbers/plan-numbers.ts';
import { runCommand } from './run-command.ts';
import { Unusable } from './setup/read-text.ts';

const USAGE = 'Usage: npm run restore -- FILE [--used NAME=NUMBER ...] [--nothing-since]';

/** `npm run restore` restores a backup completely or not at all. With SQLite no server may use the data folder. */
await runCommand(
  (fault) => `Nothing was restored: ${fault}.`,
  async () => {
    const { file, used, isNewest } = readArguments();
    if (!existsSync(file)) throw new Unusable(`There is no file ${file}.`);
    const config = readConfig();
    const unlock = config.databaseUrl === undefined ? lockDataFolder(config.dataDir) : () => {};
    if (!unlock) throw new Error(`a Pola server works on ${config.dataDir}. Stop it first, or choose another DATA_DIR`);
    try {
      const { made, tables, rows } = await restoreBackup(config, path.resolve(file));
      await endRestoredSessions(config, systemClock.now());
      console.log(`Restored: ${tables} tables, ${rows} rows, as they stood at ${made}.`);
      for (const line of await planNumbers(config, { used, isNewest, ask: answerer() })) console.log(line);
      console.log('Start the server now: it brings an older backup up to date. Everybody has to sign in again.');
    } finally {
      unlock();
    }
  },
);

const USED = /^(receipt|vehicle-ticket|gate-phone|T20|T100|tax:[A-Z\d]+(?:\/[\d-]+)?)=(\d{1,9})$/;

function readArguments(): { file: string; used: Record<string, number>; isNewest: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      options: { used: { type: 'string', multiple: true, default: [] }, 'nothing-since': { type: 'boolean' } },
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    const pairs = values.used.map((text) => USED.exec(text));
    if (file !== undefined && others.length === 0 && pairs.every((pair) => pair !== null)) {
      const used = Object.fromEntries(pairs.map(([, name = '', number]) => [name, Number(number)]));
      return { file, used, isNewest: values['nothing-since'] ?? false };
    }
  } catch {}
  throw new Unusable(USAGE);
}

function answerer(): ((question: string) => Promise<string>) | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  };
}
