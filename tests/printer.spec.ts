import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, type Page } from '@playwright/test';
import readQr from 'jsqr';
import { readPaper } from '#web/testing/stub-printer.ts';
import { expectNoAxeFindings, expectStill } from './support/check-axe.ts';
import { test } from './support/gate-market.ts';
import {
  allSent,
  countTo,
  lastTicket,
  numbersOf,
  openGate,
  openShiftOnPhone,
  vehiclePrice,
} from './support/gate-phone.ts';
import { plugInPrinter } from './support/stub-usb-printer.ts';
import { NIMAL } from './support/ticket-staff.ts';

test.use({ serviceWorkers: 'allow' });

/** The rows that move the paper to its edge after a ticket. */
const BETWEEN = 90;
const WIDTH = 384;

async function connect(page: Page): Promise<void> {
  await page.locator('#settings > summary').click();
  await page.getByRole('button', { name: 'Connect by USB', exact: true }).click();
  await expect(page.getByText('Printer ready', { exact: true })).toBeVisible();
}

/** The tickets on the paper, each as rows of dots. */
async function ticketsOn(page: Page): Promise<boolean[][][]> {
  const bytes = await page.evaluate(() => window.stubUsb.printed);
  const { rows } = readPaper(Uint8Array.from(bytes));
  const tickets: boolean[][][] = [[]];
  let white = 0;
  for (const row of rows) {
    white = row.includes(true) ? 0 : white + 1;
    tickets.at(-1)?.push(row);
    if (white === BETWEEN) tickets.push([]);
  }
  return tickets.filter((ticket) => ticket.some((row) => row.includes(true)));
}

