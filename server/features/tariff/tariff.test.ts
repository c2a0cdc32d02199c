import { expect, test } from 'vitest';
import type { Sending } from '#contract/call.ts';
import type { Role } from '#contract/roles.ts';
import { tariff } from '#contract/tariff.ts';
import { vehicleTickets } from '#contract/tickets.ts';
import { versionOf } from '#contract/version.ts';
import { GATE_DAY, openTestGate, type TestGate, VAN } from '../../testing/gate.ts';
import { everythingIn } from '../../testing/office.ts';

const PRICES = { Lorry: 200, Van: 100, 'Three-Wheeler': 50, Motorbike: 20, Car: 50 };
const DEARER = { ...PRICES, Van: 120 };
const TOMORROW = '2026-11-21';
const SHIFT = '7f6d3f57-6d3e-4c9b-9a53-6c1f4a3c2b10';

type Prices = Sending<typeof tariff.set>['body']['prices'];
const set = (gate: TestGate, prices: Prices = PRICES, valid_from?: string) =>
  gate.ask(tariff.set, { body: { prices, ...(valid_from !== undefined && { valid_from }) } });
const list = (gate: TestGate, role: Role = 'tiketing') => gate.ask(tariff.list, { role });
const daysOf = async (gate: TestGate) => (await list(gate)).map(({ valid_from, prices }) => [valid_from, prices.Van]);
const otherPrices = async (gate: TestGate) =>
  (await gate.ask(vehicleTickets.otherPrices, { role: 'manager' })).map(({ id, ticketPrice, tariff_price }) => ({
    id,
    ticketPrice,
    tariff_price,
  }));
const events = async (gate: TestGate, type: string) =>
  (await gate.auditLog())
    .filter(({ event_type }) => event_type === type)
    .map(({ old_value, new_value, user_actioned }) => [old_value, new_value, user_actioned]);

const offline = (device_number: string, issued_at: string, ticketPrice: number) => ({
  device_number,
  issued_at,
  ticketPrice,
  shift_id: SHIFT,
});

test('prices apply from today by default; phones download them with future ones, the latest day first', async () => {
  const gate = await openTestGate();
  expect(await set(gate)).toMatchObject({
    message: 'The new ticket prices apply from now on.',
    tariff: { valid_from: GATE_DAY, prices: PRICES, set_by: 'admin@example.com' },
  });
  expect((await set(gate, DEARER, TOMORROW)).message).toBe('The new ticket prices will apply from 21 Nov 2026.');
  expect(await daysOf(gate)).toEqual([
    [TOMORROW, 120],
    [GATE_DAY, 100],
  ]);
  expect(await events(gate, 'Tariff Changed')).toEqual([
    [null, 'Lorry 200.00, Van 100.00, Three-Wheeler 50.00, Motorbike 20.00, Car 50.00', 'admin@example.com'],
    [
      'Lorry 200.00, Van 100.00, Three-Wheeler 50.00, Motorbike 20.00, Car 50.00',
      'Lorry 200.00, Van 120.00, Three-Wheeler 50.00, Motorbike 20.00, Car 50.00',
      'admin@example.com',
    ],
  ]);
});

test('later prices of the same future day replace the earlier ones; the same prices again add nothing', async () => {
  const gate = await openTestGate();
  await set(gate);
  await set(gate, DEARER, TOMORROW);
  await set(gate, { ...PRICES, Van: 130 }, TOMORROW);
  expect(await daysOf(gate)).toEqual([
    [TOMORROW, 130],
    [GATE_DAY, 100],
  ]);
  const before = await everythingIn(gate.app);
  expect((await set(gate)).message).toBe('These ticket prices already apply.');
  expect((await set(gate, { ...PRICES, Van: 130 }, '2026-12-01')).message).toBe('These ticket prices already apply.');
  expect(await everythingIn(gate.app)).toEqual(before);
});

