/** @module-tag postgres */
import { expect, test } from 'vitest';
import { arrivals } from '#contract/arrivals.ts';
import type { Sending } from '#contract/call.ts';
import { shiftPaper } from '#contract/documents/shift-paper.ts';
import { printedVehicle, ticketPaper } from '#contract/documents/ticket-paper.ts';
import { gate as gateCalls } from '#contract/gate.ts';
import { languages } from '#contract/languages.ts';
import type { Role } from '#contract/roles.ts';
import { tariff, type VehicleType } from '#contract/tariff.ts';
import { vehicleTickets } from '#contract/tickets.ts';
import { versionOf } from '#contract/version.ts';
import { GATE_DAY, openTestGate, type TestGate } from '../../testing/gate.ts';
import { everythingIn } from '../../testing/office.ts';
import { loadLorriesToday } from '../arrivals/load-lorries.ts';

type Fields = Sending<typeof tariff.addType>['body'];
const TRACTOR: Fields = {
  name: 'Tractor',
  name_si: 'ට්‍රැක්ටරය',
  name_ta: 'உழவு இயந்திரம்',
  vehicle_kind: 'other',
  is_offered: true,
};
const PRICES = { Lorry: 200, Van: 100, 'Three-Wheeler': 50, Motorbike: 20, Car: 50 };
const SHIFT = '7f6d3f57-6d3e-4c9b-9a53-6c1f4a3c2b10';

const list = (gate: TestGate, role: Role = 'tiketing') => gate.ask(tariff.listTypes, { role });
const namesOf = async (gate: TestGate) => (await list(gate)).map(({ name }) => name);
const add = async (gate: TestGate, more: Partial<Fields> = {}) =>
  (await gate.ask(tariff.addType, { body: { ...TRACTOR, ...more } })).vehicle_type;
const change = (gate: TestGate, { vehicle_type_id: id, ...type }: VehicleType, more: Partial<Fields>) => {
  const { name, name_si, name_ta, vehicle_kind, is_offered } = type;
  const body = { name, name_si, name_ta, vehicle_kind, is_offered, ...more };
  return gate.ask(tariff.changeType, { params: { id: String(id) }, body });
};
const remove = ({ vehicle_type_id: id }: VehicleType) => ({ params: { id: String(id) } });
const issue = (gate: TestGate, vehicleType: string, more: object = {}) =>
  gate.issueVehicle({ vehicleType, ticketPrice: 80, ...more });
const refused = async (gate: TestGate, body: object) =>
  (await gate.refused(vehicleTickets.issue, { role: 'tiketing', body: body as never }, 'invalid_input')).details;
const events = async (gate: TestGate) =>
  (await gate.auditLog())
    .filter(({ event_type }) => event_type === 'Vehicle Types Changed')
    .map(({ old_value, new_value }) => [old_value, new_value]);

test("the specification's five types are the first rows, in its order, with their names on papers", async () => {
  const gate = await openTestGate();
  expect((await list(gate)).map((type) => [type.name, type.name_si, type.name_ta, type.is_offered])).toEqual([
    ['Lorry', 'ලොරිය', 'லொறி', true],
    ['Van', 'වෑන් රථය', 'வேன்', true],
    ['Three-Wheeler', 'ත්‍රිරෝද රථය', 'முச்சக்கரவண்டி', true],
    ['Motorbike', 'යතුරුපැදිය', 'மோட்டார் சைக்கிள்', true],
    ['Car', 'මෝටර් රථය', 'கார்', true],
  ]);
});

