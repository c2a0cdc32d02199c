import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { carrot, frameIn, pricesData, testChartData, translatorIn } from '../../testing/site-market.ts';
import { DailyPricesPage } from '../daily-prices/daily-prices-page.tsx';
import { ProductChartPage } from '../product-chart/product-chart-page.tsx';

const TEXT = 'Carrot: Rs. 360-460 per kg, 20 Nov 2026\nhttps://pola.example/p/1';

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  vi.stubGlobal('IntersectionObserver', undefined);
});

function shareWith(share: unknown) {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
}

function show() {
  const frame = frameIn('en', '/home-dailyprice');
  return render(<DailyPricesPage data={pricesData()} frame={frame} translator={translatorIn('en')} />);
}

const tapCarrot = () => userEvent.click(screen.getByRole('link', { name: 'Share: Carrot' }));

test('a tap on a card hands its price to the share sheet of the device, and no menu opens', async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  shareWith(share);
  show();
  await tapCarrot();
  expect(share).toHaveBeenCalledWith({ text: TEXT });
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
});

test('a reader who closes the share sheet meets no menu; a sheet that fails is replaced by it', async () => {
  const share = vi.fn().mockRejectedValue(new DOMException('closed', 'AbortError'));
  shareWith(share);
  show();
  await tapCarrot();
  await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
  expect(document.querySelector('.share-menu')).toBeNull();
  share.mockRejectedValue(new DOMException('not here', 'NotAllowedError'));
  await tapCarrot();
  await waitFor(() => expect(document.querySelector('.share-text')?.textContent).toBe(TEXT));
});

test('without a share sheet the menu has WhatsApp, the picture, and a text to copy', async () => {
  shareWith(undefined);
  show();
  await tapCarrot();
  await waitFor(() => expect(document.querySelector('.share-text')?.textContent).toBe(TEXT));
  const hrefs = [...document.querySelectorAll('.share-ways a')].map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([`https://wa.me/?text=${encodeURIComponent(TEXT)}`, '/share/en/product/1.png']);
});

test('the list shares its day, a product page its latest price', async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  shareWith(share);
  const { unmount } = show();
  await userEvent.click(screen.getByRole('link', { name: 'Share' }));
  expect(share).toHaveBeenLastCalledWith({ text: 'Prices for 20 Nov 2026\nhttps://pola.example/d/2026-11-20' });
  unmount();
  const data = testChartData({ product: carrot });
  render(<ProductChartPage data={data} frame={frameIn('en', '/product/1/chart')} translator={translatorIn('en')} />);
  await userEvent.click(screen.getByRole('link', { name: 'Share' }));
  expect(share).toHaveBeenLastCalledWith({
    text: expect.stringMatching(/^Carrot: Rs\. 490-505 per kg, 20 Nov 2026\n/),
  });
});

test('a market without a public address shares the address that the reader uses', async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  shareWith(share);
  const frame = { ...frameIn('en', '/home-dailyprice'), publicUrl: null };
  render(<DailyPricesPage data={pricesData()} frame={frame} translator={translatorIn('en')} />);
  expect(screen.getByRole('link', { name: 'Share' }).getAttribute('href')).toBe('/share/en/2026-11-20.png');
  await tapCarrot();
  expect(share).toHaveBeenCalledWith({ text: TEXT.replace('https://pola.example', location.origin) });
});
