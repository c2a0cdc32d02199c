import { expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { screens } from '#scripts/screens/list.ts';
import { fitPath } from '#web/path.ts';
import { officePages } from '#web/routes.ts';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { test as atGate, NIMAL } from './support/gate-market.ts';
import { issue, openGate, openShiftOnPhone } from './support/gate-phone.ts';
import { test } from './support/market.ts';
import { openScreen } from './support/office-screens.ts';
import { type StaffTexts, staffTextsIn } from './support/staff-texts.ts';

// The gate opens without a connection, which is what its worker is for.
atGate.use({ serviceWorkers: 'allow' });

/** Papers: their language is the tenant's (tests/workday.spec.ts). */
const isPaper = (pattern: string) => /^\/(print|receipt)\//.test(pattern);

/** One of each page of the office. */
const SCREENS = Object.keys(officePages)
  .filter((pattern) => !isPaper(pattern))
  .map((pattern) => {
    const [one] = screens.filter(({ path }) => fitPath(pattern, path.split('?')[0] ?? ''));
    if (!one) throw new Error(`scripts/screens/list.csv has no screen of ${pattern}`);
    return one.path;
  });
const SIZES = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

const spoken = [
  { language: 'si', name: 'සිංහල' },
  { language: 'ta', name: 'தமிழ்' },
] as const;

for (const { language, name } of spoken) {
  const texts = staffTextsIn(language);

  test(`a superadmin signs in with ${language}, and every screen fits and is accessible`, async ({ page, market }) => {
    await page.goto(`${market.url}/login`);
    await page.getByRole('button', { name }).click();
    await signIn(page, texts);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const days = await page.request.get(`${market.url}/api/prices/days/2999-01-01`);
    const { latest } = (await days.json()) as { latest: string };
    for (const path of SCREENS) {
      await openScreen(page, path.replace('LATEST', latest), texts['shell.notFound.title']);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await expectNoSidewaysScroll(page);
      }
      await expectNoAxeFindings(page);
    }
  });

  atGate(
    `the gate changes to ${language} without network, also after a reload, and fits a phone`,
    async ({ openPhone }) => {
      const phone = await openPhone(NIMAL);
      const page = await openGate(phone);
      await openShiftOnPhone(page);
      await issue(page);
      await phone.setOffline(true);
      await page.getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole('link', { name: texts['gate-app.frame.tickets'], exact: true })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('button', { name: texts['gate-app.shift.close'] })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: 740 });
        await expectNoSidewaysScroll(page);
        await expectNoAxeFindings(page);
      }
      await page.getByRole('button', { name: 'English' }).click();
      await expect(page.getByRole('button', { name: 'Close shift' })).toBeVisible();
      await phone.setOffline(false);
    },
  );
}

async function signIn(page: Page, texts: StaffTexts): Promise<void> {
  await page.getByLabel(texts['session.login.email']).fill('superadmin@example.com');
  await page.getByLabel(texts['session.login.password'], { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: texts['session.login.submit'], exact: true }).click();
  await page.waitForURL('**/admin-dashboard');
}
