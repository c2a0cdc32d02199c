import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  firstDayOf,
  type Instant,
  type InstantRange,
  instantsOfMonths,
  type Month,
} from '#billing/calendar.ts';
import { type Cents, cents, sumCents } from '#billing/money.ts';
import { taxPeriodOf } from '#billing/tax/tax-period.ts';
import { isElectronic, type PaymentMethod, paymentMethods } from '#contract/words.ts';
import { findClosedMonth } from '../../db/closed-months.ts';
import type { Reader } from '../../db/connect.ts';
import { listBankAccounts } from '../bank/queries.ts';
import { loadReconciliation } from '../bank/reconcile.ts';
import { type BankPayment, listBankPayments } from '../cash/bank-payment-queries.ts';
import { listClaimsUntil } from '../claims/queries.ts';
import { readLines } from '../ledger/read-lines.ts';
import { listScheduleFiles } from '../tax/queries.ts';
import { taxSetting, taxSettingsOf } from '../tax/read-setup.ts';
import type { MonthPartSums } from './present.ts';
import {
  listBillsOfMonth,
  listHandoversUntil,
  listOpenShiftsUntil,
  listReceivedBetween,
  listSessionsUntil,
  listTenanciesBetween,
  listUnpaidUntil,
} from './queries.ts';

/** The largest number of open payments that are read. */
const MOST_OPEN = 100_000;

interface LoadedMonth {
  parts: MonthPartSums[];
  collected: { method: PaymentMethod; count: number; cents: Cents }[];
  accounts: BankAccountOfMonth[];
}

interface BankAccountOfMonth {
  id: number;
  name: string;
  lines: number;
  openLines: number;
  openCents: Cents;
  /** Null if the bank states no balance. */
  unexplained: Cents | null;
}

/** What is recorded as at the bank since the first day of the account, and no line of any account has. */
type ReconciledAccount = BankAccountOfMonth & { outstanding: PartSums };

interface Asked {
  month: Month;
  first: Day;
  last: Day;
  span: InstantRange;
  today: Day;
}

/** Returns the last day of a month. */
export function lastDayOfMonth(month: Month): Day {
  return addDays(addMonths(firstDayOf(month), 1), -1);
}

/** Loads what a month is made of, and what of it is not done. What was open before the month and is open is counted too. */
export async function loadMonth(db: Reader, month: Month, now: Instant): Promise<LoadedMonth> {
  const span = instantsOfMonths(month);
  const asked = { month, first: firstDayOf(month), last: lastDayOfMonth(month), span, today: dayOf(now) };
  const received = await listReceivedBetween(db, span);
  const accounts = await loadBankAccounts(db, asked);
  const parts = [
    ...(await loadBills(db, asked)),
    await loadOpenPayments(db, asked, { part: 'confirmed', kind: 'electronic', received }),
    await loadOpenPayments(db, asked, { part: 'cheques', kind: 'cheque', received }),
    ...(await loadCash(db, asked)),
    await loadGate(db, asked),
    sumCashInHand(received),
    await loadClaims(db, asked, now),
    ...sumAccounts(accounts),
    await loadOverdue(db, asked),
    ...(await loadVat(db, asked)),
  ];
  const collected = sumByMethod(received);
  return { parts, collected, accounts: accounts.map(({ outstanding: _, ...account }) => account) };
}

/** Loads the page of a month: as it was closed, if it is. */
export async function loadMonthPage(db: Reader, month: Month, now: Instant): Promise<LoadedMonth> {
  const closed = await findClosedMonth(db, month);
  return closed ? (JSON.parse(closed.page) as LoadedMonth) : loadMonth(db, month, now);
}

type PartSums = Pick<MonthPartSums, 'open' | 'openCents'>;

const none = { cents: null, open: 0, openCents: null } as const;

