import type { Generated } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { BankIgnoredKind, BankPartKind } from '#contract/words.ts';

export interface BankTables {
  bank_accounts: BankAccountRow;
  bank_statements: BankStatementRow;
  bank_lines: BankLineRow;
  bank_matches: BankMatchRow;
  bank_match_parts: BankMatchPartRow;
}

interface BankAccountRow {
  id: Generated<number>;
  name: string;
  /** The name without case. Two accounts never have the same. */
  folded_name: string;
  /** Lines of earlier days are left out. */
  starts_on: Day;
  added_at: Instant;
  added_by: string;
}

/** What tells equal lines of a day apart: the bank's number, the balance after them, or only their order. */
export type LineIdentity = 'number' | 'balance' | 'order';

interface BankStatementRow {
  id: Generated<number>;
  account_id: number;
  /** The name of its file. */
  name: string;
  basis: LineIdentity;
  first_day: Day;
  last_day: Day;
  /** The number of lines that no earlier statement had. */
  added: number;
  imported_at: Instant;
  imported_by: string;
  imported_by_id: number | null;
}

interface BankLineRow {
  id: Generated<number>;
  account_id: number;
  /** The statement that added the line. */
  statement_id: number;
  /** Unique within the account: the line itself, whatever file has it. */
  line_key: string;
  day: Day;
  text: string;
  number: string;
  /** Above 0 for money that came in, below 0 for money that went out. */
  cents: Cents;
  balance_cents: Cents | null;
}

/** What a person recorded that a line is. A line has at most one that is not undone. */
interface BankMatchRow {
  id: Generated<number>;
  line_id: number;
  ignored_as: BankIgnoredKind | null;
  note: string;
  matched_at: Instant;
  matched_by: string;
  undone_at: Instant | null;
  undone_by: string | null;
  undo_reason: string | null;
}

interface BankMatchPartRow {
  id: Generated<number>;
  match_id: number;
  kind: Exclude<BankPartKind, 'new_payment'>;
  /** The entry of a payment, cheque or repayment; the cash session; the hand-over. */
  subject_id: number;
  /** The amount when it was matched, below 0 for money that went out. */
  cents: Cents;
  /** The day that was recorded before: of the bank or of banking; null if there was none. */
  day_before: Day | null;
  /** 1 if the payment was recorded with the match. */
  is_new: number;
  /** 0 once the match is undone. The same money is in one open match at most. */
  is_open: number;
}
