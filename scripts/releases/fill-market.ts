import { fillPlaces, followPlaces } from './fill-places.ts';
import { handOverCash, promiseCheque } from './fill-promises.ts';
import type { OldServer } from './old-server.ts';

const SHOPS = ['A-1', 'A-2', 'A-3', 'B-1', 'B-2', 'C-1'];
const RENTS = [18_500, 12_345.65, 32_000, 9999.99, 15_250, 8000];

/** What a release can do beyond the first one. */
export interface Abilities {
  /** Tenancies with money of their own, taxes, other charges and a tariff, since 0.2. */
  tenancies: boolean;
  /** Where all money is, since 0.4. */
  places: boolean;
  /** Gate cash in the name of who received it, and cheques that count from their own day, since 0.5. */
  handovers: boolean;
}

/** What is done on one day, at ten in the morning. Each part runs after a new start of the server. */
export interface FilledDay {
  at: string;
  act(server: OldServer, has: Abilities): Promise<void>;
}

/** Five months of a small market: every kind of entry that the first release had, and those that later ones added. */
export const parts: readonly FilledDay[] = [
  { at: '2026-01-05T04:30:00.000Z', act: openMarket },
  { at: '2026-01-20T04:30:00.000Z', act: firstMonth },
  { at: '2026-02-10T04:30:00.000Z', act: secondMonth },
  { at: '2026-03-18T04:30:00.000Z', act: changeOfTenants },
  { at: '2026-05-04T04:30:00.000Z', act: lastMonth },
];

async function openMarket(server: OldServer, has: Abilities): Promise<void> {
  for (const [at, role] of ['admin', 'editor', 'tiketing'].entries())
    await server.call('POST', '/api/admin/register', {
      username: `Person ${at + 1}`,
      email: `${role}@example.com`,
      password: 'market-morning-5am',
      role,
    });
  for (const [at, shop_id] of SHOPS.entries()) await addShop(server, shop_id, RENTS[at] ?? 0);
  for (const [at, code] of ['CARROT', 'LEEKS', 'BEANS', 'MANGO', 'SAMBA'].entries())
    await server.call('POST', '/api/products', {
      name: `Product ${code.toLowerCase()}`,
      type: ['vegetable', 'vegetable', 'vegetable', 'fruit', 'rice'][at],
      code,
      name_si: 'කැරට්',
      name_ta: 'கேரட்',
      unit: 'kg',
    });
  await publishPrices(server, '2026-01-05', 100);
  if (has.tenancies) await setUpTaxes(server);
}

async function addShop(server: OldServer, shop_id: string, rent_amount: number): Promise<void> {
  await server.call('POST', '/api/shops', {
    shop_id,
    shop_name: `Shop ${shop_id}`,
    location: `Block ${shop_id[0]}, "ground" floor`,
    rent_amount,
    vat_rate: 18,
    operation_fee: 1500,
  });
  if (shop_id !== 'C-1') await addTenant(server, shop_id, `Tenant of ${shop_id}, O'Brien & පෙරේරා`);
}

async function addTenant(server: OldServer, shop_id: string, name: string): Promise<void> {
  await server.call('POST', '/api/tenants', {
    shop_id,
    name,
    contact: '077 1234567',
    address: '12 Main Street\u00a0, Dambulla',
    email: `${shop_id.toLowerCase()}@example.com`,
  });
}

async function tenantsOf(server: OldServer): Promise<Map<string, number>> {
  const tenants = await server.call<{ tenant_id: number; shop_id: string }[]>('GET', '/api/tenants');
  return new Map(tenants.map(({ tenant_id, shop_id }) => [shop_id, tenant_id]));
}

async function publishPrices(server: OldServer, date: string, base: number): Promise<void> {
  const products = await server.call<{ id: number }[]>('GET', '/api/products');
  const rows = products.map(({ id }, at) => ({
    product_id: id,
    date,
    min_price: base + at * 10,
    max_price: base + at * 10 + 25.5,
  }));
  await server.call('POST', '/api/prices/update-multiple', rows);
}

async function setUpTaxes(server: OldServer): Promise<void> {
  const setup = await server.call<object>('GET', '/api/tax/settings');
  await server.call('PUT', '/api/tax/settings', {
    ...setup,
    registered_from: '2026-01-01',
    tin: '123456789',
    tax_name: 'Example Economic Centre',
    tax_address: 'Market Road, Dambulla',
    qr_limit: null,
  });
  await server.call('POST', '/api/charge-kinds', KIND);
}

const KIND = {
  name: 'Electricity',
  name_si: 'විදුලිය',
  name_ta: 'மின்சாரம்',
  basis: 'fixed',
  is_vatable: true,
};

async function pay(server: OldServer, shop: string, payment: object): Promise<number> {
  const answer = await server.call<{ payment: { payment_id: number } }>(
    'POST',
    `/api/payments/by-shop/${shop}`,
    payment,
  );
  return answer.payment.payment_id;
}

