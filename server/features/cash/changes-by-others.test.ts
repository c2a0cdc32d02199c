/** @module-tag postgres */
import { expect, test } from 'vitest';
import { cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { payments } from '#contract/payments.ts';
import type { Role } from '#contract/roles.ts';
import type { PaymentMethod } from '#contract/words.ts';
import { closeDrawer, DESK_DAY, openCashDesk, openDrawer, turnSessions } from '../../testing/cash-desk.ts';
import type { TestOffice } from '../../testing/office.ts';

const NEXT = '2026-10-13';

async function openTwoShops(): Promise<TestOffice> {
  const office = await openCashDesk();
  await office.let('A-2');
  return office;
}

async function take(office: TestOffice, amountPaid: number, role: Role = 'cashier'): Promise<number> {
  const body = { amountPaid, paymentDate: DESK_DAY, paymentMethod: 'Cash' } as const;
  return (await office.ask(payments.byShop, { params: { shopId: 'A-1' }, body, role })).payment.payment_id;
}

interface Change {
  shop_id?: string;
  paymentMethod?: PaymentMethod;
  paymentDate?: string;
}

async function replaceAs(office: TestOffice, id: number, change: Change & { role?: Role }): Promise<number> {
  const { role = 'admin', ...body } = change;
  const given = { params: { id: String(id) }, body: { ...body, reason: 'Put right' }, role };
  return (await office.ask(payments.replace, given)).payment.payment_id;
}

const openSessions = async (office: TestOffice) =>
  (await office.ask(cash.sessions, { query: { open: 'true' }, role: 'manager' })).map(({ person, expected_cash }) => [
    person.name,
    expected_cash,
  ]);

const cashOf = async (office: TestOffice, by: string, date?: string) =>
  (await office.ask(cash.day, { query: { by: `${by}@example.com`, ...(date && { date }) } })).sums.cash;

test('the shop, day and cheque of a payment are put right by the office, and its cash stays in the drawer of the cashier', async () => {
  const office = await openTwoShops();
  const id = await openDrawer(office, 100);
  const paid = await take(office, 1000);
  const moved = await replaceAs(office, paid, { shop_id: 'A-2' });
  await replaceAs(office, moved, { paymentDate: '2026-10-10' });
  expect(await openSessions(office)).toEqual([['cashier', 1100]]);
  await openDrawer(office, 50, 'admin');
  await replaceAs(office, moved + 1, { shop_id: 'A-1' });
  expect(await openSessions(office)).toEqual([
    ['admin', 50],
    ['cashier', 1100],
  ]);
  const { session } = await closeDrawer(office, id, { cents: 110_000 });
  expect(session).toMatchObject({ difference: 0, sums: { cash: 1000, count: 1, changed_from_cash: 0 } });
  await office.expectCleanBooks();
});

test('a payment of a closed session is moved without an own session, and with one the drawer expects the same', async () => {
  const office = await openTwoShops();
  const id = await openDrawer(office, 0);
  const paid = await take(office, 1000);
  const { session } = await closeDrawer(office, id, { cents: 100_000 });
  const moved = await replaceAs(office, paid, { shop_id: 'A-2' });
  expect(await cashOf(office, 'admin')).toBe(0);
  await openDrawer(office, 50, 'admin');
  await replaceAs(office, moved, { shop_id: 'A-1' });
  expect(await openSessions(office)).toEqual([['admin', 50]]);
  const [closed] = await office.ask(cash.sessions, { query: {}, role: 'cashier' });
  expect(closed).toMatchObject({ session_id: session.session_id, sums: { cash: 1000 }, difference: 0 });
});

test('without sessions, a payment that others move on its day stays on the day of the person who took it', async () => {
  const office = await openTwoShops();
  await turnSessions(office, false);
  const paid = await take(office, 1000);
  const moved = await replaceAs(office, paid, { shop_id: 'A-2' });
  const again = await replaceAs(office, moved, { shop_id: 'A-1', role: 'superadmin' });
  await office.correct('A-1', DESK_DAY, [1000, 900], { payment_id: again });
  expect(await cashOf(office, 'cashier')).toBe(900);
  expect(await cashOf(office, 'admin')).toBe(0);
  office.goTo(NEXT);
  await replaceAs(office, again, { shop_id: 'A-2' });
  expect(await cashOf(office, 'cashier', DESK_DAY)).toBe(900);
  expect(await cashOf(office, 'admin')).toBe(0);
});

test('a correction that somebody paid back stays theirs when another person moves the payment', async () => {
  const office = await openTwoShops();
  const id = await openDrawer(office, 0);
  const paid = await take(office, 1000);
  await closeDrawer(office, id, { cents: 100_000 });
  await openDrawer(office, 500, 'superadmin');
  await openDrawer(office, 50, 'admin');
  const body = {
    shop_id: 'A-1',
    payment_date: DESK_DAY,
    admin_put_amount: 1000,
    actual_amount: 950,
    payment_id: paid,
    edit_reason: 'Counted again',
  };
  await office.ask(payments.correct, { body, role: 'superadmin' });
  const expected = [
    ['admin', 50],
    ['superadmin', 450],
  ];
  expect(await openSessions(office)).toEqual(expected);
  const moved = await replaceAs(office, paid, { shop_id: 'A-2' });
  expect(await openSessions(office)).toEqual(expected);
  await office.ask(payments.remove, { params: { id: String(moved) }, body: { reason: 'Paid back' } });
  expect(await openSessions(office)).toEqual([
    ['admin', -900],
    ['superadmin', 450],
  ]);
});

test('a payment that was cash and is a transfer at closing is named on the sheet, the day and the dashboard', async () => {
  const office = await openTwoShops();
  const id = await openDrawer(office, 100);
  const paid = await take(office, 1000);
  const changed = await replaceAs(office, paid, { paymentMethod: 'Bank Transfer', role: 'cashier' });
  await replaceAs(office, changed, { shop_id: 'A-2', role: 'admin' });
  const { cash_desk } = await office.ask(dashboard.morning, { role: 'manager' });
  expect(cash_desk).toMatchObject({ changed_from_cash: [{ person: 'cashier', count: 1, amount: 1000 }] });
  const { session } = await closeDrawer(office, id, { cents: 10_000 });
  expect(session).toMatchObject({ difference: 0, sums: { changed_from_cash: 1000 } });
  const { movements } = await office.ask(cash.day, { query: {}, role: 'cashier' });
  expect(movements.at(-1)).toMatchObject({ method: 'Bank Transfer', changed_from: 'Cash' });
});

test('cash that becomes a transfer after the session is closed leaves the drawer of who changes it', async () => {
  const office = await openTwoShops();
  const id = await openDrawer(office, 0);
  const paid = await take(office, 1000);
  await closeDrawer(office, id, { cents: 100_000 });
  const given = { params: { id: String(paid) }, body: { paymentMethod: 'Card', reason: 'Put right' } } as const;
  await office.refused(payments.replace, given, 'cash_session_needed');
  await openDrawer(office, 2000, 'admin');
  await office.ask(payments.replace, given);
  expect(await openSessions(office)).toEqual([['admin', 1000]]);
});

test('a cashier corrects the amount of an own payment of today in the own drawer, and of no other', async () => {
  const office = await openTwoShops();
  await openDrawer(office, 0);
  await openDrawer(office, 0, 'admin');
  const own = await take(office, 1000);
  const other = await take(office, 700, 'admin');
  const correction = (payment_id: number, from: number, to: number) => ({
    body: {
      shop_id: 'A-1',
      payment_date: DESK_DAY,
      admin_put_amount: from,
      actual_amount: to,
      payment_id,
      edit_reason: 'A zero too many',
    },
    role: 'cashier' as const,
  });
  await office.ask(payments.correct, correction(own, 1000, 100));
  await office.refused(payments.correct, correction(other, 700, 70), 'payment_of_other_day');
  expect(await openSessions(office)).toEqual([
    ['admin', 700],
    ['cashier', 100],
  ]);
  office.goTo(NEXT);
  await office.refused(payments.correct, correction(own, 100, 10), 'payment_of_other_day');
  await office.expectCleanBooks();
});
