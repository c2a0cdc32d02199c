import { toRupees } from '#billing/money.ts';
import { fines } from '#contract/fines.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { nameGiving } from '../approvals/name-giving.ts';
import { runAction } from '../bulk-actions/run-action.ts';
import { presentEffect } from '../ledger/present.ts';
import { waiverOf } from '../ledger/recompute-ledger.ts';
import { applyFine } from './apply-fine.ts';
import { applyFines } from './apply-fines.ts';
import { arrestFines } from './arrest-fines.ts';
import { removeFine } from './remove-fine.ts';

export function fineRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, fines.apply, {
    async record({ params, context }, tx) {
      const applied = await applyFine(tx, context, params.id);
      return {
        success: true as const,
        message: apiMessage('fines.apply.done'),
        fineAmount: toRupees(applied.fineCents),
        ...presentEffect(applied),
      };
    },
  });
  endpoint(app, fines.remove, {
    async record(ask, tx) {
      const { params, body, context } = ask;
      const removed = await removeFine(tx, context, {
        number: params.id,
        reason: body.reason,
        waiver: waiverOf(body),
      });
      nameGiving(tx, ask, {
        kind: 'fine_removed',
        cents: removed.fineCents,
        reason: body.reason ?? '',
        shopId: removed.shop.shop_id,
        tenant: removed.tenancy.name,
        subject: removed.number,
        isSensitive: false,
      });
      return { success: true as const, message: apiMessage('fines.remove.done'), ...presentEffect(removed) };
    },
  });
  endpoint(app, fines.applyAll, {
    run: async (ask) => ({
      success: true as const,
      ...(await runAction(app, ask, {
        action: 'apply-fines',
        work: (pass) => applyFines(database.reader, ask.context, pass),
      })),
    }),
  });
  endpoint(app, fines.arrest, {
    run: async (ask) => ({
      success: true as const,
      ...(await runAction(app, ask, {
        action: 'fine-arrest',
        work: (pass) => arrestFines(database.reader, ask.context, pass),
      })),
    }),
  });
}
