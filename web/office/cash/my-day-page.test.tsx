import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { type CashDay, type CashSession, cash, type DaySums, type Movement } from '#contract/cash.ts';
import { NO_CHEQUE } from '#contract/cheques.ts';
import { gateCash } from '#contract/gate-cash.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { currentSession } from '#web/session.ts';
import { testChequeSums } from '#web/testing/dashboard.ts';
import { answerCalls, openOffice, refuse, signInAs } from '#web/testing/office.tsx';
import { testReceipt } from '#web/testing/payments.ts';
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
    changed_from: null,
    ...NO_CHEQUE,
    amount: 1000,
    is_void: false,
    at: browserNow(),
    paid_on: TODAY,
    person: 'Kumari',
    note: '',
    saved_fine: 0,
    confirmation: null,
    ...more,
  };
}

function testSums(more: Partial<DaySums> = {}): DaySums {
  return { ...NOTHING, cash: 0, changed_from_cash: 0, saved_fines: 0, methods: [], ...more };
}

function answerDay(more: Partial<CashDay> = {}): Response {
  const kumari = { email: 'kumari@example.com', name: 'Kumari' };
  const day = {
    date: TODAY,
    person: kumari,
    movements: [],
    sums: testSums(),
    gate_cash: [],
    people: [],
    sessions_on: false,
    open_session: null,
    kept: [],
    held: 0,
    pending_cheques: { count: 0, amount: 0 },
    cheques: testChequeSums(),
    to_confirm: { count: 0, amount: 0, people: [] },
    ...more,
  };
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
  expect(within(table).getAllByText('1,400.50')).toHaveLength(1);
  expect(screen.queryByRole('combobox', { name: 'Person' })).toBeNull();
  expect(screen.getByRole('link', { name: 'All payments on this day' }).getAttribute('href')).toBe(
    `/view-payments?received=${TODAY}&by=kumari%40example.com`,
  );
});

test('a payment of the day is fixed from My day, with its receipt; what is void is not', {
  tags: ['slow'],
}, async () => {
  signInAs('admin');
  answerCalls({
    [OWN]: () => answerDay({ movements: MOVEMENTS, sums: SUMS }),
    'GET /api/payments/31/receipt': () => Response.json(testReceipt({ payment_id: 31 })),
  });
  const { user } = openOffice('/my-day');
  const table = within(await screen.findByRole('table', { name: 'Money received and paid back' }));
  const fixing = table.getAllByRole('button', { name: /^Fix payment/ });
  expect(fixing).toHaveLength(2);
  await user.click(fixing[0] as HTMLElement);
  await screen.findByText('Wrong amount');
});

test('cheques of the market are summed by what has happened to them, with links to the lists', async () => {
  signInAs('cashier');
  const cheques = testChequeSums({ paid_in: { count: 2, amount: 1500 }, cleared: { count: 3, amount: 900.5 } });
  answerCalls({ [OWN]: () => answerDay({ cheques }) });
  openOffice('/my-day');
  within(await screen.findByRole('region', { name: 'Cheques paid in' })).getByText('LKR 1,500.00');
  within(screen.getByRole('region', { name: 'Cheques cleared' })).getByText('3 cheques in the last 30 days');
  expect(screen.getByRole('link', { name: 'Cheques paid in' }).getAttribute('href')).toBe('/cheques?state=paid_in');
});

test('a payment that was cash at first says so, and the day has the sum', { tags: ['slow'] }, async () => {
  signInAs('cashier');
  const changed = testMovement({ method: 'Bank Transfer', changed_from: 'Cash' });
  answerCalls({ [OWN]: () => answerDay({ movements: [changed], sums: testSums({ changed_from_cash: 1000 }) }) });
  openOffice('/my-day');
  within(await screen.findByRole('region', { name: 'Changed from cash' })).getByText('LKR 1,000.00');
  within(screen.getByRole('table', { name: 'Money received and paid back' })).getByText('Changed from Cash');
});

