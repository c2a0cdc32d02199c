import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { addDays, day, instantOf, monthOf, startOfDay } from '#billing/calendar.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { ARREARS, arrearsAnswer, MORNING, morningAnswer, testChequeSums, testDebtor } from '../../testing/dashboard.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';

const answers = { [MORNING]: () => morningAnswer(), [ARREARS]: () => arrearsAnswer([testDebtor()]) };

beforeEach(() => signInAs('manager'));

const textOf = (name: string) => screen.getByRole('region', { name }).textContent;

test('the manager sees the amount due, the expected and received amounts of the month, and that the prices are published', {
  tags: ['slow'],
}, async () => {
  answerCalls(answers);
  openOffice('/manager-dashboard');
  await screen.findByRole('heading', { level: 1, name: 'Manager dashboard' });
  await screen.findByText('20 Nov 2026');
  screen.getByText('LKR 2,310,400.25');
  screen.getByText('owed by 61 tenants');
  expect(textOf('Expected in Nov 2026')).toContain('LKR 1,699,200.00');
  expect(textOf('Collected in Nov 2026')).toContain('LKR 850,000.50');
  expect(textOf('Collected in Nov 2026')).toContain('849,199.50 less than expected');
  expect(textOf('Price list')).toBe('Price listPublished92 prices today');
  expect(screen.getByRole('link', { name: 'Price list' }).getAttribute('href')).toBe('/view-dailyprices');
});

test.each([
  { collected: 100.3, expected: 100.1, said: '0.20 more than expected' },
  { collected: 100, expected: 100, said: 'exactly as expected' },
])('$collected collected of $expected is $said', { tags: ['slow'] }, async ({ said, ...month }) => {
  answerCalls({ ...answers, [MORNING]: () => morningAnswer(month) });
  openOffice('/manager-dashboard');
  await screen.findByText(`payments this month, ${said}`);
});

test('an unpublished price list shows the date of the last one, and links to the sheet', {
  tags: ['slow'],
}, async () => {
  const unpublished = { prices_published: false, price_count: 0, latest_list: day('2026-11-18'), debtor_count: 1 };
  answerCalls({ ...answers, [MORNING]: () => morningAnswer(unpublished) });
  openOffice('/manager-dashboard');
  await screen.findByText('Not published yet');
  expect(textOf('Price list')).toBe('Price listNot published yetlatest list: 18 Nov 2026');
  expect(screen.getByRole('link', { name: 'Price list' }).getAttribute('href')).toBe('/add-dailyprice');
  screen.getByText('owed by 1 tenant');
});

test('a market that never had a list shows a message', { tags: ['slow'] }, async () => {
  const none = { prices_published: false, price_count: 0, latest_list: null };
  answerCalls({ ...answers, [MORNING]: () => morningAnswer(none) });
  openOffice('/manager-dashboard');
  await screen.findByText('no price lists yet');
});

test('while cash sessions are on, sessions, differences, cash not banked and cheques are shown with links', {
  tags: ['slow'],
}, async () => {
  const cash_desk = {
    open_sessions: { count: 2, amount: 15_000 },
    differences_today: { count: 1, amount: -100.5 },
    not_banked: { count: 3, amount: 450_000 },
    kept: [
      {
        session_id: 8,
        person: { email: 'k@example.com', name: 'Kumari' },
        amount: 3000,
        since: startOfDay(day('2026-11-19')),
      },
    ],
    in_hand: [
      { person: { email: 'k@example.com', name: 'Kumari' }, amount: 18_000, since: startOfDay(day('2026-10-20')) },
    ],
    changed_from_cash: [{ person: 'Kumari', count: 2, amount: 1500 }],
    pending_cheques: { count: 4, amount: 98_000.25 },
  };
  answerCalls({ ...answers, [MORNING]: () => morningAnswer({ cash_desk }) });
  openOffice('/manager-dashboard');
  await screen.findByRole('heading', { name: 'Cash desk' });
  expect(textOf('Open sessions')).toBe('Open sessions2LKR\u00a015,000.00 should be in the drawers');
  expect(textOf('Differences found today')).toBe('Differences found today1LKR\u00a0-100.50 in total');
  expect(textOf('Cash not banked')).toBe('Cash not bankedLKR 450,000.00from 3 sessions');
  expect(textOf('Left in drawers')).toBe('Left in drawersLKR 3,000.00Kumari 3,000.00');
  screen.getByText('Kumari has LKR 18,000.00 and has banked nothing since 20 Oct 2026');
  expect(textOf('Changed from cash today')).toBe('Changed from cash todayLKR 1,500.00Kumari 1,500.00');
});

