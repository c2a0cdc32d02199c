import { fold } from '#billing/fold.ts';
import { type Cents, cents, toRupees } from '#billing/money.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { effectiveAt, loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { insertLedgerEntry } from '../ledger/queries.ts';
import { type RecomputedLedger, recomputeLedger } from '../ledger/recompute-ledger.ts';

/**
 * Sets the balance of a shop: recorded as the difference from what stands, and what is above 0 settles open charges at
 * once (books.md, The order of facts). Refuses an unknown shop.
 */
export async function setBalance(
  tx: Writer,
  context: ActionContext,
  shopId: string,
  wanted: { cents: Cents; reason?: string | undefined; waivedInvoices?: readonly string[] | undefined },
): Promise<RecomputedLedger> {
  const opened = await loadLedgerForUpdate(tx, shopId);
  const at = effectiveAt(opened, context);
  // A bill made ahead takes its money when it stands, not now.
  const standing = fold(opened.entries.filter((entry) => entry.at <= at)).balanceCents;
  const difference = cents(wanted.cents - standing);
  if (difference !== 0) {
    await insertLedgerEntry(tx, context, opened.shop, {
      kind: 'balance',
      effective_at: at,
      cents: difference,
      tenant_id: opened.tenantId,
      note: wanted.reason ?? '',
    });
  }
  const settled = await recomputeLedger(tx, context, opened, { waivedInvoices: wanted.waivedInvoices });
  await writeAudit(tx, context, {
    type: 'Balance Set',
    description: `Balance of shop ${opened.shop.shop_id} set`,
    shopId: opened.shop.shop_id,
    oldValue: String(toRupees(standing)),
    newValue: String(toRupees(wanted.cents)),
    ...(wanted.reason !== undefined && { reason: wanted.reason }),
  });
  return settled;
}
