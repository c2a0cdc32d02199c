import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays, type Day, instantOf } from '#billing/calendar.ts';
import { prices } from '#contract/prices.ts';
import { versionOf } from '#contract/version.ts';
import { setCurrentLanguage } from '#web/i18n/t.ts';
import { answerPriceCalls, refused } from '#web/testing/price-calls.ts';
import { sheetAnswer } from '#web/testing/price-lines.ts';
import { showScreen } from '#web/testing/screen.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { DailyPriceMenuPage } from '../day/daily-price-menu-page.tsx';
import { EMPTY } from '../read-price.ts';
import { readDraft, saveDraft } from './drafts.ts';
import { findSaved } from './plan-save.ts';
import { PriceSheetPage } from './price-sheet-page.tsx';

const DAY = browserToday();
const BEFORE = addDays(DAY, -1);
const last = { date: BEFORE, min_price: 380, max_price: 400 };
const SAVE = 'POST /api/prices/update-multiple';
const KEPT = 'pola.saved-sheet';
const SAVED = { message: 'Prices added/updated successfully!', results: [] };

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const calendarOf = (date: Day) => `GET /api/market-days?from=${date}&to=${date}`;

const beans = sheetAnswer({ last });
const leeks = sheetAnswer({ product_id: 2, name: 'Leeks', name_si: 'ලීක්ස්', code: 'LEEKS', aliases: [], last });
const radish = sheetAnswer({
  product_id: 3,
  name: 'Radish',
  name_si: 'රාබු',
  code: 'RADISH',
  aliases: ['raabu'],
  last: null,
});
const pumpkin = sheetAnswer({
  product_id: 4,
  name: 'Pumpkin',
  name_si: 'වට්ටක්කා',
  code: 'PUMP',
  aliases: ['wattakka'],
  current: { min_price: 90, max_price: 120 },
  last: { ...last, min_price: 100, max_price: 120 },
});
const lines = [beans, leeks, radish, pumpkin];

const cell = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const values = (...names: string[]) =>
  names.map((name) => `${cell(`${name} minimum`).value}–${cell(`${name} maximum`).value}`);
const save = () => screen.getByRole('button', { name: 'Save All Price Ranges' });

async function openSheet(replies: Parameters<typeof answerPriceCalls>[0] = {}, { date = DAY, rows = lines } = {}) {
  const sent = answerPriceCalls({
    [`GET /api/prices/sheet/${date}`]: () => rows,
    [calendarOf(date)]: () => ({ open_weekdays: EVERY_DAY, days: [] }),
    [SAVE]: () => SAVED,
    ...replies,
  });
  const at = date === DAY ? '/add-dailyprice' : `/add-dailyprice?date=${date}`;
  const shown = showScreen(<PriceSheetPage />, { path: '/add-dailyprice', at });
  // Only a part of the label is matched, because its language depends on which texts earlier tests have loaded.
  const [minimum] = await screen.findAllByLabelText(/Beans/, { selector: 'input' });
  if (!minimum) throw new Error('no cell');
  await shown.user.click(minimum);
  const posts = () => sent.filter(({ call }) => call === SAVE);
  return { ...shown, posts, sent };
}

async function saveForReal(user: Awaited<ReturnType<typeof openSheet>>['user']) {
  await user.keyboard('{Control>}s{/Control}');
  await user.click(await screen.findByRole('button', { name: /^Save \d+ prices?$/ }));
}

