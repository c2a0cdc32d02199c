import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays, day, dayNumber, startOfDay } from '#billing/calendar.ts';
import { signInAs } from '#web/testing/office.tsx';
import { answerPriceCalls, refused } from '#web/testing/price-calls.ts';
import { showScreen } from '#web/testing/screen.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { NOT_AVAILABLE } from '../read-price.ts';
import { readDraft, saveDraft } from '../sheet/drafts.ts';
import { DailyPriceMenuPage } from './daily-price-menu-page.tsx';
import { EditPricePage } from './edit-price-page.tsx';

const DAY = '2026-11-18';
const PUT = `PUT /api/prices/product/7/date/${DAY}`;
const price = { id: 31, product_id: 7, date: DAY, min_price: 380, max_price: 400.5 };
const replies = {
  [`GET /api/prices/product/7/date/${DAY}`]: () => price,
  'GET /api/products/7': () => ({ id: 7, name: 'Beans', unit: 'kg' }),
  'GET /api/prices/product/7/series': () => ({
    product_id: 7,
    days: ['2026-11-16', DAY, '2026-11-19'].map((date) => dayNumber(day(date))),
    min_cents: [36_000, 38_000, 1000],
    max_cents: [39_000, 40_050, 2000],
  }),
  [`GET /api/prices/product/7/date/${DAY}/changes`]: () => [
    {
      id: 5,
      changed_at: '2026-11-18T01:30:00.000Z',
      changed_by: 'clerk@example.com',
      old: { min_price: 370, max_price: 400 },
      new: { min_price: 380, max_price: 400.5 },
    },
    { id: 4, changed_at: '2026-11-18T01:00:00.000Z', changed_by: 'clerk@example.com', old: null, new: null },
  ],
  [PUT]: () => ({ message: 'Daily price range updated successfully!', data: price }),
};

async function showEdit(more: Parameters<typeof answerPriceCalls>[0] = {}) {
  const sent = answerPriceCalls({ ...replies, ...more });
  const path = '/edit-dailyprice/:date/:productId';
  const shown = showScreen(<EditPricePage />, { path, at: `/edit-dailyprice/${DAY}/7` });
  return { ...shown, puts: () => sent.filter(({ call }) => call === PUT) };
}
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name);
const update = () => screen.getByRole('button', { name: 'Update' });

test('day and product are shown and fixed, and the two prices can be changed', async () => {
  await showEdit();
  expect([await field('Date'), await field('Product')].map(({ value, readOnly }) => [value, readOnly])).toEqual([
    ['18 Nov 2026', true],
    ['Beans', true],
  ]);
  expect([(await field(/^Minimum/)).value, (await field(/^Maximum/)).value]).toEqual(['380', '400.50']);
});

test('a changed price is sent in rupees, and two seconds later the list of that day opens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { user, puts, address } = await showEdit();
  await user.clear(await field(/^Maximum/));
  await user.type(await field(/^Maximum/), '1,420.5{Enter}');
  await screen.findByText('Daily price range updated successfully!');
  expect(puts()).toEqual([{ call: PUT, body: { min_price: 380, max_price: 1420.5 } }]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(address()).toBe(`/view-dailyprices?date=${DAY}`);
  vi.useRealTimers();
});

test.each([
  ['', '400', 'Both min and max prices are required.'],
  ['', '', 'Both min and max prices are required.'],
  ['410', '400', 'Min price should not exceed max price.'],
  ['38o', '400', '“38o” is not a valid price.'],
])('%j and %j are not sent: %s', async (min, max, sentence) => {
  const { user, puts } = await showEdit();
  await user.clear(await field(/^Minimum/));
  await user.clear(await field(/^Maximum/));
  if (min !== '') await user.type(await field(/^Minimum/), min);
  if (max !== '') await user.type(await field(/^Maximum/), max);
  await user.click(update());
  await screen.findByText(sentence);
  expect(puts()).toEqual([]);
});