test('cheques are summed by what has happened to them, each with a link to its list', { tags: ['slow'] }, async () => {
  const cheques = testChequeSums({
    in_hand: { count: 4, amount: 98_000.25 },
    returned: { count: 1, amount: 700 },
  });
  answerCalls({ ...answers, [MORNING]: () => morningAnswer({ cheques }) });
  openOffice('/manager-dashboard');
  await screen.findByRole('heading', { name: 'Cheques' });
  expect(textOf('Cheques in hand')).toBe('Cheques in handLKR 98,000.254 cheques');
  expect(textOf('Cheques paid in')).toBe('Cheques paid inLKR 0.000 cheques');
  expect(textOf('Cheques returned')).toBe('Cheques returnedLKR 700.001 cheque in the last 30 days');
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Cheques in hand')).toBe('/cheques?state=in_hand');
  expect(hrefOf('Cheques returned')).toBe('/cheques?state=returned');
});

test('a market without cheques has no panel of cheques', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice('/manager-dashboard');
  await screen.findByRole('region', { name: /^Expected/ });
  expect(screen.queryByRole('heading', { name: 'Cheques' })).toBeNull();
});

test('gate cash that is not handed over, or not banked, is shown by person and since when', {
  tags: ['slow'],
}, async () => {
  const since = startOfDay(day('2026-11-19'));
  const sunil = { account_id: 6, email: 's@example.com', name: 'Sunil', amount: 6690, since };
  const nimal = { email: 'n@example.com', name: 'Nimal', amount: 1000.5, since };
  const gate_cash = { not_handed_over: [sunil], not_banked: [nimal, { ...nimal, name: 'Kamal', amount: 2 }] };
  answerCalls({ ...answers, [MORNING]: () => morningAnswer({ gate_cash }) });
  openOffice('/manager-dashboard');
  await screen.findByRole('heading', { name: 'Gate cash and floats' });
  expect(textOf('Not handed over')).toBe('Not handed overLKR 6,690.00Sunil 6,690.00 since 19 Nov 2026');
  const received = 'Nimal 1,000.50 since 19 Nov 2026 · Kamal 2.00 since 19 Nov 2026';
  expect(textOf('Received, not banked')).toBe(`Received, not bankedLKR 1,002.50${received}`);
  expect(screen.getByRole('link', { name: 'Not handed over' }).getAttribute('href')).toBe('/gate-shifts');
});

test('electronic payments that nobody has confirmed are shown by person and age, with links', {
  tags: ['slow'],
}, async () => {
  const kumari = {
    email: 'kumari@example.com',
    name: 'Kumari',
    count: 3,
    amount: 230_000,
    oldest: addDays(browserToday(), -9),
  };
  const to_confirm = { count: 3, amount: 230_000, people: [kumari] };
  answerCalls({ ...answers, [MORNING]: () => morningAnswer({ to_confirm }) });
  openOffice('/manager-dashboard');
  const link = await screen.findByRole('link', { name: 'Kumari' });
  expect(link.getAttribute('href')).toBe('/electronic-payments?by=kumari%40example.com');
  expect(link.closest('tr')?.textContent).toContain('39230,000.00');
});

