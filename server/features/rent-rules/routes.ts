import { dayOf, monthOf } from '#billing/calendar.ts';
import { toPercent } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { rentRules } from '#contract/rent-rules.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentRentRules } from '../dated-settings/present.ts';
import { listRentRules } from '../dated-settings/queries.ts';
import { cancelRentRules } from './cancel-rent-rules.ts';
import { setRentRules } from './set-rent-rules.ts';

export function rentRulesRoutes(app: AppContext): void {
  const { database, clock } = app;
  endpoint(app, rentRules.set, {
    async current({ context }, tx) {
      await lockDataVersion(tx);
      return { rules: presentRentRules(await listRentRules(tx), monthOf(dayOf(context.now))) };
    },
    async record({ body, context }, tx) {
      const month = body.from_month ?? monthOf(dayOf(context.now));
      const rules = { rentDueDay: body.rent_due_day, fineBasisPoints: body.fine_rate };
      const isNew = await setRentRules(tx, context, { month, rules });
      const values = { month: { month }, day: rules.rentDueDay, rate: toPercent(rules.fineBasisPoints) };
      return { message: apiMessage(isNew ? 'rent-rules.set.done' : 'rent-rules.set.unchanged', values) };
    },
  });
  endpoint(app, rentRules.cancel, {
    async record({ params, context }, tx) {
      await cancelRentRules(tx, context, params.month);
      return { message: apiMessage('rent-rules.cancel.done') };
    },
  });
  endpoint(app, rentRules.list, async () =>
    presentRentRules(await listRentRules(database.reader), monthOf(dayOf(clock.now()))),
  );
}
