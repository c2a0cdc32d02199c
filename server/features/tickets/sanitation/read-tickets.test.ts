/** @module-tag postgres */
import { expect, test } from 'vitest';
import { addDays, day, dayOf, instantOf, startOfDay } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { sanitationTickets } from '#contract/tickets.ts';
import { GATE_DAY, openTestGate, type TestGate, ticketIncome } from '#server/testing/gate.ts';

const role = 'tiketing' as const;

async function openMarket(): Promise<TestGate> {
  const gate = await openTestGate();
  const issues = [
    [20, '2026-10-31', '23:59:59.999', 'tiketing'],
    [100, '2026-11-01', '00:00:00.000', 'editor'],
    [20, '2026-11-19', '08:00:00.000', 'tiketing'],
    [100, '2026-11-20', '06:00:00.000', 'tiketing'],
    [20, '2026-11-20', '07:00:00.000', 'editor'],
    [20, '2026-11-20', '07:00:00.000', 'tiketing'],
  ] as const;
  for (const [price, onDay, time, by] of issues) {
    gate.goTo(onDay, time);
    await gate.issue({ price }, { role: by });
  }
  gate.goTo(GATE_DAY);
  return gate;
}

const idsOf = ({ tickets }: Awaited<ReturnType<TestGate['list']>>) => tickets.map(({ customId }) => customId);
const refusedFor = async (gate: TestGate, query: Record<string, string>) => {
  const { details } = await gate.refused(sanitationTickets.byDate, { role, query }, 'invalid_input');
  return (details ?? []).map(({ field, message }) => `${field}: ${message}`);
};

test('tickets are listed by the newest issue first, of all days unless a day is given', {
  tags: ['slow'],
}, async () => {
  const gate = await openMarket();
  expect(idsOf(await gate.list())).toEqual(['T20_4', 'T20_3', 'T100_2', 'T20_2', 'T100_1', 'T20_1']);
  await gate.issue({ price: 100, issued_at: '2026-11-20T06:30:00+05:30', device_number: 'K-1' });
  expect(idsOf(await gate.list({ date: GATE_DAY }))).toEqual(['T20_4', 'T20_3', 'T100_3', 'T100_2']);
  expect(await gate.list({ date: '2026-11-18' })).toEqual({ count: 0, totalIncome: 0, tickets: [] });
});

test("lists are filtered by price, by part of the issuer's name, by day and by exact days; empty texts filter nothing", async () => {
  const gate = await openMarket();
  const cases: [Record<string, string>, string[]][] = [
    [{ price: '100' }, ['T100_2', 'T100_1']],
    [{ byWhom: 'EDIT' }, ['T20_3', 'T100_1']],
    [{ byWhom: '@example.com', price: '20', date: GATE_DAY }, ['T20_4', 'T20_3']],
    [{ startDate: '2026-10-31', endDate: '2026-11-01' }, ['T100_1', 'T20_1']],
    [{ startDate: '2026-11-01', endDate: '2026-11-19', price: '20' }, ['T20_2']],
    [{ startDate: '2026-11-01', endDate: '2026-11-30', byWhom: 'tiketing' }, ['T20_4', 'T100_2', 'T20_2']],
    [
      { date: '', startDate: '', endDate: '', price: '', byWhom: ' ' },
      ['T20_4', 'T20_3', 'T100_2', 'T20_2', 'T100_1', 'T20_1'],
    ],
    ...['%', '_', '\\', 'tiketing%', "' or 1=1 --"].map((byWhom): [Record<string, string>, string[]] => [
      { byWhom },
      [],
    ]),
  ];
  for (const [query, expected] of cases) {
    const listed = await gate.list(query);
    expect(idsOf(listed), JSON.stringify(query)).toEqual(expected);
    expect(listed.count).toBe(expected.length);
    expect(listed.totalIncome).toBe(listed.tickets.reduce((sum, { price }) => sum + price, 0));
  }
});

test('half a period, a period that ends before it starts, and a day with a period are refused, each with its field', async () => {
  const gate = await openTestGate();
  const both = 'Choose both a start date and an end date.';
  expect(await refusedFor(gate, { startDate: GATE_DAY })).toEqual([`endDate: ${both}`]);
  expect(await refusedFor(gate, { endDate: GATE_DAY, startDate: '' })).toEqual([`startDate: ${both}`]);
  expect(await refusedFor(gate, { startDate: GATE_DAY, endDate: '2026-11-19' })).toEqual([
    'endDate: The end date cannot be before the start date.',
  ]);
  expect(await refusedFor(gate, { date: GATE_DAY, endDate: GATE_DAY })).toEqual([
    'date: Choose a day or a date range, not both.',
  ]);
  for (const query of [
    { startDate: GATE_DAY },
    { endDate: GATE_DAY },
    { startDate: GATE_DAY, endDate: '2026-11-19' },
  ]) {
    await gate.refused(sanitationTickets.monthlyIncome, { role, query }, 'invalid_input');
  }
  for (const query of [
    { date: '2026-11-31' },
    { price: '50' },
    { page: '0' },
    { limit: '501' },
    { byWhom: 'a\u0000' },
  ]) {
    await gate.refused(sanitationTickets.byDate, { role, query: query as never }, 'invalid_input');
  }
});

