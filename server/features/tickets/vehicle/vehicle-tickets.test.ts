/** @module-tag postgres */
import { expect, test } from 'vitest';
import { firstVehicleTypes } from '#contract/first-vehicle-types.ts';
import { vehicleTickets } from '#contract/tickets.ts';
import { GATE_DAY, openTestGate, type TestGate, ticketIncome, VAN } from '#server/testing/gate.ts';
import { colombo, everythingIn, withoutKeys } from '#server/testing/office.ts';

const role = 'tiketing' as const;
const numbersOf = ({ tickets }: Awaited<ReturnType<TestGate['listVehicles']>>) =>
  tickets.map(({ vehicleNumber }) => vehicleNumber);
const remove = (gate: TestGate, id: number, reason?: string) =>
  gate.ask(vehicleTickets.remove, { role, params: { id: String(id) }, body: reason === undefined ? {} : { reason } });

test('a vehicle ticket is issued under its id, with its number in capitals', async () => {
  const gate = await openTestGate();
  gate.goTo(GATE_DAY, '07:05:09.250');
  const answer = await gate.issueVehicle({ vehicleNumber: ' wp cab-1234 ', ticketPrice: '150.50' });
  expect(answer).toEqual({
    message: `Ticket issued with ID: ${answer.ticketId}`,
    ticketId: answer.ticketId,
    ticket: {
      id: answer.ticketId,
      vehicleNumber: 'WP CAB-1234',
      vehicleType: 'Van',
      ticketPrice: 150.5,
      tariff_price: null,
      pass: null,
      pass_until: null,
      date: GATE_DAY,
      time: '07:05:09',
      byWhom: 'tiketing@example.com',
      issued_at: '2026-11-20T01:35:09.250Z',
      device_number: null,
      createdAt: '2026-11-20T01:35:09.250Z',
      updatedAt: '2026-11-20T01:35:09.250Z',
    },
  });
  for (const { name: vehicleType } of firstVehicleTypes) {
    expect((await gate.issueVehicle({ vehicleType })).ticket.vehicleType).toBe(vehicleType);
  }
  await gate.expectSums(6);
});

test('number, type and price are all required, and the price is above 0', async () => {
  const gate = await openTestGate();
  const before = await everythingIn(gate.app);
  const refused = (body: object) =>
    gate.refused(vehicleTickets.issue, { role, body: { ...VAN, ...body } as never }, 'invalid_input');
  for (const missing of [undefined, '', null]) {
    for (const field of ['vehicleNumber', 'vehicleType', 'ticketPrice']) {
      const { details } = await refused({ [field]: missing });
      expect(details).toEqual([{ field, message: 'Please fill in all fields.' }]);
    }
  }
  expect((await refused({ vehicleNumber: '   ' })).details?.[0]?.message).toBe('Please fill in all fields.');
  expect((await refused({ ticketPrice: 0 })).details?.[0]?.message).toBe('The ticket price must be greater than 0.');
  expect((await refused({ vehicleType: 'Bus' })).details?.[0]?.message).toContain(
    'The vehicle type must be one of: Lorry, Van',
  );
  for (const ticketPrice of [-1, 0.001, '1,00', 'free', '1e3', true]) await refused({ ticketPrice });
  for (const vehicleNumber of ['X'.repeat(21), 'A\nB', 7]) await refused({ vehicleNumber });
  expect(await everythingIn(gate.app)).toEqual(before);
});

test("tickets are found by day, by part of the vehicle number and by part of the issuer's name, in any case", async () => {
  const gate = await openTestGate();
  gate.goTo('2026-11-19');
  await gate.issueVehicle({ vehicleNumber: 'WP CAB-1234' }, { role: 'editor' });
  gate.goTo(GATE_DAY);
  await gate.issueVehicle({ vehicleNumber: 'nb 1_%5' });
  await gate.issueVehicle({ vehicleNumber: 'CP CAX-1235', ticketPrice: 50.25 });
  const cases: [Record<string, string>, string[]][] = [
    [{}, ['CP CAX-1235', 'NB 1_%5', 'WP CAB-1234']],
    [{ date: GATE_DAY }, ['CP CAX-1235', 'NB 1_%5']],
    [{ vehicleNumber: 'ca' }, ['CP CAX-1235', 'WP CAB-1234']],
    [{ vehicleNumber: '-123', byWhom: 'Tiket' }, ['CP CAX-1235']],
    [{ vehicleNumber: 'CAB', date: GATE_DAY }, []],
    [{ vehicleNumber: '_%' }, ['NB 1_%5']],
    [{ vehicleNumber: '%' }, ['NB 1_%5']],
    [{ vehicleNumber: 'C_B' }, []],
    [{ vehicleNumber: '\\' }, []],
    [{ byWhom: 'editor@', vehicleNumber: '', date: '' }, ['WP CAB-1234']],
  ];
  for (const [query, expected] of cases) {
    const listed = await gate.listVehicles(query);
    expect(numbersOf(listed), JSON.stringify(query)).toEqual(expected);
    expect(listed).toMatchObject({ total: expected.length, page: 1 });
    expect(listed.totalIncome).toBe(listed.tickets.reduce((sum, { ticketPrice }) => sum + ticketPrice, 0));
  }
  const second = await gate.listVehicles({ page: '2', limit: '2' });
  expect([second.page, second.total, numbersOf(second)]).toEqual([2, 3, ['WP CAB-1234']]);
});

