import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { refuseUnproven, refuseUnverified } from '../../http/core/auth.ts';
import type { FactorContext } from '../factors/check-proof.ts';
import { verifySession } from './verify-session.ts';

const IN_BODY = apiMessage('refusals.verification_required.in-body', { fields: 'email, password' });
const AS_VERIFICATION = apiMessage('refusals.verification_required.in-body', {
  fields: 'verification: { email, password }',
});

export async function requireVerified(
  world: FactorContext,
  context: ActionContext,
  { caller, ...given }: { caller: Caller; email?: string | undefined; password?: string | undefined },
): Promise<void> {
  const { email, password } = given;
  if (email === undefined || password === undefined) return refuseUnverified(caller, context.now, IN_BODY);
  await verifySession(world, context, { caller, email, password });
}

/** Accepts a recent sign-in too. */
export async function requireProven(
  world: FactorContext,
  context: ActionContext,
  given: { caller: Caller; verification: { email: string; password: string } | undefined },
): Promise<void> {
  const { caller, verification } = given;
  if (verification === undefined) return refuseUnproven(caller, context.now, AS_VERIFICATION);
  await verifySession(world, context, { caller, ...verification });
}
