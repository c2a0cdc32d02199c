import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#scripts/demo/fill-demo.ts';
import { opens, press } from './press.ts';

/** Turns on what touches money, so that the screen asks. */
export async function askForSchedule(page: Page): Promise<void> {
  await page.getByRole('switch', { name: /^Apply fines every month/ }).check();
  await opens('Save schedule')(page);
}

/** Enters a rate, so that the screen asks. */
export async function askForRate(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'VAT rate' }).fill('18');
  await opens('Update VAT rate')(page);
}

/** Presses the button that begins an action, where there is anything to do. */
export async function askForPassword(page: Page): Promise<void> {
  await press(/^(Generate|Apply|Put) /)(page);
  await page.getByRole('dialog').waitFor();
}

/** Does the action, on the demo that is thrown away after the pictures. */
export async function pressRunAction(page: Page): Promise<void> {
  if (
    await page
      .getByRole('button', { name: /^(Generate|Apply|Put) / })
      .first()
      .isDisabled()
  )
    return;
  await askForPassword(page);
  await page.getByLabel(/^Password/).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Result' }).waitFor();
}

/** Begins it on a line that loses the answer, so that one sees what the screen says meanwhile. */
export async function runUnanswered(page: Page): Promise<void> {
  await page.route(/run_id=/, (route) => route.abort());
  await page.route('**/api/settings/runs/*', (route) => route.abort());
  await askForPassword(page);
  await page.getByLabel(/^Password/).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('It may still be running.').waitFor();
}
