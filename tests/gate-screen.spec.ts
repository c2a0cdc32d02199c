import { expect, type Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { expectNoAxeFindings, expectReadableColours, expectStill } from './support/check-axe.ts';
import { expectNoSidewaysScroll } from './support/check-width.ts';
import { test } from './support/gate-market.ts';
import {
  allSent,
  cancelTicket,
  countTo,
  issue,
  lastTicket,
  numbersOf,
  openGate,
  openShiftOnPhone,
  signInOnPhone,
  vehiclePrice,
} from './support/gate-phone.ts';
import { openLossyLine } from './support/lossy-line.ts';
import { NIMAL, SUNITA } from './support/ticket-staff.ts';

test.use({ serviceWorkers: 'allow' });

const MM_PER_POINT = 25.4 / 72;

test('ticket staff, who cannot use the office, sign in at the gate and issue with one tap', async ({
  openPhone,
  market,
  sessionOf,
}) => {
  const page = await openGate(await openPhone());
  await signInOnPhone(page, NIMAL);
  const code = await openShiftOnPhone(page);
  expect(await issue(page)).toBe(`${code}-1`);
  expect(await issue(page, 100)).toBe(`${code}-2`);
  await expect(page.getByText('2 tickets since')).toBeVisible();
  await expect(allSent(page)).toBeVisible();
  const { token } = await sessionOf(NIMAL);
  expect(await numbersOf({ market, token }, code)).toEqual(countTo(code, 2));
});

test('seven quick taps are seven tickets, five more while sending hangs are five, and no button moves or leaves a small screen', {
  tag: '@quick',
}, async ({ openPhone, market, sessionOf }) => {
  const phone = await openPhone(NIMAL);
  const page = await openGate(phone);
  await page.setViewportSize({ width: 360, height: 640 });
  const code = await openShiftOnPhone(page);
  const button = vehiclePrice(page, 20);
  // Positions are measured from the top of the document, because on a slow machine the browser may have scrolled to
  // click.
  const placeOf = async () => {
    const places = [vehiclePrice(page, 20), vehiclePrice(page, 100)].map((price) =>
      price.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return { top: top + scrollY, bottom: bottom + scrollY };
      }),
    );
    const found = await Promise.all(places);
    for (const { bottom } of found) expect(bottom).toBeLessThanOrEqual(640);
    return found;
  };
  await expect(allSent(page)).toBeVisible();
  const before = await placeOf();
  // Each click is held for 130 ms, as a finger would hold it.
  for (let count = 0; count < 7; count += 1) await button.click({ delay: 130 });
  await expect(page.getByText('7 tickets since')).toBeVisible();
  await expect(lastTicket(page)).toContainText(countTo(code, 7).join(' '));
  const free = Promise.withResolvers<void>();
  await phone.route('**/api/sanitation', async (route) => {
    await free.promise;
    await route.continue();
  });
  for (let count = 0; count < 5; count += 1) await button.click();
  await expect(page.getByText('12 tickets since')).toBeVisible();
  expect(await placeOf()).toEqual(before);
  free.resolve();
  await expect(allSent(page)).toBeVisible();
  const { token } = await sessionOf(NIMAL);
  expect(await numbersOf({ market, token }, code)).toEqual(countTo(code, 12));
  for (const [language, tag] of [
    ['සිංහල', 'si'],
    ['தமிழ்', 'ta'],
  ] as const) {
    await page.getByRole('button', { name: language }).click();
    await expect(page.locator(`html[lang=${tag}]`)).toBeAttached();
    const boxes = await page
      .locator('.prices .issue')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom + scrollY));
    for (const bottom of boxes) expect(bottom).toBeLessThanOrEqual(640);
  }
  // The language is set back, because it is stored with the account and the next test expects English.
  const isSaved = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('"en"') === true && answer.ok(),
  );
  await page.getByRole('button', { name: 'English' }).click();
  await isSaved;
});

test('a session of the office is also a session at the gate', async ({ openPhone }) => {
  const phone = await openPhone();
  const page = await phone.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill('superadmin@example.com');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/admin-dashboard');
  await page.goto('/gate');
  await expect(page.getByRole('button', { name: 'Open shift with Rs 0' })).toBeVisible();
});

