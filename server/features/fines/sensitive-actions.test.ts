import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { expectRefusal } from '../../testing/call.ts';
import { everythingIn, openTestOffice, type TestOffice } from '../../testing/office.ts';

const actions = [
  ['generate-all', invoices.generateAll],
  ['apply-fines', fines.applyAll],
  ['fine-arrest-action', fines.arrest],
  ['invoice-arrest-action', invoices.arrest],
] as const;

type Action = (typeof actions)[number][1];

const context = (office: TestOffice, { path }: Action, payload: object = {}): Promise<LightMyRequestResponse> =>
  office.app.as('admin', { method: 'POST', url: path, payload });

const verify = (office: TestOffice) =>
  office.app.as('admin', {
    method: 'POST',
    url: '/api/admin/verify',
    payload: { email: office.app.emailOf('admin'), password: PASSWORD },
  });

async function openShop(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  await office.app.tokenOf('admin');
  return office;
}

test.each(actions)('%s requires a verified session, and does nothing without one', async (_, action) => {
  const office = await openShop();
  const before = await everythingIn(office.app);
  const answer = await context(office, action);
  expectRefusal(answer, 'verification_required');
  expect(answer.statusCode).toBe(403);
  expect(await everythingIn(office.app)).toEqual(before);
});

test.each(actions)(
  '%s is allowed for 5 minutes after the session was verified and not a second longer',
  async (_, action) => {
    const office = await openShop();
    expect((await verify(office)).statusCode).toBe(200);
    office.goTo('2026-11-20', '12:04:59.000');
    expect((await context(office, action)).statusCode).toBe(200);
    office.goTo('2026-11-20', '12:05:00.000');
    expect((await context(office, action)).statusCode).toBe(200);
    office.goTo('2026-11-20', '12:05:01.000');
    expectRefusal(await context(office, action), 'verification_required');
  },
);

test.each(actions)('%s accepts the credentials of the signed-in account in its body', async (_, action) => {
  const office = await openShop();
  const own = { email: ' Admin@Example.com ', password: PASSWORD };
  expect((await context(office, action, own)).statusCode).toBe(200);
});

test.each(actions)(
  '%s refuses another person’s credentials and a wrong password, although the session was verified',
  async (_, action) => {
    const office = await openShop();
    await verify(office);
    const before = await everythingIn(office.app);
    for (const payload of [
      { email: office.app.emailOf('superadmin'), password: PASSWORD },
      { email: office.app.emailOf('admin'), password: 'a wrong guess' },
      { email: 'nobody@example.com', password: PASSWORD },
    ]) {
      const answer = await context(office, action, payload);
      expectRefusal(answer, 'verification_failed');
      expect(answer.json().message).toBe('Invalid credentials');
    }
    expect(await everythingIn(office.app)).toEqual(before);
  },
);

test('a verification in another session does not count', async () => {
  const office = await openShop();
  await office.tokenOf('admin');
  expectRefusal(await context(office, invoices.arrest), 'verification_required');
  expect((await office.tell(invoices.arrest, { body: {} })).statusCode).toBe(200);
});

test('an email without a password, or a password without an email, does not verify a session', async () => {
  const office = await openShop();
  expectRefusal(await context(office, fines.applyAll, { password: PASSWORD }), 'verification_required');
  expectRefusal(await context(office, fines.applyAll, { email: office.app.emailOf('admin') }), 'verification_required');
});

test('a manager who may read the ledgers cannot apply fines, whatever the password', async () => {
  const office = await openShop();
  const payload = { email: office.app.emailOf('manager'), password: PASSWORD };
  const answer = await office.app.as('manager', { method: 'POST', url: fines.applyAll.path, payload });
  expectRefusal(answer, 'not_allowed');
});
