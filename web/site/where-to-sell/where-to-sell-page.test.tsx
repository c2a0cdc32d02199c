import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Language } from '#contract/languages.ts';
import type { WhereToSellPageData } from '#contract/where-to-sell.ts';
import { frameIn, friday, saturday, translatorIn, whereToSellData } from '../../testing/site-market.ts';
import { WhereToSellPage } from './where-to-sell-page.tsx';

function show(data: WhereToSellPageData, language: Language = 'en') {
  const frame = frameIn(language, '/where-to-sell?product=1');
  render(<WhereToSellPage data={data} frame={frame} translator={translatorIn(language)} />);
}

const cardOf = (name: RegExp) => within(screen.getByRole('heading', { level: 3, name }).closest('li') as HTMLElement);

test('the centre where most is left is said first, with the amount, and is the first card', () => {
  show(whereToSellData());
  screen.getByText('Most is left at Keppetipola today: Rs. 130,000');
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Keppetipola',
    'Polahere',
    'Meegoda',
  ]);
  cardOf(/Keppetipola/).getByText('Rs. 130,000 (Rs. 130 per kg)');
  cardOf(/Keppetipola/).getByText('▲ Rs. 35 dearer');
});

test('in Sinhala the best centre is said in Sinhala', () => {
  show(whereToSellData(), 'si');
  screen.getByText('අද වැඩියෙන් ම ඉතිරි වන්නේ කැප්පෙටිපොල: රු. 130,000');
});

test('a centre that is closed and silent says both, and its age is its own', () => {
  show(whereToSellData());
  const card = cardOf(/Meegoda/);
  card.getByText('Closed today: Poya day');
  card.getByText(/No answer from this centre since/);
  card.getByText(/Yesterday's list/);
  card.getByText('Enter the kilometres below');
});

test('every card has its source and its terms, or says that none are stated', () => {
  show(whereToSellData());
  expect(cardOf(/Keppetipola/).getByRole('link', { name: 'Source' })).toHaveProperty('href', 'https://centre.example/');
  cardOf(/Keppetipola/).getByText('No terms of use stated');
  for (const name of [/Pola/, /Meegoda/]) {
    cardOf(name).getByRole('link', { name: 'Source' });
    cardOf(name).getByRole('link', { name: 'Terms of use' });
  }
});

test('yesterday is called yesterday, and a single list is not called best', () => {
  show(whereToSellData({ best: { centreId: 7, day: friday } }));
  screen.getByText(/By yesterday's lists most is left at Keppetipola/);
  show(whereToSellData({ today: saturday, best: null }));
  screen.getByText('There are not yet two lists of the same day to compare.');
});

test('what could not be read stays in its field and is named', () => {
  const asked = { km: '12 miles', rate: '', load: '', centreId: null, unread: ['km' as const] };
  show(whereToSellData({ asked }));
  expect(screen.getByLabelText(/Kilometres to this centre/)).toHaveProperty('value', '12 miles');
  screen.getByText('“12 miles” could not be read. Enter kilometres from 0 to 2,000.');
});

test('the chart names both centres and draws a line of each', () => {
  const days = [20_780, 20_781];
  const series = (cents: number) => ({ days, minCents: [cents, cents], maxCents: [cents, cents] });
  const asked = { km: '', rate: '', load: '', centreId: 7, unread: [] };
  show(whereToSellData({ asked, chart: { centreId: 7, here: series(10_000), there: series(14_000) } }));
  const picture = screen.getByRole('img', { name: /^Pola and Keppetipola since/ });
  expect(picture.querySelectorAll('path.line')).toHaveLength(2);
});

test('without a product, the products that other centres have are listed', () => {
  show(whereToSellData({ product: null, rows: [], best: null }));
  expect(screen.getByRole('link', { name: 'Carrot' }).getAttribute('href')).toBe('/where-to-sell?product=1');
});
