import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { sqliteFile } from '#server/db/connect.ts';
import { requireDataFolder } from '#server/db/require-data-folder.ts';
import { type Anchor, readAnchors } from '#server/features/audit/find-anchors.ts';
import { type MarketVerification, verifyMarket } from '#server/features/ledger/verify-market.ts';
import { runCommand, withDatabase } from './run-command.ts';
import { printable, Unusable } from './setup/read-text.ts';

/**
 * `npm run verify-books` verifies the ledgers, the sums of tickets and the database, and prints a line for each
 * difference. A server may be running.
 */
await runCommand(
  (fault) => `The books could not be verified: ${fault}`,
  async () => {
    const began = performance.now();
    const config = readConfig();
    if (existsSync(config.dataDir)) requireDataFolder(config.dataDir);
    // A folder without a database is refused, because a misspelt folder must not be reported as clean.
    if (config.databaseUrl === undefined && !existsSync(sqliteFile(config.dataDir))) {
      throw new Error(`there is no database in ${config.dataDir}`);
    }
    const anchors = readAnchorFiles();
    await withDatabase(async (database) => {
      const found = await verifyMarket(database, anchors);
      report(found, { anchors: anchors.length, seconds: (performance.now() - began) / 1000 });
      process.exitCode = found.differences.length === 0 ? 0 : 1;
    });
  },
);

function readAnchorFiles(): Anchor[] {
  const { values } = parseArgs({ options: { anchor: { type: 'string', multiple: true, default: [] } } });
  return values.anchor.flatMap((file) => {
    if (!existsSync(file)) throw new Unusable(`There is no file ${file}.`);
    const { anchors, damaged, otherLines } = readAnchors(readFileSync(file, 'utf8'));
    const [fault] = damaged;
    if (fault !== undefined) throw new Unusable(`${file}: this line has no complete anchor or code: ${fault}`);
    if (anchors.length === 0) throw new Unusable(`${file} contains neither an anchor nor a code of a receipt.`);
    if (otherLines > 0) console.log(`${file}: lines without an anchor: ${otherLines}`);
    return anchors;
  });
}

function report(found: MarketVerification, { anchors, seconds }: { anchors: number; seconds: number }): void {
  const { shops, entries, tickets, auditEntries, unproven, differences } = found;
  for (const difference of differences) console.log(printable(difference));
  console.log(
    `${shops} shops, ${entries} ledger entries, ${tickets} tickets, ${auditEntries} audit entries, ${seconds.toFixed(1)} s.`,
  );
  if (unproven > 0) console.log(`${unproven} audit entries are older than the audit key and not signed with it.`);
  if (anchors > 0 && differences.length === 0) console.log(`The log contains all ${anchors} anchors.`);
  console.log(
    differences.length === 0 ? 'The books are clean.' : `The books are not clean: ${differences.length} differences.`,
  );
}
