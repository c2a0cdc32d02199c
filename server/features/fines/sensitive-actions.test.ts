import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { expectRefusal } from '../../testing/call.ts';
import { everythingIn, type Office, openOffice } from '../../testing/office.ts';

const actions = [
  ['generate-all', invoices.generateAll],
  ['apply-fines', fines.applyAll],
  ['fine-arrest-action', fines.arrest],
  ['invoice-arrest-action', invoices.arrest],
] as const;

type Action = (typeof actions)[number][1];

/** Acts with the session of somebody who has logged in and verified nothing since. */
const act = (office: Office, { path }: Action, payload: object = {}): Promise<LightMyRequestResponse> =>
  office.door.as('admin', { method: 'POST', url: path, payload });

const verify = (office: Office) =>
  office.door.as('admin', {
    method: 'POST',
    url: '/api/admin/verify',
    payload: { email: office.door.emailOf('admin'), password: PASSWORD },
  });

async function openShop(): Promise<Office> {
  const office = await openOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  await office.door.tokenOf('admin');
  return office;
}

test.each(actions)('%s asks a session that verified nothing who acts, and does nothing', async (_, action) => {
  const office = await openShop();
  const before = await everythingIn(office.door);
  const answer = await act(office, action);
  expectRefusal(answer, 'verification_required');
  expect(answer.statusCode).toBe(403);
  expect(await everythingIn(office.door)).toEqual(before);
});

test.each(actions)(
  '%s may be done for 5 minutes after the session was verified and not a second longer',
  async (_, action) => {
    const office = await openShop();
    expect((await verify(office)).statusCode).toBe(200);
    office.goTo('2026-11-20', '12:04:59.000');
    expect((await act(office, action)).statusCode).toBe(200);
    office.goTo('2026-11-20', '12:05:00.000');
    expect((await act(office, action)).statusCode).toBe(200);
    office.goTo('2026-11-20', '12:05:01.000');
    expectRefusal(await act(office, action), 'verification_required');
  },
);

test.each(actions)('%s takes the credentials of the logged-in account in its own body', async (_, action) => {
  const office = await openShop();
  const own = { email: ' Admin@Example.com ', password: PASSWORD };
  expect((await act(office, action, own)).statusCode).toBe(200);
});

test.each(actions)(
  '%s takes nobody else’s credentials and no wrong password, though the session was verified',
  async (_, action) => {
    const office = await openShop();
    await verify(office);
    const before = await everythingIn(office.door);
    for (const payload of [
      { email: office.door.emailOf('superadmin'), password: PASSWORD },
      { email: office.door.emailOf('admin'), password: 'a wrong guess' },
      { email: 'nobody@example.com', password: PASSWORD },
    ]) {
      const answer = await act(office, action, payload);
      expectRefusal(answer, 'verification_failed');
      expect(answer.json().message).toBe('Invalid credentials');
    }
    expect(await everythingIn(office.door)).toEqual(before);
  },
);

test('who verified in another session has verified nothing here', async () => {
  const office = await openShop();
  await office.tokenOf('admin');
  expectRefusal(await act(office, invoices.arrest), 'verification_required');
  expect((await office.tell(invoices.arrest, { body: {} })).statusCode).toBe(200);
});

test('a password half sent is no verification', async () => {
  const office = await openShop();
  expectRefusal(await act(office, fines.applyAll, { password: PASSWORD }), 'verification_required');
  expectRefusal(await act(office, fines.applyAll, { email: office.door.emailOf('admin') }), 'verification_required');
});

test('a manager who may read the books cannot fine, whatever the password', async () => {
  const office = await openShop();
  const payload = { email: office.door.emailOf('manager'), password: PASSWORD };
  const answer = await office.door.as('manager', { method: 'POST', url: fines.applyAll.path, payload });
  expectRefusal(answer, 'not_allowed');
});
