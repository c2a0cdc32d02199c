import { addMonths, type Day, dayOf, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import { fineOn } from '#billing/fine.ts';
import { billOf } from '#billing/invoice.ts';
import { type Cents, cents, sumCents } from '#billing/money.ts';
import { firstOwnDay, shareOf, shareOfMonth, type TenancyDays, WHOLE_MONTH } from '#billing/month-share.ts';
import type { MonthRules } from '#billing/rent-rules.ts';
import { type DatedTerm, termOn, termsDay } from '#billing/terms.ts';
import type { Reader } from '../../db/connect.ts';
import { takeTurns } from '../../turns.ts';
import {
  listRentRules,
  listVatRates,
  type RentRulesRow,
  rulesOfMonth,
  type VatRateRow,
} from '../dated-settings/queries.ts';
import { listTermsByTenancy } from '../terms/queries.ts';
import type { Given } from './tally.ts';
import {
  listBilledSince,
  listLetSince,
  type listVacantShops,
  listWaitingCharges,
  type WaitingChargeRow,
} from './term-queries.ts';

/** A change of terms is measured over this month and the eleven after it. */
const MONTHS_AHEAD = 11;
/** Months that nobody billed are left out if they are further back than this. */
const MONTHS_BACK = 24;
const DAYS_OF_MONTH = 30;

interface TermsOfMonth {
  rentCents: Cents;
  billCents: Cents;
  otherCents: Cents;
  rules: MonthRules;
}

interface TermsOfTenancy {
  shopId: string;
  tenant: string;
  endedOn: Day | null;
  /** The months that are not billed yet. */
  months: Map<Month, TermsOfMonth>;
}

export type MarketTerms = Map<number, TermsOfTenancy>;

/** Loads what the unbilled months of every tenancy will bring, up to a year ahead. */
export async function loadMarketTerms(db: Reader, today: Day): Promise<MarketTerms> {
  const first = shifted(monthOf(today), -MONTHS_BACK);
  const last = shifted(monthOf(today), MONTHS_AHEAD);
  const billed = await listBilledSince(db, first);
  const terms = await listTermsByTenancy(db);
  const waiting = Map.groupBy(await listWaitingCharges(db), ({ tenancy_id }) => tenancy_id);
  const rates = (await listVatRates(db)).filter(({ applied_at }) => applied_at === null);
  const rules = await listRentRules(db);
  const market: MarketTerms = new Map();
  const tenancies = await listLetSince(db, firstDayOf(first));
  const byShop = Map.groupBy(tenancies, ({ shop_id }) => shop_id);
  for (const tenancy of tenancies) {
    const { id, written_shop_id: shopId, name: tenant, started_on, ended_on: endedOn, created_at, first_id } = tenancy;
    await takeTurns();
    const hasOpenBeginning = id === first_id && started_on >= dayOf(created_at);
    const others = (byShop.get(tenancy.shop_id) ?? []).filter((other) => other.id !== id);
    const days = { startedOn: started_on, endedOn, lastDaysOfOthers: others.map((other) => other.ended_on) };
    const begun = monthOf(started_on);
    const months = monthsBetween(begun > first ? begun : first, endedOn === null ? last : monthOf(endedOn));
    const unbilled = months.filter((month) => !billed.has(`${id} ${month}`));
    const charges = { terms: terms.get(id) ?? [], rates, rules, waiting: waiting.get(id) ?? [] };
    market.set(id, {
      shopId,
      tenant,
      endedOn,
      months: new Map(
        unbilled.map((month, at) => [month, termsIn(month, { ...charges, days, hasOpenBeginning, isNext: at === 0 })]),
      ),
    });
  }
  return market;
}

interface MonthInput {
  terms: readonly DatedTerm[];
  rates: readonly VatRateRow[];
  rules: readonly RentRulesRow[];
  waiting: readonly WaitingChargeRow[];
  days: TenancyDays;
  /** True if the tenant was there before the first day, so that no month is the first one. */
  hasOpenBeginning: boolean;
  /** True for the month whose bill takes the charges that wait. */
  isNext: boolean;
}

function termsIn(month: Month, input: MonthInput): TermsOfMonth {
  const { terms, rates, rules, waiting, days, hasOpenBeginning, isNext } = input;
  const day = termsDay(month, days.startedOn);
  const monthRules = rulesOfMonth(rules, month);
  const isByDays = monthRules.isFirstMonthByDays && !hasOpenBeginning && month === monthOf(days.startedOn);
  const share = isByDays ? shareOfMonth(month, firstOwnDay(days), days.endedOn) : WHOLE_MONTH;
  const rentCents = shareOf(cents(termOn(terms, 'rent', day)), share);
  const operationFeeCents = shareOf(cents(termOn(terms, 'operation fee', day)), share);
  // Rates that are not applied come first, the latest of them before the others.
  const vatRate = rates.find(({ valid_from }) => valid_from <= day)?.basis_points ?? termOn(terms, 'VAT rate', day);
  const bill = billOf({ rentCents, operationFeeCents }, vatRate);
  const due = waiting.filter(({ basis, from_month, until_month }) =>
    basis === 'recurring' ? from_month <= month && (until_month === null || month <= until_month) : isNext,
  );
  return {
    rentCents,
    billCents: sumCents(Object.values(bill)),
    otherCents: sumCents(due.map((one) => (one.basis === 'recurring' ? shareOf(one.cents, share) : one.cents))),
    rules: monthRules,
  };
}

/** Returns what each current tenancy loses by the change: lower terms over a year, and months that nobody can bill. */
export function lostByTerms(before: MarketTerms, after: MarketTerms, today: Day): Given[] {
  return [...before].flatMap(([id, earlier]) => {
    const lost = earlier.endedOn === null ? lostOf(earlier, after.get(id), monthOf(today)) : cents(0);
    return lost > 0 ? [{ cents: lost, shopId: earlier.shopId, tenant: earlier.tenant }] : [];
  });
}

function lostOf(before: TermsOfTenancy, after: TermsOfTenancy | undefined, thisMonth: Month): Cents {
  const months = [...before.months];
  if (!after) return billsOf(months.filter(([month]) => month < thisMonth));
  const { endedOn } = after;
  if (endedOn !== null) return billsOf(months.filter(([month]) => month > monthOf(endedOn) && month <= thisMonth));
  return sumCents(
    months.flatMap(([month, earlier]) => {
      const later = after.months.get(month);
      return later ? [lostInMonth(earlier, later)] : [];
    }),
  );
}

function billsOf(months: readonly [Month, TermsOfMonth][]): Cents {
  return sumCents(months.map(([, { billCents }]) => billCents));
}

function lostInMonth(before: TermsOfMonth, after: TermsOfMonth): Cents {
  const rent = cents(Math.min(before.rentCents, after.rentCents));
  const fine = (rules: MonthRules) => fineOn(rent, rules.fineBasisPoints);
  const daysLater = Math.max(0, after.rules.rentDueDay - before.rules.rentDueDay);
  // The fines of those who pay between the two due days, as if payments were spread over a month.
  const latePayers = Math.round((fine(before.rules) * daysLater) / DAYS_OF_MONTH);
  return cents(
    Math.max(0, before.billCents - after.billCents) +
      Math.max(0, before.otherCents - after.otherCents) +
      Math.max(0, fine(before.rules) - fine(after.rules), latePayers),
  );
}

function shifted(month: Month, by: number): Month {
  return monthOf(addMonths(firstDayOf(month), by));
}

function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = shifted(month, 1)) months.push(month);
  return months;
}

type VacantShops = Awaited<ReturnType<typeof listVacantShops>>;

/**
 * Returns the loss of each vacant shop whose terms were lowered: what the bills of this month and the eleven after it
 * have less than those by the terms of the last tenant, who may come back and pay less.
 */
export function lostByVacant(before: VacantShops, after: VacantShops): Given[] {
  const later = new Map(after.map((shop) => [shop.id, shop]));
  return before.flatMap((shop) => {
    const lowered = later.get(shop.id);
    const months = MONTHS_AHEAD + 1;
    const lost = lowered ? cents(Math.max(0, billOfMonth(shop) - billOfMonth(lowered)) * months) : cents(0);
    return lost > 0 ? [{ cents: lost, shopId: shop.shop_id, tenant: shop.last_tenant }] : [];
  });
}

function billOfMonth({ rent_cents, operation_fee_cents, vat_rate_basis_points }: VacantShops[number]): Cents {
  const amounts = { rentCents: rent_cents, operationFeeCents: operation_fee_cents };
  return sumCents(Object.values(billOf(amounts, vat_rate_basis_points)));
}