/** Waits for the summary and presses a key, as a clerk who continues to work. Otherwise the menu is shown after 2 s. */
async function stayAfterSaving(user: Awaited<ReturnType<typeof openSheet>>['user']) {
  await screen.findByText(SAVED.message);
  await user.keyboard('{Shift}');
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("the sheet shows the market's list with the last pair in grey and the published prices", {
  tags: ['slow'],
}, async () => {
  await openSheet();
  const names = screen.getAllByLabelText(/ (minimum|maximum)$/).map((input) => input.getAttribute('aria-label'));
  expect(names.slice(0, 4)).toEqual(['Beans minimum', 'Beans maximum', 'Leeks minimum', 'Leeks maximum']);
  expect([cell('Beans minimum').placeholder, cell('Beans maximum').placeholder]).toEqual(['380', '400']);
  expect(values('Beans', 'Pumpkin')).toEqual(['–', '90–120']);
  screen.getByText('No earlier price');
});

afterEach(() => setCurrentLanguage('en'));

test.each([
  ['ta', 'முள்ளங்கி'],
  ['si', 'රාබු'],
] as const)('in %s each line has the name of its product in this language', async (language, name) => {
  setCurrentLanguage(language);
  await openSheet(
    {},
    {
      rows: [
        { ...beans, name_si: '', name_ta: '' },
        { ...radish, name_ta: 'முள்ளங்கி' },
      ],
    },
  );
  screen.getByText(name);
  expect(screen.getAllByRole('textbox', { name: new RegExp(name) })).toHaveLength(2);
  expect(screen.getByText('Radish').lang).toBe('en');
});

test('a point copies the last pair and moves down: one key for an unchanged line', async () => {
  const { user } = await openSheet();
  await user.keyboard('..');
  expect(values('Beans', 'Leeks')).toEqual(['380–400', '380–400']);
  expect(document.activeElement).toBe(cell('Radish minimum'));
  expect(screen.getAllByText(/^Same as on /)).toHaveLength(2);
});

test('a point without an earlier price stays in its line with the reason, and the sheet cannot be saved', async () => {
  const { user, posts } = await openSheet();
  await user.click(cell('Radish minimum'));
  await user.keyboard('.');
  screen.getByText('Radish has no earlier price to copy.');
  expect(document.activeElement).toBe(cell('Pumpkin minimum'));
  expect(cell('Radish minimum').value).toBe('.');
  await user.keyboard('{Control>}s{/Control}');
  screen.getByText('This product has no earlier price to copy.');
  expect(document.activeElement).toBe(cell('Radish minimum'));
  expect(posts()).toEqual([]);
});

test('Enter directly after the sheet moved down by itself is that step, also when it is held; a second one moves on', async () => {
  const { user } = await openSheet();
  await user.keyboard('.{Enter>3/}');
  expect(document.activeElement).toBe(cell('Leeks minimum'));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(cell('Radish minimum'));
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  expect(document.activeElement).toBe(cell('Leeks minimum'));
});

test('a range that is pasted or dropped into a cell fills both, and what is too long stays and is refused', async () => {
  const { user } = await openSheet();
  await user.paste('390 – 420');
  expect(values('Beans')).toEqual(['390–420']);
  await user.click(cell('Leeks minimum'));
  await user.paste('395.00 rupees a kilo today');
  await user.keyboard('{Enter}');
  expect(cell('Leeks minimum').value).toBe('395.00 rupees a kilo today');
  screen.getByText('“395.00 rupees a kilo today” is not a valid price.');
});

test('a point inside a figure is a decimal point', async () => {
  const { user } = await openSheet();
  await user.keyboard('380.5');
  expect(cell('Beans minimum').value).toBe('380.5');
});

test('a dash marks a line as not available and moves down; typing in it removes the mark', async () => {
  const { user } = await openSheet();
  await user.keyboard('-');
  screen.getByText('Not available');
  expect(document.activeElement).toBe(cell('Leeks minimum'));
  await user.keyboard('{ArrowUp}390');
  expect(screen.queryByText('Not available')).toBeNull();
  expect(values('Beans')).toEqual(['390–']);
});

test('a pair typed with a dash fills its line: the dash after a figure moves to the maximum', async () => {
  const { user } = await openSheet();
  await user.keyboard('390-420{Enter}');
  expect(values('Beans')).toEqual(['390–420']);
  expect(document.activeElement).toBe(cell('Leeks minimum'));
  expect(screen.queryByText('Not available')).toBeNull();
});

test('Tab moves to the maximum, and Enter down to the column where the line began', async () => {
  const { user } = await openSheet();
  await user.keyboard('390{Tab}420{Enter}');
  expect(document.activeElement).toBe(cell('Leeks minimum'));
  await user.keyboard('{ArrowRight}{Enter}');
  expect(document.activeElement).toBe(cell('Radish maximum'));
  await user.keyboard('{Shift>}{Tab}{/Shift}');
  expect(document.activeElement).toBe(cell('Radish minimum'));
});

test('typing replaces the content of a cell, Escape restores it, and Ctrl+Z the line before', async () => {
  const { user } = await openSheet();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}95');
  expect(values('Pumpkin')).toEqual(['95–120']);
  await user.keyboard('{Escape}');
  expect(values('Pumpkin')).toEqual(['90–120']);
  await user.keyboard('95{ArrowUp}{Control>}z{/Control}');
  expect(values('Pumpkin')).toEqual(['90–120']);
  expect(document.activeElement).toBe(cell('Pumpkin minimum'));
});

