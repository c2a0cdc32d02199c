import { apiMessage } from '#contract/messages/message.ts';
import { session } from '#contract/session.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { changePassword } from './change-password.ts';
import { endOwnSession } from './end-own-session.ts';
import { SESSION_LIFETIME_SECONDS } from './limit-sessions.ts';
import { presentCaller, presentLogin } from './present.ts';
import { setLanguage } from './set-language.ts';
import { startSession } from './start-session.ts';
import { verifySession } from './verify-session.ts';

export function sessionRoutes(app: AppContext): void {
  const { database, tokens } = app;
  endpoint(app, session.login, async ({ body, context, address, agent }) => {
    const onUnrecorded = (error: unknown) =>
      app.fastify.log.error(
        { err: error, email: body.email, address, requestId: context.requestId },
        'a sign-in, or a failed one, is missing in the audit log',
      );
    const { sessionId, account } = await startSession(database, context, { ...body, address, agent, onUnrecorded });
    const claims = { sessionId, adminId: account.id, email: account.email, role: account.role };
    return presentLogin(account, await tokens.issue(claims, context.now, SESSION_LIFETIME_SECONDS));
  });
  endpoint(app, session.logout, async ({ context, caller }) => {
    await endOwnSession(database, context, caller);
    return { message: apiMessage('session.logout.done') };
  });
  endpoint(app, session.current, async ({ caller }) => presentCaller(caller));
  endpoint(app, session.verify, async ({ body, context, caller }) => {
    await verifySession(database, context, { caller, ...body });
    return { success: true as const, message: apiMessage('session.verify.done') };
  });
  endpoint(app, session.setLanguage, async ({ body, context, caller }) => {
    await setLanguage(database, context, { caller, ...body });
    return { message: apiMessage('session.set_language.done'), ...body };
  });
  endpoint(app, session.changePassword, async ({ body, context, caller }) => {
    await changePassword(database, context, { caller, ...body });
    return { message: apiMessage('session.change_password.done') };
  });
}
