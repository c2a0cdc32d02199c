import type { Language } from './languages.ts';
import { fieldLabel } from './messages/input-message.ts';
import { type ApiMessage, apiMessage, inWords, message, type Words, WrittenWords } from './messages/message.ts';

/**
 * The codes of refusals, which never change, and their HTTP statuses. The sentence is `refusals.<code>` of the message
 * catalogue. If the specification has a sentence for the refusal, the catalogue repeats it exactly.
 */
export const refusalStatus = {
  invalid_input: 400,
  malformed_body: 400,
  wrong_current_password: 400,
  weak_password: 400,
  wrong_code: 400,
  wrong_passkey: 400,
  alert_code_wrong: 400,
  bad_image: 400,
  bad_price_rows: 400,
  bad_csv: 400,

  payment_in_future: 400,
  no_difference: 400,
  payment_unchanged: 400,
  cheque_by_other_method: 400,
  cheque_too_late: 400,

  issued_in_future: 400,
  issued_too_early: 400,
  difference_unexplained: 400,
  price_differs: 400,

  unauthorized: 401,
  invalid_credentials: 401,
  invalid_second_factor: 401,

  not_allowed: 403,
  verification_failed: 403,
  password_change_required: 403,
  verification_required: 403,
  approval_required: 403,
  own_approval: 403,
  second_factor_required: 403,
  second_factor_missing: 403,

  void_not_allowed: 403,
  payment_of_other_day: 403,
  payment_day_too_early: 403,
  device_of_other: 403,
  role_too_high: 403,
  superadmin_stays: 403,
  own_password: 403,
  own_gate_cash: 403,
  handover_of_other: 403,
  account_disabled: 403,
  password_expired: 403,

  unknown_path: 404,
  claim_not_found: 404,
  walk_not_found: 404,
  closing_not_found: 404,
  journal_account_not_found: 404,
  rent_message_not_found: 404,
  product_not_found: 404,
  publication_not_found: 404,
  market_day_not_found: 404,
  year_not_found: 404,
  price_not_found: 404,
  price_list_not_found: 404,
  image_not_found: 404,
  shop_not_found: 404,
  tenant_not_found: 404,
  tenancy_not_found: 404,
  invoice_not_found: 404,
  fine_not_found: 404,
  ticket_not_found: 404,
  shift_not_found: 404,
  handover_not_found: 404,
  number_not_missing: 409,
  pass_not_valid: 409,
  account_not_found: 404,
  session_not_found: 404,
  challenge_not_found: 404,
  link_not_found: 404,
  factor_not_found: 404,
  run_not_found: 404,
  reminder_not_found: 404,
  vat_rate_not_found: 404,
  rent_rules_not_found: 404,
  tariff_not_found: 404,
  vehicle_type_not_found: 404,
  payment_not_found: 404,
  other_centre_not_found: 404,
  other_product_not_found: 404,
  bank_account_not_found: 404,
  program_token_not_found: 404,
  bank_statement_not_found: 404,
  bank_line_not_found: 404,
  bank_part_not_found: 404,
  cash_session_not_found: 404,
  tax_document_not_found: 404,
  charge_kind_not_found: 404,
  other_charge_not_found: 404,
  charge_not_found: 404,
  approval_not_found: 404,
  alert_not_found: 404,
  import_not_found: 404,

  other_centre_unread: 409,
  other_centre_is_own: 409,
  other_centres_too_many: 409,
  backup_foreign_changed: 409,
  shop_has_no_tenant: 409,
  tenancy_ended: 409,
  tenancy_not_ended: 409,
  tenancy_not_settled: 409,
  deposit_held: 409,
  deposit_refunded: 409,
  personal_data_erased: 409,
  nothing_overdue: 409,
  other_tenant: 409,
  tenant_has_no_email: 409,
  product_exists: 409,
  import_unanswered: 409,
  import_used: 409,
  import_running: 409,
  day_has_prices: 409,
  account_exists: 409,
  last_superadmin: 409,
  factor_exists: 409,
  too_many_factors: 409,
  too_many_program_tokens: 409,
  journal_differs: 409,
  journal_account_closed: 409,
  preview_changed: 409,
  equal_payment_exists: 409,
  run_exists: 409,
  product_code_taken: 409,
  product_deleted: 409,
  product_not_deleted: 409,
  shop_exists: 409,
  shop_has_books: 409,
  shop_has_tenant: 409,
  invoice_exists: 409,
  rent_not_overdue: 409,
  fine_exists: 409,
  no_fine_rate: 409,
  no_unpaid_rent: 409,
  several_payments: 409,
  recorded_amount_changed: 409,
  newer_correction: 409,
  payment_is_zero: 409,
  not_a_cheque: 409,
  not_electronic: 409,
  payment_confirmed: 409,
  bank_account_exists: 409,
  bank_statement_differs: 409,
  bank_statement_used: 409,
  bank_line_done: 409,
  rent_messages_off: 409,
  rent_message_not_failed: 409,
  claim_ended: 409,
  walk_handled: 409,
  closing_not_last: 409,
  day_closed: 409,
  month_closed: 409,
  month_not_over: 409,
  month_rests_differ: 409,
  claim_payment_differs: 409,
  bank_line_open: 409,
  bank_parts_differ: 409,
  bank_payment_recorded: 409,
  device_number_used: 409,
  shift_exists: 409,
  shift_closed: 409,
  no_gate_cash: 409,
  handover_banked: 409,
  handover_undone: 409,
  handover_in_drawer: 409,
  handover_counted: 409,
  float_used: 409,
  cash_session_needed: 409,
  cash_session_open: 409,
  cash_session_closed: 409,
  cash_session_banked: 409,
  tax_unit_used: 409,
  tax_invoice_exists: 409,
  tenant_not_registered: 409,
  centre_not_registered: 409,
  vat_schedule_faulty: 409,
  charge_kind_exists: 409,
  vehicle_type_exists: 409,
  vehicle_type_used: 409,
  other_charge_billed: 409,
  newer_reading: 409,
  approval_ended: 409,
  too_many_approvals: 409,
  alert_channel_off: 409,
  too_many_alerts: 409,
  changed_meanwhile: 412,
  too_large: 413,
  dump_too_large: 413,
  address_too_long: 414,
  unsupported_type: 415,
  key_reused: 422,
  too_many_tries: 429,

  internal: 500,
  ledger_differs: 500,
  mail_queue_full: 503,
  not_ready: 503,
} as const;

