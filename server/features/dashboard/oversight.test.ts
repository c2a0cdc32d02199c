/** @module-tag postgres */

import { expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { gate } from '#contract/gate.ts';
import { gateCash } from '#contract/gate-cash.ts';
import { invoices } from '#contract/invoices.ts';
import { otherCharges } from '#contract/other-charges.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice } from '../../testing/office.ts';

test('tenancies without an invoice for a month that others were billed are listed, and nobody before the first bill', async () => {
  const office = await openTestOffice();
  office.goTo('2026-09-01');
  for (const shopId of ['A-1', 'A-2', 'A-10']) await office.let(shopId);
  office.goTo('2026-11-20');
  const unbilled = async () => (await office.ask(dashboard.morning, {})).unbilled;
  expect(await unbilled()).toEqual([]);
  await office.generate('A-1', '2026-10');
  await office.generate('A-2', '2026-10');
  const { invoice_id: id } = await office.generate('A-1', '2026-11');
  const missing = async () => (await unbilled()).map(({ shop_id, months }) => [shop_id, ...months]);
  expect(await missing()).toEqual([
    ['A-10', '2026-10', '2026-11'],
    ['A-2', '2026-11'],
  ]);
  await office.ask(invoices.remove, { params: { id }, body: {} });
  expect(await missing()).toEqual([['A-10', '2026-10']]);
  const tenancy = (await office.summaryOf('A-10')).Tenancies[0];
  await office.ask(tenants.remove, { params: { id: String(tenancy?.tenancy_id) } });
  expect(await unbilled()).toEqual([]);
});

test('many corrections of a rupee hide nobody: people are listed by the sum of what they changed', {
  tags: ['slow'],
}, async () => {
  const office = await openTestOffice();
  await office.let('A-1');
  const { payment } = await office.pay('A-1', 5000, '2026-11-20');
  await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: {}, role: 'superadmin' });
  for (let balance = 1; balance <= 22; balance += 1) {
    await office.ask(shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount: balance } });
  }
  const { changes, voids } = await office.ask(dashboard.morning, {});
  expect(changes.map(({ event_type }) => event_type)).not.toContain('Payment Deleted');
  expect(voids.map(({ person, amount }) => [person, amount])).toEqual([
    ['superadmin@example.com', 5000],
    ['admin@example.com', 22],
  ]);
});

test('notes, charges taken off a bill to come, ended tenancies and lower rents are listed, within the limit too', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  const shop = { shop_name: 'Corner', location: 'Hall', rent_amount: 9000, vat_rate: 0, operation_fee: 0 };
  for (const shopId of ['A-1', 'A-2', 'A-3']) await office.let(shopId);
  const { invoice_id: id } = await office.generate('A-1', '2026-11');
  office.goTo('2026-11-20');
  const reason = 'Agreed';
  for (const kind of ['debit', 'credit'] as const)
    await office.ask(invoices.note, { params: { id }, body: { kind, charge: 'Rent', amount: 300, reason } });
  const tenancyOf = async (shopId: string) => (await office.summaryOf(shopId)).Tenancies[0]?.tenancy_id ?? 0;
  const { kind: cheque } = await office.ask(otherCharges.addKind, {
    body: { name: 'Returned cheque', basis: 'fixed', is_vatable: false },
  });
  const { charge } = await office.ask(otherCharges.add, {
    params: { id: String(await tenancyOf('A-2')) },
    body: { kind_id: cheque.kind_id, amount: 4000 },
  });
  await office.ask(otherCharges.remove, { params: { id: String(charge.charge_id) }, body: { reason } });
  await office.ask(tenants.remove, { params: { id: String(await tenancyOf('A-3')) } });
  await office.ask(shops.edit, { params: { id: 'A-2' }, body: shop });
  const { changes, voids, settings_changes } = await office.ask(dashboard.morning, {});
  expect(changes.map(({ event_type }) => event_type)).toEqual([
    'Tenant Removed',
    'Other Charge Removed',
    'Credit Note Issued',
    'Debit Note Issued',
  ]);
  expect(voids).toMatchObject([{ person: 'admin@example.com', amount: 4708 }]);
  expect(settings_changes.map(({ event_type }) => event_type)).toEqual(['Shop Changed', 'Charge Kind Added']);
});

test('a float that its giver undoes on the same day is listed, with the person, the keeper and the amount', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  const { admins } = await office.ask(accounts.list, { role: 'superadmin' });
  const account_id = admins.find(({ email }) => email === 'tiketing@example.com')?.admin_id ?? 0;
  const { handover } = await office.ask(gateCash.give, { body: { account_id, given_cash: 5000 }, role: 'admin' });
  const undoing = { params: { id: String(handover.id) }, body: { reason: 'Not needed' } };
  await office.ask(gateCash.undo, { ...undoing, role: 'admin' });
  const { changes, voids } = await office.ask(dashboard.morning, { role: 'manager' });
  const [change] = changes;
  expect(change).toMatchObject({ user_actioned: 'admin@example.com', old_value: '5000.00', new_value: '0.00' });
  expect(change?.event_description).toContain('tiketing@example.com');
  expect(voids).toMatchObject([{ person: 'admin@example.com', amount: 5000 }]);
});

test('changed settings of the last 30 days are listed with both values, and many of one hide none of another', async () => {
  const office = await openTestOffice();
  await office.ask(gate.setCounting, { body: { from: '2026-11-20' } });
  const sessions = (isOn: boolean) => office.ask(cash.setSettings, { body: { sessions: isOn } });
  for (let round = 0; round < 11; round += 1) {
    await sessions(true);
    await sessions(false);
  }
  const changed = async (role: 'manager' | 'editor') =>
    (await office.ask(dashboard.morning, { role })).settings_changes;
  const shown = await changed('manager');
  expect(shown).toHaveLength(21);
  expect(shown[0]).toMatchObject({
    event_type: 'Cash Sessions Set',
    old_value: 'on',
    new_value: 'off',
    user_actioned: 'admin@example.com',
  });
  expect(shown.at(-1)).toMatchObject({ event_type: 'Counting Day Set', old_value: null, new_value: '2026-11-20' });
  expect(await changed('editor')).toEqual([]);
  office.goTo('2026-12-25');
  expect(await changed('manager')).toEqual([]);
});
