/** @module-tag postgres */
import { expect, test } from 'vitest';
import { type CashDay, cash } from '#contract/cash.ts';
import { payments } from '#contract/payments.ts';
import type { Role } from '#contract/roles.ts';
import { tenancies } from '#contract/tenancies.ts';
import { type PaymentMethod, tenancyMethods } from '#contract/words.ts';
import { diceOf, oneOf } from '../../testing/dice.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';

const DAY = '2026-10-12';
const CHEQUE = { paymentMethod: 'Cheque', chequeNumber: '004512', chequeBank: 'Bank of Ceylon' } as const;

async function openDesk(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo(DAY, '09:00:00.000');
  return office;
}

interface Taken {
  role?: Role;
  day?: string;
  method?: PaymentMethod;
}

async function take(
  office: TestOffice,
  amountPaid: number,
  { role = 'cashier', day = DAY, method = 'Cash' }: Taken = {},
) {
  const body = { amountPaid, paymentDate: day, ...(method === 'Cheque' ? CHEQUE : { paymentMethod: method }) };
  return (await office.ask(payments.byShop, { params: { shopId: 'A-1' }, body, role })).payment.payment_id;
}

const voidAs = (office: TestOffice, id: number, role: Role = 'cashier') =>
  office.ask(payments.remove, { params: { id: String(id) }, body: { reason: 'Entered twice' }, role });

const dayOf = (office: TestOffice, query: { date?: string; by?: string } = {}, role: Role = 'cashier') =>
  office.ask(cash.day, { query, role });

const shownIn = (day: CashDay) =>
  day.movements.map(({ kind, method, amount, is_void }) => [kind, method, amount, ...(is_void ? ['void'] : [])]);

test("a cashier's day has every method, what was void, a returned cheque and a refund, and the sheet says the same", async () => {
  const office = await openDesk();
  await take(office, 1000);
  await voidAs(office, await take(office, 500.5));
  const cheque = await take(office, 700, { method: 'Cheque' });
  await take(office, 250.25, { method: 'Card' });
  await take(office, 30_000);
  await office.ask(payments.returnCheque, { params: { id: String(cheque) }, body: { reason: 'Returned unpaid' } });
  const refund = { action: 'credit_refunded', amount: 150, method: 'Cash', reason: 'Paid too much' } as const;
  await office.ask(tenancies.money, { params: { id: '1' }, query: {}, body: refund });
  const own = await dayOf(office);
  expect(shownIn(own)).toEqual([
    ['payment', 'Cash', 1000],
    ['payment', 'Cash', 500.5, 'void'],
    ['payment', 'Cheque', 700, 'void'],
    ['payment', 'Card', 250.25],
    ['payment', 'Cash', 30_000],
  ]);
  expect(own.sums).toMatchObject({ count: 3, payments: 31_250.25, voids: 0, other: 0, total: 31_250.25, cash: 31_000 });
  const all = await dayOf(office, { by: 'all' }, 'manager');
  expect(all.sums).toMatchObject({ payments: 31_250.25, other: -150, total: 31_100.25, cash: 30_850 });
  expect(all.people.map(({ name, sums }) => [name, sums.total])).toEqual([
    ['admin', -150],
    ['cashier', 31_250.25],
  ]);
  const answer = await office.tell(cash.daySheet, { query: { by: 'all' }, role: 'manager' });
  const [sheet = ''] = await readPdfText(answer.rawPayload);
  for (const text of ['31,100.25', '30,850.00', '-150.00', 'void (500.50)', 'Day sheet of everybody, 12 Oct 2026'])
    expect(sheet).toContain(text);
});

test('what is voided or corrected on a later day is a movement of that day, and the past day stays as it was', async () => {
  const office = await openDesk();
  const paid = await take(office, 1000);
  await take(office, 400, { method: 'Cheque' });
  await office.correct('A-1', DAY, [1000, 900], { payment_id: paid });
  const before = await dayOf(office);
  expect(before.sums).toMatchObject({ payments: 1300, total: 1300, cash: 900 });
  office.goTo('2026-10-13');
  await office.correct('A-1', DAY, [900, 850], { payment_id: paid });
  await voidAs(office, paid, 'admin');
  expect((await dayOf(office, { date: DAY })).sums).toEqual(before.sums);
  const later = await dayOf(office, { by: 'all' }, 'admin');
  expect(shownIn(later)).toEqual([
    ['void', 'Cash', -1000],
    ['void', 'Cash', 100],
    ['correction', 'Cash', -50, 'void'],
  ]);
  expect(later.sums).toMatchObject({ payments: 0, voids: -900, total: -900, cash: -900 });
});

