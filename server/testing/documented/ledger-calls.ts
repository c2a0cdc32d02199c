import { z } from 'zod';
import { type DocumentedCall, documentedRoles, type Known } from './documented-call.ts';
import { shapes } from './shapes.ts';

const { office, everybody, bookkeepers } = documentedRoles;

const SHOP = { shop_name: 'Nimal Stores', location: 'Block A', rent_amount: 8000, vat_rate: 18, operation_fee: 2000 };
const TENANT = { name: 'Nimal Perera', contact: '0771234567', address: '12 Main Street', email: 'nimal@example.com' };
const PASSWORD = 'mango-river-42-lantern';

const TYPED_SHOP = { ...SHOP, rent_amount: '8000.00', vat_rate: '18', operation_fee: '2000.00' };
const PAID = { amountPaid: 500, paymentDate: '2026-11-19T05:30:00.000Z', paymentMethod: 'Cash', note: '' };

const learnTenant = (answer: unknown, known: Known) => {
  const found = z.array(shapes.tenant).parse(answer);
  known.tenant = String(found.find(({ shop_id }) => shop_id === known.shop)?.tenant_id);
  known.freeTenant = String(found.find(({ shop_id }) => shop_id === known.freeShop)?.tenant_id);
};

/** The calls in section 7 of the first specification. */
export const ledgerCalls: DocumentedCall[] = [
  {
    row: 'POST /api/admin/login',
    by: everybody,
    request: ({ role }) => ({ url: '/api/admin/login', body: { email: `${role}@example.com`, password: PASSWORD } }),
    answer: shapes.login,
  },
  {
    row: 'POST /api/shops',
    by: bookkeepers,
    request: ({ freeShop }) => ({ url: '/api/shops', body: { shop_id: freeShop, ...SHOP } }),
    answer: shapes.done,
  },
  {
    row: 'POST /api/shops',
    way: 'with numbers as a form sends them',
    by: bookkeepers,
    request: ({ shop }) => ({ url: '/api/shops', body: { shop_id: shop, ...TYPED_SHOP } }),
    answer: shapes.done,
  },
  { row: 'GET /api/shops', by: office, request: () => ({ url: '/api/shops' }), answer: z.array(shapes.shop).min(2) },
  {
    row: 'GET /api/shops/without-tenants',
    by: office,
    request: () => ({ url: '/api/shops/without-tenants' }),
    answer: z.array(shapes.shop).min(2),
  },
  {
    row: 'GET /api/shops/{id}',
    by: office,
    request: ({ shop }) => ({ url: `/api/shops/${shop}` }),
    answer: shapes.shop,
    learn: (answer, known) => {
      known.readShop = JSON.stringify(answer);
    },
  },
  {
    row: 'PUT /api/shops/{id}',
    by: bookkeepers,
    request: ({ shop }) => ({ url: `/api/shops/${shop}`, body: SHOP }),
    answer: shapes.done,
  },
  {
    row: 'PUT /api/shops/{id}',
    way: 'with all that the call before answered',
    by: bookkeepers,
    request: ({ shop, readShop = '{}' }) => ({ url: `/api/shops/${shop}`, body: JSON.parse(readShop) }),
    answer: shapes.done,
  },
  {
    row: 'POST /api/tenants',
    by: bookkeepers,
    request: ({ shop }) => ({ url: '/api/tenants', body: { ...TENANT, shop_id: shop } }),
    answer: shapes.done,
  },
  {
    row: 'POST /api/tenants',
    by: bookkeepers,
    request: ({ freeShop }) => ({ url: '/api/tenants', body: { ...TENANT, shop_id: freeShop } }),
    answer: shapes.done,
  },
  {
    row: 'GET /api/tenants',
    by: office,
    request: () => ({ url: '/api/tenants' }),
    answer: z.array(shapes.tenant).min(2),
    learn: learnTenant,
  },
  {
    row: 'GET /api/tenants/{id}',
    by: office,
    request: ({ tenant }) => ({ url: `/api/tenants/${tenant}` }),
    answer: shapes.tenant,
    learn: (answer, known) => {
      known.readTenant = JSON.stringify(answer);
    },
  },
  {
    row: 'PUT /api/tenants/{id}',
    by: bookkeepers,
    request: ({ tenant }) => ({ url: `/api/tenants/${tenant}`, body: { ...TENANT, email: '' } }),
    answer: shapes.done,
  },
  {
    row: 'PUT /api/tenants/{id}',
    way: 'with all that the call before answered',
    by: bookkeepers,
    request: ({ tenant, readTenant = '{}' }) => ({ url: `/api/tenants/${tenant}`, body: JSON.parse(readTenant) }),
    answer: shapes.done,
  },
  {
    row: 'PUT /api/systemsetting/shop-balance/{shopId}',
    by: bookkeepers,
    request: ({ shop }) => ({ url: `/api/systemsetting/shop-balance/${shop}`, body: { balance_amount: '-250.50' } }),
    answer: shapes.done,
  },
  ...['2020-01', '2026-10', '2026-11'].map((month_year) => ({
    row: 'POST /api/systemsetting/generate',
    way: `for ${month_year}`,
    by: bookkeepers,
    request: ({ shop }: Known) => ({ url: '/api/systemsetting/generate', body: { shop_id: shop, month_year } }),
    answer: z.object({ invoice: shapes.invoice }),
    learn: (answer: unknown, known: Known) => {
      known[`invoice${month_year}`] = z.object({ invoice: shapes.invoice }).parse(answer).invoice.invoice_id;
    },
  })),
  {
    row: 'GET /api/invoices',
    by: office,
    request: () => ({ url: '/api/invoices' }),
    answer: z.array(shapes.listedInvoice).min(3),
    learn: (answer, known) => {
      known.readInvoices = JSON.stringify(answer);
    },
  },
  {
    row: 'PATCH /api/invoices/{invoice_id}/print',
    by: bookkeepers,
    request: (known) => ({ url: `/api/invoices/${known['invoice2026-10']}/print`, body: { printed: true } }),
    answer: shapes.done,
  },
  {
    row: 'POST /api/email/send-email',
    by: bookkeepers,
    request: ({ readInvoices = '[]' }) => ({
      url: '/api/email/send-email',
      body: { invoices: JSON.parse(readInvoices) },
    }),
    answer: shapes.mailed,
  },
  {
    row: 'POST /api/systemsetting/fine/apply/{invoiceId}',
    by: bookkeepers,
    request: ({ dueInvoice }) => ({ url: `/api/systemsetting/fine/apply/${dueInvoice}` }),
    answer: shapes.message,
  },
  {
    row: 'DELETE /api/systemsetting/fine/{invoiceId}',
    by: bookkeepers,
    request: ({ dueInvoice }) => ({ url: `/api/systemsetting/fine/${dueInvoice}` }),
    answer: shapes.message,
  },
  {
    row: 'POST /api/payments/by-shop/{shopId}',
    by: bookkeepers,
    request: ({ shop }) => ({ url: `/api/payments/by-shop/${shop}`, body: PAID }),
    answer: shapes.message,
  },
  ...['Bank Transfer', 'Cheque', 'Card', 'Online', 'Correction Made'].map((paymentMethod) => ({
    row: 'POST /api/payments/by-shop/{shopId}',
    way: `by ${paymentMethod}, at a time without a zone`,
    by: bookkeepers,
    request: ({ shop }: Known) => ({
      url: `/api/payments/by-shop/${shop}`,
      body: { amountPaid: '400.00', paymentDate: '2026-11-18T11:00:00', paymentMethod },
    }),
    answer: shapes.message,
  })),
  {
    row: 'POST /api/payments/by-invoice/{reference}',
    by: bookkeepers,
    request: (known) => ({
      url: `/api/payments/by-invoice/${known['invoice2026-10']}`,
      body: { amountPaid: 300, paymentDate: '2026-11-20T05:30:00.000Z', paymentMethod: 'Bank Transfer' },
    }),
    answer: shapes.message,
  },
  {
    row: 'GET /api/payments/payments',
    by: office,
    request: () => ({ url: '/api/payments/payments' }),
    answer: z.object({ payments: z.array(shapes.payment).min(3) }),
  },
  {
    row: 'GET /api/paymentscorrection/payments-by-date',
    by: office,
    request: ({ shop }) => ({
      url: `/api/paymentscorrection/payments-by-date?shop_id=${shop}&payment_date=2026-11-19`,
    }),
    answer: z.object({ success: z.literal(true), data: z.array(shapes.payment).min(1) }),
    learn: (answer, known) => {
      const { data } = z.object({ data: z.array(shapes.payment) }).parse(answer);
      known.payment = String(data[0]?.payment_id);
    },
  },
  {
    row: 'POST /api/paymentscorrection/correct-payment/',
    by: bookkeepers,
    request: ({ shop }) => ({
      url: '/api/paymentscorrection/correct-payment/',
      body: {
        shop_id: shop,
        actual_amount: 450,
        admin_put_amount: 500,
        edit_reason: 'Counted again',
        payment_date: '2026-11-19',
      },
    }),
    answer: z.object({ success: z.literal(true), message: z.string() }),
  },
  {
    row: 'POST /api/paymentscorrection/correct-payment/',
    way: 'with an empty reason and no invoice',
    by: bookkeepers,
    request: ({ shop }) => ({
      url: '/api/paymentscorrection/correct-payment/',
      body: {
        shop_id: shop,
        actual_amount: 425.5,
        admin_put_amount: 450,
        edit_reason: '',
        invoice_id: '',
        payment_date: '2026-11-19T05:30:00.000Z',
      },
    }),
    answer: z.object({ success: z.literal(true), message: z.string() }),
  },
  {
    row: 'GET /api/shops/shop-summary/{shopId}',
    by: office,
    request: ({ shop }) => ({ url: `/api/shops/shop-summary/${shop}` }),
    answer: shapes.summary,
    learn: (answer, known) => {
      const rows = shapes.summary.parse(answer).shop.Payments;
      known.newestPayment = String(Math.max(...rows.map(({ payment_id }) => payment_id)));
    },
  },
  {
    row: 'GET /api/summery/summary',
    way: 'of a year',
    by: office,
    request: () => ({ url: '/api/summery/summary?year=2026' }),
    answer: shapes.yearSummary,
  },
  {
    row: 'GET /api/summery/summary',
    way: 'of a month',
    by: office,
    request: () => ({ url: '/api/summery/summary?year=2026&month=10' }),
    answer: shapes.monthSummary,
  },
  {
    row: 'DELETE /api/systemsetting/payment/{paymentId}',
    by: bookkeepers,
    request: ({ newestPayment }) => ({ url: `/api/systemsetting/payment/${newestPayment}` }),
    answer: shapes.done,
  },
  {
    row: 'DELETE /api/systemsetting/invoice/{invoiceId}',
    by: bookkeepers,
    request: (known) => ({ url: `/api/systemsetting/invoice/${known['invoice2020-01']}` }),
    answer: shapes.done,
  },
  {
    row: 'DELETE /api/tenants/{id}',
    by: bookkeepers,
    request: ({ freeTenant }) => ({ url: `/api/tenants/${freeTenant}` }),
    answer: shapes.done,
  },
  {
    row: 'DELETE /api/shops/{id}',
    by: bookkeepers,
    request: ({ freeShop }) => ({ url: `/api/shops/${freeShop}` }),
    answer: shapes.done,
  },
];