test('half a pair and a pair in the wrong order are reported at their lines, and nothing is sent', async () => {
  const { user, posts } = await openSheet();
  await user.keyboard('390{Enter}500{Tab}400{Enter}');
  screen.getByText('Both min and max prices are required.');
  screen.getByText('Min price should not exceed max price.');
  await user.keyboard('{Control>}s{/Control}');
  expect(screen.getByRole('alert').textContent).toBe('Please fix the validation errors before submitting.');
  expect(document.activeElement).toBe(cell('Beans maximum'));
  expect(posts()).toEqual([]);
});

test('saving shows its effect, sends one request with the changes, and sums them up', { tags: ['slow'] }, async () => {
  const { user, posts, address } = await openSheet();
  await user.keyboard('390{Tab}1420.50{Enter}.');
  await user.click(cell('Pumpkin minimum'));
  await user.keyboard('-');
  await user.click(save());
  const dialog = within(await screen.findByRole('dialog'));
  const parts = dialog
    .getAllByText(/^\d+ (new prices?|prices? removed)|to double-check/)
    .map((part) => part.textContent);
  expect(parts).toEqual(['1 price to double-check:', '2 new prices.', '1 price removed (not available):']);
  dialog.getByText('2 new prices.');
  dialog.getByText('Pumpkin: 90 – 120');
  dialog.getByText('Beans: Maximum price of 1,420.50 is more than double the last price (400).');
  dialog.getByText(/1 product has no price/);
  await user.click(dialog.getByRole('button', { name: 'Save 3 prices' }));
  await stayAfterSaving(user);
  expect(posts()).toEqual([
    {
      call: SAVE,
      body: [
        { product_id: 1, date: DAY, min_price: 390, max_price: 1420.5 },
        { product_id: 2, date: DAY, min_price: 380, max_price: 400 },
        { product_id: 4, date: DAY, min_price: null, max_price: null },
      ],
    },
  ]);
  expect(readDraft(DAY)).toBeUndefined();
  const summary = within(await screen.findByRole('status', { name: SAVED.message }));
  summary.getByText(/^Prices for .* saved · 2 prices published · 1 price removed · 1 unusual price$/);
  expect(summary.getByRole('link', { name: 'View the public list' }).getAttribute('href')).toBe(
    `/home-dailyprice?date=${DAY}`,
  );
  expect(address()).toBe('/add-dailyprice');
});

test('a changed price is shown with its earlier value before it is saved', async () => {
  const { user } = await openSheet();
  await user.click(cell('Pumpkin maximum'));
  await user.keyboard('130{Control>}s{/Control}');
  const item = await within(await screen.findByRole('dialog')).findByText(/^Pumpkin: 90 – 120/);
  expect(item.textContent).toBe('Pumpkin: 90 – 120 → 90 – 130');
});

