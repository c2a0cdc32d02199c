import type { Instant } from '#billing/calendar.ts';
import type { Database } from '../../db/connect.ts';
import { hashDownloadToken } from './create-download-token.ts';
import { consumeDownloadToken } from './queries.ts';

export function redeemDownloadToken(database: Database, ticket: string, now: Instant): Promise<string | undefined> {
  return database.write((tx) => consumeDownloadToken(tx, hashDownloadToken(ticket), now));
}
