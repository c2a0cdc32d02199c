import { render, screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { languages } from '#contract/languages.ts';
import { carrot, frameIn, howRightData, translatorIn } from '../../testing/site-market.ts';
import { HowRightPage } from './how-right-page.tsx';

const page = (data = howRightData(), language: (typeof languages)[number] = 'en') => (
  <HowRightPage data={data} frame={frameIn(language, '/how-right')} translator={translatorIn(language)} />
);

test('each product has its ranges, those that held, their share of those with a result, mean width and score', () => {
  render(page());
  const table = screen.getByRole('table', { name: 'Next price list' });
  const row = within(table).getByRole('row', { name: /^Carrot/ });
  expect(row.textContent).toBe('Carrot30124180.3%28.4%49.7%');
  expect(within(table).getByRole('row', { name: /^Unadjusted/ }).textContent).toBe('Unadjusted30121070.0%31.2%65.5%');
  expect(screen.getByRole('link', { name: '2026' }).getAttribute('aria-current')).toBe('page');
});

test('a product has a row for each of its years', () => {
  const { rows } = howRightData();
  const own = rows.slice(0, 1).flatMap((row) => [{ ...row, year: 2025 }, row]);
  render(page(howRightData({ year: null, product: carrot, rows: own })));
  screen.getByRole('heading', { level: 2, name: 'Carrot' });
  const names = within(screen.getByRole('table', { name: '7 days later' })).getAllByRole('rowheader');
  expect(names.map(({ textContent }) => textContent)).toEqual(['All years', 'Unadjusted', '2025', '2026']);
});

test('ranges without any result have no share', () => {
  const none = { held: 0, missed: 0, mean_width: null, mean_score: null };
  const open = { ranges: 2, ...none, plain: none };
  render(page(howRightData({ total: { next_list: open, seven_days: open }, rows: howRightData().rows })));
  expect(screen.getAllByRole('row', { name: /^All products/ })[0]?.textContent).toBe('All products20–––');
});

test('a market without ranges says when the first one comes', () => {
  render(page(howRightData({ years: [], year: null, rows: [] })));
  expect(screen.queryByRole('table')).toBeNull();
  screen.getByText(/first one after 200 published prices/);
});

test('in each language the links stay in that language', () => {
  for (const language of languages) {
    const html = renderToStaticMarkup(page(howRightData(), language));
    expect(html).toContain(`href="${language === 'en' ? '' : `/${language}`}/how-right?product=1"`);
    expect(html).not.toContain('undefined');
  }
});
