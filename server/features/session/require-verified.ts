import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { refuseUnverified } from '../../http/core/auth.ts';
import { verifySession } from './verify-session.ts';

export async function requireVerified(
  database: Database,
  context: ActionContext,
  { caller, ...given }: { caller: Caller; email?: string | undefined; password?: string | undefined },
): Promise<void> {
  const { email, password } = given;
  if (email === undefined || password === undefined) return refuseUnverified(caller, context.now);
  await verifySession(database, context, { caller, email, password });
}