test('pages follow each other without a gap or a duplicate, with a search or without, and each has the total', async () => {
  const gate = await openMarket();
  for (const query of [{}, { byWhom: 'example' }, { byWhom: 'example', startDate: '2026-10-01', endDate: GATE_DAY }]) {
    const pages = await Promise.all(['1', '2', '3'].map((page) => gate.list({ ...query, page, limit: '4' })));
    expect(pages.map(({ count, totalIncome }) => [count, totalIncome])).toEqual(Array(3).fill([6, 280]));
    expect(pages.map(idsOf)).toEqual([['T20_4', 'T20_3', 'T100_2', 'T20_2'], ['T100_1', 'T20_1'], []]);
  }
  expect(idsOf(await gate.list({ page: '2', limit: '3', price: '20' }))).toEqual(['T20_1']);
  expect(idsOf(await gate.list({ page: '1' }))).toHaveLength(6);
});

test('without a page every ticket is listed, however many there are', { tags: ['slow'] }, async () => {
  const gate = await openTestGate();
  const firstDay = day('2026-09-01');
  await gate.app.database.write(async (tx) => {
    const rows = Array.from({ length: 10_500 }, (_, at) => {
      const issuedAt =
        at < 499 ? startOfDay(addDays(firstDay, at % 7)) : instantOf(Date.parse('2026-11-20T00:00:00.000Z') + at);
      return {
        cents: cents(2000),
        count: at + 1,
        issued_at: issuedAt,
        issued_day: dayOf(issuedAt),
        issued_by: 'gate@example.com',
        device_number: null,
        shift_id: null,
        voided_at: null,
        voided_by: null,
        void_reason: null,
        created_at: issuedAt,
        updated_at: issuedAt,
      };
    });
    for (let at = 0; at < rows.length; at += 500) {
      await tx
        .insertInto('sanitation_tickets')
        .values(rows.slice(at, at + 500))
        .execute();
    }
    const ofDay = Map.groupBy(rows, ({ issued_day }) => issued_day);
    const sums = [...ofDay].map(([onDay, { length }]) => ({
      subject: 'sanitation' as const,
      day: onDay,
      kind: '20',
      tickets: length,
      cents: cents(length * 2000),
    }));
    await tx.insertInto('ticket_sums').values(sums).execute();
    const ofShifts = sums.map(({ day: onDay, tickets, cents: sum }) => ({
      day: onDay,
      shift_id: '',
      issued_by: 'gate@example.com',
      issued_by_id: 0,
      tickets,
      cents: sum,
    }));
    await tx.insertInto('shift_sums').values(ofShifts).execute();
    await tx.updateTable('sanitation_counts').set({ last: 10_500 }).where('cents', '=', cents(2000)).execute();
  });
  await gate.expectSums(10_500);
  for (const query of [{}, { byWhom: 'gate' }, { startDate: '2026-01-01', endDate: GATE_DAY }]) {
    const listed = await gate.list(query);
    expect([listed.count, listed.totalIncome, listed.tickets.length]).toEqual([10_500, 210_000, 10_500]);
    expect(idsOf(listed).slice(0, 10_001)).toEqual(Array.from({ length: 10_001 }, (_, at) => `T20_${10_500 - at}`));
    expect(new Set(idsOf(listed)).size).toBe(10_500);
  }
  expect(idsOf(await gate.list({ date: GATE_DAY }))).toHaveLength(10_001);
  const last = await gate.list({ page: '21', limit: '500' });
  expect([last.count, last.tickets.length]).toEqual([10_500, 500]);
  expect(idsOf(last).slice(0, 2)).toEqual(['T20_500', 'T20_497']);
});