test('the address of a QR code shows valid, void or unknown, after signing in', async ({ openPhone }) => {
  const phone = await openPhone(NIMAL);
  const page = await openGate(phone);
  const code = await openShiftOnPhone(page);
  await issue(page);
  await cancelTicket(page);
  await issue(page, 100);
  await expect(allSent(page)).toBeVisible();

  const stranger = await (await openPhone()).newPage();
  await stranger.goto(`/gate/check/${code}-2`);
  await expect(stranger.getByText('Sign in to check the ticket')).toBeVisible();
  await signInOnPhone(stranger, SUNITA);
  const verdict = stranger.getByRole('region', { name: `Ticket ${code}-2` });
  await expect(verdict).toContainText('VALID');
  await expect(verdict).toContainText(/T100_\d+/);
  await expect(verdict).toContainText(NIMAL);
  await stranger.getByLabel('Ticket number').fill(`${code}1`.toLowerCase());
  await stranger.getByRole('button', { name: 'Check' }).click();
  await expect(stranger).toHaveURL(new RegExp(`/gate/check/${code}1$`));
  await expect(stranger.getByText('VOID')).toBeVisible();
  await expect(stranger.getByText('Issued by mistake')).toBeVisible();
  await stranger.goto(`/gate/check/${code}-99`);
  await expect(stranger.getByText('UNKNOWN')).toBeVisible();
  await stranger.goBack();
  await expect(stranger.getByText('VOID')).toBeVisible();
});

test('a new version is announced and opened on request; waiting tickets remain', async ({ openPhone, market }) => {
  const line = await openLossyLine(market.url);
  const phone = await openPhone(NIMAL, { url: line.url });
  const page = await openGate(phone);
  const code = await openShiftOnPhone(page);
  await expect(allSent(page)).toBeVisible();
  const cacheNames = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('pola-gate-')));
  const [before] = await cacheNames();
  line.isRenewed = true;
  await page.reload();
  await expect(page.getByText('A new version is available.')).toBeVisible();
  await phone.setOffline(true);
  await issue(page);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('1 not sent yet')).toBeVisible();
  await expect(page.getByText('A new version is available.')).toBeHidden();
  await expect(lastTicket(page)).toContainText(`${code}-1`);
  expect(await cacheNames()).toEqual(['pola-gate-renewed']);
  expect(before).not.toBe('pola-gate-renewed');
  await line.stop();
});

test('a ticket is printed on a page of the roll, also without network', { tag: '@quick' }, async ({ openPhone }) => {
  const phone = await openPhone(NIMAL);
  const page = await openGate(phone);
  await openShiftOnPhone(page);
  await phone.setOffline(true);
  const number = await issue(page, 100);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body[data-printed=yes]')).toBeAttached();
  const paper = await getDocument({ data: new Uint8Array(await page.pdf({ preferCSSPageSize: true })) }).promise;
  expect(paper.numPages).toBe(1);
  const sheet = await paper.getPage(1);
  const [, , width = 0] = sheet.view;
  expect(Math.round(width * MM_PER_POINT)).toBe(58);
  const { items } = await sheet.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  for (const entry of [number, 'Sanitation ticket', 'Rs. 100.00', NIMAL, 'Pola Economic Centre'])
    expect(text).toContain(entry);
  expect(text).not.toContain('Cancel');
});

test('each state of the gate is accessible and fits a small and a large phone', async ({ openPhone }) => {
  const phone = await openPhone();
  const page = await openGate(phone);
  await look(page);
  await signInOnPhone(page, NIMAL);
  await expect(page.getByLabel('Opening cash')).toBeVisible();
  await look(page);
  await openShiftOnPhone(page);
  await issue(page);
  await look(page);
  await phone.setOffline(true);
  await issue(page, 100);
  await page.getByText('Settings').click();
  await look(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await look(page);
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await page.getByText('Vehicles').click();
  await page.getByRole('button', { name: 'Cancel ticket' }).click();
  await look(page);
  await page.getByRole('button', { name: 'Issued by mistake' }).click();
  await look(page);
  await page.getByRole('button', { name: 'Close shift' }).click();
  await page.getByLabel('Counted cash').fill('5');
  await look(page);
  await page.getByRole('button', { name: 'Save count of Rs 5' }).click();
  await look(page);
  await page.getByLabel('Why is there a difference?').fill('A very long reason, for notes that were counted twice');
  await page.getByRole('button', { name: 'Close shift' }).click();
  await look(page);
  await phone.setOffline(false);
  await expect(allSent(page)).toBeVisible();
  await page.goto('/gate/check/T20_1');
  await expect(page.locator('.verdict .word')).toBeVisible();
  await look(page);
});

async function look(page: Page): Promise<void> {
  for (const { width, height, colours } of [
    { width: 360, height: 740, colours: 'light' },
    { width: 390, height: 844, colours: 'dark' },
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' });
    await expectStill(page);
    await (colours === 'light' ? expectNoAxeFindings(page) : expectReadableColours(page));
    await expectNoSidewaysScroll(page);
  }
}
