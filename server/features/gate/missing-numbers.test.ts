/** @module-tag postgres */

import { expect, test } from 'vitest';
import { audit } from '#contract/audit.ts';
import { dashboard } from '#contract/dashboard.ts';
import { gate as calls } from '#contract/gate.ts';
import { GATE_DAY, openTestGate } from '../../testing/gate.ts';
import { colombo } from '../../testing/office.ts';
import { countMissingNumbers } from '../tickets/missing-numbers.ts';
import { earliestEventTime } from '../tickets/read-event-time.ts';

const ID = '7f6d3f57-6d3e-4c9b-9a53-6c1f4a3c2b10';
const reason = 'The phone was lost';

test('missing numbers are listed by phone and shift, and a noted one raises no alarm', async () => {
  const gate = await openTestGate();
  const manager = { role: 'manager' } as const;
  const list = () => gate.ask(calls.missing, { role: 'editor' });
  const alarm = async () => [
    ...(await countMissingNumbers(gate.app.database.reader, earliestEventTime({ now: gate.app.clock.now() }))),
  ];
  expect(await list()).toEqual([]);
  for (const device_number of ['AA-7', 'AA-9']) await gate.issueVehicle({ device_number });
  const { shift } = await gate.ask(calls.openShift, {
    role: 'tiketing',
    body: { id: ID, opening_cash: 0, device: 'K' },
  });
  for (const device_number of ['K-1', 'K-4']) await gate.issue({ price: 20, device_number, shift_id: ID });
  const ofShift = { phone: 'K', shift_id: ID, byWhom: 'tiketing@example.com', opened_at: shift.opened_at };
  const withoutShift = { phone: 'AA', numbers: ['AA-8'], shift_id: null, byWhom: null, opened_at: null };
  expect(await list()).toEqual([withoutShift, { ...ofShift, numbers: ['K-2', 'K-3'] }]);

  const noted = await gate.ask(calls.noteMissing, { ...manager, body: { numbers: ['k2', 'AA-8'], reason } });
  expect(noted.message).toBe('2 tickets are noted as missing.');
  expect(await list()).toEqual([{ ...ofShift, numbers: ['K-3'] }]);
  expect(await alarm()).toEqual([['K', 1]]);
  const entries = await gate.ask(audit.list, { role: 'manager', query: { event_type: 'Missing Tickets Noted' } });
  expect(entries.map((entry) => [entry.event_description, entry.edit_reason])).toEqual([
    ['Tickets K-2 noted as missing in the shift of tiketing@example.com, opened at 20 Nov 2026, 12:00:00', reason],
    ['Tickets AA-8 noted as missing, without a shift', reason],
  ]);

  const again = { ...manager, body: { numbers: ['K-3', 'K-2'], reason } };
  await gate.refused(calls.noteMissing, again, 'number_not_missing');
  expect(await list()).toEqual([{ ...ofShift, numbers: ['K-3'] }]);

  await gate.issue({ price: 100, device_number: 'K-2', shift_id: ID });
  await gate.issue({ price: 100, device_number: 'K-3', shift_id: ID });
  await gate.refused(calls.noteMissing, { ...manager, body: { numbers: ['K-3'], reason } }, 'number_not_missing');
  expect(await list()).toEqual([]);
  gate.goTo(GATE_DAY, '23:00:00.000');
  await gate.expectSums(6);
});

test('missing numbers stay listed after 48 hours, for 30 days, and nobody notes those of the own tickets', async () => {
  const gate = await openTestGate();
  const manager = { role: 'manager' } as const;
  for (const device_number of ['F-1', 'F-4']) await gate.issue({ price: 20, device_number }, manager);
  gate.goTo('2026-12-20', '23:59:59.999');
  const body = { numbers: ['F-2', 'F-3'], reason };
  const { details } = await gate.refused(calls.noteMissing, { ...manager, body }, 'invalid_input');
  const message = 'Missing tickets of your own sales must be noted by somebody else.';
  expect(details).toEqual([{ field: 'numbers', message }]);
  expect(await gate.ask(calls.missing, { role: 'editor' })).toMatchObject([{ phone: 'F', numbers: ['F-2', 'F-3'] }]);
  await gate.ask(calls.noteMissing, { role: 'superadmin', body });
  expect(await gate.ask(calls.missing, { role: 'editor' })).toEqual([]);
  for (const device_number of ['G-1', 'G-3']) await gate.issue({ price: 20, device_number }, manager);
  gate.goTo('2027-01-20');
  expect(await gate.ask(calls.missing, { role: 'editor' })).toEqual([]);
});

