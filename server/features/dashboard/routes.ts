import { addDays, type Day, dayOf, instantsOfMonths, monthInYear, monthOf, startOfDay } from '#billing/calendar.ts';
import type { Query } from '#contract/call.ts';
import { dashboard } from '#contract/dashboard.ts';
import { may } from '#contract/permissions.ts';
import type { Reader } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { findDays } from '../prices/queries.ts';
import {
  type ManagerDashboardRows,
  presentArrears,
  presentManagerDashboard,
  presentMonthSummary,
  presentYearSummary,
  type SummaryRows,
  VOIDS,
} from './present.ts';
import {
  countInvoicesByStatus,
  countPrices,
  countTenants,
  countVoidsByPerson,
  listArrears,
  listLedgerChanges,
  type Months,
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
  endpoint(app, dashboard.arrears, async ({ context }) => {
    const today = dayOf(context.now);
    return presentArrears(today, await listArrears(database.reader, today));
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
    latestList: (await findDays(db, today, today)).latest,
    changes: mayReadAudit ? await listLedgerChanges(db, CHANGES, MOST_CHANGES) : [],
    counts: mayReadAudit
      ? await countVoidsByPerson(db, Object.keys(VOIDS), startOfDay(addDays(today, 1 - VOID_DAYS)))
      : [],
  };
}
