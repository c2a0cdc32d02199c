import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect, type Page } from '@playwright/test';
import { sendJson, startWeatherService, type WeatherService, weatherAt } from '#server/testing/weather-service.ts';
import { expectAccessible, expectNoAxeFindings } from './support/check-axe.ts';
import { type Market, startMarket } from './support/start-market.ts';

interface City {
  market: Market;
  mapSite: string;
}

const now = () => new Date().toISOString();

const test = base.extend<object, { city: City }>({
  city: [
    async ({ browserName: _ }, use) => {
      const weather = await startWeatherService(now());
      const map = http.createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Streets around the market</h1>');
      });
      map.listen(0, '127.0.0.1');
      await once(map, 'listening');
      const mapSite = `http://127.0.0.1:${(map.address() as AddressInfo).port}`;
      const market = await startMarket('empty', { WEATHER_URL: weather.url, MAP_URL: `${mapSite}/embed` });
      await use({ market, mapSite });
      await market.stop();
      await weather.close();
      map.closeAllConnections();
      map.close();
    },
    { scope: 'worker' },
  ],
});

const LANGUAGES = [
  { path: '', weather: 'Rain', button: 'Show the map' },
  { path: '/si', weather: 'වැස්ස', button: 'සිතියම පෙන්වන්න' },
  { path: '/ta', weather: 'மழை', button: 'வரைபடத்தைக் காட்டுக' },
];

const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const { width, height } of [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
]) {
  test(`${width} px wide, the contact page is complete in three languages`, async ({ page, city }) => {
    await page.setViewportSize({ width, height });
    for (const { path, weather, button } of LANGUAGES) {
      await page.goto(`${city.market.url}${path}/contact`);
      await expect(page.locator('.degrees')).toHaveText('28 °C');
      await expect(page.locator('.sky-words')).toHaveText(weather);
      await expect(page.locator('.sky-picture')).toBeVisible();
      await expect(page.getByRole('button', { name: button })).toBeVisible();
      await expect(page.locator('main a[href^="mailto:"]')).toHaveText('office@pola.example');
      expect(await page.locator('main .phones a[href^="tel:"]').count()).toBe(6);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    }
  });
}

test('the weather shows the time of the market to a reader in another time zone', async ({ page, city }) => {
  await page.goto(`${city.market.url}/contact`);
  const observed = (await (await fetch(`${city.market.url}/api/weather`)).json()).observed_at;
  const time = new Date(observed).toLocaleTimeString('en-GB', { timeZone: 'Asia/Colombo', timeStyle: 'short' });
  await expect(page.locator('.weather small')).toHaveText(`Observed at ${time}`);
});

test('the page is shown before the weather, and does not wait for it', async ({ page, city }) => {
  let answer: (() => void) | undefined;
  await page.route('**/api/weather', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  await page.goto(`${city.market.url}/contact`, { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  const card = page.getByRole('region', { name: 'Weather in Dambulla' });
  await expect(card).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => answer !== undefined).toBe(true);
  answer?.();
  await expect(card).toContainText('28 °C');
});

test('a failure of the weather is reported in each language, and Try again loads it', async ({ page }) => {
  const weather: WeatherService = await startWeatherService(now());
  weather.answerWith(sendJson({ error: true }, 500));
  const market = await startMarket('empty', { WEATHER_URL: weather.url });
  try {
    await page.goto(`${market.url}/contact`);
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch weather data. Please try again later.');
    await expectNoAxeFindings(page);
    await page.goto(`${market.url}/si/contact`);
    await expect(page.getByRole('alert')).toContainText('කාලගුණ දත්ත ලබා ගත නොහැකි විය.');
    weather.answerWith(sendJson(weatherAt(now())));
    await page.getByRole('button', { name: 'නැවත උත්සාහ කරන්න' }).click();
    await expect(page.locator('.degrees')).toHaveText('28 °C');
    await page.route('**/api/weather', (route) => route.abort());
    await page.goto(`${market.url}/ta/contact`);
    await expect(page.getByRole('alert')).toContainText('வானிலைத் தரவுகளைப் பெற முடியவில்லை.');
  } finally {
    await market.stop();
    await weather.close();
  }
});

test('the map is loaded when the reader requests it, and no other site is contacted before', async ({ page, city }) => {
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  const elsewhere = () => asked.filter(({ origin }) => origin !== city.market.url);
  await page.goto(`${city.market.url}/contact`, { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 5000);
  await expect(page.locator('.degrees')).toBeVisible();
  expect(elsewhere()).toEqual([]);

  await page.getByRole('button', { name: 'Show the map' }).click();
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('Streets around the market');
  const [first, ...others] = elsewhere();
  expect(others.filter(({ pathname }) => pathname !== '/favicon.ico')).toEqual([]);
  expect(first?.origin).toBe(city.mapSite);
  expect(first?.pathname).toBe('/embed');
  expect(first?.searchParams.get('marker')).toBe('7.86,80.65');
  expect(first?.searchParams.get('bbox')).toBe('80.64000,7.85300,80.66000,7.86700');
  await expect(page.locator('iframe')).toBeFocused();
});

test('the map works by keyboard, and only the contact page may show a frame', async ({ page, city }) => {
  const policyOf = async (path: string) =>
    (await page.goto(`${city.market.url}${path}`))?.headers()['content-security-policy'] ?? '';
  expect(await policyOf('/')).not.toContain('frame-src');
  expect(await policyOf('/home-dailyprice')).not.toContain('frame-src');
  expect(await policyOf('/ta/contact')).toContain(`frame-src ${city.mapSite}`);
  await page.waitForLoadState('networkidle');
  const button = page.getByRole('button', { name: 'வரைபடத்தைக் காட்டுக' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('iframe')).toBeVisible();
});

test('without scripts address, telephones and the link to the map are shown, and no button without a function', async ({
  browser,
  city,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  for (const { path, button } of LANGUAGES) {
    await page.goto(`${city.market.url}${path}/contact`);
    await expect(page.locator('main address')).toBeVisible();
    await expect(page.locator('main .phones a').first()).toBeVisible();
    await expect(page.locator('.place-picture')).toBeVisible();
    await expect(page.locator('.map-notes a')).toHaveAttribute(
      'href',
      /^https:\/\/www\.openstreetmap\.org\/\?mlat=7\.86&/,
    );
    await expect(page.getByText(button)).toBeHidden();
    await expect(page.locator('.weather')).toBeHidden();
  }
  await context.close();
});

test('axe finds nothing on the contact page in three languages, light and dark', async ({ browser, city }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const { path, button } of LANGUAGES) {
    await page.goto(`${city.market.url}${path}/contact`);
    await expect(page.locator('.degrees')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: button }).click();
    await expect(page.locator('iframe')).toBeVisible();
    await expectAccessible(page);
  }
  await context.close();
});
