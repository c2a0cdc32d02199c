import { expect, type Page } from '@playwright/test';
import { answerWithEnter } from './support/answer-question.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { test } from './support/market.ts';
import { type Market, signInBrowser, signInByForm, startMarket } from './support/start-market.ts';

/** The tests have a market of their own, because they remove today's list. */
let market: Market;
test.beforeAll(async () => {
  market = await startMarket('demo');
});
test.afterAll(() => market.stop());

interface SheetLine {
  product_id: number;
  name: string;
  current: object | null;
  last: { min_price: number; max_price: number } | null;
}

/** Today in the market's time zone, because the browser's zone is New York. */
const today = new Date(Date.now() + 5.5 * 60 * 60 * 1000).toISOString().slice(0, 10);

async function sheetOf(page: Page): Promise<SheetLine[]> {
  const answer = await page.request.get(`${market.url}/api/prices/sheet/${today}`, { headers: await bearer(page) });
  return answer.json();
}

async function bearer(page: Page): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` };
}

async function clearToday(page: Page): Promise<void> {
  const data = (await sheetOf(page))
    .filter(({ current }) => current !== null)
    .map(({ product_id }) => ({ product_id, date: today, min_price: null, max_price: null }));
  const headers = await bearer(page);
  if (data.length > 0) await page.request.post(`${market.url}/api/prices/update-multiple`, { headers, data });
}

function countingKeyboard(page: Page) {
  const counter = { keys: 0 };
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    counter.keys += keys.length;
  };
  return { counter, press };
}

const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

const LINES = 12;

test('a clerk fills twelve lines only by keyboard, continues from the draft, and readers see the figures immediately', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInBrowser(page, market);
  await clearToday(page);
  const lines = (await sheetOf(page)).slice(0, LINES);
  const figures = (at: number) => ({ min: String(4000 + at), max: String(5000 + at) });
  const kindOf = (line: SheetLine, at: number) => {
    if (at % 10 === 9) return 'none';
    return at % 6 === 5 || !line.last ? 'new' : 'as last time';
  };
  const { counter, press } = countingKeyboard(page);
  const spent: Record<string, number[]> = { none: [], new: [], 'as last time': [] };
  const fill = async (from: number, to: number) => {
    for (const [at, line] of lines.slice(from, to).entries()) {
      const place = from + at;
      await expect(cell(page, `${line.name} minimum`)).toBeFocused();
      const before = counter.keys;
      const { min, max } = figures(place);
      const kind = kindOf(line, place);
      if (kind === 'none') await press('-');
      else if (kind === 'as last time') await press('.');
      else await press(...min, 'Tab', ...max, 'Enter');
      spent[kind]?.push(counter.keys - before);
    }
  };

  await page.goto(`${market.url}/add-dailyprice`);
  await fill(0, LINES / 2);
  await page.reload();
  await expect(page.getByText(/^Draft from \d\d:\d\d restored$/)).toBeVisible();
  await fill(LINES / 2, LINES);
  await page.keyboard.press('Control+s');
  const kinds = lines.map(kindOf);
  const sent = kinds.filter((kind) => kind !== 'none').length;
  // The new prices are far from the last ones, so the confirmation opens with the focus on the button that cancels.
  await expect(page.getByRole('button', { name: 'Back to price sheet' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: `Save ${sent} prices` })).toBeFocused();
  await answerWithEnter(page);
  await expect(page.getByText('Prices added/updated successfully!')).toBeVisible();

  const changed = lines.map((_, at) => at).filter((at) => kinds[at] === 'new');
  const grouped = (rupees: string) => Number(rupees).toLocaleString('en-LK');
  const shown = changed.flatMap((at) => [grouped(figures(at).min), grouped(figures(at).max)]);
  const missing = async () => {
    const list = await (await page.request.get(`${market.url}/home-dailyprice`)).text();
    return shown.filter((figure) => !list.includes(figure));
  };
  // For up to two seconds after a change, a reader may get the old page.
  await expect.poll(missing).toEqual([]);
  await expect(page.getByRole('link', { name: 'View the public list' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('sheet')))).toEqual([]);

  const most = (kind: string) => Math.max(0, ...(spent[kind] ?? []));
  expect(most('as last time')).toBeLessThanOrEqual(4);
  expect([most('as last time'), most('none'), most('new')]).toEqual([1, 1, 10]);
});

test('typing a whole row of figures renders no other line again', async ({ page }) => {
  await signInBrowser(page, market);
  await page.goto(`${market.url}/add-dailyprice`);
  const first = page.locator('[data-line]').first();
  await first.getByRole('textbox').first().focus();
  await page.evaluate(() => {
    const changed = new Set<Element>();
    Object.assign(globalThis, { changed });
    new MutationObserver((records) => {
      for (const { target } of records) {
        const line = (target instanceof Element ? target : target.parentElement)?.closest('[data-line]');
        if (line) changed.add(line);
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await page.keyboard.type('12345');
  await expect(first.getByRole('textbox').first()).toHaveValue('12345');
  expect(await page.evaluate(() => (globalThis as unknown as { changed: Set<Element> }).changed.size)).toBe(1);
  await page.keyboard.press('Escape');
});

test('an unfinished sheet remains after its clerk signs out', async ({ page }) => {
  await signInByForm(page, market, 'editor');
  await clearToday(page);
  await page.goto(`${market.url}/add-dailyprice`);
  await expect(page.locator('[data-cell="min"]').first()).toBeFocused();
  await page.keyboard.type('4321');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await signInBrowser(page, market, 'manager');
  await page.goto(`${market.url}/daily-price`);
  await page.getByRole('link', { name: /^Price sheet for/ }).click();
  await expect(page.locator('[data-cell="min"]').first()).toHaveValue('4321');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.locator('[data-cell="min"]').first()).toHaveValue('');
});

test('the focused cell is never hidden behind the bars, on a desktop and on a phone', async ({ page }) => {
  await signInBrowser(page, market);
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`${market.url}/add-dailyprice?date=${today}`);
    await page.locator('[data-cell="max"]').first().focus();
    for (const key of [...Array(25).fill('ArrowDown'), ...Array(20).fill('ArrowUp')]) {
      await page.keyboard.press(key);
      const isSeen = await page.evaluate(() => {
        const focused = document.activeElement;
        const { left, top, width, height } = focused?.getBoundingClientRect() ?? new DOMRect();
        const corners = [top + 2, top + height - 2].map((y) => document.elementFromPoint(left + width / 2, y));
        return corners.every((element) => element === focused);
      });
      expect(isSeen).toBe(true);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  }
});

test('prices are imported from a file: checked, an unknown name mapped, and only then written', async ({ page }) => {
  await signInBrowser(page, market);
  const csv = [
    'date,item,min_price,max_price',
    '2020-02-03,Beans,380,400',
    '2020-02-03,Mystery gourd,100,120',
    '2020-02-04,Carrot - Nuwara Eliya,400,300',
  ].join('\n');
  await page.goto(`${market.url}/import-prices`);
  await page
    .getByLabel('Price file')
    .setInputFiles({ name: 'feb.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByRole('cell', { name: 'Min price should not exceed max price.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save 1 price' })).toBeEnabled();

  await page.getByRole('combobox', { name: 'Mystery gourd (1 line)' }).fill('snake g');
  await page.getByRole('option', { name: /^Snake gourd/ }).click();
  await expect(page.getByRole('button', { name: 'Save 1 price' })).toBeDisabled();
  await page.getByRole('button', { name: 'Check again' }).click();
  const days = await page.request.get(`${market.url}/api/prices/days/2020-02-03`);
  expect(await days.json()).toMatchObject({ has_list: false });
  await page.getByRole('button', { name: 'Save 2 prices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save 2 prices' }).click();
  await page.getByRole('link', { name: 'View the prices for 3 Feb 2020' }).click();
  await expect(page.getByRole('link', { name: 'Snake gourd', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: '380.00', exact: true })).toBeVisible();
});

test('axe finds nothing on a price sheet with errors, and in its question', async ({ page }) => {
  test.setTimeout(120_000);
  await signInBrowser(page, market);
  await clearToday(page);
  await page.goto(`${market.url}/add-dailyprice`);
  await expect(page.locator('[data-cell="min"]').first()).toBeFocused();
  for (const keys of ['.', '-', '1', 'Tab', '9999', 'Enter', '500', 'Tab', '400', 'Enter']) {
    await (keys.length > 1 && /\D/.test(keys) ? page.keyboard.press(keys) : page.keyboard.type(keys));
  }
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toHaveText('Please fix the validation errors before submitting.');
  await expectNoAxeFindings(page);
  await page.keyboard.type('300');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoAxeFindings(page);
});
