import { expect, test } from 'vitest';
import { gate as calls } from '#contract/gate.ts';
import { vehicleTickets } from '#contract/tickets.ts';
import { GATE_DAY, openTestGate, type TestGate } from '../../testing/gate.ts';
import { colombo } from '../../testing/office.ts';

const role = 'tiketing' as const;
const check = (gate: TestGate, number: string) => gate.ask(calls.check, { role, params: { number } });

test('a ticket is valid, void or unknown, by either of its numbers', async () => {
  const gate = await openTestGate();
  const { ticket } = await gate.issue({ price: 20, device_number: 'K-17' });
  const { ticket: vehicle } = await gate.issueVehicle({ device_number: 'K-18' });
  const centre = { name: 'Pola Economic Centre' };
  const valid = { state: 'valid', voided_at: null, void_reason: null, centre };
  const sanitation = { ...valid, sanitation: ticket, vehicle: null };
  expect(await check(gate, 'T20_1')).toEqual({ ...sanitation, number: 'T20_1' });
  expect(await check(gate, ' t20_1 ')).toEqual({ ...sanitation, number: 'T20_1' });
  for (const number of ['K-17', 'K17', 'k-17']) {
    expect(await check(gate, number)).toEqual({ ...sanitation, number: 'K-17' });
  }
  expect(await check(gate, `V${vehicle.id}`)).toEqual({
    ...valid,
    number: `V${vehicle.id}`,
    sanitation: null,
    vehicle,
  });
  expect(await check(gate, 'K-18')).toEqual({ ...valid, number: 'K-18', sanitation: null, vehicle });

  await gate.takeBack(ticket.id, 'Paid twice');
  await gate.ask(vehicleTickets.remove, { role, params: { id: String(vehicle.id) } });
  const voided_at = colombo(GATE_DAY, '12:00:00.000');
  for (const number of ['T20_1', 'K-17']) {
    expect(await check(gate, number)).toMatchObject({ state: 'void', voided_at, void_reason: 'Paid twice' });
  }
  expect(await check(gate, `V${vehicle.id}`)).toMatchObject({ state: 'void', voided_at, void_reason: '' });
  for (const number of ['T20_2', 'T100_1', 'T30_1', 'V999999999', 'K-19', 'B-17', 'T-20']) {
    const unknown = { state: 'unknown', number, sanitation: null, vehicle: null, voided_at: null, void_reason: null };
    expect(await check(gate, number)).toEqual({ ...unknown, centre });
  }
});

test('text that cannot be a ticket number is refused', async () => {
  const gate = await openTestGate();
  for (const number of ['17', 'T20_', 'T20_0', 'K-0', "K' or '1'='1", 'K-17-18', 'http://x', 'ABCDE1']) {
    await gate.refused(calls.check, { role, params: { number } }, 'invalid_input').catch(() => {
      throw new Error(`${number} was taken for the number of a ticket`);
    });
  }
});

test('each phone gets a device code of its own, which looks like neither a figure nor a vehicle ticket', async () => {
  const gate = await openTestGate();
  const letters: string[] = [];
  for (let phone = 0; phone < 25; phone += 1) {
    letters.push((await gate.ask(calls.addDevice, { role, body: {} })).device.letters);
  }
  expect(letters.join(' ')).toBe('A B C D E F G H J K L M N P Q R S T U W X Y Z AA AB');
  expect((await gate.auditLog()).at(-1)).toMatchObject({ event_type: 'Gate Phone Added', new_value: 'AB' });
});

test('a phone that repeats its request with the same key gets the same device code', async () => {
  const gate = await openTestGate();
  const ask = (key: string) => gate.ask(calls.addDevice, { role, body: {}, key });
  expect(
    [await ask('phone-1'), await ask('phone-1'), await ask('phone-2')].map(({ device }) => device.letters),
  ).toEqual(['A', 'A', 'B']);
});
