import { expect, type Locator, type Page } from '@playwright/test';
import { CAROUSEL, expectShown, openStill, part, slides, test } from './support/home-page.ts';
import { LONG_TEXT } from './support/news-market.ts';

const LANGUAGES = ['', '/si', '/ta'];
const CROPS = 'Pictures of crops';
const SCENES = 'Pictures of the market';
const MISSION = 'Our mission';

test('crops and mission change after 4 seconds, the pictures of the market after 5, the news after 3', async ({
  page,
  market,
}) => {
  await openStill(page, market);
  for (const name of [CROPS, SCENES, MISSION, CAROUSEL]) await expectShown(page, name, 1);
  await page.clock.runFor(3000);
  await expectShown(page, CAROUSEL, 2);
  await expectShown(page, CROPS, 1);
  await page.clock.runFor(1000);
  await expectShown(page, CROPS, 2);
  await expectShown(page, MISSION, 2);
  await expectShown(page, SCENES, 1);
  await page.clock.runFor(1000);
  await expectShown(page, SCENES, 2);
  await page.clock.runFor(3000);
  await expectShown(page, CROPS, 3);
  await expect(
    slides(page, CROPS)
      .nth(2)
      .getByRole('img', { name: /tomatoes and brinjals/ }),
  ).toBeVisible();
});

test('after its last picture a slideshow continues with the first', async ({ page, market }) => {
  await openStill(page, market);
  await part(page, CROPS).getByRole('button', { name: 'Show item 4 of 4' }).click();
  await expectShown(page, CROPS, 4);
  await page.mouse.move(0, 0);
  await page.clock.runFor(4000);
  await expectShown(page, CROPS, 1);
  await page.clock.runFor(4000);
  await expectShown(page, CROPS, 2);
});

test('a slideshow stops when paused, under a pointer and under the keyboard', async ({ page, market }) => {
  await openStill(page, market);
  const crops = part(page, CROPS);
  await crops.getByRole('button', { name: 'Pause' }).click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(20_000);
  await expectShown(page, CROPS, 1);
  await crops.getByRole('button', { name: 'Play' }).click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(4000);
  await expectShown(page, CROPS, 2);
  await crops.hover();
  await page.clock.runFor(20_000);
  await expectShown(page, CROPS, 2);
  await page.mouse.move(0, 0);
  await page.clock.runFor(4000);
  await expectShown(page, CROPS, 3);
  await page.getByRole('button', { name: 'Center News' }).focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => crops.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.clock.runFor(20_000);
  await expectShown(page, CROPS, 3);
});

test('with reduced motion nothing moves, and the pictures can be changed by hand', async ({ page, market }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStill(page, market);
  await page.clock.runFor(60_000);
  for (const name of [CROPS, SCENES, MISSION, CAROUSEL]) await expectShown(page, name, 1);
  await part(page, CROPS).getByRole('button', { name: 'Show item 3 of 4' }).click();
  await expectShown(page, CROPS, 3);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

async function swipeLeft(page: Page, row: Locator): Promise<void> {
  const { x, y, width } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x: x + width - 20, y: y + 60 }]);
  for (let step = 1; step <= 10; step += 1)
    await touch('touchMove', [{ x: x + width - 20 - (step * width) / 13, y: y + 60 }]);
  await touch('touchEnd', []);
}

test('a swipe moves the pictures too, and the dots follow', async ({ browser, market }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await openStill(page, market);
  await part(page, CROPS).scrollIntoViewIfNeeded();
  await swipeLeft(page, part(page, CROPS).locator('.track'));
  await expectShown(page, CROPS, 2);
  await context.close();
});

test('without scripts everything can be read and every link works, in Sinhala', async ({ browser, market }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const language = '/si';
  await page.goto(`${market.url}${language}/`);
  await expect(page.locator('.mission .track > li')).toHaveCount(6);
  for (const statement of await page.locator('.mission .track p').all()) await expect(statement).toBeVisible();
  await expect(page.locator('.slides-controls').filter({ visible: true })).toHaveCount(0);
  await page.locator('summary').first().click();
  await expect(page.locator('details p').first()).toBeVisible();
  await page.locator('.chips a').nth(4).click();
  await expect(page).toHaveURL(`${market.url}${language}/?news=event#economic-center-news`);
  await expect(page.locator('.carousel h3')).toHaveText(['Growers meet', 'Tool fair', 'Harvest fair', 'Seed fair']);
  await page.locator('.carousel h3 a').first().click();
  await expect(page.locator('h1')).toHaveText('Growers meet');
  await expect(page.locator('.news-whole')).toHaveText(LONG_TEXT);
  await page.goto(`${market.url}${language}/`);
  await page.locator('a.news-tab').click();
  await expect(page).toHaveURL(`${market.url}${language}/news`);
  await expect(page.locator('.news-card')).toHaveCount(6);
  await page.locator('.chips a').nth(1).click();
  await expect(page.locator('.news-card')).toHaveCount(1);
  await context.close();
});

function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const meant = '.unseen, .skip, .hotline-word, .news-text, .news-tab, .call-center';
    const isClipped = (element: HTMLElement) => {
      const { left, right, width } = element.getBoundingClientRect();
      if (width === 0) return false;
      const isBeyond = !element.closest('.track, .chips') && (left < 0 || right > innerWidth + 0.5);
      const isCut = getComputedStyle(element).overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1;
      return isBeyond || isCut || element.scrollWidth > element.clientWidth + 1;
    };
    return [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, a, button, summary, li, span')]
      .filter((element) => !element.closest(meant) && getComputedStyle(element).display !== 'inline')
      .filter(isClipped)
      .map((element) => `${element.tagName}.${element.className}: ${element.textContent.slice(0, 40)}`);
  });
}

test('on a phone nothing is clipped, in each language', async ({ browser, market }) => {
  const look = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const expectFit = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await clippedTexts(page)).toEqual([]);
  };
  for (const language of LANGUAGES) {
    for (const path of ['/news', '/news/5', '/']) {
      await page.goto(`${market.url}${language}${path}`, { waitUntil: 'networkidle' });
      await expectFit();
    }
    await page.locator('summary').first().click();
    await page.locator('button.news-tab').click();
    await expectFit();
    await page.locator('.news-panel .news-words a').nth(1).click();
    await expectFit();
  }
  await context.close();
});

test('the first price is in the upper part of every screen, the news button covers nothing, and news is in the menu', async ({
  page,
  market,
}) => {
  for (const language of LANGUAGES) {
    await page.goto(`${market.url}${language}/`, { waitUntil: 'networkidle' });
    await expect(page.locator('.top a[href$="/news"]')).toBeVisible();
    expect(await page.locator('.news-tab').evaluate((tab) => getComputedStyle(tab).position)).toBe('relative');
    for (const [width, height] of [
      [360, 740],
      [390, 844],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      const { y } = (await page.locator('.short-list li').first().boundingBox()) ?? { y: Number.NaN };
      expect(y).toBeLessThan(height * 0.58);
      const [more, prices] = await Promise.all(
        ['.hero-more', '.latest'].map((part) => page.locator(part).boundingBox()),
      );
      const isBeside = (more?.y ?? Number.NaN) < (prices?.y ?? 0) + (prices?.height ?? 0);
      expect(isBeside).toBe(width > 1000);
    }
  }
});
