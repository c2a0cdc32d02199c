import { finesToArrest } from '#billing/fine.ts';
import { findCharge, unpaidOfCharge } from '#billing/ledger.ts';
import { cents } from '#billing/money.ts';
import type { BulkActionEffect } from '#contract/bulk-actions.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader } from '../../db/connect.ts';
import type { Unworded } from '../../http/core/handler.ts';
import type { BulkPass } from '../bulk-actions/for-each-shop.ts';
import { type Arrest, arrestDebts } from '../ledger/arrest-debts.ts';

const fineArrest: Arrest = {
  kind: 'fine arrested',
  due: finesToArrest,
  owed(invoice) {
    const fine = findCharge(invoice, 'Fine');
    return fine ? unpaidOfCharge(fine) : cents(0);
  },
  audit: 'fines.audit.arrested',
  done: 'fines.arrest.done',
};

export function arrestFines(db: Reader, context: ActionContext, pass: BulkPass): Promise<Unworded<BulkActionEffect>> {
  return arrestDebts(db, context, { arrest: fineArrest, pass });
}
