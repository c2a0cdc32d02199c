import { fold } from '#billing/fold.ts';
import { type Cents, cents, writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { subjectOf, writeAudit } from '../audit/write-audit.ts';
import { effectiveAt, loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { insertLedgerEntry, updateBalance } from '../ledger/queries.ts';
import { type RecomputedLedger, recomputeLedger, type Waiver } from '../ledger/recompute-ledger.ts';

/**
 * The difference from the current balance is recorded as a ledger entry. A positive balance pays open charges
 * immediately (docs/rules.md, Fold).
 */
export async function setBalance(
  tx: Writer,
  context: ActionContext,
  {
    shopId,
    tenancyId,
    ...wanted
  }: {
    shopId: string;
    tenancyId?: number | undefined;
    cents: Cents;
    reason?: string | undefined;
    waiver?: Waiver | undefined;
  },
): Promise<RecomputedLedger & { changedCents: Cents }> {
  const opened = await loadLedgerForUpdate(tx, shopId, tenancyId);
  const at = effectiveAt(opened, context);
  // Entries that take effect later are left out, because the invoices that were generated in advance have not used the
  // balance yet.
  const before = fold(opened.entries.filter((entry) => entry.at <= at)).balanceCents;
  const difference = cents(wanted.cents - before);
  if (difference !== 0) {
    await insertLedgerEntry(tx, context, {
      tenancy: opened.tenancy,
      kind: 'balance',
      effective_at: at,
      cents: difference,
      note: wanted.reason ?? '',
    });
  }
  const recomputed = await recomputeLedger(tx, context, { before: opened, waiver: wanted.waiver });
  // The time is stored whenever the requested balance differs from the current one, even if open charges use the whole
  // difference immediately.
  if (difference !== 0) {
    const { balanceCents: balance_cents } = recomputed.ledger;
    await updateBalance(tx, opened.tenancy, { balance_cents, balance_at: context.now });
  }
  await writeAudit(tx, context, {
    type: 'Balance Set',
    description: apiMessage('shop-summary.audit.balance_set', { shop: opened.shop.shop_id }),
    subject: subjectOf(opened),
    oldValue: writeDecimal(before),
    newValue: writeDecimal(wanted.cents),
    ...(wanted.reason !== undefined && { reason: wanted.reason }),
  });
  const balance_at = difference === 0 ? opened.tenancy.balance_at : context.now;
  return { ...recomputed, tenancy: { ...opened.tenancy, balance_at }, changedCents: cents(Math.abs(difference)) };
}
