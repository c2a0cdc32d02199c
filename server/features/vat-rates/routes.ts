import { toPercent } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { findNewestRate, vatRates } from '#contract/vat-rates.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { applyDueRates } from '../dated-settings/apply-due-rates.ts';
import { presentVatRate } from '../dated-settings/present.ts';
import { listVatRates, lockRatesOfShops } from '../dated-settings/queries.ts';
import { cancelVatRate } from './cancel-vat-rate.ts';
import { setVatRate } from './set-vat-rate.ts';

export function vatRateRoutes(app: AppContext): void {
  endpoint(app, vatRates.set, {
    async current({ context }, tx) {
      await applyDueRates(tx, context);
      await lockRatesOfShops(tx);
      return findNewestRate((await listVatRates(tx)).map(presentVatRate)) ?? {};
    },
    async record({ body, context }, tx) {
      const { rate, changed, isNew } = await setVatRate(tx, context, {
        basisPoints: body.newVatRate,
        validFrom: body.valid_from,
      });
      const applied = rate.applied_at === null ? 'vat-rates.set.scheduled' : 'vat-rates.set.applied';
      const values = { rate: toPercent(rate.basis_points), count: changed, date: { day: rate.valid_from } };
      return {
        message: apiMessage(isNew ? applied : 'vat-rates.set.unchanged', values),
        rate: presentVatRate(rate),
        shops_changed: changed,
      };
    },
  });
  endpoint(app, vatRates.cancel, {
    async record({ params, context }, tx) {
      await cancelVatRate(tx, context, params.id);
      return { message: apiMessage('vat-rates.cancel.done') };
    },
  });
  endpoint(app, vatRates.list, async () => (await listVatRates(app.database.reader)).map(presentVatRate));
}
