/** @module-tag postgres */
import { expect, test } from 'vitest';
import { approvals } from '#contract/approvals.ts';
import type { Query, Sending } from '#contract/call.ts';
import { cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { electronic } from '#contract/electronic.ts';
import { payments } from '#contract/payments.ts';
import type { Role } from '#contract/roles.ts';
import type { ElectronicMethod } from '#contract/words.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';

const DAY = '2026-10-12';
const BY_BANK = ['Bank Transfer', 'Card', 'Online'] as const;

async function openDesk(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.let('A-2');
  await office.generate('A-1', '2026-10');
  office.goTo(DAY, '09:00:00.000');
  return office;
}

async function take(
  office: TestOffice,
  amountPaid: number,
  {
    role = 'cashier',
    method = 'Bank Transfer',
    day = DAY,
  }: { role?: Role; method?: ElectronicMethod; day?: string } = {},
): Promise<number> {
  const body = { amountPaid, paymentDate: day, paymentMethod: method };
  return (await office.ask(payments.byShop, { params: { shopId: 'A-1' }, body, role })).payment.payment_id;
}

const listed = (office: TestOffice, query: Partial<Query<typeof electronic.list>> = {}, role: Role = 'admin') =>
  office.ask(electronic.list, { query: { state: 'to_confirm', ...query }, role });

type Confirming = Sending<typeof electronic.confirm>['body'];
const confirm = (office: TestOffice, body: Confirming) => office.ask(electronic.confirm, { body });

const notFound = (id: number) => ({ params: { id: String(id) }, body: { reason: 'Not on the statement' } }) as const;

test('transfers, cards and online payments are to be confirmed until somebody confirms them, by age and person', async () => {
  const office = await openDesk();
  const ids: number[] = [];
  for (const method of BY_BANK) ids.push(await take(office, 100, { method }));
  office.goTo('2026-10-14', '09:00:00.000');
  const ofAdmin = await take(office, 50.5, { role: 'admin', day: '2026-10-14' });
  await office.pay('A-1', 7, '2026-10-14');
  const { payments: open, to_confirm } = await listed(office);
  expect(open.map(({ payment_id }) => payment_id)).toEqual([...ids, ofAdmin]);
  expect(to_confirm).toMatchObject({
    count: 4,
    amount: 350.5,
    people: [
      { email: 'cashier@example.com', count: 3, amount: 300, oldest: DAY },
      { email: 'admin@example.com', count: 1, amount: 50.5, oldest: '2026-10-14' },
    ],
  });
  const [first = 0, second = 0, third = 0] = ids;
  const confirmed = await confirm(office, { payment_ids: [first, second, first], confirmed_on: '2026-10-13' });
  expect(confirmed).toMatchObject({ message: '2 payments are confirmed.', to_confirm: { count: 2, amount: 150.5 } });
  expect((await listed(office, { state: 'confirmed' })).payments).toMatchObject([
    { payment_id: second, confirmed_on: '2026-10-13', confirmed_by: 'admin', method: 'Card' },
    { payment_id: first, confirmed_on: '2026-10-13', received_by: 'cashier', amount: 100 },
  ]);
  const { message } = await confirm(office, { payment_ids: [first], confirmed_on: null });
  expect(message).toBe('1 payment is to be confirmed again.');
  expect((await listed(office, { by: 'cashier@example.com' })).payments.map(({ payment_id }) => payment_id)).toEqual([
    first,
    third,
  ]);
  expect((await office.auditLog()).filter(({ event_type }) => event_type === 'Payment Confirmed')).toMatchObject([
    { shop_id: 'A-1', old_value: null, new_value: '2026-10-13' },
    { shop_id: 'A-1', old_value: null, new_value: '2026-10-13' },
    { shop_id: 'A-1', old_value: '2026-10-13', new_value: null },
  ]);
  await office.expectCleanBooks();
});

test('a cashier sees only own payments, and confirms none', async () => {
  const office = await openDesk();
  const own = await take(office, 100);
  await take(office, 200, { role: 'admin' });
  const seen = await listed(office, { by: 'admin@example.com' }, 'cashier');
  expect(seen.payments.map(({ payment_id }) => payment_id)).toEqual([own]);
  expect(seen.to_confirm).toMatchObject({ count: 1, people: [{ email: 'cashier@example.com' }] });
  const body = { payment_ids: [own], confirmed_on: DAY };
  await office.refused(electronic.confirm, { body, role: 'cashier' }, 'not_allowed');
  await office.refused(payments.notFound, { ...notFound(own), role: 'cashier' }, 'not_allowed');
});

test('with an approval limit a second person confirms own payments above it', async () => {
  const office = await openDesk();
  await office.ask(approvals.setLimit, { body: { amount: 1000 }, role: 'superadmin' });
  const own = await take(office, 230_000, { role: 'admin' });
  const ofCashier = await take(office, 230_000);
  await confirm(office, { payment_ids: [ofCashier], confirmed_on: DAY });
  await office.refused(
    electronic.confirm,
    { body: { payment_ids: [own], confirmed_on: DAY }, role: 'admin' },
    'approval_required',
  );
  office.goTo('2026-10-13', '09:00:00.000');
  const skipping = { body: { from: '2026-10-13' }, role: 'admin' } as const;
  await office.refused(electronic.setSettings, skipping, 'approval_required');
  await office.ask(electronic.confirm, {
    body: { payment_ids: [own], confirmed_on: DAY },
    role: 'superadmin',
  });
});

test('the day at the bank is not later than today, and at most a month before the payment', async () => {
  const office = await openDesk();
  const id = await take(office, 100);
  for (const confirmed_on of ['2026-10-13', '2026-09-10'])
    await office.refused(electronic.confirm, { body: { payment_ids: [id], confirmed_on } }, 'invalid_input');
  await confirm(office, { payment_ids: [id], confirmed_on: '2026-09-11' });
});

test('a payment that the bank did not receive becomes void; a confirmed one is first to be confirmed again', async () => {
  const office = await openDesk();
  const owed = (await office.statementOf('A-1')).at(-1)?.balance;
  const id = await take(office, 100);
  await confirm(office, { payment_ids: [id], confirmed_on: DAY });
  await office.refused(payments.notFound, notFound(id), 'payment_confirmed');
  await confirm(office, { payment_ids: [id], confirmed_on: null });
  const { message } = await office.ask(payments.notFound, notFound(id));
  expect(message).toBe(`Payment ${id} was not found at the bank and is void.`);
  expect((await office.statementOf('A-1')).at(-1)?.balance).toBe(owed);
  expect((await listed(office)).payments).toEqual([]);
  expect((await office.auditLog()).at(-1)).toMatchObject({
    event_type: 'Payment Not Found',
    old_value: '100.00',
    edit_reason: 'Not on the statement',
  });
});

test('who changes the amount of a confirmed payment makes it one that is to be confirmed', async () => {
  const office = await openDesk();
  const id = await take(office, 100);
  await confirm(office, { payment_ids: [id], confirmed_on: DAY });
  await office.correct('A-1', DAY, [100, 230_000], { payment_id: id });
  expect((await listed(office)).to_confirm).toMatchObject({ count: 1, amount: 230_000 });
  await confirm(office, { payment_ids: [id], confirmed_on: DAY });
  const [correction] = (await office.ask(payments.ofDay, { query: { shop_id: 'A-1', payment_date: DAY } })).data;
  expect(correction).toBeDefined();
  const removed = { params: { id: String(id + 1) }, body: { reason: 'Typed wrongly' } };
  await office.ask(payments.remove, removed);
  expect((await listed(office)).to_confirm).toMatchObject({ count: 1, amount: 100 });
});

test('a confirmed payment stays confirmed in the right shop; with another method it is to be confirmed', async () => {
  const office = await openDesk();
  const id = await take(office, 100);
  await confirm(office, { payment_ids: [id], confirmed_on: DAY });
  const replace = (payment: number, change: object) =>
    office.ask(payments.replace, { params: { id: String(payment) }, body: { ...change, reason: 'Wrong' } });
  const { payment } = await replace(id, { shop_id: 'A-2' });
  expect((await listed(office)).to_confirm.count).toBe(0);
  expect((await listed(office, { state: 'confirmed' })).payments).toMatchObject([
    { payment_id: payment.payment_id, shop_id: 'A-2', confirmed_on: DAY },
  ]);
  await replace(payment.payment_id, { paymentMethod: 'Online' });
  expect((await listed(office)).payments).toMatchObject([{ method: 'Online', amount: 100 }]);
});

test('payments recorded before the chosen day count as confirmed, also after their shop is put right', async () => {
  const office = await openDesk();
  const early = await take(office, 100);
  office.goTo('2026-10-14', '09:00:00.000');
  await take(office, 200, { day: '2026-10-14' });
  const set = (from: string | null) => office.ask(electronic.setSettings, { body: { from } });
  await office.refused(electronic.setSettings, { body: { from: '2026-10-15' } }, 'invalid_input');
  await set('2026-10-14');
  expect(await office.ask(electronic.getSettings, {})).toEqual({ from: '2026-10-14' });
  expect((await listed(office)).to_confirm).toMatchObject({ count: 1, amount: 200 });
  const body = { shop_id: 'A-2', reason: 'Wrong shop' };
  await office.ask(payments.replace, { params: { id: String(early) }, body });
  expect((await listed(office)).to_confirm).toMatchObject({ count: 1, amount: 200 });
  await set(null);
  expect((await listed(office)).to_confirm).toMatchObject({ count: 1, amount: 200 });
  await set('2026-10-01');
  expect((await office.auditLog()).filter(({ event_type }) => event_type === 'Confirmation Day Set')).toMatchObject([
    { old_value: null, new_value: '2026-10-14' },
    { old_value: '2026-10-14', new_value: null },
    { old_value: null, new_value: '2026-10-01' },
  ]);
  await office.expectCleanBooks();
});

test('the day, its sheet and the dashboard say what is to be confirmed', async () => {
  const office = await openDesk();
  const confirmed = await take(office, 100);
  await take(office, 250.25, { method: 'Card' });
  await confirm(office, { payment_ids: [confirmed], confirmed_on: DAY });
  const day = await office.ask(cash.day, { query: { by: 'all' }, role: 'manager' });
  expect(day.movements.map(({ confirmation }) => confirmation)).toEqual(['confirmed', 'to_confirm']);
  expect(day.to_confirm).toMatchObject({ count: 1, amount: 250.25 });
  const sheet = await office.tell(cash.daySheet, { query: { by: 'all' }, role: 'manager' });
  const [text = ''] = await readPdfText(sheet.rawPayload);
  expect(text).toContain('to be confirmed at the time of printing: 1, Rs. 250.25');
  expect(text).toContain('Card; to be confirmed');
  const { to_confirm } = await office.ask(dashboard.morning, { role: 'manager' });
  expect(to_confirm).toEqual(day.to_confirm);
});