test('income from tickets is shown by person, in shifts and to be counted, with shifts that were never opened', {
  tags: ['slow'],
}, async () => {
  const nimal = { email: 'nimal@example.com', name: 'Nimal' };
  const today = { total: 700, in_shifts: 500, to_count: 200 };
  const month = { total: 9000, in_shifts: 8700.5, to_count: 299.5 };
  const unknown = {
    ...nimal,
    shift_id: '0b7e5a0e-3f8e-4a53-8a45-2f5b8c9d7e61',
    count: 4,
    amount: 99.5,
    since: startOfDay(day('2026-11-17')),
  };
  const late = { ...nimal, numbers: ['K-2', 'K-3'], amount: 40, hours: 30.5, other_prices: 2 };
  const opened_at = startOfDay(day('2026-11-17'));
  const incomplete = { ...nimal, shift_id: '1', device: 'K', opened_at, closed_at: opened_at, closed_by: 'Sunita' };
  const gate = {
    today,
    month,
    people: [{ ...nimal, today, month }],
    unknown_shifts: [unknown],
    incomplete_shifts: [incomplete, { ...incomplete, shift_id: '2', name: 'Kamal', closed_at: null, closed_by: null }],
    late_tickets: [late],
    earlier_prices: [{ ...nimal, numbers: ['K-9'], hours: 6.1, amount: 50 }],
    changed_types: 3,
    phones: [],
  };
  answerCalls({ ...answers, [MORNING]: () => morningAnswer({ gate }) });
  openOffice('/manager-dashboard');
  const income = await screen.findByRole('table', { name: 'Income from tickets' });
  const link = within(income).getByRole('link', { name: 'Nimal' });
  expect(link.closest('tr')?.textContent).toBe('Nimal500.00200.008,700.50299.50');
  const never = screen.getByRole('table', { name: 'Tickets whose shift was never opened' });
  expect(within(never).getByText('Nimal').closest('tr')?.textContent).toContain('499.50');
  const unsent = screen.getByRole('table', { name: 'Shifts that may have unsent tickets' });
  expect(within(unsent).getByText('Nimal').closest('tr')?.textContent).toMatch(
    /^NimalK17 Nov.*closed 17 Nov.*, closed by Sunita$/,
  );
  expect(within(unsent).getByText('Kamal').closest('tr')?.textContent).toMatch(/^KamalK17 Nov.*not closed yet$/);
  const after = screen.getByRole('table', { name: 'Tickets that arrived after later ones' });
  expect(within(after).getByText('Nimal').closest('tr')?.textContent).toContain('K-2, K-3230.5240.00');
  const earlier = screen.getByRole('table', { name: 'Tickets at an earlier price' });
  expect(within(earlier).getByText('Nimal').closest('tr')?.textContent).toContain('K-916.150.00');
});

test('accounts that others changed are shown, with whether their owners chose a password since', {
  tags: ['slow'],
}, async () => {
  const change = { changed_by: 'kumari@example.com', changed_at: startOfDay(day('2026-11-17')) };
  const account_changes = [
    { ...change, account: 'till3@example.com', is_open: true },
    { ...change, account: 'gate2@example.com', changed_by: null, is_open: false },
  ];
  answerCalls({ ...answers, [MORNING]: () => morningAnswer({ account_changes }) });
  openOffice('/manager-dashboard');
  const table = await screen.findByRole('table', { name: 'Accounts changed by others' });
  const rowOf = (name: string) => within(table).getByText(name).closest('tr')?.textContent;
  expect(rowOf('till3@example.com')).toContain('Kumari Perera');
  expect(rowOf('till3@example.com')).toContain('Not yet chosen by the owner');
  expect(rowOf('gate2@example.com')).toContain('Chosen by the owner');
});

test('tenants without an invoice for a month are shown with the months and a link to the shop', {
  tags: ['slow'],
}, async () => {
  const months = [monthOf(day('2026-10-01')), monthOf(day('2026-11-01'))];
  const unbilled = [{ tenancy_id: 7, shop_id: 'D-16', tenant_name: 'Nimal Perera', months }];
  answerCalls({ ...answers, [MORNING]: () => morningAnswer({ unbilled }) });
  openOffice('/manager-dashboard');
  const table = await screen.findByRole('table', { name: 'Let, but not billed' });
  const link = within(table).getByRole('link', { name: 'D-16' });
  expect(link.getAttribute('href')).toBe('/shop-summary/D-16');
  expect(link.closest('tr')?.textContent).toContain('Nimal PereraOct 2026, Nov 2026');
});

test('settings that were changed are shown with both values and the person', {
  tags: ['slow'],
}, async () => {
  const setting = {
    audit_id: 90,
    event_type: 'Counting Day Set',
    event_description: 'First day of counting set',
    shop_id: null,
    old_value: null,
    new_value: '2026-11-19',
    edit_reason: null,
    event_date: startOfDay(day('2026-11-19')),
    user_actioned: 'kumari@example.com',
  };
  answerCalls({ ...answers, [MORNING]: () => morningAnswer({ settings_changes: [setting] }) });
  openOffice('/manager-dashboard');
  const table = await screen.findByRole('table', { name: 'Settings changed in the last 30 days' });
  const row = within(table).getByText('First day of counting set').closest('tr')?.textContent;
  expect(row).toContain('19 Nov 2026');
  expect(within(table).queryByRole('columnheader', { name: 'Shop' })).toBeNull();
});

