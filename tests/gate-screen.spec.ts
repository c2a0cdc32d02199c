import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { COLOUR_RULES, expectNoAxeFindings } from './support/check-axe.ts';
import { NIMAL, SUNITA, test } from './support/gate-market.ts';
import {
  allSent,
  askGate,
  cancelTicket,
  countTo,
  issue,
  lastTicket,
  numbersOf,
  openGate,
  openShiftOnPhone,
  signInOnPhone,
} from './support/gate-phone.ts';
import { openLossyLine } from './support/lossy-line.ts';

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

test('vehicles: prices are saved on the phone, the number is required, and recent ones are one tap away', async ({
  openPhone,
  market,
  sessionOf,
}) => {
  const page = await openGate(await openPhone(NIMAL));
  await openShiftOnPhone(page);
  await page.getByText('Vehicles').click();
  await page.getByRole('button', { name: /^Lorry/ }).click();
  await page.getByRole('textbox', { name: 'Lorry' }).fill('150.50');
  await page.getByRole('button', { name: 'Save prices on this phone' }).click();
  await expect(page.getByText('Prices saved.')).toBeVisible();
  await page.reload();
  const lorry = page.getByRole('button', { name: 'Lorry Rs 150.50' });
  await lorry.click();
  await expect(page.getByText('Enter the vehicle number first.')).toBeVisible();
  await page.getByLabel('Vehicle number').fill('wp lg-4821');
  await lorry.click();
  await expect(lastTicket(page)).toContainText('Lorry WP LG-4821 Rs 150.50');
  await page.getByRole('button', { name: 'WP LG-4821' }).click();
  await lorry.click();
  await page.getByRole('button', { name: 'Issue another ticket' }).click();
  await expect(page.getByText('2 tickets since')).toBeVisible();
  await expect(allSent(page)).toBeVisible();
  const asked = { market, token: (await sessionOf(NIMAL)).token };
  const { tickets } = await askGate<{ tickets: object[] }>(asked, '/api/vehicle-tickets/by-date?vehicleNumber=4821');
  expect(tickets).toHaveLength(2);
  expect(tickets[0]).toMatchObject({ vehicleNumber: 'WP LG-4821', vehicleType: 'Lorry', ticketPrice: 150.5 });
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

test('a ticket is printed on a page of the roll, also without network', async ({ openPhone }) => {
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

for (const { width, height } of [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
]) {
  test(`axe finds nothing at the gate, and nothing is wider than a phone of ${width}`, async ({ openPhone }) => {
    const phone = await openPhone(undefined, { width, height });
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
    await page.getByRole('button', { name: 'Cancel ticket' }).click();
    await page.getByText('Settings').click();
    await look(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await look(page);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await page.getByText('Vehicles').click();
    await page.getByRole('button', { name: 'Yes, cancel ticket' }).click();
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
}

async function look(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoAxeFindings(page, colorScheme === 'dark' ? COLOUR_RULES : undefined);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test('the gate loads little, has its own service worker, and runs only its own files', async ({ request, market }) => {
  const answer = await request.get(`${market.url}/gate/anything`);
  expect(answer.status()).toBe(200);
  const policy = answer.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("style-src 'self'");
  expect(policy).not.toContain('unsafe');
  const scripts = [...(await answer.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  const files = await Promise.all(scripts.map(async (path) => (await request.get(`${market.url}${path}`)).body()));
  const kilobytes = files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0) / 1000;
  // With the texts of three languages for papers.
  expect(kilobytes).toBeLessThan(104);
  const worker = await request.get(`${market.url}/gate/worker.js`);
  expect(worker.headers()).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'service-worker-allowed': '/gate',
    'cache-control': 'no-store',
  });
  const manifest = await request.get(`${market.url}/gate/manifest.webmanifest`);
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { icons } = (await manifest.json()) as { icons: { src: string }[] };
  for (const { src } of icons) expect((await request.get(market.url + src)).status()).toBe(200);
});
