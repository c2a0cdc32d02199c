import type { ActionContext } from '../../action-context.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { refuseUnverified } from '../../http/core/auth.ts';
import type { FactorContext } from '../factors/check-proof.ts';
import { verifySession } from './verify-session.ts';

export async function requireVerified(
  world: FactorContext,
  context: ActionContext,
  { caller, ...given }: { caller: Caller; email?: string | undefined; password?: string | undefined },
): Promise<void> {
  const { email, password } = given;
  if (email === undefined || password === undefined) return refuseUnverified(caller, context.now);
  await verifySession(world, context, { caller, email, password });
}