/** The maximum number of sentences about bad input that `message` joins. */
const MOST_SENTENCES = 3;

export type RefusalCode = keyof typeof refusalStatus;

/** `field` is the name that the client used, such as `3.min_price`. */
export interface RefusalDetail {
  field: string;
  message: string;
}

/**
 * The body of every refusal. `error` repeats `message`, because a client built to the specification may read that key.
 */
export interface RefusalBody {
  success: false;
  code: RefusalCode;
  message: string;
  error: string;
  details?: RefusalDetail[];
  /** The object as it is stored now; sent with `changed_meanwhile`. */
  current?: object;
  /** The second step of signing in; sent with `second_factor_required`. */
  second_step?: SecondStep;
}

export interface SecondStep {
  challenge: string;
  has_app: boolean;
  passkeys: string[];
  site: string;
  origin: string;
}

export interface RefusedField {
  field: string;
  message: ApiMessage;
}

interface RefusalOptions {
  /** A sentence that replaces the one of the refusal code. */
  message?: ApiMessage;
  details?: RefusedField[];
  current?: object;
  secondStep?: SecondStep;
  retryAfterSeconds?: number;
}

/**
 * A refusal that is part of normal operation. The server answers with a RefusalBody. `message` of the error is English,
 * for logs.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly sentence: ApiMessage;
  /** True when `message` of the answer joins the sentences of the details. */
  readonly summarizes: boolean;
  readonly details: RefusedField[];
  readonly current: object | undefined;
  readonly secondStep: SecondStep | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    const sentence = options.message ?? apiMessage(`refusals.${code}`);
    super(inWords(sentence, 'en'));
    this.name = 'Refusal';
    this.code = code;
    this.sentence = sentence;
    this.details = options.details ?? [];
    this.current = options.current;
    this.secondStep = options.secondStep;
    this.summarizes = code === 'invalid_input' && options.message === undefined && this.details.length > 0;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return refusalStatus[this.code];
  }

  /** The message of an answer with this refusal: its sentence, or those of its details if it has no own one. */
  get words(): Words {
    return this.summarizes ? new WrittenWords((language) => refusalBody(this, language).message) : this.sentence;
  }
}

export function refusalBody(refusal: Refusal, language: Language = 'en'): RefusalBody {
  const details = refusal.details.map(({ field, message }) => ({
    field,
    message: wordField(field, message, language),
  }));
  const summary = refusal.summarizes ? summarize(details, language) : inWords(refusal.sentence, language);
  return {
    success: false,
    code: refusal.code,
    message: summary,
    error: summary,
    ...(details.length > 0 && { details }),
    ...(refusal.current && { current: refusal.current }),
    ...(refusal.secondStep && { second_step: refusal.secondStep }),
  };
}

function wordField(field: string, sentence: ApiMessage, language: Language): string {
  const label = fieldLabel(field, (key, values) => message(key, values, language));
  return inWords(apiMessage(sentence.key, { field: label, ...sentence.values }), language);
}

/** Joins the sentences, each once, for clients that show only `message`. */
function summarize(details: readonly RefusalDetail[], language: Language): string {
  const sentences = [...new Set(details.map((detail) => withRow(detail, language)))];
  const more = sentences.length - MOST_SENTENCES;
  const shown = sentences.slice(0, MOST_SENTENCES);
  return [...shown, ...(more > 0 ? [message('refusals.summary.more', { count: more }, language)] : [])].join(' ');
}

function withRow(detail: RefusalDetail, language: Language): string {
  const [, row] = /(?:^|\.)(\d+)(?:\.|$)/.exec(detail.field) ?? [];
  if (row === undefined) return detail.message;
  return message('refusals.summary.row', { row: String(Number(row) + 1), sentence: detail.message }, language);
}
