import type { Call } from '#contract/call.ts';
import { everyCall } from '#contract/every-call.ts';

/** A request of the kind that a program of the market sends; each of its values is attacked in turn. */
export interface Target {
  method: string;
  /** Path and query; where a part of the path is attacked, a star stands behind it. */
  address: string;
  /** A body of JSON. */
  body: string | undefined;
}

/** Good values of the demo's market for what calls take in their addresses, where a name means several things with its subject. */
const VALUES: Record<string, string> = {
  'shops.id': 'A1',
  'shops.shopId': 'A1',
  'tenants.id': '1',
  'invoices.id': 'INV-A1-202610',
  'payments.id': '1',
  'payments.shopId': 'A1',
  'payments.reference': 'INV-A1-202610',
  'settings.id': '00000000-0000-4000-8000-000000000000',
  id: '1',
  date: '2026-10-01',
  number: 'S-000001',
  year: '2026',
  code: 'carrot',
  language: 'en',
  open: 'true',
  event_type: 'Login',
  start_date: '2026-09-01',
  end_date: '2026-10-01',
  from: '2026-09-01',
  to: '2026-10-01',
  shop_id: 'A1',
  shopId: 'A1',
  search: 'a',
  page: '1',
  limit: '10',
  month: '10',
  month_year: '2026-10',
  status: 'all',
  sort: 'month',
  order: 'asc',
  price: '30',
  payment_date: '2026-10-01',
  startDate: '2026-09-01',
  endDate: '2026-10-01',
  byWhom: 'admin@example.com',
  vehicleNumber: 'CAB',
  dry_run: 'true',
  since: '2026-09-01T00:00:00.000Z',
  days: '30',
  type: 'vegetable',
  format: 'pdf',
};

/** Every GET of the contract that takes something; not what writes the whole database into a file. */
export function listReads(): Target[] {
  return Object.entries(everyCall).flatMap(([subject, calls]) =>
    Object.values<Call>(calls)
      .filter(({ method, noted, params, query }) => method === 'GET' && !noted && (params ?? query))
      .map((entry) => ({ method: 'GET', address: addressOf(subject, entry), body: undefined })),
  );
}

function addressOf(subject: string, { path, query }: Call): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => `${sample(subject, name)}*`);
  // A ticket would stand in for the token.
  const asked = Object.keys(query?.shape ?? {})
    .filter((name) => name !== 'ticket')
    .map((name) => `${name}=${encodeURIComponent(sample(subject, name))}`);
  // Where a star marks the place, nothing else of the address is attacked.
  const mark = filled.includes('*') ? '*' : '';
  return asked.length === 0 ? filled : `${filled}?${asked.map((pair) => pair + mark).join('&')}`;
}

function sample(subject: string, name: string): string {
  const value = VALUES[`${subject}.${name}`] ?? VALUES[name];
  if (value === undefined) throw new Error(`scripts/scan/targets.ts has no value for ${subject}.${name}`);
  return value;
}

const TENANT = { name: 'Nimal Perera', contact: '000 000 0000', address: 'Dambulla', email: 'nimal@example.com' };

const TERMS = { shop_name: 'Kandy Traders', location: 'Block C', rent_amount: 8000, vat_rate: 18, operation_fee: 2000 };

/** What clerks send, as JSON. */
export const writes: readonly Target[] = [
  write('POST', '/api/admin/verify', { email: 'superadmin@example.com', password: 'a guess' }),
  write('POST', '/api/shops', { shop_id: 'Z-90', ...TERMS }),
  write('PUT', '/api/shops/A1', TERMS),
  write('POST', '/api/tenants', { ...TENANT, shop_id: 'A1' }),
  write('PUT', '/api/tenants/1', TENANT),
  write('POST', '/api/systemsetting/generate', { shop_id: 'A1', month_year: '2026-10' }),
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