test('a ticket that arrives after a higher number of its phone is accepted and named, with hours and another price', async () => {
  const gate = await openTestGate();
  const late = async () => (await gate.ask(dashboard.morning, { role: 'manager' })).gate.late_tickets;
  for (const device_number of ['K-1', 'K-2', 'K-5', 'AA-1']) await gate.issue({ price: 100, device_number });
  await gate.issueVehicle({ ticketPrice: 250, device_number: 'K-7' });
  expect(await late()).toEqual([]);
  gate.goTo('2026-11-21', '18:30:00.000');
  const issued_at = colombo(GATE_DAY, '12:00:00.000');
  for (const device_number of ['K-3', 'K-4']) await gate.issue({ price: 20, device_number, issued_at });
  const last = await gate.issue({ price: 100, device_number: 'K-6', issued_at });
  await gate.issue({ price: 20, device_number: 'K-8' });
  const person = { email: 'tiketing@example.com', name: 'tiketing' };
  const named = { ...person, numbers: ['K-3', 'K-4', 'K-6'], amount: 140, hours: 30.5, other_prices: 2 };
  expect(await late()).toEqual([named]);
  await gate.takeBack(last.ticket.id, 'Never printed', 'manager');
  expect(await late()).toEqual([{ ...named, numbers: ['K-3', 'K-4'], amount: 40 }]);
  gate.goTo('2026-11-28', '12:00:00.000');
  expect(await late()).toEqual([]);
  expect(await gate.ask(calls.missing, { role: 'editor' })).toEqual([]);
});

