import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type CashDay, cash, type DaySums, type Movement } from '#contract/cash.ts';
import { NO_CHEQUE } from '#contract/cheques.ts';
import { answerCalls, openOffice, signInAs } from '#web/testing/office.tsx';
import { browserNow, browserToday } from '#web/ui/format/browser-clock.ts';

const TODAY = browserToday();
const OWN = `GET /api/cash/day?date=${TODAY}`;
const NOTHING = { count: 0, payments: 0, voids: 0, other: 0, total: 0 };

function testMovement(more: Partial<Movement> = {}): Movement {
  return {
    entry_id: 31,
    payment_id: 31,
    kind: 'payment',
    shop_id: 'A12',
    tenancy_id: 1,
    tenant_name: 'Nimal Perera',
    method: 'Cash',
    ...NO_CHEQUE,
    amount: 1000,
    is_void: false,
    at: browserNow(),
    paid_on: TODAY,
    person: 'Kumari',
    note: '',
    ...more,
  };
}

function testSums(more: Partial<DaySums> = {}): DaySums {
  return { ...NOTHING, cash: 0, methods: [], ...more };
}

function answerDay(more: Partial<CashDay> = {}): Response {
  const kumari = { email: 'kumari@example.com', name: 'Kumari' };
  const day = { date: TODAY, person: kumari, movements: [], sums: testSums(), people: [], ...more };
  return Response.json(cash.day.answer.parse(day));
}

const MOVEMENTS = [
  testMovement(),
  testMovement({ entry_id: 32, payment_id: 32, method: 'Cheque', cheque_number: '004512', amount: 700.5 }),
  testMovement({ entry_id: 33, payment_id: 33, amount: 55, is_void: true, note: 'Entered twice' }),
  testMovement({ entry_id: 20, payment_id: 20, kind: 'void', amount: -300 }),
];
const SUMS = testSums({
  count: 3,
  payments: 1700.5,
  voids: -300,
  total: 1400.5,
  cash: 700,
  methods: [
    { method: 'Cash', ...NOTHING, count: 2, payments: 1000, voids: -300, total: 700 },
    { method: 'Cheque', ...NOTHING, count: 1, payments: 700.5, total: 700.5 },
  ],
});

test('a cashier begins with what is in the drawer, by method, and every movement', { tags: ['slow'] }, async () => {
  signInAs('cashier');
  answerCalls({ [OWN]: () => answerDay({ movements: MOVEMENTS, sums: SUMS }) });
  openOffice('/my-day');
  within(await screen.findByRole('region', { name: 'Cash' })).getByText('LKR 700.00');
  within(screen.getByRole('region', { name: 'Cheque' })).getByText('LKR 700.50');
  screen.getByText('Payments: LKR 1,700.50 · Voided later: LKR -300.00');
  const table = screen.getByRole('table', { name: 'Money received and paid back' });
  within(table).getByText('Cheque 004512');
  within(table).getByText('VOID');
  within(table).getByText('Voided later');
  expect(within(table).getAllByText('LKR 1,400.50')).toHaveLength(1);
  expect(screen.queryByRole('combobox', { name: 'Person' })).toBeNull();
  expect(screen.getByRole('link', { name: 'All payments on this day' }).getAttribute('href')).toBe(
    `/view-payments?from=${TODAY}&to=${TODAY}&by=kumari%40example.com&voided=true`,
  );
});

test('whoever may see everybody chooses a person, and the day is in the address', { tags: ['slow'] }, async () => {
  signInAs('admin');
  const people = [{ email: 'kumari@example.com', name: 'Kumari', sums: SUMS }];
  const sent = answerCalls({
    [OWN]: () => answerDay({ people }),
    [`${OWN}&by=all`]: () => answerDay({ person: null, movements: MOVEMENTS, sums: SUMS, people }),
    [`${OWN}&by=kumari%40example.com`]: () => answerDay({ movements: MOVEMENTS, sums: SUMS, people }),
  });
  const { user, address } = openOffice('/my-day');
  await screen.findByText('Nothing received on this day.');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Person' }), 'Everybody');
  const table = await screen.findByRole('table', { name: 'By person' });
  within(table).getByText('Cash LKR 700.00, Cheque LKR 700.50');
  await user.click(within(table).getByRole('link', { name: 'Kumari' }));
  await waitFor(() => expect(address()).toBe(`/my-day?date=${TODAY}&by=kumari%40example.com`));
  await waitFor(() => expect(sent.at(-1)?.call).toBe(`${OWN}&by=kumari%40example.com`));
});

test('a sheet that cannot be made is reported', async () => {
  signInAs('cashier');
  answerCalls({
    [OWN]: () => answerDay(),
    [`GET /api/cash/day/sheet?date=${TODAY}`]: () => new Response('', { status: 500 }),
  });
  const { user } = openOffice('/my-day');
  await user.click(await screen.findByRole('button', { name: 'Day sheet (PDF)' }));
  await screen.findByText('Could not open the day sheet.');
});
