/** @module-tag postgres */
import { expect, test } from 'vitest';
import { dashboard } from '#contract/dashboard.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice } from '../../testing/office.ts';

const AGES = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const;
const LAST = '23:59:59.999';
const FIRST = '00:00:00.000';

test('the age of a debt is the days past the due day, by the clock of Colombo', async () => {
  const office = await openTestOffice();
  office.goTo('2026-09-01');
  await office.let('A-1');
  expect((await office.generate('A-1', '2026-09')).due_date).toBe('2026-09-15');
  for (const [date, time, age] of [
    ['2026-09-01', '12:00', 'not_due'],
    ['2026-09-15', LAST, 'not_due'],
    ['2026-09-16', FIRST, 'days_1_30'],
    ['2026-10-15', LAST, 'days_1_30'],
    ['2026-10-16', FIRST, 'days_31_60'],
    ['2026-11-14', LAST, 'days_31_60'],
    ['2026-11-15', FIRST, 'days_61_90'],
    ['2026-12-14', LAST, 'days_61_90'],
    ['2026-12-15', FIRST, 'days_over_90'],
    ['2028-02-29', '12:00', 'days_over_90'],
  ] as const) {
    office.goTo(date, time);
    const { today, debtors } = await office.ask(dashboard.arrears, {});
    expect(today).toBe(date);
    expect(debtors).toEqual([
      {
        shop_id: 'A-1',
        shop_name: 'Nimal Stores',
        tenant_name: 'Nimal Perera',
        former: false,
        tenancy_id: expect.any(Number),
        ...Object.fromEntries(AGES.map((one) => [one, one === age ? 11_800 : 0])),
        debt: 0,
        total_owed: 11_800,
        oldest_month: '2026-09',
        overdue: age === 'not_due' ? 0 : 11_800,
        reminder_level: null,
        reminded_on: null,
        promised_on: null,
        promised_amount: null,
        promise_broken: false,
      },
    ]);
  }
});

test('an invoice that was generated late is not overdue in its fourteen days of grace', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  expect((await office.generate('A-1', '2026-09')).due_date).toBe('2026-12-04');
  office.goTo('2026-12-04', LAST);
  expect((await office.ask(dashboard.arrears, {})).debtors).toMatchObject([{ not_due: 11_800, days_1_30: 0 }]);
  office.goTo('2026-12-05', FIRST);
  expect((await office.ask(dashboard.arrears, {})).debtors).toMatchObject([{ not_due: 0, days_1_30: 11_800 }]);
});

test('arrears of several months are divided into age groups, and paid amounts are excluded', async () => {
  const office = await openTestOffice();
  for (const month of ['2026-09', '2026-10', '2026-11']) {
    office.goTo(`${month}-01`);
    if (month === '2026-09') await office.let('A-1');
    await office.generate('A-1', month);
  }
  await office.pay('A-1', 11_800.01, '2026-09-15');
  office.goTo('2026-11-14', LAST);
  expect((await office.ask(dashboard.arrears, {})).debtors).toMatchObject([
    { not_due: 11_800, days_1_30: 11_799.99, days_31_60: 0, total_owed: 23_599.99, oldest_month: '2026-10' },
  ]);
});

test('debtors are sorted by the highest debt, then by shop number, and shops without a debt are not listed', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  for (const shopId of ['A-10', 'A-2', 'B-1', 'C-1', 'C-2']) {
    await office.let(shopId);
    if (shopId < 'C') await office.generate(shopId, '2026-11');
  }
  await office.pay('C-1', 50, '2026-11-01');
  await office.pay('B-1', 1, '2026-11-01');
  await office.ask(shops.setBalance, { params: { id: 'C-2' }, body: { balance_amount: -20_000.5 } });
  const { debtors } = await office.ask(dashboard.arrears, {});
  expect(debtors.map(({ shop_id, total_owed }) => `${shop_id} ${total_owed}`)).toEqual([
    'C-2 20000.5',
    'A-2 11800',
    'A-10 11800',
    'B-1 11799',
  ]);
  expect(debtors[0]).toMatchObject({ debt: 20_000.5, not_due: 0, oldest_month: null });
});

test('a tenant who has left still has their debt, and the next one does not', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-11');
  const [tenant] = await office.ask(tenants.list, {});
  await office.ask(tenants.remove, { params: { id: String(tenant?.tenant_id) } });
  const kamal = { name: 'Kamal Silva', contact: '000 000 0001', address: 'Matale', email: 'kamal@example.com' };
  await office.ask(tenants.add, { body: { ...kamal, shop_id: 'A-1' } });
  expect((await office.ask(dashboard.arrears, {})).debtors).toMatchObject([
    { shop_id: 'A-1', tenant_name: 'Nimal Perera', former: true, total_owed: 11_800 },
  ]);
});
