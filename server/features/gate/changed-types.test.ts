/** @module-tag postgres */
import { expect, test } from 'vitest';
import { dashboard } from '#contract/dashboard.ts';
import { gate as calls } from '#contract/gate.ts';
import { tariff } from '#contract/tariff.ts';
import { vehicleTickets } from '#contract/tickets.ts';
import { GATE_DAY, openTestGate } from '../../testing/gate.ts';
import { colombo } from '../../testing/office.ts';

const manager = { role: 'manager' } as const;

test('a vehicle that was ticketed as a lorry and later as a three-wheeler is named with types, prices and persons', async () => {
  const gate = await openTestGate();
  const list = () => gate.ask(calls.changedTypes, manager);
  const counted = async () => (await gate.ask(dashboard.morning, manager)).gate.changed_types;
  const lorry = { vehicleNumber: 'LG-4821', vehicleType: 'Lorry', ticketPrice: 200 };
  await gate.issueVehicle(lorry);
  await gate.issueVehicle({ vehicleNumber: 'WP CAB-1' });
  expect(await list()).toEqual([]);
  expect(await counted()).toBe(0);
  gate.goTo(GATE_DAY, '14:00:00.000');
  const cheaper = { vehicleNumber: 'lg 4821', vehicleType: 'Three-Wheeler', ticketPrice: 50, device_number: 'AA-1' };
  const { ticket } = await gate.issueVehicle(cheaper, { role: 'editor' });
  const first = {
    number: 'V1',
    vehicleType: 'Lorry',
    ticketPrice: 200,
    issued_at: colombo(GATE_DAY, '12:00:00.000'),
    email: 'tiketing@example.com',
    name: 'tiketing',
  };
  const second = {
    number: 'AA-1',
    vehicleType: 'Three-Wheeler',
    ticketPrice: 50,
    issued_at: colombo(GATE_DAY, '14:00:00.000'),
    email: 'editor@example.com',
    name: 'editor',
  };
  expect(await list()).toEqual([{ vehicleNumber: 'LG 4821', tickets: [second, first] }]);
  expect(await counted()).toBe(1);
  await gate.refused(calls.changedTypes, { role: 'tiketing' }, 'not_allowed');
  gate.goTo('2026-12-20', '23:59:59.999');
  expect(await counted()).toBe(1);
  gate.goTo('2026-12-21');
  expect(await list()).toEqual([]);
  expect(ticket.id).toBe(3);
});

test('a void ticket is not compared, and a type that was renamed is the same type', async () => {
  const gate = await openTestGate();
  const list = () => gate.ask(calls.changedTypes, manager);
  const wrong = await gate.issueVehicle({ vehicleType: 'Lorry' });
  await gate.issueVehicle({});
  expect(await list()).toHaveLength(1);
  await gate.ask(vehicleTickets.remove, { ...manager, params: { id: String(wrong.ticket.id) }, body: {} });
  expect(await list()).toEqual([]);
  const types = await gate.ask(tariff.listTypes, {});
  const van = types.find(({ name }) => name === 'Van');
  const body = { name: 'Minivan', name_si: 'වෑන්', name_ta: 'வேன்', vehicle_kind: 'van', is_offered: true } as const;
  await gate.ask(tariff.changeType, { params: { id: String(van?.vehicle_type_id) }, body });
  await gate.issueVehicle({ vehicleType: 'Minivan' });
  expect(await list()).toEqual([]);
});
