import { constants, setPriority } from 'node:os';
import { json } from 'node:stream/consumers';
import { connect, type DatabaseAddress } from '../../db/connect.ts';
import { type MarketVerification, verifyMarket } from './verify-market.ts';

/** The task. It is read as JSON from standard input. */
export type VerificationTask = DatabaseAddress;

/** Verifies the market. Runs as a separate process (store-verification.ts). */
async function main(): Promise<MarketVerification> {
  setPriority(constants.priority.PRIORITY_LOW);
  const database = connect((await json(process.stdin)) as VerificationTask);
  try {
    return await verifyMarket(database);
  } finally {
    await database.close();
  }
}

try {
  process.stdout.write(JSON.stringify(await main()));
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
}