test.each([
  ['2999-12-31', /is after today/],
  ['soon', /could not be read as a date/],
  ['1/11/2020', /^First press Enter in the date field/],
])('nothing is saved while %s is typed as the day of the list', { tags: ['slow'] }, async (text, sentence) => {
  const { user, sent } = await openSheet();
  await user.keyboard('100{Tab}120');
  const day = screen.getByLabelText<HTMLInputElement>('Date');
  await user.clear(day);
  await user.type(day, `${text}{Control>}s{/Control}`);
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
  expect(day.value).toBe(text);
  expect(sent.filter(({ call }) => call === SAVE)).toEqual([]);
});

test('repeated presses of Save send once', { tags: ['slow'] }, async () => {
  const answer = Promise.withResolvers<unknown>();
  const { user, posts, sent } = await openSheet({ [SAVE]: () => answer.promise });
  await user.keyboard('.{Control>}s{/Control}{Control>}s{/Control}');
  await user.dblClick(save());
  await user.dblClick(await screen.findByRole('button', { name: 'Save 1 price' }));
  await user.click(save());
  await user.keyboard('{Control>}s{/Control}');
  answer.resolve(SAVED);
  await screen.findByText('Prices added/updated successfully!');
  // Then the sheet is loaded again, with what was saved.
  expect(sent.map(({ call }) => call.split(' ')[0]).slice(0, 4)).toEqual(['GET', 'GET', 'GET', 'POST']);
  expect(posts()).toHaveLength(1);
});

test('back to the sheet sends nothing and changes nothing', { tags: ['slow'] }, async () => {
  const { user, posts } = await openSheet();
  await user.keyboard('.{Control>}s{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Back to price sheet' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts()).toEqual([]);
  expect(values('Beans')).toEqual(['380–400']);
  await user.keyboard('{Control>}z{/Control}');
  await user.click(cell('Pumpkin minimum'));
  await user.keyboard('-{Control>}s{/Control}');
  await screen.findByRole('button', { name: 'Remove 1 price' });
});

test('when saving fails without a message from the server, the sheet says so, its input remains, and it can be saved again', {
  tags: ['slow'],
}, async () => {
  let isDown = true;
  const { user, posts } = await openSheet({ [SAVE]: () => (isDown ? new Response('', { status: 502 }) : SAVED) });
  await user.keyboard('.');
  await saveForReal(user);
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to update prices.');
  expect(values('Beans')).toEqual(['380–400']);
  expect(readDraft(DAY)?.entries.size).toBe(1);
  isDown = false;
  await saveForReal(user);
  await screen.findByText('Prices added/updated successfully!');
  expect(posts()).toHaveLength(2);
});

test('rows that the server refuses are marked at their lines', { tags: ['slow'] }, async () => {
  const details = [{ field: '1.product_id', message: 'This product is not in the catalogue.' }];
  const { user } = await openSheet({ [SAVE]: () => refused(400, { code: 'bad_price_rows', details }) });
  await user.keyboard('..');
  await saveForReal(user);
  const said = await screen.findByText('This product is not in the catalogue.');
  expect(said.closest('li')?.textContent).toContain('Leeks');
  expect(screen.getByRole('alert').textContent).toBe('Please fix the validation errors before submitting.');
  await waitFor(() => expect(document.activeElement).toBe(cell('Leeks minimum')));
});

