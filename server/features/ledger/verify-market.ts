import type { Database } from '../../db/connect.ts';
import type { Anchor } from '../audit/find-anchors.ts';
import { compareSums } from '../tickets/compare-sums.ts';
import { checkIntegrity } from './check-integrity.ts';
import { type VerificationResult, verifyLedgers } from './verify-ledgers.ts';

export interface MarketVerification extends VerificationResult {
  tickets: number;
}

export async function verifyMarket(database: Database, anchors: readonly Anchor[] = []): Promise<MarketVerification> {
  const ledgers = await verifyLedgers(database, anchors);
  const { tickets, differences } = await compareSums(database);
  const faults = await database.snapshotApart((db) => checkIntegrity(database.engine, db));
  return { ...ledgers, tickets, differences: [...ledgers.differences, ...differences, ...faults] };
}