test('only prices whose day is in the future can be cancelled', async () => {
  const gate = await openTestGate();
  const today = await set(gate);
  const future = await set(gate, DEARER, TOMORROW);
  const cancel = (id: number) => ({ params: { id: String(id) } });
  await gate.refused(tariff.cancel, cancel(today.tariff.id), 'tariff_not_found');
  expect((await gate.ask(tariff.cancel, cancel(future.tariff.id))).message).toBe('Ticket price change cancelled.');
  await gate.refused(tariff.cancel, cancel(future.tariff.id), 'tariff_not_found');
  const again = await set(gate, DEARER, TOMORROW);
  gate.goTo(TOMORROW, '00:00:00.000');
  await gate.refused(tariff.cancel, cancel(again.tariff.id), 'tariff_not_found');
  expect(await daysOf(gate)).toHaveLength(2);
});

test('a past day, a day years ahead, a missing price and a price of 0 are refused by name', async () => {
  const gate = await openTestGate();
  const before = await everythingIn(gate.app);
  const refused = async (body: object) =>
    (await gate.refused(tariff.set, { body: body as never }, 'invalid_input')).details?.[0];
  for (const valid_from of ['2026-11-19', '2031-11-21'])
    expect(await refused({ prices: PRICES, valid_from })).toEqual({
      field: 'valid_from',
      message: 'Enter a date from 2026-11-20 to 2031-11-20.',
    });
  expect(await refused({ prices: { ...PRICES, Van: 0 } })).toEqual({
    field: 'prices.Van',
    message: 'The price for Van must be greater than 0.',
  });
  expect(await refused({ prices: { ...PRICES, Car: undefined } })).toEqual({
    field: 'prices.Car',
    message: 'Enter the price for Car.',
  });
  expect(await refused({ prices: { ...PRICES, Tractor: 10 } })).toEqual({
    field: 'prices.Tractor',
    message: 'There is no such vehicle type. The types are: Lorry, Van, Three-Wheeler, Motorbike, Car.',
  });
  expect((await refused({}))?.field).toBe('prices');
  expect(await everythingIn(gate.app)).toEqual(before);
});

test('only superadmin and admin set prices; a change by somebody else meanwhile is refused', async () => {
  const gate = await openTestGate();
  for (const role of ['manager', 'editor', 'tiketing'] as const)
    await gate.refused(tariff.set, { role, body: { prices: PRICES } }, 'not_allowed');
  const seen = versionOf(tariff.set, {});
  await set(gate);
  const body = { prices: DEARER, version: seen };
  await gate.refused(tariff.set, { body: body as never }, 'changed_meanwhile');
});

test('without prices of the office a ticket is issued at any price, and is not marked', async () => {
  const gate = await openTestGate();
  await set(gate, PRICES, TOMORROW);
  const { ticket } = await gate.issueVehicle({ ticketPrice: 70 });
  expect(ticket.tariff_price).toBeNull();
  expect(await otherPrices(gate)).toEqual([]);
});

test('ticket staff are refused another price with the right one; the office is not, but the ticket is marked', async () => {
  const gate = await openTestGate();
  await set(gate);
  const before = await everythingIn(gate.app);
  const refusal = await gate.refused(
    vehicleTickets.issue,
    { role: 'tiketing', body: { ...VAN, ticketPrice: 90 } },
    'price_differs',
  );
  expect(refusal).toMatchObject({
    message: 'This ticket costs Rs. 100.00. Enter Rs. 100.00 as its price.',
    details: [{ field: 'ticketPrice', message: 'This ticket costs Rs. 100.00. Enter Rs. 100.00 as its price.' }],
  });
  expect(await everythingIn(gate.app)).toEqual(before);
  await gate.issueVehicle({ ticketPrice: 100 });
  const { ticket } = await gate.issueVehicle({ ticketPrice: 90 }, { role: 'editor' });
  expect(ticket).toMatchObject({ ticketPrice: 90, tariff_price: 100 });
  expect(await otherPrices(gate)).toEqual([{ id: ticket.id, ticketPrice: 90, tariff_price: 100 }]);
  expect(await events(gate, 'Ticket Price Differs')).toEqual([['100.00', '90.00', 'editor@example.com']]);
  await gate.ask(vehicleTickets.remove, {
    role: 'manager',
    params: { id: String(ticket.id) },
    body: { reason: 'Wrong price' },
  });
  expect(await otherPrices(gate)).toEqual([]);
});

