import { addDays, type Day, dayOf, instantsOfMonths, monthInYear, monthOf, startOfDay } from '#billing/calendar.ts';
import { type Cents, cents, sumCents, toRupees } from '#billing/money.ts';
import type { Answer, Query } from '#contract/call.ts';
import { type Debtor, dashboard, type MonthSummary, type MonthSums, type YearSummary } from '#contract/dashboard.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { may } from '#contract/permissions.ts';
import type { ChargeKindValue, InvoiceStatusValue } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { endpoint } from '../../http/endpoint.ts';
import { describeEntry } from '../audit/stored-message.ts';
import { loadDesk } from '../cash/sessions.ts';
import { findLatestDay } from '../prices/queries.ts';
import { isPromiseBroken, listReminderStandings, type ReminderStanding } from '../reminders/queries.ts';
import { compareShopIds } from '../shops/queries.ts';
import { loadSetup, saveSetup } from './load-setup.ts';
import {
  type ArrearsRow,
  type CountRow,
  countInvoicesByStatus,
  countPrices,
  countTenants,
  countVoidsByPerson,
  type LedgerChangeRow,
  listArrears,
  listLedgerChanges,
  type Months,
  type PersonCount,
  type SumRow,
  sumCharges,
  sumPayments,
  sumShops,
} from './queries.ts';

export function dashboardRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, dashboard.summary, ({ query }) =>
    database.snapshot(async (db) => {
      const { months, isYear } = monthsOf(query);
      const rows = await readSummary(db, months);
      return isYear ? presentYearSummary(query.year, rows) : presentMonthSummary(rows);
    }),
  );
  endpoint(app, dashboard.setup, ({ context: { now } }) =>
    database.snapshot((db) =>
      loadSetup(db, { config: app.config, centre: app.centre, auditKeys: database.auditKeys, now }),
    ),
  );
  endpoint(app, dashboard.setSetup, {
    async record({ body, context }, tx) {
      await saveSetup(tx, context, body);
      return { message: apiMessage('dashboard.setup.saved') };
    },
  });
  endpoint(app, dashboard.arrears, async ({ context }) => {
    const today = dayOf(context.now);
    return database.snapshot(async (db) =>
      presentArrears(today, await listArrears(db, today), await listReminderStandings(db)),
    );
  });
  endpoint(app, dashboard.morning, ({ context, caller }) =>
    database.snapshot(async (db) =>
      presentManagerDashboard(await readMorning(db, dayOf(context.now), may(caller.role, 'audit.read'))),
    ),
  );
}

function monthsOf({ year, month }: Query<typeof dashboard.summary>): { months: Months; isYear: boolean } {
  const number = Number(month ?? 0);
  const of = (one: number) => monthInYear(year, one);
  const isYear = number === 0;
  return { months: isYear ? { from: of(1), to: of(12) } : { from: of(number), to: of(number) }, isYear };
}

async function readSummary(db: Reader, months: Months): Promise<SummaryRows> {
  return {
    counts: await countInvoicesByStatus(db, months),
    sums: await sumCharges(db, months),
    shops: await sumShops(db),
    tenantCount: await countTenants(db),
  };
}

const CHANGES = [
  'Correction',
  'Payment Deleted',
  'Payment Replaced',
  'Cheque Returned',
  'Invoice Deleted',
  'Fine Removed',
  'Balance Set',
  'Balance Transferred',
  'Credit Refunded',
  'Debt Written Off',
  'Deposit Refunded',
];
const MOST_CHANGES = 20;

const VOID_DAYS = 30;

async function readMorning(db: Reader, today: Day, mayReadAudit: boolean): Promise<ManagerDashboardRows> {
  const month = monthOf(today);
  return {
    today,
    sums: await sumCharges(db, { from: month, to: month }),
    collectedCents: await sumPayments(db, instantsOfMonths(month)),
    arrears: await listArrears(db, today),
    priceCount: await countPrices(db, today),
    latestList: await findLatestDay(db, today),
    cashDesk: await loadDesk(db, today),
    changes: mayReadAudit ? await listLedgerChanges(db, CHANGES, MOST_CHANGES) : [],
    counts: mayReadAudit
      ? await countVoidsByPerson(db, Object.keys(VOIDS), startOfDay(addDays(today, 1 - VOID_DAYS)))
      : [],
  };
}

interface SummaryRows {
  counts: readonly CountRow[];
  sums: readonly SumRow[];
  shops: { count: number; credit_cents: Cents };
  tenantCount: number;
}

function presentMonthSummary(rows: SummaryRows): MonthSummary {
  return { ...presentSums(rows), ...presentStanding(rows) };
}

