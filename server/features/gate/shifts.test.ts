/** @module-tag postgres */

import { expect, test } from 'vitest';
import type { Sending } from '#contract/call.ts';
import { gate as calls } from '#contract/gate.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import type { Role } from '#contract/roles.ts';
import { vehicleTickets } from '#contract/tickets.ts';
import { GATE_DAY, openTestGate, type TestGate, VAN } from '../../testing/gate.ts';
import { colombo, everythingIn } from '../../testing/office.ts';

const ID = '7f6d3f57-6d3e-4c9b-9a53-6c1f4a3c2b10';
const OTHER_ID = '0b7e5a0e-3f8e-4a53-8a45-2f5b8c9d7e61';
type Opening = Sending<typeof calls.openShift>['body'];
type Closing = Sending<typeof calls.closeShift>['body'];

function shiftsOf(gate: TestGate, role: Role = 'tiketing') {
  return {
    open: async (body: Partial<Opening> = {}) =>
      (await gate.ask(calls.openShift, { role, body: { id: ID, opening_cash: 500, ...body } })).shift,
    refuseOpen: (body: Partial<Opening>, code: RefusalCode) =>
      gate.refused(calls.openShift, { role, body: { id: ID, opening_cash: 500, ...body } }, code),
    close: async (body: Closing, id = ID) => (await gate.ask(calls.closeShift, { role, params: { id }, body })).shift,
    refuseClose: (body: Closing, code: RefusalCode, id = ID) =>
      gate.refused(calls.closeShift, { role, params: { id }, body }, code),
    list: (query: object = {}) => gate.ask(calls.shifts, { role, query }),
  };
}

test('the expected cash of a shift is the opening cash plus its valid tickets of both kinds', async () => {
  const gate = await openTestGate();
  const shifts = shiftsOf(gate);
  const opened = await shifts.open({ device: 'k' });
  expect(opened).toEqual({
    id: ID,
    byWhom: 'tiketing@example.com',
    device: 'K',
    opened_at: colombo(GATE_DAY, '12:00:00.000'),
    opening_cash: 500,
    ticket_count: 0,
    ticket_sum: null,
    expected_cash: null,
    closed_at: null,
    counted_cash: null,
    difference: null,
    reason: '',
    copies_printed: null,
  });
  await gate.issue({ price: 20, shift_id: ID });
  const { ticket } = await gate.issue({ price: 100, shift_id: ID.toUpperCase() });
  await gate.issue({ price: 100 });
  await gate.issueVehicle({ ticketPrice: 70.5, shift_id: ID });
  await gate.takeBack(ticket.id);
  const seen = await shiftsOf(gate, 'editor').list();
  expect(seen[0]).toMatchObject({ ticket_count: 3, ticket_sum: 190.5, expected_cash: 690.5 });
  gate.goTo(GATE_DAY, '18:00:00.000');
  expect(await shifts.close({ counted_cash: '690.50' })).toEqual({
    ...opened,
    ticket_count: 3,
    ticket_sum: 190.5,
    expected_cash: 690.5,
    closed_at: colombo(GATE_DAY, '18:00:00.000'),
    counted_cash: 690.5,
    difference: 0,
  });
});

test('the keeper of an open shift sees its sums nowhere, whoever may see all shifts does, and after it both do', async () => {
  const gate = await openTestGate();
  const shifts = shiftsOf(gate);
  await shifts.open();
  await gate.issue({ price: 20, shift_id: ID });
  const one = (role: Role) => gate.ask(calls.shift, { role, params: { id: ID } });
  const hidden = { ticket_sum: null, expected_cash: null };
  expect(await one('tiketing')).toMatchObject({ shift: hidden, split: [] });
  expect(await shifts.list()).toMatchObject([hidden]);
  expect(await shifts.open()).toMatchObject(hidden);
  const sums = { ticket_sum: 20, expected_cash: 520 };
  const split = [{ kind: '20', ticket_sum: 20 }];
  expect(await one('editor')).toMatchObject({ shift: sums, split });
  await shifts.close({ counted_cash: 520 });
  expect(await one('tiketing')).toMatchObject({ shift: sums, split });
  expect(await shifts.list()).toMatchObject([sums]);
});

