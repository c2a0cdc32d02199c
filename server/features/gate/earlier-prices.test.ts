/** @module-tag postgres */
import { expect, test } from 'vitest';
import { dashboard } from '#contract/dashboard.ts';
import { tariff } from '#contract/tariff.ts';
import { vehicleTickets } from '#contract/tickets.ts';
import { GATE_DAY, openTestGate, type TestGate } from '../../testing/gate.ts';
import { colombo } from '../../testing/office.ts';

const TOMORROW = '2026-11-21';
const PRICES = { Lorry: 200, Van: 100, 'Three-Wheeler': 50, Motorbike: 20, Car: 50 };
const EVENING = colombo(GATE_DAY, '23:50:00.000');

const set = (gate: TestGate, van: number, valid_from: string) =>
  gate.ask(tariff.set, { body: { prices: { ...PRICES, Van: van }, valid_from } });
const earlier = async (gate: TestGate) => (await gate.ask(dashboard.morning, { role: 'manager' })).gate.earlier_prices;

test('a ticket of the morning that names the night before and its lower price is named by person, with what it saves', async () => {
  const gate = await openTestGate();
  await set(gate, 100, GATE_DAY);
  await set(gate, 150, TOMORROW);
  gate.goTo(TOMORROW, '06:00:00.000');
  await gate.issueVehicle({ device_number: 'K-1', issued_at: EVENING, ticketPrice: 100 });
  await gate.issueVehicle({ device_number: 'K-2', issued_at: EVENING, ticketPrice: 100 });
  await gate.issueVehicle({ issued_at: EVENING, ticketPrice: 100 }, { role: 'editor' });
  await gate.issueVehicle({ device_number: 'K-3', ticketPrice: 150 });
  await gate.issueVehicle({ device_number: 'K-4', vehicleType: 'Car', issued_at: EVENING, ticketPrice: 50 });
  expect(await gate.ask(vehicleTickets.otherPrices, { role: 'manager' })).toEqual([]);
  expect(await earlier(gate)).toEqual([
    { email: 'editor@example.com', name: 'editor', numbers: ['V3'], hours: 6.2, amount: 50 },
    { email: 'tiketing@example.com', name: 'tiketing', numbers: ['K-1', 'K-2'], hours: 6.2, amount: 100 },
  ]);
  gate.goTo('2026-11-28', '12:00:00.000');
  expect(await earlier(gate)).toEqual([]);
});

test('a ticket that its phone sent at once, one from before lower prices and a marked one are not named', async () => {
  const gate = await openTestGate();
  await set(gate, 100, GATE_DAY);
  await set(gate, 150, TOMORROW);
  gate.goTo(TOMORROW, '00:00:00.000');
  await gate.issueVehicle({ device_number: 'K-1', issued_at: EVENING, ticketPrice: 100 });
  gate.goTo(TOMORROW, '00:30:00.000');
  await gate.issueVehicle({ device_number: 'K-2', issued_at: EVENING, ticketPrice: 100 });
  expect(await gate.ask(vehicleTickets.otherPrices, { role: 'manager' })).toMatchObject([{ device_number: 'K-2' }]);
  expect(await earlier(gate)).toEqual([]);
  const morning = colombo(TOMORROW, '08:00:00.000');
  gate.goTo(TOMORROW, '10:00:00.000');
  await set(gate, 90, TOMORROW);
  gate.goTo(TOMORROW, '10:05:00.000');
  await gate.issueVehicle({ issued_at: morning, ticketPrice: 150 }, { role: 'editor' });
  expect(await earlier(gate)).toEqual([]);
});