function presentYearSummary(year: string, rows: SummaryRows): YearSummary {
  const months = Array.from({ length: 12 }, (_, at) => at + 1);
  return {
    year: Number(year),
    monthlySummaries: months.map((month) => {
      const isOf = (row: CountRow | SumRow) => row.month === `${year}-${String(month).padStart(2, '0')}`;
      return { month, ...presentSums({ counts: rows.counts.filter(isOf), sums: rows.sums.filter(isOf) }) };
    }),
    ...presentStanding(rows),
  };
}

function presentSums({ counts, sums }: Pick<SummaryRows, 'counts' | 'sums'>): MonthSums {
  const count = (status: InvoiceStatusValue) => counts.find((row) => row.status === status)?.count ?? 0;
  const of = (kind: ChargeKindValue) => {
    const row = sums.find((one) => one.kind === kind);
    return { amount: toRupees(row?.cents ?? NONE), paid: toRupees(row?.paid_cents ?? NONE) };
  };
  const [rent, vat, fine, fee] = [of('Rent'), of('VAT'), of('Fine'), of('OperationFee')];
  const other = of('Other');
  return {
    invoiceCounts: {
      total_invoices: counts.reduce((total, row) => total + row.count, 0),
      paid_count: count('Paid'),
      unpaid_count: count('Unpaid'),
      partial_count: count('Partially Paid'),
      arrest_count: count('Arrears'),
    },
    rentSums: { total_rent_amount: rent.amount, total_rent_paid: rent.paid },
    vatSums: { total_vat_amount: vat.amount, total_vat_paid: vat.paid },
    fineSums: { total_fine_amount: fine.amount, total_fine_paid: fine.paid },
    operationFeeSums: { total_operation_amount: fee.amount, total_operation_paid: fee.paid },
    otherChargeSums: { total_other_amount: other.amount, total_other_paid: other.paid },
  };
}

const NONE = cents(0);

function presentStanding({ shops, tenantCount }: Pick<SummaryRows, 'shops' | 'tenantCount'>) {
  return {
    shopBalanceSum: { total_shop_balance: toRupees(shops.credit_cents) },
    tenantCount,
    shopCount: shops.count,
  };
}

function presentArrears(
  today: Day,
  rows: readonly ArrearsRow[],
  standings: ReadonlyMap<number, ReminderStanding>,
): Answer<typeof dashboard.arrears> {
  const ordered = rows.toSorted((a, b) => owedOf(b) - owedOf(a) || compareShopIds(a.shop_id, b.shop_id));
  return { today, debtors: ordered.map((row) => presentDebtor(row, standings.get(row.tenancy_id), today)) };
}

function presentDebtor(row: ArrearsRow, standing: ReminderStanding | undefined, today: Day): Debtor {
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
    overdue: toRupees(cents(owedOf(row) - (row.not_due_cents ?? NONE))),
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

interface ManagerDashboardRows {
  today: Day;
  sums: readonly SumRow[];
  collectedCents: Cents;
  arrears: readonly ArrearsRow[];
  priceCount: number;
  latestList: Day | null;
  cashDesk: Answer<typeof dashboard.morning>['cash_desk'];
  changes: readonly LedgerChangeRow[];
  counts: readonly PersonCount[];
}

function presentManagerDashboard(parts: ManagerDashboardRows): Unworded<Answer<typeof dashboard.morning>> {
  const { today, sums, arrears, priceCount } = parts;
  return {
    today,
    month_year: monthOf(today),
    expected: toRupees(sumCents(sums.map((row) => row.cents))),
    collected: toRupees(parts.collectedCents),
    owed_in_all: toRupees(sumCents(arrears.map(owedOf))),
    debtor_count: arrears.length,
    prices_published: priceCount > 0,
    price_count: priceCount,
    latest_list: parts.latestList,
    cash_desk: parts.cashDesk,
    changes: parts.changes.map(({ id, event_message, ...change }) => ({
      audit_id: id,
      ...change,
      event_description: describeEntry({ ...change, event_message }),
    })),
    voids: presentVoids(parts.counts),
  };
}

type Voids = Answer<typeof dashboard.morning>['voids'][number];

const VOIDS: Record<string, 'tickets' | 'payments' | 'corrections'> = {
  'Ticket Deleted': 'tickets',
  'Payment Deleted': 'payments',
  'Payment Replaced': 'payments',
  'Cheque Returned': 'payments',
  Correction: 'corrections',
};

function presentVoids(counts: readonly PersonCount[]): Voids[] {
  const people = [...Map.groupBy(counts, ({ user_actioned }) => user_actioned)].map(([person, ofPerson]) => {
    const row: Voids = { person, tickets: 0, payments: 0, corrections: 0 };
    for (const { event_type, count } of ofPerson) {
      const column = VOIDS[event_type];
      if (column) row[column] += count;
    }
    return row;
  });
  const total = ({ tickets, payments, corrections }: Voids) => tickets + payments + corrections;
  return people.sort((a, b) => total(b) - total(a) || (a.person < b.person ? -1 : 1));
}
