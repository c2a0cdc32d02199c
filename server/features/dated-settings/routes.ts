import { addMonths, dayOf, firstDayOf, isMonth, type Month, monthOf } from '#billing/calendar.ts';
import { toPercent } from '#billing/money.ts';
import type { MonthRules } from '#billing/rent-rules.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { rentRules } from '#contract/rent-rules.ts';
import { findNewestRate, vatRates } from '#contract/vat-rates.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { applyDueRates } from './apply-due-rates.ts';
import { cancelFuture, type DatedSetting, setFrom } from './dated-setting.ts';
import { presentRentRules, presentVatRate } from './present.ts';
import {
  deleteRentRules,
  findCurrentRate,
  findRentRules,
  listRentRules,
  listVatRates,
  lockRatesOfShops,
  putRentRules,
  type RentRulesRow,
  rulesIn,
} from './queries.ts';
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
      const month = body.from_month ?? monthOf(dayOf(context.now));
      const before = await findRentRules(tx, month);
      const value = {
        rentDueDay: body.rent_due_day,
        fineBasisPoints: body.fine_rate,
        isFirstMonthByDays: body.first_month_by_days ?? before.isFirstMonthByDays,
        isChequeOnItsDay: body.cheques_on_their_day ?? before.isChequeOnItsDay,
      };
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

const FURTHEST_MONTHS = 60;

const rentRulesSetting: DatedSetting<Month, MonthRules, RentRulesRow> = {
  event: 'Rent Rules Changed',
  notFound: 'rent_rules_not_found',
  earliest: monthOf,
  latest: (earliest) => monthOf(addMonths(firstDayOf(earliest), FURTHEST_MONTHS)),
  outOfRange: (first, last) => ({
    field: 'from_month',
    message: apiMessage('rent-rules.set.month_range', { first: { month: first }, last: { month: last } }),
  }),
  lock: lockDataVersion,
  async has(tx, { value, from, today }) {
    const before = await findRentRules(tx, from);
    return from === monthOf(today) && describeRentRules(before) === describeRentRules(value);
  },
  async put(tx, { actor, now }, { value, from }) {
    const row = {
      from_month: from,
      rent_due_day: value.rentDueDay,
      fine_basis_points: value.fineBasisPoints,
      set_by: actor,
      set_at: now,
      first_month_by_days: value.isFirstMonthByDays ? 1 : 0,
      cheques_on_their_day: value.isChequeOnItsDay ? 1 : 0,
    };
    await putRentRules(tx, row);
    return row;
  },
  async removeFuture(tx, key, today) {
    return isMonth(key) && key > monthOf(today) ? deleteRentRules(tx, key) : undefined;
  },
  describeSet: (row) => apiMessage('rent-rules.audit.set', valuesOf(row)),
  describeCancelled: (row) => apiMessage('rent-rules.audit.cancelled', valuesOf(row)),
  textOf: (row) => describeRentRules(rulesIn(row)),
  textBefore: async (tx, from) => describeRentRules(await findRentRules(tx, from)),
  textAfterCancelling: async (tx, { from_month }) => describeRentRules(await findRentRules(tx, from_month)),
};

function valuesOf({ from_month, rent_due_day, fine_basis_points }: RentRulesRow) {
  return { month: { month: from_month }, day: rent_due_day, rate: toPercent(fine_basis_points) };
}

function describeRentRules(rules: MonthRules): string {
  const first = rules.isFirstMonthByDays ? ', first month by days' : '';
  const cheques = rules.isChequeOnItsDay ? ', cheques count from their day' : '';
  return `${rules.rentDueDay}, ${toPercent(rules.fineBasisPoints)}%${first}${cheques}`;
}