async function loadBills(db: Reader, { month, first, last }: Asked): Promise<MonthPartSums[]> {
  const bills = await listBillsOfMonth(db, month);
  const billed = new Set(bills.map(({ tenancy_id }) => tenancy_id));
  const missing = (await listTenanciesBetween(db, { first, last })).filter(({ id }) => !billed.has(id));
  const isPrinted = (bill: (typeof bills)[number]) => bill.times_printed > 0;
  const isSent = ({ mails, messages }: (typeof bills)[number]) => Number(mails) + Number(messages) > 0;
  const isSeen = ({ opened_on, generated_at }: (typeof bills)[number]) =>
    opened_on !== null && opened_on >= dayOf(generated_at);
  const brought = bills
    .map((bill) => ({ cents: cents(bill.total_cents - chargedBy(bill)) }))
    .filter((bill) => bill.cents !== 0);
  const reachedNobody = bills.filter((bill) => !isPrinted(bill) && !isSent(bill) && !isSeen(bill));
  return [
    {
      part: 'generated',
      count: bills.length,
      cents: sumCents(bills.map(chargedBy)),
      open: missing.length,
      openCents: null,
    },
    { part: 'brought_forward', ...counted(brought), open: 0, openCents: null },
    {
      part: 'printed',
      count: bills.filter(isPrinted).length,
      cents: null,
      open: reachedNobody.length,
      openCents: sumCents(reachedNobody.map(({ total_cents }) => total_cents)),
    },
    { part: 'sent', count: bills.filter(isSent).length, ...none },
    { part: 'seen', count: bills.filter(isSeen).length, ...none },
  ];
}

/** What a bill charges for its month. The rest of its total is from before. */
function chargedBy(bill: Awaited<ReturnType<typeof listBillsOfMonth>>[number]): Cents {
  const other = readLines(bill).map((line) => line.cents);
  return sumCents([bill.rent_cents, bill.operation_fee_cents, bill.vat_cents, ...other]);
}

type Received = Awaited<ReturnType<typeof listReceivedBetween>>;

async function loadOpenPayments(
  db: Reader,
  { span }: Asked,
  { part, kind, received }: { part: 'confirmed' | 'cheques'; kind: BankPayment; received: Received },
): Promise<MonthPartSums> {
  const all = await listBankPayments(db, kind, { isOpen: true, most: MOST_OPEN });
  const open = all.filter(({ recorded_at }) => recorded_at < span.until);
  const isOfKind = (method: PaymentMethod | null) =>
    kind === 'cheque' ? method === 'Cheque' : method !== null && isElectronic(method);
  const done = received.filter(({ method, cleared_on }) => isOfKind(method) && cleared_on !== null);
  return { part, ...counted(done), open: open.length, openCents: sumCents(open.map((row) => row.cents)) };
}

async function loadCash(db: Reader, { span }: Asked): Promise<MonthPartSums[]> {
  const sessions = await listSessionsUntil(db, span.until);
  const isOpen = ({ closed_at }: (typeof sessions)[number]) => closed_at === null;
  const counting = sessions
    .filter((session) => !isOpen(session))
    .map((session) => ({ ...session, cents: cents((session.counted_cents ?? 0) - (session.kept_cents ?? 0)) }))
    .filter((session) => session.cents > 0);
  const unbanked = counting.filter(({ banked_on }) => banked_on === null);
  const banked = counting.filter(({ banked_on, opened_at }) => banked_on !== null && opened_at >= span.from);
  const ofMonth = sessions.filter(({ opened_at }) => opened_at >= span.from);
  return [
    { part: 'sessions', count: ofMonth.length, cents: null, open: sessions.filter(isOpen).length, openCents: null },
    {
      part: 'banked',
      ...counted(banked),
      open: unbanked.length,
      openCents: sumCents(unbanked.map((one) => one.cents)),
    },
  ];
}

async function loadGate(db: Reader, { span }: Asked): Promise<MonthPartSums> {
  const handovers = (await listHandoversUntil(db, span.until))
    .filter(({ session_id, received_cents }) => session_id === null && received_cents > 0)
    .map((row) => ({ ...row, cents: row.received_cents }));
  const unbanked = handovers.filter(({ banked_on }) => banked_on === null);
  const shifts = await listOpenShiftsUntil(db, span.until);
  const ofMonth = handovers.filter(({ received_at }) => received_at >= span.from);
  const openCents = sumCents(unbanked.map((one) => one.cents));
  return { part: 'gate_cash', ...counted(ofMonth), open: unbanked.length + shifts.length, openCents };
}