test('a ticket of a phone with older prices is accepted and marked with both, once', async () => {
  const gate = await openTestGate();
  await set(gate);
  await set(gate, DEARER, TOMORROW);
  gate.goTo(TOMORROW, '06:00:00.000');
  const late = offline('K-1', '2026-11-20T23:59:59.999+05:30', 100);
  const early = offline('K-2', '2026-11-21T00:00:00.000+05:30', 100);
  const right = offline('K-3', '2026-11-21T00:00:00.000+05:30', 120);
  const prices = [];
  for (const body of [late, early, right, early]) prices.push((await gate.issueVehicle(body)).ticket.tariff_price);
  expect(prices).toEqual([null, 120, null, 120]);
  expect(await otherPrices(gate)).toMatchObject([{ ticketPrice: 100, tariff_price: 120 }]);
  expect(await events(gate, 'Ticket Price Differs')).toEqual([['120.00', '100.00', 'tiketing@example.com']]);
  await gate.expectSums(3);
});

test('prices set during a day do not mark the tickets that phones issued before on that day', async () => {
  const gate = await openTestGate();
  await set(gate);
  gate.goTo(GATE_DAY, '13:00:00.000');
  await set(gate, DEARER);
  gate.goTo(GATE_DAY, '14:00:00.000');
  const before = await gate.issueVehicle(offline('K-1', '2026-11-20T12:59:59.000+05:30', 100));
  const after = await gate.issueVehicle(offline('K-2', '2026-11-20T13:30:00.000+05:30', 100));
  expect([before.ticket.tariff_price, after.ticket.tariff_price]).toEqual([null, 120]);
  expect(await daysOf(gate)).toEqual([
    [GATE_DAY, 120],
    [GATE_DAY, 100],
  ]);
});

test('a price that no longer applies is marked in a ticket that the phone had time to send before, whatever time it names', async () => {
  const gate = await openTestGate();
  await set(gate);
  gate.goTo(GATE_DAY, '13:00:00.000');
  await set(gate, DEARER);
  const arrive = async (
    at: string,
    number: string,
    { named = '12:59:00', price = 100, by = 'tiketing' as Role } = {},
  ) => {
    gate.goTo(GATE_DAY, `${at}.000`);
    const body = { ...offline(number, `${GATE_DAY}T${named}.000+05:30`, price), shift_id: undefined };
    return (await gate.issueVehicle(body, { role: by })).ticket.tariff_price;
  };
  // After hours without network, a phone sends for some minutes.
  expect(await arrive('14:00:00', 'K-1')).toBeNull();
  expect(await arrive('14:10:00', 'K-2')).toBeNull();
  expect(await arrive('14:10:01', 'K-3')).toBe(120);
  expect(await arrive('14:10:02', 'K-4', { named: '14:10:01', price: 120 })).toBeNull();
  expect(await arrive('14:10:03', 'E-1', { by: 'editor' })).toBeNull();
  expect(await otherPrices(gate)).toMatchObject([{ ticketPrice: 100, tariff_price: 120 }]);
});

test('a time of issue does not open other prices: only one that was in force within 48 hours is accepted', async () => {
  const gate = await openTestGate();
  await set(gate);
  await set(gate, DEARER, TOMORROW);
  gate.goTo('2026-11-22', '06:00:00.000');
  const issue = (number: string, ticketPrice: number) =>
    ({ role: 'tiketing', body: { ...VAN, ...offline(number, '2026-11-22T05:30:00.000+05:30', ticketPrice) } }) as const;
  const before = await everythingIn(gate.app);
  for (const price of [1, 99, 121]) {
    const refused = await gate.refused(vehicleTickets.issue, issue('K-1', price), 'price_differs');
    expect(refused.message).toBe('This ticket costs Rs. 120.00. Enter Rs. 120.00 as its price.');
  }
  expect(await everythingIn(gate.app)).toEqual(before);
  expect((await gate.ask(vehicleTickets.issue, issue('K-1', 100))).ticket.tariff_price).toBe(120);
  gate.goTo('2026-11-23', '00:00:00.001');
  const later = { ...issue('K-2', 100).body, issued_at: '2026-11-22T05:30:00.000+05:30' };
  await gate.refused(vehicleTickets.issue, { role: 'tiketing', body: later }, 'price_differs');
});