test('an added type has a price, tickets, a place in the shift and papers in three languages', async () => {
  const gate = await openTestGate();
  await add(gate);
  expect(await namesOf(gate)).toEqual(['Lorry', 'Van', 'Three-Wheeler', 'Motorbike', 'Car', 'Tractor']);
  const missing = { body: { prices: PRICES } };
  expect((await gate.refused(tariff.set, missing, 'invalid_input')).details).toEqual([
    { field: 'prices.Tractor', message: 'Enter the price for Tractor.' },
  ]);
  const prices = { ...PRICES, Tractor: 80 };
  const set = await gate.ask(tariff.set, { body: { prices } });
  expect(Object.entries(set.tariff.prices)).toEqual(Object.entries(prices));
  await gate.ask(gateCalls.openShift, { role: 'tiketing', body: { id: SHIFT, opening_cash: 0 } });
  const { ticket } = await issue(gate, 'Tractor', { shift_id: SHIFT });
  await gate.issue({ price: 20, shift_id: SHIFT });
  expect(ticket).toMatchObject({ vehicleType: 'Tractor', ticketPrice: 80, tariff_price: null });
  const wrong = { vehicleNumber: 'NB 1', vehicleType: 'Tractor', ticketPrice: 70 };
  await gate.refused(vehicleTickets.issue, { role: 'tiketing', body: wrong }, 'price_differs');
  const closing = { role: 'tiketing', params: { id: SHIFT }, body: { counted_cash: 100 } } as const;
  const { shift, split } = await gate.ask(gateCalls.closeShift, closing);
  expect(split.map(({ kind, ticket_count, ticket_sum }) => [kind, ticket_count, ticket_sum])).toEqual([
    ['20', 1, 20],
    ['Tractor', 1, 80],
  ]);
  const types = await list(gate);
  const place = { centre: 'Pola', origin: 'https://pola.example', types };
  const kinds = languages.map((language) => ticketPaper(printedVehicle(ticket), { ...place, language }).lines[1]?.text);
  expect(kinds).toEqual(['Tractor ticket', 'ටිකට්පත: ට්‍රැක්ටරය', 'சீட்டு: உழவு இயந்திரம்']);
  const printed = { id: shift.id, byWhom: shift.byWhom, device: null, openedAt: shift.opened_at, reason: '', split };
  const cash = { opening: 0, expected: 100, counted: 100, isSent: true, closedAt: shift.opened_at };
  const rows = languages.flatMap((language) =>
    shiftPaper({ ...printed, ...cash }, { ...place, language }).lines.filter(({ text }) => text.startsWith('1 ×')),
  );
  expect(rows.map(({ text }) => text)).toEqual([
    '1 × Sanitation Rs. 20',
    '1 × Tractor',
    '1 × වැසිකිළි රු. 20',
    '1 × ට්‍රැක්ටරය',
    '1 × மலசலகூடம் ரூ. 20',
    '1 × உழவு இயந்திரம்',
  ]);
  await gate.expectSums(2);
});

test('a type that is no longer offered is refused, except for a ticket that a phone issued before', async () => {
  const gate = await openTestGate();
  const tractor = await add(gate);
  await change(gate, tractor, { is_offered: false });
  const body = { vehicleNumber: 'NB 1', vehicleType: 'Tractor', ticketPrice: 80 };
  expect(await refused(gate, body)).toEqual([
    {
      field: 'vehicleType',
      message: 'The vehicle type must be one of: Lorry, Van, Three-Wheeler, Motorbike, Car.',
    },
  ]);
  const late = { device_number: 'K-1', issued_at: `${GATE_DAY}T11:00:00`, shift_id: SHIFT };
  expect((await issue(gate, 'Tractor', late)).ticket.vehicleType).toBe('Tractor');
  // The new tariff has no price for this type.
  await gate.ask(tariff.set, { body: { prices: PRICES } });
  await gate.expectSums(1);
});

test('a ticket keeps the name that it was issued with; the earlier name is accepted from phones and is not given away', async () => {
  const gate = await openTestGate();
  const tractor = await add(gate);
  const { ticket } = await issue(gate, 'Tractor');
  const { vehicle_type } = await change(gate, tractor, { name: 'Land master' });
  expect(vehicle_type).toMatchObject({ name: 'Land master', former_names: ['Tractor'] });
  expect((await gate.listVehicles()).tickets.map(({ vehicleType }) => vehicleType)).toEqual(['Tractor']);
  const types = await list(gate);
  const issueOf = { centre: 'Pola', origin: 'https://pola.example', types };
  const kindIn = (language: 'en' | 'si') =>
    ticketPaper(printedVehicle(ticket), { ...issueOf, language }).lines[1]?.text;
  expect([kindIn('en'), kindIn('si')]).toEqual(['Tractor ticket', 'ටිකට්පත: ට්‍රැක්ටරය']);
  await refused(gate, { vehicleNumber: 'NB 1', vehicleType: 'Tractor', ticketPrice: 80 });
  const late = { device_number: 'K-1', issued_at: `${GATE_DAY}T11:00:00`, shift_id: SHIFT };
  expect((await issue(gate, 'Tractor', late)).ticket.vehicleType).toBe('Tractor');
  await gate.refused(tariff.addType, { body: TRACTOR }, 'vehicle_type_exists');
  expect((await change(gate, vehicle_type, { name: 'Tractor' })).vehicle_type.former_names).toEqual(['Land master']);
  await gate.expectSums(2);
});

test('only types without tickets and prices are deleted', async () => {
  const gate = await openTestGate();
  const cart = await add(gate, { name: 'Cart' });
  const tractor = await add(gate);
  const { ticket } = await issue(gate, 'Tractor');
  await gate.ask(vehicleTickets.remove, {
    role: 'manager',
    params: { id: String(ticket.id) },
    body: { reason: 'Wrong type' },
  });
  expect((await gate.refused(tariff.removeType, remove(tractor), 'vehicle_type_used')).message).toBe(
    'This vehicle type has tickets or prices, so it cannot be deleted. Mark it as no longer offered.',
  );
  expect((await gate.ask(tariff.removeType, remove(cart))).message).toBe('Vehicle type deleted.');
  await gate.refused(tariff.removeType, remove(cart), 'vehicle_type_not_found');
  await gate.ask(tariff.set, { body: { prices: { ...PRICES, Tractor: 80 } } });
  const [lorry] = await list(gate);
  await gate.refused(tariff.removeType, remove(lorry as VehicleType), 'vehicle_type_used');
});

