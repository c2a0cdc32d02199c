import { type Day, dayOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { type CountedMoney, MOST_CHEQUES, type ReceivedCheque } from '#contract/cash.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { type BankPaymentRow, listBankPayments, sumPendingCheques } from './bank-payment-queries.ts';
import { presentCounted } from './movements.ts';
import { recordBankDay } from './record-bank-day.ts';

interface Cheques {
  cheques: ReceivedCheque[];
  pending: CountedMoney;
}

export async function loadCheques(db: Reader, state: 'pending' | 'cleared'): Promise<Cheques> {
  const rows = await listBankPayments(db, 'cheque', { isOpen: state === 'pending', most: MOST_CHEQUES });
  return { cheques: rows.map(presentCheque), pending: await loadPendingCheques(db) };
}

export async function loadPendingCheques(db: Reader): Promise<CountedMoney> {
  return presentCounted(await sumPendingCheques(db));
}

/** Records that the bank paid cheques on a day. Without a day, records that they are pending again. */
export async function clearCheques(
  tx: Writer,
  context: ActionContext,
  { ids, day }: { ids: readonly number[]; day: Day | null },
): Promise<Cheques> {
  const rows = await recordBankDay(tx, context, { kind: 'cheque', ids, day });
  return { cheques: rows.map(presentCheque), pending: await loadPendingCheques(tx) };
}

function presentCheque(row: BankPaymentRow): ReceivedCheque {
  return {
    payment_id: row.id,
    shop_id: row.shop_id,
    tenancy_id: row.tenancy_id,
    tenant_name: row.tenant_name,
    cheque_number: row.cheque_number,
    cheque_bank: row.cheque_bank,
    cheque_date: row.cheque_date,
    amount: toRupees(row.cents),
    received_on: dayOf(row.recorded_at),
    received_by: row.receiver ?? row.recorded_by,
    cleared_on: row.cleared_on,
  };
}