test('money that is nowhere is shown with a link to the places', {
  tags: ['slow'],
}, async () => {
  answerCalls({ ...answers, [MORNING]: () => morningAnswer({ nowhere: 3000 }) });
  openOffice('/manager-dashboard');
  const link = await screen.findByRole('link', { name: 'Money that is nowhere' });
  expect(link.getAttribute('href')).toBe('/money-places');
  expect(textOf('Money that is nowhere')).toContain('LKR 3,000.00');
});

test('without tickets and without lost money the dashboard shows neither', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice('/manager-dashboard');
  await screen.findByRole('link', { name: 'Price list' });
  expect(screen.queryByRole('heading', { name: 'Income from tickets' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Money that is nowhere' })).toBeNull();
});

test('without cash sessions the dashboard has no cash desk', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice('/manager-dashboard');
  await screen.findByRole('link', { name: 'Price list' });
  expect(screen.queryByRole('heading', { name: 'Cash desk' })).toBeNull();
});

test('the newest corrections and deletions show when, what, before and after, why and who', {
  tags: ['slow'],
}, async () => {
  answerCalls(answers);
  openOffice('/manager-dashboard');
  const table = await screen.findByRole('table', { name: 'Corrections and deletions' });
  const cells = within(table)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells).toEqual([
    '19 Nov 2026',
    'CorrectionPayment 31 (made on 18 Nov 2026) correctedLKR 700.00 → LKR 650.00 · Counted again · Kumari Perera',
    'A-12',
    'LKR 700.00',
    'LKR 650.00',
    'Counted again',
    'Kumari Perera',
  ]);
  expect(within(table).getByRole('link', { name: 'A-12' }).getAttribute('href')).toBe('/shop-summary/A-12');
});

test('voids and corrections of the last 30 days are shown by person', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice('/manager-dashboard');
  const table = await screen.findByRole('table', { name: 'Voided and corrected, by person' });
  const cells = within(table).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'nimal@example.com',
    '7',
    '1,400.00',
    '2',
    '12.5% (others 0.4%)',
    '0',
    '1',
    '50.00',
  ]);
});

test('without corrections a message is shown', async () => {
  answerCalls({ ...answers, [MORNING]: () => morningAnswer({ changes: [] }) });
  openOffice('/manager-dashboard');
  await screen.findByText('No corrections or deletions.');
});

