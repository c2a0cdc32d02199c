import type { Generated } from 'kysely';
import type { Day, Instant, Month } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { BulkAction } from '#contract/bulk-actions.ts';
import type { Language } from '#contract/languages.ts';
import type { Role } from '#contract/roles.ts';
import type { storedApprovalStates } from '#contract/words.ts';
import type { Timestamps } from '../timestamps.ts';

export interface OfficeTables {
  accounts: AccountRow;
  sessions: SessionRow;
  factors: FactorRow;
  challenges: ChallengeRow;
  rate_limits: RateLimitRow;
  audit_log: AuditRow;
  audit_head: AuditHeadRow;
  audit_counts: AuditCountRow;
  verifications: VerificationRow;
  kept_answers: IdempotencyKeyRow;
  report_tickets: ReportTicketRow;
  vat_rates: VatRateRow;
  rent_rules: RentRulesTableRow;
  settings: SettingRow;
  runs: RunRow;
  backup_copies: BackupCopyRow;
  approvals: ApprovalRow;
  account_changes: AccountChangeRow;
  given_money: GivenMoneyRow;
  imported_rows: ImportedRow;
  program_tokens: ProgramTokenRow;
}

interface AccountRow extends Timestamps {
  id: Generated<number>;
  username: string;
  /** The email in lower case. */
  email: string;
  role: Role;
  /** The Argon2id hash, as a PHC string. An account from another system has a bcrypt hash until its first sign-in. */
  password_hash: string;
  must_change_password: number;
  /**
   * The instant at which a one-time password, or a password of another system, expires. Null if it does not expire, or if
   * the account has chosen its own.
   */
  one_time_until: Instant | null;
  /** The instant at which the account was disabled; null while it can sign in. */
  disabled_at: Instant | null;
  /** The chosen language; null means the language of the device. */
  language: Language | null;
  /**
   * JSON: the names of the columns that the account chose to see in each table of the office. Null means the default
   * columns.
   */
  chosen_columns: string | null;
}

interface SessionRow {
  id: string;
  account_id: number;
  created_at: Instant;
  last_seen_at: Instant;
  /** The instant at which the identity was last confirmed in this session. */
  verified_at: Instant | null;
  ended_at: Instant | null;
  address: string;
  agent: string;
}

interface FactorRow {
  id: Generated<number>;
  account_id: number;
  /** `app` is an authenticator app that shows codes (TOTP). */
  kind: 'app' | 'passkey' | 'recovery';
  name: string;
  /** The credential id of a passkey, or the SHA-256 of a recovery code; null for an authenticator app. */
  credential: string | null;
  /** The encrypted secret of an authenticator app, or the public key of a passkey in base64url. */
  secret: string;
  /**
   * For an authenticator app, the time step (30 seconds) of the last accepted code; for a passkey, its signature count.
   */
  counter: number;
  created_at: Instant;
  used_at: Instant | null;
}

/** A random token given to a client, valid for one purpose. */
interface ChallengeRow {
  hash: string;
  purpose: 'sign-in' | 'passkey sign-in' | 'passkey proof' | 'new passkey' | 'new app' | 'password link';
  /** The account; null before it is known. */
  account_id: number | null;
  secret: string;
  tries_left: number;
  expires_at: Instant;
}

/** The attempts counted in a time window, by subject: `login account a@example.com`, `login address 10.0.0.1`. */
interface RateLimitRow {
  subject: string;
  window_start: Instant;
  tries: number;
}

interface AuditRow {
  id: Generated<number>;
  event_date: Instant;
  event_type: string;
  event_description: string;
  /**
   * JSON: the key and values of the message, so that it can be shown in any language
   * (server/features/audit/stored-message.ts). Empty in entries of older releases.
   */
  event_message: Generated<string>;
  shop_id: string | null;
  /** The tenancy that the entry concerns. Null for an entry about the shop itself or about no shop. */
  tenancy_id: number | null;
  invoice_id: string | null;
  old_value: string | null;
  new_value: string | null;
  edit_reason: string | null;
  user_actioned: string;
  request_id: string;
  previous_hash: string;
  /**
   * The MAC of the entry, which includes the previous entry's hash, made with the key `key_id`. In entries without a
   * key, a SHA-256 hash.
   */
  hash: string;
  /** The id of the key that made the MAC; empty in entries of older releases. */
  key_id: Generated<string>;
  /**
   * JSON: the seals of the rows that the action wrote, by subject; null for a deleted row. Empty when no row was
   * sealed.
   */
  sealed: Generated<string>;
}

/**
 * One row, id 1: the hash of the newest audit entry. Locking it makes writers of entries wait for each other, so that
 * the entries form one chain.
 */
