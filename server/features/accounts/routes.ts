import { accounts } from '#contract/accounts.ts';
import { message } from '#contract/messages/message.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { boundsAt } from '../session/limit-sessions.ts';
import { listOpenSessions } from '../session/queries.ts';
import { addAccount } from './add-account.ts';
import { endSessionOfAccount } from './end-session.ts';
import { presentAccount, presentOpenSession } from './present.ts';
import { listAccounts } from './queries.ts';
import { removeAccount } from './remove-account.ts';

/** No Idempotency-Key: a hash of the request, and so of the password, would be stored. */
export function accountRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, accounts.list, async () => ({
    admins: (await listAccounts(database.reader)).map(presentAccount),
  }));
  endpoint(app, accounts.register, async ({ body, context, caller }) => {
    const admin = presentAccount(await addAccount(database, context, { caller, ...body }));
    return { message: message('accounts.register.done', { name: admin.username, role: admin.role }), admin };
  });
  endpoint(app, accounts.remove, async ({ body, context }) => {
    await removeAccount(database, context, body.email);
    return { message: message('accounts.remove.done') };
  });
  endpoint(app, accounts.sessions, async ({ context, caller }) => {
    const open = await listOpenSessions(database.reader, boundsAt(context.now));
    return open.map((row) => presentOpenSession(row, caller.sessionId));
  });
  endpoint(app, accounts.endSession, async ({ params, context, caller }) => {
    const username = await endSessionOfAccount(database, context, { caller, id: params.id });
    return { message: message('accounts.end_session.done', { name: username }) };
  });
}
