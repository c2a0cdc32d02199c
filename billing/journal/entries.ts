import type { Day } from '../calendar.ts';

/** The accounts of the journal that every market has, with their names. Both hledger and beancount accept the names. */
export const journalAccounts = {
  drawers: 'Assets:Cash:Drawers',
  kept: 'Assets:Cash:Left-in-Drawers',
  to_bank: 'Assets:Cash:To-Bank',
  without_session: 'Assets:Cash:Without-Session',
  gate_shift: 'Assets:Cash:Gate-Shifts',
  to_count: 'Assets:Cash:Gate-To-Count',
  gate_held: 'Assets:Cash:Gate-Held',
  gate_counted: 'Assets:Cash:Gate-Counted',
  cheques: 'Assets:Cheques',
  to_confirm: 'Assets:To-Confirm',
  bank: 'Assets:Bank:Unmatched',
  vat: 'Liabilities:VAT',
  deposits: 'Liabilities:Deposits',
  post_dated: 'Liabilities:Post-Dated-Cheques',
  floats: 'Equity:Floats',
  opening: 'Equity:Balances-Set',
  transfers: 'Equity:Transfers',
  own_transfers: 'Equity:Own-Transfers',
  bank_other: 'Equity:Bank-Other',
  rent: 'Income:Rent',
  operation_fee: 'Income:Operation-Fee',
  other_charges: 'Income:Other-Charges',
  fines: 'Income:Fines',
  tickets: 'Income:Tickets',
  interest: 'Income:Bank-Interest',
  fees: 'Expenses:Bank-Fees',
  write_offs: 'Expenses:Write-Offs',
  differences: 'Expenses:Cash-Differences',
} as const;

/** A fixed account, the receivables of a tenancy, or a bank account. */
export type JournalAccount = keyof typeof journalAccounts | `receivables ${number}` | `bank ${number}`;

export interface Posting {
  account: JournalAccount;
  /** Above 0 for a debit, below 0 for a credit. */
  cents: number;
}

export interface JournalEntry {
  /** The same for the same fact in every journal. */
  id: string;
  day: Day;
  /** The day on which it became known; undefined for its own day. */
  recorded?: Day;
  text: string;
  postings: readonly Posting[];
}

/** Names that the market gave accounts: to fixed ones, to bank accounts, and to `receivables`, the account above the tenancies. */
export type AccountNames = Readonly<Partial<Record<string, string>>>;

const RECEIVABLES = 'receivables';

/** Returns the name of an account; `receivables` is the account above the tenancies. */
export function accountName(account: JournalAccount | typeof RECEIVABLES, names: AccountNames = {}): string {
  const own = names[account];
  if (own !== undefined) return own;
  if (account === RECEIVABLES) return 'Assets:Receivables';
  if (account in journalAccounts) return journalAccounts[account as keyof typeof journalAccounts];
  const [kind, id] = account.split(' ');
  return kind === 'bank' ? `Assets:Bank:Account-${id}` : `${accountName(RECEIVABLES, names)}:Tenancy-${id}`;
}

/** Returns an entry without postings of 0; undefined if none is left. Throws an error if the postings are not balanced. */
export function journalEntry({ postings, ...entry }: JournalEntry): JournalEntry | undefined {
  const moved = postings.filter(({ cents }) => cents !== 0);
  if (moved.reduce((sum, { cents }) => sum + cents, 0) !== 0) throw new Error(`${entry.id} is not balanced`);
  return moved.length === 0 ? undefined : { ...entry, postings: moved };
}

/** Returns the postings of an amount that leaves one account and enters another. */
export function moving(from: JournalAccount, to: JournalAccount, amount: number): Posting[] {
  return [
    { account: to, cents: amount },
    { account: from, cents: -amount },
  ];
}