test('daily income is listed backwards from today, which is included without tickets too', async () => {
  const gate = await openMarket();
  const daily = (query: object = {}) => gate.ask(sanitationTickets.dailyIncome, { role, query });
  expect(await daily()).toEqual([
    { date: '2026-11-20', ...ticketIncome(140, 3) },
    { date: '2026-11-19', ...ticketIncome(20, 1) },
    { date: '2026-11-01', ...ticketIncome(100, 1) },
    { date: '2026-10-31', ...ticketIncome(20, 1) },
  ]);
  expect(await daily({ price: '100' })).toEqual([
    { date: '2026-11-20', ...ticketIncome(100, 1) },
    { date: '2026-11-01', ...ticketIncome(100, 1) },
  ]);
  gate.goTo('2026-11-21', '00:00:00.000');
  expect((await daily()).map(({ date }) => date)).toEqual([
    '2026-11-21',
    ...['20', '19', '01'].map((at) => `2026-11-${at}`),
    '2026-10-31',
  ]);
});

test('daily and monthly income can be filtered by issuer, in any case', async () => {
  const gate = await openMarket();
  const daily = (query: object) => gate.ask(sanitationTickets.dailyIncome, { role, query });
  expect(await daily({ byWhom: 'EDITOR' })).toEqual([
    { date: '2026-11-20', ...ticketIncome(20, 1) },
    { date: '2026-11-01', ...ticketIncome(100, 1) },
  ]);
  expect(await daily({ byWhom: 'editor', price: '100' })).toEqual([
    { date: '2026-11-20', ...ticketIncome(0, 0) },
    { date: '2026-11-01', ...ticketIncome(100, 1) },
  ]);
  const monthly = (query: object) => gate.ask(sanitationTickets.monthlyIncome, { role, query });
  expect(await monthly({ byWhom: 'tiketing' })).toEqual([
    { year: 2026, month: 11, ...ticketIncome(140, 3) },
    { year: 2026, month: 10, ...ticketIncome(20, 1) },
  ]);
  expect(await monthly({ byWhom: 'tiketing', startDate: '2026-11-01', endDate: '2026-11-19' })).toEqual([
    { year: 2026, month: 11, ...ticketIncome(20, 1) },
  ]);
  expect(await monthly({ byWhom: 'nobody' })).toEqual([]);
});

test('monthly income is of whole months, or of exact days of them, and of one price on request', async () => {
  const gate = await openMarket();
  const monthly = (query: object = {}) => gate.ask(sanitationTickets.monthlyIncome, { role, query });
  const november = { year: 2026, month: 11 };
  const october = { year: 2026, month: 10 };
  expect(await monthly()).toEqual([
    { ...november, ...ticketIncome(260, 5) },
    { ...october, ...ticketIncome(20, 1) },
  ]);
  expect(await monthly({ startDate: '2026-11-01', endDate: '2026-11-19' })).toEqual([
    { ...november, ...ticketIncome(120, 2) },
  ]);
  expect(await monthly({ startDate: '2026-10-31', endDate: '2026-11-01', price: '20' })).toEqual([
    { ...october, ...ticketIncome(20, 1) },
  ]);
  expect(await monthly({ startDate: '2026-10-01', endDate: '2026-10-30' })).toEqual([]);
});

test('the six cards and the table of all months are in one answer, and follow the day and month in Colombo', async () => {
  const gate = await openMarket();
  const table = [
    { year: 2026, month: 11, ...ticketIncome(260, 5), count20: 3, count100: 2 },
    { year: 2026, month: 10, ...ticketIncome(20, 1), count20: 1, count100: 0 },
  ];
  expect(await gate.cards()).toEqual({
    today: { all: ticketIncome(140, 3), price20: ticketIncome(40, 2), price100: ticketIncome(100, 1) },
    this_month: { all: ticketIncome(260, 5), price20: ticketIncome(60, 3), price100: ticketIncome(200, 2) },
    months: table,
  });
  const none = { all: ticketIncome(0, 0), price20: ticketIncome(0, 0), price100: ticketIncome(0, 0) };
  gate.goTo('2026-11-30', '23:59:59.999');
  expect((await gate.cards()).today).toEqual(none);
  expect((await gate.cards()).this_month.all).toEqual(ticketIncome(260, 5));
  gate.goTo('2026-12-01', '00:00:00.000');
  expect(await gate.cards()).toEqual({ today: none, this_month: none, months: table });
});

test('the ends of years and a leap day are counted like other days', async () => {
  const gate = await openTestGate();
  for (const [onDay, time] of [
    ['2027-12-31', '23:59:59.999'],
    ['2028-01-01', '00:00:00.000'],
    ['2028-02-29', '12:00:00.000'],
  ] as const) {
    gate.goTo(onDay, time);
    expect((await gate.issue({ price: 20 })).ticket.date).toBe(onDay);
  }
  const { months } = await gate.cards();
  expect(months.map(({ year, month }) => `${year}-${month}`)).toEqual(['2028-2', '2028-1', '2027-12']);
  expect((await gate.list({ startDate: '2028-02-29', endDate: '2028-03-31' })).count).toBe(1);
});
