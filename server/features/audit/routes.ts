import { dayOf } from '#billing/calendar.ts';
import { AUDIT_PAGE, audit, auditEventTypes } from '#contract/audit.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { Reader } from '../../db/connect.ts';
import { type DayRange, pageRowsByDay, pageRowsByRange, type RowSlice } from '../../db/page-rows.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { Paginated } from '../../http/core/paginated.ts';
import { badInput } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentAnchor, presentEntry, presentEventTypes } from './present.ts';
import {
  type AuditRow,
  countEntries,
  type DayCount,
  type EntriesWanted,
  findHead,
  listDayCounts,
  listEntries,
  listEventTypes,
} from './queries.ts';

export function auditRoutes(app: AppContext): void {
  const db = app.database.reader;
  endpoint(app, audit.list, async ({ query }) => {
    const { event_type: type, start_date: from, end_date: to, shop_id: shopId, search } = query;
    if (from && to && to < from)
      throw badInput([{ field: 'end_date', message: apiMessage('refusals.period.reversed') }]);
    if (type && !(await isEventType(db, type)))
      throw badInput([{ field: 'event_type', message: apiMessage('input.audit.event-type', { given: type }) }]);
    const { page = 1, limit = AUDIT_PAGE } = query;
    const slice = { offset: (page - 1) * limit, limit };
    const { rows, total } = await pageEntries(db, { type, from, to, shopId, search }, slice);
    return new Paginated(rows.map(presentEntry), total);
  });
  endpoint(app, audit.anchor, async ({ context }) => {
    const head = await findHead(db);
    return { anchor: presentAnchor(head, { market: app.centre.facts.name.en, day: dayOf(context.now) }) };
  });
  endpoint(app, audit.eventTypes, async () => presentEventTypes(await listEventTypes(db)));
}

/** Also a type that only an older release wrote. */
async function isEventType(db: Reader, type: string): Promise<boolean> {
  return auditEventTypes.some((known) => known === type) || (await listEventTypes(db)).includes(type);
}

const AT_A_TIME = 5000;

async function pageEntries(
  db: Reader,
  wanted: EntriesWanted,
  slice: RowSlice,
): Promise<{ rows: AuditRow[]; total: number }> {
  if (wanted.shopId) return { rows: await listEntries(db, wanted, slice), total: await countEntries(db, wanted) };
  const days = await listDayCounts(db, wanted);
  const list = (range: DayRange, part: RowSlice) => listEntries(db, { ...wanted, ...range }, part);
  if (wanted.search) {
    const count = (range: DayRange) => countEntries(db, { ...wanted, ...range });
    return pageRowsByRange(rangesOf(days), slice, { count, list });
  }
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return { rows: await pageRowsByDay(days, slice, list), total };
}

function rangesOf(days: readonly DayCount[]): DayRange[] {
  const ranges: DayRange[] = [];
  let room = 0;
  for (const { day, count } of days) {
    const last = ranges.at(-1);
    if (last && room >= count) last.from = day;
    else {
      ranges.push({ from: day, to: day });
      room = AT_A_TIME;
    }
    room -= count;
  }
  return ranges;
}
