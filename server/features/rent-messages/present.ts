import { cents, toRupees } from '#billing/money.ts';
import type { Centre } from '#contract/centre.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { LeftOutOfMessages, PlannedRentMessage, RentMessage } from '#contract/rent-messages.ts';
import type { Reader } from '../../db/connect.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { takeTurns } from '../../turns.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import type { LeftOutTenancy } from './load-facts.ts';
import type { MessagePlan } from './plan-messages.ts';
import { isLeftOut, listTenanciesOfMessages, type RentMessageRow } from './queries.ts';
import type { LoadedMeans } from './read-settings.ts';
import { writeRentMessage } from './write-message.ts';

export async function presentRentMessages(
  db: Reader,
  rows: readonly RentMessageRow[],
): Promise<Unworded<RentMessage[]>> {
  const tenancies = await listTenanciesOfMessages(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    message_id: row.id,
    occasion: row.occasion,
    month: row.month,
    payment_id: row.payment_id,
    channel: row.channel,
    recipient: row.recipient,
    language: row.language,
    tenancies: (tenancies.get(row.id) ?? []).map(({ tenancy_id, shop_id, tenant_name }) => ({
      tenancy_id,
      shop_id,
      tenant_name,
    })),
    state: isLeftOut(row) ? 'left_out' : row.state,
    reason: restoreMessage(row.message),
    text: row.text,
    parts: row.parts,
    requested_by: row.requested_by,
    requested_at: row.requested_at,
    changed_at: row.changed_at,
  }));
}

export function presentLeftOut(leftOut: readonly LeftOutTenancy[]): Unworded<LeftOutOfMessages[]> {
  return leftOut.map(({ tenancy, reason }) => ({
    tenancy_id: tenancy.id,
    shop_id: tenancy.written_shop_id,
    tenant_name: tenancy.name,
    reason: apiMessage(reason),
  }));
}

/** Presents what would be sent now, with the parts of all text messages and what they cost. */
export async function presentPlan(
  { subject, messages, leftOut }: MessagePlan,
  { stored, shown }: LoadedMeans,
  centre: Pick<Centre, 'name' | 'officePhones' | 'hotline'>,
) {
  const planned: PlannedRentMessage[] = [];
  for (const { channel, recipient, language, facts } of messages) {
    await takeTurns();
    const { text, parts } = writeRentMessage({ subject, facts, language, channel }, { stored, centre });
    const shops = facts.map(({ tenancy }) => tenancy.written_shop_id).join(', ');
    planned.push({ channel, recipient, tenant_name: facts[0]?.tenancy.name ?? '', shops, language, text, parts });
  }
  const parts = planned.reduce((sum, one) => sum + one.parts, 0);
  return {
    ...shown,
    messages: planned,
    left_out: presentLeftOut(leftOut),
    parts,
    cost: toRupees(cents(parts * stored.part_cost_cents)),
  };
}
