import type { Insertable } from 'kysely';
import { addDays, addMonths, type Day, dayOf, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import type { HeldEntry } from '#billing/journal/hold-closed.ts';
import { orderEntries } from '#billing/journal/order-entries.ts';
import type { Body } from '#contract/call.ts';
import type { closings } from '#contract/closings.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { type MonthPart, monthParts } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import { findLastClosedDay } from '../../db/closed-days.ts';
import { type ClosedColumns, digestOf, toColumns } from '../../db/closed-journal.ts';
import { insertClosedMonths } from '../../db/closed-months.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { collectInTurns, mapInTurns } from '../../turns.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { loadJournal } from '../journal/load-journal.ts';
import { writeOpenReport } from '../reports/closed-report.ts';
import { spanOf } from '../reports/load-report.ts';
import { lastDayOfMonth, loadMonth } from './load-month.ts';
import type { ClosedRest, MonthPartSums } from './present.ts';
import { type ClosingRow, findClosing, insertClosedEntries, insertClosing, reopenClosing } from './queries.ts';

type NamedRests = Body<typeof closings.close>['rests'];

/** What a closing holds, loaded before its transaction. */
export interface PreparedClosing {
  closedBefore: Day | null;
  rows: ClosedColumns[];
  digest: string;
  rests: ClosedRest[];
  /** The page and the reports of each month that is closed. */
  months: Omit<Insertable<Tables['closed_months']>, 'closing_id'>[];
}

/** Loads the entries of all open days until the end of a month, and what is not done. */
export async function prepareClosing(db: Reader, month: Month, { now }: ActionContext): Promise<PreparedClosing> {
  const lastDay = lastDayOfMonth(month);
  if (lastDay >= dayOf(now)) throw new Refusal('month_not_over');
  const closedBefore = await findLastClosedDay(db);
  if (closedBefore !== null && closedBefore >= lastDay) throw new Refusal('month_closed');
  const isOpen = ({ day }: HeldEntry) => (closedBefore === null || day > closedBefore) && day <= lastDay;
  const entries = (await collectInTurns(orderEntries(await loadJournal(db)))).filter(isOpen);
  const rows = await mapInTurns(entries, toColumns);
  const months: PreparedClosing['months'] = [];
  let parts: MonthPartSums[] = [];
  for (const one of monthsToClose({ closedBefore, month, entries })) {
    const page = await loadMonth(db, one, now);
    parts = page.parts;
    months.push({ month: one, page: JSON.stringify(page), report: await writeOpenReport(db, spanOf(one)) });
  }
  const rests = parts.filter(({ open }) => open > 0).map(({ part, open, openCents }) => ({ part, open, openCents }));
  return { closedBefore, rows, digest: await digestOf(rows), rests, months };
}

/** Returns the open months until one, from the month of the first entry on. */
function monthsToClose({
  closedBefore,
  month,
  entries,
}: {
  closedBefore: Day | null;
  month: Month;
  entries: readonly HeldEntry[];
}): Month[] {
  const first = closedBefore ? addDays(closedBefore, 1) : (entries[0]?.day ?? firstDayOf(month));
  const months: Month[] = [];
  for (let one = monthOf(first); one < month; one = monthOf(addMonths(firstDayOf(one), 1))) months.push(one);
  return [...months, month];
}

/** Closes a month and all open ones before it. The person names what is not done. */
export async function closeMonth(
  tx: Writer,
  context: ActionContext,
  { month, named, prepared }: { month: Month; named: NamedRests; prepared: PreparedClosing },
): Promise<ClosingRow> {
  const { closedBefore, rows, digest, rests, months } = prepared;
  await lockDataVersion(tx);
  if ((await findLastClosedDay(tx)) !== closedBefore) throw new Refusal('month_closed');
  refuseOtherRests(rests, named);
  const id = await insertClosing(tx, {
    month,
    first_day: closedBefore && addDays(closedBefore, 1),
    last_day: lastDayOfMonth(month),
    closed_at: context.now,
    closed_by: context.actor,
    closed_by_id: context.accountId ?? null,
    rests: JSON.stringify(rests),
    entries: rows.length,
    digest,
    reopened_at: null,
    reopened_by: null,
    reason: null,
  });
  await insertClosedEntries(
    tx,
    rows.map((row) => ({ ...row, closing_id: id })),
  );
  await insertClosedMonths(
    tx,
    months.map((one) => ({ ...one, closing_id: id })),
  );
  await writeAudit(tx, context, {
    type: 'Month Closed',
    description: apiMessage('closings.audit.closed', { month: { month }, count: rows.length }),
    newValue: [...rests.map(({ part, open }) => `${part} ${open}`), digest].join(', '),
  });
  return getClosing(tx, id);
}

/** Reopens the months of the last closing. Its entries are again those of today. */
export async function reopenMonth(
  tx: Writer,
  context: ActionContext,
  { id, reason }: { id: number; reason: string },
): Promise<ClosingRow> {
  await lockDataVersion(tx);
  const closing = await getClosing(tx, id);
  const isLast = closing.reopened_at === null && closing.last_day === (await findLastClosedDay(tx));
  if (!isLast) throw new Refusal('closing_not_last');
  await reopenClosing(tx, id, { reopened_at: context.now, reopened_by: context.actor, reason });
  await writeAudit(tx, context, {
    type: 'Month Reopened',
    description: apiMessage('closings.audit.reopened', { month: { month: closing.month } }),
    oldValue: closing.digest,
    reason,
  });
  return getClosing(tx, id);
}

async function getClosing(db: Reader, id: number): Promise<ClosingRow> {
  const closing = await findClosing(db, id);
  if (!closing) throw new Refusal('closing_not_found');
  return closing;
}

/** Refuses a closing of a person who has not seen exactly what is not done. */
function refuseOtherRests(rests: readonly ClosedRest[], named: NamedRests): void {
  const openOf = (part: MonthPart) => rests.find((rest) => rest.part === part)?.open;
  if (monthParts.some((part) => openOf(part) !== named[part])) throw new Refusal('month_rests_differ');
}
