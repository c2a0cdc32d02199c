import type { FastifyRequest } from 'fastify';
import type { Instant } from '#billing/calendar.ts';
import type { Call } from '#contract/call.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Caller, Door } from './door.ts';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** Who calls, if the call needs to know. Refuses a missing or dead token, a role without the permission, and a password still to be changed. */
export async function authorize(
  door: Door,
  entry: Call,
  request: FastifyRequest,
  now: Instant,
): Promise<Caller | undefined> {
  if (entry.permission === 'public') return undefined;
  const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  const sessionId = token && (await door.tokens.sessionOf(token, now));
  const caller = sessionId ? await door.findCaller(sessionId, now) : undefined;
  if (!caller) throw new Refusal('unauthorized');
  if (!may(caller.role, entry.permission)) throw new Refusal('not_allowed');
  if (caller.mustChangePassword && entry.permission !== 'session.own') throw new Refusal('password_change_required');
  return caller;
}
