import { z } from 'zod';
import { type DocumentedCall, documentedRoles, type Known } from './documented-call.ts';
import { shapes } from './shapes.ts';

const { office, everybody, bookkeepers, managers, superadmin } = documentedRoles;

const TODAY = '2026-11-20';
const PASSWORD = 'mango-river-42-lantern';
const LORRY = { vehicleNumber: 'NB-4455', vehicleType: 'Lorry', ticketPrice: '150' };

const read = (row: string, answer: z.ZodType, more: Partial<DocumentedCall> = {}): DocumentedCall => ({
  row,
  by: everybody,
  request: () => ({ url: row.replace('GET ', '') }),
  answer,
  ...more,
});

const learn =
  <Shape extends z.ZodType>(key: string, shape: Shape, find: (answer: z.output<Shape>) => unknown) =>
  (answer: unknown, known: Known) => {
    known[key] = String(find(shape.parse(answer)));
  };

const ticketsOfDay = { vehicle: z.object({ tickets: z.array(shapes.vehicleTicket).min(1) }) };
const sanitationOfDay = z.object({ tickets: z.array(shapes.sanitationTicket).min(1) });
const monthlyIncome = z.array(shapes.monthIncome).min(1);

/** The calls in section 7 of the second specification. */
export const officeCalls: DocumentedCall[] = [
  {
    row: 'POST /api/products',
    by: office,
    request: () => ({ url: '/api/products', form: { name: 'Carrot', type: 'vegetable' } }),
    answer: shapes.done,
  },
  read('GET /api/products', z.array(shapes.product).min(1), {
    learn: learn('product', z.array(shapes.product), ([first]) => first?.id),
  }),
  read('GET /api/products/{id}', shapes.product, { request: ({ product }) => ({ url: `/api/products/${product}` }) }),
  {
    row: 'PUT /api/products/{id}',
    by: office,
    request: ({ product }) => ({ url: `/api/products/${product}`, form: { name: 'Carrots', type: 'Leaf Vegetable' } }),
    answer: shapes.done,
  },
  {
    row: 'POST /api/prices/update-multiple',
    by: office,
    request: ({ product }) => ({
      url: '/api/prices/update-multiple',
      body: [{ product_id: Number(product), min_price: 100, max_price: '130.50', date: TODAY }],
    }),
    answer: shapes.done,
  },
  read('GET /api/prices/by-date/{date}', z.array(shapes.listedPrice).min(1), {
    request: () => ({ url: `/api/prices/by-date/${TODAY}` }),
  }),
  read('GET /api/prices/product/{productId}/date/{date}', shapes.dailyPrice, {
    request: ({ product }) => ({ url: `/api/prices/product/${product}/date/${TODAY}` }),
  }),
  {
    row: 'PUT /api/prices/product/{productId}/date/{date}',
    by: office,
    request: ({ product }) => ({
      url: `/api/prices/product/${product}/date/${TODAY}`,
      body: { min_price: '110', max_price: '140' },
    }),
    answer: shapes.done,
  },
  read('GET /api/prices/product/{id}/chart', z.array(shapes.pricePoint).min(1), {
    request: ({ product }) => ({ url: `/api/prices/product/${product}/chart` }),
  }),
  {
    row: 'POST /api/publications',
    by: office,
    request: () => ({
      url: '/api/publications',
      form: { type: 'event', topic: 'Harvest fair', description: 'From 8 a.m.' },
    }),
    answer: shapes.done,
  },
  read('GET /api/publications', z.array(shapes.publication).min(1), {
    learn: learn('publication', z.array(shapes.publication), ([first]) => first?.id),
  }),
  {
    row: 'DELETE /api/publications/{id}',
    by: office,
    request: ({ publication }) => ({ url: `/api/publications/${publication}` }),
    answer: shapes.done,
  },
  ...['report', 'report2', 'report3'].map((name) => ({
    row: `GET /api/${name}/monthly-income`,
    by: office,
    answer: z.string().startsWith('%PDF'),
    request: () => ({ url: `/api/${name}/monthly-income?month=10&year=2026` }),
  })),
  ...[20, 100].map((price) => ({
    row: 'POST /api/sanitation',
    way: `for Rs ${price}`,
    by: everybody,
    request: () => ({ url: '/api/sanitation', body: { price } }),
    answer: z.object({ ticketId: z.string() }),
    learn: learn(`ticket${price}`, z.object({ ticketId: z.string() }), ({ ticketId }) => ticketId),
  })),
  read('GET /api/sanitation/by-date', sanitationOfDay, {
    request: ({ role }) => ({
      url: `/api/sanitation/by-date?price=20&date=${TODAY}&byWhom=${role}%40example.com`,
    }),
    learn: learn('sanitation', sanitationOfDay, ({ tickets }) => tickets[0]?.id),
  }),
  read('GET /api/sanitation/by-date', sanitationOfDay, {
    way: 'without date and issuer',
    request: () => ({ url: '/api/sanitation/by-date?price=100' }),
  }),
  read('GET /api/sanitation/daily-income', z.array(shapes.income).min(1)),
  read('GET /api/sanitation/monthly-income', monthlyIncome),
  read('GET /api/sanitation/monthly-income', monthlyIncome, {
    way: 'of a month and price',
    request: () => ({ url: '/api/sanitation/monthly-income?startDate=2026-11-01&endDate=2026-11-30&price=20' }),
  }),
  {
    row: 'DELETE /api/sanitation/{id}',
    by: everybody,
    request: ({ sanitation }) => ({ url: `/api/sanitation/${sanitation}` }),
    answer: shapes.done,
  },
  {
    row: 'POST /api/vehicle-tickets',
    by: everybody,
    request: () => ({ url: '/api/vehicle-tickets', body: LORRY }),
    answer: z.object({ ticket: shapes.vehicleTicket }),
    learn: learn('vehicle', z.object({ ticket: shapes.vehicleTicket }), ({ ticket }) => ticket.id),
  },
  read('GET /api/vehicle-tickets/by-date', ticketsOfDay.vehicle, {
    request: ({ role }) => ({ url: `/api/vehicle-tickets/by-date?date=${TODAY}&byWhom=${role}%40example.com` }),
  }),
  read('GET /api/vehicle-tickets/daily-income', z.array(shapes.income.extend({ date: z.string() })).min(1)),
  read('GET /api/vehicle-tickets/monthly-income', monthlyIncome),
  {
    row: 'DELETE /api/vehicle-tickets/{id}',
    by: everybody,
    request: ({ vehicle }) => ({ url: `/api/vehicle-tickets/${vehicle}` }),
    answer: shapes.done,
  },
  {
    row: 'POST /api/admin/register',
    by: bookkeepers,
    request: () => ({
      url: '/api/admin/register',
      body: { username: 'Ruwan', email: 'ruwan@example.com', password: 'lantern over the field', role: 'editor' },
    }),
    answer: shapes.message,
  },
  read('GET /api/admin/list', z.object({ admins: z.array(shapes.account).min(6) }), { by: bookkeepers }),
  {
    row: 'DELETE /api/admin/delete-by-email',
    by: superadmin,
    request: () => ({ url: '/api/admin/delete-by-email', body: { email: 'ruwan@example.com' } }),
    answer: shapes.done,
  },
  read('GET /api/backup/backup', z.string().startsWith('-- Pola backup,'), { by: superadmin }),
  {
    row: 'POST /api/admin/verify',
    by: everybody,
    request: ({ role }) => ({ url: '/api/admin/verify', body: { email: `${role}@example.com`, password: PASSWORD } }),
    answer: z.object({ success: z.literal(true) }),
  },
  ...[
    'generateInvoices/generate-all',
    'settings/apply-fines',
    'settings/fine-arrest-action',
    'settings/invoice-arrest-action',
  ].map((name) => ({
    row: `POST /api/${name}`,
    way: 'after confirming who it is',
    by: bookkeepers,
    request: () => ({ url: `/api/${name}` }),
    answer: shapes.done,
  })),
  {
    row: 'PUT /api/settings/update-vat-rate',
    by: bookkeepers,
    request: () => ({ url: '/api/settings/update-vat-rate', body: { newVatRate: 15 } }),
    answer: shapes.done,
  },
  {
    row: 'PUT /api/settings/update-vat-rate',
    way: 'with the rate as a form sends it',
    by: bookkeepers,
    request: () => ({ url: '/api/settings/update-vat-rate', body: { newVatRate: '17.5' } }),
    answer: shapes.done,
  },
  read('GET /api/audit', z.array(shapes.auditEntry).length(10), { by: managers }),
  read('GET /api/audit', z.array(shapes.auditEntry).min(1), {
    way: 'with every filter',
    by: managers,
    request: ({ shop }) => ({
      url: `/api/audit?event_type=Payment+Made&start_date=2026-11-01&end_date=${TODAY}&shop_id=${shop}&page=1&limit=10`,
    }),
  }),
  read('GET /api/audit', z.array(shapes.auditEntry).length(10), {
    way: 'with every filter empty',
    by: managers,
    request: () => ({ url: '/api/audit?event_type=&start_date=&end_date=&shop_id=&page=1&limit=10' }),
  }),
  {
    row: 'DELETE /api/products/{id}',
    by: office,
    request: ({ product }) => ({ url: `/api/products/${product}` }),
    answer: shapes.done,
  },
  {
    row: 'PUT /api/admin/change-password',
    by: everybody,
    request: () => ({
      url: '/api/admin/change-password',
      body: { currentPassword: PASSWORD, newPassword: 'paddy field at dawn' },
    }),
    answer: shapes.done,
  },
];
