import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { frameIn, friday, fridaysList, siteProduct, speechIn, testPrice } from '../../testing/site-market.ts';
import { PricesPrintPage } from './print-prices-page.tsx';

const print = vi.fn();
beforeEach(() => vi.stubGlobal('print', print));
afterEach(() => {
  print.mockReset();
});

function show(rows = fridaysList) {
  const page = <PricesPrintPage data={{ date: friday, rows }} frame={frameIn('en', '/')} speech={speechIn('en')} />;
  return render(page);
}

test('the page prints itself once, and again on request', async () => {
  show();
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(2);
});

test('a day without prices is not printed', async () => {
  show([]);
  screen.getByText('No daily prices to print.');
  await new Promise((done) => setTimeout(done));
  expect(print).not.toHaveBeenCalled();
});

test('a page names the centre and the day; more than 120 items continue with the same head', { tags: ['slow'] }, () => {
  show(Array.from({ length: 130 }, (_, index) => testPrice(siteProduct(index + 1), 100, 120)));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Pola Economic Centre');
  expect(screen.getAllByText('Friday, 20 November 2026')).toHaveLength(2);
  expect(screen.getAllByText(/Page 2 of 2/)).toHaveLength(1);
  expect(screen.getAllByRole('row')).toHaveLength(4 * 61);
});

test('a very long name is set smaller and not omitted', () => {
  const name = 'Cauliflower from the hill country of Nuwara Eliya, first grade, washed';
  show([testPrice(siteProduct(1, { name }), 100, 120)]);
  expect(screen.getByText(name).parentElement?.className).toBe('two-lines');
});
