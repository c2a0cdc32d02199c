import type { Page } from '@playwright/test';
import type { Role } from '#contract/permissions.ts';
import { opens, press } from './press.ts';
import { askForPassword, askForRate, askForSchedule, pressRunAction, runUnanswered } from './settings-acts.ts';

/** What a screen can be looked at with: the demo's data, none, not yet there, not to be had, or the longest names. */
export type State = 'full' | 'empty' | 'loading' | 'failing' | 'long';

/** One screen and the states worth looking at. */
export interface ScreenToVisit {
  /** The beginning of the picture's file name. */
  name: string;
  /** Where it is; LATEST stands for the last day that has prices. */
  path: string;
  isPublic: boolean;
  states: readonly State[];
  signsInAs?: Role;
  /** What is done on the page before the picture is taken. */
  act?: (page: Page) => Promise<void>;
}

/** A page in three languages. */
const site = (
  name: string,
  path: string,
  states: ScreenToVisit['states'] = ['full'],
  act?: ScreenToVisit['act'],
): ScreenToVisit => ({
  name: `site-${name}`,
  path,
  isPublic: true,
  states,
  ...(act && { act }),
});

/** A screen that the superadmin sees. */
const office = (
  name: string,
  path: string,
  states: ScreenToVisit['states'] = ['full'],
  act?: ScreenToVisit['act'],
): ScreenToVisit => ({
  name: `office-${name}`,
  path,
  isPublic: false,
  states,
  signsInAs: 'superadmin',
  ...(act && { act }),
});

/** A screen of the gate, for whoever is signed in; `act` begins before the first shift. */
const gate = (name: string, path: string, act?: ScreenToVisit['act']): ScreenToVisit => ({
  ...{ name: `gate-${name}`, path, isPublic: false, states: ['full'], signsInAs: 'superadmin' },
  ...(act && { act }),
});

const list = ['full', 'empty', 'loading', 'failing', 'long'] as const;
const one = ['full', 'loading', 'failing', 'long'] as const;

/** A shop of the demo with fines and corrections. */
const SHOP = 'A10';

