import { createHash, randomBytes } from 'node:crypto';
import { instantOf } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { holdSession } from '../session/queries.ts';
import { insertTicket } from './queries.ts';

export const TICKET_SECONDS = 60;

/** Makes a ticket with which one report can be fetched by a plain link within a minute (wire.md, section 6). */
export async function makeTicket(tx: Writer, act: Act, caller: Caller): Promise<string> {
  // The session may have gone with its account since the request came in.
  if (!(await holdSession(tx, caller.sessionId))) throw new Refusal('unauthorized');
  const ticket = randomBytes(32).toString('base64url');
  await insertTicket(tx, {
    hash: hashTicket(ticket),
    session_id: caller.sessionId,
    expires_at: instantOf(Date.parse(act.at) + TICKET_SECONDS * 1000),
  });
  await noteEvent(tx, act, { type: 'Report Ticket Made', description: `${caller.email} made a ticket for a report` });
  return ticket;
}

/** What is kept of a ticket: whoever reads the database cannot use it. */
export function hashTicket(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