test('daily and monthly income follow issue and deletion', async () => {
  const gate = await openTestGate();
  const daily = () => gate.ask(vehicleTickets.dailyIncome, { role });
  const monthly = () => gate.ask(vehicleTickets.monthlyIncome, { role });
  expect([await daily(), await monthly()]).toEqual([[{ date: GATE_DAY, ...ticketIncome(0, 0) }], []]);
  gate.goTo('2026-10-31', '23:59:59.999');
  await gate.issueVehicle({ ticketPrice: 0.1 });
  await gate.issueVehicle({ ticketPrice: 0.2, vehicleType: 'Car' });
  gate.goTo('2026-11-01', '00:00:00.000');
  const { ticket } = await gate.issueVehicle({ ticketPrice: 200 });
  await gate.issueVehicle({ ticketPrice: 70 });
  expect(await daily()).toEqual([
    { date: '2026-11-01', ...ticketIncome(270, 2) },
    { date: '2026-10-31', ...ticketIncome(0.3, 2) },
  ]);
  expect((await remove(gate, ticket.id)).message).toBe('Ticket deleted successfully.');
  gate.goTo(GATE_DAY);
  expect((await daily()).map(({ date }) => date)).toEqual([GATE_DAY, '2026-11-01', '2026-10-31']);
  expect(await monthly()).toEqual([
    { year: 2026, month: 11, ...ticketIncome(70, 1) },
    { year: 2026, month: 10, ...ticketIncome(0.3, 2) },
  ]);
  await gate.expectSums(3);
});

test('a deleted vehicle ticket remains as void with its reason, and can be deleted once', async () => {
  const gate = await openTestGate();
  const { ticket } = await gate.issueVehicle();
  await remove(gate, ticket.id, 'Turned round at the gate');
  const row = await gate.app.database.reader.selectFrom('vehicle_tickets').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    voided_at: colombo(GATE_DAY, '12:00:00.000'),
    voided_by: 'tiketing@example.com',
    void_reason: 'Turned round at the gate',
  });
  const again = { role, params: { id: String(ticket.id) }, body: {} };
  await gate.refused(vehicleTickets.remove, again, 'ticket_not_found');
  expect(await gate.listVehicles()).toEqual({ total: 0, totalIncome: 0, page: 1, tickets: [] });
  await gate.expectSums(0);
});

test('a device that repeats a vehicle ticket gets the existing ticket, and another vehicle needs another number', async () => {
  const gate = await openTestGate();
  const sent = { device_number: 'K-5', issued_at: '2026-11-19T20:00:00.000Z' };
  const first = await gate.issueVehicle(sent, { key: 'one' });
  expect(first.ticket).toMatchObject({ date: GATE_DAY, time: '01:30:00', device_number: 'K-5' });
  const before = await withoutKeys(gate.app);
  expect(await gate.issueVehicle({ ...sent, vehicleNumber: 'wp cab-1234', ticketPrice: '100.00' })).toEqual(first);
  for (const other of [{ vehicleNumber: 'WP CAB-1235' }, { vehicleType: 'Car' }, { ticketPrice: 100.01 }]) {
    const body = { ...VAN, ...sent, ...other } as never;
    await gate.refused(vehicleTickets.issue, { role, body }, 'device_number_used');
  }
  expect(await withoutKeys(gate.app)).toEqual(before);
  await gate.expectSums(1);
});

test('a plate is found by its letters and digits, however it and the search are written', async () => {
  const gate = await openTestGate();
  const spellings = ['WP CAB-1234', 'wp cab 1234', 'WPCAB1234', 'WP-CAB-1234', 'WP  CAB–1234', 'WP CAB‑1234'];
  const issued = [...spellings, 'NW LB-4455', '65-1234', 'ශ්‍රී 8765'];
  for (const vehicleNumber of issued) await gate.issueVehicle({ vehicleNumber });
  const found = async (vehicleNumber: string) => numbersOf(await gate.listVehicles({ vehicleNumber }));
  for (const search of [...spellings, 'cab1234', 'b-12 34']) expect(await found(search)).toHaveLength(6);
  for (const search of ['lb 4455', 'LB4455', 'NW LB 4455', 'nwlb4455', 'NW-LB-4455'])
    expect(await found(search)).toEqual(['NW LB-4455']);
  for (const search of ['65 1234', '651234', '65.1234']) expect(await found(search)).toEqual(['65-1234']);
  expect(await found('ශ්රී-8765')).toEqual(['ශ්‍රී 8765']);
});
