import { addDays, type Day, dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { MOST_DAYS_TO_PAY, reminders } from '#contract/reminders.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { badInput } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readMailServer } from '../mail/read-mail-server.ts';
import { loadPageAddresses } from '../tenant-links/page-link.ts';
import { findTenancy } from '../tenants/queries.ts';
import { type CurrentLetters, loadCurrentLetters } from './current-letters.ts';
import { drawLetters } from './draw-letters.ts';
import { checkFollowUp, editedFollowUp, lockReminder } from './edited-follow-up.ts';
import { presentFollowUp, presentReminder } from './present.ts';
import { listReminders, type ReminderRow } from './queries.ts';
import { reminderTexts } from './reminder-texts.ts';
import { sendReminders } from './send-reminders.ts';

export function reminderRoutes(app: AppContext): void {
  const { database, config } = app;
  endpoint(app, reminders.send, {
    async record({ body, context }, tx) {
      const today = dayOf(context.now);
      refuseLastDay(body.last_day, today);
      const { ids, refused } = await sendReminders(tx, context, {
        input: body,
        server: await readMailServer(tx, { config, auditKeys: database.auditKeys }),
        centre: app.centre.facts,
        texts: await reminderTexts.read(tx),
      });
      const rows = ids.length === 0 ? [] : await listReminders(tx, { ids });
      return {
        message: apiMessage('reminders.send.done', { count: ids.length, refused: refused.length }),
        reminders: inOrder(rows, ids).map((row) => presentReminder(row, today)),
        refused,
      };
    },
  });
  endpoint(app, reminders.list, async ({ params, context }) => {
    if (!(await findTenancy(database.reader, params.id))) throw new Refusal('tenancy_not_found');
    const rows = await listReminders(database.reader, { tenancyId: params.id });
    return rows.map((row) => presentReminder(row, dayOf(context.now)));
  });
  endpoint(app, reminders.follow, {
    async current({ params }, tx) {
      const row = await lockReminder(tx, params.id);
      return row && presentFollowUp(row);
    },
    async record({ params, body, context }, tx) {
      const { promised_amount: promised_cents, ...followUp } = body;
      const { row } = await editedFollowUp.edit(tx, context, {
        key: params.id,
        terms: (before) => checkFollowUp({ ...followUp, promised_cents }, before, dayOf(context.now)),
      });
      return { message: apiMessage('reminders.follow.done'), follow_up: presentFollowUp(row) };
    },
  });
  endpoint(app, reminders.current, async ({ query: { ids }, context }) => {
    const today = dayOf(context.now);
    const { letters, leftOut } = await lettersOf(app, ids, today);
    return {
      reminders: letters.map((row) => presentReminder(row, today)),
      left_out: leftOut.map(({ row, reason }) => ({
        tenancy_id: row.tenancy_id,
        shop_id: row.written_shop_id,
        tenant_name: row.tenant_name,
        reason: apiMessage(reason),
      })),
    };
  });
  endpoint(app, reminders.letters, async ({ query: { ids }, context }) => {
    const today = dayOf(context.now);
    const { letters, payments } = await lettersOf(app, ids, today);
    if (letters.length === 0) throw new Refusal('nothing_overdue');
    const pages = await loadPageAddresses(
      database.reader,
      app,
      letters.map(({ tenancy_id }) => tenancy_id),
    );
    const pdf = await makePdf(await drawLetters(letters, { centre: app.centre.facts, payments, pages }));
    return new FileResponse(pdf, { format: 'pdf', name: `reminders-${today}` });
  });
  endpoint(app, reminders.getTexts, () => reminderTexts.read(database.reader));
  endpoint(app, reminders.setTexts, {
    current: (_, tx) => reminderTexts.lock(tx),
    async record({ body, context }, tx) {
      const texts = await reminderTexts.change(tx, context, { value: () => body });
      return { message: apiMessage('reminders.texts.done'), texts };
    },
  });
}

async function lettersOf(
  { database, centre }: AppContext,
  ids: readonly number[],
  today: Day,
): Promise<CurrentLetters> {
  const found = await database.snapshot((db) => loadCurrentLetters(db, ids, { centre: centre.facts, today }));
  if (found.letters.length + found.leftOut.length < ids.length) throw new Refusal('reminder_not_found');
  return found;
}

function inOrder(rows: readonly ReminderRow[], ids: readonly number[]): ReminderRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function refuseLastDay(lastDay: string, today: Day): void {
  const last = addDays(today, MOST_DAYS_TO_PAY);
  if (lastDay >= today && lastDay <= last) return;
  throw badInput([
    {
      field: 'last_day',
      message: apiMessage('reminders.send.day_range', { first: { day: today }, last: { day: last } }),
    },
  ]);
}
