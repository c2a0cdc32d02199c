import { expect, type Page } from '@playwright/test';
import { languages } from '#contract/languages.ts';
import { test as withMarket } from './support/market.ts';
import { openPriceDesk } from './support/price-desk.ts';
import { openShakyLine, type ShakyLine } from './support/shaky-line.ts';

const test = withMarket.extend<{ line: ShakyLine }>({
  line: async ({ market }, use) => {
    const line = await openShakyLine(market);
    await use(line);
    await line.stop();
  },
});
test.use({ serviceWorkers: 'allow', viewport: { width: 1280, height: 720 } });

const STEP = '15:00';
const STEPS_OF_12_HOURS = 48;
const lost = (page: Page) => page.locator('.board-lost');

async function look(page: Page): Promise<{ heading: string; figures: string[]; clock: string }> {
  return page.evaluate(() => {
    const texts = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent ?? '');
    return {
      heading: texts('h1').join(),
      figures: texts('.board-figure'),
      clock: texts('.board-clock').join(),
    };
  });
}

async function usedHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

interface MeasuredRow {
  /** The height of a digit as a share of the screen's height. */
  digit: number;
  /** Whether the name fits into its width, and the figure into its width and its height. */
  fits: boolean[];
}

async function measureEveryPart(page: Page): Promise<MeasuredRow[]> {
  const rows = new Map<string, MeasuredRow[]>();
  const [, parts = '0'] = (await page.locator('.board-part').innerText()).split(' / ');
  for (let look = 0; look < 3 * Number(parts) && rows.size < Number(parts); look += 1) {
    await page.evaluate(async () => void (await document.fonts.ready));
    rows.set(await page.locator('.board-part').innerText(), await page.evaluate(measureRows));
    await page.clock.runFor(4000);
  }
  expect(rows.size).toBe(Number(parts));
  return [...rows.values()].flat();
}

function measureRows(): MeasuredRow[] {
  const canvas = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll<HTMLElement>('.board-rows li')].map((row) => {
    const [name, figure] = ['.board-name', '.board-figure'].map((part) => row.querySelector<HTMLElement>(part));
    if (!name || !figure || !canvas) throw new Error('no figure');
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(figure);
    canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const box = figure.getBoundingClientRect();
    const end = row.getBoundingClientRect().right + 1;
    return {
      digit: canvas.measureText('0').actualBoundingBoxAscent / innerHeight,
      fits: [
        name.getBoundingClientRect().right <= end,
        box.right <= end,
        box.bottom <= innerHeight && box.top >= 0 && figure.scrollHeight <= row.clientHeight,
      ],
    };
  });
}

test('twelve hours with cuts, restarts and midnight: never blank, never an undated figure, memory flat', async ({
  page,
  line,
}) => {
  await page.clock.install();
  await page.goto(`${line.url}/board?seconds=10`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.clock.runFor(2000);
  let heap = 0;
  let bands = 0;
  const clocks = new Set<string>();
  for (let step = 0; step < STEPS_OF_12_HOURS; step += 1) {
    line.isCut = (step >= 10 && step < 20) || step % 9 === 0;
    await page.clock.fastForward(STEP);
    await page.clock.runFor(11_000);
    // The page is reloaded, as after a power cut: once during a long network outage and once after it.
    if (step === 15 || step === 34) {
      await page.reload();
      await page.clock.runFor(2000);
    }
    const seen = await look(page);
    expect(seen.heading, `step ${step}`).toMatch(/\d{4}/);
    expect(seen.figures.length, `step ${step}`).toBeGreaterThan(5);
    expect(seen.figures.every((figure) => /^[\d,.]+( – [\d,.]+)?$/.test(figure))).toBe(true);
    if (await lost(page).isVisible()) bands += 1;
    clocks.add(seen.clock);
    if (step === 7) heap = await usedHeap(page);
    if (step === 14) await expect(lost(page)).toBeVisible();
  }
  expect(clocks.size).toBeGreaterThan(STEPS_OF_12_HOURS / 2);
  expect(bands).toBeGreaterThan(7);
  await expect(lost(page)).toBeHidden();
  expect(await usedHeap(page)).toBeLessThan(heap * 1.2 + 1_000_000);
});

test('a new list and a changed price are on the board within 15 seconds', async ({ page, line }) => {
  await page.goto(`${line.url}/board?languages=en&seconds=120`);
  await expect(page.locator('.board-clock')).toBeVisible();
  await page.clock.setFixedTime(
    Date.now() - (Number.parseInt(await page.locator('.board-part').innerText(), 10) - 1) * 120_000,
  );
  await expect(page.locator('.board-part')).toContainText(/^1 /);
  const { first, publish } = await openPriceDesk(line.url);
  await publish({ min_price: 4321, max_price: 4322 });
  await expect(page.getByText('4,321 – 4,322')).toBeVisible({ timeout: 15_000 });
  await publish({ min_price: first.min_price, max_price: first.max_price });
  await expect(page.getByText('4,321 – 4,322')).toBeHidden({ timeout: 15_000 });
});

const BY_DAY = ['1280 x 720 en', '1280 x 720 ta', '720 x 1280 ta', '3840 x 2160 si'];

for (const { width, height, columns } of [
  { width: 1280, height: 720, columns: 3 },
  { width: 720, height: 1280, columns: 1 },
  { width: 3840, height: 2160, columns: 4 },
]) {
  for (const language of languages) {
    const look = `${width} x ${height} ${language}`;
    const tag = BY_DAY.includes(look) ? [] : ['@nightly'];
    test(`figures are a 1/18 of the height, fit and are dated: ${look}`, { tag }, async ({ page, market }) => {
      await page.setViewportSize({ width, height });
      await page.clock.install();
      await page.goto(`${market.url}/board?languages=${language}&seconds=4`);
      await page.clock.runFor(100);
      await expect(page.locator('.board-clock')).toBeVisible();
      await expect(page.locator('main')).toHaveAttribute('lang', language);
      await expect(page.locator('main')).toHaveClass(new RegExp(`columns-${columns}$`));
      await expect(page.locator('h1')).toContainText(/\d{4}/);
      for (const { digit, fits } of await measureEveryPart(page)) {
        expect(digit).toBeGreaterThan(1 / 18);
        expect(fits).toEqual([true, true, true]);
      }
    });
  }
}
