import { type Day, dayOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Query } from '#contract/call.ts';
import {
  type CashDay,
  cash,
  EVERYBODY,
  isPaperOfClosed,
  nameOfPaper,
  sessionPaperNames,
  sessionPapers,
} from '#contract/cash.ts';
import { electronic } from '#contract/electronic.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Reader } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import type { RequestContext } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { yesterdaySetting } from './cashier-days.ts';
import { clearCheques, depositCheques, loadChequeSums, loadCheques, loadPendingCheques } from './cheques.ts';
import { drawDaySheet, drawnPapers } from './draw-day-sheet.ts';
import {
  confirmPayments,
  loadElectronic,
  loadToConfirm,
  readConfirmationDay,
  setConfirmationDay,
} from './electronic.ts';
import { sessionSetting } from './find-session.ts';
import { type GateCashRow, listGateCashOn, presentGateCash } from './gate-cash.ts';
import { loadHeldOf } from './held-cash.ts';
import { loadKept } from './kept-cash.ts';
import { type CashMovement, movementsOn, presentMovement, sumMovements } from './movements.ts';
import { listMoneyOn, listNamesByEmail } from './queries.ts';
import { bankSession, closeSession, loadSession, loadSessions, openCashSession } from './sessions.ts';

export function cashRoutes(app: AppContext): void {
  dayRoutes(app);
  sessionRoutes(app);
  paperRoutes(app);
  chequeRoutes(app);
  electronicRoutes(app);
  settingRoutes(app);
  cashierDayRoutes(app);
}

/** The sums of pending cheques are read apart, because a market may leave years of cheques pending. */
function dayRoutes(app: AppContext): void {
  const loadFor = ({ query, caller, context }: DayRequest) =>
    app.database.snapshotApart((db) =>
      loadDay(db, {
        day: query.date ?? dayOf(context.now),
        today: dayOf(context.now),
        owner: ownerOf(query, caller),
        caller,
      }),
    );
  endpoint(app, cash.day, loadFor);
  endpoint(app, cash.daySheet, async (ask) => {
    const day = await loadFor(ask);
    const { centre } = app;
    const pdf = await makePdf(
      drawDaySheet(day, { centre: centre.facts, language: ask.language, printedAt: ask.context.now }),
    );
    return new FileResponse(pdf, { format: 'pdf', name: `day-sheet-${day.date}` });
  });
}

function sessionRoutes(app: AppContext): void {
  const db = app.database.reader;
  endpoint(app, cash.sessions, async ({ query, caller }) => {
    const owner = may(caller.role, 'shifts.all') ? undefined : caller.email;
    const loaded = await loadSessions(db, { date: query.date, isOpen: query.open === 'true', owner }, caller);
    return loaded.map(({ session }) => session);
  });
  endpoint(app, cash.openSession, {
    async record({ body, context, caller }, tx) {
      const id = await openCashSession(tx, context, { caller, input: body });
      return { message: apiMessage('cash.open.done'), session: (await loadSession(tx, id, caller)).session };
    },
  });
  endpoint(app, cash.closeSession, {
    async record({ params, body, context, caller }, tx) {
      await closeSession(tx, context, { id: params.id, caller, input: body });
      return { message: apiMessage('cash.close.done'), session: (await loadSession(tx, params.id, caller)).session };
    },
  });
  endpoint(app, cash.bankSession, {
    async record({ params, body, context, caller }, tx) {
      await bankSession(tx, context, { id: params.id, day: body.banked_on, part: body.part });
      return { message: apiMessage('cash.bank.done'), session: (await loadSession(tx, params.id, caller)).session };
    },
  });
}

function paperRoutes(app: AppContext): void {
  const load = (id: number, caller: Caller) =>
    app.database.snapshotApart(async (db) => {
      const { session, movements, gateCash } = await loadSession(db, id, caller);
      return {
        session,
        movements: await loadMovements(db, movements),
        gateCash: await loadGateCashOf(db, gateCash),
        pending: await loadPendingCheques(db),
      };
    });
  for (const paper of sessionPaperNames)
    endpoint(app, sessionPapers[paper], async ({ params, caller, language }) => {
      const loaded = await load(params.id, caller);
      if (isPaperOfClosed(paper) && loaded.session.closed_at === null) throw new Refusal('cash_session_open');
      const pdf = await makePdf(drawnPapers[paper](loaded, { centre: app.centre.facts, language }));
      return new FileResponse(pdf, { format: 'pdf', name: nameOfPaper(paper, params.id) });
    });
}

async function loadMovements(db: Reader, movements: readonly CashMovement[]) {
  const names = await listNamesByEmail(db, [...new Set(movements.map(({ owner }) => owner))]);
  return movements.map((movement) => presentMovement(movement, names));
}

async function loadGateCashOf(db: Reader, rows: readonly GateCashRow[]) {
  const names = await listNamesByEmail(db, [...new Set(rows.flatMap(({ keeper, owner }) => [keeper, owner]))]);
  return rows.map((row) => presentGateCash(row, names));
}

