import type { Instant } from '#billing/calendar.ts';
import type { Database } from '../../db/connect.ts';
import { findLastVerification, type VerificationRow } from './queries.ts';

/** Returns the result without the faults, because it is public. */
export async function summarizeVerification(
  database: Database,
): Promise<{ outcome: VerificationRow['outcome'] | 'none'; ended_at: Instant | null }> {
  const last = await findLastVerification(database.reader);
  return { outcome: last?.outcome ?? 'none', ended_at: last?.ended_at ?? null };
}
