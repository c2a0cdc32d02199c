import { type Cents, sumCents } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { LedgerEntryKind } from '../../db/tables/ledger-tables.ts';
import { type LoadedLedger, loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { findLedgerOfPayment, type LedgerEntryRow, voidLedgerEntries } from '../ledger/queries.ts';
import { findPayment } from './queries.ts';

export interface LoadedPayment {
  opened: LoadedLedger;
  entry: LedgerEntryRow;
}

export interface ReversedPayment {
  paymentId: number;
  cents: Cents;
  shopId: string;
  tenant: string;
}

export async function loadPaymentForUpdate(
  tx: Writer,
  id: number,
  kinds?: readonly LedgerEntryKind[],
): Promise<LoadedPayment> {
  const found = await findLedgerOfPayment(tx, id, kinds);
  if (!found) throw await paymentNotFound(tx, id);
  const opened = await loadLedgerForUpdate(tx, found.shop_id, found.tenancy_id);
  return { opened, entry: await getPaymentEntry(tx, opened, id) };
}

export async function getPaymentEntry(db: Reader, opened: LoadedLedger, id: number): Promise<LedgerEntryRow> {
  // The payment may have been voided while this transaction waited for the shop.
  const entry = opened.rows.find((row) => row.id === id);
  if (!entry) throw await paymentNotFound(db, id);
  return entry;
}

export async function paymentNotFound(db: Reader, id: number): Promise<Refusal> {
  const isVoid = (await findPayment(db, id)) !== undefined;
  return new Refusal(
    'payment_not_found',
    isVoid ? { message: apiMessage('refusals.payment_not_found.void') } : undefined,
  );
}

/**
 * Voids a payment with all its corrections, or a single correction. The caller must recompute the ledger afterwards.
 */
export async function voidPayment(
  tx: Writer,
  context: ActionContext,
  { opened, entry, reason, movesCash }: LoadedPayment & { reason: string; movesCash?: boolean },
): Promise<{ reversed: ReversedPayment; corrections: number }> {
  const corrections = opened.rows.filter((row) => row.payment_id === entry.id);
  const voided = [entry, ...corrections];
  await voidLedgerEntries(tx, context, { ids: voided.map((row) => row.id), reason, movesCash });
  const cents = sumCents(voided.map((row) => row.cents));
  return { reversed: reversedPayment(opened, entry, cents), corrections: corrections.length };
}

export function reversedPayment({ shop, tenancy }: LoadedLedger, entry: LedgerEntryRow, cents: Cents): ReversedPayment {
  return { paymentId: entry.id, cents, shopId: shop.shop_id, tenant: tenancy.name };
}
