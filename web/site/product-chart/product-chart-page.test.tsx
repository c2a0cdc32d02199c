import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Language } from '#contract/languages.ts';
import type { ChartPageData } from '#contract/site.ts';
import { carrot, frameIn, mango, poya, testChartData, translatorIn } from '../../testing/site-market.ts';
import { ProductChartPage } from './product-chart-page.tsx';

/** Replaces the chart, because only a real browser has a canvas. The browser tests in tests/ cover the chart. */
vi.mock('./price-chart.tsx', () => ({
  SitePriceChart: ({ name, lines }: { name: string; lines: object }) => (
    <div role="img" aria-label={name}>
      {JSON.stringify(lines)}
    </div>
  ),
}));

function pageOf(data: ChartPageData, language: Language = 'en', path = '/product/1/chart') {
  return <ProductChartPage data={data} frame={frameIn(language, path)} translator={translatorIn(language)} />;
}

const rowsOfTable = () => screen.getAllByRole('row').slice(1);

beforeEach(() => history.replaceState(null, '', '/product/1/chart'));

test('a product is named in all three languages, each marked as its own', () => {
  render(pageOf(testChartData()));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Carrot');
  expect(screen.getByText('කැරට්').lang).toBe('si');
  expect(screen.getByText('கரட்').lang).toBe('ta');
});