interface AuditHeadRow {
  id: number;
  hash: string;
  /** The id of the key in use; empty before the first entry with a MAC. */
  key_id: Generated<string>;
  /**
   * The id of the newest entry. It is stored, because ids are part of the hash and the database therefore does not
   * generate them.
   */
  newest_id: Generated<number>;
  /**
   * JSON with a MAC: the columns of the sealed tables. After a software update that changes them, every row is sealed
   * again.
   */
  sealed_columns: Generated<string>;
  /**
   * The id of the last entry whose MAC does not include its tenancy. A migration added the tenancies up to there, and
   * they have seals of their own. 0 in a market that began later.
   */
  last_without_tenancy: Generated<number>;
}

interface VerificationRow {
  id: number;
  ended_at: Instant;
  outcome: 'clean' | 'differs' | 'failed';
  faults: number;
  summary: string;
}

interface AuditCountRow {
  day: Day;
  event_type: string;
  entries: number;
}

/** The stored answer to the first request with an idempotency key. A key is unique only within its account and path. */
interface IdempotencyKeyRow {
  account_id: number;
  path: string;
  key: string;
  request_hash: string;
  answer: string;
  created_at: Instant;
}

/** A download token, which can be used once, before it expires. */
interface ReportTicketRow {
  /** The SHA-256 of the token, hexadecimal. */
  hash: string;
  session_id: string;
  expires_at: Instant;
}

interface VatRateRow {
  id: Generated<number>;
  basis_points: number;
  valid_from: Day;
  set_by: string;
  set_at: Instant;
  /** The instant at which the rate was set for the shops; null while its day is in the future. */
  applied_at: Instant | null;
}

interface RentRulesTableRow {
  from_month: Month;
  rent_due_day: number;
  fine_basis_points: number;
  set_by: string;
  set_at: Instant;
  /** 1 if the first month of a tenancy is billed by days. */
  first_month_by_days: Generated<number>;
  /** 1 if a post-dated cheque counts from its own day. */
  cheques_on_their_day: Generated<number>;
}

/** A setting; its value is JSON. */
interface SettingRow {
  name: string;
  value: string;
  updated_at: Instant;
}

interface RunRow {
  id: string;
  action: BulkAction;
  /** The month or day of a scheduled run; null for a run that a person started. */
  period: string | null;
  started_by: string;
  started_at: Instant;
  /** The instant of the last progress report. A run that has not reported for a long time was interrupted. */
  alive_at: Instant;
  ended_at: Instant | null;
  done: number;
  total: number;
  outcome: 'running' | 'done' | 'failed';
  summary: string;
}

interface BackupCopyRow {
  name: string;
  made_at: Instant;
  bytes: number;
  row_count: number;
  proven_at: Instant | null;
  proof: string;
  /** The `made_at` of the copy that was stored in the bucket and read back; null if no copy was stored. */
  elsewhere_at: Instant | null;
  /** The instant at which the copy from the bucket was decrypted and restored; null if it was not. */
  elsewhere_restored_at: Instant | null;
  /** The result of the last attempt to store the backup in the bucket, in the form that `storeMessage` returns. */
  elsewhere_proof: string | null;
  /** The name of the machine that made the file; null if unknown. */
  machine: string | null;
}

interface ApprovalRow {
  id: Generated<number>;
  account_id: number;
  requested_by: string;
  requested_at: Instant;
  /** The SHA-256 of the call and its checked input. */
  request_hash: string;
  request: string;
  description: string;
  sentence: string;
  shop_id: string;
  cents: Cents;
  reason: string;
  state: (typeof storedApprovalStates)[number];
  decided_by: string | null;
  decided_at: Instant | null;
  decline_reason: string | null;
  used_at: Instant | null;
}

/**
 * A change after which the account `by_account_id` may be able to sign in as `account_id`, because it registered,
 * invited or reset that account, changed its email or removed its second factors.
 */
interface AccountChangeRow {
  id: Generated<number>;
  account_id: number;
  by_account_id: number;
  at: Instant;
}

/** Money that was waived or paid out without an approval. */
interface GivenMoneyRow {
  id: Generated<number>;
  account_id: number;
  shop_id: string;
  at: Instant;
  cents: Cents;
}

/**
 * The outcome of importing a row of another system. Rows of the largest tables keep their ids, so they are listed here
 * only if the import reports a finding about them.
 */
interface ImportedRow {
  source_table: string;
  source_key: string;
  outcome: 'imported' | 'changed' | 'rejected';
  /** The table and id under which the row was stored; null for a rejected row. */
  table_name: string | null;
  row_id: number | null;
  /** JSON: code and detail of each finding. */
  findings: string;
}

/** A token with which a program reads. The token itself is not stored. */
interface ProgramTokenRow {
  id: Generated<number>;
  /** The SHA-256 of the token, hexadecimal. */
  hash: string;
  label: string;
  /** JSON: the list of its scopes. */
  scopes: string;
  /** The last day on which it can be used. */
  last_day: Day;
  made_at: Instant;
  made_by: string;
  /** The account that made it; null if a command did. */
  made_by_id: number | null;
  revoked_at: Instant | null;
  revoked_by: string | null;
  /** The last use, exact to a minute. */
  used_at: Instant | null;
}
