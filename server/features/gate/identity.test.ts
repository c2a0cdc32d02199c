/** @module-tag postgres */
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { gate as calls } from '#contract/gate.ts';
import { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import { openTestGate, type TestGate, VAN } from '../../testing/gate.ts';
import { everythingIn } from '../../testing/office.ts';

const MINE = '7f6d3f57-6d3e-4c9b-9a53-6c1f4a3c2b10';
const role = 'tiketing' as const;

async function claim(gate: TestGate, body: { signed?: boolean } = { signed: true }, by: 'tiketing' | 'editor' = role) {
  const { letters, secret } = (await gate.ask(calls.addDevice, { role: by, body })).device;
  const sign = (count: number) => ({
    device_number: `${letters}-${count}`,
    device_proof: createHmac('sha256', secret ?? '')
      .update(`${letters}${count}`)
      .digest('hex'),
  });
  return { letters, secret, sign };
}

test('after a change of email the shift, its tickets and their cancelling stay with the account; who gets the email has none of it', async () => {
  const gate = await openTestGate();
  await gate.ask(calls.openShift, { role, body: { id: MINE, opening_cash: 0 } });
  const { ticket } = await gate.issue({ price: 20, shift_id: MINE });
  await gate.issue({ price: 100, shift_id: MINE });
  const { admins } = await gate.ask(accounts.list, { role: 'superadmin' });
  const rename = async (from: string, email: string) => {
    const own = admins.find((one) => one.email === from);
    const body = { username: own?.username ?? '', email, role, is_disabled: false };
    await gate.ask(accounts.edit, { role: 'superadmin', params: { id: String(own?.admin_id) }, body });
  };
  await rename('editor@example.com', 'editor@example.com');
  const tokens = { owner: await gate.tokenOf(role), heir: await gate.tokenOf('editor') };
  const send = async (who: keyof typeof tokens, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${tokens[who]}` };
    const answer = await gate.app.send({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  await rename('tiketing@example.com', 'nimal@example.com');
  await rename('editor@example.com', 'tiketing@example.com');

  const count = { counted_cash: 100 };
  const close = `/api/gate/shifts/${MINE}/close`;
  expect((await send('heir', 'GET', '/api/gate/shifts')).body).toEqual([]);
  expect((await send('heir', 'GET', `/api/gate/shifts/${MINE}`)).status).toBe(404);
  expect((await send('heir', 'POST', close, count)).status).toBe(404);
  expect((await send('heir', 'DELETE', `/api/sanitation/${ticket.id}`)).status).toBe(403);
  expect((await send('heir', 'POST', '/api/sanitation', { price: 20, shift_id: MINE })).status).toBe(400);

  expect((await send('owner', 'DELETE', `/api/sanitation/${ticket.id}`)).status).toBe(200);
  expect((await send('owner', 'GET', '/api/gate/shifts')).body).toMatchObject([{ ticket_count: 1 }]);
  const closed = await send('owner', 'POST', close, count);
  expect(closed.body.shift).toMatchObject({ byWhom: 'tiketing@example.com', difference: 0 });
  expect((await gate.ask(calls.shifts, { role: 'manager', query: {} })).map((one) => one.closed_by_other)).toEqual([
    null,
  ]);
});

test('the list names who closed the shift of another person by the email of now, also if both have another one', async () => {
  const gate = await openTestGate();
  await gate.ask(calls.openShift, { role, body: { id: MINE, opening_cash: 0 } });
  await gate.ask(calls.closeShift, { role: 'manager', params: { id: MINE }, body: { counted_cash: 0 } });
  const { admins } = await gate.ask(accounts.list, { role: 'superadmin' });
  for (const [of, email] of [
    ['manager', 'kumari@example.com'],
    ['tiketing', 'manager@example.com'],
  ] as const) {
    const { admin_id, username = '' } = admins.find((one) => one.email === `${of}@example.com`) ?? {};
    const body = { username, email, role: of, is_disabled: false };
    await gate.ask(accounts.edit, { role: 'superadmin', params: { id: String(admin_id) }, body });
  }
  const [shift] = await gate.ask(calls.shifts, { role: 'superadmin', query: {} });
  expect(shift).toMatchObject({ byWhom: 'tiketing@example.com', closed_by_other: 'kumari@example.com' });
});

test("another phone's number is refused and costs it none: the real phone issues it, and gets its own ticket back", async () => {
  const gate = await openTestGate();
  const { letters, sign } = await claim(gate);
  const before = await everythingIn(gate.app);
  for (const proof of [{}, { device_proof: 'a'.repeat(64) }, { device_proof: sign(2).device_proof }])
    for (const by of ['editor', 'tiketing', 'admin'] as const) {
      const body = { device_number: `${letters}-1`, ...proof };
      await gate.refused(sanitationTickets.issue, { role: by, body: { price: 20, ...body } }, 'device_of_other');
      await gate.refused(vehicleTickets.issue, { role: by, body: { ...VAN, ...body } }, 'device_of_other');
    }
  expect(await everythingIn(gate.app)).toEqual(before);
  const first = await gate.issue({ price: 20, ...sign(1) });
  expect(first.ticket.device_number).toBe(`${letters}-1`);
  expect((await gate.issue({ price: 20, ...sign(1) })).ticket.id).toBe(first.ticket.id);
  const shared = await gate.issue({ price: 20, ...sign(2) }, { role: 'editor' });
  expect(shared.ticket.byWhom).toBe('editor@example.com');
  await gate.refuseIssue({ price: 20, ...sign(2) }, 'device_number_used');
});

test('letters that were claimed without a secret belong to the account; those that somebody used are never assigned', async () => {
  const gate = await openTestGate();
  const old = await claim(gate, {});
  expect(old).toMatchObject({ letters: 'A', secret: null });
  await gate.refuseIssue({ price: 20, device_number: 'A-1' }, 'device_of_other', { role: 'editor' });
  await gate.issue({ price: 20, device_number: 'A-1' });
  await gate.issue({ price: 20, device_number: 'B-1' }, { role: 'editor' });
  expect((await claim(gate)).letters).toBe('C');
  await gate.refuseIssue({ price: 20, device_number: 'C-1' }, 'device_of_other', { role: 'editor' });
  await gate.issue({ price: 20 });
});

test('a ticket is deleted by its id, its number or its device number, without a body', async () => {
  const gate = await openTestGate();
  const first = await gate.issue({ price: 20, device_number: 'K-1' });
  const second = await gate.issue({ price: 20 });
  const third = await gate.issue({ price: 100 });
  const remove = (url: string) => gate.app.as(role, { method: 'DELETE', url });
  for (const id of ['k-1', second.ticketId.toLowerCase(), String(third.ticket.id)]) {
    expect((await remove(`/api/sanitation/${id}`)).statusCode).toBe(200);
    expect((await remove(`/api/sanitation/${id}`)).statusCode).toBe(404);
  }
  expect(first.ticketId).toBe('T20_1');
  const vehicles = [await gate.issueVehicle(), await gate.issueVehicle({ device_number: 'K-2' })];
  expect((await remove(`/api/vehicle-tickets/${second.ticketId}`)).statusCode).toBe(404);
  expect((await remove(`/api/vehicle-tickets/V${vehicles[0]?.ticket.id}`)).statusCode).toBe(200);
  expect((await remove('/api/vehicle-tickets/K2')).statusCode).toBe(200);
  expect((await remove('/api/vehicle-tickets/x-y')).statusCode).toBe(400);
  await gate.expectSums(0);
});
