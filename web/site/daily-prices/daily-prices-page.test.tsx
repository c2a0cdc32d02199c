import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { day } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { Language } from '#contract/languages.ts';
import type { PricesPageData, ShownPrice } from '#contract/site.ts';
import {
  beans,
  emptyDay,
  frameIn,
  friday,
  poya,
  pricesData,
  siteProduct,
  strike,
  testPrice,
  translatorIn,
} from '../../testing/site-market.ts';
import { DailyPricesPage } from './daily-prices-page.tsx';

const wednesday = day('2026-11-18');

function show(data: PricesPageData = pricesData(), language: Language = 'en') {
  return render(
    <DailyPricesPage data={data} frame={frameIn(language, '/home-dailyprice')} translator={translatorIn(language)} />,
  );
}

const cardNames = () =>
  screen
    .queryAllByRole('heading', { level: 2 })
    .filter((heading) => heading.closest('.price'))
    .map((heading) => heading.textContent);
const search = () => screen.getByRole('searchbox', { name: 'Search products' });

/** The answers by address. A call to any other address never returns. */
let answers: Record<string, unknown>;
beforeEach(() => {
  answers = {
    '/api/v1/comparisons?date=2026-11-18': {
      items: [{ code: 'BEANS', trend: 'down', change: -50, since: '2026-11-17', standing: null, shape: 'm1 1 58 14' }],
    },
    '/api/v1/comparisons?date=2026-11-20': { items: [] },
  };
  localStorage.clear();
  delete document.documentElement.dataset.view;
  history.replaceState(null, '', '/home-dailyprice');
  vi.stubGlobal('fetch', (path: string) =>
    path in answers ? Promise.resolve(Response.json(answers[path])) : new Promise(() => {}),
  );
});

/** Returns a price as the API sends it, in rupees. */
function answered({ minCents, maxCents, ...price }: ShownPrice) {
  return { ...price, min_price: toRupees(minCents), max_price: toRupees(maxCents) };
}

function answerWednesday() {
  answers[`/api/prices/by-date/${wednesday}`] = [answered(testPrice(beans, 700, 750, wednesday))];
  answers[`/api/prices/days/${wednesday}`] = {
    date: wednesday,
    has_list: true,
    previous: '2026-11-17',
    next: friday,
    latest: friday,
  };
}

test('each card has picture or words, name, type, price with unit, date and the link to its history', () => {
  const { container } = show();
  const [carrot, beansCard, mango] = [...container.querySelectorAll<HTMLElement>('.price')];
  if (!carrot || !beansCard || !mango) throw new Error('cards are missing');
  expect(carrot.querySelector('img')).toMatchObject({ width: 640, height: 480, alt: '' });
  expect(carrot.querySelector('img')?.getAttribute('loading')).toBe('lazy');
  expect(beansCard.textContent).toContain('No Image');
  expect(carrot.textContent).toContain('Vegetable');
  expect(carrot.textContent).toContain('Rs. 360 – 460 per kg');
  expect(mango.textContent).toContain('Rs. 80 per fruit');
  expect(carrot.querySelector('time')?.dateTime).toBe('2026-11-20');
  expect(carrot.querySelector('time')?.textContent).toBe('20 Nov 2026');
  expect(within(carrot).getByRole('link', { name: 'View Price History: Carrot' }).getAttribute('href')).toBe(
    '/product/1/chart',
  );
});

test('cards are in the order of the list and in the language of the reader', () => {
  const { container } = show(pricesData(), 'ta');
  expect(cardNames()).toEqual(['கரட்', 'போஞ்சி', 'Mango', 'சம்பா']);
  expect(screen.getByText('Mango').lang).toBe('en');
  expect(container.querySelector('.price a')?.getAttribute('href')).toBe('/ta/product/1/chart');
});

test('the latest list shows its day, and that today has none', () => {
  show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Prices for Friday, 20 November 2026');
  screen.getByText('There is no price list yet for today (21 Nov 2026). These are the latest prices.');
});

