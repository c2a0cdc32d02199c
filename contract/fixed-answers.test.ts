import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Call, isAppended, isRead } from './call.ts';
import { listCalls } from './every-call.ts';
import { refusalStatus } from './refusals.ts';

/**
 * The statuses are written out, not read from the contract: the tests of every call expect what the contract says, so
 * they cannot notice a change to it.
 */
const statuses: Record<number, string> = {
  400: `alert_code_wrong bad_csv bad_image bad_price_rows cheque_by_other_method cheque_too_late difference_unexplained invalid_input issued_in_future
    issued_too_early malformed_body no_difference payment_in_future payment_unchanged price_differs
    weak_password wrong_code wrong_current_password wrong_passkey`,
  401: 'invalid_credentials invalid_second_factor unauthorized',
  403: `account_disabled approval_required device_of_other handover_of_other not_allowed own_approval own_gate_cash own_password
    password_change_required password_expired payment_day_too_early payment_of_other_day role_too_high second_factor_missing second_factor_required
    superadmin_stays verification_failed verification_required void_not_allowed`,
  404: `account_not_found alert_not_found approval_not_found bank_account_not_found bank_line_not_found
    bank_part_not_found bank_statement_not_found cash_session_not_found challenge_not_found charge_kind_not_found charge_not_found claim_not_found closing_not_found
    factor_not_found fine_not_found handover_not_found image_not_found import_not_found invoice_not_found journal_account_not_found link_not_found market_day_not_found
    other_centre_not_found other_charge_not_found other_product_not_found payment_not_found price_list_not_found price_not_found product_not_found
    program_token_not_found publication_not_found reminder_not_found rent_message_not_found rent_rules_not_found run_not_found session_not_found shift_not_found shop_not_found
    tariff_not_found tax_document_not_found tenancy_not_found tenant_not_found ticket_not_found unknown_path
    vat_rate_not_found vehicle_type_not_found walk_not_found year_not_found`,
  409: `account_exists alert_channel_off approval_ended backup_foreign_changed bank_account_exists bank_line_done bank_line_open
    bank_parts_differ bank_payment_recorded bank_statement_differs bank_statement_used cash_session_banked cash_session_closed cash_session_needed
    cash_session_open centre_not_registered charge_kind_exists claim_ended claim_payment_differs closing_not_last day_closed day_has_prices
    deposit_held deposit_refunded device_number_used equal_payment_exists factor_exists fine_exists float_used handover_banked handover_counted handover_in_drawer handover_undone import_running import_unanswered import_used invoice_exists journal_account_closed journal_differs last_superadmin month_closed month_not_over month_rests_differ newer_correction
    newer_reading no_fine_rate no_gate_cash no_unpaid_rent not_a_cheque not_electronic nothing_overdue number_not_missing other_centre_is_own other_centre_unread other_centres_too_many other_charge_billed other_tenant pass_not_valid payment_confirmed payment_is_zero
    personal_data_erased preview_changed product_code_taken product_deleted product_exists product_not_deleted
    recorded_amount_changed rent_message_not_failed rent_messages_off rent_not_overdue run_exists several_payments shift_closed shift_exists shop_exists
    shop_has_books shop_has_no_tenant shop_has_tenant tax_invoice_exists tax_unit_used tenancy_ended tenancy_not_ended
    tenancy_not_settled tenant_has_no_email tenant_not_registered too_many_alerts too_many_approvals too_many_factors
    too_many_program_tokens
    vat_schedule_faulty vehicle_type_exists vehicle_type_used walk_handled`,
  412: 'changed_meanwhile',
  413: 'dump_too_large too_large',
  414: 'address_too_long',
  415: 'unsupported_type',
  422: 'key_reused',
  429: 'too_many_tries',
  500: 'internal ledger_differs',
  503: 'mail_queue_full not_ready',
};

test.each(Object.entries(statuses))('%s is the status of these refusals and of no other', (status, codes) => {
  const found = Object.entries(refusalStatus).filter(([, one]) => String(one) === status);
  expect(found.map(([code]) => code).sort()).toEqual(codes.split(/\s+/));
});

const created = `POST /api/admin/invite, POST /api/admin/own-factors/app, POST /api/admin/own-factors/passkeys,
  POST /api/admin/register, POST /api/alerts, POST /api/cash/sessions, POST /api/charge-kinds, POST /api/gate/devices, POST /api/gate/pass-entries, POST /api/gate/shifts,
  POST /api/gate/vehicle-types,
  POST /api/plan/picture, POST /api/products, POST /api/program-tokens, POST /api/publications, POST /api/sanitation, POST /api/settings/centre/pictures, POST /api/shops,
  POST /api/systemsetting/generate, POST /api/tenancies/:id/other-charges, POST /api/tenancies/:id/other-charges/reading,
  POST /api/tenancies/:id/other-charges/recurring, POST /api/tenants, POST /api/vehicle-tickets, POST /api/walks`;

test('these calls answer 201, and every other 200', () => {
  expect(requestsWhere(({ status }) => status === 201)).toEqual(created.split(/,\s+/));
});

