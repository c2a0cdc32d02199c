import {
  addDays,
  type Day,
  dayOf,
  type Instant,
  type InstantRange,
  instantsOfMonths,
  type Month,
} from '#billing/calendar.ts';
import { type Cents, cents, sumCents } from '#billing/money.ts';
import type { ChargeKindValue, PaymentMethod } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';
import { type BankPayment, type CountedCents, sumUnconfirmed } from '../cash/bank-payment-queries.ts';
import { compareShopIds } from '../shops/queries.ts';
import {
  type AllocatedRow,
  type BilledRow,
  listReportShops,
  listTenancies,
  type MoneyRow,
  type MonthSpan,
  sumAllocated,
  sumBilled,
  sumMoney,
  sumSavedFines,
} from './queries.ts';

export type ByCharge = Readonly<Record<ChargeKindValue, Cents>>;

/** The amounts of one tenancy, or of a shop that has none. docs/reports.md explains each amount. */
export interface ShopFigures {
  month: Month;
  shopId: string;
  shopName: string;
  tenant: string | undefined;
  isBilled: boolean;
  billed: ByCharge;
  /** The part of this month's payments that was allocated to this month's invoice. */
  paid: ByCharge;
  remaining: ByCharge;
  arrears: ByCharge;
  /** Fines on invoices of earlier months, as far as the fines fell due in this month. */
  earlierFines: Cents;
  /** The part of this month's payments that was allocated to earlier invoices. */
  otherMonths: Cents;
  /** The balance at the beginning of the month, negative for a debt. */
  previousBalance: Cents;
  balance: Cents;
  received: Cents;
  receivedBy: ReadonlyMap<PaymentMethod, Cents>;
  /** The amount by which a user raised or lowered the balance. */
  balanceSet: Cents;
  /** The fines that payments recorded in this month saved by an earlier day. */
  savedFines: Cents;
  payments: number;
  lastPaidAt: Instant | undefined;
  hasMovement: boolean;
}

/** The payments of a span that the bank is not known to have when the report is made. */
export type Unconfirmed = Record<BankPayment, CountedCents>;

export async function loadUnconfirmed(db: Reader, span: InstantRange): Promise<Unconfirmed> {
  return {
    electronic: await sumUnconfirmed(db, 'electronic', span),
    cheque: await sumUnconfirmed(db, 'cheque', span),
  };
}

const NONE = cents(0);

export function spanOf(month: Month): MonthSpan {
  return { month, ...instantsOfMonths(month) };
}

/**
 * Loads the figures of a month with six queries, regardless of the number of shops. A former tenant is listed only if
 * that tenancy has figures for the month.
 */
export async function loadReport(db: Reader, span: MonthSpan): Promise<ShopFigures[]> {
  const shops = await listReportShops(db);
  const tenancies = Map.groupBy(await listTenancies(db), ({ shop_id }) => shop_id);
  const billed = byTenancy(await sumBilled(db, span));
  const allocated = byTenancy(await sumAllocated(db, span));
  const money = byTenancy(await sumMoney(db, span));
  const saved = new Map((await sumSavedFines(db, span)).map((row) => [row.tenancy_id, row.cents]));
  const lastDay = addDays(dayOf(span.until), -1);
  return shops
    .toSorted((one, other) => compareShopIds(one.shop_id, other.shop_id))
    .flatMap(({ id, shop_id: shopId, shop_name: shopName }): ShopFigures[] => {
      const shop = { month: span.month, shopId, shopName };
      const rows = (tenancies.get(id) ?? []).flatMap((tenancy) => {
        const sums = addUp(billed.get(tenancy.id) ?? [], allocated.get(tenancy.id) ?? [], money.get(tenancy.id) ?? []);
        const savedFines = saved.get(tenancy.id) ?? NONE;
        const isListed = isThereOn(tenancy, lastDay) || savedFines > 0 || hasFigures(sums);
        return isListed ? [{ ...shop, tenant: tenancy.name, savedFines, ...sums }] : [];
      });
      return rows.length > 0 ? rows : [{ ...shop, tenant: undefined, savedFines: NONE, ...addUp([], [], []) }];
    });
}