test('a figure far from the last one before that day asks first, and can still be saved', async () => {
  const { user, puts } = await showEdit();
  expect(screen.queryByText(/the last/)).toBeNull();
  await user.clear(await field(/^Minimum/));
  await user.type(await field(/^Minimum/), '38');
  await screen.findByText('Minimum price of 38 is less than half the last price (360).');
  await user.click(update());
  await waitFor(() => expect(puts()).toHaveLength(1));
});

test('earlier prices are below: when, who, from, to', async () => {
  await showEdit();
  await screen.findByText('370 – 400');
  screen.getByText('380 – 400.50');
  expect(screen.getAllByText('not available')).toHaveLength(2);
  expect(screen.getAllByText('clerk@example.com')).toHaveLength(2);
});

test('a price that does not exist, and one that cannot be saved, are reported in the words of the specification', async () => {
  await showEdit({ [`GET /api/prices/product/7/date/${DAY}`]: () => refused(500) });
  await screen.findByText('Failed to load daily price.');
});

test('a failure without a message from the server says that the price was not updated, and the input remains', async () => {
  const { user } = await showEdit({ [PUT]: () => new Response('', { status: 502 }) });
  await user.clear(await field(/^Minimum/));
  await user.type(await field(/^Minimum/), '390');
  await user.click(update());
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to update daily price.');
  expect((await field(/^Minimum/)).value).toBe('390');
});

test('a published price is removed after a question, and the list of that day opens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const clear = vi.fn((_body: unknown, _headers: Headers) => ({
    message: 'Prices added/updated successfully!',
    results: [],
  }));
  const { user, address } = await showEdit({ 'POST /api/prices/update-multiple': clear });
  await user.click(await screen.findByRole('button', { name: 'Remove price' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the price of Beans for 18 Nov 2026?' }));
  await user.click(dialog.getByRole('button', { name: 'Remove price' }));
  await screen.findByText('Prices added/updated successfully!');
  expect(clear.mock.lastCall?.[0]).toEqual([{ product_id: 7, date: DAY, min_price: null, max_price: null }]);
  expect(clear.mock.lastCall?.[1].get('if-match')).toMatch(/^"[0-9a-f]{16}"$/);
  await vi.advanceTimersByTimeAsync(2000);
  expect(address()).toBe(`/view-dailyprices?date=${DAY}`);
  vi.useRealTimers();
});

describe('daily price menu page', () => {
  beforeEach(() => {
    localStorage.clear();
    signInAs('editor');
  });

  const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  const keep = (daysAgo: number) => {
    const date = addDays(browserToday(), -daysAgo);
    saveDraft(date, { savedAt: startOfDay(date), entries: new Map([[1, NOT_AVAILABLE]]) });
    return date;
  };

  test('the menu links to the sheet, the list, the import, the calendar and the board', () => {
    showScreen(<DailyPriceMenuPage />, { path: '/daily-price' });
    expect(links()).toEqual(
      expect.arrayContaining(['/add-dailyprice', '/view-dailyprices', '/import-prices', '/market-calendar', '/board']),
    );
    expect(screen.queryByText(/Not saved yet/)).toBeNull();
  });

  test('unsaved drafts are listed, newest first, and very old ones are deleted', () => {
    const older = keep(3);
    const newer = keep(1);
    const oldest = keep(100);
    showScreen(<DailyPriceMenuPage />, { path: '/daily-price' });
    const drafts = links().filter((href) => href?.includes('?date='));
    expect(drafts).toEqual([`/add-dailyprice?date=${newer}`, `/add-dailyprice?date=${older}`]);
    expect(readDraft(oldest)).toBeUndefined();
  });

  test('an unreadable draft is ignored', () => {
    localStorage.setItem(`pola.price-sheet.${browserToday()}`, '{"entries": 5');
    showScreen(<DailyPriceMenuPage />, { path: '/daily-price' });
    expect(screen.queryByText(/Not saved yet/)).toBeNull();
  });
});