test('a ticket is not dated before the opening of its shift, except by the two minutes that a clock may be set back', async () => {
  const gate = await openTestGate();
  const shifts = shiftsOf(gate);
  await shifts.open({ opened_at: colombo(GATE_DAY, '10:00:00.000') });
  const issuedAt = (time: string) => ({ ...VAN, shift_id: ID, issued_at: colombo(GATE_DAY, time) });
  const before = await everythingIn(gate.app);
  const refused = { role: 'tiketing', body: issuedAt('09:57:59.999') } as const;
  const { details } = await gate.refused(vehicleTickets.issue, refused, 'invalid_input');
  const message = 'The ticket cannot be issued before its shift was opened. Check the clock of the phone.';
  expect(details).toEqual([{ field: 'issued_at', message }]);
  expect(await everythingIn(gate.app)).toEqual(before);
  await gate.issueVehicle(issuedAt('09:58:00.000'));
});

function withoutLog(tables: Record<string, string[]>) {
  return Object.fromEntries(Object.entries(tables).filter(([name]) => !/^(audit_|data_version)/.test(name)));
}

test('a difference needs a reason, and a count that is refused is in the log', async () => {
  const gate = await openTestGate();
  const shifts = shiftsOf(gate);
  await shifts.open();
  await gate.issue({ price: 20, shift_id: ID });
  const before = await everythingIn(gate.app);
  for (const body of [{ counted_cash: 519.99 }, { counted_cash: 600, reason: '  ' }]) {
    const { message, details } = await shifts.refuseClose(body, 'difference_unexplained');
    expect(message).toBe('The counted cash does not match the expected amount. Enter a reason.');
    expect(details).toEqual([{ field: 'reason', message }]);
  }
  expect(withoutLog(await everythingIn(gate.app))).toEqual(withoutLog(before));
  const log = await gate.app.database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute();
  expect(log.slice(-2)).toMatchObject([
    { event_type: 'Count Refused', old_value: '520.00', new_value: '519.99' },
    { event_type: 'Count Refused', old_value: '520.00', new_value: '600.00' },
  ]);
  const closed = await shifts.close({ counted_cash: 510, reason: 'A note was torn' });
  expect(closed).toMatchObject({ expected_cash: 520, counted_cash: 510, difference: -10, reason: 'A note was torn' });
});

test('a ticket that arrives after the close still counts in its shift, and changes the difference', async () => {
  const gate = await openTestGate();
  const shifts = shiftsOf(gate);
  await shifts.open();
  gate.goTo(GATE_DAY, '18:00:00.000');
  await shifts.close({ counted_cash: 600, reason: 'Five tickets are still on the phone' });
  gate.goTo(GATE_DAY, '19:00:00.000');
  await gate.issue({ price: 100, shift_id: ID, issued_at: colombo(GATE_DAY, '13:00:00.000'), device_number: 'K-1' });
  expect((await shifts.list())[0]).toMatchObject({ expected_cash: 600, counted_cash: 600, difference: 0 });
});

test('opening sent twice is the same shift, also when it was closed meanwhile; other data under its id are refused', async () => {
  const gate = await openTestGate();
  const shifts = shiftsOf(gate);
  const body = { opened_at: colombo(GATE_DAY, '11:59:00.000'), device: 'K' };
  const opened = await shifts.open(body);
  const before = await everythingIn(gate.app);
  expect(await shifts.open(body)).toEqual(opened);
  expect(await shifts.open({ id: ID.toUpperCase(), opening_cash: '500.00', device: 'K' })).toEqual(opened);
  for (const other of [
    { opening_cash: 501 },
    { device: 'B' },
    { device: undefined },
    { opened_at: colombo(GATE_DAY, '11:58:00.000') },
  ]) {
    await shifts.refuseOpen({ ...body, ...other }, 'shift_exists');
  }
  await shiftsOf(gate, 'editor').refuseOpen(body, 'shift_exists');
  expect(await everythingIn(gate.app)).toEqual(before);
  const closed = await shifts.close({ counted_cash: 500 });
  gate.goTo('2026-11-24');
  expect(await shifts.open(body)).toEqual(closed);
});