test('prices that another person published meanwhile are under the summary, and a save whose answer was lost is not sent again', async () => {
  const published = { min_price: 380, max_price: 400 };
  let rows = lines;
  const { user, posts } = await openSheet({ [`GET /api/prices/sheet/${DAY}`]: () => rows });
  await user.keyboard('.390{Tab}400');
  rows = [{ ...beans, current: published }, { ...leeks, current: published }, radish, pumpkin];
  await user.keyboard('{Control>}s{/Control}');
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('1 price was saved by somebody else in the meantime. Your price will replace it:');
  expect(dialog.getByRole('listitem').textContent).toBe('Leeks: 380 – 400 → 390 – 400');
  expect(dialog.queryByText(/new\./)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Back to price sheet' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  rows = [rows[0] ?? beans, { ...leeks, current: { min_price: 390, max_price: 400 } }, radish, pumpkin];
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText('There are no changes to save.');
  expect(posts()).toEqual([]);
  expect(readDraft(DAY)).toBeUndefined();
});

test('a save names the prices that it replaces, and what another person saved just then is shown first', {
  tags: ['slow'],
}, async () => {
  let rows = lines;
  const versions: (string | null)[] = [];
  const { user, posts } = await openSheet({
    [`GET /api/prices/sheet/${DAY}`]: () => rows,
    [SAVE](_, headers) {
      versions.push(headers.get('if-match'));
      if (rows !== lines) return SAVED;
      const current = { min_price: 100, max_price: 130 };
      rows = [{ ...beans, current }, leeks, radish, { ...pumpkin, current }];
      return refused(412, { code: 'changed_meanwhile', current: {} });
    },
  });
  await user.click(cell('Pumpkin maximum'));
  await user.keyboard('140');
  await saveForReal(user);
  const item = await screen.findByText('Pumpkin: 100 – 130', { exact: false, selector: 'li *' });
  expect(item.textContent).toBe('Pumpkin: 100 – 130 → 90 – 140');
  expect(values('Beans', 'Pumpkin')).toEqual(['100–130', '90–140']);
  await user.click(screen.getByRole('button', { name: 'Back to price sheet' }));
  await screen.findByText('Saved by somebody else in the meantime: 100 – 130');
  await saveForReal(user);
  await screen.findByText('Prices added/updated successfully!');
  const versionFrom = (min_price: number, max_price: number) =>
    `"${versionOf(prices.updateMultiple, { rows: [{ product_id: 4, date: DAY, min_price, max_price }] })}"`;
  expect(versions).toEqual([versionFrom(90, 120), versionFrom(100, 130)]);
  expect(posts().map(({ body }) => body)).toEqual(
    [1, 2].map(() => [{ product_id: 4, date: DAY, min_price: 90, max_price: 140 }]),
  );
});

test('the prices of the other person are taken over with one button', { tags: ['slow'] }, async () => {
  let rows = lines;
  const { user, posts } = await openSheet({ [`GET /api/prices/sheet/${DAY}`]: () => rows });
  await user.keyboard('390{Tab}400');
  rows = [{ ...beans, current: { min_price: 380, max_price: 410 } }, leeks, radish, pumpkin];
  await user.keyboard('{Control>}s{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Back to price sheet' }));
  await user.click(await screen.findByRole('button', { name: 'Use 380 – 410 for Beans' }));
  expect(values('Beans')).toEqual(['380–410']);
  expect(screen.queryByText(/Saved by somebody else/)).toBeNull();
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText('There are no changes to save.');
  expect(posts()).toEqual([]);
});

test('a draft is restored with its date, and can be discarded', async () => {
  saveDraft(DAY, { savedAt: at(DAY, 5, 12), entries: new Map([[1, { ...EMPTY, min: '390', max: '420' }]]) });
  const { user } = await openSheet();
  screen.getByText('Draft from 05:12 restored');
  expect(values('Beans')).toEqual(['390–420']);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click(await screen.findByRole('button', { name: 'Discard draft' }));
  await waitFor(() => expect(values('Beans')).toEqual(['–']));
  expect(readDraft(DAY)).toBeUndefined();
});

test('every key press is saved on the machine immediately, each day separately', async () => {
  const { user } = await openSheet({}, { date: BEFORE });
  screen.getByText(/^You are editing the price sheet for .*, not for today\.$/);
  await user.keyboard('39');
  expect(readDraft(BEFORE)?.entries).toEqual(new Map([[1, { ...EMPTY, min: '39' }]]));
  expect(readDraft(DAY)).toBeUndefined();
  await user.keyboard('{Backspace}{Backspace}');
  expect(readDraft(BEFORE)).toBeUndefined();
});

test('a browser without storage shows a message, and asks before the sheet is left', async () => {
  const { user, address } = await openSheet();
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => expect.fail('the store is full') });
  await user.keyboard('390');
  screen.getByText('This browser cannot save drafts. Save the prices before you leave this page.');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(address()).toBe('/add-dailyprice');
  vi.unstubAllGlobals();
});

