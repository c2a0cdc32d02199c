import {
  addAccounts,
  addPublications,
  addShops,
  addTenants,
  COMPARED_CERTIFICATE,
  COMPARED_TAX,
  goods,
  kinds,
  person,
  settings,
} from './set-up-steps.ts';
import { as, asks, at, MAILED, PROOF, SHIFT, type Step } from './steps.ts';

const OPEN_SHIFT = '1b7e5a0e-3f8e-4a53-8a45-2f5b8c9d7e62';

const bill = (month_year: string) =>
  ['A-12', 'A-13', 'A-14', 'T-2', 'G-1'].map((shop_id) =>
    asks('POST /api/systemsetting/generate', { shop_id, month_year }),
  );
const pay = (shop: string, amountPaid: number, [paymentDate, paymentMethod]: readonly [string, string]): Step =>
  asks(`POST /api/payments/by-shop/${shop}`, { amountPaid, paymentDate, paymentMethod });

const august = [
  at('2026-08-03T03:30'),
  as('superadmin'),
  ...addAccounts,
  ...settings,
  ...goods,
  asks('PUT /api/products/1', { name: 'Carrot', type: 'vegetable', code: 'CAR', description: 'From Nuwara Eliya.' }),
  asks('DELETE /api/products/6'),
  ...addPublications,
  asks('PUT /api/publications/2', { type: 'news', topic: 'New scales', description: 'At gate 2.' }),
  asks('POST /api/publications', { type: 'news', topic: 'Entered by mistake', description: 'Twice.' }),
  asks('DELETE /api/publications/5'),
  ...addShops,
  asks('PUT /api/shops/B-7', {
    shop_name: 'Corner shop',
    location: 'Block B',
    rent_amount: 9000,
    vat_rate: 18,
    operation_fee: 1000,
  }),
  ...addTenants,
  asks('PUT /api/tenants/1', { ...person('Nimal Perera'), contact: '000 000 0001' }),
  asks('PUT /api/tax/settings', COMPARED_TAX),
  ...kinds,
  ...bill('2026-08'),
  asks('POST /api/systemsetting/generate', { shop_id: 'T-1', month_year: '2026-08' }),
  asks('POST /api/tenancies/1/money', {
    action: 'deposit_received',
    amount: 25_000,
    method: 'Cheque',
    reference: '004711',
  }),
  asks('POST /api/tenancies/1/other-charges/reading', { kind_id: 1, reading: 1020, previous_reading: 1000 }),
  asks('POST /api/tenancies/1/other-charges/recurring', { kind_id: 2, amount: 500, note: 'By letter' }),
  asks('POST /api/tenancies/1/other-charges', { kind_id: 3, amount: 150.5, note: 'By letter' }),
  asks('POST /api/tenancies/2/other-charges', { kind_id: 3, amount: 99, note: 'By mistake' }),
  asks('DELETE /api/other-charges/4', { reason: 'Read wrongly' }),
  pay('A-12', 700, ['2026-08-03', 'Cash']),
  pay('A-13', 10_000, ['2026-08-03', 'Bank Transfer']),
];