test('every public GET has an ETag and is cached, except the weather of the last minute and the outcome of a restore', () => {
  const open = listCalls().filter(({ entry }) => entry.permission === 'public' && entry.method === 'GET');
  expect(open.filter(({ entry }) => !entry.cached).map(({ entry }) => [entry.path, entry.maxAgeSeconds])).toEqual([
    ['/api/weather', 60],
    ['/api/restore/outcome', undefined],
  ]);
});

test('these calls may be repeated within ten seconds without a second row, tickets may not', () => {
  expect(requestsWhere(isAppended)).toEqual([
    'POST /api/email/send-email',
    'POST /api/invoices/:id/note',
    'POST /api/payments/by-invoice/:reference',
    'POST /api/payments/by-shop/:shopId',
    'POST /api/publications',
    'POST /api/shops/:id/statement/email',
    'POST /api/tenancies/:id/money',
    'POST /api/tenancies/:id/other-charges',
  ]);
});

test('only choices of columns, a price alert and the steps of an import or a restore leave no line in the audit log', () => {
  expect(requestsWhere(({ unlogged }) => unlogged === true)).toEqual([
    'PUT /api/admin/columns',
    'POST /api/alerts',
    'POST /api/alerts/change',
    'POST /api/alerts/confirm',
    'POST /api/alerts/end',
    'POST /api/alerts/renew',
    'POST /api/imports/dump',
    'POST /api/imports/dump/pieces',
    'POST /api/imports/dump/stop',
    'POST /api/imports/dump/write',
    'POST /api/restore',
    'POST /api/restore/bucket',
    'POST /api/restore/bucket/copy',
    'POST /api/restore/pieces',
    'POST /api/restore/stop',
    'POST /api/restore/write',
  ]);
});

test('these calls that are not a GET write nothing', () => {
  expect(requestsWhere(({ writes }) => writes === 'nothing')).toEqual([
    'POST /api/admin/login/passkey-challenge',
    'POST /api/admin/own-factors/new-app',
    'POST /api/admin/own-factors/new-passkey',
    'POST /api/admin/password-link/read',
    'POST /api/admin/verify/challenge',
    'POST /api/alerts/show',
    'POST /api/invoices/papers',
  ]);
});

test('these reads are in the audit log', () => {
  expect(requestsWhere((entry) => entry.method === 'GET' && !isRead(entry))).toEqual([
    'GET /api/backup/backup',
    'GET /api/emergency-sheet/pdf',
    'GET /api/invoices/:id/pdf',
    'GET /api/tax/documents/:id/pdf',
    'GET /api/tax/schedules/:period/:schedule',
    'GET /api/tenancies/:id/personal-data',
  ]);
});

test('only requests with pictures, files or whole invoices may exceed 1 MB, up to 10 MB', () => {
  const large = requestsWhere(({ upload, maxBodyBytes }) => upload !== undefined || maxBodyBytes !== undefined);
  expect(large).toEqual([
    'POST /api/bank/accounts/:id/statements',
    'POST /api/email/send-email',
    'POST /api/imports/:subject',
    'POST /api/imports/dump/pieces',
    'POST /api/plan/picture',
    'POST /api/prices/import',
    'POST /api/products',
    'PUT /api/products/:id',
    'POST /api/publications',
    'PUT /api/publications/:id',
    'POST /api/restore/pieces',
    'POST /api/settings/centre/pictures',
    'POST /api/walks',
  ]);
  const sizes = listCalls().flatMap(({ entry }) => entry.maxBodyBytes ?? []);
  expect(new Set(sizes)).toEqual(new Set([10_485_760]));
});

function requestsWhere(isMeant: (entry: Call) => boolean): string[] {
  const found = listCalls().filter(({ entry }) => isMeant(entry));
  return found
    .map(({ entry }) => ({ path: entry.path, text: `${entry.method} ${entry.path}` }))
    .sort((a, b) => (`${a.path} ${a.text}` < `${b.path} ${b.text}` ? -1 : 1))
    .map(({ text }) => text);
}

const [departures = '', tests = ''] = readFileSync('docs/departures.md', 'utf8').split('\n## ');
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| (?!---|subject)/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));

const shown = rowsOf(tests).map(([subject = '', link = '']) => {
  const [, title = '', file = ''] = /^\[(.*)\]\(\.\.\/(.*)\)$/.exec(link) ?? [];
  return { subject, title, file };
});

test('every departure has a test, and no two have one subject', () => {
  const subjects = rowsOf(departures).map(([subject]) => subject);
  expect(shown.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());
  expect(new Set(subjects).size).toBe(subjects.length);
});

test.each(shown)('$subject: its test exists, and is not skipped', ({ title, file }) => {
  expect(existsSync(file)).toBe(true);
  const source = readFileSync(file, 'utf8');
  expect(source.split('\n').some((line) => line.includes(title) && !line.includes('.skip'))).toBe(true);
  expect(title).not.toBe('');
});
