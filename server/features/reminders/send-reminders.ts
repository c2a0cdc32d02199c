import { addDays, type Day, dayOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Body } from '#contract/call.ts';
import type { Centre } from '#contract/centre.ts';
import { paperAmount } from '#contract/documents/paper.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import { DAYS_BETWEEN_REMINDERS, type ReminderTexts, type reminders } from '#contract/reminders.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { takeTurns } from '../../turns.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { queueReminders } from '../mail/queue-mails.ts';
import type { MailServer } from '../mail/read-mail-server.ts';
import { loadTenancyPayments } from '../tax/load-papers.ts';
import { insertReminder, listOverdue, listReminded, lockShopsOf, type OverdueRow } from './queries.ts';
import { type Owing, writeLetter } from './write-letter.ts';

type SendInput = Body<typeof reminders.send>;

interface SendParts {
  input: SendInput;
  server: MailServer;
  centre: Centre;
  texts: ReminderTexts;
}

export interface RefusedReminder {
  tenancy_id: number;
  shop_id: string;
  tenant_name: string;
  reason: ApiMessage;
}

/**
 * Records a reminder for each tenancy that may get one, and returns the reason why each of the others may not. Locks
 * the shops of all of them, so that concurrent payments and reminders wait.
 */
export async function sendReminders(
  tx: Writer,
  context: ActionContext,
  parts: SendParts,
): Promise<{ ids: number[]; refused: RefusedReminder[] }> {
  const { input, server } = parts;
  const today = dayOf(context.now);
  const wanted = [...new Set(input.tenancy_ids)];
  await lockShopsOf(tx, wanted);
  const rows = new Map((await listOverdue(tx, wanted, today)).map((row) => [row.id, row]));
  const reminded = await listReminded(tx, wanted);
  const payments = await loadTenancyPayments(
    tx,
    new Map([...rows.values()].map(({ id, overdue_cents }) => [id, overdue_cents])),
    today,
  );
  const refused: RefusedReminder[] = [];
  const sent: { id: number; row: OverdueRow }[] = [];
  for (const id of wanted) {
    await takeTurns();
    const row = rows.get(id);
    const reason = row
      ? refusalOf(row, { lastDay: reminded.get(id), today }, parts)
      : apiMessage('refusals.tenancy_not_found');
    const reference = payments.get(id)?.reference ?? row?.written_shop_id ?? '';
    if (row && !reason) sent.push({ id: await record(tx, context, { row, reference, ...parts }), row });
    else if (reason)
      refused.push({ tenancy_id: id, shop_id: row?.written_shop_id ?? '', tenant_name: row?.name ?? '', reason });
  }
  if (input.way === 'email')
    await queueReminders(tx, context, {
      server,
      reminders: sent.map(({ id, row }) => ({ id, tenancyId: row.id, recipient: row.email ?? '' })),
    });
  return { ids: sent.map(({ id }) => id), refused };
}

function refusalOf(
  { overdue_cents, due_cents, email }: OverdueRow,
  { lastDay, today }: { lastDay: Day | undefined; today: Day },
  { input: { level, way, without_earlier = false }, server }: SendParts,
): ApiMessage | undefined {
  if (due_cents <= 0)
    return apiMessage(overdue_cents > 0 ? 'reminders.refused.promised' : 'reminders.refused.nothing_due');
  if (level === 'final' && lastDay === undefined && !without_earlier)
    return apiMessage('reminders.refused.never_reminded');
  if (lastDay !== undefined && lastDay > addDays(today, -DAYS_BETWEEN_REMINDERS))
    return apiMessage('reminders.refused.too_soon', {
      day: { day: lastDay },
      next: { day: addDays(lastDay, DAYS_BETWEEN_REMINDERS) },
    });
  if (way !== 'email') return undefined;
  if (!server.address) return apiMessage('mail.delivery.not_set_up');
  return email ? undefined : apiMessage('reminders.refused.no_email');
}

async function record(
  tx: Writer,
  context: ActionContext,
  { row, reference, input, centre, texts }: SendParts & Owing,
): Promise<number> {
  const { level, way, last_day } = input;
  const { subject, body } = writeLetter(texts[level][row.language], { row, reference, centre, lastDay: last_day });
  const id = await insertReminder(tx, {
    tenancy_id: row.id,
    level,
    way,
    day: dayOf(context.now),
    language: row.language,
    due_cents: row.due_cents,
    last_day,
    subject,
    body,
    recorded_at: context.now,
    recorded_by: context.actor,
    note: '',
    next_step: '',
  });
  await writeAudit(tx, context, {
    type: 'Reminder Sent',
    description: apiMessage('reminders.audit.sent', {
      id: String(row.id),
      shop: row.written_shop_id,
      name: row.name,
      level: apiMessage(`reminders.level.${level}`),
      way: apiMessage(`reminders.way.${way}`),
    }),
    subject: { shopId: row.written_shop_id, tenancyId: row.id },
    newValue: paperAmount(toRupees(row.due_cents)),
  });
  return id;
}
