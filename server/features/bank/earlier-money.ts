import { addDays, type Day, day, dayOf } from '#billing/calendar.ts';
import { type bank, MOST_UNMATCHED } from '#contract/bank.ts';
import type { Body } from '#contract/call.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { type BankPayment, type BankPaymentRow, listBankPayments } from '../cash/bank-payment-queries.ts';
import { recordBankDay } from '../cash/record-bank-day.ts';
import { bankSession } from '../cash/sessions.ts';
import { bankHandover } from '../gate/bank-handover.ts';
import { getBankAccount } from './accounts.ts';
import { partKey } from './load-known-money.ts';
import { listClosedSessions, listGateCash } from './part-queries.ts';
import { gateCashPart, type KnownPart, sessionPart } from './parts.ts';
import { lockBankAccounts } from './queries.ts';

type NamedParts = Body<typeof bank.clearEarlier>['parts'];

const BEGINNING = day('1900-01-01');
const KINDS: readonly BankPayment[] = ['cheque', 'electronic'];

/**
 * Loads money from before the first day of an account that the bank may have had by then, and for which nobody recorded
 * it. No line of the account will name it.
 */
export async function loadEarlierMoney(db: Reader, startsOn: Day): Promise<KnownPart[]> {
  const parts: KnownPart[] = [];
  for (const kind of KINDS)
    for (const row of await listBankPayments(db, kind, { isOpen: true, most: MOST_UNMATCHED }))
      if (isBefore(row, startsOn)) parts.push(earlierPayment(row));
  const sessions = await listClosedSessions(db, BEGINNING);
  const cash = sessions.filter((row) => row.banked_on === null && row.cents > 0 && dayOf(row.closed_at) < startsOn);
  const gate = (await listGateCash(db, BEGINNING)).filter(
    (row) => row.banked_on === null && row.cents > 0 && dayOf(row.received_at) < startsOn,
  );
  return [...parts, ...cash.map(sessionPart), ...gate.map(gateCashPart)];
}

/** Records that the bank had money on the day before the first day of an account. */
export async function clearEarlierMoney(
  tx: Writer,
  context: ActionContext,
  { id, parts }: { id: number; parts: NamedParts },
): Promise<number> {
  await lockBankAccounts(tx);
  const account = await getBankAccount(tx, id);
  const known = new Map((await loadEarlierMoney(tx, account.starts_on)).map((part) => [partKey(part), part]));
  const dayBefore = addDays(account.starts_on, -1);
  const named = new Set(parts.map(partKey));
  for (const key of named) {
    const part = known.get(key);
    if (!part) throw new Refusal('bank_part_not_found');
    await recordBanked(tx, context, { part, day: dayBefore });
  }
  return named.size;
}

async function recordBanked(
  tx: Writer,
  context: ActionContext,
  { part: { kind, id, method }, day: at }: { part: KnownPart; day: Day },
): Promise<void> {
  if (kind === 'cash') return bankSession(tx, context, { id, day: at, part: 'to_bank' });
  if (kind === 'gate_cash') return bankHandover(tx, context, { id, day: at });
  await recordBankDay(tx, context, { kind: method === 'Cheque' ? 'cheque' : 'electronic', ids: [id], day: at });
}

/** A cheque of a later day cannot have been at the bank. */
function isBefore({ effective_at, cheque_date }: BankPaymentRow, startsOn: Day): boolean {
  return dayOf(effective_at) < startsOn && (cheque_date === null || cheque_date < startsOn);
}

function earlierPayment(row: BankPaymentRow): KnownPart {
  const { id, cents, shop_id, tenant_name, method, cheque_number, effective_at } = row;
  return {
    kind: 'payment',
    id,
    cents,
    shop_id,
    name: tenant_name,
    method,
    cheque_number,
    day: dayOf(effective_at),
    isAtBank: false,
  };
}
