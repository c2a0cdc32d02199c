import { gateCash } from '#contract/gate-cash.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { may } from '#contract/permissions.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { bankHandover } from './bank-handover.ts';
import { giveFloat } from './give-float.ts';
import { loadGateCash, loadHandover, loadOwnCash } from './load-gate-cash.ts';
import { receiveCash } from './receive-cash.ts';
import { undoHandover } from './undo-handover.ts';

export function gateCashRoutes(app: AppContext): void {
  endpoint(app, gateCash.now, ({ caller }) => app.database.snapshot((db) => loadGateCash(db, caller)));
  endpoint(app, gateCash.own, ({ caller }) => app.database.snapshot((db) => loadOwnCash(db, caller)));
  endpoint(app, gateCash.receive, {
    async record({ body, context, caller }, tx) {
      const id = await receiveCash(tx, context, { given: body, seesAll: may(caller.role, 'shifts.all') });
      return { message: apiMessage('gate.cash.received'), handover: await loadHandover(tx, id) };
    },
  });
  endpoint(app, gateCash.give, {
    async record({ body, context }, tx) {
      const id = await giveFloat(tx, context, body);
      return { message: apiMessage('gate.cash.given'), handover: await loadHandover(tx, id) };
    },
  });
  endpoint(app, gateCash.undo, {
    async record({ params: { id }, body: { reason }, context, caller }, tx) {
      await undoHandover(tx, context, { id, reason, isOwner: caller.role === 'superadmin' });
      const handover = await loadHandover(tx, id);
      const message = apiMessage(handover.given_cash > 0 ? 'gate.cash.float_undone' : 'gate.cash.undone');
      return { message, handover };
    },
  });
  endpoint(app, gateCash.bank, {
    async record({ params, body, context }, tx) {
      await bankHandover(tx, context, { id: params.id, day: body.banked_on });
      return { message: apiMessage('gate.cash.banked'), handover: await loadHandover(tx, params.id) };
    },
  });
}