test('of two people who note the same number at once, one is refused', async () => {
  const gate = await openTestGate();
  for (const device_number of ['K-1', 'K-3']) await gate.issue({ price: 20, device_number });
  const note = () => gate.tell(calls.noteMissing, { role: 'manager', body: { numbers: ['K-2'], reason } });
  const answers = await Promise.all([note(), note()]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test('a phone states its last number at the closing, so that its last tickets are missing although no later one came', async () => {
  const gate = await openTestGate();
  const manager = { role: 'manager' } as const;
  const list = () => gate.ask(calls.missing, manager);
  const doubts = async () => (await gate.ask(dashboard.morning, manager)).gate.incomplete_shifts;
  await gate.ask(calls.openShift, { role: 'tiketing', body: { id: ID, opening_cash: 0, device: 'K' } });
  for (const device_number of ['K-1', 'K-2']) await gate.issue({ price: 20, device_number, shift_id: ID });
  const body = { counted_cash: 40, last_number: 'k-5' };
  await gate.ask(calls.closeShift, { role: 'tiketing', params: { id: ID }, body });
  expect(await list()).toMatchObject([{ phone: 'K', numbers: ['K-3', 'K-4', 'K-5'], shift_id: ID }]);
  expect(await doubts()).toEqual([]);
  await gate.issue({ price: 20, device_number: 'K-5', shift_id: ID });
  expect(await list()).toMatchObject([{ numbers: ['K-3', 'K-4'] }]);
  await gate.issue({ price: 20, device_number: 'K-7' });
  expect(await list()).toMatchObject([{ numbers: ['K-3', 'K-4'] }, { numbers: ['K-6'], shift_id: null }]);
  await gate.ask(calls.noteMissing, { ...manager, body: { numbers: ['K-3', 'K-4', 'K-6'], reason } });
  expect(await list()).toEqual([]);
});

test('the office closes the shift of a lost phone: what never arrived is named, and the shift although a number was seen', async () => {
  const gate = await openTestGate();
  const manager = { role: 'manager' } as const;
  await gate.ask(calls.openShift, { role: 'tiketing', body: { id: ID, opening_cash: 500, device: 'K' } });
  for (const device_number of ['K-1', 'K-2']) await gate.issue({ price: 20, device_number, shift_id: ID });
  const closing = { params: { id: ID }, body: { counted_cash: 600, reason: 'The phone was lost' } };
  await gate.refused(calls.closeShift, { ...closing, role: 'cashier' }, 'not_allowed');
  const foreign = { ...closing, body: { ...closing.body, last_number: 'L-5' } };
  const { details } = await gate.refused(calls.closeShift, { ...foreign, ...manager }, 'invalid_input');
  expect(details).toEqual([{ field: 'last_number', message: 'This is not a ticket number of phone K.' }]);
  const seen = { ...closing, body: { ...closing.body, last_number: 'K-5' } };
  const { shift } = await gate.ask(calls.closeShift, { ...seen, ...manager });
  expect(shift).toMatchObject({ expected_cash: 540, counted_cash: 600, difference: 60 });
  expect(await gate.ask(calls.missing, manager)).toMatchObject([{ phone: 'K', numbers: ['K-3', 'K-4', 'K-5'] }]);
  const { incomplete_shifts } = (await gate.ask(dashboard.morning, manager)).gate;
  expect(incomplete_shifts).toMatchObject([{ email: 'tiketing@example.com', shift_id: ID, closed_by: 'manager' }]);
  for (const device_number of ['K-3', 'K-4', 'K-5']) await gate.issue({ price: 20, device_number, shift_id: ID });
  const late = await gate.ask(calls.shift, { ...manager, params: { id: ID } });
  expect(late.shift).toMatchObject({ expected_cash: 600, difference: 0 });
});

test('the phone states how many tickets it printed again, and a shift without that statement has none', async () => {
  const gate = await openTestGate();
  const close = async (id: string, copies_printed?: number) => {
    await gate.ask(calls.openShift, { body: { id, opening_cash: 0, device: 'K' } });
    const body = { counted_cash: 0, ...(copies_printed !== undefined && { copies_printed }) };
    await gate.ask(calls.closeShift, { params: { id }, body });
    return (await gate.ask(calls.shifts, {})).find((shift) => shift.id === id)?.copies_printed;
  };
  expect(await close(ID, 3)).toBe(3);
  expect(await close(ID.replace('7f6d', '7f6e'))).toBeNull();
});

test('of a phone without other tickets the stated number itself is missing, and one of a foreign phone states nothing', async () => {
  const gate = await openTestGate();
  const doubts = async () => (await gate.ask(dashboard.morning, { role: 'manager' })).gate.incomplete_shifts;
  const shift = async (id: string, last_number: string | null | undefined, device?: string) => {
    await gate.ask(calls.openShift, { role: 'tiketing', body: { id, opening_cash: 0, ...(device && { device }) } });
    const body = { counted_cash: 0, ...(last_number !== undefined && { last_number }) };
    await gate.ask(calls.closeShift, { role: 'tiketing', params: { id }, body });
  };
  const idAt = (at: number) => `00000000-0000-4000-8000-00000000000${at}`;
  await shift(idAt(1), 'L-9', 'L');
  await shift(idAt(2), null, 'L');
  await shift(idAt(3), 'M-999', 'L');
  await shift(idAt(4), undefined, 'L');
  await shift(idAt(5), undefined);
  const person = { email: 'tiketing@example.com', name: 'tiketing' };
  const at = colombo(GATE_DAY, '12:00:00.000');
  const named = { ...person, device: 'L', opened_at: at, closed_at: at, closed_by: 'tiketing' };
  expect(await gate.ask(calls.missing, { role: 'manager' })).toMatchObject([{ phone: 'L', numbers: ['L-9'] }]);
  expect(await doubts()).toEqual([4, 3].map((one) => ({ ...named, shift_id: idAt(one) })));
  gate.goTo('2026-11-28', '12:00:00.000');
  expect(await doubts()).toEqual([]);
});

test('a shift without the last number of its phone is named until a later ticket of the phone has arrived', async () => {
  const gate = await openTestGate();
  const doubts = async () => (await gate.ask(dashboard.morning, { role: 'manager' })).gate.incomplete_shifts;
  await gate.ask(calls.openShift, { role: 'tiketing', body: { id: ID, opening_cash: 0, device: 'K' } });
  await gate.issue({ price: 100, device_number: 'K-1', shift_id: ID });
  gate.goTo(GATE_DAY, '18:00:00.000');
  await gate.ask(calls.closeShift, { role: 'tiketing', params: { id: ID }, body: { counted_cash: 100 } });
  expect(await doubts()).toMatchObject([{ shift_id: ID }]);
  gate.goTo('2026-11-21', '06:00:00.000');
  await gate.issue({ price: 100, device_number: 'KA-1' });
  const issued_at = colombo(GATE_DAY, '17:59:59.999');
  await gate.issue({ price: 100, device_number: 'K-2', shift_id: ID, issued_at });
  expect(await doubts()).toMatchObject([{ shift_id: ID }]);
  await gate.issue({ price: 100, device_number: 'K-4' });
  expect(await doubts()).toEqual([]);
  expect(await gate.ask(calls.missing, { role: 'manager' })).toMatchObject([{ phone: 'K', numbers: ['K-3'] }]);
});

test('a shift that its phone does not close is named after a day, and after another person closed it', async () => {
  const gate = await openTestGate();
  const doubts = async () => (await gate.ask(dashboard.morning, { role: 'manager' })).gate.incomplete_shifts;
  await gate.ask(calls.openShift, { role: 'tiketing', body: { id: ID, opening_cash: 0, device: 'K' } });
  await gate.issue({ price: 100, device_number: 'K-1', shift_id: ID });
  gate.goTo('2026-11-21', '12:00:00.000');
  expect(await doubts()).toEqual([]);
  gate.goTo('2026-11-21', '12:00:00.001');
  const open = { shift_id: ID, email: 'tiketing@example.com', closed_at: null, closed_by: null };
  expect(await doubts()).toMatchObject([open]);
  await gate.ask(calls.closeShift, { role: 'admin', params: { id: ID }, body: { counted_cash: 100 } });
  expect(await doubts()).toMatchObject([{ shift_id: ID, closed_by: 'admin' }]);
});
