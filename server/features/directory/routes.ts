import { directory } from '#contract/directory.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { loadEntry, lockEntry, recordAgreement, withdrawAgreement } from './change-entry.ts';

export function directoryRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, directory.get, ({ params }) => database.snapshot((db) => loadEntry(db, params.id)));
  endpoint(app, directory.agree, {
    current: ({ params }, tx) => lockEntry(tx, params.id),
    async record({ params, body, context }, tx) {
      await recordAgreement(tx, context, { id: params.id, ...body });
      return { message: apiMessage('directory.agree.done'), entry: await loadEntry(tx, params.id) };
    },
  });
  endpoint(app, directory.withdraw, {
    async record({ params, context }, tx) {
      await withdrawAgreement(tx, context, params.id);
      return { message: apiMessage('directory.withdraw.done'), entry: await loadEntry(tx, params.id) };
    },
  });
}
