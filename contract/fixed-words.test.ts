import { expect, test } from 'vitest';
import type { z } from 'zod';
import { ALERT_CONFIRM_HOURS, ALERT_MESSAGE_DAYS, MOST_ALERT_PRODUCTS } from './alert-limits.ts';
import { FEWEST_ARRIVALS } from './arrivals.ts';
import { AUDIT_PAGE, specifiedEventTypes } from './audit.ts';
import { invoiceColumnNames } from './columns.ts';
import { firstVehicleTypes } from './first-vehicle-types.ts';
import { FIRST_INVOICE_YEAR, invoiceTabs, LAST_INVOICE_YEAR } from './invoices.ts';

import { languages } from './languages.ts';
import { productTypes } from './product-words.ts';
import { reports } from './reports.ts';
import { roles } from './roles.ts';
import { dayOrInstantIn, instantIn, rupeesIn } from './scalars.ts';
import { sanitationPrices } from './tickets.ts';
import { chargeStatuses, invoiceStatuses, paymentMethods, publicationTypes } from './words.ts';

/**
 * Words that clients store and send, exactly as the specification's sections on fields, validation, constants and roles
 * write them.
 */
test.each([
  ['roles', roles, ['superadmin', 'admin', 'manager', 'editor', 'tiketing']],
  ['languages', languages, ['en', 'si', 'ta']],
  ['methods', paymentMethods, ['Cash', 'Bank Transfer', 'Cheque', 'Card', 'Online', 'Correction Made']],
  ['product types', productTypes, ['fruit', 'vegetable', 'rice', 'potatoes', 'Leaf Vegetable', 'Grain']],
  ['publication types', publicationTypes, ['notice', 'announcement', 'news', 'event']],
  [
    'first vehicle types',
    firstVehicleTypes.map(({ name }) => name),
    ['Lorry', 'Van', 'Three-Wheeler', 'Motorbike', 'Car'],
  ],
  ['sanitation prices', sanitationPrices, [20, 100]],
  ['statuses of an invoice', invoiceStatuses, ['Paid', 'Partially Paid', 'Unpaid', 'Arrears']],
  ['statuses of a charge', chargeStatuses, ['Paid', 'Partially Paid', 'Unpaid', 'Arrest']],
  ['tabs of the invoices', invoiceTabs, ['all', 'paid', 'arrears', 'partly-paid', 'newly-arrived', 'unpaid']],
  [
    'columns of the invoices',
    invoiceColumnNames,
    [
      'invoice_id',
      'shop_id',
      'month_year',
      'rent_amount',
      'operation_fee',
      'vat_amount',
      'previous_balance',
      'fines',
      'previous_fines',
      'total_arrears',
      'total_amount',
      'status',
      'total_paid',
      'amount_due',
      'previous_paid',
      'previous_payment',
      'created',
      'shop_name',
      'tenant_name',
    ],
  ],
  ['event types', specifiedEventTypes, ['Payment Made', 'Invoice Generated', 'Fine Applied', 'Correction']],
] as const)('%s of the specification are these, in this order', (_, found, written) => {
  const specified: readonly (string | number)[] = written;
  expect(found.filter((word) => specified.includes(word))).toEqual(written);
});

test('invoices are generated for 2020 to 2035, and ten rows are a page of the audit log', () => {
  expect([FIRST_INVOICE_YEAR, LAST_INVOICE_YEAR, AUDIT_PAGE]).toEqual([2020, 2035, 10]);
});

test('an alert has up to 20 products, 48 hours to be confirmed and messages of 30 days; fewer than 5 lorries are hidden', () => {
  const limits = [MOST_ALERT_PRODUCTS, ALERT_CONFIRM_HOURS, ALERT_MESSAGE_DAYS, FEWEST_ARRIVALS];
  expect(limits).toEqual([20, 48, 30, 5]);
});

test('the three reports have these addresses', () => {
  const { rentPayments, remainingDues, shopPayments } = reports;
  expect([rentPayments, remainingDues, shopPayments].map(({ path }) => path)).toEqual([
    '/api/report/monthly-income',
    '/api/report2/monthly-income',
    '/api/report3/monthly-income',
  ]);
});

test.each([
  [0.01, true],
  ['999999999.99', true],
  ['1000000000', false],
  [0.001, false],
  ['1,000', true],
  ['Rs. 1,250.00', true],
  [' 5', true],
  ['1,00', false],
  ['1.250,00', false],
  ['25.000', false],
  ['1e3', false],
] as const)('%j is an amount in rupees: %s', (given, isAmount) => {
  expect((rupeesIn as z.ZodType).safeParse(given).success).toBe(isAmount);
});

test.each([
  ['2026-11-26T05:00:00+05:30', '2026-11-25T23:30:00.000Z'],
  ['2026-11-25T23:30:00Z', '2026-11-25T23:30:00.000Z'],
  ['2026-11-26T05:00:00', '2026-11-25T23:30:00.000Z'],
  ['2026-11-26T05:00', '2026-11-25T23:30:00.000Z'],
  ['2026-11-26T05:00:00.250', '2026-11-25T23:30:00.250Z'],
])('%s is an instant; without a zone it is Colombo time', (text, instant) => {
  expect(instantIn.safeParse(text).data).toBe(instant);
});

test.each(['2026-11-26', '2026-11-26 05:00', '2026-02-30T05:00', '26/11/2026T05:00', 'now', ''])(
  '%j is not an instant',
  (text) => expect(instantIn.safeParse(text).data).toBeUndefined(),
);

test.each([
  ['2026-11-26T05:00', '2026-11-26'],
  ['2026-11-26T23:59:59', '2026-11-26'],
  ['2026-11-25T23:30:00Z', '2026-11-26'],
])('a payment of %s is one of %s', (text, date) => {
  expect(dayOrInstantIn.parse(text)).toBe(date);
});
