import { addDays, type Day, dayOf } from '#billing/calendar.ts';
import { cents, toRupees } from '#billing/money.ts';
import {
  type ChequeList,
  type ChequeSums,
  type CountedMoney,
  DAYS_OF_ENDED_CHEQUES,
  MOST_CHEQUES,
  type ReceivedCheque,
} from '#contract/cash.ts';
import { isTooOld } from '#contract/cheques.ts';
import type { ChequeStage } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import {
  type BankPaymentRow,
  countReturned,
  listBankPayments,
  listReturnedCheques,
  sumCheques,
  sumPendingCheques,
} from './bank-payment-queries.ts';
import { presentCounted } from './movements.ts';
import { listNamesByEmail } from './queries.ts';
import { recordBankDay, recordDeposit } from './record-bank-day.ts';

interface Cheques {
  cheques: ReceivedCheque[];
  pending: CountedMoney;
}

export async function loadCheques(db: Reader, list: ChequeList, today: Day): Promise<Cheques> {
  return presentCheques(db, await listCheques(db, list), today);
}

function listCheques(db: Reader, list: ChequeList): Promise<BankPaymentRow[]> {
  if (list === 'returned') return listReturnedCheques(db, MOST_CHEQUES);
  const isDeposited = list === 'paid_in' ? true : list === 'in_hand' ? false : undefined;
  return listBankPayments(db, 'cheque', { isOpen: list !== 'cleared', most: MOST_CHEQUES, isDeposited });
}

/** Returns the sums of cheques by what has happened to them last. */
export async function loadChequeSums(db: Reader, today: Day): Promise<ChequeSums> {
  const rows = await sumCheques(db, addDays(today, 1 - DAYS_OF_ENDED_CHEQUES));
  const sumOf = (place: keyof ChequeSums) =>
    presentCounted(rows.find((row) => row.place === place) ?? { count: 0, cents: cents(0) });
  return {
    in_hand: sumOf('in_hand'),
    paid_in: sumOf('paid_in'),
    cleared: sumOf('cleared'),
    returned: sumOf('returned'),
  };
}

export async function loadPendingCheques(db: Reader): Promise<CountedMoney> {
  return presentCounted(await sumPendingCheques(db));
}

interface ChequeDay {
  ids: readonly number[];
  day: Day | null;
}

/** Records that the bank paid cheques on a day. Without a day, records that they are pending again. */
export async function clearCheques(tx: Writer, context: ActionContext, { ids, day }: ChequeDay): Promise<Cheques> {
  const rows = await recordBankDay(tx, context, { kind: 'cheque', ids, day });
  return presentCheques(tx, rows, dayOf(context.now));
}

export async function depositCheques(tx: Writer, context: ActionContext, given: ChequeDay): Promise<Cheques> {
  return presentCheques(tx, await recordDeposit(tx, context, given), dayOf(context.now));
}

const YEAR = 365;

async function presentCheques(db: Reader, rows: readonly BankPaymentRow[], today: Day): Promise<Cheques> {
  const tenantIds = [...new Set(rows.map(({ tenant_id }) => tenant_id))];
  const returned = await countReturned(db, { tenantIds, since: addDays(today, -YEAR) });
  const names = await listNamesByEmail(db, [...new Set(rows.flatMap((row) => row.cleared_by ?? []))]);
  return {
    cheques: rows.map((row) => presentCheque(row, { today, names, returned: returned.get(row.tenant_id) ?? 0 })),
    pending: await loadPendingCheques(db),
  };
}

interface Surroundings {
  today: Day;
  names: ReadonlyMap<string, string>;
  returned: number;
}

function presentCheque(row: BankPaymentRow, { today, names, returned }: Surroundings): ReceivedCheque {
  return {
    payment_id: row.id,
    is_deposit: row.kind === 'deposit received',
    shop_id: row.shop_id,
    tenancy_id: row.tenancy_id,
    tenant_name: row.tenant_name,
    cheque_number: row.cheque_number,
    cheque_bank: row.cheque_bank,
    cheque_date: row.cheque_date,
    ...(row.counts_from !== null && { counts_from: row.counts_from }),
    amount: toRupees(row.cents),
    received_on: dayOf(row.recorded_at),
    received_by: row.receiver ?? row.recorded_by,
    deposited_on: row.deposited_on,
    cleared_on: row.cleared_on,
    cleared_by: row.cleared_on === null ? null : (names.get(row.cleared_by ?? '') ?? row.cleared_by),
    returned_on: row.returned_on,
    stage: stageOf(row, today),
    returned_in_a_year: returned,
  };
}

/** The number of days within which a bank answers for a cheque. */
const DAYS_TO_ANSWER = 3;

function stageOf(row: BankPaymentRow, today: Day): ChequeStage {
  const { cheque_date, effective_at, deposited_on, cleared_on, returned_on } = row;
  if (returned_on !== null) return 'returned';
  if (cleared_on !== null) return 'cleared';
  if (deposited_on !== null) return addDays(deposited_on, DAYS_TO_ANSWER) <= today ? 'unanswered' : 'deposited';
  const day = cheque_date ?? dayOf(effective_at);
  if (day > addDays(today, 1)) return 'later';
  if (isTooOld(cheque_date, today)) return 'expired';
  return day < today ? 'overdue' : 'due';
}