test('closing sent twice changes nothing; with other figures it is refused', async () => {
  const gate = await openTestGate();
  const shifts = shiftsOf(gate);
  await shifts.open();
  const figures = { counted_cash: 480, reason: 'Change given twice', closed_at: colombo(GATE_DAY, '11:59:30.000') };
  const closed = await shifts.close(figures);
  const before = await everythingIn(gate.app);
  gate.goTo(GATE_DAY, '12:10:00.000');
  expect(await shifts.close(figures)).toEqual(closed);
  expect(await shifts.close({ counted_cash: '480.00', reason: ' Change given twice ' })).toEqual(closed);
  for (const other of [{ counted_cash: 481 }, { reason: 'Lost' }, { closed_at: colombo(GATE_DAY, '12:00:00.000') }]) {
    await shifts.refuseClose({ ...figures, ...other }, 'shift_closed');
  }
  expect(await everythingIn(gate.app)).toEqual(before);
});

test('a shift that was opened and closed offline arrives within 48 hours', async () => {
  const gate = await openTestGate();
  const shifts = shiftsOf(gate);
  await shifts.refuseOpen({ opened_at: colombo('2026-11-18', '11:59:59.999') }, 'issued_too_early');
  await shifts.refuseOpen({ opened_at: colombo(GATE_DAY, '12:02:00.001') }, 'issued_in_future');
  const opened = await shifts.open({ opened_at: colombo('2026-11-18', '12:00:00.000') });
  expect(opened.opened_at).toBe(colombo('2026-11-18', '12:00:00.000'));
  await shifts.refuseClose({ counted_cash: 500, closed_at: colombo('2026-11-18', '11:59:59.999') }, 'issued_too_early');
  await shifts.refuseClose({ counted_cash: 500, closed_at: colombo(GATE_DAY, '12:02:00.001') }, 'issued_in_future');
  const closed = await shifts.close({ counted_cash: 500, closed_at: colombo('2026-11-18', '18:00:00.000') });
  expect(closed.closed_at).toBe(colombo('2026-11-18', '18:00:00.000'));
});

test('ticket staff see and close their own shifts; the office sees and closes all', async () => {
  const gate = await openTestGate();
  await shiftsOf(gate).open();
  await shiftsOf(gate, 'editor').open({ id: OTHER_ID });
  const seenBy = async (role: Role) => (await shiftsOf(gate, role).list()).map(({ id }) => id).sort();
  expect(await seenBy('tiketing')).toEqual([ID]);
  for (const role of ['superadmin', 'admin', 'manager', 'editor'] as const) {
    expect(await seenBy(role)).toEqual([OTHER_ID, ID]);
  }
  await shiftsOf(gate).refuseClose({ counted_cash: 500 }, 'shift_not_found', OTHER_ID);
  const closed = await shiftsOf(gate, 'manager').close({ counted_cash: 500 });
  expect(closed).toMatchObject({ byWhom: 'tiketing@example.com', counted_cash: 500 });
});

test("tickets cannot be issued in another person's shift", async () => {
  const gate = await openTestGate();
  const body = { price: 20, shift_id: ID } as const;
  await gate.issue(body, { role: 'editor' });
  await gate.issue(body);
  await shiftsOf(gate).open();
  const before = await everythingIn(gate.app);
  const refused = await gate.tellIssue(body, { role: 'editor' });
  expect(refused.json()).toMatchObject({
    code: 'invalid_input',
    details: [{ field: 'shift_id', message: 'This shift belongs to someone else.' }],
  });
  await gate.refused(vehicleTickets.issue, { role: 'editor', body: { ...VAN, shift_id: ID } }, 'invalid_input');
  expect(await everythingIn(gate.app)).toEqual(before);
  expect((await shiftsOf(gate, 'manager').list())[0]).toMatchObject({ ticket_count: 1, expected_cash: 520 });
});

test('shifts are listed newest first, by the day of opening, and can be filtered by open or closed', async () => {
  const gate = await openTestGate();
  const shifts = shiftsOf(gate);
  const idAt = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const openings = [
    ['2026-11-19', '00:00:00.000'],
    ['2026-11-19', '23:59:59.999'],
    ['2026-11-20', '00:00:00.000'],
  ] as const;
  for (const [index, [onDay, time]] of openings.entries()) {
    gate.goTo(onDay, time);
    await shifts.open({ id: idAt(index) });
  }
  await shifts.close({ counted_cash: 500 }, idAt(1));
  gate.goTo(GATE_DAY);
  const listed = async (query: object) => (await shifts.list(query)).map(({ id }) => Number(id.slice(-1)));
  expect(await listed({})).toEqual([2, 1, 0]);
  expect(await listed({ date: '', open: '' })).toEqual([2, 1, 0]);
  expect(await listed({ date: '2026-11-19' })).toEqual([1, 0]);
  expect(await listed({ open: 'true' })).toEqual([2, 0]);
  expect(await listed({ date: '2026-11-19', open: 'false' })).toEqual([1]);
});

