import { expect, type Page } from '@playwright/test';
import { test } from './support/market.ts';
import { type Market, signInBrowser } from './support/start-market.ts';

const WEDNESDAY = '2031-01-01';
const SUNDAY = '2031-01-05';

async function openCalendar(page: Page, market: Market, year: string): Promise<void> {
  await page.goto(`${market.url}/market-calendar?year=${year}`);
  await page.getByRole('button', { name: 'Save opening days' }).waitFor();
}

test('a closed day entered by the office is shown with its reason to the public immediately, in three languages', async ({
  page,
  market,
  browser,
}) => {
  await signInBrowser(page, market);
  await page.goto(`${market.url}/daily-price`);
  await page.getByRole('link', { name: /Market calendar/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Market calendar' })).toBeVisible();
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const reader = await context.newPage();
  await reader.goto(`${market.url}/home-dailyprice?date=${WEDNESDAY}`);
  await expect(reader.locator('.empty')).toContainText('This date is in the future.');

  await page.getByRole('button', { name: 'Add day' }).click();
  await page.getByRole('textbox', { name: 'Date' }).fill('1 Jan 2031');
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Bridge under repair');
  await page.getByRole('textbox', { name: 'Reason in Sinhala' }).fill('පාලම අලුත්වැඩියා කිරීම');
  await page.getByRole('button', { name: 'Save day' }).click();
  await expect(page.getByText('Day saved to the market calendar.')).toBeVisible();
  await expect(page).toHaveURL(/year=2031/);
  await expect(page.getByRole('row', { name: /Bridge under repair/ })).toContainText('Wednesday');

  for (const [path, reason, sentence] of [
    ['', 'Bridge under repair', 'The market is closed on this day.'],
    ['/si', 'පාලම අලුත්වැඩියා කිරීම', 'මේ දිනයේ වෙළඳපොළ වසා ඇත.'],
    ['/ta', 'Bridge under repair', 'இந்த நாளில் சந்தை மூடப்பட்டுள்ளது.'],
  ] as const) {
    await reader.goto(`${market.url}${path}/home-dailyprice?date=${WEDNESDAY}`);
    await expect(reader.locator('.empty-title')).toHaveText(reason);
    await expect(reader.locator('.empty')).toContainText(sentence);
  }
  await expect(reader.locator('.empty-title [lang=en]')).toHaveText('Bridge under repair');

  await page.getByRole('button', { name: 'Edit 1 Jan 2031' }).click();
  await page.getByRole('textbox', { name: 'Reason in Tamil' }).fill('பாலம் பழுதுபார்ப்பு');
  await page.getByRole('button', { name: 'Save day' }).click();
  await expect(page.getByRole('row', { name: /பாலம்/ })).toBeVisible();
  await reader.reload();
  await expect(reader.locator('.empty-title')).toHaveText('பாலம் பழுதுபார்ப்பு');

  await page.getByRole('button', { name: 'Remove 1 Jan 2031' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No days added for 2031 yet.')).toBeVisible();
  await reader.goto(`${market.url}/home-dailyprice?date=${WEDNESDAY}`);
  await expect(reader.locator('.empty')).toContainText('This date is in the future.');
  await context.close();
});

test('weekdays and Poya days are set with one button each, and the public page follows', async ({ page, market }) => {
  await signInBrowser(page, market);
  await openCalendar(page, market, '2031');
  await page.getByRole('checkbox', { name: 'Sunday' }).uncheck();
  await page.getByRole('button', { name: 'Save opening days' }).click();
  await expect(page.getByText('Market opening days saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Poya days for 2031' }).click();
  await expect(page.getByText(/1[23] Poya days added for 2031\./)).toBeVisible();
  const poyaDays = page.getByRole('row', { name: /Full-moon \(Poya\) day/ });
  await expect(poyaDays.nth(11)).toBeVisible();

  await page.goto(`${market.url}/home-dailyprice?date=${SUNDAY}`);
  await expect(page.locator('.empty')).toContainText('The market is closed on Sundays.');
  await openCalendar(page, market, '2031');
  await page.getByRole('checkbox', { name: 'Sunday' }).check();
  await page.getByRole('button', { name: 'Save opening days' }).click();
  await expect(page.getByText('Market opening days saved.')).toBeVisible();
});
