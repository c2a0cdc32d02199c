import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerPriceCalls, refused } from '#web/testing/price-calls.ts';
import { showScreen } from '#web/testing/screen.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { ViewPricesPage } from './view-prices-page.tsx';

const DAY = '2026-11-18';
const product = {
  id: 7,
  name: 'Beans',
  name_si: 'බෝංචි',
  name_ta: 'போஞ்சி',
  type: 'vegetable',
  unit: 'kg',
  image: null,
  code: 'BEANS',
};
const price = { id: 31, date: DAY, product_id: 7, min_price: 380, max_price: 1400.5, product };
const leeks = {
  ...price,
  id: 32,
  product_id: 8,
  product: { ...product, id: 8, name: 'Leeks', name_si: 'ලීක්ස්', name_ta: 'லீக்ஸ்' },
};

const around = (date: string, more = {}) => ({
  date,
  has_list: date === DAY,
  previous: '2026-11-17',
  next: null,
  latest: DAY,
  ...more,
});
const replies = {
  [`GET /api/prices/days/${browserToday()}`]: () => around(browserToday()),
  [`GET /api/prices/days/${DAY}`]: () => around(DAY),
  [`GET /api/prices/by-date/${DAY}`]: () => [price, leeks],
  'GET /api/prices/days/2026-11-17': () => around('2026-11-17', { previous: null, next: DAY }),
  'GET /api/prices/by-date/2026-11-17': () => [],
};

function showView(at = '/view-dailyprices', more: Parameters<typeof answerPriceCalls>[0] = {}) {
  answerPriceCalls({ ...replies, ...more });
  return showScreen(<ViewPricesPage />, { path: '/view-dailyprices', at });
}

test('the latest day with a list is shown, each price with its number, date, item, minimum and maximum', async () => {
  showView();
  const row = (await screen.findByRole('link', { name: 'Beans' })).closest('tr');
  expect(
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
      .slice(0, 5),
  ).toEqual(['31', '18 Nov 2026', 'Beansබෝංචිபோஞ்சிLKR 380.00 – 1,400.50', '380.00', '1,400.50']);
});

test('an item links to its product, Edit to its price, and Back to Management to the menu', async () => {
  showView();
  const href = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await href('Beans')).toBe('/product-summary/7');
  expect(await href('Edit Beans')).toBe(`/edit-dailyprice/${DAY}/7`);
  expect(await href('Back to Management')).toBe('/daily-price');
});

test('a search in any of the three scripts finds the item and marks the match', async () => {
  const { user } = showView();
  await screen.findByRole('link', { name: 'Beans' });
  await user.type(screen.getByRole('searchbox'), 'போஞ்');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Leeks' })).toBeNull());
  expect(document.querySelector('mark')?.textContent).toBe('போஞ்');
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'EA');
  await waitFor(() => expect(document.querySelector('mark')?.textContent).toBe('ea'));
});

test('the previous day with a list is one press away, and is in the URL', { tags: ['slow'] }, async () => {
  const { user, address } = showView();
  await user.click(await screen.findByRole('button', { name: 'Previous day with prices, 17 Nov 2026' }));
  await screen.findByText('No daily prices found.');
  expect(address()).toBe('/view-dailyprices?date=2026-11-17');
  expect(screen.getByRole('link', { name: 'Enter the prices for 17 Nov 2026' }).getAttribute('href')).toBe(
    '/add-dailyprice?date=2026-11-17',
  );
  await user.click(screen.getByRole('button', { name: 'Next day with prices, 18 Nov 2026' }));
  await screen.findByRole('link', { name: 'Beans' });
});

test('a link with day and search opens the same screen', async () => {
  showView(`/view-dailyprices?date=${DAY}&search=leeks`);
  await screen.findByRole('link', { name: 'Leeks' });
  expect(screen.queryByRole('link', { name: 'Beans' })).toBeNull();
});

test('a search without results says that nothing was found', async () => {
  showView(`/view-dailyprices?date=${DAY}&search=turnip`);
  await screen.findByText('No daily prices found.');
});

