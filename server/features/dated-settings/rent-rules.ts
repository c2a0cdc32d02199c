import { addMonths, firstDayOf, isMonth, type Month, monthOf } from '#billing/calendar.ts';
import { toPercent } from '#billing/money.ts';
import type { RentRules } from '#billing/rent-rules.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { DatedSetting } from './dated-setting.ts';
import { describeRentRules } from './present.ts';
import { deleteRentRules, findRentRules, putRentRules, type RentRulesRow } from './queries.ts';

const FURTHEST_MONTHS = 60;

export const rentRulesSetting: DatedSetting<Month, RentRules, RentRulesRow> = {
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
    };
    await putRentRules(tx, row);
    return row;
  },
  async removeFuture(tx, key, today) {
    return isMonth(key) && key > monthOf(today) ? deleteRentRules(tx, key) : undefined;
  },
  describeSet: (row) => apiMessage('rent-rules.audit.set', valuesOf(row)),
  describeCancelled: (row) => apiMessage('rent-rules.audit.cancelled', valuesOf(row)),
  textOf: ({ rent_due_day, fine_basis_points }) =>
    describeRentRules({ rentDueDay: rent_due_day, fineBasisPoints: fine_basis_points }),
  textBefore: async (tx, from) => describeRentRules(await findRentRules(tx, from)),
  textAfterCancelling: async (tx, { from_month }) => describeRentRules(await findRentRules(tx, from_month)),
};

function valuesOf({ from_month, rent_due_day, fine_basis_points }: RentRulesRow) {
  return { month: { month: from_month }, day: rent_due_day, rate: toPercent(fine_basis_points) };
}
