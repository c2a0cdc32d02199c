import { accounts } from '#contract/accounts.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { wordKey } from '#contract/messages/word.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { limitAddress } from '../session/limit-attempts.ts';
import { boundsAt } from '../session/limit-sessions.ts';
import { listOpenSessions } from '../session/queries.ts';
import { requireProven } from '../session/require-verified.ts';
import {
  addAccount,
  editAccount,
  endSessionOfAccount,
  removeAccount,
  removeSecondFactor,
  resetPassword,
} from './change-account.ts';
import { acceptLink, cancelLink, handOver, inviteAccount, readLink, resetByLink } from './password-links.ts';
import { presentAccount, presentListedAccount, presentOpenSession } from './present.ts';
import { listAllNames, listManagedAccounts, lockAccountById } from './queries.ts';

/**
 * Registers the calls of accounts. Calls with a password or a link accept no Idempotency-Key, because the idempotency
 * table would store the answer and a hash of the request.
 */
export function accountRoutes(app: AppContext): void {
  links(app);
  sessions(app);
  const { database } = app;
  endpoint(app, accounts.list, async ({ context }) => ({
    admins: (await listManagedAccounts(database.reader, context.now)).map(presentListedAccount),
  }));
  endpoint(app, accounts.names, async () => ({
    names: Object.fromEntries((await listAllNames(database.reader)).map(({ email, username }) => [email, username])),
  }));
  endpoint(app, accounts.register, async ({ body: { verification, ...body }, context, caller }) => {
    await requireProven(app, context, { caller, verification });
    const admin = presentAccount(await addAccount(app, context, { caller, ...body }));
    return {
      message: apiMessage('accounts.register.done', {
        name: admin.username,
        role: apiMessage(wordKey('role', admin.role)),
      }),
      admin,
    };
  });
  endpoint(app, accounts.removeFactors, async ({ params, context, caller }) => {
    await database.write((tx) => removeSecondFactor(tx, context, { caller, id: params.id }));
    return { message: apiMessage('accounts.remove_factors.done') };
  });
  endpoint(app, accounts.edit, {
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
    const { password, expiresAt } = await resetPassword(app, context, { caller, id: params.id });
    return { message: apiMessage('accounts.reset_password.done'), password, expires_at: expiresAt };
  });
  endpoint(app, accounts.remove, async ({ body, context, caller }) => {
    await requireProven(app, context, { caller, verification: body.verification });
    await removeAccount(database, context, body.email);
    return { message: apiMessage('accounts.remove.done') };
  });
}

function links(app: AppContext): void {
  const { database } = app;
  endpoint(app, accounts.invite, async ({ body: { by_mail, ...asked }, context, caller }) => {
    const { account, ...link } = await inviteAccount(app, context, { caller, ...asked });
    return {
      message: apiMessage('accounts.invite.done', {
        name: account.username,
        role: apiMessage(wordKey('role', account.role)),
      }),
      admin: presentAccount(account),
      ...(await handOver(app, context, { ...link, account, language: asked.language, byMail: by_mail })),
    };
  });
  endpoint(app, accounts.resetByLink, async ({ params, body, context, caller }) => {
    const made = await resetByLink(app, context, { caller, id: params.id });
    return {
      message: apiMessage('accounts.reset_link.done'),
      ...(await handOver(app, context, { ...made, language: body.language, byMail: body.by_mail })),
    };
  });
  endpoint(app, accounts.cancelLink, async ({ params, context, caller }) => {
    await database.write((tx) => cancelLink(tx, context, { caller, id: params.id }));
    return { message: apiMessage('accounts.cancel_link.done') };
  });
  endpoint(app, accounts.readLink, async ({ body, context: { now }, address }) => {
    await limitAddress(database, { address, now });
    const { username, email, language } = await readLink(database, body.token, now);
    return { username, email, language };
  });
  endpoint(app, accounts.useLink, async ({ body, context, address }) => {
    await limitAddress(database, { address, now: context.now });
    const { email } = await acceptLink(app, context, body);
    return { message: apiMessage('session.change_password.done'), email };
  });
}

function sessions(app: AppContext): void {
  const { database } = app;
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
