import type { Page } from '@playwright/test';

/** One screen and the states worth looking at. */
export interface Screen {
  /** The beginning of the picture's file name. */
  name: string;
  path: string;
  isPublic: boolean;
  states: readonly ('full' | 'empty' | 'loading' | 'failing' | 'long')[];
  schemes: readonly ('light' | 'dark')[];
  signsInAs?: string;
  /** What is done on the page before the picture is taken. */
  act?: (page: Page) => Promise<void>;
}

const site = (name: string, path: string, states: Screen['states'] = ['full', 'empty']): Screen => ({
  name: `site-${name}`,
  path,
  isPublic: true,
  states,
  schemes: ['light', 'dark'],
});

const office = (name: string, path: string, states: Screen['states'] = ['full']): Screen => ({
  name: `office-${name}`,
  path,
  isPublic: false,
  states,
  schemes: ['light', 'dark'],
  signsInAs: 'superadmin',
});

export const screens: readonly Screen[] = [
  site('home', '/'),
  site('prices', '/home-dailyprice'),
  site('prices-no-list', '/home-dailyprice?date=2026-04-14', ['full']),
  site('prices-filtered', '/home-dailyprice?type=fruit', ['full']),
  site('chart', '/product/6/chart', ['full']),
  site('contact', '/contact', ['full']),
  site('not-found', '/nothing-here', ['full']),
  { name: 'office-login', path: '/login', isPublic: false, states: ['full'], schemes: ['light', 'dark'] },
  office('dashboard', '/admin-dashboard'),
  office('not-there-yet', '/invoices'),
  office('product-management', '/product-management'),
  office('products', '/view-products', ['full', 'empty', 'loading', 'failing', 'long']),
  office('add-product', '/add-product'),
  office('edit-product', '/edit-product/6', ['full', 'failing']),
  office('product-summary', '/product-summary/6', ['full', 'loading', 'failing']),
  office('daily-price', '/daily-price'),
  office('price-sheet', '/add-dailyprice', ['full', 'empty', 'loading', 'failing']),
  office('view-prices', '/view-dailyprices', ['full', 'empty', 'loading', 'failing', 'long']),
  office('edit-price', '/edit-dailyprice/2026-11-20/6', ['full', 'failing']),
  office('import-prices', '/import-prices'),
  office('change-password', '/change-password'),
  office('unknown', '/no-such-screen'),
];

/** Answers every list with the longest names people could type, in three scripts. */
export async function longNames(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const long = text
      .replaceAll(
        /"name":"[^"]*"/g,
        '"name":"Beetroot, cut and washed, second grade, from Melsiripura and Puttalam together"',
      )
      .replaceAll(/"name_si":"[^"]*"/g, '"name_si":"කට් බීට් - මැල්සිරිපුර සහ පුත්තලම දෙවන ශ්‍රේණිය සෝදන ලද"')
      .replaceAll(/"name_ta":"[^"]*"/g, '"name_ta":"பீட்ரூட் (வெட்டியது) - மெல்சிரிபுர மற்றும் புத்தளம் இரண்டாம் தரம்"');
    await route.fulfill({ response: answer, body: long });
  });
}
