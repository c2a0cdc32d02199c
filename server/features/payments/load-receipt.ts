import { Refusal } from '#contract/refusals.ts';
import type { Reader } from '../../db/connect.ts';
import { chooseTenancy, loadLedger } from '../ledger/load-ledger.ts';
import { findPreviousNumbers } from '../ledger/queries.ts';
import { findShop } from '../shops/queries.ts';
import { countPrints, findEntryHash, findPayment, listCorrections } from './queries.ts';

export async function loadReceipt(db: Reader, paymentId: number) {
  const payment = await findPayment(db, paymentId);
  const shop = payment && payment.kind === 'payment' ? await findShop(db, payment.shop_id) : undefined;
  if (!payment || !shop) throw new Refusal('payment_not_found');
  return {
    payment,
    opened: await loadLedger(db, { shop, tenancy: await chooseTenancy(db, shop, payment.tenancy_id) }),
    corrections: await listCorrections(db, payment),
    timesPrinted: await countPrints(db, payment.id),
    entryHash: await findEntryHash(db, payment),
    previousNumber: (await findPreviousNumbers(db, 'payments', [payment.id])).get(payment.id),
  };
}
