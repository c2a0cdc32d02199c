import { expect, test } from 'vitest';
import { listCalls } from './every-call.ts';
import { permissions, rolesWith } from './permissions.ts';
import type { Role } from './roles.ts';

/**
 * The roles are written out from the specification ("Roles and permissions") and docs/departures.md ("Roles"). They are
 * not read from permissions.ts, so that the test finds a role with too many permissions.
 */
const everyone = 'superadmin admin manager cashier editor tiketing';
const desk = 'superadmin admin manager cashier editor';
const gate = 'superadmin admin manager editor tiketing';
const office = 'superadmin admin manager editor';
const managers = 'superadmin admin manager';
const admins = 'superadmin admin';
const receivers = 'superadmin admin cashier';
const requesters = 'superadmin admin manager cashier';
const superadmins = 'superadmin';

function specified(allowed: readonly Role[]): string {
  return allowed.filter((role) => everyone.split(' ').includes(role)).join(' ');
}

test('each role of the specification has these permissions and no other', () => {
  const granted = permissions.map((name) => [name, specified(rolesWith(name))]);
  expect(Object.fromEntries(granted)).toEqual({
    'books.read': desk,
    'books.write': admins,
    'payments.take': receivers,
    'personal-data.read': managers,
    'dashboard.read': office,
    'reports.read': office,
    'products.write': office,
    'prices.write': office,
    'publications.write': office,
    'tickets.write': gate,
    'tickets.any-price': office,
    'tickets.void-all': managers,
    'shifts.all': office,
    'gate-cash.receive': desk,
    'tariff.write': admins,
    'audit.read': managers,
    'backup.read': superadmins,
    'settings.read': admins,
    'settings.write': superadmins,
    'accounts.read': admins,
    'accounts.register': admins,
    'accounts.delete': superadmins,
    'approvals.read': requesters,
    'approvals.decide': managers,
    'approvals.limit': superadmins,
    'factors.require': superadmins,
    'session.own': everyone,
  });
});