export const screens: readonly ScreenToVisit[] = [
  site('home', '/', ['full', 'empty', 'long']),
  site('home-news-panel', '/', ['full', 'empty'], openNews),
  site('home-publication', '/', ['full'], openPublication),
  site('home-no-such-news', '/?news=announcement', ['empty']),
  site('news', '/news', ['full', 'empty']),
  site('news-events', '/news?type=event'),
  site('news-item', '/news/1'),
  site('prices', '/home-dailyprice', ['full', 'empty', 'long']),
  site('prices-no-list', '/home-dailyprice?date=2026-04-14'),
  site('prices-filtered', '/home-dailyprice?type=fruit'),
  site('prices-nothing-found', '/home-dailyprice?q=nothing'),
  site('prices-print', '/print/prices/LATEST', ['full', 'empty', 'long']),
  site('chart', '/product/6/chart', ['full', 'long']),
  site('contact', '/contact', ['full', 'loading', 'failing']),
  site('open-data', '/open-data', ['full', 'empty']),
  site('offline', '/offline'),
  site('not-found', '/nothing-here'),

  { name: 'office-login', path: '/login', isPublic: false, states: ['full'] },
  { name: 'office-login-wrong', path: '/login', isPublic: false, states: ['full'], act: press('Login') },
  office('dashboard', '/admin-dashboard', list),
  office('dashboard-month', '/admin-dashboard?month=1'),
  { ...office('dashboard-welcome', '/admin-dashboard'), signsInAs: 'editor' },
  office('manager-dashboard', '/manager-dashboard', list),
  office('reports', '/reports'),
  office('invoices', '/invoices', list),
  office('invoices-nothing-found', '/invoices?search=nothing'),
  office('invoices-selected', '/invoices', ['full', 'long'], tickAll),
  office('print-invoices-none', '/print/invoices'),
  office('print-invoices', '/invoices', ['full', 'long'], openSheets),
  office('print-invoices-paper', '/invoices', ['full', 'long'], printSheets),
  office('change-password', '/change-password', ['full'], press('Change password')),
  office('accounts', '/admin-panel', ['full', 'loading', 'failing', 'long']),
  office('accounts-wrong', '/admin-panel', ['full'], press(/^Register$/)),
  office('accounts-delete', '/admin-panel', ['full'], opens(/^Delete/)),
  office('unknown', '/no-such-screen'),
  office('palette', '/admin-dashboard', ['full', 'long'], typeControlK),
  office('more', '/admin-dashboard', ['full'], opens('More')),
  office('logout', '/admin-dashboard', ['full'], opens('Logout')),
  { ...office('not-allowed', '/add-shop'), signsInAs: 'editor' },

  office('shop-management', '/shop-management'),
  office('shops', '/view-shops', list),
  office('shops-nothing-found', '/view-shops?search=nothing'),
  office('add-shop', '/add-shop'),
  office('add-shop-wrong', '/add-shop', ['full'], press('Add shop')),
  office('edit-shop', `/edit-shop/${SHOP}`, one),
  office('tenant-management', '/tenant-management'),
  office('tenants', '/view-tenants', list),
  office('tenants-delete', '/view-tenants', ['full', 'long'], opens(/^Delete/)),
  office('add-tenant', '/add-tenant', ['full', 'empty']),
  office('add-tenant-wrong', '/add-tenant', ['full'], press('Add tenant')),
  office('edit-tenant', '/edit-tenant/1', one),
  office('shop-summary', `/shop-summary/${SHOP}`, one),
  office('shop-summary-invoice', `/shop-summary/${SHOP}?tab=invoices`, ['full', 'long'], press(/^Details of/)),
  office('shop-summary-statement', `/shop-summary/${SHOP}?tab=statement`, one),
  office('shop-summary-pay', `/shop-summary/${SHOP}`, ['full'], opens('Make Payment')),
  office('shop-summary-choose', '/shop-summary'),
  office('shop-summary-none', '/shop-summary/none'),
  { ...office('shop-summary-reader', `/shop-summary/${SHOP}?tab=invoices`), signsInAs: 'manager' },
  office('system-setting', `/system-setting?shop=${SHOP}`),
  office('payments', '/payments'),
  office('make-payment', '/make-payment'),
  office('make-payment-shop', `/make-payment?shop=${SHOP}`, ['full', 'failing', 'long'], enterAmount),
  office('make-payment-confirm', `/make-payment?shop=${SHOP}`, ['full', 'long'], askToPay),
  office('record-payment', '/record-payment'),
  office('record-payment-wrong', '/record-payment', ['full'], press('Record payment')),
  office('view-payments', '/view-payments', list),
  office('view-payments-delete', '/view-payments', ['full', 'long'], opens(/^Delete/)),
  office('correct-payment', '/correct-payment'),
  office('correct-payment-wrong', '/correct-payment', ['full'], press('Submit correction')),
  office('receipt', `/shop-summary/${SHOP}`, ['full', 'long'], openReceipt),
  office('receipt-print', `/shop-summary/${SHOP}`, ['full', 'long'], printReceipt),

  office('product-management', '/product-management'),
  office('products', '/view-products', list),
  office('products-nothing-found', '/view-products?search=nothing'),
  office('products-delete', '/view-products?search=beans', ['full', 'long'], opens(/^Delete/)),
  office('add-product', '/add-product'),
  office('add-product-wrong', '/add-product', ['full'], press('Add product')),
  office('edit-product', '/edit-product/6', one),
  office('product-summary', '/product-summary/6', one),

  office('daily-price', '/daily-price'),
  office('price-sheet', '/add-dailyprice', list),
  office('view-prices', '/view-dailyprices', list),
  office('edit-price', '/edit-dailyprice/LATEST/6', one),
  office('import-prices', '/import-prices'),
  office('market-calendar', '/market-calendar', list),
  office('market-calendar-add', '/market-calendar', ['full'], opens('Add day')),
  office('market-calendar-remove', '/market-calendar', ['full'], opens(/^Remove/)),

  office('publication', '/publication'),
  office('publications', '/view-publications', list),
  office('publications-news', '/view-publications?type=news'),
  office('publications-nothing-found', '/view-publications?search=nothing'),
  office('publications-delete', '/view-publications', ['full', 'long'], opens(/^Delete/)),
  office('add-publication', '/add-publication', ['full'], press('Sinhala and Tamil texts')),
  office('add-publication-wrong', '/add-publication', ['full'], press('Add publication')),
  office('edit-publication', '/edit-publication/1', one),

  office('vehicle-tickets', '/vehicle-ticketing', list),
  office('vehicle-tickets-delete', '/vehicle-ticketing', ['full', 'long'], opens(/^Delete/)),
  office('sanitation-dashboard', '/SanitationDashboard', ['full', 'empty', 'loading', 'failing']),
  office('sanitation-ticketing', '/sanitation-ticketing?price=20', list),
  office('sanitation-ticketing-wrong', '/sanitation-ticketing', ['full'], press('Issue Ticket')),
  office('gate-shifts', '/gate-shifts', list),
  office('check-ticket-ask', '/check-ticket'),
  office('check-ticket', '/check-ticket/V1'),
  office('check-ticket-unknown', '/check-ticket/V999999999'),
  office('print-ticket', '/print/ticket/V1'),

  office('settings', '/settings', list),
  { ...office('settings-reader', '/settings'), signsInAs: 'manager' },
  office('settings-ask', '/settings', ['full'], askForSchedule),
  office('vat-rate', '/update-vat-rate', list),
  office('vat-rate-wrong', '/update-vat-rate', ['full'], press('Update VAT rate')),
  office('vat-rate-ask', '/update-vat-rate', ['full'], askForRate),
  office('generate-invoices', '/settings/generate-invoices', list),
  office('action-verify', '/settings/invoice-arrest', ['full'], askForPassword),
  office('apply-fines', '/settings/apply-fines', ['full', 'long']),
  office('fine-arrest', '/settings/fine-arrest', ['full', 'long']),
  office('invoice-arrest', '/settings/invoice-arrest', ['full', 'long']),
  office('action-running', '/settings/invoice-arrest', ['full'], runUnanswered),
  office('action-result', '/settings/fine-arrest', ['full', 'long'], pressRunAction),
  office('system-logs', '/system-logs', list),
  office('system-logs-corrections', '/system-logs?type=Correction', ['full', 'long']),
  office('system-logs-nothing-found', '/system-logs?type=Correction&shop=none'),

  { name: 'gate-sign-in', path: '/gate', isPublic: false, states: ['full'] },
  gate('open-shift', '/gate'),
  gate('sanitation', '/gate', issueAtGate),
  gate('vehicles', '/gate', openVehicles),
  gate('waiting', '/gate', issueWithoutNetwork),
  gate('close-shift', '/gate', countTheBox),
  gate('check', '/gate/check/A-1'),
];