function chequeRoutes(app: AppContext): void {
  endpoint(app, cash.cheques, ({ query, context }) =>
    app.database.snapshotApart((db) => loadCheques(db, query.state, dayOf(context.now))),
  );
  endpoint(app, cash.depositCheques, {
    async record({ body, context }, tx) {
      const deposited = await depositCheques(tx, context, { ids: body.payment_ids, day: body.deposited_on });
      const count = deposited.cheques.length;
      return {
        message: apiMessage(body.deposited_on === null ? 'cash.cheques.not_deposited' : 'cash.cheques.deposited', {
          count,
        }),
        ...deposited,
      };
    },
  });
  endpoint(app, cash.clearCheques, {
    async record({ body, context }, tx) {
      const cleared = await clearCheques(tx, context, { ids: body.payment_ids, day: body.cleared_on });
      return {
        message: apiMessage(body.cleared_on === null ? 'cash.cheques.pending' : 'cash.cheques.cleared', {
          count: cleared.cheques.length,
        }),
        ...cleared,
      };
    },
  });
}

function electronicRoutes(app: AppContext): void {
  endpoint(app, electronic.list, ({ query, caller }) => {
    const seen = may(caller.role, 'shifts.all') ? undefined : caller.email;
    return app.database.snapshotApart((db) => loadElectronic(db, { state: query.state, by: seen ?? query.by, seen }));
  });
  endpoint(app, electronic.confirm, {
    async record({ body, context }, tx) {
      const confirmed = await confirmPayments(tx, context, { ids: body.payment_ids, day: body.confirmed_on });
      const count = confirmed.payments.length;
      return {
        message: apiMessage(body.confirmed_on === null ? 'cash.electronic.reopened' : 'cash.electronic.confirmed', {
          count,
        }),
        ...confirmed,
      };
    },
  });
  endpoint(app, electronic.getSettings, async () => ({ from: await readConfirmationDay(app.database.reader) }));
  endpoint(app, electronic.setSettings, {
    async current(_, tx) {
      await lockDataVersion(tx);
      return { from: await readConfirmationDay(tx) };
    },
    async record({ body, context }, tx) {
      await lockDataVersion(tx);
      await setConfirmationDay(tx, context, body.from);
      return { message: apiMessage('cash.settings.done'), settings: body };
    },
  });
}

function settingRoutes(app: AppContext): void {
  endpoint(app, cash.getSettings, async () => ({ sessions: await sessionSetting.read(app.database.reader) }));
  endpoint(app, cash.setSettings, {
    current: async (_, tx) => ({ sessions: await sessionSetting.lock(tx) }),
    async record({ body, context }, tx) {
      await sessionSetting.change(tx, context, { value: () => body.sessions });
      return { message: apiMessage('cash.settings.done'), settings: body };
    },
  });
}

function cashierDayRoutes(app: AppContext): void {
  endpoint(app, cash.getCashierDays, async () => ({ yesterday: await yesterdaySetting.read(app.database.reader) }));
  endpoint(app, cash.setCashierDays, {
    current: async (_, tx) => ({ yesterday: await yesterdaySetting.lock(tx) }),
    async record({ body, context }, tx) {
      await yesterdaySetting.change(tx, context, { value: () => body.yesterday });
      return { message: apiMessage('cash.settings.done'), settings: body };
    },
  });
}

type DayRequest = Pick<RequestContext<typeof cash.day>, 'query' | 'caller' | 'context'>;

/**
 * Returns the email of the person whose day is requested, by default the caller; undefined if the days of all persons
 * are requested. Throws the refusal `not_allowed` if the caller may see only their own day.
 */
function ownerOf({ by }: Query<typeof cash.day>, caller: Caller): string | undefined {
  const owner = by ?? caller.email;
  if (owner !== caller.email && !may(caller.role, 'shifts.all')) throw new Refusal('not_allowed');
  return owner === EVERYBODY ? undefined : owner;
}

async function loadDay(
  db: Reader,
  { day, today, owner, caller }: { day: Day; today: Day; owner: string | undefined; caller: Caller },
): Promise<CashDay> {
  const all = movementsOn(await listMoneyOn(db, day), day);
  const own = owner === undefined ? all : all.filter((movement) => movement.owner === owner);
  const gateCash = await listGateCashOn(db, day);
  const visible = may(caller.role, 'shifts.all') ? all : own;
  const owners = [...new Set(visible.map((movement) => movement.owner))].sort();
  const names = await listNamesByEmail(db, owner === undefined ? owners : [...owners, owner]);
  const nameOf = (email: string) => names.get(email) ?? email;
  const [open] = owner === undefined ? [] : await loadSessions(db, { isOpen: true, owner }, caller);
  return {
    date: day,
    person: owner === undefined ? null : { email: owner, name: nameOf(owner) },
    movements: own.map((movement) => presentMovement(movement, names)),
    sums: sumMovements(own),
    gate_cash: await loadGateCashOf(
      db,
      gateCash.filter((row) => owner === undefined || row.owner === owner),
    ),
    people: owners.map((email) => ({
      email,
      name: nameOf(email),
      sums: sumMovements(visible.filter((movement) => movement.owner === email)),
    })),
    sessions_on: await sessionSetting.read(db),
    open_session: open?.session ?? null,
    kept: owner === undefined ? [] : await loadKept(db, owner),
    held: owner === undefined ? 0 : toRupees(await loadHeldOf(db, owner)),
    pending_cheques: await loadPendingCheques(db),
    cheques: await loadChequeSums(db, today),
    to_confirm: await loadToConfirm(db, may(caller.role, 'shifts.all') ? undefined : caller.email),
  };
}
