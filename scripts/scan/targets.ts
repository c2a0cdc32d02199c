import type { Call } from '#contract/call.ts';
import { everyCall } from '#contract/every-call.ts';
import { DEMO_PASSWORD } from '../demo/fill-demo.ts';

/** A request of the kind that a program of the market sends; each of its values is attacked in turn. */
export interface Target {
  method: string;
  /** Path and query; a star follows a part of the path that is attacked. */
  address: string;
  /** A body of JSON. */
  body: string | undefined;
}

/** Good values of the demo's market for what calls take in their addresses; where a name means several things, with its subject. */
const VALUES: Record<string, string> = {
  'shops.id': 'A1',
  'invoices.id': 'INV-A1-202610',
  // A day or a range, not both.
  'sanitationTickets.date': '',
  id: '1',
  date: '2026-10-01',
  number: 'T20_1',
  year: '2026',
  code: 'CABBAGE',
  language: 'en',
  open: 'true',
  event_type: 'Login',
  start_date: '2026-09-01',
  end_date: '2026-10-01',
  from: '2026-09-01',
  to: '2026-10-01',
  shop_id: 'A1',
  search: 'a',
  page: '1',
  limit: '10',
  month: '10',
  month_year: '2026-10',
  status: 'all',
  sort: 'month_year',
  order: 'asc',
  price: '20',
  payment_date: '2026-10-01',
  startDate: '2026-09-01',
  endDate: '2026-10-01',
  byWhom: 'admin@example.com',
  vehicleNumber: 'CAB',
  since: '2026-09-01T00:00:00.000Z',
  format: 'pdf',
};

/**
 * Every GET of the contract that takes something; not what writes the whole database into a file. Made adds values of what
 * this market got while it ran, as `payments.id`.
 */
export function listReads(made: Record<string, string>): Target[] {
  const values = { ...VALUES, ...made };
  return Object.entries(everyCall).flatMap(([subject, calls]) =>
    Object.values<Call>(calls)
      .filter(({ method, audited, params, query }) => method === 'GET' && !audited && (params ?? query))
      .map((entry) => ({ method: 'GET', address: addressOf(subject, entry, values), body: undefined })),
  );
}

function addressOf(subject: string, { path, query }: Call, values: Record<string, string>): string {
  const sample = (name: string): string => {
    const value = values[`${subject}.${name}`] ?? values[name];
    if (value === undefined) throw new Error(`scripts/scan/targets.ts has no value for ${subject}.${name}`);
    return value;
  };
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => `${sample(name)}*`);
  // A download token would replace the session token.
  const asked = Object.keys(query?.shape ?? {})
    .filter((name) => name !== 'ticket')
    .map((name) => `${name}=${encodeURIComponent(sample(name))}`);
  // Where a star marks the place, nothing else of the address is attacked.
  const mark = filled.includes('*') ? '*' : '';
  return asked.length === 0 ? filled : `${filled}?${asked.map((pair) => pair + mark).join('&')}`;
}

const TENANT = { name: 'Nimal Perera', contact: '000 000 0000', address: 'Dambulla', email: 'nimal@example.com' };

const TERMS = { shop_name: 'Kandy Traders', location: 'Block C', rent_amount: 8000, vat_rate: 18, operation_fee: 2000 };

/** What clerks send, as JSON; the shop that is added first is let and billed then. */
export const writes: readonly Target[] = [
  write('POST', '/api/admin/verify', { email: 'superadmin@example.com', password: DEMO_PASSWORD }),
  write('POST', '/api/shops', { shop_id: 'Z-90', ...TERMS }),
  write('PUT', '/api/shops/A1', TERMS),
  write('POST', '/api/tenants', { ...TENANT, shop_id: 'Z-90' }),
  write('PUT', '/api/tenants/1', TENANT),
  write('POST', '/api/systemsetting/generate', { shop_id: 'Z-90', month_year: '2026-10' }),
  write('POST', '/api/payments/by-shop/A1', { amountPaid: 10, paymentDate: '2026-10-01', note: 'cash' }),
  write('POST', '/api/products', { name: 'Winged bean', type: 'vegetable' }),
  write('POST', '/api/prices/update-multiple', [{ product_id: 1, date: '2026-10-01', min_price: 10, max_price: 20 }]),
  write('POST', '/api/sanitation', { price: 20 }),
  write('POST', '/api/vehicle-tickets', { vehicleNumber: 'WP CAB-1234', vehicleType: 'Lorry', ticketPrice: 150 }),
  write('PUT', '/api/market-days/2027-01-14', { date: '2027-01-14', kind: 'closed', reason: 'Holiday' }),
  write('POST', '/api/admin/register', {
    ...{ username: 'Ruwan', email: 'ruwan@example.com', password: 'lantern over the paddy', role: 'editor' },
  }),
];

function write(method: string, address: string, body: object): Target {
  return { method, address, body: JSON.stringify(body) };
}
