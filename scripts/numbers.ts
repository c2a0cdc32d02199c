import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dayOf } from '#billing/calendar.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { sqliteFile } from '#server/db/connect.ts';
import { requireDataFolder } from '#server/db/require-data-folder.ts';
import { measureFolder } from '#server/features/year-in-numbers/measure-folder.ts';
import { measureTables } from '#server/features/year-in-numbers/measure-tables.ts';
import { readNightlyTimes } from '#server/features/year-in-numbers/queries.ts';
import { readServerMemory } from '#server/features/year-in-numbers/server-memory.ts';
import { linesOfYear } from './numbers/lines-of-year.ts';
import { runCommand, withDatabase } from './run-command.ts';

/** `npm run numbers` prints what a year of this market takes: disk, memory and nightly time. The server may run. */
await runCommand(
  (fault) => `The numbers could not be read: ${fault}`,
  async () => {
    const { dataDir, databaseUrl } = readConfig();
    if (existsSync(dataDir)) requireDataFolder(dataDir);
    // A misspelt folder must not become the numbers of an empty market.
    if (databaseUrl === undefined && !existsSync(sqliteFile(dataDir)))
      throw new Error(`there is no database in ${dataDir}`);
    await withDatabase(async (database) => {
      const lines = linesOfYear({
        tables: await measureTables(database, dayOf(systemClock.now())),
        folder: measureFolder(dataDir),
        nights: await readNightlyTimes(database.reader),
        memory: readServerMemory(dataDir),
        machineBytes: totalmem(),
        isInFolder: databaseUrl === undefined,
      });
      for (const line of lines) console.log(line);
    });
  },
);