const september = [
  at('2026-09-02T03:30'),
  as('superadmin'),
  ...bill('2026-09'),
  asks('POST /api/systemsetting/fine/apply/INV-A-12-202608'),
  asks('POST /api/systemsetting/fine/apply/INV-A-13-202608'),
  asks('POST /api/systemsetting/fine/apply/INV-A-14-202608'),
  asks('DELETE /api/systemsetting/fine/INV-A-14-202608', { reason: 'The manager said so' }),
  pay('A-13', 15_000, ['2026-09-02', 'Card']),
  pay('A-14', 5000, ['2026-09-02', 'Online']),
  pay('A-12', 3000, ['2026-09-01', 'Cheque']),
  pay('T-2', 4000, ['2026-09-01', 'Cash']),
  asks('POST /api/paymentscorrection/correct-payment', {
    shop_id: 'A-12',
    payment_date: '2026-08-03',
    admin_put_amount: 700,
    actual_amount: 650,
    payment_id: 8,
    edit_reason: 'Counted again',
  }),
  asks('POST /api/payments/by-invoice/INV-T-1-202608', {
    amountPaid: 2000,
    paymentDate: '2026-09-01',
    paymentMethod: 'Cash',
    note: 'Rent of August',
  }),
  asks('POST /api/tenancies/6/end', { last_day: '2026-08-31', last_bill: 'none', actions: [], do_not_charge: [] }),
  asks('POST /api/shops', {
    shop_id: 'Z-9',
    shop_name: 'By mistake',
    location: 'Block Z',
    rent_amount: 1,
    vat_rate: 18,
    operation_fee: 0,
  }),
  asks('DELETE /api/shops/Z-9'),
];

const october = [
  at('2026-10-19T03:30'),
  as('superadmin'),
  asks('POST /api/generateInvoices/generate-all?dry_run=true', {}),
  asks('POST /api/generateInvoices/generate-all?run_id=6f1c1b52-6a0b-4d0e-9c53-0a3f1f5d7e11', PROOF),
  asks('POST /api/settings/apply-fines?run_id=6f1c1b52-6a0b-4d0e-9c53-0a3f1f5d7e12', PROOF),
  asks('POST /api/settings/fine-arrest-action?run_id=6f1c1b52-6a0b-4d0e-9c53-0a3f1f5d7e13', PROOF),
  asks('POST /api/settings/invoice-arrest-action?run_id=6f1c1b52-6a0b-4d0e-9c53-0a3f1f5d7e14', PROOF),
  asks('PUT /api/tenants/5', { ...person('Mala Fernando'), ...COMPARED_CERTIFICATE }),
  asks('POST /api/tax/invoices/INV-T-2-202610/issue'),
  asks('POST /api/invoices/INV-T-1-202610/note', {
    kind: 'credit',
    charge: 'Rent',
    amount: 100.5,
    reason: 'Agreed',
    do_not_charge: [],
  }),
  asks('POST /api/invoices/INV-T-1-202610/note', {
    kind: 'debit',
    charge: 'OperationFee',
    amount: 50,
    reason: 'Forgotten',
    do_not_charge: [],
  }),
  asks('POST /api/invoices/INV-A-13-202610/note', {
    kind: 'credit',
    charge: 'Rent',
    amount: 10,
    reason: 'Agreed',
    do_not_charge: [],
  }),
  asks('DELETE /api/systemsetting/invoice/INV-G-1-202610', { reason: 'Made by mistake', do_not_charge: [] }),
  asks('PATCH /api/invoices/INV-A-12-202610/print', { printed: true }),
  asks('POST /api/payments/9/receipt/print'),
  asks('DELETE /api/systemsetting/payment/22', { reason: 'Paid to another shop' }),
  asks('POST /api/payments/20/replace', { paymentMethod: 'Bank Transfer', reason: 'Wrong method' }),
  asks('POST /api/payments/21/cheque-returned', { reason: 'Returned unpaid' }),
  asks('PUT /api/systemsetting/shop-balance/G-1', { balance_amount: -250.5, reason: 'Taken over' }),
  asks('POST /api/tenancies/1/money', { action: 'deposit_applied', amount: 1000, reason: 'Agreed' }),
  asks('POST /api/tenancies/1/money', {
    action: 'deposit_refunded',
    amount: 500,
    method: 'Cash',
    reason: 'Half of it',
  }),
  asks('POST /api/tenancies/3/money', { action: 'debt_written_off', amount: 100, reason: 'Left the country' }),
  asks('POST /api/tenancies/7/end', {
    last_day: '2026-10-19',
    last_bill: 'days',
    do_not_charge: [],
    actions: [{ action: 'deposit_received', amount: 1000, method: 'Cash' }],
  }),
  asks('POST /api/tenancies/6/erase-personal-data', { reason: 'Asked for it' }),
];

