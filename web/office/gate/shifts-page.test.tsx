import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { instantOf, monthOf } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { type GatePhone, gate, type ListedShift, type MonthIncome, type Shift } from '#contract/gate.ts';
import { gateCash } from '#contract/gate-cash.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { sheetOf } from '#web/ui/table/table-export.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { testShift } from '../../testing/tickets.ts';
import { importOf } from '../import-page.ts';
import { shiftSheetColumns } from './shifts-page.tsx';

const list = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `AA-${from + at}`);

describe('shifts page', () => {
  const SHIFTS = 'GET /api/gate/shifts';
  const MISSING = 'GET /api/gate/missing-numbers';
  const PHONES = 'GET /api/gate/phones';
  const TYPES = 'GET /api/gate/changed-types';
  const CASH = 'GET /api/gate/cash';
  const OWN = 'GET /api/gate/cash/own';
  const month = monthOf(browserToday());
  const INCOME = `GET /api/gate/income?month=${month}`;
  const none = { total: 0, in_shifts: 0, to_count: 0 };
  const incomeOf = (...people: MonthIncome['people']) =>
    Response.json(gate.income.answer.parse({ month, total: none, people }));
  const closed_at = instantOf(Date.parse('2026-11-21T06:00:00.000Z'));
  const right = testShift({ id: 'a', closed_at });
  const short = testShift({
    id: 'b',
    byWhom: 'short@example.com',
    device: null,
    closed_at,
    counted_cash: 1900,
    difference: -50,
    reason: 'Change for 100',
  });
  const over = testShift({
    id: 'c',
    byWhom: 'over@example.com',
    closed_at,
    counted_cash: 1951,
    difference: 1,
    copies_printed: 4,
  });
  const open = testShift({
    id: 'd',
    byWhom: 'open@example.com',
    closed_at: null,
    counted_cash: null,
    difference: null,
  });
  const answer = (...shifts: ListedShift[]) => Response.json(gate.shifts.answer.parse(shifts));

  const answerShifts = (answers: Parameters<typeof answerCalls>[0]) =>
    answerCalls({
      [MISSING]: () => Response.json([]),
      [PHONES]: () => Response.json([]),
      [TYPES]: () => Response.json([]),
      [CASH]: () => cashAnswer(),
      [INCOME]: () => incomeOf(),
      [OWN]: () => Response.json({ held: 0, floats: [] }),
      ...answers,
    });
  const cashAnswer = (more: Partial<Answer<typeof gateCash.now>> = {}) =>
    Response.json(gateCash.now.answer.parse({ held: [], handovers: [], into_session: null, ...more }));

  beforeAll(() => importOf('/gate-shifts')?.());
  beforeEach(() => signInAs('manager'));

  const rows = () =>
    [...screen.getByRole('table', { name: 'Gate shifts' }).querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );

  test('letters that need a look are marked in words, with the person and what came after the closing', {
    tags: ['slow'],
  }, async () => {
    const sunil = { email: 's@example.com', name: 'Sunil' };
    const silent: GatePhone = {
      phone: 'K',
      given_at: closed_at,
      given_by: sunil,
      sanitation: 0,
      vehicle: 0,
      first_number: null,
      last_number: null,
      missing: 0,
      heard_at: null,
      shift: 'none',
      beyond_closing: [],
      needs_look: ['nothing'],
    };
    const later: GatePhone = {
      ...silent,
      phone: 'L',
      sanitation: 3,
      vehicle: 1,
      first_number: 'L-1',
      last_number: 'L-6',
      missing: 2,
      heard_at: closed_at,
      shift: 'closed',
      beyond_closing: [{ ...sunil, shift_id: 'x', stated: 'L-4', numbers: ['L-5', 'L-6'], amount: 120 }],
      needs_look: ['missing', 'beyond-closing'],
    };
    answerShifts({
      [SHIFTS]: () => answer(),
      [PHONES]: () => Response.json(gate.phones.answer.parse([silent, later])),
    });
    openOffice('/gate-shifts');
    const table = await screen.findByRole('table', { name: 'Letters of phones' });
    await within(table).findByText('Given to a phone from which nothing has come');
    const cells = [...table.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(cells[0]?.slice(1, 2)).toEqual(['Sunil, 21 Nov 2026, 11:30:00']);
    within(table).getByText('2 numbers are missing');
    within(table).getByText('L-5, L-6: a later number than the closed shift said (L-4). LKR 120.00, Sunil');
    expect(cells[1]?.slice(2)).toEqual(['3 sanitation, 1 vehicle', 'L-1 to L-6', '2', '21 Nov 2026', 'shift closed']);
  });

  test('a vehicle with tickets of several types is listed with types, prices, numbers, times and persons', {
    tags: ['slow'],
  }, async () => {
    const ticket = { email: 's@example.com', name: 'Sunil', issued_at: closed_at };
    const tickets = [
      { ...ticket, number: 'K-9', vehicleType: 'Three-Wheeler', ticketPrice: 50 },
      { ...ticket, number: 'V3', vehicleType: 'Lorry', ticketPrice: 200 },
    ];
    answerShifts({
      [SHIFTS]: () => answer(),
      [TYPES]: () => Response.json(gate.changedTypes.answer.parse([{ vehicleNumber: 'LG-4821', tickets }])),
    });
    openOffice('/gate-shifts');
    const table = await screen.findByRole('table', { name: 'Vehicles with tickets of several types' });
    await within(table).findByText('LG-4821');
    const lines = [...(table.querySelector('tbody tr td:nth-child(2)')?.children ?? [])].map(
      (line) => line.textContent,
    );
    expect(lines).toEqual([
      'Three-Wheeler LKR\u00a050.00, K-9, 21 Nov 2026, 11:30:00, Sunil',
      'Lorry LKR\u00a0200.00, V3, 21 Nov 2026, 11:30:00, Sunil',
    ]);
  });

  test('a shift that another person closed names that person', { tags: ['slow'] }, async () => {
    answerShifts({ [SHIFTS]: () => answer({ ...right, closed_by_other: 'kumari@example.com' }) });
    openOffice('/gate-shifts');
    await screen.findByRole('heading', { level: 1, name: 'Gate shifts' });
    const table = await screen.findByRole('table', { name: 'Gate shifts' });
    await within(table).findByText('closed by Kumari Perera');
  });

  test('each shift shows the expected and the counted cash; open shifts are first', { tags: ['slow'] }, async () => {
    answerShifts({ [SHIFTS]: () => answer(right, short, over, open) });
    openOffice('/gate-shifts');
    await screen.findByRole('heading', { level: 1, name: 'Gate shifts' });
    await screen.findByText('short@example.com');
    expect(rows().map((row) => row[6])).toEqual(['Not counted yet', 'None', '50.00 short', '1.00 over']);
    expect(rows()[2]?.slice(1, 8)).toEqual([
      '21 Nov 2026, 00:30:12closed 21 Nov 2026, 11:30:00',
      '500.00',
      '12LKR 1,450.00',
      '1,950.00',
      '1,900.00',
      '50.00 short',
      'Change for 100',
    ]);
    expect(rows()[0]?.[1]).toBe('21 Nov 2026, 00:30:12not closed yet');
  });

  test('the income of a month is shown by person, and of another month when it is chosen', {
    tags: ['slow'],
  }, async () => {
    const earlier = Number(month.slice(0, 4)) - 1;
    const ofPerson = (name: string, in_shifts: number, to_count: number) => ({
      email: `${name}@example.com`,
      name,
      total: in_shifts + to_count,
      in_shifts,
      to_count,
    });
    answerShifts({
      [SHIFTS]: () => answer(right),
      [INCOME]: () => incomeOf(ofPerson('Sunil', 1500, 20)),
      [`GET /api/gate/income?month=${earlier}-${month.slice(5)}`]: () => incomeOf(),
      [`GET /api/gate/income?month=${earlier}-02`]: () => incomeOf(ofPerson('Kamal', 0, 300)),
    });
    const { user, address } = openOffice('/gate-shifts');
    const heading = await screen.findByRole('heading', { name: 'Income from tickets by month' });
    const panel = within(heading.parentElement ?? document.body);
    const cells = () => [...panel.getByRole('table').querySelectorAll('tbody tr')].map((row) => row.textContent);
    await panel.findByText('Sunil');
    expect(cells()[0]).toContain('1,500.0020.001,520.00');
    await user.selectOptions(panel.getByRole('combobox', { name: 'Year' }), String(earlier));
    await user.selectOptions(panel.getByRole('combobox', { name: 'Month' }), 'Feb');
    await panel.findByText('Kamal');
    expect(cells()[0]).toContain('0.00300.00300.00');
    expect(address()).toBe(`/gate-shifts?year=${earlier}&month=2`);
  });

  test('whoever had a shift is named, and the email address is in the tooltip', { tags: ['slow'] }, async () => {
    const names = { 'short@example.com': 'Sunil Short' };
    answerShifts({ [SHIFTS]: () => answer(short), 'GET /api/admin/names': () => Response.json({ names }) });
    openOffice('/gate-shifts');
    expect((await screen.findByText('Sunil Short')).title).toBe('short@example.com');
    screen.getByRole('button', { name: /^Print slip.*Sunil Short/ });
    expect(rows()[0]?.[0]).toBe('Sunil Short21 Nov 2026, 00:30:12 · expected LKR\u00a01,950.00 · Change for 100');
  });

  test('the shifts of one day are loaded by its date, which is in the URL', { tags: ['slow'] }, async () => {
    const sent = answerShifts({
      [SHIFTS]: () => answer(right, open),
      [`${SHIFTS}?date=2026-11-01`]: () => answer(short),
    });
    const { user, address } = openOffice('/gate-shifts');
    await screen.findByText('open@example.com');
    await user.click(screen.getByRole('textbox', { name: 'Date' }));
    await user.paste('2026-11-01');
    await user.tab();
    await screen.findByText('short@example.com');
    await waitFor(() => expect(address()).toBe('/gate-shifts?date=2026-11-01'));
    expect(sent.map(({ call }) => call).filter((call) => call.startsWith(SHIFTS))).toEqual([
      SHIFTS,
      `${SHIFTS}?date=2026-11-01`,
    ]);
  });

  test('an empty list of shifts and a failure to load have different messages', { tags: ['slow'] }, async () => {
    let isDown = false;
    answerShifts({ [SHIFTS]: () => (isDown ? refuse('internal') : answer()) });
    const { user } = openOffice('/gate-shifts');
    await screen.findByText('No shifts found.');
    expect(screen.getByRole('button', { name: 'Export to Excel' }).title).toBe('No shifts to export');
    isDown = true;
    await user.click(screen.getByRole('textbox', { name: 'Date' }));
    await user.paste('2026-11-02');
    await user.tab();
    await screen.findByText('Could not load the shifts.');
  });

  test('the screen links to the gate', async () => {
    answerShifts({ [SHIFTS]: () => answer(right) });
    openOffice('/gate-shifts');
    const main = within(await screen.findByRole('main'));
    expect((await main.findByRole('link', { name: 'Gate screen' })).getAttribute('href')).toBe('/gate');
  });

  test('the spreadsheet has both times, the device, and the totals of tickets, income and differences', () => {
    const values = sheetOf(shiftSheetColumns(), [short, over, open]).map((row) =>
      row.map((cell) => (typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : null)),
    );
    expect(values[0]).toEqual([
      'Opened',
      'Closed',
      'Closed by another person',
      'By',
      'Device',
      'Opening cash',
      'Tickets',
      'Printed again',
      'Income',
      'Expected',
      'Counted',
      'Difference',
      'Reason',
    ]);
    expect(values[3]?.slice(1, 5)).toEqual([null, null, 'open@example.com', 'K']);
    expect(values.at(-1)).toEqual(['Total', null, null, null, null, null, 36, 4, 4350, null, null, -49, null]);
  });

  test('a closed shift has a slip to print; an open one has none', { tags: ['slow'] }, async () => {
    answerShifts({ [SHIFTS]: () => answer(right, open) });
    const opened = vi.spyOn(window, 'open').mockReturnValue(window);
    const { user } = openOffice('/gate-shifts');
    await user.click(await screen.findByRole('button', { name: /^Print slip/ }));
    expect(opened.mock.lastCall?.[0]).toBe('/print/shift/a');
  });

  test('tickets that did not arrive are named with their shift, and noted with a reason', async () => {
    const missing = [
      { phone: 'K', numbers: ['K-2', 'K-3'], shift_id: 'a', byWhom: 'short@example.com', opened_at: closed_at },
      { phone: 'AA', numbers: list(1, 250), shift_id: null, byWhom: null, opened_at: null },
    ];
    let isDown = true;
    const sent = answerShifts({
      [SHIFTS]: () => answer(right),
      [MISSING]: () => (isDown ? refuse('internal') : Response.json(gate.missing.answer.parse(missing))),
      'POST /api/gate/missing-numbers': () => Response.json({ message: '2 tickets are noted as missing.' }),
    });
    const { user } = openOffice('/gate-shifts');
    await screen.findByText('Could not load the tickets that have not arrived.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('252 tickets have not arrived');
    const shown = screen.getByRole('alert').textContent.replaceAll('\u00a0', ' ');
    expect(shown).toContain('K-2, K-3, shift of short@example.com, 21 Nov 2026, 11:30:00');
    expect(shown).toContain('AA-1 to AA-250 (250)');
    await user.click(screen.getByRole('button', { name: 'Note as missing: K-2, K-3' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Note missing tickets?' }));
    await user.click(await dialog.findByRole('button', { name: 'Note as missing' }));
    await user.type(dialog.getByLabelText(/^Reason/), 'The phone was lost');
    missing.shift();
    await user.click(dialog.getByRole('button', { name: 'Note as missing' }));
    await screen.findByText('250 tickets have not arrived');
    const body = { numbers: ['K-2', 'K-3'], reason: 'The phone was lost' };
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual(body);

    await user.click(screen.getByRole('button', { name: /^Note as missing: AA-1/ }));
    await screen.findByText(/^AA-1 to AA-200 \(200\): the alarm ends/);
  });

  const sunil = { email: 'sunil@example.com', name: 'Sunil' };
  const manager = { email: 'manager@example.com', name: 'Kumari' };
  const held = { account_id: 6, ...sunil, amount: 6690, since: closed_at };
  const handover = {
    id: 4,
    keeper: sunil,
    receiver: manager,
    received_at: closed_at,
    expected_cash: 6690,
    received_cash: 5600,
    left_cash: 1000,
    given_cash: 0,
    difference: -90,
    reason: 'A note was missing',
    undone_at: null,
    undone_by: null,
    undo_reason: null,
    banked_on: null,
    banked_by: null,
    is_own_word: false,
    session_id: null,
    is_counted: false,
  };

  test('the cash of a person is received with what stays there; a difference needs a reason', {
    tags: ['slow'],
  }, async () => {
    let cash = () => cashAnswer({ held: [held] });
    const sent = answerShifts({
      [SHIFTS]: () => answer(right),
      [CASH]: () => cash(),
      'POST /api/gate/cash/received': () => Response.json({ message: 'Gate cash received.', handover }),
    });
    const { user } = openOffice('/gate-shifts');
    await user.click(await screen.findByRole('button', { name: /^Receive cash.*Sunil/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Receive cash of Sunil' }));
    dialog.getByText(/^Sunil is to hand over LKR.6,690\.00/);
    await user.type(dialog.getByLabelText(/^Received cash/), '5600');
    await user.type(dialog.getByLabelText(/^Stays with this person/), '1000');
    await user.click(dialog.getByRole('button', { name: 'Receive cash' }));
    await dialog.findByText('Enter a reason for the difference.');
    await user.type(dialog.getByLabelText('Reason for a difference'), 'A note was missing');
    cash = () => cashAnswer({ handovers: [handover] });
    await user.click(dialog.getByRole('button', { name: 'Receive cash' }));
    const table = within(await screen.findByRole('table', { name: 'Hand-overs of cash' }));
    const row = table.getByText('Sunil').closest('tr')?.textContent;
    expect(row).toContain('Kumari');
    expect(row).toContain('-90.00A note was missing');
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      account_id: 6,
      received_cash: 5600,
      left_cash: 1000,
      reason: 'A note was missing',
    });
    expect(screen.queryByRole('button', { name: /^Record as banked/ })).toBeNull();
  });

  test('the office records received cash as banked', { tags: ['slow'] }, async () => {
    signInAs('admin');
    const banked = { ...handover, banked_on: browserToday(), banked_by: 'Kumari', is_own_word: true };
    let shown = handover as typeof banked | typeof handover;
    const sent = answerShifts({
      [SHIFTS]: () => answer(right),
      [CASH]: () => cashAnswer({ handovers: [shown] }),
      'POST /api/gate/cash/4/banked': () =>
        Response.json({ message: 'Gate cash recorded as banked.', handover: banked }),
    });
    const { user } = openOffice('/gate-shifts');
    await user.click(await screen.findByRole('button', { name: /^Record as banked today.*Sunil/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record as banked today' }));
    shown = banked;
    await user.click(dialog.getByRole('button', { name: 'Record as banked today' }));
    await screen.findByText(/recorded by Kumari: own cash$/);
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ banked_on: browserToday() });
  });

  test('the receiver undoes a hand-over of today with a reason, and no other one', { tags: ['slow'] }, async () => {
    const own = { email: 'kumari@example.com', name: 'Kumari' };
    const today = { ...handover, receiver: own, received_at: instantOf(Date.now()) };
    let shown: (typeof handover)[] = [today, { ...handover, id: 5, keeper: manager, receiver: sunil }];
    const undone = { undone_at: closed_at, undone_by: 'Kumari', undo_reason: 'Counted twice' };
    const sent = answerShifts({
      [SHIFTS]: () => answer(right),
      [CASH]: () => cashAnswer({ handovers: shown }),
      'POST /api/gate/cash/4/undone': () => Response.json({ message: 'Undone.', handover: { ...today, ...undone } }),
    });
    const { user } = openOffice('/gate-shifts');
    await user.click(await screen.findByRole('button', { name: /^Undo hand-over/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo hand-over' }));
    await user.type(dialog.getByLabelText(/^Reason/), 'Counted twice');
    shown = [{ ...today, ...undone } as never];
    await user.click(dialog.getByRole('button', { name: 'Undo hand-over' }));
    await screen.findByText('Undone by Kumari: Counted twice');
    expect(screen.queryByRole('button', { name: /^Undo hand-over/ })).toBeNull();
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ reason: 'Counted twice' });
  });

  test('the office closes the open shift of another person, with a reason for a difference', {
    tags: ['slow'],
  }, async () => {
    const own = { ...open, id: 'e', byWhom: 'kumari@example.com' };
    let shown = [open, own, right];
    const CLOSE = 'POST /api/gate/shifts/d/close';
    const closed = { ...open, closed_at, counted_cash: 1900, difference: -50, reason: 'The phone was lost' };
    const sent = answerShifts({
      [SHIFTS]: () => answer(...shown),
      [CLOSE]: () => Response.json({ message: 'Shift closed.', shift: closed, split: [] }),
    });
    const { user } = openOffice('/gate-shifts');
    await user.click(await screen.findByRole('button', { name: /^Close shift/ }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Close the shift of/ }));
    dialog.getByText(/^Tickets that phone K did not send/);
    expect(dialog.queryByText(/1,950/)).toBeNull();
    await user.type(dialog.getByLabelText(/^Counted cash/), '1900');
    await user.type(dialog.getByLabelText(/^Last ticket number/), 'K-57');
    await user.click(dialog.getByRole('button', { name: 'Close shift' }));
    await dialog.findByText('Enter a reason for the difference.');
    await user.type(dialog.getByLabelText('Reason for a difference'), 'The phone was lost');
    shown = [own, right];
    await user.click(dialog.getByRole('button', { name: 'Close shift' }));
    await screen.findByText('Shift closed.');
    const body = { counted_cash: 1900, reason: 'The phone was lost', last_number: 'K-57' };
    expect(sent.find(({ call }) => call === CLOSE)?.body).toEqual(body);
    await waitFor(() => expect(screen.queryByText('open@example.com')).toBeNull());
    expect(screen.queryByRole('button', { name: /^Close shift/ })).toBeNull();
  });

  test('an admin hands out a float to another person, and undoes it', {
    tags: ['slow'],
  }, async () => {
    signInAs('admin');
    const people = ['kumari', 'sunil', 'nimal'].map((username, at) => ({
      admin_id: at + 5,
      username,
      email: `${username}@example.com`,
      role: 'tiketing' as const,
      is_disabled: username === 'nimal',
      createdAt: closed_at,
      updatedAt: closed_at,
      has_second_factor: false,
      link_expires_at: null,
    }));
    const given = { expected_cash: 0, received_cash: 0, left_cash: 5000, given_cash: 5000, difference: 0, reason: '' };
    const float = {
      ...handover,
      ...given,
      receiver: { email: 'kumari@example.com', name: 'Kumari' },
      received_at: instantOf(Date.now()),
    };
    let cash = () => cashAnswer();
    const sent = answerShifts({
      [SHIFTS]: () => answer(right),
      [CASH]: () => cash(),
      'GET /api/admin/list': () => Response.json({ admins: people }),
      'POST /api/gate/cash/given': () => Response.json({ message: 'Float recorded.', handover: float }),
    });
    const { user } = openOffice('/gate-shifts');
    await user.click(await screen.findByRole('button', { name: 'Hand out float' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand out float' }));
    const person = await dialog.findByRole('combobox', { name: /^Person/ });
    expect([...person.querySelectorAll('option:not([hidden])')].map(({ textContent }) => textContent)).toEqual([
      'sunil',
    ]);
    await user.type(dialog.getByLabelText(/^Float/), '5,000');
    await user.click(dialog.getByRole('button', { name: 'Hand out float' }));
    await dialog.findByText('Choose a person', { selector: 'p' });
    await user.selectOptions(person, 'sunil');
    cash = () => cashAnswer({ held: [{ ...held, amount: 5000 }], handovers: [float] });
    await user.click(dialog.getByRole('button', { name: 'Hand out float' }));
    const table = within(await screen.findByRole('table', { name: 'Hand-overs of cash' }));
    table.getByText(/^Float of LKR.5,000\.00 handed out$/);
    const cells = [...(table.getByText('Kumari').closest('tr')?.children ?? [])].map(({ textContent }) => textContent);
    expect(cells.slice(0, 2).map((text) => text?.slice(0, 6))).toEqual(['Kumari', 'Sunil']);
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ account_id: 6, given_cash: 5000 });
    await user.click(screen.getByRole('button', { name: /^Undo float/ }));
    await screen.findByText(/^Undo the float of LKR.5,000\.00 to Sunil\?/);
    expect(screen.queryByRole('button', { name: /^Record as banked/ })).toBeNull();
  });

  test('nobody is offered to receive own cash', async () => {
    answerShifts({
      [SHIFTS]: () => answer(right),
      [CASH]: () => cashAnswer({ held: [{ ...held, email: 'kumari@example.com', name: 'Kumari' }] }),
    });
    openOffice('/gate-shifts');
    await screen.findByText('Kumari');
    expect(screen.queryByRole('button', { name: /^Receive cash/ })).toBeNull();
  });

  const MISSED = [{ phone: 'K', numbers: ['K-2'], shift_id: null, byWhom: null, opened_at: null }];

  test('editors see the tickets that did not arrive, and cannot note them', async () => {
    signInAs('editor');
    answerShifts({ [SHIFTS]: () => answer(right), [MISSING]: () => Response.json(MISSED) });
    openOffice('/gate-shifts');
    await screen.findByText('1 ticket has not arrived');
    expect(screen.queryByRole('button', { name: /^Note as missing/ })).toBeNull();
  });

  test('ticket staff do not ask for the tickets that did not arrive', async () => {
    signInAs('tiketing');
    const sent = answerShifts({ [SHIFTS]: () => answer(right), [MISSING]: () => Response.json(MISSED) });
    openOffice('/gate-shifts');
    await screen.findByText(right.byWhom);
    expect(sent.map(({ call }) => call)).not.toContain(MISSING);
  });

  test('ticket staff see what they hold, and who recorded a float of it', async () => {
    signInAs('tiketing');
    const floats = [{ given_at: closed_at, given_by: 'Kumari', amount: 5000 }];
    answerShifts({ [SHIFTS]: () => answer(right), [OWN]: () => Response.json({ held: 5200, floats }) });
    openOffice('/gate-shifts');
    await screen.findByText(/^You hold LKR.5,200\.00 of counted cash and floats\.$/);
    screen.getByText(/^Float of LKR.5,000\.00 from Kumari, 21 Nov 2026, 11:30:00$/);
  });

  test('ticket staff see no sums of their open shift before the cash is counted', async () => {
    signInAs('tiketing');
    answerShifts({ [SHIFTS]: () => answer(right, { ...open, ticket_sum: null, expected_cash: null }) });
    openOffice('/gate-shifts');
    await screen.findByText('open@example.com');
    expect(rows()[0]?.slice(3, 5)).toEqual(['12', '']);
    expect(rows()[1]?.slice(3, 5)).toEqual(['12LKR 1,450.00', '1,950.00']);
  });
});

describe('print shift page', () => {
  const closed_at = instantOf(Date.parse('2026-11-21T06:00:00.000Z'));
  const closed = testShift({ closed_at, counted_cash: 1900, difference: -50, reason: 'Change for 100' });

  beforeAll(() => importOf('/print/shift/:id')());
  beforeEach(() => signInAs('manager'));

  function open(shift: Shift) {
    const split = [
      { kind: '20', ticket_count: 10, ticket_sum: 200, void_count: 0 },
      { kind: 'Lorry', ticket_count: 2, ticket_sum: 1250, void_count: 1 },
    ];
    const answer = gate.shift.answer.parse({ shift, split, centre: { name: 'Pola Economic Centre' } });
    answerCalls({ [`GET /api/gate/shifts/${shift.id}`]: () => Response.json(answer) });
    const prints = vi.fn();
    vi.stubGlobal('print', prints);
    return { ...openOffice(`/print/shift/${shift.id}`), prints };
  }

  test('the slip of a closed shift is printed with split, sums, difference and two signature lines', async () => {
    const { prints } = open(closed);
    const slip = await screen.findByRole('article', { name: 'Shift slip for gate@example.com' });
    await waitFor(() => expect(prints).toHaveBeenCalledTimes(1));
    expect([...slip.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      'Pola Economic Centre',
      'Cash handover',
      'Shift 0198C7A2',
      'Cashier: gate@example.com',
      'Phone K',
      'Opened 21 Nov 2026, 00:30:12',
      'Closed 21 Nov 2026, 11:30:00',
      '10 × Sanitation Rs. 20200.00',
      '2 × Lorry (1 cancelled)1,250.00',
      'Opening cash500.00',
      'Expected1,950.00',
      'Counted1,900.00',
      'Short50.00',
      'Reason: Change for 100',
      'Handed over by',
      'Received by',
    ]);
  });

  test('an open shift has no slip', async () => {
    open(testShift({ closed_at: null, counted_cash: null, difference: null }));
    expect((await screen.findByRole('alert')).textContent).toBe('The shift is not closed yet.');
  });
});
