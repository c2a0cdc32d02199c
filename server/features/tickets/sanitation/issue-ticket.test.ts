/** @module-tag postgres */
import { expect, test } from 'vitest';
import { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import { GATE_DAY, openTestGate, ticketIncome, VAN } from '#server/testing/gate.ts';
import { colombo, everythingIn, withoutKeys } from '#server/testing/office.ts';

test('the tickets of each price are numbered from 1, and the answer has everything for the printed ticket', async () => {
  const gate = await openTestGate();
  gate.goTo(GATE_DAY, '07:05:09.250');
  const first = await gate.issue({ price: 20 });
  expect(first).toEqual({
    message: 'Ticket issued with ID: T20_1',
    ticketId: 'T20_1',
    ticket: {
      id: first.ticket.id,
      customId: 'T20_1',
      price: 20,
      date: GATE_DAY,
      byWhom: 'tiketing@example.com',
      issued_at: '2026-11-20T01:35:09.250Z',
      device_number: null,
      createdAtSriLanka: '20/11/2026, 07:05:09',
      createdAt: '2026-11-20T01:35:09.250Z',
      updatedAt: '2026-11-20T01:35:09.250Z',
    },
  });
  const others = [await gate.issue({ price: 100 }), await gate.issue({ price: 20 }), await gate.issue({ price: 100 })];
  expect(others.map(({ ticketId }) => ticketId)).toEqual(['T100_1', 'T20_2', 'T100_2']);
  await gate.expectSums(4);
});

test('the price may be a number or text, and only 20 or 100', async () => {
  const gate = await openTestGate();
  for (const price of [20, '20', '20.00', 20.0]) expect((await gate.issue({ price })).ticket.price).toBe(20);
  expect((await gate.issue({ price: '100' })).ticketId).toBe('T100_1');
  for (const missing of [{}, { price: '' }, { price: null }]) {
    expect(await gate.refuseIssue(missing, 'invalid_input')).toContain('Please enter the ticket price.');
  }
  for (const price of [0, 50, -20, 20.01, '20.5', ' 20', '2e1', '1,00', true]) {
    await gate.refuseIssue({ price }, 'invalid_input');
  }
  expect((await gate.issue({ price: 20 })).ticketId).toBe('T20_5');
  await gate.expectSums(6);
});

test('every role may issue tickets', async () => {
  const gate = await openTestGate();
  for (const role of ['superadmin', 'admin', 'manager', 'editor', 'tiketing'] as const) {
    expect((await gate.issue({ price: 20 }, { role })).ticket.byWhom).toBe(`${role}@example.com`);
  }
});

test('a ticket of an offline phone belongs to the day of its issue, also in another month', async () => {
  const gate = await openTestGate();
  gate.goTo('2026-12-01', '00:00:30.000');
  const { ticket } = await gate.issue({ price: 20, issued_at: '2026-11-30T23:59:59.999+05:30', device_number: 'K-1' });
  await gate.issue({ price: 20, issued_at: '2026-12-01T00:00:00+05:30', device_number: 'K-2' });
  expect(ticket).toMatchObject({
    date: '2026-11-30',
    createdAtSriLanka: '30/11/2026, 23:59:59',
    issued_at: '2026-11-30T18:29:59.999Z',
    createdAt: '2026-11-30T18:30:30.000Z',
    device_number: 'K-1',
  });
  const { today, this_month, months } = await gate.cards();
  expect([today.all, this_month.all]).toEqual([ticketIncome(20, 1), ticketIncome(20, 1)]);
  expect(months.map(({ year, month, ticketCount }) => [year, month, ticketCount])).toEqual([
    [2026, 12, 1],
    [2026, 11, 1],
  ]);
  expect((await gate.list({ date: '2026-11-30' })).tickets).toHaveLength(1);
  await gate.expectSums(2);
});

test('a ticket may be at most 48 hours late, and a refused one uses no number', async () => {
  const gate = await openTestGate();
  const at = (day: string, time: string) => ({ price: 20, issued_at: colombo(day, time) });
  const sentence = await gate.refuseIssue(at('2026-11-18', '11:59:59.999'), 'issued_too_early');
  expect(sentence).toBe('The recorded time cannot be more than 48 hours ago.');
  expect((await gate.issue(at('2026-11-18', '12:00:00.000'))).ticket).toMatchObject({
    customId: 'T20_1',
    date: '2026-11-18',
  });
  for (const issued_at of ['yesterday', '2026-11-20', 1, null, '2025-02-29T10:00:00Z', '']) {
    await gate.refuseIssue({ price: 20, issued_at }, 'invalid_input');
  }
  const local = await gate.issue({ price: 20, issued_at: '2026-11-20T10:00:00' });
  expect(local.ticket).toMatchObject({ customId: 'T20_2', issued_at: '2026-11-20T04:30:00.000Z' });
  await gate.expectSums(2);
});

test('a phone whose clock is up to two minutes ahead issues for now; no ticket is issued for tomorrow', async () => {
  const gate = await openTestGate();
  gate.goTo(GATE_DAY, '23:59:00.000');
  const ahead = colombo('2026-11-21', '00:01:00.000');
  const { ticket } = await gate.issue({ price: 20, issued_at: ahead, device_number: 'K-1' });
  expect(ticket).toMatchObject({ date: GATE_DAY, issued_at: colombo(GATE_DAY, '23:59:00.000') });
  gate.goTo('2026-11-21', '08:00:00.000');
  expect((await gate.issue({ price: 20, issued_at: ahead, device_number: 'K-1' })).ticket).toEqual(ticket);
  gate.goTo(GATE_DAY, '23:59:00.000');
  const sentence = await gate.refuseIssue(
    { price: 20, issued_at: colombo('2026-11-21', '00:01:00.001') },
    'issued_in_future',
  );
  expect(sentence).toBe('The recorded time is in the future. Check the clock on the device.');
  await gate.expectSums(1);
});

test('a device that repeats a ticket gets the existing ticket, with any key, after days, and when it is void', async () => {
  const gate = await openTestGate();
  const sent = { price: 20, issued_at: colombo(GATE_DAY, '11:00:00.000'), device_number: 'K-17' };
  const first = await gate.issue(sent, { key: 'one' });
  const before = await withoutKeys(gate.app);
  for (const key of [undefined, 'one']) {
    expect(await gate.issue({ ...sent, device_number: 'k17' }, key === undefined ? {} : { key })).toEqual(first);
  }
  expect(await gate.issue({ price: '20', device_number: ' k-17 ' })).toEqual(first);
  expect(await withoutKeys(gate.app)).toEqual(before);
  await gate.refuseIssue(sent, 'device_number_used', { key: 'two', role: 'editor' });
  gate.goTo('2026-11-24');
  expect(await gate.issue(sent)).toEqual(first);
  await gate.takeBack(first.ticket.id, 'Paid twice', 'manager');
  expect((await gate.issue(sent)).ticketId).toBe('T20_1');
  expect((await gate.list()).count).toBe(0);
  expect((await gate.issue({ price: 20 })).ticketId).toBe('T20_2');
  await gate.expectSums(1);
});

test('a device number belongs to one ticket, of either kind', async () => {
  const gate = await openTestGate();
  const shift_id = '7f6d3f57-6d3e-4c9b-9a53-6c1f4a3c2b10';
  const sent = { price: 20, issued_at: colombo(GATE_DAY, '11:00:00.000'), device_number: 'K-17', shift_id };
  await gate.issue(sent);
  const before = await everythingIn(gate.app);
  const { shift_id: _, ...withoutShift } = sent;
  for (const other of [
    { ...sent, price: 100 },
    { ...sent, issued_at: colombo(GATE_DAY, '11:00:00.001') },
    { ...sent, shift_id: '0b7e5a0e-3f8e-4a53-8a45-2f5b8c9d7e61' },
    withoutShift,
  ]) {
    const sentence = await gate.refuseIssue(other, 'device_number_used');
    expect(sentence).toBe('Another ticket already has the number that this device assigned.');
  }
  const body = { ...VAN, device_number: 'K17' };
  await gate.refused(vehicleTickets.issue, { role: 'tiketing', body }, 'device_number_used');
  expect(await everythingIn(gate.app)).toEqual(before);
  await gate.issueVehicle({ device_number: 'K-18' });
  await gate.refuseIssue({ price: 20, device_number: 'K-18' }, 'device_number_used');
  await gate.refuseIssue(
    { price: 20, device_number: 'K-19', issued_at: colombo(GATE_DAY, '13:00:00.000') },
    'issued_in_future',
  );
  expect((await gate.issue({ price: 20, device_number: 'K-19' })).ticketId).toBe('T20_2');
});

test('a device number is letters and a count, and never resembles the number of a vehicle ticket', async () => {
  const gate = await openTestGate();
  for (const device_number of ['', 'K', '17', 'K-0', 'K-017', 'K--1', 'ABCDE-1', 'K-1234567890', 'V-17', 'v17', 17]) {
    await gate.refuseIssue({ price: 20, device_number }, 'invalid_input');
  }
  expect((await gate.issue({ price: 20, device_number: 'vb-17' })).ticket.device_number).toBe('VB-17');
});

test('the same key returns the first answer, and is refused for another price', async () => {
  const gate = await openTestGate();
  const first = await gate.issue({ price: 20 }, { key: 'tap-1' });
  expect(await gate.issue({ price: '20.00' }, { key: 'tap-1' })).toEqual(first);
  await gate.refuseIssue({ price: 100 }, 'key_reused', { key: 'tap-1' });
  expect((await gate.issue({ price: 20 }, { key: 'tap-2' })).ticketId).toBe('T20_2');
  await gate.expectSums(2);
});

test('every ticket and every deletion is in the audit log, in few words', async () => {
  const gate = await openTestGate();
  const { ticket } = await gate.issue({ price: 20 });
  await gate.issue({ price: 100, device_number: 'K-2', issued_at: colombo(GATE_DAY, '09:30:00.000') });
  await gate.takeBack(ticket.id, 'Paid twice');
  const noted = await gate.app.database.reader
    .selectFrom('audit_log')
    .select(['event_type', 'event_description', 'old_value', 'new_value', 'edit_reason', 'user_actioned'])
    .where('event_type', 'like', 'Ticket %')
    .orderBy('id')
    .execute();
  const by = { user_actioned: 'tiketing@example.com' };
  expect(noted).toEqual([
    {
      event_type: 'Ticket Issued',
      event_description: 'Sanitation ticket T20_1',
      old_value: null,
      new_value: '20.00',
      edit_reason: null,
      ...by,
    },
    {
      event_type: 'Ticket Issued',
      event_description: 'Sanitation ticket T100_1 (K-2), issued at 2026-11-20T04:00:00.000Z',
      old_value: null,
      new_value: '100.00',
      edit_reason: null,
      ...by,
    },
    {
      event_type: 'Ticket Deleted',
      event_description: 'Sanitation ticket T20_1 (issued on 2026-11-20) deleted',
      old_value: '20.00',
      new_value: null,
      edit_reason: 'Paid twice',
      ...by,
    },
  ]);
});

test('a deleted ticket is removed from lists and sums, remains as void with person, time and reason, and its number is not used again', {
  tags: ['slow'],
}, async () => {
  const gate = await openTestGate();
  const kept = await gate.issue({ price: 20 });
  const { ticket } = await gate.issue({ price: 20 });
  gate.goTo(GATE_DAY, '12:30:00.000');
  await gate.takeBack(ticket.id, 'Paid twice');
  expect(await gate.list({ date: GATE_DAY })).toEqual({ count: 1, totalIncome: 20, tickets: [kept.ticket] });
  expect((await gate.cards()).today.all).toEqual(ticketIncome(20, 1));
  const row = await gate.app.database.reader
    .selectFrom('sanitation_tickets')
    .select(['voided_at', 'voided_by', 'void_reason'])
    .where('id', '=', ticket.id)
    .executeTakeFirst();
  const at = colombo(GATE_DAY, '12:30:00.000');
  expect(row).toEqual({ voided_at: at, voided_by: 'tiketing@example.com', void_reason: 'Paid twice' });
  const again = { role: 'tiketing', params: { id: String(ticket.id) }, body: {} } as const;
  expect((await gate.refused(sanitationTickets.remove, again, 'ticket_not_found')).message).toBe('Ticket not found.');
  expect((await gate.issue({ price: 20 })).ticketId).toBe('T20_3');
  await gate.expectSums(2);
});

test('when every ticket of a day is deleted, the income of the day is 0', async () => {
  const gate = await openTestGate();
  const { ticket } = await gate.issue({ price: 100 });
  await gate.takeBack(ticket.id);
  const { today, months } = await gate.cards();
  expect([today.all, months]).toEqual([ticketIncome(0, 0), []]);
  expect(await gate.ask(sanitationTickets.dailyIncome, { role: 'tiketing' })).toEqual([
    { date: GATE_DAY, ...ticketIncome(0, 0) },
  ]);
  expect(await gate.ask(sanitationTickets.monthlyIncome, { role: 'tiketing' })).toEqual([]);
  await gate.expectSums(0);
});