const priceDays = Array.from({ length: 30 }, (_, day) =>
  new Date(Date.UTC(2026, 9, 20 + day)).toISOString().slice(0, 10),
);
const prices = priceDays.map((date, day) =>
  asks(
    'POST /api/prices/update-multiple',
    [1, 2, 3, 4, 5].map((product_id) => {
      const min_price = 60 + product_id * 20 + ((day * product_id * 7) % 23);
      return { product_id, date, min_price, max_price: min_price + 15.5 };
    }),
  ),
);

const gate = [
  as('superadmin'),
  asks('POST /api/gate/devices', {}),
  asks('POST /api/gate/shifts', { id: SHIFT, opening_cash: 500, opened_at: '2026-11-20T02:30:00.000Z', device: 'A' }),
  ...[20, 20, 100].map((price) => asks('POST /api/sanitation', { price, shift_id: SHIFT })),
  ...['Lorry', 'Lorry', 'Lorry', 'Lorry', 'Van', 'Three-Wheeler', 'Motorbike', 'Car'].map((vehicleType, at) =>
    asks('POST /api/vehicle-tickets', {
      vehicleNumber: `WP CAB-12${at}0`,
      vehicleType,
      ticketPrice: at === 0 ? '150.50' : '200',
      shift_id: SHIFT,
    }),
  ),
  asks('DELETE /api/sanitation/2', { reason: 'Paid twice' }),
  asks('DELETE /api/vehicle-tickets/3', { reason: 'Turned round' }),
  asks(`POST /api/gate/shifts/${SHIFT}/close`, { counted_cash: 510, reason: 'Ten rupees were found' }),
  asks('POST /api/gate/shifts', { id: OPEN_SHIFT, opening_cash: 100 }),
  asks('POST /api/sanitation', { price: 20, shift_id: OPEN_SHIFT }),
  asks('PUT /api/gate/tariff', {
    prices: { Lorry: 250, Van: 120, 'Three-Wheeler': 60, Motorbike: 30, Car: 60 },
    valid_from: '2027-01-01',
  }),
  asks('PUT /api/gate/tariff', {
    prices: { Lorry: 300, Van: 120, 'Three-Wheeler': 60, Motorbike: 30, Car: 60 },
    valid_from: '2027-02-01',
  }),
  asks('DELETE /api/gate/tariffs/3'),
];

const approvals = [
  as('superadmin'),
  asks('PUT /api/settings/approval-limit', { amount: 0.01 }),
  as('admin'),
  asks('DELETE /api/systemsetting/payment/9', { reason: 'Entered twice' }),
  asks('DELETE /api/systemsetting/fine/INV-A-12-202608', { reason: 'Agreed' }),
  asks('POST /api/tenancies/3/money', { action: 'debt_written_off', amount: 1, reason: 'Left the country' }),
  as('superadmin'),
  asks('POST /api/approvals/1/decline', { reason: 'Ask the tenant first' }),
  asks('POST /api/approvals/2/approve'),
  as('admin'),
  asks('DELETE /api/systemsetting/fine/INV-A-12-202608', { reason: 'Agreed' }),
  as('superadmin'),
  asks('PUT /api/settings/approval-limit', { amount: null }),
];

