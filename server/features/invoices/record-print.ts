import { Refusal } from '#contract/refusals.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { raiseInvoicePrints } from './queries.ts';

/** Notes that an invoice was printed and gives how often that was. Refuses an unknown one. */
export async function notePrint(tx: Writer, act: Act, id: string): Promise<number> {
  const printed = await raiseInvoicePrints(tx, id);
  if (!printed) throw new Refusal('invoice_not_found');
  await noteEvent(tx, act, {
    type: 'Invoice Printed',
    description: `Invoice ${printed.number} printed`,
    shopId: printed.shopId,
    invoiceId: printed.number,
    newValue: String(printed.times),
  });
  return printed.times;
}