function isThereOn({ started_on, ended_on }: { started_on: Day; ended_on: Day | null }, day: Day): boolean {
  return started_on <= day && (ended_on === null || ended_on > day);
}

function hasFigures(sums: Sums): boolean {
  const { isBilled, arrears, earlierFines, previousBalance, balance, hasMovement } = sums;
  const owed = sumCents(Object.values(arrears));
  return isBilled || hasMovement || [owed, earlierFines, previousBalance, balance].some((amount) => amount !== 0);
}

type Sums = Omit<ShopFigures, 'month' | 'shopId' | 'shopName' | 'tenant' | 'savedFines'>;

function addUp(bills: readonly BilledRow[], allocations: readonly AllocatedRow[], money: readonly MoneyRow[]): Sums {
  const [bill, earlierBills] = splitByMonth(bills);
  const [toBill, toEarlier] = splitByMonth(allocations);
  const billed = sumByCharge(bill, total);
  const allocatedInMonth = sumCents(allocations.map(inMonth));
  const allMoney = sumCents(money.map(total));
  const moneyInMonth = sumCents(money.map(inMonth));
  const allocated = sumCents(allocations.map(total));
  const balance = cents(allMoney - allocated);
  const taken = money.filter((row) => row.paid_by !== null);
  return {
    isBilled: bill.length > 0,
    billed,
    paid: sumByCharge(toBill, inMonth),
    remaining: less(billed, sumByCharge(toBill, total)),
    arrears: less(sumByCharge(earlierBills, total), sumByCharge(toEarlier, total)),
    earlierFines: sumCents(earlierBills.filter(({ kind }) => kind === 'Fine').map(inMonth)),
    otherMonths: sumCents(toEarlier.map(inMonth)),
    previousBalance: cents(balance - moneyInMonth + allocatedInMonth),
    balance,
    received: sumCents(taken.map(inMonth)),
    receivedBy: new Map(taken.map((row) => [row.paid_by as PaymentMethod, row.in_month_cents])),
    balanceSet: sumCents(money.filter((row) => row.paid_by === null).map(inMonth)),
    payments: money.reduce((count, row) => count + row.payments, 0),
    lastPaidAt: money.flatMap((row) => row.last_paid_at ?? []).reduce(later, undefined),
    hasMovement: allocatedInMonth > 0 || money.some((row) => row.entries_in_month > 0),
  };
}

function splitByMonth<Row extends { is_of_month: number }>(rows: readonly Row[]): [ofMonth: Row[], ofEarlier: Row[]] {
  return [rows.filter((row) => row.is_of_month === 1), rows.filter((row) => row.is_of_month === 0)];
}

export function sumByCharge<Row extends { kind: ChargeKindValue }>(
  rows: readonly Row[],
  amount: (row: Row) => Cents,
): ByCharge {
  const of = (kind: ChargeKindValue) => sumCents(rows.filter((row) => row.kind === kind).map(amount));
  return { Rent: of('Rent'), OperationFee: of('OperationFee'), VAT: of('VAT'), Other: of('Other'), Fine: of('Fine') };
}

function less(one: ByCharge, other: ByCharge): ByCharge {
  const of = (kind: ChargeKindValue) => cents(one[kind] - other[kind]);
  return { Rent: of('Rent'), OperationFee: of('OperationFee'), VAT: of('VAT'), Other: of('Other'), Fine: of('Fine') };
}

function total(row: { cents: Cents }): Cents {
  return row.cents;
}

function inMonth(row: { in_month_cents: Cents }): Cents {
  return row.in_month_cents;
}

function later(one: Instant | undefined, other: Instant): Instant {
  return one !== undefined && one > other ? one : other;
}

function byTenancy<Row extends { tenancy_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  return Map.groupBy(rows, ({ tenancy_id }) => tenancy_id);
}

export function together(charges: ByCharge): Cents {
  return sumCents(Object.values(charges));
}

export function debtOf({ balance }: ShopFigures): Cents {
  return cents(Math.max(0, -balance));
}

export function owedOf(figures: ShopFigures): Cents {
  return sumCents([together(figures.arrears), together(figures.remaining), debtOf(figures)]);
}
