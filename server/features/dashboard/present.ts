import { type Day, monthOf } from '#billing/calendar.ts';
import { type Cents, cents, sumCents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { ChequeSums } from '#contract/cash.ts';
import type { Debtor, dashboard, MonthSums } from '#contract/dashboard.ts';
import type { UnconfirmedMoney } from '#contract/electronic.ts';
import type { GateIncome } from '#contract/gate.ts';
import type { GateCashHeld } from '#contract/gate-cash.ts';
import { type ChargeKindValue, chargeKinds, invoiceStatuses } from '#contract/words.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { type loadPromisedCheques, presentPromised } from '../ledger/promised-cheques.ts';
import { isPromiseBroken, type ReminderStanding } from '../reminders/queries.ts';
import { compareShopIds } from '../shops/queries.ts';
import type { Oversight } from './load-oversight.ts';
import type { ArrearsRow } from './queries.ts';
import type { MonthFigures, YearFigures } from './year-sums.ts';

export function presentMonth(figures: MonthFigures): MonthSums {
  const of = (kind: ChargeKindValue) => ({
    amount: toRupees(figures.charged(kind)),
    paid: toRupees(figures.paid(kind)),
  });
  const rent = of('Rent');
  const vat = of('VAT');
  const fine = of('Fine');
  const fee = of('OperationFee');
  const other = of('Other');
  return {
    invoiceCounts: {
      total_invoices: invoiceStatuses.reduce((total, status) => total + figures.count(status), 0),
      paid_count: figures.count('Paid'),
      unpaid_count: figures.count('Unpaid'),
      partial_count: figures.count('Partially Paid'),
      arrest_count: figures.count('Arrears'),
    },
    rentSums: { total_rent_amount: rent.amount, total_rent_paid: rent.paid },
    vatSums: { total_vat_amount: vat.amount, total_vat_paid: vat.paid },
    fineSums: { total_fine_amount: fine.amount, total_fine_paid: fine.paid },
    operationFeeSums: { total_operation_amount: fee.amount, total_operation_paid: fee.paid },
    otherChargeSums: { total_other_amount: other.amount, total_other_paid: other.paid },
  };
}

const NONE = cents(0);

export function presentStanding({ creditCents, tenants }: YearFigures, shopCount: number) {
  return { shopBalanceSum: { total_shop_balance: toRupees(creditCents) }, tenantCount: tenants, shopCount };
}

export function presentArrears(
  today: Day,
  rows: readonly ArrearsRow[],
  { standings, promised }: DebtorParts,
): Answer<typeof dashboard.arrears> {
  const ordered = rows.toSorted((a, b) => owedOf(b) - owedOf(a) || compareShopIds(a.shop_id, b.shop_id));
  return { today, debtors: ordered.map((row) => presentDebtor(row, { standings, promised, today })) };
}

interface DebtorParts {
  standings: ReadonlyMap<number, ReminderStanding>;
  promised: Awaited<ReturnType<typeof loadPromisedCheques>>;
}

function presentDebtor(row: ArrearsRow, { standings, promised, today }: DebtorParts & { today: Day }): Debtor {
  const standing = standings.get(row.tenancy_id);
  const cheques = promised.get(row.tenancy_id) ?? [];
  const overdue = owedOf(row) - (row.not_due_cents ?? NONE) - sumCents(cheques.map((cheque) => cheque.cents));
  const { promised_on = null, promised_cents = null } = standing?.promise ?? {};
  return {
    shop_id: row.shop_id,
    shop_name: row.shop_name,
    tenancy_id: row.tenancy_id,
    tenant_name: row.tenant_name,
    former: row.ended_on !== null,
    not_due: toRupees(row.not_due_cents ?? NONE),
    days_1_30: toRupees(row.days_1_30_cents ?? NONE),
    days_31_60: toRupees(row.days_31_60_cents ?? NONE),
    days_61_90: toRupees(row.days_61_90_cents ?? NONE),
    days_over_90: toRupees(row.days_over_90_cents ?? NONE),
    debt: toRupees(debtOf(row)),
    total_owed: toRupees(owedOf(row)),
    oldest_month: row.oldest_month,
    promised_cheques: presentPromised(cheques),
    overdue: toRupees(cents(Math.max(0, overdue))),
    reminder_level: standing?.level ?? null,
    reminded_on: standing?.day ?? null,
    promised_on,
    promised_amount: promised_cents === null ? null : toRupees(promised_cents),
    promise_broken: standing !== undefined && isPromiseBroken(standing.promise, today),
  };
}

function debtOf({ balance_cents }: ArrearsRow): Cents {
  return cents(Math.max(0, -balance_cents));
}

/** Returns the same sum as `totalOwed` of billing/ledger.ts. */
function owedOf(row: ArrearsRow): Cents {
  const { not_due_cents, days_1_30_cents, days_31_60_cents, days_61_90_cents, days_over_90_cents } = row;
  const unpaid = [not_due_cents, days_1_30_cents, days_31_60_cents, days_61_90_cents, days_over_90_cents];
  return sumCents([...unpaid.map((amount) => amount ?? NONE), debtOf(row)]);
}

export interface ManagerDashboardRows extends Oversight {
  today: Day;
  month: MonthFigures;
  collectedCents: Cents;
  arrears: readonly ArrearsRow[];
  priceCount: number;
  latestList: Day | null;
  cashDesk: Answer<typeof dashboard.morning>['cash_desk'];
  uncountedCash: Answer<typeof dashboard.morning>['uncounted_cash'];
  cheques: ChequeSums;
  toConfirm: UnconfirmedMoney;
  gate: GateIncome;
  gateCash: GateCashHeld;
  cashDifferences: Answer<typeof dashboard.morning>['cash_differences'];
  unbilled: Answer<typeof dashboard.morning>['unbilled'];
}

export function presentManagerDashboard(
  parts: ManagerDashboardRows,
): Omit<Unworded<Answer<typeof dashboard.morning>>, 'nowhere'> {
  const { today, month, arrears, priceCount } = parts;
  return {
    today,
    month_year: monthOf(today),
    expected: toRupees(sumCents(chargeKinds.map((kind) => month.charged(kind)))),
    collected: toRupees(parts.collectedCents),
    owed_in_all: toRupees(sumCents(arrears.map(owedOf))),
    debtor_count: arrears.length,
    prices_published: priceCount > 0,
    price_count: priceCount,
    latest_list: parts.latestList,
    cash_desk: parts.cashDesk,
    uncounted_cash: parts.uncountedCash,
    cheques: parts.cheques,
    to_confirm: parts.toConfirm,
    gate: parts.gate,
    gate_cash: parts.gateCash,
    cash_differences: parts.cashDifferences,
    unbilled: parts.unbilled,
    changes: parts.changes,
    voids: parts.voids,
    settings_changes: parts.settings_changes,
    account_changes: parts.account_changes,
  };
}
