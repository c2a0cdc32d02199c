import { existsSync } from 'node:fs';
import { readConfig } from '#server/config.ts';
import { connect, sqliteFile } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { type VerificationResult, verifyLedgers } from '#server/features/ledger/verify-ledgers.ts';
import { compareSums } from '#server/features/tickets/compare-sums.ts';
import { describeFault } from './setup/describe-fault.ts';
import { printable } from './setup/read-text.ts';

/**
 * The command: folds the facts of every shop afresh, compares the result with what is stored, counts every ticket and
 * compares the sums of its day, and walks the chain of the audit log. Says each difference in one line; ends with 0 when the books are clean and with 1 when they are not. It
 * writes nothing and may run beside a server.
 */
async function main(): Promise<void> {
  const began = performance.now();
  const config = readConfig();
  // A mistyped folder must not be found clean.
  if (config.databaseUrl === undefined && !existsSync(sqliteFile(config.dataDir))) {
    throw new Error(`there is no database in ${config.dataDir}`);
  }
  const database = connect(config);
  try {
    await migrate(database);
    const verdict = await verifyLedgers(database);
    const { tickets, differences } = await compareSums(database);
    const all = { ...verdict, tickets, differences: [...verdict.differences, ...differences] };
    report(all, (performance.now() - began) / 1000);
    process.exitCode = all.differences.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

function report(verdict: VerificationResult & { tickets: number }, seconds: number): void {
  const { shops, entries, tickets, auditEntries, differences } = verdict;
  for (const difference of differences) console.log(printable(difference));
  console.log(
    `${shops} shops, ${entries} standing facts, ${tickets} standing tickets, ${auditEntries} audit entries, ${seconds.toFixed(1)} s.`,
  );
  console.log(
    differences.length === 0 ? 'The books are clean.' : `The books are not clean: ${differences.length} differences.`,
  );
}

try {
  await main();
} catch (fault) {
  console.error(`The books could not be verified: ${describeFault(fault)}`);
  process.exitCode = 1;
}
