import { expect, type Page } from '@playwright/test';
import { languages } from '#contract/languages.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
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

const STEP = '05:00';
const STEPS_OF_12_HOURS = 144;
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
    line.isCut = (step >= 30 && step < 60) || step % 9 === 0;
    await page.clock.fastForward(STEP);
    await page.clock.runFor(11_000);
    // Power is lost during the long cut, and after it.
    if (step === 45 || step === 100) {
      await page.reload();
      await page.clock.runFor(2000);
    }
    const seen = await look(page);
    expect(seen.heading, `step ${step}`).toMatch(/\d{4}/);
    expect(seen.figures.length, `step ${step}`).toBeGreaterThan(5);
    expect(seen.figures.every((figure) => /^[\d,.]+( – [\d,.]+)?$/.test(figure))).toBe(true);
    if (await lost(page).isVisible()) bands += 1;
    clocks.add(seen.clock);
    if (step === 20) heap = await usedHeap(page);
    if (step === 44) await expect(lost(page)).toBeVisible();
  }
  expect(clocks.size).toBeGreaterThan(STEPS_OF_12_HOURS / 2);
  expect(bands).toBeGreaterThan(20);
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

for (const { width, height } of [
  { width: 1280, height: 720 },
  { width: 720, height: 1280 },
  { width: 3840, height: 2160 },
]) {
  test(`at ${width} x ${height} figures are a 1/18 of the height, fit and are dated, in each language`, async ({
    page,
    market,
  }) => {
    await page.setViewportSize({ width, height });
    for (const language of languages) {
      await page.goto(`${market.url}/board?languages=${language}`);
      await expect(page.locator('main')).toHaveAttribute('lang', language);
      await expect(page.locator('h1')).toContainText(/\d{4}/);
      const measured = await page.evaluate(() => {
        const canvas = document.createElement('canvas').getContext('2d');
        const rows = [...document.querySelectorAll<HTMLElement>('.board-rows li')];
        return rows.map((row) => {
          const figure = row.querySelector<HTMLElement>('.board-figure');
          if (!figure || !canvas) throw new Error('no figure');
          const { fontWeight, fontSize, fontFamily } = getComputedStyle(figure);
          canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`;
          const { actualBoundingBoxAscent: digit } = canvas.measureText('0');
          const box = figure.getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(figure);
          return {
            digit: digit / innerHeight,
            isInside: range.getBoundingClientRect().right <= row.getBoundingClientRect().right + 1,
            isOnScreen: box.bottom <= innerHeight && box.top >= 0 && figure.scrollHeight <= row.clientHeight,
          };
        });
      });
      expect(measured.length).toBeGreaterThan(5);
      for (const { digit, isInside, isOnScreen } of measured) {
        expect(digit).toBeGreaterThan(1 / 18);
        expect([isInside, isOnScreen]).toEqual([true, true]);
      }
    }
    await expectNoAxeFindings(page);
  });
}
