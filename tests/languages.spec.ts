import { expect } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { test } from './support/gate-market.ts';
import { issue, openGate, openShiftOnPhone } from './support/gate-phone.ts';
import { staffTextsIn } from './support/staff-texts.ts';
import { NIMAL } from './support/ticket-staff.ts';

// These tests open the gate without network, so its service worker must not be blocked.
test.use({ serviceWorkers: 'allow' });

const spoken = [
  { language: 'si', name: 'සිංහල' },
  { language: 'ta', name: 'தமிழ்' },
] as const;

for (const { language, name } of spoken) {
  const texts = staffTextsIn(language);

  test(`the gate changes to ${language} without network, also after a reload, and fits a phone`, {
    tag: language === 'ta' ? [] : ['@nightly'],
  }, async ({ openPhone }) => {
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
    }
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('button', { name: 'Close shift' })).toBeVisible();
    await phone.setOffline(false);
  });
}
