import { existsSync } from 'node:fs';
import { readConfig } from '#server/config.ts';
import { sqliteFile } from '#server/db/connect.ts';
import { type VerificationResult, verifyLedgers } from '#server/features/ledger/verify-ledgers.ts';
import { compareSums } from '#server/features/tickets/compare-sums.ts';
import { runCommand, withDatabase } from './run-command.ts';
import { printable } from './setup/read-text.ts';

/**
 * `npm run verify-books`: compares ledgers, ticket counts and the audit chain with what is stored. One line per
 * difference. A server may run meanwhile.
 */
await runCommand(
  (fault) => `The books could not be verified: ${fault}`,
  async () => {
    const began = performance.now();
    const config = readConfig();
    // A mistyped folder must not count as clean.
    if (config.databaseUrl === undefined && !existsSync(sqliteFile(config.dataDir))) {
      throw new Error(`there is no database in ${config.dataDir}`);
    }
    await withDatabase(async (database) => {
      const verdict = await verifyLedgers(database);
      const { tickets, differences } = await compareSums(database);
      const all = { ...verdict, tickets, differences: [...verdict.differences, ...differences] };
      report(all, (performance.now() - began) / 1000);
      process.exitCode = all.differences.length === 0 ? 0 : 1;
    });
  },
);

function report(verdict: VerificationResult & { tickets: number }, seconds: number): void {
  const { shops, entries, tickets, auditEntries, differences } = verdict;
  for (const difference of differences) console.log(printable(difference));
  console.log(
    `${shops} shops, ${entries} ledger entries, ${tickets} tickets, ${auditEntries} audit entries, ${seconds.toFixed(1)} s.`,
  );
  console.log(
    differences.length === 0 ? 'The books are clean.' : `The books are not clean: ${differences.length} differences.`,
  );
}