test('the search filters the sheet by any name, and Enter jumps to the line in the whole sheet', async () => {
  const { user } = await openSheet();
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find a product' }));
  await user.keyboard('raab');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(cell('Radish minimum'));
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
});

test('an invalid line that the search hides is shown when saving finds it', async () => {
  const { user } = await openSheet();
  await user.keyboard('390{Enter}/wattak');
  await user.keyboard('{Control>}s{/Control}');
  expect(document.activeElement).toBe(cell('Beans maximum'));
});

test('two columns from a spreadsheet fill the sheet from the current line down, and one undo removes them', async () => {
  const { user } = await openSheet();
  await user.paste('390\t420\n-\t-\n50\t60');
  expect(values('Beans', 'Leeks', 'Radish')).toEqual(['390–420', '–', '50–60']);
  screen.getByText('3 lines pasted. Press Ctrl+Z to undo.');
  await user.keyboard('{Control>}z{/Control}');
  expect(values('Beans', 'Leeks', 'Radish')).toEqual(['–', '–', '–']);
});

test('on a phone each line has buttons for the point and the dash', async () => {
  const { user } = await openSheet();
  await user.click(screen.getByRole('button', { name: 'Use the last price for Beans: 380 – 400' }));
  await user.click(screen.getByRole('button', { name: 'Mark Leeks as not available' }));
  expect(values('Beans')).toEqual(['380–400']);
  screen.getByText('Not available');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Radish has no earlier price' }).disabled).toBe(true);
  expect(cell('Beans minimum').inputMode).toBe('decimal');
});

test('the counts are below the sheet and link to the missing lines', async () => {
  const { user } = await openSheet();
  await user.keyboard('.-');
  const foot = within(screen.getByRole('region', { name: 'Price sheet status' }));
  expect(foot.getByText('filled').textContent).toBe('2 filled');
  expect(foot.getByText('unchanged').textContent).toBe('1 unchanged');
  expect(foot.getByText('not available').textContent).toBe('1 not available');
  await user.click(foot.getByRole('button', { name: '1 missing' }));
  expect(document.activeElement).toBe(cell('Radish minimum'));
});

test('cancel opens the menu, and the draft remains', async () => {
  const { user, address } = await openSheet();
  await user.keyboard('390');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(address()).toBe('/daily-price');
  expect(readDraft(DAY)?.entries.size).toBe(1);
});

test('a future date opens the sheet of today', async () => {
  const sent = answerPriceCalls({ [`GET /api/prices/sheet/${DAY}`]: () => lines });
  showScreen(<PriceSheetPage />, { path: '/add-dailyprice', at: `/add-dailyprice?date=${addDays(DAY, 1)}` });
  await screen.findByLabelText('Beans minimum');
  expect(sent.map(({ call }) => call)).toEqual([`GET /api/prices/sheet/${DAY}`, calendarOf(DAY)]);
});

