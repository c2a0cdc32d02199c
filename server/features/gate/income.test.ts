/** @module-tag postgres */
import { expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { approvals } from '#contract/approvals.ts';
import { dashboard } from '#contract/dashboard.ts';
import { gate as calls, type GateIncome } from '#contract/gate.ts';
import { places } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';
import { GATE_DAY, openTestGate, type TestGate } from '../../testing/gate.ts';
import { colombo } from '../../testing/office.ts';

const ID = '7f6d3f57-6d3e-4c9b-9a53-6c1f4a3c2b10';
const NEVER_OPENED = '0b7e5a0e-3f8e-4a53-8a45-2f5b8c9d7e61';
const TWO_DAYS_LATER = '2026-11-22';
const role = 'tiketing' as const;

const openShift = (gate: TestGate, by: Role = role, id = ID) =>
  gate.ask(calls.openShift, { role: by, body: { id, opening_cash: 0 } });

const sumOf = async (gate: TestGate, id = ID) =>
  (await gate.ask(calls.shift, { role: 'manager', params: { id } })).shift.ticket_sum;

async function incomeOf(gate: TestGate): Promise<GateIncome> {
  return (await gate.ask(dashboard.morning, { role: 'manager' })).gate;
}

function income(in_shifts: number, to_count: number) {
  return { total: in_shifts + to_count, in_shifts, to_count };
}

test('the income of a day and of a month is what is in shifts and what is to be counted, by person', async () => {
  const gate = await openTestGate();
  gate.goTo('2026-11-19');
  await gate.issue({ price: 100 });
  gate.goTo(GATE_DAY);
  await gate.issue({ price: 20 });
  await gate.issue({ price: 20, shift_id: NEVER_OPENED });
  await openShift(gate);
  await gate.issue({ price: 100, shift_id: ID });
  await gate.issueVehicle({ ticketPrice: 70.5, shift_id: ID });
  const { ticket } = await gate.issue({ price: 100, shift_id: ID });
  await gate.takeBack(ticket.id);
  await gate.issue({ price: 20 }, { role: 'editor' });
  expect(await incomeOf(gate)).toEqual({
    today: income(170.5, 60),
    month: income(170.5, 160),
    people: [
      { email: 'editor@example.com', name: expect.any(String), today: income(0, 20), month: income(0, 20) },
      { email: 'tiketing@example.com', name: expect.any(String), today: income(170.5, 40), month: income(170.5, 140) },
    ],
    unknown_shifts: [],
    incomplete_shifts: [],
    late_tickets: [],
    earlier_prices: [],
    phones: [],
    changed_types: 0,
  });
  await gate.expectSums(6);
});

test('the income of an earlier month is asked for by its month, and has the tickets of all its days', async () => {
  const gate = await openTestGate();
  for (const day of ['2026-09-30', '2026-10-01', '2026-10-31']) {
    gate.goTo(day);
    await gate.issue({ price: 100 });
  }
  gate.goTo(GATE_DAY);
  await openShift(gate);
  await gate.issue({ price: 20, shift_id: ID });
  const ofMonth = (month?: string) => gate.ask(calls.income, { role: 'manager', query: month ? { month } : {} });
  const person = { email: 'tiketing@example.com', name: expect.any(String) };
  expect(await ofMonth('2026-10')).toEqual({
    month: '2026-10',
    total: income(0, 200),
    people: [{ ...person, ...income(0, 200) }],
  });
  expect(await ofMonth()).toEqual({
    month: '2026-11',
    total: income(20, 0),
    people: [{ ...person, ...income(20, 0) }],
  });
  expect(await ofMonth('2026-08')).toEqual({ month: '2026-08', total: income(0, 0), people: [] });
});

test('a ticket without a shift belongs to the one that its person had open, also when a phone repeats it', async () => {
  const gate = await openTestGate();
  await openShift(gate);
  await openShift(gate, 'editor', NEVER_OPENED);
  const sent = { price: 100, device_number: 'K-1', issued_at: colombo(GATE_DAY, '12:00:00.000') };
  const first = await gate.issue(sent);
  expect(await sumOf(gate)).toBe(100);
  expect((await gate.issue(sent)).ticket).toEqual(first.ticket);
  expect(await sumOf(gate)).toBe(100);
  await gate.issue({ price: 20, issued_at: colombo(GATE_DAY, '11:59:59.999') });
  await gate.ask(calls.closeShift, { role, params: { id: ID }, body: { counted_cash: 100 } });
  await gate.issue({ price: 20 });
  expect(await sumOf(gate)).toBe(100);
  expect((await incomeOf(gate)).today).toEqual(income(100, 40));
  expect((await gate.issue(sent)).ticket).toEqual(first.ticket);
  await gate.expectSums(3);
});

test('tickets of a shift that is opened later are in it from then on', async () => {
  const gate = await openTestGate();
  await gate.issue({ price: 100, shift_id: ID });
  expect((await incomeOf(gate)).today).toEqual(income(0, 100));
  await openShift(gate);
  expect((await incomeOf(gate)).today).toEqual(income(100, 0));
});

test('a shift that nobody has opened is named 48 hours after its first ticket, until the tickets are cancelled', async () => {
  const gate = await openTestGate();
  const first = await gate.issue({ price: 100, shift_id: NEVER_OPENED });
  gate.goTo(GATE_DAY, '13:00:00.000');
  const second = await gate.issueVehicle({ ticketPrice: 70.5, shift_id: NEVER_OPENED });
  await gate.issue({ price: 20 });
  gate.goTo(TWO_DAYS_LATER, '12:00:00.000');
  expect((await incomeOf(gate)).unknown_shifts).toEqual([]);
  gate.goTo(TWO_DAYS_LATER, '13:00:00.001');
  const named = {
    email: 'tiketing@example.com',
    name: expect.any(String),
    shift_id: NEVER_OPENED,
    count: 2,
    amount: 170.5,
    since: colombo(GATE_DAY, '12:00:00.000'),
  };
  expect((await incomeOf(gate)).unknown_shifts).toEqual([named]);
  await gate.takeBack(first.ticket.id, 'Never printed', 'manager');
  const rest = { ...named, count: 1, amount: 70.5, since: second.ticket.issued_at };
  expect((await incomeOf(gate)).unknown_shifts).toEqual([rest]);
  gate.goTo('2026-12-21', '12:00:00.000');
  expect((await incomeOf(gate)).unknown_shifts).toEqual([]);
});

test("a shift that another person opened is not that of a ticket, and the ticket is its issuer's to be counted", async () => {
  const gate = await openTestGate();
  await gate.issue({ price: 100, shift_id: ID });
  await openShift(gate, 'editor');
  const { people } = await incomeOf(gate);
  expect(people).toMatchObject([{ email: 'tiketing@example.com', today: income(0, 100) }]);
  gate.goTo(TWO_DAYS_LATER, '12:00:00.001');
  expect((await incomeOf(gate)).unknown_shifts).toMatchObject([{ shift_id: ID, email: 'tiketing@example.com' }]);
});

test('a person whose email has changed is one person with one sum', async () => {
  const gate = await openTestGate();
  await gate.issue({ price: 100 });
  const { admins } = await gate.ask(accounts.list, { role: 'superadmin' });
  const own = admins.find(({ email }) => email === 'tiketing@example.com');
  await gate.ask(accounts.edit, {
    role: 'superadmin',
    params: { id: String(own?.admin_id) },
    body: { username: 'Nimal', email: 'nimal@example.com', role, is_disabled: false },
  });
  await gate.issue({ price: 20 });
  const { people } = await incomeOf(gate);
  expect(people).toEqual([{ email: 'nimal@example.com', name: 'Nimal', today: income(0, 120), month: income(0, 120) }]);
});

const setDay = (from: string | null) => ({ body: { from } });

test('tickets without a shift from before the first day count as counted, and are named nowhere', async () => {
  const gate = await openTestGate();
  await gate.issue({ price: 100 });
  await gate.issue({ price: 20, shift_id: NEVER_OPENED });
  gate.goTo('2026-11-23', '12:00:00.000');
  await gate.issue({ price: 20 });
  await gate.refused(calls.setCounting, setDay('2026-11-24'), 'invalid_input');
  expect((await incomeOf(gate)).unknown_shifts).toHaveLength(1);
  await gate.ask(calls.setCounting, setDay('2026-11-23'));
  expect(await gate.ask(calls.getCounting, { role: 'manager' })).toEqual({ from: '2026-11-23' });
  expect(await incomeOf(gate)).toMatchObject({ today: income(0, 20), month: income(120, 20), unknown_shifts: [] });
  const { places: all } = await gate.ask(places.now, { role: 'manager' });
  expect(all.filter(({ amount }) => amount !== 0)).toMatchObject([
    { place: 'to_count', amount: 20 },
    { place: 'gate_counted', amount: 120 },
  ]);
  await gate.ask(calls.setCounting, setDay(null));
  expect((await incomeOf(gate)).month).toEqual(income(0, 140));
  expect((await gate.auditLog()).filter(({ event_type }) => event_type === 'Counting Day Set')).toMatchObject([
    { old_value: null, new_value: '2026-11-23' },
    { old_value: '2026-11-23', new_value: null },
  ]);
});

test('with an approval limit a second person says that tickets were counted, whoever issued them', async () => {
  const gate = await openTestGate();
  await gate.ask(approvals.setLimit, { body: { amount: 100 }, role: 'superadmin' });
  await gate.issue({ price: 100 }, { role: 'admin' });
  await gate.issueVehicle({ ticketPrice: 70.5 }, { role: 'admin' });
  await gate.issueVehicle({ ticketPrice: 5000 }, { role: 'superadmin' });
  gate.goTo('2026-11-21', '08:00:00.000');
  await gate.refused(calls.setCounting, { ...setDay('2026-11-21'), role: 'admin' }, 'approval_required');
  const [request] = await gate.ask(approvals.list, { role: 'superadmin' });
  expect(request).toMatchObject({ what: 'Count tickets without a shift as counted', amount: 5170.5 });
  await gate.ask(calls.setCounting, { ...setDay(GATE_DAY), role: 'admin' });
  expect((await incomeOf(gate)).month).toEqual(income(0, 5170.5));
  await gate.ask(approvals.setLimit, { body: { amount: 5171 }, role: 'superadmin' });
  await gate.ask(calls.setCounting, { ...setDay('2026-11-21'), role: 'admin' });
});
