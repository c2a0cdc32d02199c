import { approvals } from '#contract/approvals.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { Paginated } from '../../http/core/paginated.ts';
import { endpoint } from '../../http/endpoint.ts';
import { declineApproval, giveApproval } from './decide-approval.ts';
import { presentApproval } from './present.ts';
import { countApprovals, listApprovals } from './queries.ts';
import { presentLimit, readApprovalLimit } from './read-limit.ts';
import { setApprovalLimit } from './set-limit.ts';

export function approvalRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, approvals.list, ({ query, caller: { accountId }, context: { now } }) =>
    database.snapshot(async (db) => {
      const wanted = { ...query, accountId, now };
      const rows = await listApprovals(db, wanted);
      const shown = rows.map((row) => presentApproval(row, wanted));
      return new Paginated(shown, await countApprovals(db, wanted));
    }),
  );
  endpoint(app, approvals.approve, {
    async record({ params, caller, context }, tx) {
      await giveApproval(tx, context, { caller, id: params.id });
      return { message: apiMessage('approvals.approve.done') };
    },
  });
  endpoint(app, approvals.decline, {
    async record({ params, body, caller, context }, tx) {
      await declineApproval(tx, context, { caller, id: params.id, reason: body.reason });
      return { message: apiMessage('approvals.decline.done') };
    },
  });
  endpoint(app, approvals.getLimit, async () => presentLimit(await readApprovalLimit(database.reader)));
  endpoint(app, approvals.setLimit, {
    async current(_, tx) {
      await lockDataVersion(tx);
      return presentLimit(await readApprovalLimit(tx));
    },
    async record({ body, context }, tx) {
      await setApprovalLimit(tx, context, body.amount);
      return { message: apiMessage('approvals.limit.done'), settings: presentLimit(body.amount) };
    },
  });
}