test('a sheet that cannot be loaded offers Try again, and a market without products links to adding one', async () => {
  let isDown = true;
  answerPriceCalls({ [`GET /api/prices/sheet/${DAY}`]: () => (isDown ? refused(500) : []) });
  const { user } = showScreen(<PriceSheetPage />, { path: '/add-dailyprice' });
  await screen.findByText('Failed to load products.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'Add a product' });
});

function at(date: Day, hour: number, minute: number) {
  return instantOf(Date.parse(`${date}T00:00:00.000+05:30`) + (hour * 60 + minute) * 60_000);
}

test('a dash after the maximum does not change the pair and is reported', async () => {
  const { user } = await openSheet();
  await user.click(cell('Beans minimum'));
  await user.keyboard('120{Tab}150-{Tab}');
  expect(cell('Beans minimum')).toHaveProperty('value', '120');
  expect(cell('Beans maximum')).toHaveProperty('value', '150-');
  screen.getByText('“150-” is not a valid price.');
});

test('90/- is 90 rupees, and the search remains', async () => {
  const { user } = await openSheet();
  await user.click(cell('Beans minimum'));
  await user.keyboard('90/-{Tab}95/={Tab}');
  expect(cell('Beans minimum')).toHaveProperty('value', '90/-');
  expect(screen.queryByText(/is not a valid price/)).toBeNull();
});

test('with a price to double-check, the focus starts on the button that does not save', async () => {
  const { user } = await openSheet();
  await user.click(cell('Beans minimum'));
  await user.keyboard('38{Tab}40{Control>}s{/Control}');
  const back = await screen.findByRole('button', { name: 'Back to price sheet' });
  await waitFor(() => expect(document.activeElement).toBe(back));
});

test('what was saved is undone with one button, with the prices as they were before', { tags: ['slow'] }, async () => {
  const { user, posts } = await openSheet();
  await user.click(cell('Pumpkin minimum'));
  await user.keyboard('95{Tab}{Control>}a{/Control}125');
  await user.click(cell('Beans minimum'));
  await user.keyboard('.');
  await saveForReal(user);
  await stayAfterSaving(user);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText(/^Undone\. The prices for .* are as they were before\.$/);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(posts()[1]?.body).toEqual([
    { product_id: 1, date: DAY, min_price: null, max_price: null },
    { product_id: 4, date: DAY, min_price: 90, max_price: 120 },
  ]);
});

test('a save can be undone for ten minutes, also after a reload and on another page, beside a sheet with fields', {
  tags: ['slow'],
}, async () => {
  const { user } = await openSheet();
  await user.keyboard('.');
  await saveForReal(user);
  await stayAfterSaving(user);
  const { savedAt } = JSON.parse(sessionStorage.getItem(KEPT) ?? '');
  expect(findSaved(instantOf(Date.parse(savedAt) + 599_000))).toMatchObject({ date: DAY });
  expect(findSaved(instantOf(Date.parse(savedAt) + 600_000))).toBeUndefined();
  cleanup();
  const sent = answerPriceCalls({
    [`GET /api/prices/sheet/${DAY}`]: () => lines,
    [calendarOf(DAY)]: () => ({ open_weekdays: EVERY_DAY, days: [] }),
    [SAVE]: () => SAVED,
  });
  const again = showScreen(<PriceSheetPage />, { path: '/add-dailyprice', at: '/add-dailyprice' });
  await screen.findByText('Prices added/updated successfully!');
  await screen.findByLabelText('Leeks minimum');
  await again.user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText(/^Undone\./);
  const [undo] = sent.filter(({ call }) => call === SAVE);
  expect(undo?.body).toEqual([{ product_id: 1, date: DAY, min_price: null, max_price: null }]);
  expect(sessionStorage.getItem(KEPT)).toBeNull();
});

test('a stored save that cannot be read is ignored', () => {
  sessionStorage.setItem(KEPT, '{"date": 5');
  expect(findSaved(instantOf(0))).toBeUndefined();
});

test('the key that finds a line leads from the summary back to the sheet, with the focus in the search', {
  tags: ['slow'],
}, async () => {
  const { user } = await openSheet();
  await user.keyboard('.');
  await saveForReal(user);
  await stayAfterSaving(user);
  await user.keyboard('/');
  const search = await screen.findByRole('searchbox', { name: 'Find a product' });
  await waitFor(() => expect(document.activeElement).toBe(search));
  await user.keyboard('leek{Enter}');
  expect(document.activeElement).toBe(cell('Leeks minimum'));
});

test('a published list can be moved from its sheet to the day before or after', { tags: ['slow'] }, async () => {
  const moved = { message: 'Moved.', moved: 1, replaced: 0, closed: null, digest: 'digest' };
  const move = `POST /api/prices/days/${DAY}/move`;
  const { user, sent, address } = await openSheet({
    [`${move}?dry_run=true`]: () => moved,
    [`${move}?preview_digest=digest`]: () => moved,
  });
  await user.click(screen.getByRole('button', { name: 'Move to another day' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: formatOfficeDay(BEFORE) }));
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Reason' }));
  await user.keyboard('Wrong day');
  await dialog.findByText(/^1 price will move/);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`/view-dailyprices?date=${BEFORE}`));
  expect(sent.at(-1)?.body).toEqual({ to: BEFORE, reason: 'Wrong day', replace: false });
});

