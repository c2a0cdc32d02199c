import { expect } from '@playwright/test';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { test } from './support/market.ts';
import { signInBrowser } from './support/start-market.ts';

const LANGUAGES = [
  { path: '', weather: 'Rain', button: 'Show the map' },
  { path: '/si', weather: 'වැස්ස', button: 'සිතියම පෙන්වන්න' },
  { path: '/ta', weather: 'மழை', button: 'வரைபடத்தைக் காட்டுக' },
];

test('on a phone the contact page is complete in three languages, with the time of the market', async ({
  page,
  market,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const { path, weather, button } of LANGUAGES) {
    await page.goto(`${market.url}${path}/contact`);
    await expect(page.locator('.degrees')).toHaveText('28 °C');
    await expect(page.locator('.sky-words')).toHaveText(weather);
    await expect(page.locator('.sky-picture')).toBeVisible();
    await expect(page.getByRole('button', { name: button })).toBeVisible();
    await expect(page.locator('main a[href^="mailto:"]')).toHaveText('office@market.example');
    expect(await page.locator('main .phones a[href^="tel:"]').count()).toBe(6);
    await expectNoSidewaysScroll(page);
  }
  const observed = (await (await fetch(`${market.url}/api/weather`)).json()).observed_at;
  const time = new Date(observed).toLocaleTimeString('en-GB', { timeZone: 'Asia/Colombo', timeStyle: 'short' });
  await expect(page.locator('.weather small')).toContainText(time);
});

test('the map is loaded when the reader requests it, and no other site is contacted before', async ({
  page,
  market,
  mapSite,
}) => {
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  const elsewhere = () => asked.filter(({ origin }) => origin !== market.url);
  await page.goto(`${market.url}/contact`, { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 5000);
  await expect(page.locator('.degrees')).toBeVisible();
  expect(elsewhere()).toEqual([]);

  await page.getByRole('button', { name: 'Show the map' }).click();
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('Streets around the market');
  const [first, ...others] = elsewhere();
  expect(others.filter(({ pathname }) => pathname !== '/favicon.ico')).toEqual([]);
  expect(first?.origin).toBe(mapSite);
  expect(first?.pathname).toBe('/embed');
  expect(first?.searchParams.get('marker')).toBe('7.86,80.65');
  expect(first?.searchParams.get('bbox')).toBe('80.64000,7.85300,80.66000,7.86700');
  await expect(page.locator('iframe')).toBeFocused();
  await expectNoAxeFindings(page);
});

test('the map works by keyboard, and only the contact page may show a frame', async ({ page, market, mapSite }) => {
  const policyOf = async (path: string) =>
    (await page.goto(`${market.url}${path}`))?.headers()['content-security-policy'] ?? '';
  expect(await policyOf('/')).not.toContain('frame-src');
  expect(await policyOf('/home-dailyprice')).not.toContain('frame-src');
  expect(await policyOf('/ta/contact')).toContain(`frame-src ${mapSite}`);
  await page.waitForLoadState('networkidle');
  const button = page.getByRole('button', { name: 'வரைபடத்தைக் காட்டுக' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('iframe')).toBeVisible();
});

test('staff see where missing details will be, in a market without them; visitors see nothing of it', async ({
  page,
  ledgers,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const places = page.getByRole('link', { name: 'Only staff see this.' });
  await page.goto(`${ledgers.url}/contact`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(places).toHaveCount(0);
  await signInBrowser(page, ledgers, 'superadmin');
  await page.goto(`${ledgers.url}/contact`);
  await expect(places.filter({ hasText: /^Hotline/ })).toHaveCount(1);
  await expect(places.filter({ hasText: /^Links/ })).toHaveCount(1);
  const inPage = page.locator('main').getByRole('link', { name: 'Only staff see this.' });
  await expect(inPage).toHaveText([/^Phone/, /^Branches/, /^Email/]);
  for (const place of await places.all()) await expect(place).toHaveAttribute('href', '/settings/contact');
  await expectNoSidewaysScroll(page);
  await expectNoAxeFindings(page);
});
