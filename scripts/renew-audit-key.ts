import { renameSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { requireDataFolder } from '#server/db/require-data-folder.ts';
import { renewKey } from '#server/features/audit/renew-key.ts';
import { updateDatabase } from '#server/features/backup/update-database.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run renew-audit-key` replaces the audit key. `--accept` also replaces a wrong or lost key, and seals all amounts
 * as they are now. Stop the servers first.
 */
await runCommand(
  (fault) => `The audit key could not be renewed: ${fault}`,
  async () => {
    const { values } = parseArgs({ options: { accept: { type: 'boolean', default: false } } });
    const config = readConfig();
    requireDataFolder(config.dataDir);
    const database = connect(config);
    try {
      await updateDatabase(database, { config, clock: systemClock, say: (line) => console.log(line) });
      const context = { actor: 'command', now: systemClock.now(), requestId: 'renew-audit-key' };
      const { file } = database.auditKeys;
      const renewed = await renewKey(database, context, {
        acceptsDifferences: values.accept,
        setAside: (id) => renameSync(file, `${file}.${id}`),
      });
      console.log(
        renewed
          ? `The audit log continues with the new key ${renewed} in ${file}. Keep a copy of it in a safe place. Older entries cannot be proven with it.`
          : `The audit key ${file} is the right one: nothing was changed. With -- --accept it is renewed nevertheless.`,
      );
    } finally {
      await database.close();
    }
  },
);
