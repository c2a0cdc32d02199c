import type { Day } from '../calendar.ts';
import type { LedgerEntry } from '../ledger-entries.ts';
import { type JournalAccount, type JournalEntry, journalEntry, moving, type Posting } from './entries.ts';

/** A recorded ledger entry, void or not, with the days on which its money moved. */
export interface RecordedEntry {
  id: number;
  tenancyId: number;
  kind: LedgerEntry['kind'];
  cents: number;
  /** Its own day, and the one on which it was recorded. */
  day: Day;
  recorded: Day;
  /** The day on which it was voided. `isApart` is true for what has a document of that day: a credit note, a return by the bank. */
  voided: { day: Day; isApart: boolean } | null;
  /** What an invoice charges, as issued; null for other entries. */
  charges: { rent: number; operationFee: number; vat: number; other: number } | null;
  /** The account of the charge that a note changes. */
  charge: JournalAccount | null;
  /** Where its money was when it was recorded, and where it left when it was voided; null if it moves none. */
  place: JournalAccount | null;
  voidPlace: JournalAccount | null;
  /** The day on which the bank got it, when that was recorded, and the account; null if it did not, or at once. */
  bank: { day: Day; recorded: Day; account: JournalAccount } | null;
  /** For a post-dated cheque: the day from which it counts, null before. */
  counted: { day: Day | null } | null;
}

/** Returns the entries of the journal for a ledger entry: its recording, its way to the bank, and its voiding. */
export function postLedgerEntry(recorded: RecordedEntry): JournalEntry[] {
  const { id, kind, day, bank, counted, place, cents, tenancyId, voided } = recorded;
  const postings = postingsOf(recorded);
  const text = `${kind} ${id}`;
  const entries = [journalEntry({ id: `L${id}`, day, recorded: recorded.recorded, text, postings })];
  if (counted?.day) {
    const counting = moving(`receivables ${tenancyId}`, 'post_dated', cents);
    entries.push(journalEntry({ id: `L${id}C`, day: counted.day, text: `${text} counts`, postings: counting }));
  }
  if (bank && place) {
    const banking = moving(place, bank.account, cents);
    const at = { day: bank.day, recorded: bank.recorded };
    entries.push(journalEntry({ id: `L${id}B`, ...at, text: `${text} at the bank`, postings: banking }));
  }
  const posted = entries.filter((entry) => entry !== undefined);
  if (!voided) return posted;
  if (!voided.isApart) return [...posted, ...posted.map((entry) => undo(entry, recorded, voided.day))];
  const back = postings.map((posting) => ({
    account: reversedAccount(posting.account, recorded),
    cents: -posting.cents,
  }));
  const apart = journalEntry({ id: `L${id}V`, day: voided.day, text: `${text} voided`, postings: back });
  return apart ? [...posted, apart] : posted;
}

/** Takes an entry of what was voided back on its own day, so that the month of that day is as if it had never been. */
function undo(entry: JournalEntry, { place, voidPlace }: RecordedEntry, recorded: Day): JournalEntry {
  const accountOf = (account: JournalAccount) => (account === place ? (voidPlace ?? account) : account);
  const postings = entry.postings.map(({ account, cents }) => ({ account: accountOf(account), cents: -cents }));
  return { id: `${entry.id}V`, day: entry.day, recorded, text: `${entry.text} voided`, postings };
}

export function postFine({
  invoiceId,
  tenancyId,
  day,
  recorded,
  cents,
}: {
  invoiceId: number;
  tenancyId: number;
  day: Day;
  recorded: Day;
  cents: number;
}): JournalEntry[] {
  const postings = moving('fines', `receivables ${tenancyId}`, cents);
  const fine = journalEntry({ id: `F${invoiceId}`, day, recorded, text: `fine of invoice ${invoiceId}`, postings });
  return fine ? [fine] : [];
}

/** Returns the entry of a bank line that has nothing to do with tenants. */
export function postIgnoredLine({
  id,
  day,
  recorded,
  cents,
  from,
  account,
}: {
  id: number;
  day: Day;
  recorded: Day;
  cents: number;
  from: JournalAccount;
  account: JournalAccount;
}): JournalEntry[] {
  const postings = moving(from, account, cents);
  const line = journalEntry({ id: `B${id}`, day, recorded, text: `bank line ${id}`, postings });
  return line ? [line] : [];
}

/** Money leaves from where it is by then, and a cheque that counted was the tenant's. */
function reversedAccount(account: JournalAccount, recorded: RecordedEntry): JournalAccount {
  const { place, voidPlace, bank, tenancyId, counted } = recorded;
  if (account === 'post_dated' && counted?.day) return `receivables ${tenancyId}`;
  if (account !== place) return account;
  return bank?.account ?? voidPlace ?? account;
}

function postingsOf({ kind, cents, tenancyId, charges, charge, place, counted }: RecordedEntry): Posting[] {
  const receivables: JournalAccount = counted ? 'post_dated' : `receivables ${tenancyId}`;
  switch (kind) {
    case 'invoice':
      return charges ? postInvoice(receivables, charges) : [];
    case 'credit note':
      return moving(receivables, charge ?? 'rent', cents);
    case 'debit note':
      return moving(charge ?? 'rent', receivables, cents);
    case 'payment':
    case 'correction':
    case 'refund':
      return moving(receivables, place ?? 'opening', cents);
    case 'balance':
      return moving(receivables, 'opening', cents);
    case 'transfer':
      return moving(receivables, 'transfers', cents);
    case 'write-off':
      return moving(receivables, 'write_offs', cents);
    case 'deposit applied':
      return moving(receivables, 'deposits', cents);
    case 'deposit received':
      return moving('deposits', place ?? 'opening', cents);
    case 'deposit refunded':
      return moving(place ?? 'opening', 'deposits', cents);
    default:
      return [];
  }
}

function postInvoice(
  receivables: JournalAccount,
  { rent, operationFee, vat, other }: NonNullable<RecordedEntry['charges']>,
): Posting[] {
  return [
    { account: receivables, cents: rent + operationFee + vat + other },
    { account: 'rent', cents: -rent },
    { account: 'operation_fee', cents: -operationFee },
    { account: 'vat', cents: -vat },
    { account: 'other_charges', cents: -other },
  ];
}
