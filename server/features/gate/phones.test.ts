/** @module-tag postgres */
import { expect, test } from 'vitest';
import { dashboard } from '#contract/dashboard.ts';
import { gate as calls } from '#contract/gate.ts';
import { GATE_DAY, openTestGate, type TestGate } from '../../testing/gate.ts';
import { colombo } from '../../testing/office.ts';

const ID = '7f6d3f57-6d3e-4c9b-9a53-6c1f4a3c2b10';
const MORE = { 1: ID.replace('7f6d', '1f6d'), 2: ID.replace('7f6d', '2f6d') } as const;
const manager = { role: 'manager' } as const;
const keeper = { role: 'tiketing' } as const;
const PERSON = { email: 'tiketing@example.com', name: 'tiketing' };

const give = async (gate: TestGate) => (await gate.ask(calls.addDevice, { ...keeper, body: {} })).device.letters;
const open = (gate: TestGate, id: string, device: string) =>
  gate.ask(calls.openShift, { ...keeper, body: { id, opening_cash: 0, device } });
const close = (gate: TestGate, id: string, body: { counted_cash: number; last_number: string | null }) =>
  gate.ask(calls.closeShift, { ...keeper, params: { id }, body });
const phones = (gate: TestGate) => gate.ask(calls.phones, manager);
const remarks = async (gate: TestGate) => (await phones(gate)).map(({ phone, needs_look }) => [phone, ...needs_look]);

test('letters from which nothing has come are named first, with the person who registered the phone, for 30 days', async () => {
  const gate = await openTestGate();
  const first = await give(gate);
  gate.goTo(GATE_DAY, '13:00:00.000');
  const second = await give(gate);
  await open(gate, ID, second);
  for (const count of [1, 2]) await gate.issue({ price: 20, device_number: `${second}-${count}`, shift_id: ID });
  await gate.issueVehicle({ device_number: `${second}-3`, shift_id: ID });
  const [silent, used] = await phones(gate);
  expect(silent).toEqual({
    phone: first,
    given_at: colombo(GATE_DAY, '12:00:00.000'),
    given_by: PERSON,
    sanitation: 0,
    vehicle: 0,
    first_number: null,
    last_number: null,
    missing: 0,
    heard_at: null,
    shift: 'none',
    beyond_closing: [],
    needs_look: ['nothing'],
  });
  expect(used).toMatchObject({
    phone: second,
    sanitation: 2,
    vehicle: 1,
    first_number: `${second}-1`,
    last_number: `${second}-3`,
    heard_at: colombo(GATE_DAY, '13:00:00.000'),
    shift: 'open',
    needs_look: [],
  });
  const { gate: shown } = await gate.ask(dashboard.morning, manager);
  expect(shown.phones.map(({ phone }) => phone)).toEqual([first, second]);
  await gate.refused(calls.phones, keeper, 'not_allowed');
  gate.goTo('2026-12-20');
  expect(await remarks(gate)).toEqual([[first, 'nothing'], [second]]);
  gate.goTo('2026-12-21');
  expect(await remarks(gate)).toEqual([]);
});

test('a phone that has a shift and no ticket is named as that, and its first numbers are missing if it begins above 1', async () => {
  const gate = await openTestGate();
  const phone = await give(gate);
  await open(gate, ID, phone);
  expect(await remarks(gate)).toEqual([[phone, 'no-ticket']]);
  for (const count of [4, 6]) await gate.issue({ price: 20, device_number: `${phone}-${count}`, shift_id: ID });
  expect(await phones(gate)).toMatchObject([
    { phone, missing: 4, first_number: `${phone}-4`, needs_look: ['missing'] },
  ]);
  const numbers = [1, 2, 3, 5].map((count) => `${phone}-${count}`);
  expect(await gate.ask(calls.missing, manager)).toMatchObject([{ phone, numbers, shift_id: ID }]);
  await gate.ask(calls.noteMissing, { ...manager, body: { numbers, reason: 'Test prints' } });
  expect(await remarks(gate)).toEqual([[phone]]);
});