test('the list of today shows its day and no reason', () => {
  show(pricesData({ today: friday }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Prices for Friday, 20 November 2026Today');
  expect(screen.queryByText(/There is no price list yet for today/)).toBeNull();
});

test('an older day links to the newer list', () => {
  show(pricesData({ date: wednesday, isAsked: true, rows: [testPrice(beans, 1, 2, wednesday)] }));
  const newer = screen.getByRole('link', { name: 'A newer list is available: Friday, 20 November 2026' });
  expect(newer.getAttribute('href')).toBe('/home-dailyprice?date=2026-11-20');
});

test('typing filters immediately in all three languages and shows the count', async () => {
  show();
  expect(screen.getByRole('status').textContent).toBe('4 products · 20 Nov 2026');
  for (const text of ['carr', 'කැරට්', 'கரட்']) {
    await userEvent.clear(search());
    await userEvent.type(search(), text);
    expect(cardNames()).toEqual(['Carrot']);
    expect(screen.getByRole('status').textContent).toBe('1 of 4 products · 20 Nov 2026');
  }
});

test('a search without results says so, and offers all products again', async () => {
  show(pricesData({ search: 'zzz' }));
  screen.getByText('No products match your filters.');
  expect(screen.queryByRole('link', { name: 'Download PDF' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Show all products' }));
  expect(cardNames()).toHaveLength(4);
  expect(search()).toHaveProperty('value', '');
});

test('a link that disappears when it is used moves the focus to the page, not to its top', async () => {
  show(pricesData({ search: 'zzz' }));
  screen.getByRole('link', { name: 'Show all products' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('the type filter offers all types and those of the list, as links that work without scripts', async () => {
  show();
  const types = within(screen.getByRole('navigation', { name: 'Type of product' })).getAllByRole('link');
  expect(types.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['All Types', '/home-dailyprice'],
    ['Cheaper than usual', '/home-dailyprice?type=cheap'],
    ['Vegetable', '/home-dailyprice?type=vegetable'],
    ['Fruit', '/home-dailyprice?type=fruit'],
    ['Rice', '/home-dailyprice?type=rice'],
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'Fruit' }));
  expect(cardNames()).toEqual(['Mango']);
  expect(location.search).toBe('?type=fruit');
  expect(screen.getByRole('link', { name: 'Fruit' }).getAttribute('aria-current')).toBe('true');
});

test('prices that are cheaper than usual are shown together, with what that means', async () => {
  show();
  await userEvent.click(screen.getByRole('link', { name: 'Cheaper than usual' }));
  expect(cardNames()).toEqual(['Beans']);
  screen.getByText('These cost more on at least two thirds of the days of the year before.');
  await userEvent.click(screen.getByRole('link', { name: 'All Types' }));
  expect(cardNames()).toHaveLength(4);
});

test('another day shows 8 skeletons under its own date until it is loaded', async () => {
  show();
  await userEvent.click(screen.getByRole('link', { name: 'Previous list: 18 Nov 2026' }));
  expect(document.querySelectorAll('.skeleton')).toHaveLength(8);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Prices for Wednesday, 18 November 2026');
  expect(screen.getByRole('status').textContent).toBe('Loading prices');
  expect(cardNames()).toEqual([]);
});

const changeOf = (name: string) =>
  screen.getByRole('heading', { name }).closest('.price')?.querySelector('.change-line')?.textContent;

test('each price says how much it changed since the list before, in words; a new product says nothing', () => {
  show();
  screen.getByText('Change in middle price since 18 Nov');
  expect(changeOf('Carrot')).toBe(
    '▲ Rs. 20 upDearer than on 9 out of 10 days in the last yearhigher than on 9 out of 10 days',
  );
  expect(changeOf('Beans')).toBe('▼ Rs. 13 down since 12 Nov');
  expect(changeOf('Mango')).toBe('= unchanged');
  expect(changeOf('Samba')).toBeUndefined();
});

test('a tap leaves the page with what was typed in its address', async () => {
  show();
  await userEvent.click(screen.getByRole('searchbox'));
  await userEvent.paste('mango');
  screen.getByRole('heading', { level: 1 }).click();
  expect(location.search).toBe('?q=mango');
});

test('another day has its own changes; without them its prices are shown all the same', async () => {
  answerWednesday();
  show();
  await userEvent.click(screen.getByRole('link', { name: /Previous list/ }));
  await screen.findByText('▼ Rs. 50 down');
  cleanup();
  history.replaceState(null, '', '/home-dailyprice');
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', (path: string) =>
    path.includes('comparisons')
      ? Promise.reject(new TypeError('no network'))
      : Promise.resolve(Response.json(answers[path])),
  );
  show();
  await userEvent.click(screen.getByRole('link', { name: /Previous list/ }));
  await screen.findByText(/700 – 750/);
  expect(screen.queryByText(/middle price since/)).toBeNull();
});

test('a favourite moves to the top, with the focus on its star, and is first at the next visit', async () => {
  show();
  const star = () => screen.getByRole('button', { name: 'Favourite: Mango' });
  expect(star().getAttribute('aria-pressed')).toBe('false');
  star().focus();
  await userEvent.keyboard('{Enter}');
  expect(cardNames()).toEqual(['Mango', 'Carrot', 'Beans', 'Samba']);
  expect(star().getAttribute('aria-pressed')).toBe('true');
  expect(document.activeElement).toBe(star());
  cleanup();
  show();
  expect(cardNames()).toEqual(['Mango', 'Carrot', 'Beans', 'Samba']);
  await userEvent.click(star());
  expect(cardNames()).toEqual(['Carrot', 'Beans', 'Mango', 'Samba']);
  expect(document.activeElement).toBe(star());
});

test('a device without storage, or with something else in it, still has favourites until the page is left', async () => {
  localStorage.setItem('pola.favourites', '{"3"');
  show();
  expect(cardNames()).toEqual(['Carrot', 'Beans', 'Mango', 'Samba']);
  cleanup();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no storage', 'QuotaExceededError');
  });
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Favourite: Samba' }));
  expect(cardNames()[0]).toBe('Samba');
});

test('the view is changed by a link, remembered on the device and no longer in the address', async () => {
  history.replaceState(null, '', '/home-dailyprice?view=compact');
  show(pricesData({ view: 'compact' }));
  const cards = screen.getByRole('link', { name: 'Show as cards' });
  expect(cards.getAttribute('href')).toBe('/home-dailyprice?view=cards');
  await userEvent.click(cards);
  expect(document.documentElement.dataset.view).toBe('cards');
  expect(localStorage.getItem('pola.prices-view')).toBe('cards');
  await vi.waitFor(() => expect(location.search).toBe(''));
});

test('a view in the address stays in every link, so that it works without scripts', () => {
  const { container } = show(pricesData({ view: 'cards' }));
  expect(screen.getByRole('link', { name: 'Fruit' }).getAttribute('href')).toBe(
    '/home-dailyprice?type=fruit&view=cards',
  );
  expect(container.querySelector<HTMLInputElement>('input[name=view]')?.value).toBe('cards');
});

test('another day is loaded without a new page, and Back opens the one before', async () => {
  answerWednesday();
  answers['/api/prices/days/2026-11-21'] = { latest: friday };
  answers['/api/prices/days/2026-11-20'] = { previous: wednesday, next: null, latest: friday };
  answers['/api/prices/by-date/2026-11-20'] = pricesData().rows.map(answered);
  show();
  await userEvent.click(screen.getByRole('link', { name: 'Previous list: 18 Nov 2026' }));
  await screen.findByText(/700 – 750/);
  expect(location.search).toBe('?date=2026-11-18');
  expect(document.title).toContain('Prices for Wednesday, 18 November 2026');
  expect(screen.getByLabelText('Date')).toHaveProperty('value', '2026-11-18');

  history.replaceState(null, '', '/home-dailyprice');
  act(() => void dispatchEvent(new PopStateEvent('popstate')));
  await screen.findByText(/360 – 460/);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Friday, 20 November 2026');
});

test('a date chosen in the field is loaded; an invalid one is not', async () => {
  answerWednesday();
  show();
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '' } });
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-11-18' } });
  await screen.findByText(/700 – 750/);
});

test('a day that cannot be loaded is reported, never shows old figures, and can be tried again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  show();
  await userEvent.click(screen.getByRole('link', { name: /Previous list/ }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Daily price information is being updated.');
  expect(cardNames()).toEqual([]);
  answerWednesday();
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(Response.json(answers[path])));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/700 – 750/);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('an answer that is not a list counts as an empty one', async () => {
  answerWednesday();
  answers[`/api/prices/by-date/${wednesday}`] = { message: 'odd' };
  show();
  await userEvent.click(screen.getByRole('link', { name: /Previous list/ }));
  await screen.findByText('There is no price list for this day. The market may have been closed.');
});

test.each([
  ['today', '2026-11-21', 'There is no list for today yet.'],
  ['a past day', '2026-11-19', 'There is no price list for this day. The market may have been closed.'],
  ['a day to come', '2026-12-01', 'This date is in the future.'],
])('%s without a list shows a message and no figures', (_, date, sentence) => {
  const { container } = show(emptyDay(date, { previous: wednesday, next: friday }));
  screen.getByText(sentence);
  expect(container.querySelector('.price-figure')).toBeNull();
  expect(container.querySelector('.crate')).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Wednesday, 18 November 2026' }).getAttribute('href')).toBe(
    '/home-dailyprice?date=2026-11-18',
  );
  screen.getByRole('link', { name: 'Friday, 20 November 2026' });
});

test.each([
  ['en', poya, 'Full-moon (Poya) day', 'The market is closed on Poya days.'],
  ['si', poya, 'පුර පසළොස්වක පෝය දිනය', 'පෝය දිනවල වෙළඳපොළ විවෘත නොවේ.'],
  ['ta', poya, 'பௌர்ணமி போயா தினம்', 'போயா தினங்களில் சந்தை திறக்கப்படுவதில்லை.'],
  ['en', { ...poya, kind: 'holiday' as const }, 'Full-moon (Poya) day', 'The market is closed on this holiday.'],
  ['si', strike, 'Lorry strike', 'මේ දිනයේ වෙළඳපොළ වසා තිබුණි.'],
] as const)(
  'a closed day shows its reason in %s, or in English without a translation',
  (language, closed, reason, sentence) => {
    show(emptyDay('2026-11-19', { closed }), language);
    expect(screen.getByText(reason).closest('.empty')).not.toBeNull();
    screen.getByText(sentence);
    if (language === 'si' && closed === strike) expect(screen.getByText(reason).lang).toBe('en');
  },
);

test('a closed day is not announced as awaited, and is described as past or future', () => {
  show(emptyDay('2026-11-21', { closed: strike }));
  expect(screen.queryByText('Daily price information is being updated.')).toBeNull();
  screen.getByText('The market is closed on this day.');
  cleanup();
  show(emptyDay('2026-11-19', { closed: strike }));
  screen.getByText('The market was closed on this day.');
});

test.each([
  ['en', 'The market is closed on Sundays.'],
  ['si', 'ඉරිදා දිනවල වෙළඳපොළ විවෘත නොවේ.'],
  ['ta', 'ஞாயிற்றுக்கிழமைகளில் சந்தை திறக்கப்படுவதில்லை.'],
] as const)('a weekday on which the market is always closed is named, in %s', (language, sentence) => {
  show(emptyDay('2026-11-22', { closed: { kind: 'weekday' } }), language);
  screen.getByText(sentence);
});

test('when the market is closed today, the latest list says so and does not announce one', () => {
  const { container } = show(pricesData({ closedToday: poya }));
  expect(container.querySelector('.note')?.textContent).toBe(
    'Full-moon (Poya) dayThe market is closed today, 21 Nov 2026. These are the latest prices.',
  );
  expect(screen.queryByText(/There is no price list yet for today/)).toBeNull();
});

test('another day that is closed shows its reason too', async () => {
  answers[`/api/prices/by-date/${wednesday}`] = [];
  answers[`/api/prices/days/${wednesday}`] = {
    date: wednesday,
    has_list: false,
    closed: strike,
    previous: '2026-11-17',
    next: friday,
    latest: friday,
  };
  show();
  await userEvent.click(screen.getByRole('link', { name: /Previous list/ }));
  await screen.findByText('Lorry strike');
  screen.getByText('The market was closed on this day.');
});

test('back at the latest list it is still shown that the market is closed today', async () => {
  answerWednesday();
  answers['/api/prices/days/2026-11-21'] = { latest: friday, closed: poya };
  answers[`/api/prices/days/${friday}`] = { previous: wednesday, next: null, latest: friday, closed: null };
  answers[`/api/prices/by-date/${friday}`] = pricesData().rows.map(answered);
  show(pricesData({ closedToday: poya }));
  await userEvent.click(screen.getByRole('link', { name: /Previous list/ }));
  await screen.findByText(/700 – 750/);
  expect(screen.queryByText(/closed today/)).toBeNull();
  history.replaceState(null, '', '/home-dailyprice');
  act(() => void dispatchEvent(new PopStateEvent('popstate')));
  await screen.findByText(/The market is closed today/);
});

test('only a list that is still expected is described as updating', () => {
  show(emptyDay('2026-11-21'));
  screen.getByText('Daily price information is being updated.');
  cleanup();
  show(emptyDay('2026-11-19'));
  expect(screen.queryByText('Daily price information is being updated.')).toBeNull();
  cleanup();
  show(pricesData({ date: null, latest: null, previous: null, rows: [] }));
  screen.getByText('No price list has been published yet.');
});

test('Download PDF is the PDF of the day in the language of the page', () => {
  show(pricesData(), 'ta');
  const download = screen.getByRole('link', { name: 'PDF பதிவிறக்குக' });
  expect(download.getAttribute('href')).toBe('/price-list/ta/2026-11-20.pdf');
  expect(download.hasAttribute('download')).toBe(true);
});

test('Print opens the printed list in a window of its own, and a blocked one is reported', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  show();
  const print = screen.getByRole('link', { name: 'Print' });
  expect(print.getAttribute('href')).toBe('/print/prices/2026-11-20');
  await userEvent.click(print);
  expect(open).toHaveBeenCalledWith('/print/prices/2026-11-20', '_blank');
  expect(screen.getByRole('alert').textContent).toBe('Popup blocked! Please allow popups for printing.');
});