test('the order is that of lists, prices and the gate, and each type has one place', async () => {
  const gate = await openTestGate();
  await add(gate);
  const ids = (await list(gate)).map(({ vehicle_type_id }) => vehicle_type_id).reverse();
  const seen = versionOf(tariff.setTypeOrder, { vehicle_type_ids: ids });
  await gate.ask(tariff.setTypeOrder, { body: { vehicle_type_ids: ids } });
  expect(await namesOf(gate)).toEqual(['Tractor', 'Car', 'Motorbike', 'Three-Wheeler', 'Van', 'Lorry']);
  const set = await gate.ask(tariff.set, { body: { prices: { ...PRICES, Tractor: 80 } } });
  expect(Object.keys(set.tariff.prices).slice(0, 2)).toEqual(['Tractor', 'Car']);
  const before = await everythingIn(gate.app);
  for (const wrong of [ids.slice(1), [...ids, 99], [...ids.slice(1), ids[1]]])
    await gate.refused(tariff.setTypeOrder, { body: { vehicle_type_ids: wrong as number[] } }, 'invalid_input');
  await gate.ask(tariff.setTypeOrder, { body: { vehicle_type_ids: ids } });
  expect(await everythingIn(gate.app)).toEqual(before);
  await gate.ask(tariff.setTypeOrder, { body: { vehicle_type_ids: ids.toReversed() } });
  const stale = { vehicle_type_ids: ids, version: seen };
  await gate.refused(tariff.setTypeOrder, { body: stale as never }, 'changed_meanwhile');
  expect((await events(gate)).slice(1)).toEqual([
    ['Lorry, Van, Three-Wheeler, Motorbike, Car, Tractor', 'Tractor, Car, Motorbike, Three-Wheeler, Van, Lorry'],
    ['Tractor, Car, Motorbike, Three-Wheeler, Van, Lorry', 'Lorry, Van, Three-Wheeler, Motorbike, Car, Tractor'],
  ]);
});

test.each([
  ['lorry', 'vehicle_type_exists'],
  ['Other', 'vehicle_type_exists'],
  ['', 'invalid_input'],
  ['3-axle', 'invalid_input'],
  ['ට්‍රැක්ටරය', 'invalid_input'],
  ['Van, big', 'invalid_input'],
] as const)('the name %j is refused as %s', async (name, code) => {
  const gate = await openTestGate();
  await gate.refused(tariff.addType, { body: { ...TRACTOR, name } }, code);
});

test('a name begins with a capital letter, and only superadmin and admin change types', async () => {
  const gate = await openTestGate();
  expect((await add(gate, { name: 'tractor' })).name).toBe('Tractor');
  for (const role of ['manager', 'editor', 'tiketing'] as const)
    await gate.refused(tariff.addType, { role, body: { ...TRACTOR, name: 'Cart' } }, 'not_allowed');
  expect(await events(gate)).toEqual([
    [
      null,
      'name: Tractor; name in Sinhala: ට්‍රැක්ටරය; name in Tamil: உழவு இயந்திரம்; vehicle category: other; choice to issue new tickets: true',
    ],
  ]);
});

test('arrivals name the type; public pages count the kind lorry, and no order of the office shows a small figure', async () => {
  const gate = await openTestGate();
  const long = await add(gate, { name: 'Long lorry', vehicle_kind: 'lorry' });
  const arrived = async (type: string, count: number) => {
    for (let at = 0; at < count; at += 1) await issue(gate, type, { vehicleNumber: `NB ${type} ${at}` });
  };
  await arrived('Lorry', 12);
  await arrived('Van', 11);
  await arrived('Long lorry', 10);
  await arrived('Car', 3);
  const countsOf = async () => {
    const { days } = await gate.ask(arrivals.list, {});
    return days.flatMap(({ counts }) => counts.map(({ vehicle_type, count }) => [vehicle_type, count]));
  };
  const counts = [
    ['Lorry', 12],
    ['Van', 11],
    ['other', 13],
  ];
  expect(await countsOf()).toEqual(counts);
  const ids = (await list(gate)).map(({ vehicle_type_id }) => vehicle_type_id);
  await gate.ask(tariff.setTypeOrder, { body: { vehicle_type_ids: [...ids.slice(1), ...ids.slice(0, 1)] } });
  await change(gate, long, { name: 'Truck' });
  expect(await countsOf()).toEqual(counts);
  await arrived('Car', 2);
  const lorries = await loadLorriesToday(gate.app.database.reader, gate.app.clock.now());
  expect(lorries?.count).toBe(22);
});