test('a product without Sinhala and Tamil names is named once', () => {
  const { container } = render(pageOf(testChartData({ product: mango }), 'si'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Mango');
  expect(screen.getByRole('heading', { level: 1 }).lang).toBe('en');
  expect(container.querySelector('.other-names')?.textContent).toBe('');
});

test('the newest price is shown with its day, and the change of each end since the list before', () => {
  render(pageOf(testChartData()));
  const latest = screen.getByRole('region', { name: 'Latest price' });
  expect(latest.textContent).toContain('Rs. 490 – 505 per kg');
  expect(latest.textContent).toContain('Friday, 20 November 2026');
  expect(latest.querySelector('.changes')?.textContent).toBe('min ▲ 10 upmax ▼ 5 downsince 19 Nov');
});

test('the list before is the last published one: after a closed day it is named by its own date', () => {
  render(pageOf(testChartData({ days: [20_760, 20_762], minCents: [100, 100], maxCents: [200, 200] })));
  const latest = screen.getByRole('region', { name: 'Latest price' });
  expect(latest.querySelector('.changes')?.textContent).toBe('min = unchangedmax = unchangedsince 3 Nov');
});

test('a first price has no change to show', () => {
  const { container } = render(pageOf(testChartData({ days: [20_760], minCents: [100], maxCents: [200] })));
  expect(container.querySelector('.changes')).toBeNull();
});

test('a product without prices shows a message and no chart', () => {
  render(pageOf(testChartData({ days: [], minCents: [], maxCents: [] })));
  screen.getByText('No price data available.');
  expect(screen.queryByRole('table')).toBeNull();
});

test('without scripts span and grouping are links, and the URL selects them', () => {
  const html = renderToString(pageOf(testChartData(), 'si', '/product/1/chart?range=5D&group=weekly'));
  expect(html).toContain('href="/si/product/1/chart?range=1Y&amp;group=weekly"');
  expect(html).toContain('href="/si/product/1/chart?range=5D"');
  expect(html.match(/<tr>/g)).toHaveLength(2);
  expect(html).not.toContain('<canvas');
  expect(html).toContain('<svg viewBox="0 0 500 200"');
});

test('the server draws the chart before all comparisons and words, and the expected range at its end', () => {
  const lastYear = { ranges: 1, held: 1, missed: 0 };
  const next_list = { range: { from: 40_000, to: 60_000 }, silent: null, lastYear };
  const data = testChartData();
  const html = renderToString(pageOf({ ...data, outlook: { ...data.outlook, next_list } }));
  const order = ['latest-price', 'class="sketch"', 'class="ahead"', 'compared-with', 'id="figures"', 'id="outlook"'];
  const places = order.map((part) => html.indexOf(part));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places[0]).toBeGreaterThan(0);
  const paths = [...html.matchAll(/<path class="[^"]*" d="([^"]*)"/g)].map(([, path = '']) => path);
  expect(paths).toHaveLength(4);
  for (const path of paths) expect(path).toMatch(/^(?:[MLZ]|\d+ \d+)+$/);
});

test('ten years of daily prices are drawn in a few kilobytes', () => {
  const days = Array.from({ length: 3650 }, (_, at) => 17_000 + at);
  const minCents = days.map((day) => 20_000 + 100 * (day % 97));
  const maxCents = minCents.map((amount) => amount + 3000);
  const html = renderToString(pageOf(testChartData({ days, minCents, maxCents }), 'en', '/product/1/chart?range=all'));
  const sketch = /<svg class="sketch".*?<\/svg><circle.*?<\/svg>/s.exec(html)?.[0] ?? '';
  expect(sketch.length).toBeGreaterThan(5000);
  expect(sketch.length).toBeLessThan(18_000);
});

test('with scripts they are buttons that show the choice, and the URL follows', async () => {
  render(pageOf(testChartData(), 'en', '/product/1/chart?rows=all'));
  expect(rowsOfTable()).toHaveLength(19);
  await userEvent.click(screen.getByRole('button', { name: '5D' }));
  expect(rowsOfTable()).toHaveLength(5);
  expect(screen.getByRole('button', { name: '5D' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { name: '1M' }).getAttribute('aria-pressed')).toBe('false');
  expect(location.pathname + location.search).toBe('/product/1/chart?range=5D&rows=all');
  await userEvent.click(screen.getByRole('button', { name: 'Monthly' }));
  expect(rowsOfTable()).toHaveLength(1);
});

test('the table has every figure of the chart, newest first', () => {
  render(pageOf(testChartData()));
  const [first] = rowsOfTable();
  if (!first) throw new Error('the table is empty');
  expect(within(first).getByRole('rowheader').textContent).toBe('20 Nov 2026');
  expect(
    within(first)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Rs. 490', 'Rs. 505']);
});

test('a long table shows ten rows first, and all of them on a click or by the URL', async () => {
  const days = Array.from({ length: 100 }, (_, index) => 20_000 + index);
  const data = testChartData({ days, minCents: days, maxCents: days });
  render(pageOf(data, 'en', '/product/1/chart?range=all'));
  expect(rowsOfTable()).toHaveLength(10);
  const more = screen.getByRole('link', { name: 'Show 90 more days' });
  expect(more.getAttribute('href')).toBe('/product/1/chart?range=all&rows=all#figures');
  await userEvent.click(more);
  expect(rowsOfTable()).toHaveLength(100);
  expect(document.activeElement).toBe(rowsOfTable()[10]);
});

test('a closed day is in the table where the line has its gap, with its reason', () => {
  const data = testChartData({ closings: [{ closed: poya, days: [20_762] }] });
  render(pageOf(data, 'si', '/product/1/chart?rows=all'));
  const rows = rowsOfTable();
  expect(rows).toHaveLength(20);
  const closed = rows.find((row) => row.className === 'closed-row');
  expect(closed?.textContent).toBe('2026 නොවැ 5වසා තිබුණි: පුර පසළොස්වක පෝය දිනය');
  expect(rows.at(rows.indexOf(closed as HTMLElement) - 1)?.textContent).toContain('2026 නොවැ 6');
  expect(screen.getByRole('heading', { name: /සියලු මිල ගණන්/ }).textContent).toContain('දින 19');
});

test('weekly and monthly points have no gaps to explain', async () => {
  render(pageOf(testChartData({ closings: [{ closed: poya, days: [20_762] }] })));
  await userEvent.click(screen.getByRole('button', { name: 'Weekly' }));
  expect(screen.queryByText(/Poya/)).toBeNull();
});

test('each line can be hidden and shown again', async () => {
  render(pageOf(testChartData()));
  const picture = await screen.findByText('{"min":true,"max":true}');
  expect(picture.getAttribute('aria-label')).toContain('from 1 Nov 2026 to 20 Nov 2026');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Minimum price' }));
  expect(picture.textContent).toBe('{"min":false,"max":true}');
});

test('the description of the picture refers readers who do not see it to the table', async () => {
  render(pageOf(testChartData({ product: carrot })));
  await screen.findByRole('img', { name: /The table below shows the same/ });
});

test('the link back to the list has the day, type and search that the reader came from, and no other address', () => {
  const referrer = vi.spyOn(document, 'referrer', 'get');
  for (const [from, back] of [
    [`${location.origin}/si/home-dailyprice?type=fruit&q=amba`, '/si/home-dailyprice?type=fruit&q=amba'],
    [`${location.origin}/home-dailyprice?type=fruit`, '/si/home-dailyprice'],
    ['https://elsewhere.example/si/home-dailyprice?q=x', '/si/home-dailyprice'],
    ['', '/si/home-dailyprice'],
  ] as const) {
    referrer.mockReturnValue(from);
    render(pageOf(testChartData(), 'si'));
    expect(screen.getByRole('link', { name: 'දෛනික මිල' }).getAttribute('href')).toBe(back);
    cleanup();
  }
  referrer.mockRestore();
});

test('the lorries of the days on the chart are a bar each and a sentence, without days that have none', () => {
  const counts = Array.from({ length: 25 }, (_, at) => (at === 4 ? 0 : 400 + at));
  const html = renderToString(pageOf(testChartData({ lorries: { firstDay: 20_758, counts } })));
  expect(html).toContain('each day from 1 Nov 2026 to 20 Nov 2026. Fewest 400, most 419; 419 on 20 Nov 2026.');
  const { container } = render(pageOf(testChartData({ lorries: { firstDay: 20_758, counts } })));
  expect(container.querySelector('.arrivals path')?.getAttribute('d')?.match(/M/g)).toHaveLength(19);
  cleanup();
  expect(render(pageOf(testChartData())).container.querySelector('.arrivals')).toBeNull();
});

test('the last list, week, month and year are in this order, each with the changes of minimum and maximum', () => {
  render(pageOf(testChartData()));
  const compared = screen.getByRole('region', { name: 'Compared with' });
  const names = [...compared.querySelectorAll('dt')].map((name) => name.firstChild?.textContent);
  expect(names.slice(0, 4)).toEqual(['Last list', 'Last week', 'Last month', 'Last year']);
  expect(compared.querySelector('.trends')?.textContent).toBe('min ▲ 10 upmax ▼ 5 down');
});

test('alerts are linked only if they can be sent', () => {
  const alerts = () => screen.queryByRole('link', { name: 'Get a message when this price changes' });
  render(pageOf(testChartData()));
  expect(alerts()?.getAttribute('href')).toBe('/alerts?product=1');
  cleanup();
  const frame = { ...frameIn('en', '/product/1/chart'), hasAlerts: false };
  render(<ProductChartPage data={testChartData()} frame={frame} translator={translatorIn('en')} />);
  expect(alerts()).toBeNull();
});
