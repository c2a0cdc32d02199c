/** @module-tag postgres */
import { expect, test } from 'vitest';
import { day, dayOf } from '#billing/calendar.ts';
import { cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { closeDrawer, DESK_DAY, openCashDesk, openDrawer } from '../../testing/cash-desk.ts';
import type { TestOffice } from '../../testing/office.ts';

const keep = async (office: TestOffice, float: number, kept_cash: number) => {
  const id = await openDrawer(office, float);
  await closeDrawer(office, id, { cents: float * 100, kept_cash });
  return id;
};

const deskOf = async (office: TestOffice) => (await office.ask(dashboard.morning, { role: 'manager' })).cash_desk;

const bankKept = (id: number) => ({ params: { id: String(id) }, body: { banked_on: DESK_DAY, part: 'kept' as const } });

test('cash that was counted and left in the drawer is missed when the next float is 0', async () => {
  const office = await openCashDesk();
  await keep(office, 3000, 3000);
  expect(await deskOf(office)).toMatchObject({ kept: [{ person: { name: 'cashier' }, amount: 3000 }] });
  const { kept } = await office.ask(cash.day, { query: {}, role: 'cashier' });
  expect(kept).toMatchObject([{ amount: 3000 }]);
  const without = { body: { opening_float: 0 }, role: 'cashier' } as const;
  const refused = await office.refused(cash.openSession, without, 'difference_unexplained');
  expect(refused.message).toContain('LKR 3000.00 was left in this drawer');
  const body = { opening_float: 0, reason: 'Somebody emptied it' };
  const { session } = await office.ask(cash.openSession, { body, role: 'cashier' });
  expect(session).toMatchObject({
    opening_float: 0,
    expected_float: 3000,
    float_difference: -3000,
    float_reason: 'Somebody emptied it',
  });
  expect(await deskOf(office)).toMatchObject({ differences_today: { count: 1, amount: -3000 }, kept: [] });
  expect((await office.auditLog()).at(-1)).toMatchObject({
    event_type: 'Cash Session Opened',
    old_value: '3000.00',
    new_value: '0.00',
    edit_reason: 'Somebody emptied it',
  });
  await office.expectCleanBooks();
});

test('the float that was left in the drawer needs no reason, and a reason given for it is not a difference', async () => {
  const office = await openCashDesk();
  await keep(office, 3000, 900);
  const body = { opening_float: 900, reason: 'As yesterday' };
  const { session } = await office.ask(cash.openSession, { body, role: 'cashier' });
  expect(session).toMatchObject({ expected_float: 900, float_difference: 0, float_reason: '' });
  expect(await deskOf(office)).toMatchObject({ differences_today: { count: 0, amount: 0 }, kept: [] });
});

test('cash that one person counts again and again is named with the day since which nothing was banked', async () => {
  const office = await openCashDesk();
  await keep(office, 3000, 3000);
  office.goTo('2026-10-14', '08:00');
  await keep(office, 3000, 3000);
  office.goTo('2026-10-20', '08:00');
  const id = await openDrawer(office, 3000);
  const inHand = async () =>
    (await deskOf(office))?.in_hand.map(({ person, amount, since }) => [person.name, amount, dayOf(since)]);
  expect(await inHand()).toEqual([['cashier', 3000, DESK_DAY]]);
  await closeDrawer(office, id, { cents: 300_000, kept_cash: 0 });
  expect(await inHand()).toEqual([['cashier', 3000, DESK_DAY]]);
  const body = { banked_on: day('2026-10-20'), part: 'to_bank' as const };
  await office.ask(cash.bankSession, { params: { id: String(id) }, body });
  expect(await inHand()).toEqual([]);
  office.goTo('2026-10-21', '08:00');
  await openDrawer(office, 200);
  expect(await inHand()).toEqual([['cashier', 200, '2026-10-21']]);
});

test('a first float, and one after everything was banked, needs no reason', async () => {
  const office = await openCashDesk();
  await keep(office, 500, 0);
  const id = await openDrawer(office, 700);
  await closeDrawer(office, id, { cents: 70_000, kept_cash: 700 });
  await office.ask(cash.bankSession, bankKept(id));
  const { session } = await office.ask(cash.openSession, { body: { opening_float: 800 }, role: 'cashier' });
  expect(session).toMatchObject({ expected_float: null, float_difference: 0 });
});

test('cash left in a drawer is banked once, and not after it became a float', async () => {
  const office = await openCashDesk();
  const first = await keep(office, 3000, 900);
  const { session } = await office.ask(cash.bankSession, bankKept(first));
  expect(session).toMatchObject({ is_kept: false, kept_banked_on: DESK_DAY, banked_on: null, cash_to_bank: 2100 });
  expect((await office.auditLog()).at(-1)).toMatchObject({ event_type: 'Cash Banked', new_value: '900.00' });
  await office.refused(cash.bankSession, bankKept(first), 'cash_session_banked');
  const second = await keep(office, 400, 400);
  await openDrawer(office, 400);
  await office.refused(cash.bankSession, bankKept(second), 'cash_session_banked');
  const third = await office.ask(cash.sessions, { query: { open: 'true' } });
  expect(third).toMatchObject([{ opening_float: 400, is_kept: false }]);
  await office.expectCleanBooks();
});

test('what one person leaves is asked of nobody else', async () => {
  const office = await openCashDesk();
  await keep(office, 3000, 3000);
  const { session } = await office.ask(cash.openSession, { body: { opening_float: 10 }, role: 'admin' });
  expect(session.expected_float).toBe(null);
  expect((await office.ask(cash.day, { query: { by: 'all' } })).kept).toEqual([]);
  expect(await deskOf(office)).toMatchObject({ kept: [{ amount: 3000 }] });
});

test('cash is either banked or the next float, never both, when both are recorded at once', async () => {
  const office = await openCashDesk();
  const id = await keep(office, 3000, 3000);
  const [banked, opened] = await Promise.all([
    office.tell(cash.bankSession, bankKept(id)),
    office.tell(cash.openSession, { body: { opening_float: 3000 }, role: 'cashier' }),
  ]);
  expect(opened.statusCode).toBe(201);
  const [session] = await office.ask(cash.sessions, { query: { open: 'true' } });
  expect(session?.expected_float).toBe(banked.statusCode === 200 ? null : 3000);
});
