import type { OldServer } from './old-server.ts';

const SHIFT = '018f3c00-0000-4000-8000-000000000318';
const OPEN_SHIFT = '018f3c00-0000-4000-8000-000000000504';

async function paymentsOf(server: OldServer, shop: string, method: string): Promise<number[]> {
  const { payments } = await server.call<{
    payments: { payment_id: number; shop_id: string; payment_method: string }[];
  }>('GET', '/api/payments/payments');
  const ofShop = payments.filter(({ shop_id, payment_method }) => shop_id === shop && payment_method === method);
  if (ofShop.length === 0) throw new Error(`${shop} has no payment by ${method}`);
  return ofShop.map(({ payment_id }) => payment_id);
}

async function tenancyOf(server: OldServer, shop: string): Promise<number | undefined> {
  const tenants = await server.call<{ tenant_id: number; shop_id: string }[]>('GET', '/api/tenants');
  return tenants.find(({ shop_id }) => shop_id === shop)?.tenant_id;
}

/** A day with a drawer, a gate shift, a cheque, a transfer that the bank has, and a deposit by cheque. */
export async function fillPlaces(server: OldServer): Promise<void> {
  const { session } = await server.call<{ session: { session_id: number } }>('POST', '/api/cash/sessions', {
    opening_float: 1000,
  });
  const paid = { amountPaid: 4500, paymentDate: '2026-03-18', paymentMethod: 'Cash' };
  await server.call('POST', '/api/payments/by-shop/B-1', paid);
  const cheque = { chequeNumber: '000417', chequeBank: "People's, Dambulla", chequeDate: '2026-04-20' };
  for (const [shop, amountPaid] of [
    ['B-1', 9000.25],
    ['B-2', 6000],
  ] as const)
    await server.call('POST', `/api/payments/by-shop/${shop}`, {
      ...paid,
      amountPaid,
      paymentMethod: 'Cheque',
      ...cheque,
    });
  await server.call('POST', `/api/tenancies/${await tenancyOf(server, 'B-1')}/money`, {
    action: 'deposit_received',
    amount: 30_500,
    method: 'Cheque',
    reference: 'D-8',
  });
  await server.call('POST', `/api/cash/sessions/${session.session_id}/close`, {
    count: [
      { value: 5000, pieces: 1 },
      { value: 100, pieces: 4 },
    ],
    kept_cash: 400,
    reason: 'a note of 100 was torn',
  });
  const transfers = await paymentsOf(server, 'A-2', 'Bank Transfer');
  await server.call('POST', '/api/cash/electronic/confirmed', {
    payment_ids: transfers,
    confirmed_on: '2026-03-17',
  });
  await fillShift(server);
}

async function fillShift(server: OldServer): Promise<void> {
  const { device } = await server.call<{ device: { letters: string } }>('POST', '/api/gate/devices', {});
  await server.call('POST', '/api/gate/shifts', { id: SHIFT, opening_cash: 200, device: device.letters });
  for (const number of [1, 2, 4])
    await server.call('POST', '/api/sanitation', {
      price: 100,
      shift_id: SHIFT,
      device_number: `${device.letters}-${number}`,
    });
  await server.call('POST', `/api/gate/shifts/${SHIFT}/close`, { counted_cash: 480, reason: 'a coin was lost' });
}

/** The bank has some of it; the rest is in hand, in a drawer and in an open shift when the market is copied. */
export async function followPlaces(server: OldServer): Promise<void> {
  const [session] = await server.call<{ session_id: number }[]>('GET', '/api/cash/sessions');
  await server.call('POST', `/api/cash/sessions/${session?.session_id}/banked`, { banked_on: '2026-03-19' });
  const cheques = await paymentsOf(server, 'B-1', 'Cheque');
  await server.call('POST', '/api/cash/cheques/deposited', { payment_ids: cheques, deposited_on: '2026-04-21' });
  await server.call('POST', '/api/cash/cheques/cleared', { payment_ids: cheques, cleared_on: '2026-04-23' });
  await server.call('POST', '/api/cash/sessions', { opening_float: 400 });
  await server.call('POST', '/api/payments/by-shop/A-1', {
    amountPaid: 777.7,
    paymentDate: '2026-05-04',
    paymentMethod: 'Cash',
  });
  await server.call('POST', '/api/gate/shifts', { id: OPEN_SHIFT, opening_cash: 100 });
  await server.call('POST', '/api/vehicle-tickets', {
    vehicleNumber: 'NW LB-4500',
    vehicleType: 'Lorry',
    ticketPrice: 50,
    shift_id: OPEN_SHIFT,
  });
}