test.each([
  {
    title: 'anybody may call these, without a token',
    who: 'public',
    calls: `
      POST /api/admin/login
      POST /api/admin/login/passkey-challenge
      POST /api/admin/login/second-step
      POST /api/admin/password-link
      POST /api/admin/password-link/read
      POST /api/alerts
      POST /api/alerts/change
      POST /api/alerts/confirm
      POST /api/alerts/end
      POST /api/alerts/renew
      POST /api/alerts/show
      GET /api/market-days
      GET /api/prices/by-date/:date
      GET /api/prices/days/:date
      GET /api/prices/names
      GET /api/prices/product/:id/chart
      GET /api/prices/product/:id/date/:date
      GET /api/prices/product/:id/series
      GET /api/products
      GET /api/products/:id
      GET /api/publications
      GET /api/publications/:id
      GET /api/restore/outcome
      GET /api/v1/arrivals
      GET /api/v1/centres
      GET /api/v1/centres/prices
      GET /api/v1/comparisons
      GET /api/v1/corrections
      GET /api/v1/croissant.json
      GET /api/v1/datapackage.json
      GET /api/v1/days
      GET /api/v1/dcat.jsonld
      GET /api/v1/feeds/:language/publications.atom
      GET /api/v1/outlook
      GET /api/v1/outlook/:code
      GET /api/v1/prices
      GET /api/v1/prices.csv.gz
      GET /api/v1/prices.parquet
      GET /api/v1/products
      GET /api/v1/products/:code/prices
      GET /api/v1/years
      GET /api/v1/years/:year/arrivals.csv
      GET /api/v1/years/:year/prices.csv
      GET /api/v1/years/:year/prices.json
      GET /api/weather
    `,
  },
  {
    title: 'every role may call these',
    who: everyone,
    calls: `
      PUT /api/admin/change-password
      GET+PUT /api/admin/columns
      PUT /api/admin/language
      POST /api/admin/logout
      GET /api/admin/own-factors
      DELETE /api/admin/own-factors/:id
      POST /api/admin/own-factors/app
      POST /api/admin/own-factors/new-app
      POST /api/admin/own-factors/new-passkey
      POST /api/admin/own-factors/passkeys
      POST /api/admin/own-factors/recovery-codes
      GET /api/admin/own-sessions
      DELETE /api/admin/own-sessions/:id
      GET /api/admin/session
      POST /api/admin/verify
      POST /api/admin/verify/challenge
      POST /api/admin/verify/factor
    `,
  },
  {
    title: 'every role but cashiers may call these',
    who: gate,
    calls: `
      GET /api/gate/cash/own
      GET /api/gate/check/:number
      POST /api/gate/devices
      POST /api/gate/pass-entries
      GET /api/gate/passes
      GET+POST /api/gate/shifts
      GET /api/gate/shifts/:id
      POST /api/gate/shifts/:id/close
      GET /api/gate/tariffs
      GET /api/gate/vehicle-types
      POST /api/sanitation
      DELETE /api/sanitation/:id
      GET /api/sanitation/breakdown
      GET /api/sanitation/by-date
      GET /api/sanitation/daily-income
      GET /api/sanitation/monthly-income
      POST /api/vehicle-tickets
      DELETE /api/vehicle-tickets/:id
      GET /api/vehicle-tickets/by-date
      GET /api/vehicle-tickets/daily-income
      GET /api/vehicle-tickets/monthly-income
      POST /api/walks
    `,
  },
  {
    title: 'every role but ticket staff may call these',
    who: desk,
    calls: `
      GET /api/admin/names
      GET /api/cash/cheques
      GET /api/cash/day
      GET /api/cash/day/sheet
      GET /api/cash/electronic
      GET /api/cash/sessions
      GET /api/cash/sessions/:id/deposit-slip
      GET /api/cash/sessions/:id/sheet
      GET /api/charge-kinds
      GET /api/claims
      GET /api/claims/:id/picture
      GET /api/email/mails
      GET /api/email/runs/:id
      GET /api/gate/cash
      POST /api/gate/cash/:id/undone
      POST /api/gate/cash/received
      GET /api/invoices
      GET /api/invoices/:id/pdf
      POST /api/invoices/papers
      GET /api/payments/:id/receipt
      GET /api/payments/:id/receipt/pdf
      GET /api/payments/payments
      GET /api/paymentscorrection/payments-by-date
      GET /api/plan
      GET /api/plan/answers
      GET /api/plan/paper
      GET /api/plan/picture
      GET /api/reminders/current
      GET /api/reminders/letters
      GET /api/rent-messages
      GET /api/rent-messages/preview
      GET /api/settings/alarms
      GET /api/settings/approval-limit
      GET /api/settings/cash-sessions
      GET /api/settings/cashier-days
      GET /api/settings/confirmation
      GET /api/settings/release
      GET /api/settings/reminders
      GET /api/settings/rent-rules
      GET /api/settings/runs
      GET /api/settings/runs/:id
      GET /api/settings/schedule
      GET /api/settings/server
      GET /api/settings/tenant-pages
      GET /api/settings/vat-rates
      GET /api/shops
      GET /api/shops/:id
      GET /api/shops/:id/statement
      GET /api/shops/:id/statement/pdf
      GET /api/shops/shop-summary/:id
      GET /api/shops/without-tenants
      GET /api/tax/documents
      GET /api/tax/documents/:id/pdf
      GET /api/tax/schedules/:period
      GET /api/tax/settings
      GET /api/tenancies/:id
      GET /api/tenancies/:id/directory
      GET /api/tenancies/:id/other-charges
      GET /api/tenancies/:id/page
      GET /api/tenancies/:id/reminders
      GET /api/tenancies/:id/rent-messages
      GET /api/tenants
      GET /api/tenants/:id
      GET /api/walks
      GET /api/walks/:id/picture
      GET /api/walks/differences
      GET /api/walks/stalls
    `,
  },
  {
    title: 'every role but ticket staff and cashiers may call these',
    who: office,
    calls: `
      GET /api/bank/accounts
      GET /api/bank/accounts/:id/earlier
      GET /api/bank/accounts/:id/lines
      GET /api/bank/accounts/:id/months/:month
      GET /api/bank/accounts/:id/months/:month/file
      GET /api/bank/accounts/:id/statements
      GET /api/cash/places
      GET /api/closings
      GET /api/gate/changed-types
      GET /api/gate/income
      GET /api/gate/missing-numbers
      GET /api/gate/phones
      GET /api/journal
      GET /api/journal/accounts
      PUT+DELETE /api/market-days/:date
      POST /api/market-days/poya
      PUT /api/market-days/week
      GET /api/months/:month
      GET /api/months/:month/changes
      POST /api/prices/days/:date/move
      GET /api/prices/days/:date/post
      POST /api/prices/days/:date/withdraw
      POST /api/prices/import
      PUT /api/prices/product/:id/date/:date
      GET /api/prices/product/:id/date/:date/changes
      GET /api/prices/sheet/:date
      POST /api/prices/update-multiple
      POST /api/products
      PUT+DELETE /api/products/:id
      POST /api/products/:id/restore
      POST /api/publications
      PUT+DELETE /api/publications/:id
      GET /api/report/monthly-income
      POST /api/report/ticket
      GET /api/report2/monthly-income
      GET /api/report3/monthly-income
      GET /api/reports/rent-roll
      GET /api/reports/rent-roll/file
      GET /api/reports/year/file
      GET /api/settings/counting
      GET /api/summery/arrears
      GET /api/summery/morning
      GET /api/summery/summary
      GET /api/summery/today
      GET /api/vehicle-tickets/other-prices
    `,
  },
  {
    title: 'those who can ask for an approval or give one may call these',
    who: requesters,
    calls: `
      GET /api/approvals
    `,
  },
  {
    title: 'managers and above may call these',
    who: managers,
    calls: `
      POST /api/approvals/:id/approve
      POST /api/approvals/:id/decline
      GET /api/audit
      GET /api/audit/anchor
      GET /api/audit/event-types
      GET /api/books/last-verification
      GET /api/books/verify
      POST /api/gate/missing-numbers
      GET /api/tenancies/:id/personal-data
    `,
  },
  {
    title: 'those who receive payments may call these',
    who: receivers,
    calls: `
      POST /api/cash/sessions
      POST /api/cash/sessions/:id/close
      POST /api/claims/:id/decline
      POST /api/claims/:id/match
      POST /api/payments/:id/receipt/print
      POST /api/payments/:id/replace
      POST /api/payments/by-invoice/:reference
      POST /api/payments/by-shop/:shopId
      POST /api/paymentscorrection/correct-payment
      DELETE /api/systemsetting/payment/:id
      POST /api/tenancies/:id/page/renew
      POST /api/tenancies/:id/page/revoke
      POST /api/tenancies/:id/rent-messages/opt-out
    `,
  },
  {
    title: 'admins and superadmins may call these',
    who: admins,
    calls: `
      PUT /api/admin/accounts/:id
      DELETE /api/admin/accounts/:id/factors
      DELETE /api/admin/accounts/:id/link
      POST /api/admin/accounts/:id/reset-link
      POST /api/admin/accounts/:id/reset-password
      POST /api/admin/invite
      GET /api/admin/list
      POST /api/admin/register
      GET /api/admin/sessions
      DELETE /api/admin/sessions/:id
      POST /api/bank/accounts
      PUT /api/bank/accounts/:id
      POST /api/bank/accounts/:id/earlier
      POST /api/bank/accounts/:id/statements
      POST /api/bank/lines/:id/ignore
      POST /api/bank/lines/:id/match
      POST /api/bank/lines/:id/undo
      POST /api/bank/statements/:id/remove
      POST /api/cash/cheques/cleared
      POST /api/cash/cheques/deposited
      POST /api/cash/electronic/confirmed
      POST /api/cash/sessions/:id/banked
      POST /api/charge-kinds
      PUT /api/charge-kinds/:id
      PUT /api/charge-kinds/:id/archived
      POST /api/email/send-email
      POST /api/gate/cash/:id/banked
      POST /api/gate/cash/given
      PUT /api/gate/tariff
      DELETE /api/gate/tariffs/:id
      PUT /api/gate/vehicle-type-order
      POST /api/gate/vehicle-types
      PUT+DELETE /api/gate/vehicle-types/:id
      POST /api/generateInvoices/generate-all
      GET /api/imports
      POST /api/imports/:subject
      POST /api/imports/:subject/undo
      POST /api/imports/products/starter
      POST /api/invoices/:id/note
      PATCH /api/invoices/:id/print
      PUT /api/journal/accounts/:account
      POST /api/months/:month/close
      GET /api/other-centres
      GET /api/other-centres/:id/products
      DELETE /api/other-charges/:id
      POST /api/payments/:id/cheque-returned
      POST /api/payments/:id/not-found
      PUT /api/plan
      POST+DELETE /api/plan/picture
      POST /api/reminders
      PUT /api/reminders/:id
      POST /api/rent-messages
      POST /api/rent-messages/:id/again
      PUT /api/settings/alarms
      GET /api/settings/alerts
      GET /api/settings/alerts/status
      POST /api/settings/apply-fines
      PUT /api/settings/cash-sessions
      PUT /api/settings/cashier-days
      GET /api/settings/centre/bank
      GET /api/settings/centre/contact
      GET /api/settings/centre/home
      PUT /api/settings/confirmation
      PUT /api/settings/counting
      POST /api/settings/fine-arrest-action
      POST /api/settings/invoice-arrest-action
      GET /api/settings/mail-server
      GET /api/settings/other-centres
      PUT /api/settings/reminders
      GET /api/settings/rent-messages
      DELETE /api/settings/rent-rules/:month
      PUT /api/settings/schedule
      PUT /api/settings/update-rent-rules
      PUT /api/settings/update-vat-rate
      DELETE /api/settings/vat-rates/:id
      GET+POST /api/setup
      POST /api/shops
      PUT+DELETE /api/shops/:id
      POST /api/shops/:id/statement/email
      DELETE /api/systemsetting/fine/:id
      POST /api/systemsetting/fine/apply/:id
      POST /api/systemsetting/generate
      DELETE /api/systemsetting/invoice/:id
      PUT /api/systemsetting/shop-balance/:id
      POST /api/tax/invoices/:id/issue
      GET /api/tax/schedules/:period/:schedule
      PUT /api/tax/settings
      PUT /api/tenancies/:id/agreement
      PUT /api/tenancies/:id/directory
      POST /api/tenancies/:id/directory/withdraw
      POST /api/tenancies/:id/end
      POST /api/tenancies/:id/erase-personal-data
      POST /api/tenancies/:id/money
      POST /api/tenancies/:id/other-charges
      POST /api/tenancies/:id/other-charges/reading
      POST /api/tenancies/:id/other-charges/recurring
      POST /api/tenancies/:id/tenant
      POST /api/tenants
      PUT+DELETE /api/tenants/:id
      POST /api/walks/:id/handle
    `,
  },
  {
    title: 'only superadmins may call these',
    who: superadmins,
    calls: `
      DELETE /api/admin/delete-by-email
      GET+POST /api/backup/backup
      GET /api/backup/copies
      GET /api/backup/elsewhere
      POST /api/backup/elsewhere/accept
      POST /api/closings/:id/reopen
      GET /api/emergency-sheet
      GET /api/emergency-sheet/pdf
      GET+POST /api/imports/dump
      POST /api/imports/dump/pieces
      POST /api/imports/dump/stop
      POST /api/imports/dump/write
      POST /api/other-centres
      PUT+DELETE /api/other-centres/:id
      PUT /api/other-centres/:id/products/:product
      POST /api/other-centres/:id/read
      GET+POST /api/program-tokens
      POST /api/program-tokens/:id/revoke
      GET+POST /api/restore
      POST /api/restore/bucket
      POST /api/restore/bucket/copy
      POST /api/restore/pieces
      POST /api/restore/stop
      POST /api/restore/write
      PUT /api/settings/alerts
      PUT /api/settings/approval-limit
      PUT /api/settings/centre/bank
      PUT /api/settings/centre/contact
      PUT /api/settings/centre/home
      POST /api/settings/centre/pictures
      PUT /api/settings/mail-server
      POST /api/settings/mail-server/test
      PUT /api/settings/other-centres
      PUT /api/settings/rent-messages
      GET+PUT /api/settings/second-factor
      PUT /api/settings/tenant-pages
    `,
  },
])('$title', ({ who, calls }) => {
  const written = calls.trim().split(/\s*\n\s*/);
  expect(methodsByPath(who)).toEqual(written);
});

function methodsByPath(who: string): string[] {
  const methods = new Map<string, string[]>();
  for (const { entry } of listCalls()) {
    const { permission, path, method } = entry;
    const callers = permission === 'public' ? 'public' : specified(rolesWith(permission));
    if (callers === who) methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  const ranked = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  return [...methods]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, found]) => `${found.sort((a, b) => ranked.indexOf(a) - ranked.indexOf(b)).join('+')} ${path}`);
}
