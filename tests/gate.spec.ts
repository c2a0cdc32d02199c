import { expect } from '@playwright/test';
import { login, test } from './support/gate-market.ts';
import {
  type Asked,
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
  startWork,
  vehiclePrice,
} from './support/gate-phone.ts';
import { openLossyLine } from './support/lossy-line.ts';
import { NIMAL, SUNITA } from './support/ticket-staff.ts';

// These tests open the gate without network, so its service worker must not be blocked.
test.use({ serviceWorkers: 'allow' });

test('without network the page opens and tickets wait, also after the tab is closed; with network all are sent', {
  tag: '@quick',
}, async ({ openPhone, market, sessionOf }) => {
  const phone = await openPhone(NIMAL);
  const { page, code } = await startWork(phone);
  await phone.setOffline(true);
  await issue(page);
  // The network was cut while the page was open. After the reload Chromium reports that it is online, although it has
  // no network.
  await expect(page.getByText('Offline. Saved on this phone.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 tickets since')).toBeVisible();
  for (let count = 1; count < 5; count += 1) await issue(page);
  await expect(page.getByText('5 not sent yet')).toBeVisible();
  await page.close();

  const again = await phone.newPage();
  await again.goto('/gate');
  await expect(again.getByText('5 not sent yet')).toBeVisible();
  await expect(lastTicket(again)).toContainText(`${code}-6`);
  await phone.setOffline(false);
  await expect(allSent(again)).toBeVisible();
  const { token } = await sessionOf(NIMAL);
  expect(await numbersOf({ market, token }, code)).toEqual(countTo(code, 6));
});

test('two phones issue 20 tickets each without network; answers are lost; the server has 40', async ({
  openPhone,
  market,
  sessionOf,
}) => {
  test.setTimeout(150_000);
  const line = await openLossyLine(market.url);
  const { token } = await sessionOf(NIMAL);
  const before = await incomeToday({ market, token });
  const phones = await Promise.all([NIMAL, SUNITA].map((email) => openPhone(email, { url: line.url })));
  const pages = await Promise.all(phones.map(openGate));
  const code = await Promise.all(pages.map((page) => openShiftOnPhone(page)));
  expect(code[0]).not.toBe(code[1]);
  for (const page of pages) await expect(allSent(page)).toBeVisible();
  await Promise.all(phones.map((phone) => phone.setOffline(true)));
  await Promise.all(
    pages.map(async (page) => {
      for (let count = 0; count < 20; count += 1) await issue(page, count % 5 === 4 ? 100 : 20);
      await expect(page.getByText('20 not sent yet')).toBeVisible();
    }),
  );

  line.loses = (place) => place % 4 === 0;
  await Promise.all(phones.map((phone) => phone.setOffline(false)));
  await expect.poll(() => line.tickets.length).toBeGreaterThan(8);
  await pages[1]?.close();
  const back = await phones[1]?.newPage();
  await back?.goto('/gate');
  for (const page of [pages[0], back]) if (page) await expect(allSent(page)).toBeVisible({ timeout: 60_000 });

  expect(line.lost).toBeGreaterThan(4);
  expect(line.tickets.length).toBeGreaterThan(40);
  for (const each of code) expect(await numbersOf({ market, token }, each)).toEqual(countTo(each, 20));
  const after = await incomeToday({ market, token });
  expect({ count: after.ticketCount - before.ticketCount, income: after.totalIncome - before.totalIncome }).toEqual({
    count: 40,
    income: 2 * (16 * 20 + 4 * 100),
  });
  await line.stop();
});

async function incomeToday(asked: Asked): Promise<{ ticketCount: number; totalIncome: number }> {
  const [today] = await askGate<{ ticketCount: number; totalIncome: number }[]>(asked, '/api/sanitation/daily-income');
  if (!today) throw new Error('the list of days is empty');
  return today;
}

