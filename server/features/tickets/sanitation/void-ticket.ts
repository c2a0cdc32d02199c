import { toRupees } from '#billing/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Act } from '#server/action-context.ts';
import type { Writer } from '#server/db/connect.ts';
import { noteVoid } from '../audit-ticket.ts';
import { lowerSum } from '../queries.ts';
import { presentNumber } from './present.ts';
import { markVoid } from './queries.ts';

/**
 * Takes a ticket back: it leaves lists and sums, and stays as void with who, when and why; its number is not used again
 * (wire.md, section 5). Refuses one that is unknown or void already.
 */
export async function voidTicket(tx: Writer, act: Act, id: number, reason: string): Promise<void> {
  const row = await markVoid(tx, act, id, reason);
  if (!row) throw new Refusal('ticket_not_found');
  const kind = String(toRupees(row.cents));
  await lowerSum(tx, { subject: 'sanitation', day: row.issued_day, kind }, row.cents);
  await noteVoid(tx, act, `Sanitation ticket ${presentNumber(row)}`, row);
}
