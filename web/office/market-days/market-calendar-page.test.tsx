import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays, addMonths, day, startOfDay } from '#billing/calendar.ts';
import type { MarketDay } from '#contract/market-days.ts';
import { setCurrentLanguage } from '#web/i18n/t.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
// The page is imported in advance, because the office imports its pages lazily.
import './market-calendar-page.tsx';

const PATH = '/market-calendar?year=2026';
const WEEK = 'GET /api/market-days';
const YEAR = 'GET /api/market-days?from=2026-01-01&to=2026-12-31';

const marketDay = (date: string, fields: Partial<MarketDay> = {}): MarketDay => ({
  date: day(date),
  kind: 'closed',
  reason: 'Lorry strike',
  reason_si: 'ලොරි වර්ජනය',
  reason_ta: '',
  createdAt: startOfDay(day(date)),
  updatedAt: startOfDay(day(date)),
  ...fields,
});
const strike = marketDay('2026-11-23');
const poya = marketDay('2026-11-24', { kind: 'poya', reason: 'Full-moon (Poya) day' });
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const calendar = (days: MarketDay[], open_weekdays = everyDay) => Response.json({ open_weekdays, days });

beforeEach(() => signInAs('editor'));
afterEach(() => setCurrentLanguage('en'));

const rows = async () => {
  const table = await screen.findByRole('table', { name: /Calendar entries for/ });
  return within(table).getAllByRole('row').slice(1);
};

async function choose(user: UserEvent, field: string, option: string): Promise<void> {
  await user.selectOptions(screen.getByRole('combobox', { name: field }), option);
}

test('the calendar explains its purpose in a sentence, and lists the days of a year with their weekdays', {
  tags: ['slow'],
}, async () => {
  answerCalls({ [WEEK]: () => calendar([]), [YEAR]: () => calendar([strike, poya]) });
  openOffice(PATH);
  await screen.findByText(/This calendar tells the public why/);
  const [first, second] = await rows();
  expect(first?.textContent).toContain('23 Nov 2026MondayClosedLorry strikeලොරි වර්ජනය');
  expect(second?.textContent).toContain('24 Nov 2026TuesdayPoya day');
});

test.each([
  ['si', /ලොරි වර්ජනයLorry strike/],
  ['ta', /Lorry strikeලොරි වර්ජනය/],
] as const)(
  'in %s a reason comes in this language first, in English if it is not translated',
  { tags: ['slow'] },
  async (language, text) => {
    answerCalls({ [WEEK]: () => calendar([]), [YEAR]: () => calendar([strike]) });
    setCurrentLanguage(language);
    openOffice(PATH);
    const table = await screen.findByRole('table');
    expect(table.textContent).toMatch(text);
  },
);

test('another year is chosen from the list, and is in the URL', { tags: ['slow'] }, async () => {
  const year = String(Number(browserToday().slice(0, 4)) + 1);
  answerCalls({
    [WEEK]: () => calendar([]),
    [YEAR]: () => calendar([strike]),
    [`GET /api/market-days?from=${year}-01-01&to=${year}-12-31`]: () => calendar([]),
  });
  const { user, address } = openOffice(PATH);
  await rows();
  await choose(user, 'Year', year);
  await screen.findByText(`No days added for ${year} yet.`);
  expect(address()).toBe(`/market-calendar?year=${year}`);
});

test('open weekdays are saved on request, and at least one is required', { tags: ['slow'] }, async () => {
  let open = everyDay;
  const sent = answerCalls({
    [WEEK]: () => calendar([], open),
    [YEAR]: () => calendar([]),
    'PUT /api/market-days/week': ({ body }) => {
      open = (body as { open_weekdays: number[] }).open_weekdays.toSorted((one, other) => one - other);
      return Response.json({ message: 'Market opening days saved.', open_weekdays: open });
    },
  });
  const { user } = openOffice(PATH);
  const save = await screen.findByRole('button', { name: 'Save opening days' });
  expect(save).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: 'Sunday' }));
  screen.getByText('Not saved yet.');
  await user.click(save);
  await screen.findByText('Market opening days saved.');
  expect(open).toEqual([1, 2, 3, 4, 5, 6]);
  expect(sent.filter(({ call }) => call.startsWith('PUT'))).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText('Not saved yet.')).toBeNull());

  for (const box of screen.getAllByRole('checkbox', { checked: true })) await user.click(box);
  screen.getByText('Choose at least one day.');
  expect(screen.getByRole('button', { name: 'Save opening days' })).toHaveProperty('disabled', true);
});