/** Cash that was received without a session, and is neither counted nor paid in. */
function sumCashInHand(received: Received): MonthPartSums {
  const inHand = counted(received.filter(({ method, session_id }) => method === 'Cash' && session_id === null));
  return {
    part: 'cash_in_hand',
    ...inHand,
    open: inHand.cents > 0 ? 1 : 0,
    openCents: inHand.cents > 0 ? inHand.cents : null,
  };
}

async function loadClaims(db: Reader, { last }: Asked, now: Instant): Promise<MonthPartSums> {
  const claims = await listClaimsUntil(db, { last, now });
  const { count: open, cents: openCents } = counted(claims);
  return { part: 'claims', ...none, count: open, open, openCents };
}

async function loadBankAccounts(db: Reader, { month, first, last }: Asked): Promise<ReconciledAccount[]> {
  const accounts: ReconciledAccount[] = [];
  for (const { id, name, starts_on } of await listBankAccounts(db)) {
    if (starts_on > last) continue;
    const { lines, open, unexplained, outstanding } = await loadReconciliation(db, { id, month });
    const ofMonth = lines.filter(({ day }) => day >= first);
    const openCents = sumCents(open.map((line) => line.cents));
    const unmatched = { open: outstanding.length, openCents: sumCents(outstanding.map((one) => one.cents)) };
    const sums = { lines: ofMonth.length, openLines: open.length, openCents, unexplained };
    accounts.push({ id, name, ...sums, outstanding: unmatched });
  }
  return accounts;
}

function sumAccounts(accounts: readonly ReconciledAccount[]): MonthPartSums[] {
  const total = (of: (account: ReconciledAccount) => number) => accounts.reduce((sum, one) => sum + of(one), 0);
  // Each account lists the money since its own first day, so the longest list has the others.
  const largest = accounts
    .map(({ outstanding }) => outstanding)
    .reduce<PartSums>((one, other) => (other.open > one.open ? other : one), { open: 0, openCents: null });
  const differing = accounts.filter(({ unexplained }) => unexplained !== null && unexplained !== 0);
  return [
    {
      part: 'bank_lines',
      count: total(({ lines }) => lines),
      cents: null,
      open: total(({ openLines }) => openLines),
      openCents: sumCents(accounts.map(({ openCents }) => openCents)),
    },
    { part: 'bank_unmatched', ...none, count: 0, ...largest },
    {
      part: 'bank_differences',
      count: accounts.length,
      cents: null,
      open: differing.length,
      openCents: sumCents(differing.map(({ unexplained }) => unexplained ?? cents(0))),
    },
  ];
}

async function loadOverdue(db: Reader, { month, today }: Asked): Promise<MonthPartSums> {
  const bills = await listUnpaidUntil(db, { month, today });
  const unpaid = bills.map((bill) => cents(Number(bill.cents) - Number(bill.paid)));
  return { part: 'overdue', count: bills.length, cents: null, open: bills.length, openCents: sumCents(unpaid) };
}

/**
 * A schedule is open once its period is over, until its file was made. Without registration there is none, and VAT on a
 * bill is a fault.
 */
async function loadVat(db: Reader, { month, last }: Asked): Promise<MonthPartSums[]> {
  const { setup } = await taxSetting.read(db);
  const period = taxPeriodOf(last, taxSettingsOf(setup).vatPeriod);
  const isRegistered = setup.registered_from !== null && setup.registered_from <= last;
  const withVat = isRegistered ? [] : (await listBillsOfMonth(db, month)).filter(({ vat_cents }) => vat_cents > 0);
  const isDue = isRegistered && period.last === last;
  const files = isDue ? await listScheduleFiles(db, period.code) : [];
  const vatCents = withVat.length === 0 ? null : sumCents(withVat.map(({ vat_cents }) => vat_cents));
  return [
    { part: 'vat_unregistered', ...none, count: withVat.length, open: withVat.length, openCents: vatCents },
    { part: 'vat_schedule', ...none, count: files.length, open: isDue && files.length === 0 ? 1 : 0 },
  ];
}

function sumByMethod(received: Received): LoadedMonth['collected'] {
  return paymentMethods.flatMap((method) => {
    const rows = received.filter((row) => row.method === method);
    return rows.length === 0 ? [] : [{ method, ...counted(rows) }];
  });
}

function counted(rows: readonly { cents: Cents }[]): { count: number; cents: Cents } {
  return { count: rows.length, cents: sumCents(rows.map((row) => row.cents)) };
}