test('two tabs of one phone share one series of numbers, and one of them sends', async ({ openPhone, market }) => {
  const line = await openLossyLine(market.url);
  const phone = await openPhone(NIMAL, { url: line.url });
  const first = await openGate(phone);
  const code = await openShiftOnPhone(first);
  const second = await openGate(phone);
  await expect(vehiclePrice(second, 20)).toBeVisible();
  await phone.setOffline(true);
  for (const page of [first, second, first, second, first, second]) await issue(page);
  await expect(lastTicket(first)).toContainText(`${code}-6`);
  await expect(first.getByText('6 not sent yet')).toBeVisible();
  await expect(second.getByText('6 not sent yet')).toBeVisible();
  await phone.setOffline(false);
  await expect(allSent(first)).toBeVisible();
  await expect(allSent(second)).toBeVisible();
  expect(line.tickets).toEqual(countTo(code, 6));
  await line.stop();
});

test('the queue remains after a session ended; after signing in it is sent', async ({
  openPhone,
  market,
  sessionOf,
  request,
}) => {
  const { token } = await login(request, market, SUNITA);
  const phone = await openPhone(SUNITA);
  const page = await openGate(phone);
  const code = await openShiftOnPhone(page);
  await expect(allSent(page)).toBeVisible();
  await page.evaluate((other) => localStorage.setItem('token', other), token);
  await request.post(`${market.url}/api/admin/logout`, { headers: { authorization: `Bearer ${token}` } });
  await page.reload();
  await issue(page);
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await issue(page, 100);
  await issue(page);
  await page.reload();
  await page.getByRole('button', { name: 'Sign in again to send 3 tickets' }).click();
  await signInOnPhone(page, SUNITA);
  await expect(allSent(page)).toBeVisible();
  const asked = { market, token: (await sessionOf(NIMAL)).token };
  expect(await numbersOf(asked, code)).toEqual(countTo(code, 3));
});

test('a ticket is cancelled before and after it was sent; no number is missing on the server', async ({
  openPhone,
  market,
  sessionOf,
}) => {
  const phone = await openPhone(NIMAL);
  const { page, code } = await startWork(phone);
  await cancelTicket(page);
  await expect(allSent(page)).toBeVisible();
  await phone.setOffline(true);
  await issue(page, 100);
  await cancelTicket(page);
  await issue(page);
  await expect(page.getByText('1 ticket since')).toBeVisible();
  await phone.setOffline(false);
  await expect(allSent(page)).toBeVisible();
  const asked = { market, token: (await sessionOf(NIMAL)).token };
  expect(await numbersOf(asked, code)).toEqual([`${code}-3`]);
  for (const [number, state] of [
    [`${code}-1`, 'void'],
    [`${code}-2`, 'void'],
    [`${code}-3`, 'valid'],
    [`${code}-4`, 'unknown'],
  ])
    expect(await askGate(asked, `/api/gate/check/${number}`)).toMatchObject({ state });
});

test('a shift is closed with a difference and its reason, without network, and the server has the same', async ({
  openPhone,
  market,
  sessionOf,
}) => {
  const phone = await openPhone(SUNITA);
  const page = await openGate(phone);
  await expect(page.getByLabel('Opening cash')).toBeVisible();
  await phone.setOffline(true);
  await openShiftOnPhone(page, '500');
  await expect(page.getByText('Shift not sent yet')).toBeVisible();
  await issue(page);
  await issue(page, 100);
  await page.getByRole('button', { name: 'Close shift' }).click();
  await expect(page.getByText('620')).toBeHidden();
  await page.getByLabel('Counted cash').fill('600');
  await page.getByRole('button', { name: 'Save count of Rs 600' }).click();
  await expect(page.getByText('Rs 20 short')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close shift' })).toBeDisabled();
  await page.getByLabel('Why is there a difference?').fill('One note was torn');
  await page.getByRole('button', { name: 'Close shift' }).click();
  await expect(page.getByText('Not sent yet. These amounts')).toBeVisible();
  await phone.setOffline(false);
  await expect(page.getByText('Sent.', { exact: true })).toBeVisible();
  const { token } = await sessionOf(SUNITA);
  const [shift] = await askGate<object[]>({ market, token }, '/api/gate/shifts?open=false');
  expect(shift).toMatchObject({
    byWhom: SUNITA,
    opening_cash: 500,
    ticket_count: 2,
    ticket_sum: 120,
    expected_cash: 620,
    counted_cash: 600,
    difference: -20,
    reason: 'One note was torn',
  });
});
