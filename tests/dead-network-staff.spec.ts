import { expect } from '@playwright/test';
import { test as withGate } from './support/gate-market.ts';
import { allSent, countTo, issue, numbersOf, openGate, openShiftOnPhone } from './support/gate-phone.ts';
import { openShakyLine, type ShakyLine } from './support/shaky-line.ts';
import { NIMAL } from './support/ticket-staff.ts';

const test = withGate.extend<{ line: ShakyLine }>({
  line: async ({ market }, use) => {
    const line = await openShakyLine(market);
    await use(line);
    await line.stop();
  },
});
test.use({ serviceWorkers: 'allow' });

/** The copy is shown after three seconds; the rest is for a busy machine. */
const SHOWN_WITHIN_MS = 12_000;

test('on a dead network the gate opens with its tickets, issues more, and sends them when the network answers', async ({
  openPhone,
  line,
  market,
  sessionOf,
}) => {
  const phone = await openPhone(NIMAL, { url: line.url });
  const page = await openGate(phone);
  const code = await openShiftOnPhone(page);
  await issue(page);
  await expect(allSent(page)).toBeVisible();
  line.dead = 'silent';
  const again = await phone.newPage();
  const start = performance.now();
  await again.goto('/gate', { waitUntil: 'commit' });
  await expect(again.getByText('1 ticket since')).toBeVisible();
  expect(performance.now() - start).toBeLessThan(SHOWN_WITHIN_MS);
  await page.close();
  expect(await issue(again, 100)).toBe(`${code}-2`);
  expect(await issue(again)).toBe(`${code}-3`);
  line.dead = undefined;
  await expect(allSent(again)).toBeVisible({ timeout: 60_000 });
  const { token } = await sessionOf(NIMAL);
  expect(await numbersOf({ market, token }, code)).toEqual(countTo(code, 3));
});
