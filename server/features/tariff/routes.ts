import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { findNewestTariff, tariff } from '#contract/tariff.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { cancelTariff } from './cancel-tariff.ts';
import { presentTariff } from './present.ts';
import { listTariffs, lockTariffs } from './queries.ts';
import { setTariff } from './set-tariff.ts';

export function tariffRoutes(app: AppContext): void {
  endpoint(app, tariff.set, {
    async current(_, tx) {
      // The first prices have no row to lock.
      await lockDataVersion(tx);
      return findNewestTariff((await lockTariffs(tx)).map(presentTariff)) ?? {};
    },
    async record({ body, context }, tx) {
      const { row, isNew } = await setTariff(tx, context, body);
      const done = row.valid_from > dayOf(context.now) ? 'tariff.set.scheduled' : 'tariff.set.applied';
      return {
        message: apiMessage(isNew ? done : 'tariff.set.unchanged', { date: { day: row.valid_from } }),
        tariff: presentTariff(row),
      };
    },
  });
  endpoint(app, tariff.list, async () => (await listTariffs(app.database.reader)).map(presentTariff));
  endpoint(app, tariff.cancel, {
    async record({ params, context }, tx) {
      await cancelTariff(tx, context, params.id);
      return { message: apiMessage('tariff.cancel.done') };
    },
  });
}