test('the whole list is offered as pictures of 32 rows, however it is filtered', () => {
  const rows = Array.from({ length: 95 }, (_, at) => testPrice(siteProduct(at + 1), 100, 120));
  show(pricesData({ rows, search: 'Product 7' }));
  const pictures = screen.getAllByRole('link', { name: /^Picture \d of the list$/ });
  expect(pictures.map((link) => link.getAttribute('href'))).toEqual(
    [1, 2, 3].map((number) => `/share/en/2026-11-20/${number}.png`),
  );
});

test('text typed before the scripts were loaded is used', () => {
  const page = (
    <DailyPricesPage data={pricesData()} frame={frameIn('en', '/home-dailyprice')} translator={translatorIn('en')} />
  );
  const root = document.createElement('div');
  root.innerHTML = renderToString(page);
  document.body.append(root);
  const field = root.querySelector<HTMLInputElement>('input[type=search]');
  if (!field) throw new Error('no search field');
  field.value = 'carrot';
  render(page, { container: root, hydrate: true });
  expect(cardNames()).toEqual(['Carrot']);
  root.remove();
});

test('the chosen day is shown in the language of the reader over the field of the device, and follows it', () => {
  const { container } = render(
    <DailyPricesPage
      data={pricesData()}
      frame={frameIn('si', '/si/home-dailyprice')}
      translator={translatorIn('si')}
    />,
  );
  const shown = () => container.querySelector('.shown-day');
  expect([shown()?.textContent, shown()?.getAttribute('aria-hidden')]).toEqual(['2026 නොවැ 20', 'true']);
  const field = screen.getByLabelText('දිනය');
  fireEvent.change(field, { target: { value: '2026-11-18' } });
  expect(shown()?.textContent).toBe('2026 නොවැ 18');
  fireEvent.change(field, { target: { value: '' } });
  expect(shown()).toBeNull();
});

test('without scripts the field of the device shows its own day', () => {
  const page = (
    <DailyPricesPage data={pricesData()} frame={frameIn('si', '/si/home-dailyprice')} translator={translatorIn('si')} />
  );
  expect(renderToString(page)).not.toContain('shown-day');
});

test('a date of the address that could not be read is named', () => {
  render(
    <DailyPricesPage
      data={{ ...pricesData(), isAsked: false, unread: 'soon' }}
      frame={frameIn('en', '/home-dailyprice')}
      translator={translatorIn('en')}
    />,
  );
  screen.getByText(
    'The link to this page contains the date "soon", which could not be read. The latest list is shown.',
  );
});

test('the share link beside the list shares the list, or the only product found with its price', () => {
  show();
  const shared = () => decodeURIComponent(screen.getByRole('link', { name: 'Share' }).getAttribute('href') ?? '');
  expect(shared()).toContain('https://pola.example/d/2026-11-20');
  fireEvent.change(search(), { target: { value: 'beans' } });
  expect(shared()).toMatch(/Beans: Rs\. 900-1,000.*\nhttps:\/\/pola\.example\/p\/\d+$/);
});
