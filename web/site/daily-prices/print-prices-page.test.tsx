import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  beans,
  carrot,
  frameIn,
  friday,
  fridaysList,
  mango,
  siteProduct,
  testPrice,
  translatorIn,
} from '../../testing/site-market.ts';
import { firstLetter, ProductPicture } from './price-card.tsx';
import { PricesPrintPage } from './print-prices-page.tsx';

describe('print prices page', () => {
  const print = vi.fn();
  beforeEach(() => vi.stubGlobal('print', print));
  afterEach(() => {
    print.mockReset();
  });

  function show(rows = fridaysList) {
    const page = (
      <PricesPrintPage data={{ date: friday, rows }} frame={frameIn('en', '/')} translator={translatorIn('en')} />
    );
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

  test('a page names the centre and the day; more than 120 items continue with the same head', {
    tags: ['slow'],
  }, () => {
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
});

test.each([
  ['cauliflower', 'C'],
  ['කැරට්', 'කැ'],
  ['බෝංචි', 'බෝං'],
  ['ක්‍රෝටන්', 'ක්‍රෝ'],
  ['போஞ்சி', 'போ'],
  ['', ''],
])('the sign of %s is %s', (name, letter) => {
  expect(firstLetter(name)).toBe(letter);
});

const show = (element: React.ReactElement) => render(element).container;

test('a product without a picture has the first letter of its name in the language of the page, and says so', () => {
  const sign = show(<ProductPicture product={beans} language="ta" missing="படம் இல்லை" />);
  expect(sign.querySelector('.type-vegetable b')?.textContent).toBe('போ');
  expect(sign.querySelector('b')?.getAttribute('aria-hidden')).toBe('true');
  expect(sign.textContent).toContain('படம் இல்லை');
  expect(sign.querySelector('svg, img')).toBeNull();
});

test('a letter of another language is marked as such', () => {
  const sign = show(<ProductPicture product={mango} language="si" missing="" />);
  expect(sign.querySelector('.type-fruit b')?.getAttribute('lang')).toBe('en');
});

test('a picture needs no sign', () => {
  const picture = show(<ProductPicture product={carrot} language="en" missing="No Image" />);
  expect(picture.querySelector('img')?.getAttribute('src')).toBe('/images/carrot.webp');
  expect(picture.textContent).toBe('');
});
