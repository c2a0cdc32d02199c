import { accounts } from '#contract/accounts.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { versionedEndpoint } from '../../http/idempotency/write-endpoint.ts';
import { boundsAt } from '../session/limit-sessions.ts';
import { listOpenSessions } from '../session/queries.ts';
import { addAccount } from './add-account.ts';
import { editAccount } from './edit-account.ts';
import { endSessionOfAccount } from './end-session.ts';
import { presentAccount, presentOpenSession } from './present.ts';
import { listAccounts, lockAccountById } from './queries.ts';
import { removeAccount } from './remove-account.ts';
import { resetPassword } from './reset-password.ts';

/** What has a password takes no Idempotency-Key, which would store a hash of the request or the answer. */
export function accountRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, accounts.list, async () => ({
    admins: (await listAccounts(database.reader)).map(presentAccount),
  }));
  endpoint(app, accounts.register, async ({ body, context, caller }) => {
    const admin = presentAccount(await addAccount(database, context, { caller, ...body }));
    return { message: apiMessage('accounts.register.done', { name: admin.username, role: admin.role }), admin };
  });
  versionedEndpoint(app, accounts.edit, {
    async current({ params }, tx) {
      const account = await lockAccountById(tx, params.id);
      return account && presentAccount(account);
    },
    async record({ params, body, context, caller }, tx) {
      const admin = presentAccount(await editAccount(tx, context, { caller, id: params.id, ...body }));
      return { message: apiMessage('accounts.edit.done'), admin };
    },
  });
  endpoint(app, accounts.resetPassword, async ({ params, context, caller }) => {
    const password = await resetPassword(database, context, { caller, id: params.id });
    return { message: apiMessage('accounts.reset_password.done'), password };
  });
  endpoint(app, accounts.remove, async ({ body, context }) => {
    await removeAccount(database, context, body.email);
    return { message: apiMessage('accounts.remove.done') };
  });
  endpoint(app, accounts.sessions, async ({ context, caller }) => {
    const open = await listOpenSessions(database.reader, boundsAt(context.now));
    return open.map((row) => presentOpenSession(row, caller.sessionId));
  });
  endpoint(app, accounts.ownSessions, async ({ context, caller }) => {
    const open = await listOpenSessions(database.reader, boundsAt(context.now));
    return open
      .filter(({ account_id }) => account_id === caller.accountId)
      .map((row) => presentOpenSession(row, caller.sessionId));
  });
  endpoint(app, accounts.endOwnSession, async ({ params, context, caller }) => {
    const { accountId } = caller;
    const name = await endSessionOfAccount(database, context, { caller, id: params.id, accountId });
    return { message: apiMessage('accounts.end_session.done', { name }) };
  });
  endpoint(app, accounts.endSession, async ({ params, context, caller }) => {
    const username = await endSessionOfAccount(database, context, { caller, id: params.id });
    return { message: apiMessage('accounts.end_session.done', { name: username }) };
  });
}
