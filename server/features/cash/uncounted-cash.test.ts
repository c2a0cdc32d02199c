/** @module-tag postgres */

import { expect, test } from 'vitest';
import { cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { payments } from '#contract/payments.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';

const uncounted = async (office: TestOffice) =>
  (await office.ask(dashboard.morning, {})).uncounted_cash.map(({ name, amount, count, last_banked }) => ({
    name,
    amount,
    count,
    last_banked,
  }));
const stepOf = async (office: TestOffice) =>
  (await office.ask(dashboard.setup, {})).steps.find(({ step }) => step === 'cash-count');

test('cash taken without a session is listed by person with its sum, and cash of a session is not', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const { payment } = await office.pay('A-1', 5000, '2026-11-20');
  await office.pay('A-1', 700, '2026-11-20');
  await office.pay('A-1', 900, '2026-11-20', { paymentMethod: 'Bank Transfer' });
  const [person] = await uncounted(office);
  expect(person).toMatchObject({ amount: 5700, count: 2, last_banked: null });
  await office.ask(cash.setSettings, { body: { sessions: true } });
  const { session } = await office.ask(cash.openSession, { body: { opening_float: 0 } });
  await office.pay('A-1', 300, '2026-11-20');
  expect(await uncounted(office)).toEqual([person]);
  await office.ask(cash.closeSession, {
    params: { id: String(session.session_id) },
    body: { count: [{ value: 100, pieces: 3 }] },
  });
  await office.ask(cash.bankSession, {
    params: { id: String(session.session_id) },
    body: { banked_on: '2026-11-20' },
  });
  expect(await uncounted(office)).toEqual([{ ...person, last_banked: '2026-11-20' }]);
  await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: {}, role: 'superadmin' });
  expect(await uncounted(office)).toMatchObject([{ amount: 700, count: 1 }]);
});

test('a void of a later day is cash that its person paid back, and old cash leaves the list after 30 days', async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const { payment } = await office.pay('A-1', 5000, '2026-11-20');
  office.goTo('2026-11-21');
  await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: {}, role: 'superadmin' });
  const amounts = (await uncounted(office)).map(({ amount }) => amount);
  expect(amounts).toEqual([5000, -5000]);
  office.goTo('2026-12-20');
  expect((await uncounted(office)).map(({ amount }) => amount)).toEqual([-5000]);
  office.goTo('2026-12-21');
  expect(await uncounted(office)).toEqual([]);
});

test('the setup list asks who counts the cash until sessions are on or a person says that it is counted elsewhere', async () => {
  const office = await openTestOffice();
  expect(await stepOf(office)).toMatchObject({ is_done: false, is_confirmed: false });
  await office.ask(cash.setSettings, { body: { sessions: true } });
  expect(await stepOf(office)).toMatchObject({ is_done: true, is_confirmed: false });
  await office.ask(cash.setSettings, { body: { sessions: false } });
  expect(await stepOf(office)).toMatchObject({ is_done: false });
  await office.ask(dashboard.setSetup, { body: { is_put_away: false, confirmed: ['cash-count'] } });
  expect(await stepOf(office)).toMatchObject({ is_done: true, is_confirmed: true });
});