/** Slides the news panel of the home page out. */
async function openNews(page: Page): Promise<void> {
  await page.locator('button.news-tab').click();
  await page.locator('.news-panel').waitFor();
}

/** Opens the newest publication of the home page over it. */
async function openPublication(page: Page): Promise<void> {
  await page.locator('button.news-tab').waitFor();
  await page.locator('.recent .news-words a').first().click();
  await page.locator('.news-dialog').waitFor();
}

async function tickAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
}

/** Prints the invoices of the first page; their sheets open in this tab, for it is the one that is looked at. */
async function openSheets(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.open = (address) => {
      location.assign(address ?? '');
      return window;
    };
  });
  await tickAll(page);
  await press('Print Selected Invoices')(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click();
  await page.getByText(/ of \d+ marked as printed\./).waitFor();
}

async function printSheets(page: Page): Promise<void> {
  await openSheets(page);
  await page.emulateMedia({ media: 'print' });
}

async function typeControlK(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
}

/** Enters an amount where there is a shop to pay for, and waits until it is known what it settles. */
async function enterAmount(page: Page): Promise<void> {
  const amount = page.getByLabel('Amount, LKR');
  if (await amount.isDisabled()) return;
  await amount.fill('25000');
  await page.locator('[role=status][aria-busy=false]').waitFor();
}

async function askToPay(page: Page): Promise<void> {
  await enterAmount(page);
  await press('Make payment')(page);
  await page.getByRole('button', { name: 'Confirm payment', disabled: false }).waitFor();
}

async function openReceipt(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Receipt of/ })
    .first()
    .click();
  await page.getByRole('article').waitFor();
}

async function printReceipt(page: Page): Promise<void> {
  await openReceipt(page);
  await page.emulateMedia({ media: 'print' });
}

/** Opens a shift on a new phone and issues a ticket. */
async function issueAtGate(page: Page): Promise<void> {
  await press(/^Open shift/)(page);
  await press(/^Rs 20/)(page);
  await page.getByText('All sent').waitFor();
}

async function openVehicles(page: Page): Promise<void> {
  await issueAtGate(page);
  await page.getByText('Vehicles').click();
  await page.getByLabel('Vehicle number').fill('WP LG-4821');
}

async function issueWithoutNetwork(page: Page): Promise<void> {
  await issueAtGate(page);
  await page.context().setOffline(true);
  await page.locator('button.price-100:enabled').click();
  await page.getByText('No network.').waitFor();
}

async function countTheBox(page: Page): Promise<void> {
  await issueAtGate(page);
  await press('Close shift')(page);
  await page.getByLabel('Counted cash in the box').fill('15');
}
