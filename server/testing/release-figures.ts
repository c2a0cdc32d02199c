import type { Instant } from '#billing/calendar.ts';

/** Answers of a program by call: what it says of balances, numbers, tickets, prices and papers. */
export type ReleaseFigures = Record<string, unknown>;

/** The numbers that a program assigns next. */
export interface NextNumbers {
  sanitation: string;
  vehicle: string;
  payment: number;
}

/** What the fixture of a release says about itself. */
export interface ReleaseFixture {
  at: Instant;
  /** The first release had none. */
  auditKey?: string;
  figures: ReleaseFigures;
  next: NextNumbers;
}

/** Sends a request as superadmin. Returns undefined if the release has no such call, and throws if it is refused. */
export type Ask = (method: 'GET' | 'POST', address: string, body?: object) => Promise<unknown>;

const DAYS = ['2026-01-05', '2026-01-20', '2026-02-10', '2026-03-18', '2026-05-04'];

const LISTS = [
  '/api/shops',
  '/api/tenants',
  '/api/invoices',
  '/api/payments/payments',
  '/api/products',
  ...DAYS.map((day) => `/api/prices/by-date/${day}`),
  '/api/v1/corrections',
  ...DAYS.flatMap((day) => [`/api/sanitation/by-date?date=${day}`, `/api/vehicle-tickets/by-date?date=${day}`]),
  '/api/settings/vat-rates',
  '/api/gate/tariffs',
  '/api/charge-kinds',
  '/api/tax/settings',
  '/api/tax/documents',
  '/api/settings/rent-rules',
  '/api/cash/places',
  '/api/cash/electronic',
  '/api/cash/electronic?state=confirmed',
  '/api/cash/cheques',
  '/api/cash/sessions',
  '/api/gate/shifts',
  '/api/gate/income?month=2026-03',
  '/api/gate/missing-numbers',
  '/api/gate/cash',
];

/** Reads the figures of the market that `npm run fixtures:releases` fills, through the calls of the program itself. */
export async function readFigures(ask: Ask): Promise<ReleaseFigures> {
  const figures: ReleaseFigures = {};
  const read = async (address: string) => {
    figures[address] = await ask('GET', address);
    return figures[address];
  };
  for (const address of LISTS) await read(address);
  for (const { shop_id } of figures['/api/shops'] as { shop_id: string }[]) {
    await read(`/api/shops/shop-summary/${shop_id}`);
    await read(`/api/shops/${shop_id}/statement`);
  }
  const { payments } = figures['/api/payments/payments'] as { payments: { payment_id: number }[] };
  for (const { payment_id } of payments) await read(`/api/payments/${payment_id}/receipt`);
  const invoices = figures['/api/invoices'] as { invoice_id: string }[];
  const invoice_ids = invoices.map(({ invoice_id }) => invoice_id);
  figures['/api/invoices/papers'] = await ask('POST', '/api/invoices/papers', { invoice_ids });
  return figures;
}

/** Issues a ticket of each kind and takes a payment, and returns their numbers. */
export async function takeNextNumbers(ask: Ask): Promise<NextNumbers> {
  const sanitation = (await ask('POST', '/api/sanitation', { price: 20 })) as { ticketId: string };
  const vehicle = { vehicleNumber: 'NW LB-4499', vehicleType: 'Lorry', ticketPrice: 50 };
  const issued = (await ask('POST', '/api/vehicle-tickets', vehicle)) as { ticketId: string };
  const paid = { amountPaid: 100, paymentDate: DAYS.at(-1), paymentMethod: 'Cash' };
  const { payment } = (await ask('POST', '/api/payments/by-shop/A-1', paid)) as { payment: { payment_id: number } };
  return { sanitation: sanitation.ticketId, vehicle: issued.ticketId, payment: payment.payment_id };
}
