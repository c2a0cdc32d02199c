import type { Page } from '@playwright/test';
import type { Role } from '#contract/permissions.ts';

/** What a screen can be looked at with: the demo's data, none, not yet there, not to be had, or the longest names. */
export type State = 'full' | 'empty' | 'loading' | 'failing' | 'long';

/** One screen and the states worth looking at. */
export interface Screen {
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
const site = (name: string, path: string, states: Screen['states'] = ['full'], act?: Screen['act']): Screen => ({
  name: `site-${name}`,
  path,
  isPublic: true,
  states,
  ...(act && { act }),
});

/** A screen that the superadmin sees. */
const office = (name: string, path: string, states: Screen['states'] = ['full'], act?: Screen['act']): Screen => ({
  name: `office-${name}`,
  path,
  isPublic: false,
  states,
  signsInAs: 'superadmin',
  ...(act && { act }),
});

const list = ['full', 'empty', 'loading', 'failing', 'long'] as const;
const one = ['full', 'loading', 'failing', 'long'] as const;

export const screens: readonly Screen[] = [
  site('home', '/', ['full', 'empty']),
  site('prices', '/home-dailyprice', ['full', 'empty', 'long']),
  site('prices-no-list', '/home-dailyprice?date=2026-04-14'),
  site('prices-filtered', '/home-dailyprice?type=fruit'),
  site('prices-nothing-found', '/home-dailyprice?q=nothing'),
  site('prices-print', '/print/prices/LATEST', ['full', 'empty', 'long']),
  site('chart', '/product/6/chart', ['full', 'long']),
  site('contact', '/contact'),
  site('not-found', '/nothing-here'),

  { name: 'office-login', path: '/login', isPublic: false, states: ['full'] },
  { name: 'office-login-wrong', path: '/login', isPublic: false, states: ['full'], act: press('Login') },
  office('dashboard', '/admin-dashboard'),
  office('not-there-yet', '/invoices'),
  office('change-password', '/change-password', ['full'], press('Change password')),
  office('unknown', '/no-such-screen'),
  office('palette', '/admin-dashboard', ['full', 'long'], typeControlK),
  office('more', '/admin-dashboard', ['full'], opens('More')),
  office('logout', '/admin-dashboard', ['full'], opens('Logout')),
  { ...office('not-allowed', '/add-shop'), signsInAs: 'editor' },

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
];

/** Presses the first button of that name. */
function press(name: string | RegExp): (page: Page) => Promise<void> {
  return (page) => page.getByRole('button', { name }).first().click();
}

/** Presses a button that opens a dialog or a drawer; where this size of screen has no such button, nothing. */
function opens(name: string | RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    const button = page.getByRole('button', { name }).filter({ visible: true }).first();
    if ((await button.count()) === 0) return;
    await button.click();
    await page.getByRole('dialog').waitFor();
  };
}

async function typeControlK(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
}
