import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { day, dayNumber } from '#billing/calendar.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { testProduct } from '../../testing/products.ts';

// The test browser has no canvas, so the chart is replaced; the table below it has the same figures.
vi.mock('./price-chart-panel.tsx', () => ({ PriceChartPanel: () => <p>chart</p> }));

const PRODUCT = 'GET /api/products/7';
const SERIES = 'GET /api/prices/product/7/series';
const beans = testProduct({ type: 'Leaf Vegetable' });
const first = dayNumber(day('2026-11-18'));
const history = { product_id: 7, days: [first, first + 2], min_cents: [12000, 150050], max_cents: [15000, 200000] };

beforeEach(() => signInAs('editor'));

test('a product shows its details, and its prices newest first', async () => {
  answerCalls({ [PRODUCT]: () => Response.json(beans), [SERIES]: () => Response.json(history) });
  openOffice('/product-summary/7');
  await screen.findByRole('heading', { level: 1, name: 'Beans' });
  screen.getByText('Green and fresh.');
  screen.getByText('Leaf Vegetable');
  expect(screen.getByText('බෝංචි').getAttribute('lang')).toBe('si');
  screen.getByText('Latest: LKR 1,500.50 – LKR 2,000.00 per kg on 20 Nov 2026');
  const rows = within(screen.getByRole('table', { name: 'Prices by day' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(['20 Nov 20261,500.502,000.00', '18 Nov 2026120.00150.00']);
});

test('a product without prices shows what to do next', async () => {
  const none = { product_id: 7, days: [], min_cents: [], max_cents: [] };
  answerCalls({ [PRODUCT]: () => Response.json(beans), [SERIES]: () => Response.json(none) });
  openOffice('/product-summary/7');
  await screen.findByText('No prices yet.');
  screen.getByRole('link', { name: 'Go to daily prices' });
});

test('a product that cannot be loaded is reported', async () => {
  answerCalls({ [PRODUCT]: () => refuse('product_not_found'), [SERIES]: () => refuse('product_not_found') });
  openOffice('/product-summary/7');
  await screen.findByText('Failed to load product details.');
});
