import { dayOf, type Instant, instantsOfMonths, monthOf } from '#billing/calendar.ts';
import { dashboard } from '#contract/dashboard.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { may } from '#contract/permissions.ts';
import type { Reader } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { loadChequeSums } from '../cash/cheques.ts';
import { loadToConfirm } from '../cash/electronic.ts';
import { loadDesk } from '../cash/sessions.ts';
import { loadUncountedCash } from '../cash/uncounted-cash.ts';
import { loadGateCashHeld } from '../gate/load-gate-cash.ts';
import { loadGateIncome } from '../gate/load-income.ts';
import { loadPromisedCheques } from '../ledger/promised-cheques.ts';
import { HeldPlaces, nowhereIn } from '../places/held-places.ts';
import { findLatestDay } from '../prices/queries.ts';
import { listReminderStandings } from '../reminders/queries.ts';
import { loadCashDifferences } from './load-cash-differences.ts';
import { loadOversight, NO_OVERSIGHT } from './load-oversight.ts';
import { loadSetup, setupSetting } from './load-setup.ts';
import { loadToday } from './load-today.ts';
import { loadUnbilled } from './load-unbilled.ts';
import {
  type ManagerDashboardRows,
  presentArrears,
  presentManagerDashboard,
  presentMonth,
  presentStanding,
} from './present.ts';
import { countPrices, countShops, listArrears, sumPayments } from './queries.ts';
import { YearSums } from './year-sums.ts';

export function dashboardRoutes(app: AppContext): void {
  const { database } = app;
  const sums = new YearSums();
  const places = new HeldPlaces();
  endpoint(app, dashboard.summary, ({ query: { year, month } }) =>
    database.snapshot(async (db) => {
      const figures = await sums.read(db, year);
      const standing = presentStanding(figures, await countShops(db));
      // Without a month, or with 0, the answer is that of the year.
      const number = Number(month ?? 0);
      if (number > 0) return { ...presentMonth(figures.month(number)), ...standing };
      const monthlySummaries = MONTHS.map((month) => ({ month, ...presentMonth(figures.month(month)) }));
      return { year: Number(year), monthlySummaries, ...standing };
    }),
  );
  endpoint(app, dashboard.setup, ({ context: { now } }) =>
    database.snapshot((db) =>
      loadSetup(db, { config: app.config, centre: app.centre, auditKeys: database.auditKeys, now }),
    ),
  );
  endpoint(app, dashboard.setSetup, {
    async record({ body, context }, tx) {
      await setupSetting.change(tx, context, { value: () => body });
      return { message: apiMessage('dashboard.setup.saved') };
    },
  });
  endpoint(app, dashboard.arrears, async ({ context }) => {
    const today = dayOf(context.now);
    return database.snapshot(async (db) => {
      const rows = await listArrears(db, today);
      const ids = rows.map(({ tenancy_id }) => tenancy_id);
      const standings = await listReminderStandings(db);
      return presentArrears(today, rows, { standings, promised: await loadPromisedCheques(db, ids) });
    });
  });
  endpoint(app, dashboard.today, ({ context: { now } }) => database.snapshot((db) => loadToday(db, now)));
  endpoint(app, dashboard.morning, ({ context, caller }) =>
    database.snapshot(async (db) => {
      const asked = { now: context.now, mayReadAudit: may(caller.role, 'audit.read') };
      const nowhere = nowhereIn(await places.read(db));
      return { ...presentManagerDashboard(await readMorning(db, sums, asked)), nowhere };
    }),
  );
}

async function readMorning(
  db: Reader,
  sums: YearSums,
  { now, mayReadAudit }: { now: Instant; mayReadAudit: boolean },
): Promise<ManagerDashboardRows> {
  const today = dayOf(now);
  const month = monthOf(today);
  const [year = '', number] = month.split('-');
  return {
    today,
    month: (await sums.read(db, year)).month(Number(number)),
    collectedCents: await sumPayments(db, instantsOfMonths(month)),
    arrears: await listArrears(db, today),
    priceCount: await countPrices(db, today),
    latestList: await findLatestDay(db, today),
    cashDesk: await loadDesk(db, today),
    uncountedCash: await loadUncountedCash(db, today),
    cheques: await loadChequeSums(db, today),
    toConfirm: await loadToConfirm(db),
    gate: await loadGateIncome(db, now),
    gateCash: await loadGateCashHeld(db),
    cashDifferences: await loadCashDifferences(db, now),
    unbilled: await loadUnbilled(db, today),
    ...(mayReadAudit ? await loadOversight(db, now) : NO_OVERSIGHT),
  };
}

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
