import { invoicesToArrest } from '#billing/fine.ts';
import { unpaidOfInvoice } from '#billing/ledger.ts';
import type { BulkActionEffect } from '#contract/bulk-actions.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader } from '../../db/connect.ts';
import type { Unworded } from '../../http/core/handler.ts';
import type { BulkPass } from '../bulk-actions/for-each-shop.ts';
import { type Arrest, arrestDebts } from '../ledger/arrest-debts.ts';

const invoiceArrest: Arrest = {
  kind: 'invoice arrested',
  due: invoicesToArrest,
  owed: unpaidOfInvoice,
  audit: 'invoices.audit.arrested',
  done: 'invoices.arrest.done',
};

export function arrestInvoices(
  db: Reader,
  context: ActionContext,
  pass: BulkPass,
): Promise<Unworded<BulkActionEffect>> {
  return arrestDebts(db, context, { arrest: invoiceArrest, pass });
}
