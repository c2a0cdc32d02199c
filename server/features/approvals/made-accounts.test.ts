/** @module-tag postgres */

import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { approvals } from '#contract/approvals.ts';
import type { Call } from '#contract/call.ts';
import { cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { electronic } from '#contract/electronic.ts';
import { payments } from '#contract/payments.ts';
import { session } from '#contract/session.ts';
import { type Parts, requestOf } from '../../testing/call.ts';
import { accountIdOf } from '../../testing/example-market.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';

const DAY = '2026-10-12';
const GIVEN = 'lantern over the paddy field';
const CHOSEN = 'river beside the old market';
const TRANSFER = { amountPaid: 5000, paymentDate: DAY, paymentMethod: 'Bank Transfer' };

async function openDesk(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  office.goTo(DAY);
  await office.ask(approvals.setLimit, { body: { amount: 1000 }, role: 'superadmin' });
  return office;
}

type Person = (entry: Call, parts: Parts) => Promise<LightMyRequestResponse>;

async function signIn({ app }: TestOffice, email: string, password: string): Promise<Person> {
  const entered = await app.send({ method: 'POST', url: '/api/admin/login', payload: { email, password } });
  const { token } = entered.json<{ token: string }>();
  return (entry, parts) =>
    app.send({
      ...requestOf(entry, parts),
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    });
}

async function choosePassword(person: Person, currentPassword: string): Promise<void> {
  const answer = await person(session.changePassword, { body: { currentPassword, newPassword: CHOSEN } });
  expect(answer.statusCode, answer.body).toBe(200);
}

async function receive(person: Person, more: object): Promise<number> {
  const answer = await person(payments.byShop, { params: { shopId: 'A-1' }, body: { ...TRANSFER, ...more } });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ payment: { payment_id: number } }>().payment.payment_id;
}

const confirmed = (id: number, confirmed_on = DAY) => ({ body: { payment_ids: [id], confirmed_on } });

/** Returns the cashier, whose password the admin has reset and, signed in with it, chosen. */
async function resetCashier(office: TestOffice): Promise<Person> {
  const params = { id: await accountIdOf(office.app, 'cashier') };
  const { password } = await office.ask(accounts.resetPassword, { params });
  const cashier = await signIn(office, office.app.emailOf('cashier'), password);
  await choosePassword(cashier, password);
  return cashier;
}

test('who reset a password within 30 days confirms no money that the account received', async () => {
  const office = await openDesk();
  const cashier = await resetCashier(office);
  const id = await receive(cashier, {});
  await office.refused(electronic.confirm, confirmed(id), 'approval_required');
  const other = await receive(cashier, { amountPaid: 4000 });
  await office.ask(electronic.confirm, { ...confirmed(other), role: 'superadmin' });
  const cheque = { paymentMethod: 'Cheque', chequeNumber: '700001', chequeBank: 'HNB' };
  const cleared = { payment_ids: [await receive(cashier, cheque)], cleared_on: DAY };
  await office.refused(cash.clearCheques, { body: cleared }, 'approval_required');
  office.goTo('2026-11-20');
  await office.ask(electronic.confirm, confirmed(id, '2026-11-20'));
});

test('who reset a password skips no confirmation of what the account received by a later first day', async () => {
  const office = await openDesk();
  const cashier = await resetCashier(office);
  await receive(cashier, {});
  office.goTo('2026-10-13');
  const body = { from: '2026-10-13' };
  await office.refused(electronic.setSettings, { body }, 'approval_required');
  await office.ask(electronic.setSettings, { body, role: 'superadmin' });
});

test('cash that an account took whose password somebody reset is not banked by that person', async () => {
  const office = await openDesk();
  const cashier = await resetCashier(office);
  const opened = await cashier(cash.openSession, { body: { opening_float: 5000 } });
  const params = { id: String(opened.json<{ session: { session_id: number } }>().session.session_id) };
  await cashier(cash.closeSession, { params, body: { count: [{ value: 5000, pieces: 1 }] } });
  await office.refused(cash.bankSession, { params, body: { banked_on: DAY } }, 'approval_required');
  await office.ask(cash.bankSession, { params, body: { banked_on: DAY }, role: 'superadmin' });
});

test('who reset a password within 30 days decides no request of the account', async () => {
  const office = await openDesk();
  const cashier = await resetCashier(office);
  const id = await receive(cashier, { paymentMethod: 'Cash' });
  const voided = await cashier(payments.remove, { params: { id: String(id) }, body: { reason: 'Typed twice' } });
  expect(voided.json()).toMatchObject({ code: 'approval_required' });
  const [request] = await office.ask(approvals.list, { role: 'superadmin' });
  const params = { id: String(request?.id) };
  const refusal = await office.refused(approvals.approve, { params }, 'own_approval');
  expect(refusal.message).toContain('account of cashier@example.com');
  await office.ask(approvals.approve, { params, role: 'manager' });
});

test('a superadmin confirms what a made account received as soon as its owner has chosen a password, which the dashboard says', async () => {
  const office = await openDesk();
  const email = 'helper@example.com';
  await office.ask(accounts.register, {
    body: { username: 'Helper', email, role: 'cashier', password: GIVEN },
    role: 'superadmin',
  });
  const helper = await signIn(office, email, GIVEN);
  const body = confirmed(await receive(helper, {}));
  await office.refused(electronic.confirm, { ...body, role: 'superadmin' }, 'approval_required');
  const shown = async () => (await office.ask(dashboard.morning, { role: 'manager' })).account_changes;
  const made = { account: email, changed_by: 'superadmin@example.com', changed_at: office.app.clock.now() };
  expect(await shown()).toEqual([{ ...made, is_open: true }]);
  await choosePassword(helper, GIVEN);
  await office.ask(electronic.confirm, { ...body, role: 'superadmin' });
  expect(await shown()).toEqual([{ ...made, is_open: false }]);
  expect((await office.ask(dashboard.morning, { role: 'editor' })).account_changes).toEqual([]);
  office.goTo('2026-11-20');
  expect(await shown()).toEqual([]);
});

test('a change of an account is forgotten after 30 days only if the owner has chosen a password since', async () => {
  const office = await openDesk();
  const made = { username: 'Helper', email: 'helper@example.com', role: 'cashier', password: GIVEN } as const;
  await office.ask(accounts.register, { body: made, role: 'superadmin' });
  const resetManager = async () => {
    const params = { id: await accountIdOf(office.app, 'manager') };
    await office.ask(accounts.resetPassword, { params, role: 'superadmin' });
  };
  const shown = async () =>
    (await office.ask(dashboard.morning, { role: 'admin' })).account_changes.map(({ account }) => account);
  office.goTo('2026-12-01');
  await resetManager();
  expect(await shown()).toEqual(['manager@example.com', made.email]);
  await choosePassword(await signIn(office, made.email, GIVEN), GIVEN);
  await resetManager();
  expect(await shown()).toEqual(['manager@example.com']);
  const stored = await office.app.database.reader.selectFrom('account_changes').select('at').orderBy('id').execute();
  expect(stored.every(({ at }) => at > '2026-11-30')).toBe(true);
});
