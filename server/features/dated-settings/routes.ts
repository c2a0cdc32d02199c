import { dayOf, monthOf } from '#billing/calendar.ts';
import { toPercent } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { rentRules } from '#contract/rent-rules.ts';
import { findNewestRate, vatRates } from '#contract/vat-rates.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { applyDueRates } from './apply-due-rates.ts';
import { cancelFuture, setFrom } from './dated-setting.ts';
import { presentRentRules, presentVatRate } from './present.ts';
import { findCurrentRate, listRentRules, listVatRates, lockRatesOfShops } from './queries.ts';
import { rentRulesSetting } from './rent-rules.ts';
import { vatRate } from './vat-rate.ts';

export function vatRateRoutes(app: AppContext): void {
  endpoint(app, vatRates.set, {
    async current({ context }, tx) {
      await applyDueRates(tx, context);
      await lockRatesOfShops(tx);
      return findNewestRate((await listVatRates(tx)).map(presentVatRate)) ?? {};
    },
    async record({ body, context }, tx) {
      const set = await setFrom(tx, context, { setting: vatRate, value: body.newVatRate, from: body.valid_from });
      const rate = set ?? (await findCurrentRate(tx));
      if (!rate) throw new Error('the VAT rate that applies is not stored');
      const shops_changed = set?.shopsChanged ?? 0;
      const done = rate.applied_at === null ? 'vat-rates.set.scheduled' : 'vat-rates.set.applied';
      return {
        message: apiMessage(set ? done : 'vat-rates.set.unchanged', {
          rate: toPercent(rate.basis_points),
          count: shops_changed,
          date: { day: rate.valid_from },
        }),
        rate: presentVatRate(rate),
        shops_changed,
      };
    },
  });
  endpoint(app, vatRates.cancel, {
    async record({ params, context }, tx) {
      await cancelFuture(tx, context, { setting: vatRate, key: String(params.id) });
      return { message: apiMessage('vat-rates.cancel.done') };
    },
  });
  endpoint(app, vatRates.list, async () => (await listVatRates(app.database.reader)).map(presentVatRate));
}

export function rentRulesRoutes(app: AppContext): void {
  const { database, clock } = app;
  endpoint(app, rentRules.set, {
    async current({ context }, tx) {
      await lockDataVersion(tx);
      return { rules: presentRentRules(await listRentRules(tx), monthOf(dayOf(context.now))) };
    },
    async record({ body, context }, tx) {
      const value = { rentDueDay: body.rent_due_day, fineBasisPoints: body.fine_rate };
      const month = body.from_month ?? monthOf(dayOf(context.now));
      const set = await setFrom(tx, context, { setting: rentRulesSetting, value, from: month });
      return {
        message: apiMessage(set ? 'rent-rules.set.done' : 'rent-rules.set.unchanged', {
          month: { month },
          day: value.rentDueDay,
          rate: toPercent(value.fineBasisPoints),
        }),
      };
    },
  });
  endpoint(app, rentRules.cancel, {
    async record({ params, context }, tx) {
      await cancelFuture(tx, context, { setting: rentRulesSetting, key: params.month });
      return { message: apiMessage('rent-rules.cancel.done') };
    },
  });
  endpoint(app, rentRules.list, async () =>
    presentRentRules(await listRentRules(database.reader), monthOf(dayOf(clock.now()))),
  );
}