function numberIn(ticket: readonly (readonly boolean[])[]): string | undefined {
  const picture = new Uint8ClampedArray(WIDTH * ticket.length * 4).fill(255);
  for (const [y, row] of ticket.entries())
    for (const [x, isBlack] of row.entries())
      if (isBlack) picture.fill(0, (y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3);
  const code = readQr(picture, WIDTH, ticket.length);
  return code?.data.split('/').at(-1);
}

test('twenty tickets in a row are printed without a look at the screen, each with its number', async ({
  openPhone,
}) => {
  const page = await openGate(await openPhone(NIMAL));
  await plugInPrinter(page);
  await page.reload();
  const code = await openShiftOnPhone(page);
  await connect(page);
  await expectStill(page);
  await expectNoAxeFindings(page);
  for (let count = 0; count < 20; count += 1) await vehiclePrice(page, 20).click();
  await expect(lastTicket(page)).toContainText(`${code}-20`);
  await expect.poll(async () => (await ticketsOn(page)).map(numberIn)).toEqual(countTo(code, 20));
  await page.reload();
  await expect(page.getByText('Printer ready', { exact: true })).toBeVisible();
  await vehiclePrice(page, 100).click();
  await expect.poll(async () => (await ticketsOn(page)).map(numberIn)).toEqual([`${code}-21`]);
});

test('whatever the printer does, each ticket is issued, sent and counted, and the rest is printed later', async ({
  openPhone,
  market,
  sessionOf,
}) => {
  const page = await openGate(await openPhone(NIMAL));
  await plugInPrinter(page);
  await page.reload();
  const code = await openShiftOnPhone(page);
  await connect(page);
  await page.evaluate(() => window.stubUsb.switchOff());
  await expect(page.getByText('The printer does not answer. Trying again …')).toBeVisible();
  for (let count = 0; count < 3; count += 1) await vehiclePrice(page, 20).click();
  await expect(page.getByText(`3 tickets wait: ${code}-1 ${code}-2 ${code}-3`)).toBeVisible();
  await expect(allSent(page)).toBeVisible();
  await page.evaluate(() => {
    window.stubUsb.isOff = false;
    window.stubUsb.msForPiece = 30;
    window.stubUsb.losesEvery = 4;
  });
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(page.getByText('Printer ready', { exact: true })).toBeVisible();
  await page.evaluate(() => {
    window.stubUsb.isStalled = true;
  });
  await vehiclePrice(page, 20).click();
  await vehiclePrice(page, 100).click();
  await expect(page.getByText('The printer does not answer. Trying again …')).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Do not print them', exact: true }).click();
  await page.evaluate(() => {
    Object.assign(window.stubUsb, { isStalled: false, losesEvery: 0, msForPiece: 0, printed: [] });
  });
  await expect(page.getByText('Printer ready', { exact: true })).toBeVisible({ timeout: 20_000 });
  await lastTicket(page).getByRole('button', { name: 'Print', exact: true }).click();
  await expect.poll(async () => (await ticketsOn(page)).map(numberIn)).toEqual([`${code}-5`]);
  const first = (await ticketsOn(page))[0]?.length ?? 0;
  await lastTicket(page).getByRole('button', { name: 'Print', exact: true }).click();
  await expect.poll(async () => (await ticketsOn(page)).length).toBe(2);
  // A line more: it is a copy.
  expect((await ticketsOn(page))[1]?.length).toBeGreaterThan(first);
  const { token } = await sessionOf(NIMAL);
  expect(await numbersOf({ market, token }, code)).toEqual(countTo(code, 5));
});

for (const { language, name, test: button, text } of [
  { language: 'si', name: 'සිංහල', test: 'අත්හදා බැලීමේ ටිකට්පතක් මුද්‍රණය කරන්න', text: 'ශ්‍රී ක්ෂේම' },
  { language: 'ta', name: 'தமிழ்', test: 'சோதனைச் சீட்டை அச்சிடுக', text: 'கொ ஸ்ரீ' },
])
  test(`letters on paper have the shapes of the page: ${language}`, async ({ openPhone }) => {
    const page = await openGate(await openPhone(NIMAL));
    await plugInPrinter(page);
    await page.reload();
    await openShiftOnPhone(page);
    await connect(page);
    await page.locator('footer').getByRole('button', { name, exact: true }).click();
    await page.evaluate(
      (centre) => document.querySelector('meta[name="centre"]')?.setAttribute('content', centre),
      text,
    );
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect.poll(async () => (await ticketsOn(page)).length).toBe(1);
    const [ticket = []] = await ticketsOn(page);
    const printed = inkOf(firstLine(ticket));
    await page.evaluate((shown) => {
      const line = document.createElement('p');
      line.id = 'shapes';
      line.textContent = shown;
      line.lang = 'si';
      line.style.cssText = `position: fixed; inset: 0 auto auto 0; z-index: 99; margin: 0; padding: 10px; background: #fff;
        color: #000; white-space: nowrap; font-size: 26px; font-weight: 700; line-height: 1.6`;
      document.body.append(line);
    }, text);
    const { width = 0, height = 0 } = (await page.locator('#shapes').boundingBox()) ?? {};
    // Without the edge, where the page shows through.
    const clip = { x: 5, y: 5, width: width - 10, height: height - 10 };
    const shown = inkOf(await darkRows(await page.screenshot({ clip })));
    expect(Math.abs(shown.width - printed.width)).toBeLessThanOrEqual(2);
    expect(Math.abs(shown.height - printed.height)).toBeLessThanOrEqual(2);
    expect(shared(shown.dots, printed.dots)).toBeGreaterThan(0.8);
  });

function firstLine(ticket: readonly boolean[][]): boolean[][] {
  const begin = ticket.findIndex((row) => row.includes(true));
  const end = ticket.findIndex((row, at) => at > begin && !row.includes(true));
  return ticket.slice(begin, end);
}

async function darkRows(png: Buffer): Promise<boolean[][]> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return Array.from({ length: image.height }, (_, y) =>
    Array.from({ length: image.width }, (__, x) => (data[(y * image.width + x) * 4] ?? 255) < 150),
  );
}

interface Ink {
  width: number;
  height: number;
  /** The black dots, counted from the corner of their smallest box. */
  dots: Set<string>;
}

function inkOf(rows: readonly boolean[][]): Ink {
  const all = rows.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [{ x, y }] : [])));
  const left = Math.min(...all.map(({ x }) => x));
  const top = Math.min(...all.map(({ y }) => y));
  return {
    width: Math.max(...all.map(({ x }) => x)) - left,
    height: Math.max(...all.map(({ y }) => y)) - top,
    dots: new Set(all.map(({ x, y }) => `${x - left} ${y - top}`)),
  };
}

/** The part of the dots of both that are in the other one too. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return one.intersection(other).size / one.union(other).size;
}
