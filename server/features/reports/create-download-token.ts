import { createHash, randomBytes } from 'node:crypto';
import { instantOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { holdSession } from '../session/queries.ts';
import { insertDownloadToken } from './queries.ts';

export const DOWNLOAD_TOKEN_SECONDS = 60;

export async function createDownloadToken(tx: Writer, context: ActionContext, caller: Caller): Promise<string> {
  // The session may have been deleted with its account in the meantime.
  if (!(await holdSession(tx, caller.sessionId))) throw new Refusal('unauthorized');
  const ticket = randomBytes(32).toString('base64url');
  await insertDownloadToken(tx, {
    hash: hashDownloadToken(ticket),
    session_id: caller.sessionId,
    expires_at: instantOf(Date.parse(context.now) + DOWNLOAD_TOKEN_SECONDS * 1000),
  });
  await writeAudit(tx, context, {
    type: 'Report Ticket Made',
    description: apiMessage('reports.audit.token_created', { email: caller.email }),
  });
  return ticket;
}

/** The database stores only the hash. */
export function hashDownloadToken(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
