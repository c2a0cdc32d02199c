import { session } from '#contract/session.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { changePassword } from './change-password.ts';
import { endOwnSession } from './end-own-session.ts';
import { SESSION_LIFETIME_SECONDS } from './limit-sessions.ts';
import { presentCaller, presentLogin } from './present.ts';
import { startSession } from './start-session.ts';
import { verifySession } from './verify-session.ts';

/** Login, logout and what belongs to one's own session. */
export function sessionRoutes(door: Door): void {
  const { database, tokens } = door;
  endpoint(door, session.login, async ({ body, act, address, agent }) => {
    const { sessionId, account } = await startSession(database, act, { ...body, address, agent });
    const claims = { sessionId, adminId: account.id, email: account.email, role: account.role };
    return presentLogin(account, await tokens.issue(claims, act.at, SESSION_LIFETIME_SECONDS));
  });
  endpoint(door, session.logout, async ({ act, caller }) => {
    await endOwnSession(database, act, caller);
    return { message: 'Logged out.' };
  });
  endpoint(door, session.current, async ({ caller }) => presentCaller(caller));
  endpoint(door, session.verify, async ({ body, act, caller, address }) => {
    await verifySession(database, act, caller, { ...body, address });
    return { success: true as const, message: 'Verified.' };
  });
  endpoint(door, session.changePassword, async ({ body, act, caller, address }) => {
    await changePassword(database, act, caller, { ...body, address });
    return { message: 'Password changed.' };
  });
}
