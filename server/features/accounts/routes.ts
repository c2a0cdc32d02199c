import { accounts } from '#contract/accounts.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { boundsAt } from '../session/limit-sessions.ts';
import { listOpenSessions } from '../session/queries.ts';
import { admitColleague } from './admit-colleague.ts';
import { endSomeSession } from './end-some-session.ts';
import { presentAccount, presentSession } from './present.ts';
import { listAccounts } from './queries.ts';
import { removeAccount } from './remove-account.ts';

/**
 * Who may enter, and who is signed in. To register needs no Idempotency-Key, for an e-mail is registered once: with a key a
 * hash of the request would be kept, and of the password in it.
 */
export function accountRoutes(door: Door): void {
  const { database } = door;
  endpoint(door, accounts.list, async () => ({
    admins: (await listAccounts(database.reader)).map(presentAccount),
  }));
  endpoint(door, accounts.register, async ({ body, act, caller }) => {
    const admin = presentAccount(await admitColleague(database, act, caller, body));
    return { message: `${admin.username} is registered as ${admin.role}.`, admin };
  });
  endpoint(door, accounts.remove, async ({ body, act }) => {
    await removeAccount(database, act, body.email);
    return { message: 'Account deleted.' };
  });
  endpoint(door, accounts.sessions, async ({ act, caller }) => {
    const open = await listOpenSessions(database.reader, boundsAt(act.at));
    return open.map((row) => presentSession(row, caller.sessionId));
  });
  endpoint(door, accounts.endSession, async ({ params, act, caller }) => {
    const username = await endSomeSession(database, act, caller, params.id);
    return { message: `The session of ${username} has ended.` };
  });
}