test('an editor, who may not read the audit log, sees the dashboard without it', async () => {
  signInAs('editor');
  answerCalls({ ...answers, [MORNING]: () => morningAnswer({ changes: [] }) });
  openOffice('/manager-dashboard');
  await screen.findByText('LKR 2,310,400.25');
  expect(screen.queryByRole('heading', { name: 'Latest corrections and deletions' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Voided and corrected, by person' })).toBeNull();
});

test('the highest debtors are listed and link to the shop', { tags: ['slow'] }, async () => {
  answerCalls(answers);
  openOffice('/manager-dashboard');
  const arrears = within(await screen.findByRole('table', { name: 'Arrears by shop' }));
  expect(arrears.getByRole('link', { name: 'A-12' }).getAttribute('href')).toBe('/shop-summary/A-12');
});

test('a dashboard that cannot be loaded shows a message without figures; trying again loads them', {
  tags: ['slow'],
}, async () => {
  let isDown = true;
  answerCalls({ ...answers, [MORNING]: () => (isDown ? refuse('not_ready') : morningAnswer()) });
  const { user } = openOffice('/manager-dashboard');
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load dashboard data.');
  expect(screen.queryByText('Price list')).toBeNull();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Published');
});

const debtors = [
  testDebtor({ days_1_30: 0, days_over_90: 11_800 }),
  testDebtor({ shop_id: 'B-1', tenancy_id: 2, tenant_name: 'Kamala Silva', former: true }),
  testDebtor({
    shop_id: 'B-2',
    tenancy_id: 3,
    tenant_name: 'Ravi Kumar',
    reminder_level: 'formal',
    reminded_on: day('2026-11-01'),
    promised_on: day('2026-11-10'),
    promised_amount: 5000,
    promise_broken: true,
  }),
];

async function openDebtors() {
  signInAs('admin');
  const sent = answerCalls({
    ...answers,
    [ARREARS]: () => arrearsAnswer(debtors),
    'POST /api/reminders': () =>
      Response.json({
        message: 'Reminders recorded: 0. Not recorded: 1.',
        reminders: [],
        refused: [{ tenancy_id: 1, shop_id: 'A-12', tenant_name: 'Nimal Perera', reason: 'Nothing is overdue.' }],
      }),
  });
  const { user } = openOffice('/manager-dashboard');
  const table = within(await screen.findByRole('table', { name: 'Arrears by shop' }));
  return { user, sent, table };
}

test('debtors are filtered by age, last reminder, broken promise and former tenants', { tags: ['slow'] }, async () => {
  const { user, table } = await openDebtors();
  table.getByText('Promise broken');
  const linksOf = () =>
    within(screen.getByRole('table', { name: 'Arrears by shop' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  for (const [name, choice, shown] of [
    ['Age of the debt', 'Over 90 days', ['A-12']],
    ['Last reminder', 'Formal reminder', ['B-2']],
    ['Last reminder', 'Not reminded', ['A-12', 'B-1']],
    ['Tenants', 'Promise broken', ['B-2']],
    ['Tenants', 'Former tenants', ['B-1']],
  ] as const) {
    const field = screen.getByRole('combobox', { name });
    await user.selectOptions(field, choice);
    expect(linksOf()).toEqual(shown);
    await user.selectOptions(field, '');
  }
});

test('a debtor shows the cheques that count later, and is not overdue while they cover what is due', {
  tags: ['slow'],
}, async () => {
  signInAs('admin');
  const promised_cheques = [{ amount: 11_800, counts_from: day('2026-11-30') }];
  const two = [testDebtor({ promised_cheques, overdue: 0 }), testDebtor({ shop_id: 'B-1', tenancy_id: 2 })];
  answerCalls({ ...answers, [ARREARS]: () => arrearsAnswer(two) });
  const { user } = openOffice('/manager-dashboard');
  const table = within(await screen.findByRole('table', { name: 'Arrears by shop' }));
  const covered = table.getByRole('link', { name: 'A-12' }).closest('tr');
  expect(covered?.textContent).toContain('Cheques of 11,800.00 count from 30 Nov 2026');
  const boxOf = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  const boxes = () => ['Select A-12', 'Select B-1'].map((name) => boxOf(name).checked);
  await screen.findByText(/^Cannot be reminded: 1 /);
  await user.click(boxOf('Select all rows on this page'));
  expect(boxes()).toEqual([false, true]);
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  await user.click(screen.getByRole('button', { name: 'Select all 1' }));
  expect(boxes()).toEqual([false, true]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Age of the debt' }), 'Overdue');
  expect(screen.queryByText(/^Cannot be reminded/)).toBeNull();
  expect(table.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['B-1']);
});

test('people whose counts differed are named with what was missing and what was too much', async () => {
  const person = { email: 'sunil@example.com', name: 'Sunil', count: 2, missing: 5000, surplus: 5000 };
  const year = { count: 11, counts: 240, missing: 6100.5, surplus: 5020 };
  const last_at = instantOf(Date.parse('2026-11-20T06:00:00.000Z'));
  const cash_differences = [{ ...person, last_at, year, missing_numbers: 3 }];
  answerCalls({ ...answers, [MORNING]: () => morningAnswer({ cash_differences }) });
  openOffice('/manager-dashboard');
  const table = within(await screen.findByRole('table', { name: 'Cash differences by person' }));
  const cells = [...(table.getByText('Sunil').closest('tr')?.children ?? [])].map(({ textContent }) => textContent);
  expect(cells).toEqual([
    'Sunil',
    '5,000.00',
    '5,000.00',
    '2',
    '6,100.50',
    '5,020.00',
    '11 of 240',
    '3',
    '20 Nov 2026',
  ]);
});

test('ticked debtors are reminded, and who is left out is named with the reason', { tags: ['slow'] }, async () => {
  const { user, sent } = await openDebtors();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Age of the debt' }), 'Over 90 days');
  await user.click(screen.getByRole('button', { name: 'Select all 1' }));
  await user.click(screen.getByRole('button', { name: 'Remind' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remind 1 tenant' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Reminder' }), 'Final reminder');
  await user.click(dialog.getByRole('button', { name: 'Record reminders' }));
  await screen.findByText('A-12, Nimal Perera: Nothing is overdue.');
  expect(sent.find(({ call }) => call === 'POST /api/reminders')?.body).toMatchObject({
    level: 'final',
    way: 'letter',
    tenancy_ids: [1],
  });
});
