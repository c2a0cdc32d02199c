import { apiMessage } from '#contract/messages/message.ts';
import { session } from '#contract/session.ts';
import type { ActionContext } from '../../action-context.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { openChallenge } from '../factors/open-challenge.ts';
import { listFactors } from '../factors/queries.ts';
import { requestPasskey } from '../factors/request-passkey.ts';
import { changePassword } from './change-password.ts';
import { endOwnSession } from './end-own-session.ts';
import { findCaller } from './find-caller.ts';
import { limitAddress } from './limit-attempts.ts';
import { SESSION_LIFETIME_SECONDS } from './limit-sessions.ts';
import type { OpenedSession, SignInOrigin } from './open-session.ts';
import { chooseColumns, readChosenColumns, setLanguage } from './own-settings.ts';
import { presentCaller, presentLogin } from './present.ts';
import { finishSignIn, makeFallbackHash, startSession } from './sign-in.ts';
import { verifyByFactor, verifySession } from './verify-session.ts';

export function sessionRoutes(app: AppContext): void {
  proofs(app);
  ownSettings(app);
  const { database, config, tokens } = app;
  const fallbackHash = makeFallbackHash(app.hashPassword);
  const originOf = (ask: { address: string; agent: string; context: ActionContext }, email?: string): SignInOrigin => ({
    address: ask.address,
    agent: ask.agent,
    onUnrecorded: (error) =>
      app.fastify.log.error(
        { err: error, email, address: ask.address, requestId: ask.context.requestId },
        'a sign-in, or a failed one, is missing in the audit log',
      ),
  });
  const welcome = async ({ sessionId, account }: OpenedSession, { now }: ActionContext) => {
    const claims = { sessionId, adminId: account.id, email: account.email, role: account.role };
    const token = await tokens.issue(claims, now, SESSION_LIFETIME_SECONDS);
    const mustAddFactor = (await findCaller(database, sessionId, now))?.mustAddFactor ?? false;
    return presentLogin(account, { token, mustAddFactor });
  };
  endpoint(app, session.login, async ({ body, context, ...ask }) => {
    const origin = originOf({ ...ask, context }, body.email);
    return welcome(await startSession({ ...app, fallbackHash }, context, { ...body, origin }), context);
  });
  endpoint(app, session.finishLogin, async ({ body, context, ...ask }) => {
    const origin = originOf({ ...ask, context });
    return welcome(await finishSignIn(app, context, { proof: body, origin }), context);
  });
  endpoint(app, session.passkeyChallenge, async ({ context: { now }, address }) => {
    await limitAddress(database, { address, now });
    const { token } = await database.writeSession((tx) =>
      openChallenge(tx, { purpose: 'passkey sign-in', accountId: null, now }),
    );
    return requestPasskey(config, token);
  });
  endpoint(app, session.logout, async ({ context, caller }) => {
    await endOwnSession(database, context, caller);
    return { message: apiMessage('session.logout.done') };
  });
  endpoint(app, session.current, async ({ caller }) => presentCaller(caller));
}

function proofs(app: AppContext): void {
  const { database, config } = app;
  endpoint(app, session.verify, async ({ body, context, caller }) => {
    await verifySession(app, context, { caller, ...body });
    return { success: true as const, message: apiMessage('session.verify.done') };
  });
  endpoint(app, session.proofChallenge, async ({ context: { now }, caller: { accountId } }) => {
    const rows = await listFactors(database.reader, accountId);
    const { token } = await database.writeSession((tx) =>
      openChallenge(tx, { purpose: 'passkey proof', accountId, now }),
    );
    return { ...requestPasskey(config, token, rows), has_app: rows.some(({ kind }) => kind === 'app') };
  });
  endpoint(app, session.verifyFactor, async ({ body, context, caller }) => {
    await verifyByFactor(app, context, { caller, proof: body });
    return { success: true as const, message: apiMessage('session.verify.done') };
  });
}

function ownSettings(app: AppContext): void {
  const { database } = app;
  endpoint(app, session.setLanguage, async ({ body, context, caller }) => {
    await setLanguage(database, context, { caller, ...body });
    return { message: apiMessage('session.set_language.done'), ...body };
  });
  endpoint(app, session.columns, async ({ caller: { accountId } }) => ({
    columns: await readChosenColumns(database, accountId),
  }));
  endpoint(app, session.setColumns, async ({ body: { table, columns }, caller: { accountId } }) => ({
    message: apiMessage('session.set_columns.done'),
    columns: await chooseColumns(database, { accountId, columns: { [table]: columns } }),
  }));
  endpoint(app, session.changePassword, async ({ body, context, caller }) => {
    await changePassword(app, context, { caller, ...body });
    return { message: apiMessage('session.change_password.done') };
  });
}
