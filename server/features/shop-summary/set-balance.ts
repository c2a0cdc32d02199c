import { fold } from '#billing/fold.ts';
import { type Cents, cents, toRupees } from '#billing/money.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { momentFor, openBooks } from '../ledger/load-ledger.ts';
import { insertFact } from '../ledger/queries.ts';
import { type SettledBooks, settleBooks } from '../ledger/recompute-ledger.ts';

/**
 * Sets the balance of a shop: recorded as the difference from what stands, and what is above 0 settles open charges at
 * once (books.md, The order of facts). Refuses an unknown shop.
 */
export async function setBalance(
  tx: Writer,
  act: Act,
  shopId: string,
  wanted: { cents: Cents; reason?: string | undefined; spared?: readonly string[] | undefined },
): Promise<SettledBooks> {
  const opened = await openBooks(tx, shopId);
  const at = momentFor(opened, act);
  // A bill made ahead takes its money when it stands, not now.
  const standing = fold(opened.facts.filter((fact) => fact.at <= at)).balanceCents;
  const difference = cents(wanted.cents - standing);
  if (difference !== 0) {
    await insertFact(tx, act, opened.shop, {
      kind: 'balance',
      effective_at: at,
      cents: difference,
      tenant_id: opened.tenantId,
      note: wanted.reason ?? '',
    });
  }
  const settled = await settleBooks(tx, act, opened, { spared: wanted.spared });
  await noteEvent(tx, act, {
    type: 'Balance Set',
    description: `Balance of shop ${opened.shop.shop_id} set`,
    shopId: opened.shop.shop_id,
    oldValue: String(toRupees(standing)),
    newValue: String(toRupees(wanted.cents)),
    ...(wanted.reason !== undefined && { reason: wanted.reason }),
  });
  return settled;
}
