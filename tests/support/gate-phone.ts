import { type BrowserContext, expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import type { Market } from './start-market.ts';

export const vehiclePrice = (page: Page, rupees: 20 | 100) =>
  page.getByRole('button', { name: new RegExp(`^Rs ${rupees}\\b`) });
export const lastTicket = (page: Page) => page.getByRole('region', { name: 'Last ticket' });
export const allSent = (page: Page) => page.getByText('All sent');

export async function openGate(phone: BrowserContext): Promise<Page> {
  const page = await phone.newPage();
  await page.goto('/gate');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return page;
}

export async function openShiftOnPhone(page: Page, cash = ''): Promise<string> {
  await page.getByLabel('Opening cash').fill(cash);
  await page.getByRole('button', { name: /^Open shift with/ }).click();
  await expect(vehiclePrice(page, 20)).toBeVisible();
  const code = await page.locator('.device-code').textContent();
  return code?.replace('Phone ', '') ?? '';
}

export async function issue(page: Page, rupees: 20 | 100 = 20): Promise<string> {
  const before = await lastTicket(page).textContent();
  await vehiclePrice(page, rupees).click();
  await expect(lastTicket(page)).not.toHaveText(before ?? '');
  return (await lastTicket(page).locator('.number').textContent()) ?? '';
}

export async function signInOnPhone(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export interface Asked {
  market: Market;
  token: string;
}

export async function askGate<Answer>({ market, token }: Asked, path: string): Promise<Answer> {
  const answer = await fetch(market.url + path, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

interface Tickets {
  tickets: { device_number: string | null; price: number }[];
}

export async function numbersOf(asked: Asked, code: string): Promise<string[]> {
  const { tickets } = await askGate<Tickets>(asked, '/api/sanitation/by-date');
  return tickets.flatMap(({ device_number: number }) => (number?.startsWith(`${code}-`) ? [number] : [])).reverse();
}

export function countTo(code: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${code}-${at + 1}`);
}

export async function startWork(phone: BrowserContext): Promise<{ page: Page; code: string }> {
  const page = await openGate(phone);
  const code = await openShiftOnPhone(page);
  await issue(page);
  await expect(allSent(page)).toBeVisible();
  return { page, code };
}

export async function cancelTicket(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel ticket' }).click();
  // The second tap must not reach the button for a ticket that is behind the question.
  await page.getByRole('button', { name: 'Issued by mistake' }).dblclick();
  await expect(lastTicket(page)).toContainText('Cancelled');
}
