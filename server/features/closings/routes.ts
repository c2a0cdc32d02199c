import { addDays, dayOf, monthOf } from '#billing/calendar.ts';
import type { HeldEntry } from '#billing/journal/hold-closed.ts';
import { orderEntries } from '#billing/journal/order-entries.ts';
import { toRupees } from '#billing/money.ts';
import { closings, MOST_CHANGES } from '#contract/closings.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { findLastClosedDay } from '../../db/closed-days.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { collectInTurns } from '../../turns.ts';
import { loadJournal } from '../journal/load-journal.ts';
import { closeMonth, type PreparedClosing, prepareClosing, reopenMonth } from './close-month.ts';
import { lastDayOfMonth, loadMonthPage } from './load-month.ts';
import { presentClosedChange, presentClosing, presentMonthPart } from './present.ts';
import { findClosingOf, listClosings } from './queries.ts';

export function closingRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, closings.month, ({ params: { month }, context: { now } }) =>
    database.snapshot(async (db) => {
      const { parts, collected, accounts } = await loadMonthPage(db, month, now);
      const closing = await findClosingOf(db, month);
      const lastClosed = await findLastClosedDay(db);
      const isOver = lastDayOfMonth(month) < dayOf(now);
      return {
        month,
        state: closing ? 'closed' : isOver ? 'open' : 'running',
        closing: closing ? presentClosing(closing) : null,
        first_open_day: lastClosed && addDays(lastClosed, 1),
        parts: parts.map(presentMonthPart),
        collected: collected.map(({ method, count, cents }) => ({ method, count, amount: toRupees(cents) })),
        bank_accounts: accounts.map(({ id, name, openLines, unexplained }) => ({
          account_id: id,
          name,
          open_lines: openLines,
          unexplained: unexplained === null ? null : toRupees(unexplained),
        })),
      };
    }),
  );
  endpoint(app, closings.changes, ({ params: { month }, query: { of } }) =>
    database.snapshotApart(async (db) => {
      if ((await findLastClosedDay(db)) === null) return [];
      const isAsked = ({ day, ofDay }: HeldEntry) => ofDay !== null && monthOf(of === 'day' ? ofDay : day) === month;
      const changes = (await loadJournal(db)).filter(isAsked);
      const ordered = await collectInTurns(orderEntries(changes));
      return ordered.slice(0, MOST_CHANGES).map(presentClosedChange);
    }),
  );
  endpoint(app, closings.list, async () => (await listClosings(database.reader)).map(presentClosing));
  endpoint(app, closings.close, {
    prepare: ({ params, context }) => database.snapshotApart((db) => prepareClosing(db, params.month, context)),
    async record({ params: { month }, body, context }, tx, prepared: PreparedClosing) {
      const closing = await closeMonth(tx, context, { month, named: body.rests, prepared });
      return { message: apiMessage('closings.closed', { month: { month } }), closing: presentClosing(closing) };
    },
  });
  endpoint(app, closings.reopen, {
    async record({ params: { id }, body: { reason }, context }, tx) {
      const closing = await reopenMonth(tx, context, { id, reason });
      const { month } = closing;
      return { message: apiMessage('closings.reopened', { month: { month } }), closing: presentClosing(closing) };
    },
  });
}