test('letters that somebody used unclaimed are not listed as given, and their numbers begin where they began', async () => {
  const gate = await openTestGate();
  await gate.issue({ price: 20, device_number: 'A-7' });
  gate.goTo(GATE_DAY, '13:00:00.000');
  const phone = await give(gate);
  expect(phone).toBe('B');
  expect(await remarks(gate)).toEqual([['B', 'nothing']]);
  expect(await gate.ask(calls.missing, manager)).toEqual([]);
});

test('a ticket above the last number that the phone stated at the closing is a difference in the name of its person', async () => {
  const gate = await openTestGate();
  const phone = await give(gate);
  await open(gate, ID, phone);
  const issued_at = colombo(GATE_DAY, '12:30:00.000');
  for (const count of [1, 2]) await gate.issue({ price: 20, device_number: `${phone}-${count}`, shift_id: ID });
  gate.goTo(GATE_DAY, '13:00:00.000');
  await close(gate, ID, { counted_cash: 40, last_number: `${phone}-2` });
  await open(gate, MORE[1], phone);
  await gate.issue({ price: 100, device_number: `${phone}-3`, shift_id: MORE[1] });
  expect(await remarks(gate)).toEqual([[phone]]);
  await gate.issue({ price: 100, device_number: `${phone}-4`, shift_id: ID, issued_at });
  await gate.issueVehicle({ device_number: `${phone}-5`, shift_id: ID, issued_at });
  const named = { ...PERSON, shift_id: ID, stated: `${phone}-2`, numbers: [`${phone}-4`, `${phone}-5`], amount: 200 };
  expect(await phones(gate)).toMatchObject([{ phone, beyond_closing: [named], needs_look: ['beyond-closing'] }]);
  const { cash_differences } = await gate.ask(dashboard.morning, manager);
  expect(cash_differences).toMatchObject([{ ...PERSON, missing: 200 }]);
});

test('so is a ticket of that time that names no shift, and one of a shift that stated none', async () => {
  const gate = await openTestGate();
  const phone = await give(gate);
  await open(gate, ID, phone);
  await gate.issue({ price: 20, device_number: `${phone}-1`, shift_id: ID });
  gate.goTo(GATE_DAY, '13:00:00.000');
  await close(gate, ID, { counted_cash: 20, last_number: `${phone}-1` });
  const issued_at = colombo(GATE_DAY, '12:30:00.000');
  await gate.issue({ price: 100, device_number: `${phone}-2`, issued_at });
  const other = await give(gate);
  gate.goTo(GATE_DAY, '14:00:00.000');
  await open(gate, MORE[2], other);
  await close(gate, MORE[2], { counted_cash: 0, last_number: null });
  await gate.issue({ price: 20, device_number: `${other}-1`, shift_id: MORE[2] });
  const beyond = (await phones(gate)).map(({ phone, beyond_closing }) => [
    phone,
    ...beyond_closing.map(({ stated, numbers, amount }) => [stated, ...numbers, amount]),
  ]);
  expect(beyond).toEqual([
    [other, [null, `${other}-1`, 20]],
    [phone, [`${phone}-1`, `${phone}-2`, 100]],
  ]);
});

test('a later number than one that another person saw on a ticket is not a difference, because the phone stated none', async () => {
  const gate = await openTestGate();
  const phone = await give(gate);
  await open(gate, ID, phone);
  await gate.issue({ price: 20, device_number: `${phone}-1`, shift_id: ID });
  const body = { counted_cash: 20, last_number: `${phone}-1` };
  await gate.ask(calls.closeShift, { ...manager, params: { id: ID }, body });
  await gate.issue({ price: 20, device_number: `${phone}-2`, shift_id: ID });
  expect(await remarks(gate)).toEqual([[phone]]);
});
