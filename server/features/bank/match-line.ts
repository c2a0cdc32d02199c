import { addDays, type Day, dayNumber, dayOf } from '#billing/calendar.ts';
import { type Cents, cents, sumCents, writeDecimal } from '#billing/money.ts';
import type { bank } from '#contract/bank.ts';
import type { Body } from '#contract/call.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { type BankIgnoredKind, isCheque } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { RequestContext } from '../../http/core/read-request.ts';
import { accountsOpenTo } from '../approvals/account-changes.ts';
import type { NamingRequest } from '../approvals/name-giving.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { recordBankDay } from '../cash/record-bank-day.ts';
import { bankSession } from '../cash/sessions.ts';
import { endClaimsOf } from '../claims/end-claims.ts';
import { bankHandover } from '../gate/bank-handover.ts';
import { loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { nameReversed } from '../payments/name-reversed.ts';
import { recordPayment } from '../payments/record-payment.ts';
import { CHEQUE_RETURNED, voidUnpaid } from '../payments/void-unpaid.ts';
import { lockShops } from '../shops/queries.ts';
import { findTenancy, type TenancyOfShopRow } from '../tenants/queries.ts';
import {
  type BankEntryRow,
  findClosedSession,
  findGateCash,
  findPaidBack,
  findReceived,
  insertParts,
  listUnmatched,
} from './part-queries.ts';
import { type BankLineRow, findBankLine, insertMatch, lineStateOf, lockBankAccounts } from './queries.ts';

type Ask = Pick<RequestContext<typeof bank.match>, 'params' | 'body'> & NamingRequest;
type PartInput = Body<typeof bank.match>['parts'][number];

/** A part that is found, and how it is recorded. `record` returns what is stored of it. */
interface FoundPart {
  cents: Cents;
  shopId?: string;
  record: (tx: Writer, context: ActionContext, at: { line: BankLineRow; isWitnessed: boolean }) => Promise<StoredPart>;
}

interface StoredPart {
  kind: 'payment' | 'returned_cheque' | 'paid_back' | 'cash' | 'kept_cash' | 'gate_cash';
  subject_id: number;
  day_before: Day | null;
  is_new: number;
}

/** Records what an open line is. The parts are exactly its amount. */
export async function matchLine(tx: Writer, ask: Ask): Promise<void> {
  const { params, body, context } = ask;
  const line = await lockOpenLine(tx, params.id);
  const parts: FoundPart[] = [];
  for (const part of body.parts) parts.push(await findPart(tx, ask, part));
  const keys = new Set(body.parts.map(({ kind, id }) => `${kind} ${id}`));
  const sum = sumCents(parts.map((part) => part.cents));
  if (sum !== line.cents || keys.size < body.parts.length) throw partsDiffer(line, sum);
  if (!body.although_recorded) await refuseRecorded(tx, line, body.parts);
  await lockShops(
    tx,
    parts.flatMap(({ shopId }) => shopId ?? []),
  );
  const matchId = await insertMatch(tx, context, { line_id: line.id, ignored_as: null, note: '' });
  const isWitnessed = await isImportedByOther(tx, context, line);
  for (const part of parts) {
    const stored = await part.record(tx, context, { line, isWitnessed });
    await insertParts(tx, [{ ...stored, match_id: matchId, cents: part.cents, is_open: 1 }]);
  }
  await writeAudit(tx, context, {
    type: 'Bank Line Matched',
    description: apiMessage('bank.audit.matched', { day: { day: line.day }, text: line.text, count: parts.length }),
    newValue: writeDecimal(line.cents),
  });
}

/** Records that an open line has nothing to do with tenants. */
export async function ignoreLine(
  tx: Writer,
  context: ActionContext,
  { id, kind, note }: { id: number; kind: BankIgnoredKind; note: string },
): Promise<void> {
  const line = await lockOpenLine(tx, id);
  await insertMatch(tx, context, { line_id: line.id, ignored_as: kind, note });
  await writeAudit(tx, context, {
    type: 'Bank Line Ignored',
    description: apiMessage('bank.audit.ignored', {
      day: { day: line.day },
      text: line.text,
      kind: apiMessage(`words.bankIgnored.${kind}`),
    }),
    newValue: writeDecimal(line.cents),
    ...(note !== '' && { reason: note }),
  });
}

async function lockOpenLine(tx: Writer, id: number): Promise<BankLineRow> {
  await lockBankAccounts(tx);
  const line = await findBankLine(tx, id);
  if (!line) throw new Refusal('bank_line_not_found');
  if (lineStateOf(line) !== 'open') throw new Refusal('bank_line_done');
  return line;
}

function partsDiffer(line: BankLineRow, sum: Cents): Refusal {
  const amounts = { line: writeDecimal(line.cents), parts: writeDecimal(sum) };
  return new Refusal('bank_parts_differ', { message: apiMessage('refusals.bank_parts_differ.amounts', amounts) });
}

/** Own money on a statement that somebody else imported was seen by two people. */
async function isImportedByOther(db: Reader, context: ActionContext, line: BankLineRow): Promise<boolean> {
  if (context.accountId === undefined || line.imported_by_id === null) return false;
  return !(await accountsOpenTo(db, context.accountId, context)).has(line.imported_by_id);
}

function findPart(tx: Writer, ask: Ask, part: PartInput): Promise<FoundPart> {
  switch (part.kind) {
    case 'payment':
      return findPaymentPart(tx, part.id);
    case 'new_payment':
      return findNewPart(tx, part);
    case 'returned_cheque':
      return findReturnedPart(tx, ask, part.id);
    case 'paid_back':
      return findPaidBackPart(tx, part.id);
    case 'cash':
    case 'kept_cash':
      return findSessionPart(tx, part.kind, part.id);
    case 'gate_cash':
      return findGateCashPart(tx, part.id);
  }
}

function partNotFound(): Refusal {
  return new Refusal('bank_part_not_found');
}

/** A returned cheque is void: the bank had its money for some days, and no day is recorded for it again. */
async function findPaymentPart(tx: Writer, id: number): Promise<FoundPart> {
  const row = await findReceived(tx, id);
  if (!row?.is_unmatched) throw partNotFound();
  const stored = { kind: 'payment', subject_id: id, day_before: row.cleared_on, is_new: 0 } as const;
  return {
    cents: row.cents,
    async record(_, context, { line, isWitnessed }) {
      if (row.voided_at === null) {
        await recordDay(tx, context, { row, line, isWitnessed });
        await endClaimsOf(tx, context, { id, tenancy_id: row.tenancy_id, cents: row.cents, day: line.day });
      }
      return stored;
    },
  };
}

function recordDay(
  tx: Writer,
  context: ActionContext,
  { row, line, isWitnessed }: { row: Pick<BankEntryRow, 'id' | 'method'>; line: BankLineRow; isWitnessed: boolean },
) {
  const kind = isCheque(row.method) ? 'cheque' : 'electronic';
  return recordBankDay(tx, context, { kind, ids: [row.id], day: line.day, isWitnessed });
}

async function findNewPart(tx: Writer, { id, amount }: PartInput): Promise<FoundPart> {
  const tenancy = await findTenancy(tx, id);
  if (!tenancy || amount === undefined) throw partNotFound();
  return {
    cents: amount,
    shopId: tenancy.written_shop_id,
    record: (_, context, at) => recordNewPayment(tx, context, { ...at, tenancy, amount }),
  };
}

const LONGEST_NOTE = 200;

async function recordNewPayment(
  tx: Writer,
  context: ActionContext,
  {
    tenancy,
    amount,
    line,
    isWitnessed,
  }: { tenancy: TenancyOfShopRow; amount: Cents; line: BankLineRow; isWitnessed: boolean },
): Promise<StoredPart> {
  const { paymentId } = await recordPayment(tx, context, {
    opened: await loadLedgerForUpdate(tx, tenancy.written_shop_id, tenancy.id),
    cents: amount,
    day: line.day,
    method: 'Bank Transfer',
    note: line.text.slice(0, LONGEST_NOTE),
  });
  await recordDay(tx, context, { row: { id: paymentId, method: 'Bank Transfer' }, line, isWitnessed });
  await endClaimsOf(tx, context, { id: paymentId, tenancy_id: tenancy.id, cents: amount, day: line.day });
  return { kind: 'payment', subject_id: paymentId, day_before: null, is_new: 1 };
}

async function findReturnedPart(tx: Writer, ask: Ask, id: number): Promise<FoundPart> {
  const row = await findReceived(tx, id);
  if (!row?.is_return_unmatched || !isCheque(row.method)) throw partNotFound();
  return {
    cents: cents(-row.cents),
    async record(_, context, { line }) {
      if (row.voided_at === null) {
        const returned = { unpaid: CHEQUE_RETURNED, id, reason: line.text.slice(0, LONGEST_NOTE), day: line.day };
        const { reversed } = await voidUnpaid(tx, context, returned);
        nameReversed(tx, ask, { kind: 'cheque_returned', reason: returned.reason, reversed });
      }
      return { kind: 'returned_cheque', subject_id: id, day_before: row.cleared_on, is_new: 0 };
    },
  };
}

async function findPaidBackPart(tx: Writer, id: number): Promise<FoundPart> {
  const row = await findPaidBack(tx, id);
  if (!row?.is_unmatched) throw partNotFound();
  return {
    cents: row.cents,
    record: async () => ({ kind: 'paid_back', subject_id: id, day_before: null, is_new: 0 }),
  };
}

async function findSessionPart(tx: Writer, kind: 'cash' | 'kept_cash', id: number): Promise<FoundPart> {
  const row = await findClosedSession(tx, id);
  const isCash = kind === 'cash';
  if (!row || !(isCash ? row.is_unmatched : row.is_kept_unmatched)) throw partNotFound();
  const before = isCash ? row.banked_on : row.kept_banked_on;
  if (!isCash && before === null && row.is_followed) throw partNotFound();
  return {
    cents: isCash ? row.cents : row.kept_cents,
    async record(_, context, { line, isWitnessed }) {
      const part = isCash ? 'to_bank' : 'kept';
      if (before === null) await bankSession(tx, context, { id, day: line.day, part, isWitnessed });
      return { kind, subject_id: id, day_before: before, is_new: 0 };
    },
  };
}

async function findGateCashPart(tx: Writer, id: number): Promise<FoundPart> {
  const row = await findGateCash(tx, id);
  if (!row?.is_unmatched) throw partNotFound();
  return {
    cents: row.cents,
    async record(_, context, { line, isWitnessed }) {
      if (row.banked_on === null) await bankHandover(tx, context, { id, day: line.day, isWitnessed });
      return { kind: 'gate_cash', subject_id: id, day_before: row.banked_on, is_new: 0 };
    },
  };
}

/** Five working days. */
const DAYS_APART = 7;

/** Refuses a new payment of money that is recorded already, unless the person says that it is another one. */
async function refuseRecorded(tx: Reader, line: BankLineRow, parts: readonly PartInput[]): Promise<void> {
  const added = parts.filter(({ kind }) => kind === 'new_payment');
  if (added.length === 0) return;
  const named = new Set(parts.flatMap(({ kind, id }) => (kind === 'payment' ? [id] : [])));
  const recorded = await listUnmatched(tx, addDays(line.day, -DAYS_APART));
  const same = recorded.find(
    (row) =>
      row.is_unmatched &&
      row.voided_at === null &&
      !isCheque(row.method) &&
      !named.has(row.id) &&
      Math.abs(dayNumber(dayOf(row.effective_at)) - dayNumber(line.day)) <= DAYS_APART &&
      added.some(({ id, amount }) => id === row.tenancy_id && amount === row.cents),
  );
  if (same)
    throw new Refusal('bank_payment_recorded', {
      message: apiMessage('refusals.bank_payment_recorded.number', { id: String(same.id) }),
    });
}
