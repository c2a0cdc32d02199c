import { type Day, dayOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { type CountedMoney, MOST_CHEQUES, type ReceivedCheque } from '#contract/cash.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { isCheque } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type ChequeRow, findCheques, listCheques, putClearedCheque, sumPendingCheques } from './cheque-queries.ts';
import { presentCounted } from './movements.ts';

interface Cheques {
  cheques: ReceivedCheque[];
  pending: CountedMoney;
}

export async function loadCheques(db: Reader, state: 'pending' | 'cleared'): Promise<Cheques> {
  const rows = await listCheques(db, { isPending: state === 'pending', most: MOST_CHEQUES });
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
  const rows = await loadRows(tx, [...new Set(ids)]);
  if (day !== null) checkDay(rows, { day, today: dayOf(context.now) });
  for (const row of rows) {
    if (row.cleared_on === day) continue;
    await putClearedCheque(tx, context, { id: row.id, day });
    await auditCleared(tx, context, { row, day });
  }
  return {
    cheques: rows.map((row) => presentCheque({ ...row, cleared_on: day })),
    pending: await loadPendingCheques(tx),
  };
}

async function loadRows(tx: Writer, ids: readonly number[]): Promise<ChequeRow[]> {
  const found = new Map((await findCheques(tx, ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    if (!row) throw new Refusal('payment_not_found');
    if (!isCheque(row.method)) throw new Refusal('not_a_cheque');
    return row;
  });
}

function checkDay(rows: readonly ChequeRow[], { day, today }: { day: Day; today: Day }): void {
  const first = rows.map(receivedOn).reduce((one, other) => (one > other ? one : other));
  if (day >= first && day <= today) return;
  const message = apiMessage('cash.bank.day_range', { first: { day: first }, last: { day: today } });
  throw badInput([{ field: 'cleared_on', message }]);
}

async function auditCleared(
  tx: Writer,
  context: ActionContext,
  { row, day }: { row: ChequeRow; day: Day | null },
): Promise<void> {
  const id = String(row.id);
  await writeAudit(tx, context, {
    type: 'Cheque Cleared',
    description:
      day === null
        ? apiMessage('cash.audit.cheque_pending', { id })
        : apiMessage('cash.audit.cheque_cleared', { id, day: { day } }),
    shopId: row.shop_id,
    ...(row.cleared_on !== null && { oldValue: row.cleared_on }),
    ...(day !== null && { newValue: day }),
  });
}

function receivedOn({ recorded_at }: ChequeRow): Day {
  return dayOf(recorded_at);
}

function presentCheque(row: ChequeRow): ReceivedCheque {
  return {
    payment_id: row.id,
    shop_id: row.shop_id,
    tenancy_id: row.tenancy_id,
    tenant_name: row.tenant_name,
    cheque_number: row.cheque_number,
    cheque_bank: row.cheque_bank,
    cheque_date: row.cheque_date,
    amount: toRupees(row.cents),
    received_on: receivedOn(row),
    received_by: row.receiver ?? row.recorded_by,
    cleared_on: row.cleared_on,
  };
}