test('every opening and closing is in the audit log, with the person', async () => {
  const gate = await openTestGate();
  await shiftsOf(gate).open({ device: 'K' });
  await shiftsOf(gate, 'manager').close({ counted_cash: 480, reason: 'She went home ill' });
  const noted = (await gate.auditLog()).map(({ event_date: _, shop_id: __, invoice_id: ___, ...entry }) => entry);
  expect(noted).toEqual([
    {
      event_type: 'Shift Opened',
      old_value: null,
      new_value: '500.00',
      edit_reason: null,
      user_actioned: 'tiketing@example.com',
    },
    {
      event_type: 'Shift Closed',
      old_value: '500.00',
      new_value: '480.00',
      edit_reason: 'She went home ill',
      user_actioned: 'manager@example.com',
    },
  ]);
});

const SECOND_ID = '00000000-0000-4000-8000-000000000007';

test('the list names who closed the shift of another person', async () => {
  const gate = await openTestGate();
  const closers = async () => (await shiftsOf(gate, 'manager').list()).map(({ closed_by_other }) => closed_by_other);
  await shiftsOf(gate).open({ device: 'K' });
  expect(await closers()).toEqual([null]);
  await shiftsOf(gate).close({ counted_cash: 500 });
  expect(await closers()).toEqual([null]);
  gate.goTo('2026-11-21', '08:00:00.000');
  await shiftsOf(gate).open({ id: SECOND_ID });
  gate.goTo('2026-11-21', '09:00:00.000');
  await shiftsOf(gate, 'manager').close({ counted_cash: 480, reason: 'She went home ill' }, SECOND_ID);
  expect(await closers()).toEqual(['manager@example.com', null]);
});

test('a shift is split by kind with its voided tickets, for the office, and after closing for its cashier too', async () => {
  const gate = await openTestGate();
  const shifts = shiftsOf(gate);
  await shifts.open({ device: 'k' });
  await gate.issue({ price: 20, shift_id: ID });
  await gate.issue({ price: 20, shift_id: ID });
  const { ticket } = await gate.issue({ price: 100, shift_id: ID });
  await gate.issueVehicle({ ticketPrice: 70.5, shift_id: ID });
  await gate.issueVehicle({ ticketPrice: 30, vehicleType: 'Lorry', shift_id: ID });
  await gate.issueVehicle({ ticketPrice: 30, vehicleType: 'Lorry' });
  await gate.takeBack(ticket.id);
  const split = [
    { kind: '20', ticket_count: 2, ticket_sum: 40, void_count: 0 },
    { kind: '100', ticket_count: 0, ticket_sum: 0, void_count: 1 },
    { kind: 'Lorry', ticket_count: 2, ticket_sum: 60, void_count: 0 },
    { kind: 'Van', ticket_count: 1, ticket_sum: 70.5, void_count: 0 },
  ];
  const get = (role: Role) => gate.ask(calls.shift, { role, params: { id: ID } });
  const { shift, ...rest } = await get('manager');
  expect(rest).toEqual({ split, centre: { name: 'Pola Economic Centre' } });
  expect(shift.expected_cash).toBe(670.5);
  const closing = { params: { id: ID }, body: { counted_cash: 670.5 } };
  const closed = await gate.ask(calls.closeShift, { role: 'tiketing', ...closing });
  expect(closed.split).toEqual(split);
  for (const role of ['manager', 'tiketing'] as const)
    expect(await get(role)).toEqual({ ...rest, shift: closed.shift });
});

test('a shift of somebody else is unknown to ticket staff', async () => {
  const gate = await openTestGate();
  await shiftsOf(gate, 'admin').open();
  await gate.refused(calls.shift, { role: 'tiketing', params: { id: ID } }, 'shift_not_found');
  expect((await gate.ask(calls.shift, { role: 'editor', params: { id: ID } })).split).toEqual([]);
});
