import { type Instant, instantOf } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { findVerification } from './queries.ts';
import { verifySession } from './verify-session.ts';

const VERIFIED_MINUTES = 5;

export async function requireVerified(
  database: Database,
  context: ActionContext,
  { caller, ...given }: { caller: Caller; email?: string | undefined; password?: string | undefined },
): Promise<void> {
  const { email, password } = given;
  if (email !== undefined && password !== undefined) {
    await verifySession(database, context, { caller, email, password });
    return;
  }
  const verifiedAt = await findVerification(database.reader, caller.sessionId);
  if (verifiedAt === null || verifiedAt < minutesBefore(context.now)) throw new Refusal('verification_required');
}

function minutesBefore(at: Instant): Instant {
  return instantOf(Date.parse(at) - VERIFIED_MINUTES * 60_000);
}
