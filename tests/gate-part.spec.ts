import { expect } from '@playwright/test';
import { expectNoAxeFindings } from './support/check-axe.ts';
import { test } from './support/gate-market.ts';
import { allSent, countTo, issue, lastTicket, numbersOf, openShiftOnPhone } from './support/gate-phone.ts';
import { NIMAL } from './support/ticket-staff.ts';

// Without the worker nothing is stored: as after the browser has deleted its cache.
test.use({ serviceWorkers: 'block' });

test('a screen of the gate that cannot be loaded says so with a way back, and the queue of tickets is untouched', async ({
  openPhone,
  market,
  sessionOf,
}) => {
  const phone = await openPhone(NIMAL);
  const page = await phone.newPage();
  await page.goto('/gate');
  const code = await openShiftOnPhone(page);
  await expect(allSent(page)).toBeVisible();
  await phone.setOffline(true);
  await issue(page);
  await expect(page.getByText('1 not sent yet')).toBeVisible();
  await page.getByRole('link', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This part of the page could not be loaded.');
  await expect(page.getByText('1 not sent yet')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'Tickets', exact: true }).click();
  await expect(lastTicket(page)).toContainText(`${code}-1`);
  await issue(page, 100);
  await page.getByRole('link', { name: 'Check', exact: true }).click();
  await phone.setOffline(false);
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(page.getByLabel('Ticket number')).toBeVisible();
  await expect(allSent(page)).toBeVisible();
  const { token } = await sessionOf(NIMAL);
  expect(await numbersOf({ market, token }, code)).toEqual(countTo(code, 2));
});