test('a payment whose day waives a fine says so, and the day has the sum', { tags: ['slow'] }, async () => {
  signInAs('admin');
  const dated = testMovement({ paid_on: day('2026-11-01'), saved_fine: 4335 });
  answerCalls({ [OWN]: () => answerDay({ movements: [dated], sums: testSums({ saved_fines: 4335 }) }) });
  openOffice('/my-day');
  within(await screen.findByRole('region', { name: 'Fines waived by earlier days' })).getByText('LKR 4,335.00');
  within(screen.getByRole('table', { name: 'Money received and paid back' })).getByText('Waives a fine of 4,335.00');
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
  within(table).getByText('Cash 700.00, Cheque 700.50');
  await user.click(within(table).getByRole('link', { name: 'Kumari' }));
  await waitFor(() => expect(address()).toBe(`/my-day?date=${TODAY}&by=kumari%40example.com`));
  await waitFor(() => expect(sent.at(-1)?.call).toBe(`${OWN}&by=kumari%40example.com`));
});

test('a payment of another day is dated, on one line', async () => {
  signInAs('cashier');
  answerCalls({
    [OWN]: () => answerDay({ movements: [testMovement({ paid_on: day('2026-11-01'), note: 'By post' })] }),
  });
  openOffice('/my-day');
  const dated = await screen.findByText('Dated 1 Nov 2026');
  expect(dated.style.whiteSpace).toBe('nowrap');
  expect(dated.parentElement?.textContent).toBe('Dated 1 Nov 2026By post');
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

const OPEN_SESSION: CashSession = {
  session_id: 7,
  person: { email: 'cashier@example.com', name: 'cashier' },
  opened_at: browserNow(),
  opening_float: 1000,
  expected_float: null,
  float_from_held: 0,
  float_difference: 0,
  float_reason: '',
  sums: testSums(),
  gate_cash: 0,
  expected_cash: 6000.5,
  closed_at: null,
  closed_by: null,
  counted_cash: null,
  difference: null,
  kept_cash: null,
  is_kept: false,
  cash_to_bank: null,
  count: [],
  reason: '',
  banked_on: null,
  banked_by: null,
  is_own_word: false,
  kept_banked_on: null,
  kept_banked_by: null,
};
const CLOSE = 'POST /api/cash/sessions/7/close';
const GATE_CASH = 'GET /api/gate/cash';
type GateCash = Answer<typeof gateCash.now>;

function answerGateCash(more: Partial<GateCash> = {}): Response {
  return Response.json(gateCash.now.answer.parse({ held: [], handovers: [], into_session: 7, ...more }));
}

function answerOwn(open_session: CashSession | null, kept: CashDay['kept'] = [], held = 0): Response {
  const { email = '', name = '' } = currentSession() ?? {};
  return answerDay({ person: { email, name }, sessions_on: true, open_session, kept, held });
}

test('a session is opened with a float, once', { tags: ['slow'] }, async () => {
  signInAs('cashier');
  let open: CashSession | null = null;
  const OPEN = 'POST /api/cash/sessions';
  const sent = answerCalls({
    [OWN]: () => answerOwn(open),
    [GATE_CASH]: () => answerGateCash(),
    [OPEN]: () => {
      open = OPEN_SESSION;
      return Response.json({ message: 'The cash session is open.', session: OPEN_SESSION }, { status: 201 });
    },
  });
  const { user } = openOffice('/my-day');
  await user.type(await screen.findByRole('textbox', { name: 'Float (LKR)' }), '1,000');
  await user.keyboard('{Enter}{Enter}');
  await screen.findByText('LKR 6,000.50');
  expect(sent.filter(({ call }) => call === OPEN).map(({ body }) => body)).toEqual([
    { opening_float: 1000, reason: '' },
  ]);
});

test('the cash left in the drawer is the float; another one needs a reason', { tags: ['slow'] }, async () => {
  signInAs('cashier');
  const person = { email: 'cashier@example.com', name: 'cashier' };
  const kept = [{ session_id: 6, person, amount: 3000, since: browserNow() }];
  const OPEN = 'POST /api/cash/sessions';
  const sent = answerCalls({
    [OWN]: () => answerOwn(null, kept),
    [GATE_CASH]: () => answerGateCash(),
    [OPEN]: () => Response.json({ message: 'The cash session is open.', session: OPEN_SESSION }, { status: 201 }),
  });
  const { user } = openOffice('/my-day');
  await screen.findByText(/^You left LKR 3,000.00 in the drawer at /);
  const float = screen.getByRole<HTMLInputElement>('textbox', { name: 'Float (LKR)' });
  expect(float.value).toBe('3,000');
  expect(screen.queryByRole('textbox', { name: 'Reason for another float' })).toBeNull();
  await user.clear(float);
  await user.type(float, '0');
  await user.click(screen.getByRole('button', { name: 'Open session' }));
  await screen.findByText('Enter the reason.');
  await user.type(screen.getByRole('textbox', { name: 'Reason for another float' }), 'Taken to the bank{Enter}');
  await screen.findByText('The cash session is open.');
  expect(sent.find(({ call }) => call === OPEN)?.body).toEqual({ opening_float: 0, reason: 'Taken to the bank' });
});

test('what the user adds to the cash left in the drawer from a float needs no reason', { tags: ['slow'] }, async () => {
  signInAs('cashier');
  const person = { email: 'cashier@example.com', name: 'cashier' };
  const kept = [{ session_id: 6, person, amount: 900, since: browserNow() }];
  let open: CashSession | null = null;
  const OPEN = 'POST /api/cash/sessions';
  const sent = answerCalls({
    [OWN]: () => answerOwn(open, kept, 2000),
    [GATE_CASH]: () => answerGateCash(),
    [OPEN]: () => {
      open = OPEN_SESSION;
      return Response.json({ message: 'The cash session is open.', session: OPEN_SESSION }, { status: 201 });
    },
  });
  const { user } = openOffice('/my-day');
  await screen.findByText(/^You hold LKR.2,000\.00 of floats and gate cash\./);
  const float = screen.getByRole('textbox', { name: /^Float/ });
  const reason = { name: 'Reason for another float' };
  for (const [typed, isOther] of [
    ['2900.01', true],
    ['899.99', true],
    ['2900', false],
  ] as const) {
    await user.clear(float);
    await user.type(float, typed);
    expect([typed, screen.queryByRole('textbox', reason) !== null]).toEqual([typed, isOther]);
  }
  await user.click(screen.getByRole('button', { name: 'Open session' }));
  await screen.findByText('The cash session is open.');
  expect(sent.find(({ call }) => call === OPEN)?.body).toEqual({ opening_float: 2900, reason: '' });
});

test('a session is closed by its count; a difference needs a reason', { tags: ['slow'] }, async () => {
  signInAs('cashier');
  const closed = { ...OPEN_SESSION, closed_at: browserNow(), counted_cash: 5900, difference: -100.5 };
  const sent = answerCalls({
    [OWN]: () => answerOwn(OPEN_SESSION),
    [GATE_CASH]: () => answerGateCash(),
    [CLOSE]: () => Response.json({ message: 'The cash session is closed.', session: closed }),
  });
  const { user } = openOffice('/my-day');
  await user.click(await screen.findByRole('button', { name: 'Close session' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Close the cash session/ }));
  await user.type(dialog.getByRole('textbox', { name: 'Rs. 5,000' }), '1');
  await user.type(dialog.getByRole('textbox', { name: 'Rs. 100' }), '9x');
  expect(dialog.getByRole('status').textContent).toBe('Enter a whole number.');
  await user.keyboard('{Backspace}');
  dialog.getByText('Counted LKR 5,900.00, expected LKR 6,000.50');
  dialog.getByText('LKR 100.50 short');
  await user.click(dialog.getByRole('button', { name: 'Close session' }));
  await dialog.findByText('Enter the reason.');
  await user.type(dialog.getByRole('textbox', { name: 'Reason for the difference' }), 'Wrong change');
  await user.click(dialog.getByRole('button', { name: 'Close session' }));
  await screen.findByText('The cash session is closed.');
  expect(screen.getByRole('link', { name: 'Cash sessions' }).getAttribute('href')).toBe('/cash-sessions');
  expect(sent.find(({ call }) => call === CLOSE)?.body).toEqual({
    count: [
      { value: 5000, pieces: 1 },
      { value: 100, pieces: 9 },
    ],
    kept_cash: 1000,
    reason: 'Wrong change',
  });
});

test('a cashier counts before the expected cash is shown', { tags: ['slow'] }, async () => {
  signInAs('cashier');
  const details = [{ field: 'reason', message: apiMessage('refusals.difference_unexplained') }];
  const sent = answerCalls({
    [OWN]: () => answerOwn({ ...OPEN_SESSION, expected_cash: null }),
    [GATE_CASH]: () => answerGateCash(),
    [CLOSE]: () => refuse('difference_unexplained', { details }),
  });
  const { user } = openOffice('/my-day');
  await user.click(await screen.findByRole('button', { name: 'Close session' }));
  expect(screen.queryByText('In the drawer now')).toBeNull();
  const dialog = within(await screen.findByRole('dialog', { name: /^Close the cash session/ }));
  await user.type(dialog.getByRole('textbox', { name: 'Rs. 5,000' }), '1');
  expect(dialog.getByRole('status').textContent).toMatch(/^Counted LKR.5,000.00\. What should be in the drawer/);
  await user.click(dialog.getByRole('button', { name: 'Close session' }));
  await dialog.findByText('The counted cash does not match the expected amount. Enter a reason.');
  expect(sent.filter(({ call }) => call === CLOSE)).toHaveLength(1);
});

test('a cashier receives gate cash into the open drawer; the day and the count name it', {
  tags: ['slow'],
}, async () => {
  signInAs('cashier');
  const sunil = { email: 'sunil@example.com', name: 'Sunil' };
  const handover = {
    id: 4,
    keeper: sunil,
    receiver: { email: 'kumari@example.com', name: 'Kumari' },
    received_at: browserNow(),
    expected_cash: 500,
    received_cash: 500,
    left_cash: 0,
    given_cash: 0,
    difference: 0,
    reason: '',
    undone_at: null,
    undone_by: null,
    undo_reason: null,
    banked_on: null,
    banked_by: null,
    is_own_word: false,
    session_id: 7,
    is_counted: false,
  };
  const received = [{ handover_id: 4, keeper: 'Sunil', person: 'cashier', at: browserNow(), amount: 500 }];
  let isReceived = false;
  const held = [{ account_id: 6, ...sunil, amount: 500, since: browserNow() }];
  const { email = '', name = '' } = currentSession() ?? {};
  const sent = answerCalls({
    [OWN]: () =>
      answerDay({
        person: { email, name },
        sessions_on: true,
        open_session: { ...OPEN_SESSION, gate_cash: isReceived ? 500 : 0 },
        gate_cash: isReceived ? received : [],
      }),
    [GATE_CASH]: () => answerGateCash(isReceived ? { handovers: [handover] } : { held }),
    'POST /api/gate/cash/received': () => {
      isReceived = true;
      return Response.json({ message: 'Gate cash received.', handover });
    },
  });
  const { user } = openOffice('/my-day');
  await user.click(await screen.findByRole('button', { name: /^Receive cash.*Sunil/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Receive cash of Sunil' }));
  dialog.getByText('It goes into the drawer of your open cash session.');
  await user.type(dialog.getByLabelText(/^Received cash/), '500');
  await user.click(dialog.getByRole('button', { name: 'Receive cash' }));
  const card = within(await screen.findByRole('region', { name: 'Gate cash received' }));
  card.getByText('LKR 500.00');
  card.getByText('Sunil 500.00');
  within(await screen.findByRole('table', { name: 'Hand-overs of cash' })).getByText('In cash session 7');
  screen.getByRole('button', { name: /^Undo hand-over/ });
  await user.click(screen.getByRole('button', { name: 'Close session' }));
  await screen.findByText('The expected cash includes gate cash of LKR 500.00.');
  expect(sent.find(({ call }) => call.endsWith('/received'))?.body).toMatchObject({ received_cash: 500 });
});

test('the manager sees open drawers, differences and cash that is not banked', { tags: ['slow'] }, async () => {
  signInAs('manager');
  const closed = {
    ...OPEN_SESSION,
    session_id: 6,
    closed_at: browserNow(),
    closed_by: 'Kumari',
    counted_cash: 5900,
    difference: -100.5,
    kept_cash: 900,
    cash_to_bank: 5000,
  };
  answerCalls({ 'GET /api/cash/sessions': () => Response.json([OPEN_SESSION, closed]) });
  openOffice('/cash-sessions');
  within(await screen.findByRole('region', { name: 'Open sessions' })).getByText(
    'LKR 6,000.50 should be in these drawers',
  );
  within(screen.getByRole('region', { name: 'Differences' })).getByText('LKR -100.50');
  within(screen.getByRole('region', { name: 'Cash not banked' })).getByText('LKR 5,000.00');
  expect(screen.queryByRole('button', { name: /^Close session/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Record as banked/ })).toBeNull();
});

test('sessions say who closed and banked them, and the differences above the table are its total', {
  tags: ['slow'],
}, async () => {
  signInAs('manager');
  const closed = {
    ...OPEN_SESSION,
    session_id: 6,
    closed_at: browserNow(),
    closed_by: 'Sunil',
    counted_cash: 1000,
    difference: -5000,
    float_difference: -5000,
    float_reason: 'Lost',
    kept_cash: 0,
    cash_to_bank: 1000,
    banked_on: TODAY,
    banked_by: 'Sunil',
    is_own_word: true,
  };
  answerCalls({ 'GET /api/cash/sessions': () => Response.json([OPEN_SESSION, closed]) });
  openOffice('/cash-sessions');
  const differences = within(await screen.findByRole('region', { name: 'Differences' }));
  differences.getByText('LKR -10,000.00');
  differences.getByText('in 1 of the sessions shown');
  const shown = document.body.textContent ?? '';
  expect(shown).toMatch(/Closed .* by Sunil/);
  expect(shown).toContain('by Sunil, the same person who took or counted it');
  expect(shown).toContain('10,000.00 short');
});

test('the office records that the cash of a session was banked today', { tags: ['slow'] }, async () => {
  signInAs('admin');
  const closed = { ...OPEN_SESSION, closed_at: browserNow(), kept_cash: 0, cash_to_bank: 5000, difference: 0 };
  const BANK = 'POST /api/cash/sessions/7/banked';
  const sent = answerCalls({
    'GET /api/cash/sessions': () => Response.json([closed]),
    [BANK]: () => Response.json({ message: 'The cash is recorded as banked.', session: closed }),
  });
  const { user } = openOffice('/cash-sessions');
  await user.click(await screen.findByRole('button', { name: /^Record as banked/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Record as banked' }));
  await screen.findByText('The cash is recorded as banked.');
  expect(sent.find(({ call }) => call === BANK)?.body).toEqual({ banked_on: TODAY, part: 'to_bank' });
});

test('the office records that the cash left in a drawer was banked', { tags: ['slow'] }, async () => {
  signInAs('admin');
  const closed = {
    ...OPEN_SESSION,
    closed_at: browserNow(),
    kept_cash: 900,
    is_kept: true,
    cash_to_bank: 0,
    difference: 0,
  };
  const BANK = 'POST /api/cash/sessions/7/banked';
  const sent = answerCalls({
    'GET /api/cash/sessions': () => Response.json([closed]),
    [BANK]: () => Response.json({ message: 'The cash is recorded as banked.', session: closed }),
  });
  const { user } = openOffice('/cash-sessions');
  await waitFor(() => expect(document.body.textContent).toContain('900.00 left in the drawer'));
  const name = 'Record the cash left in the drawer as banked';
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  await screen.findByText('The cash is recorded as banked.');
  expect(sent.find(({ call }) => call === BANK)?.body).toEqual({ banked_on: TODAY, part: 'kept' });
});
