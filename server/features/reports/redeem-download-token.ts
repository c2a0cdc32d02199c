import type { Instant } from '#billing/calendar.ts';
import type { Database } from '../../db/connect.ts';
import { hashDownloadToken } from './create-download-token.ts';
import { consumeDownloadToken } from './queries.ts';

/** Consumes a token and returns its session; undefined if it is unknown, used or expired. */
export function redeemDownloadToken(database: Database, ticket: string, now: Instant): Promise<string | undefined> {
  return database.write((tx) => consumeDownloadToken(tx, hashDownloadToken(ticket), now));
}