async function firstMonth(server: OldServer, has: Abilities): Promise<void> {
  await server.call('POST', '/api/generateInvoices/generate-all', {});
  await pay(server, 'A-1', {
    amountPaid: 23_330,
    paymentDate: '2026-01-20',
    paymentMethod: 'Cash',
    note: 'all of January',
  });
  await pay(server, 'A-2', { amountPaid: 5000.5, paymentDate: '2026-01-12', paymentMethod: 'Bank Transfer' });
  const wrong = await pay(server, 'B-1', { amountPaid: 40_000, paymentDate: '2026-01-19', paymentMethod: 'Cash' });
  await server.call('POST', '/api/paymentscorrection/correct-payment', {
    shop_id: 'B-1',
    actual_amount: 4000,
    admin_put_amount: 40_000,
    edit_reason: 'one zero too many',
    payment_date: '2026-01-19',
    invoice_id: null,
    payment_id: wrong,
  });
  await server.call('PUT', '/api/systemsetting/shop-balance/B-2', { balance_amount: -1234.56, reason: 'opening debt' });
  await issueTickets(server, 5);
  await publishPrices(server, '2026-01-20', 120);
  if (!has.tenancies) return;
  const prices = { Lorry: 50, Van: 60, 'Three-Wheeler': 70, Motorbike: 80, Car: 90 };
  await server.call('PUT', '/api/gate/tariff', { prices });
  const tenancy = (await tenantsOf(server)).get('A-1');
  const deposit = { action: 'deposit_received', amount: 37_000, method: 'Cash', reference: 'D-7' };
  await server.call('POST', `/api/tenancies/${tenancy}/money`, deposit);
  const kinds = await server.call<{ kind_id: number }[]>('GET', '/api/charge-kinds');
  const electricity = { kind_id: kinds[0]?.kind_id, amount: 812.5, note: 'meter 4' };
  await server.call('POST', `/api/tenancies/${tenancy}/other-charges`, electricity);
}

async function issueTickets(server: OldServer, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await server.call('POST', '/api/sanitation', { price: at % 2 === 0 ? 20 : 100 });
    await server.call('POST', '/api/vehicle-tickets', {
      vehicleNumber: `NW LB-44${at}5`,
      vehicleType: at % 2 === 0 ? 'Lorry' : 'Van',
      ticketPrice: at % 2 === 0 ? 50 : 60,
    });
  }
  const { ticket } = await server.call<{ ticket: { id: number } }>('POST', '/api/sanitation', { price: 20 });
  await server.call('DELETE', `/api/sanitation/${ticket.id}`, { reason: 'printed twice' });
}

async function secondMonth(server: OldServer): Promise<void> {
  await server.call('POST', '/api/settings/apply-fines', {});
  await server.call('POST', '/api/generateInvoices/generate-all', {});
  const invoices = await server.call<{ invoice_id: string; shop_id: string }[]>('GET', '/api/invoices');
  const ofB2 = invoices.find(({ shop_id, invoice_id }) => shop_id === 'B-2' && invoice_id.length > 0);
  await server.call('DELETE', `/api/systemsetting/fine/${fineOf(invoices, 'A-3')}`, { reason: 'paid at the bank' });
  const twice = await pay(server, 'A-3', { amountPaid: 1000, paymentDate: '2026-02-03', paymentMethod: 'Cash' });
  await server.call('DELETE', `/api/systemsetting/payment/${twice}`, { reason: 'recorded twice' });
  await server.call('POST', `/api/payments/by-invoice/${ofB2?.invoice_id ?? ''}`, {
    amountPaid: 7777.77,
    paymentDate: '2026-02-09',
    paymentMethod: 'Bank Transfer',
  });
  const products = await server.call<{ id: number }[]>('GET', '/api/products');
  await server.call('PUT', `/api/prices/product/${products[0]?.id}/date/2026-01-20`, {
    min_price: 90,
    max_price: 95.5,
  });
}

function fineOf(invoices: readonly { invoice_id: string; shop_id: string }[], shop: string): string {
  const ofShop = invoices.filter(({ shop_id }) => shop_id === shop);
  return ofShop.at(-1)?.invoice_id ?? '';
}

async function changeOfTenants(server: OldServer, has: Abilities): Promise<void> {
  await server.call('POST', '/api/generateInvoices/generate-all', {});
  await server.call('DELETE', `/api/tenants/${(await tenantsOf(server)).get('A-3')}`);
  await addTenant(server, 'A-3', 'Second tenant of A-3');
  await addTenant(server, 'C-1', 'First tenant of C-1');
  await pay(server, 'A-2', { amountPaid: 50_000, paymentDate: '2026-03-18', paymentMethod: 'Cash' });
  await issueTickets(server, 3);
  if (has.handovers) await promiseCheque(server);
  if (has.places) await fillPlaces(server);
}

async function lastMonth(server: OldServer, has: Abilities): Promise<void> {
  await server.call('POST', '/api/settings/apply-fines', {});
  await server.call('POST', '/api/settings/invoice-arrest-action', {});
  await server.call('POST', '/api/settings/fine-arrest-action', {});
  await server.call('POST', '/api/generateInvoices/generate-all', {});
  await pay(server, 'A-3', {
    amountPaid: 60_000,
    paymentDate: '2026-05-04',
    paymentMethod: 'Cash',
    note: 'more than is due',
  });
  await pay(server, 'C-1', { amountPaid: 3210.4, paymentDate: '2026-05-04', paymentMethod: 'Cash' });
  await publishPrices(server, '2026-05-04', 150);
  await issueTickets(server, 2);
  if (has.handovers) await handOverCash(server);
  if (has.places) await followPlaces(server);
}