test('two seconds after saving the menu is shown, with the summary and Undo', { tags: ['slow'] }, async () => {
  const { user, address } = await openSheet();
  await user.keyboard('.');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await saveForReal(user);
  await screen.findByRole('button', { name: 'Undo' });
  expect(address()).toBe('/add-dailyprice');
  await vi.advanceTimersByTimeAsync(2100);
  await waitFor(() => expect(address()).toBe('/daily-price'));
  vi.useRealTimers();
  cleanup();
  const sent = answerPriceCalls({ [SAVE]: () => SAVED });
  const menu = showScreen(<DailyPriceMenuPage />, { path: '/daily-price', at: '/daily-price' });
  const summary = within(await screen.findByRole('status', { name: SAVED.message }));
  summary.getByText(/^Prices for .* saved · 1 price published$/);
  await menu.user.click(summary.getByRole('button', { name: 'Undo' }));
  await screen.findByText(/^Undone\./);
  expect(sent.at(-1)?.body).toEqual([{ product_id: 1, date: DAY, min_price: null, max_price: null }]);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a clerk who continues to work after saving stays on the sheet', { tags: ['slow'] }, async () => {
  const { user, address } = await openSheet();
  await user.keyboard('.');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await saveForReal(user);
  await screen.findByRole('button', { name: 'Undo' });
  await user.click(await screen.findByLabelText('Radish minimum'));
  await user.keyboard('80');
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  expect(address()).toBe('/add-dailyprice');
  expect(values('Radish')).toEqual(['80–']);
});

test('on the menu, the key that finds a line opens the sheet of the saved list with its search', async () => {
  const { user } = await openSheet();
  await user.keyboard('.');
  await saveForReal(user);
  await stayAfterSaving(user);
  cleanup();
  answerPriceCalls({});
  const menu = showScreen(<DailyPriceMenuPage />, { path: '/daily-price', at: '/daily-price' });
  await screen.findByRole('button', { name: 'Undo' });
  await menu.user.keyboard('/');
  await waitFor(() => expect(menu.address()).toBe('/add-dailyprice?find=1'));
});

test('a product that is not available remains so when the sheet is opened again after saving', {
  tags: ['slow'],
}, async () => {
  const { user } = await openSheet();
  await user.keyboard('.-');
  await saveForReal(user);
  await stayAfterSaving(user);
  expect((await screen.findByLabelText('Leeks minimum')).getAttribute('placeholder')).toBe('–');
  expect(cell('Radish minimum').placeholder).toBe('');
  expect(screen.queryByText(/^Draft from/)).toBeNull();
});

test('on a day that the calendar closes, the reason is above the sheet and again before saving', async () => {
  const strike = { date: DAY, kind: 'closed', reason: 'Lorry strike', reason_si: '', reason_ta: '' };
  const days = [{ ...strike, createdAt: instantOf(0), updatedAt: instantOf(0) }];
  const { user } = await openSheet({ [calendarOf(DAY)]: () => ({ open_weekdays: EVERY_DAY, days }) });
  screen.getByText(/^According to the market calendar, the market is closed on/);
  screen.getByText(/Closed: Lorry strike/);
  await user.keyboard('.{Control>}s{/Control}');
  const dialog = await screen.findByRole('dialog', { name: /The market is closed on .* Save prices anyway\?/ });
  within(dialog).getByText('Closed: Lorry strike');
  const back = within(dialog).getByRole('button', { name: 'Back to price sheet' });
  await waitFor(() => expect(document.activeElement).toBe(back));
});

test('rupees may be written before a price', async () => {
  const { user } = await openSheet();
  await user.keyboard('Rs 380{Tab}Rs. 1,400{Tab}');
  expect(screen.queryByText(/is not a valid price/)).toBeNull();
  screen.getByText(/Maximum price of 1,400 is more than double/);
});