test('a new day is entered with its reason in three languages, and the list shows it', { tags: ['slow'] }, async () => {
  let days: MarketDay[] = [];
  const sent = answerCalls({
    [WEEK]: () => calendar([]),
    [YEAR]: () => calendar(days),
    'GET /api/market-days?from=2026-11-23&to=2026-11-23': () => calendar([]),
    'PUT /api/market-days/2026-11-23': () => {
      days = [strike];
      return Response.json({ message: 'Day saved to the market calendar.', day: strike });
    },
  });
  const { user } = openOffice(PATH);
  await user.click(await screen.findByRole('button', { name: 'Add day' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a day' });
  await user.click(within(dialog).getByRole('button', { name: 'Save day' }));
  await within(dialog).findByText('Choose a date.');
  within(dialog).getByText('Enter the reason.');

  await user.type(within(dialog).getByRole('textbox', { name: 'Date' }), '23 Nov 2026');
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Lorry strike');
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason in Sinhala' }), 'ලොරි වර්ජනය');
  await user.click(within(dialog).getByRole('button', { name: 'Save day' }));
  await screen.findByText('Day saved to the market calendar.');
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
    kind: 'closed',
    reason: 'Lorry strike',
    reason_si: 'ලොරි වර්ජනය',
    reason_ta: '',
  });
  await waitFor(async () => expect(await rows()).toHaveLength(1));
});

test('a Poya day fills in its names in three languages, and clears them when the day changes', {
  tags: ['slow'],
}, async () => {
  answerCalls({ [WEEK]: () => calendar([]), [YEAR]: () => calendar([]) });
  const { user } = openOffice(PATH);
  await user.click(await screen.findByRole('button', { name: 'Add day' }));
  await screen.findByRole('dialog', { name: 'Add a day' });
  const reason = screen.getByRole('textbox', { name: 'Reason' });
  await choose(user, 'Type of day', 'Closed: Poya day');
  expect(reason).toHaveProperty('value', 'Full-moon (Poya) day');
  expect(screen.getByRole('textbox', { name: 'Reason in Tamil' })).toHaveProperty('value', 'பௌர்ணமி போயா தினம்');
  await choose(user, 'Type of day', 'Closed: public holiday');
  expect(reason).toHaveProperty('value', '');
  await user.type(reason, 'Election day');
  await choose(user, 'Type of day', 'Closed: Poya day');
  expect(reason).toHaveProperty('value', 'Election day');
});

test('an existing day is not overwritten without a question', { tags: ['slow'] }, async () => {
  const sent = answerCalls({
    [WEEK]: () => calendar([]),
    [YEAR]: () => calendar([poya]),
    'GET /api/market-days?from=2026-11-24&to=2026-11-24': () => calendar([poya]),
    'PUT /api/market-days/2026-11-24': () =>
      Response.json({ message: 'Day saved to the market calendar.', day: marketDay('2026-11-24') }),
  });
  const { user } = openOffice(PATH);
  await user.click(await screen.findByRole('button', { name: 'Add day' }));
  await user.type(await screen.findByRole('textbox', { name: 'Date' }), '24 Nov 2026');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Lorry strike');
  await user.click(screen.getByRole('button', { name: 'Save day' }));
  const question = await screen.findByRole('dialog', { name: 'Replace the entry for 24 Nov 2026?' });
  expect(question.textContent).toContain(
    'The calendar already has an entry for this day: Poya day, “Full-moon (Poya) day”.',
  );
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(sent.some(({ call }) => call.startsWith('PUT'))).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Save day' }));
  await user.click(await screen.findByRole('button', { name: 'Replace' }));
  await screen.findByText('Day saved to the market calendar.');
});

test('a day is edited in the list, and closing with unsaved input asks', { tags: ['slow'] }, async () => {
  const sent = answerCalls({
    [WEEK]: () => calendar([]),
    [YEAR]: () => calendar([strike]),
    'PUT /api/market-days/2026-11-23': () =>
      Response.json({ message: 'Day saved to the market calendar.', day: strike }),
  });
  const { user } = openOffice(PATH);
  await user.click(await screen.findByRole('button', { name: 'Edit 23 Nov 2026' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit 23 Nov 2026' });
  expect(within(dialog).queryByRole('textbox', { name: 'Date' })).toBeNull();
  const reason = within(dialog).getByRole('textbox', { name: 'Reason' });
  expect(reason).toHaveProperty('value', 'Lorry strike');
  await user.type(reason, ' ended');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save day' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({ reason: 'Lorry strike ended' });
});

test('a day that cannot be saved shows the reason, and the input remains', { tags: ['slow'] }, async () => {
  answerCalls({
    [WEEK]: () => calendar([]),
    [YEAR]: () => calendar([strike]),
    'PUT /api/market-days/2026-11-23': () => new Response('', { status: 500 }),
  });
  const { user } = openOffice(PATH);
  await user.click(await screen.findByRole('button', { name: 'Edit 23 Nov 2026' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason in Tamil' }), 'லொறி வேலைநிறுத்தம்');
  await user.click(screen.getByRole('button', { name: 'Save day' }));
  await screen.findByText('Could not save the day. Try again.');
  expect(screen.getByRole('textbox', { name: 'Reason in Tamil' })).toHaveProperty('value', 'லொறி வேலைநிறுத்தம்');
});

test('removing a day asks, names it, and reloads the list', { tags: ['slow'] }, async () => {
  let days = [strike, poya];
  const sent = answerCalls({
    [WEEK]: () => calendar([]),
    [YEAR]: () => calendar(days),
    'DELETE /api/market-days/2026-11-23': () => {
      days = [poya];
      return Response.json({ message: 'Day removed from the market calendar.' });
    },
    'DELETE /api/market-days/2026-11-24': () => refuse('market_day_not_found'),
  });
  const { user } = openOffice(PATH);
  await user.click(await screen.findByRole('button', { name: 'Remove 23 Nov 2026' }));
  const question = await screen.findByRole('dialog', { name: 'Remove 23 Nov 2026 from the calendar?' });
  expect(question.textContent).toContain('“Lorry strike”');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Remove 23 Nov 2026' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(async () => expect(await rows()).toHaveLength(1));

  await user.click(screen.getByRole('button', { name: 'Remove 24 Nov 2026' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await screen.findByText('There is no entry for this day in the market calendar.');
});

test('the Poya days of the year are added with one button', async () => {
  let days: MarketDay[] = [];
  const sent = answerCalls({
    [WEEK]: () => calendar([]),
    [YEAR]: () => calendar(days),
    'POST /api/market-days/poya': () => {
      days = [poya];
      return Response.json({ message: '12 Poya days added for 2026.', added: [poya.date] });
    },
  });
  const { user } = openOffice(PATH);
  await user.click(await screen.findByRole('button', { name: 'Add Poya days for 2026' }));
  await screen.findByText('12 Poya days added for 2026.');
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ year: 2026 });
  await waitFor(async () => expect(await rows()).toHaveLength(1));
});

test('a calendar that cannot be loaded is reported, and Try again loads it', { tags: ['slow'] }, async () => {
  answerCalls({ [WEEK]: () => calendar([]) });
  const { user } = openOffice(PATH);
  await screen.findByText('Could not load the market calendar.');
  answerCalls({ [WEEK]: () => calendar([]), [YEAR]: () => calendar([strike]) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});

test('the calendar opens at today, and a saved day of the past opens its year', { tags: ['slow'] }, async () => {
  const today = browserToday();
  const UPCOMING = `GET /api/market-days?from=${today}&to=${addDays(addMonths(today, 12), -1)}`;
  const past = marketDay('2020-01-10');
  answerCalls({
    [WEEK]: () => calendar([]),
    [UPCOMING]: () => calendar([marketDay(today)]),
    'GET /api/market-days?from=2020-01-10&to=2020-01-10': () => calendar([]),
    'GET /api/market-days?from=2020-01-01&to=2020-12-31': () => calendar([past]),
    'PUT /api/market-days/2020-01-10': () => Response.json({ message: 'Day saved.', day: past }),
  });
  const { user, address } = openOffice('/market-calendar');
  expect(await rows()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Add day' }));
  await user.type(await screen.findByRole('textbox', { name: 'Date' }), '10/1/2020');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Flood');
  await user.click(screen.getByRole('button', { name: 'Save day' }));
  await waitFor(() => expect(address()).toBe('/market-calendar?year=2020'));
  await waitFor(async () => expect((await rows())[0]?.textContent).toContain('10 Jan 2020'));
});

test('a day that has a price list is closed only after a question that names the number of prices', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({
    [WEEK]: () => calendar([]),
    [YEAR]: () => calendar([]),
    'GET /api/market-days?from=2026-11-20&to=2026-11-20': () => calendar([]),
    'GET /api/prices/by-date/2026-11-20': () => Response.json([listedPrice(1), listedPrice(2)]),
    'PUT /api/market-days/2026-11-20': () => Response.json({ message: 'Day saved.', day: marketDay('2026-11-20') }),
  });
  const { user } = openOffice(PATH);
  await user.click(await screen.findByRole('button', { name: 'Add day' }));
  await user.type(await screen.findByRole('textbox', { name: 'Date' }), '20 Nov 2026');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Strike');
  await user.click(screen.getByRole('button', { name: 'Save day' }));
  const name = '20 Nov 2026 has a price list. Close the day anyway?';
  const question = within(await screen.findByRole('dialog', { name }));
  question.getByText(/^2 prices are published for 20 Nov 2026/);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  await user.click(question.getByRole('button', { name: 'Close the day' }));
  await screen.findByText('Day saved.');
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({ kind: 'closed', despite_prices: true });
});

function listedPrice(id: number) {
  const product = { id, name: 'Beans', name_si: '', name_ta: '', type: 'vegetable', unit: 'kg', image: null, code: '' };
  const at = startOfDay(day('2026-11-20'));
  return {
    id,
    product_id: id,
    date: '2026-11-20',
    min_price: 1,
    max_price: 2,
    createdAt: at,
    updatedAt: at,
    product,
  };
}