test('a payment with an earlier date belongs to the day on which it was recorded', async () => {
  const office = await openDesk();
  await take(office, 1000, { day: '2026-10-05' });
  expect((await dayOf(office, { date: '2026-10-05' })).movements).toEqual([]);
  expect((await dayOf(office)).movements).toMatchObject([{ amount: 1000, paid_on: '2026-10-05' }]);
});

test('a cashier changes only own payments of today, waives nothing, and sees only the own day', async () => {
  const office = await openDesk();
  const ofOther = await take(office, 1000, { role: 'admin' });
  const own = await take(office, 800);
  const place = { params: { id: String(ofOther) }, role: 'cashier' } as const;
  await office.refused(payments.remove, { ...place, body: { reason: 'Twice' } }, 'payment_of_other_day');
  const changed = { paymentMethod: 'Card', reason: 'Wrong method' } as const;
  await office.refused(payments.replace, { ...place, body: changed }, 'payment_of_other_day');
  const waiving = { amountPaid: 1, paymentDate: DAY, do_not_charge: ['INV-A-1-202610'] };
  await office.refused(payments.byShop, { params: { shopId: 'A-1' }, body: waiving, role: 'cashier' }, 'not_allowed');
  await office.refused(cash.day, { query: { by: 'all' }, role: 'cashier' }, 'not_allowed');
  await office.refused(cash.daySheet, { query: { by: 'admin@example.com' }, role: 'cashier' }, 'not_allowed');
  expect((await dayOf(office)).people.map(({ name }) => name)).toEqual(['cashier']);
  await office.ask(payments.replace, { params: { id: String(own) }, body: changed, role: 'cashier' });
  expect((await dayOf(office)).sums).toMatchObject({ cash: 0, total: 800 });
  office.goTo('2026-10-13');
  const last = { params: { id: String(own + 1) }, role: 'cashier' } as const;
  await office.refused(payments.remove, { ...last, body: { reason: 'Twice' } }, 'payment_of_other_day');
});

test.each([1, 2, 3])(
  'on random days of two cashiers the drawer, the day and all payments agree to the cent (seed %i)',
  { tags: ['slow'] },
  async (seed) => {
    const office = await openDesk();
    const dice = diceOf(seed);
    const desk = ['cashier', 'admin'] as const;
    const drawers = { cashier: 0, admin: 0 };
    const standing: { id: number; role: (typeof desk)[number]; cents: number; method: PaymentMethod; day: string }[] =
      [];
    for (const day of [DAY, '2026-10-13', '2026-10-14']) {
      drawers.cashier = 0;
      drawers.admin = 0;
      for (let turn = 0; turn < 20; turn += 1) {
        office.goTo(day, `09:${String(turn).padStart(2, '0')}:00.000`);
        const role = oneOf(dice, desk);
        const at = dice(Math.max(1, standing.length));
        const taken = standing[at];
        if (dice(4) > 0 || !taken) {
          const [cents, method] = [1 + dice(5_000_000), oneOf(dice, tenancyMethods)];
          standing.push({ id: await take(office, cents / 100, { role, day, method }), role, cents, method, day });
          if (method === 'Cash') drawers[role] += cents;
        } else {
          await voidAs(office, taken.id, 'admin');
          standing.splice(at, 1);
          if (taken.method === 'Cash') drawers[taken.day === day ? taken.role : 'admin'] -= taken.cents;
        }
      }
      const list = (await office.ask(payments.list, { query: { year: '2026', month: '10' } })).payments;
      for (const role of desk) {
        const { sums } = await dayOf(office, {}, role);
        const email = `${role}@example.com`;
        const listed = list.filter((one) => one.recorded_by === email && one.payment_date.startsWith(day));
        expect(sums.cash).toBe(drawers[role] / 100);
        expect(Math.round(sums.payments * 100)).toBe(
          listed.reduce((sum, one) => sum + Math.round(one.amount_paid * 100), 0),
        );
      }
    }
  },
);
