import type { FastifyRequest } from 'fastify';
import { type Instant, instantOf } from '#billing/calendar.ts';
import type { Call } from '#contract/call.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import { may } from '#contract/permissions.ts';
import { PROGRAM_TOKEN_PREFIX } from '#contract/program-tokens.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext, Caller } from './app-context.ts';
import { tokenInCookie } from './link-cookie.ts';

const VERIFIED_MINUTES = 5;
/**
 * For this many minutes a sign-in is accepted as a confirmation of the identity, in calls for which the contract allows
 * it.
 */
const SIGNED_IN_MINUTES = 15;
const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;
const PROGRAM = new RegExp(`^Bearer (${PROGRAM_TOKEN_PREFIX}[\\w-]{20,100})$`, 'i');

/**
 * Returns the caller; undefined for a public call. Throws a Refusal for an invalid token, a role without the
 * permission, a password that must be changed, and a missing second factor.
 */
export async function authorize(app: AppContext, entry: Call, request: FastifyRequest): Promise<Caller | undefined> {
  const now = app.clock.now();
  if (entry.permission === 'public') return undefined;
  const [, programToken] = PROGRAM.exec(request.headers.authorization ?? '') ?? [];
  if (programToken !== undefined) return authorizeProgram(app, entry, { request, token: programToken, now });
  const sessionId = await findSessionId(app, entry, { request, now });
  const caller = sessionId ? await app.findCaller(sessionId, now) : undefined;
  if (!caller) throw new Refusal('unauthorized');
  request.log = request.log.child({ account: caller.accountId });
  if (!may(caller.role, entry.permission)) throw new Refusal('not_allowed');
  if (entry.permission === 'session.own') return caller;
  if (caller.mustChangePassword) throw new Refusal('password_change_required');
  if (caller.mustAddFactor) throw new Refusal('second_factor_missing');
  return caller;
}

/** Only a call whose scope the token has is open to a program, so a call without one never is. */
async function authorizeProgram(
  app: AppContext,
  entry: Call,
  { request, token, now }: { request: FastifyRequest; token: string; now: Instant },
): Promise<Caller> {
  const program = await app.findProgram(token, now);
  if (!program) throw new Refusal('unauthorized', { message: apiMessage('refusals.unauthorized.program') });
  const { tokenId, scopes, caller } = program;
  request.log = request.log.child({ programToken: tokenId });
  if (entry.scope === undefined || !scopes.includes(entry.scope))
    throw new Refusal('not_allowed', {
      message: apiMessage('refusals.not_allowed.scope', { scopes: scopes.join(', ') }),
    });
  if (entry.permission !== 'public' && !may(caller.role, entry.permission)) throw new Refusal('not_allowed');
  return caller;
}

async function findSessionId(
  app: AppContext,
  entry: Call,
  { request, now }: { request: FastifyRequest; now: Instant },
): Promise<string | undefined> {
  const { authorization, cookie } = request.headers;
  const { ticket } = request.query as { ticket?: unknown };
  const isLink = entry.acceptsDownloadToken && authorization === undefined;
  if (isLink && typeof ticket === 'string') return app.redeemDownloadToken(ticket, now);
  const [, bearer] = BEARER.exec(authorization ?? '') ?? [];
  const token = isLink ? tokenInCookie(app, cookie) : bearer;
  return token ? app.tokens.sessionOf(token, now) : undefined;
}

/** `message` names the fields of the call that confirm the identity, if it has any. */
export function refuseUnverified({ verifiedAt }: Pick<Caller, 'verifiedAt'>, now: Instant, message?: ApiMessage): void {
  if (verifiedAt === null || !isWithin(VERIFIED_MINUTES, verifiedAt, now))
    throw new Refusal('verification_required', message && { message });
}

export function refuseUnproven(
  caller: Pick<Caller, 'signedInAt' | 'verifiedAt'>,
  now: Instant,
  message?: ApiMessage,
): void {
  if (!isWithin(SIGNED_IN_MINUTES, caller.signedInAt, now)) refuseUnverified(caller, now, message);
}

function isWithin(minutes: number, at: Instant, now: Instant): boolean {
  return at >= instantOf(Date.parse(now) - minutes * 60_000);
}