test('a market without a list shows a message', async () => {
  showView('/view-dailyprices', {
    [`GET /api/prices/days/${browserToday()}`]: () => around(browserToday(), { latest: null, previous: null }),
  });
  await screen.findByText('No daily prices found.');
  screen.getByRole('link', { name: 'Enter prices' });
});

test('an answer that is not a list counts as an empty one', async () => {
  showView(`/view-dailyprices?date=${DAY}`, { [`GET /api/prices/by-date/${DAY}`]: () => ({ rows: null }) });
  await screen.findByText('No daily prices found.');
});

test('prices that cannot be loaded are reported, and Try again is offered', async () => {
  showView(`/view-dailyprices?date=${DAY}`, { [`GET /api/prices/by-date/${DAY}`]: () => refused(500) });
  await screen.findByText('Failed to fetch daily prices.');
  screen.getByRole('button', { name: 'Try again' });
});

const WITHDRAW = `POST /api/prices/days/${DAY}/withdraw`;
const MOVE = `POST /api/prices/days/${DAY}/move`;

test('a list is withdrawn after a preview, with a reason', { tags: ['slow'] }, async () => {
  const sent = answerPriceCalls({
    ...replies,
    [`${WITHDRAW}?dry_run=true`]: () => ({ message: '', digest: 'seen', withdrawn: 2 }),
    [`${WITHDRAW}?preview_digest=seen`]: () => ({ message: 'Price list withdrawn.', digest: 'seen', withdrawn: 2 }),
  });
  const { user, address } = showScreen(<ViewPricesPage />, { path: '/view-dailyprices', at: '/view-dailyprices' });
  await user.click(await screen.findByRole('button', { name: 'Withdraw list' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw the price list for 18 Nov 2026?' }));
  await dialog.findByText(/^2 prices for 18 Nov 2026 will disappear from the public list/);
  await user.click(dialog.getByRole('button', { name: 'Withdraw list' }));
  expect(sent.some(({ call }) => call.startsWith(`${WITHDRAW}?preview`))).toBe(false);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Wrong day');
  await user.click(dialog.getByRole('button', { name: 'Withdraw list' }));
  await screen.findByText('Price list withdrawn.');
  expect(sent.find(({ call }) => call === `${WITHDRAW}?preview_digest=seen`)?.body).toEqual({ reason: 'Wrong day' });
  expect(address()).toBe(`/view-dailyprices?date=${DAY}`);
});

test('a list is moved to a day that has one only when that is confirmed, and the other day opens', {
  tags: ['slow'],
}, async () => {
  const closed = { kind: 'closed', reason: 'Strike', reason_si: '', reason_ta: '' };
  const effect = { message: 'Price list moved.', digest: 'seen', moved: 2, replaced: 1, closed };
  const sent = answerPriceCalls({
    ...replies,
    [`${MOVE}?dry_run=true`]: () => effect,
    [`${MOVE}?preview_digest=seen`]: () => effect,
  });
  const { user, address } = showScreen(<ViewPricesPage />, { path: '/view-dailyprices', at: '/view-dailyprices' });
  await user.click(await screen.findByRole('button', { name: 'Move to another day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move the price list for 18 Nov 2026' }));
  await dialog.findByText('Choose the day that the prices are for.');
  expect(dialog.queryByRole('alert')).toBeNull();
  await user.type(dialog.getByRole('textbox', { name: 'New day' }), '17/11/2026{Tab}');
  await dialog.findByText(/^2 prices will move from 18 Nov 2026 to 17 Nov 2026/);
  dialog.getByText('Closed: Strike');
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Wrong day');
  await user.click(dialog.getByRole('button', { name: 'Move list' }));
  await dialog.findByText(/^This day already has a price list/);
  await user.click(dialog.getByRole('checkbox', { name: 'Replace the 1 price for 17 Nov 2026' }));
  await user.click(dialog.getByRole('button', { name: 'Move list' }));
  await waitFor(() => expect(address()).toBe('/view-dailyprices?date=2026-11-17'));
  expect(sent.find(({ call }) => call === `${MOVE}?preview_digest=seen`)?.body).toEqual({
    to: '2026-11-17',
    reason: 'Wrong day',
    replace: true,
  });
});