const november = [
  at('2026-11-20T02:30'),
  as('superadmin'),
  ...prices,
  asks('PUT /api/prices/product/1/date/2026-11-18', { min_price: 130.25, max_price: 160.5 }),
  asks('POST /api/prices/days/2026-10-20/move', { to: '2026-10-19', reason: 'The sheet of another day' }),
  asks('POST /api/prices/days/2026-10-21/withdraw', { reason: 'The sheet of another day' }),
  asks('POST /api/prices/import', {
    csv: '2026-11-19,Carrot,126,156\n2026-11-19,Lunu kola,70,90\n2026-11-19,Unknown,1,2\n',
    write: true,
    mapping: { 'Lunu kola': '2' },
  }),
  asks('POST /api/prices/import', {
    csv: 'date,item,min_price,max_price\n2026-11-19,Carrot,126,156\n2026-11-19,Lunu kola,70,90\n2026-11-19,Unknown,1,2\n',
    mapping: { 'Lunu kola': '2' },
    write: true,
  }),
  ...bill('2026-11').slice(0, 4),
  ...gate,
  pay('A-14', 1500.5, ['2026-11-20', 'Bank Transfer']),
  asks('PUT /api/settings/update-vat-rate', { newVatRate: 15, valid_from: '2027-01-01' }),
  asks('PUT /api/settings/update-vat-rate', { newVatRate: 12, valid_from: '2027-02-01' }),
  asks('DELETE /api/settings/vat-rates/3'),
  asks('PUT /api/settings/update-rent-rules', { rent_due_day: 20, fine_rate: 25, from_month: '2027-01' }),
  asks('PUT /api/settings/update-rent-rules', { rent_due_day: 21, fine_rate: 25, from_month: '2027-02' }),
  asks('DELETE /api/settings/rent-rules/2027-02'),
  asks('PUT /api/admin/columns', { table: 'invoices', columns: ['invoice_id', 'status'] }),
  asks('PUT /api/admin/accounts/5', {
    username: 'Gate staff',
    email: 'tiketing@example.com',
    role: 'tiketing',
    is_disabled: false,
  }),
  ...approvals,
];

const mails = [
  as('superadmin'),
  ...['INV-A-12-202610', 'INV-A-13-202610', 'INV-A-14-202610', 'INV-T-1-202610', 'INV-T-2-202610'].flatMap(
    (invoice_id) => [asks('POST /api/email/send-email', { invoices: [{ invoice_id }] }), MAILED],
  ),
  ...['A-12', 'A-13', 'A-14'].flatMap((shop) => [
    asks(`POST /api/shops/${shop}/statement/email`, { from: '2026-08-01', to: '2026-11-20' }),
    MAILED,
  ]),
  asks('POST /api/settings/mail-server/test'),
  MAILED,
  ...(['en', 'si', 'ta'] as const).flatMap((language) => [
    asks('POST /api/admin/invite', {
      username: `Invited ${language}`,
      email: `good.invited.${language}@example.com`,
      role: 'manager',
      language,
      by_mail: true,
    }),
    MAILED,
  ]),
  asks('POST /api/admin/accounts/5/reset-link', { language: 'ta', by_mail: true }),
  MAILED,
  asks('DELETE /api/admin/accounts/5/link'),
  asks('POST /api/admin/accounts/4/reset-password'),
  asks('DELETE /api/admin/delete-by-email', { email: 'good.invited.ta@example.com' }),
  as('reader'),
  ...(['en', 'si', 'ta'] as const).flatMap((language) => [
    asks('POST /api/alerts', {
      channel: 'email',
      address: `good.reader.${language}@example.com`,
      language,
      ...(language === 'en' && { kind: 'daily', products: ['1', '2'] }),
      ...(language === 'si' && { kind: 'above', products: ['1'], limit: 165 }),
      ...(language === 'ta' && { kind: 'below', products: ['2'], limit: 50 }),
    }),
    MAILED,
  ]),
];

export const steps: readonly Step[] = [...august, ...september, ...october, ...november, ...mails];

/** The steps that are run once the readers have confirmed their alerts. */
export const laterSteps: readonly Step[] = [
  at('2026-11-20T04:20'),
  as('superadmin'),
  asks('POST /api/prices/update-multiple', [
    { product_id: 1, date: '2026-11-20', min_price: 170, max_price: 190 },
    { product_id: 2, date: '2026-11-20', min_price: 20, max_price: 35 },
  ]),
];
