import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { day, instantOf } from '#billing/calendar.ts';
import { type Language, languages } from '#contract/languages.ts';
import type { Texts } from '#contract/messages/format-message.ts';
import type { HomePageData } from '#contract/site.ts';
import { publicationTypes } from '#contract/words.ts';
import daysTexts from '#texts/days.json' with { type: 'json' };
import { siteTexts } from '#texts/site.ts';
import { translatorOf } from '#web/i18n/translate.ts';
import { frameIn, homeData, newsItem, noOwnTexts, translatorIn } from '../../testing/site-market.ts';
import { HomePage, homePage } from './home-page.tsx';

const element = (
  fields: Partial<HomePageData> = {},
  language: Language = 'en',
  translator = translatorIn(language),
) => <HomePage data={homeData(fields)} frame={frameIn(language, '/')} translator={translator} />;
const show = (fields: Partial<HomePageData> = {}, language: Language = 'en') => render(element(fields, language));

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/');
  setWidth(1366);
});

function setWidth(width: number) {
  Object.assign(window, { innerWidth: width });
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
const part = (name: string) => screen.getByRole('group', { name });
const shownIn = (name: string) => {
  const dots = within(part(name)).getAllByRole('button', { name: /^Show / });
  return [dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true') + 1, dots.length];
};
/** Returns the slides without those repeated at the end of a round. */
const slidesOf = (name: string) => [...part(name).querySelectorAll('.track > li:not([aria-hidden])')];
const newsIn = (name: string) => slidesOf(name).map((slide) => slide.querySelector('h3')?.textContent);

test('the hero welcomes, shows the latest prices before all else, describes the site and shows four crops, each for 4 seconds', () => {
  show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Pola Economic Centre');
  screen.getByText(/^Fresh vegetables, fruit, rice and grain/);
  const order = [...document.querySelectorAll('h1, .short-list, .hero .own-text, .pictures, .carousel')];
  expect(order.slice(0, 5).map(({ tagName, className }) => className || tagName)).toEqual([
    'H1',
    'short-list',
    'own-text',
    'slides pictures turning',
    'slides carousel',
  ]);
  expect(slidesOf('Pictures of crops').map((slide) => slide.querySelector('img')?.alt)).toEqual([
    'Drawing: a crate full of carrots with their green tops',
    'Drawing: a bundle of leeks and a basket of beans',
    'Drawing: crates of tomatoes and brinjals',
    'Drawing: pumpkins and a bunch of bananas',
  ]);
  expect(shownIn('Pictures of crops')).toEqual([1, 4]);
  pass(3.9);
  expect(shownIn('Pictures of crops')).toEqual([1, 4]);
  pass(0.1);
  expect(shownIn('Pictures of crops')).toEqual([2, 4]);
  fireEvent.click(within(part('Pictures of crops')).getByRole('button', { name: 'Show item 4 of 4' }));
  expect(shownIn('Pictures of crops')).toEqual([4, 4]);
});

test.each([
  ['today', 'Open today, Friday 27 November'],
  ['tomorrow', 'Open tomorrow, Friday 27 November'],
  ['later', 'Open again on Friday 27 November'],
] as const)('the next open day, %s, is named', (when, sentence) => {
  show({ opensNext: { date: day('2026-11-27'), when } });
  screen.getByText(sentence);
});

test('the opening time that the office has entered replaces both sentences of the specification', () => {
  const frame = frameIn('en', '/');
  const openingHours = { opens: '04:00', closes: '00:00', text: { en: '', si: '', ta: '' } };
  const centre = { ...frame.centre, openingHours };
  render(<HomePage data={homeData({})} frame={{ ...frame, centre }} translator={translatorIn('en')} />);
  expect(screen.getByRole('heading', { name: 'Opening time' }).parentElement?.textContent).toBe(
    'Opening time4 a.m. onwards',
  );
  screen.getByText(/Open from 4 a\.m\. to midnight\.$/);
  expect(document.body.textContent).not.toMatch(/4\.30|5AM/);
});

test('without a hotline, no service says that visitors can call', () => {
  const frame = frameIn('en', '/');
  const centre = { ...frame.centre, hotline: '' };
  render(<HomePage data={homeData({})} frame={{ ...frame, centre }} translator={translatorIn('en')} />);
  expect(document.body.textContent).not.toContain('The button to call');
});

test('the pictures of the market change every 5 seconds', () => {
  show();
  pass(4.9);
  expect(shownIn('Pictures of the market')[0]).toBe(1);
  pass(0.1);
  expect(shownIn('Pictures of the market')[0]).toBe(2);
  for (const slide of slidesOf('Pictures of the market')) expect(slide.querySelector('img')?.alt).toMatch(/^Drawing: /);
});

test('six statements of the mission follow each other every 4 seconds', () => {
  show();
  screen.getByRole('heading', { name: 'Our vision' });
  expect(new Set(slidesOf('Our mission').map((slide) => slide.textContent)).size).toBe(6);
  for (const expected of [2, 3, 4, 5, 6, 1]) {
    pass(3.9);
    expect(shownIn('Our mission')[0]).not.toBe(expected);
    pass(0.1);
    expect(shownIn('Our mission')).toEqual([expected, 6]);
  }
});

test.each([
  ['Traders and farmers', 'More than 10,000 traders and farmers a day'],
  ['Vehicles', 'More than 2,000 vehicles a day'],
  ['Vegetables', 'More than 2,500 metric tons a day'],
  ['Market share', '60%-70% of the market'],
  ['Opening time', '4.30 a.m. onwards'],
])('the card of %s shows: %s', (title, text) => {
  show();
  expect(screen.getByRole('heading', { name: title }).parentElement?.textContent).toBe(title + text);
});

test('the market shows its founding year, its stalls and its hours', () => {
  show();
  screen.getByText('The centre opened on 1 April 1999 and has 144 stalls. It is open from 5AM to 12MN.');
});

test('own texts, figures, pictures and statements take the place of the built-in ones', () => {
  const own = { ...noOwnTexts, home: 'Fresh every day.', market: 'Open to all.', vision: 'Fair prices.' };
  show({
    own: {
      ...own,
      mission: ['Trust', 'Care'],
      services: 'Ask us.',
      traders: 'About 12,500 people',
      opening: 'Any time',
    },
    slides: [{ file: '/images/leeks.webp', alt: 'Leeks' }],
  });
  for (const text of ['Fresh every day.', 'Open to all.', 'Fair prices.', 'Ask us.']) screen.getByText(text);
  expect(screen.queryByText(/^Fresh vegetables/)).toBeNull();
  expect(slidesOf('Pictures of crops').map((slide) => slide.querySelector('img')?.getAttribute('src'))).toEqual([
    '/images/leeks.webp',
  ]);
  expect(slidesOf('Our mission').map((slide) => slide.textContent)).toEqual(['1Trust', '2Care']);
  const fact = (title: string) => screen.getByRole('heading', { name: title }).parentElement;
  expect(fact('Traders and farmers')?.querySelector('b')?.textContent).toBe('12,500');
  expect(fact('Opening time')?.querySelector('p')?.textContent).toBe('Any time');
  expect(fact('Vehicles')?.textContent).toBe('VehiclesMore than 2,000 vehicles a day');
});

test('services open without scripts, one at a time; without services a message is shown', () => {
  const { container } = show();
  const [service] = container.querySelectorAll('details');
  expect(service?.getAttribute('name')).toBe('services');
  expect(service?.querySelector('summary')?.textContent).toBe('Scales');
  expect(service?.querySelector('svg')).not.toBeNull();
  expect(service?.textContent).toBe('ScalesWeighing is free.');
  cleanup();
  show({ services: [] });
  screen.getByText('Our list of services will appear here. Until then, please call the office.');
});

const eight = publicationTypes.flatMap((type, at) => [newsItem(8 - 2 * at, { type }), newsItem(7 - 2 * at, { type })]);

test.each([
  ['All', ['Topic 8', 'Topic 7', 'Topic 6', 'Topic 5', 'Topic 4', 'Topic 3', 'Topic 2'], '/'],
  ['Notice', ['Topic 8', 'Topic 7'], '/?news=notice'],
  ['Announcement', ['Topic 6', 'Topic 5'], '/?news=announcement'],
  ['News', ['Topic 4', 'Topic 3'], '/?news=news'],
  ['Event', ['Topic 2', 'Topic 1'], '/?news=event'],
])('the chip %s shows its publications, and is in the URL', (name, topics, address) => {
  show({ publications: eight, newsType: name === 'Event' ? 'all' : 'event' });
  fireEvent.click(within(screen.getByRole('navigation', { name: 'Type of news' })).getByRole('link', { name }));
  expect(newsIn('Economic Center News')).toEqual(topics);
  expect(location.pathname + location.search).toBe(address);
  screen.getByRole('link', { name, current: true });
});

test('another chip starts with its newest publication', () => {
  show({ publications: [6, 5, 4, 3, 2].map((id) => newsItem(id)) });
  pass(3);
  expect(shownIn('Economic Center News')).toEqual([2, 5]);
  const chips = within(screen.getByRole('navigation', { name: 'Type of news' }));
  fireEvent.click(chips.getByRole('link', { name: 'News' }));
  expect(shownIn('Economic Center News')).toEqual([1, 5]);
});

test('without scripts the URL selects the chip', () => {
  const html = renderToString(element({ publications: eight, newsType: 'event' }, 'si'));
  const [, carousel = ''] = html.split('id="economic-center-news"');
  expect([...carousel.matchAll(/>(Topic \d)</g)].map(([, topic]) => topic)).toEqual(['Topic 2', 'Topic 1']);
  expect(carousel).toContain('href="/si/?news=notice#economic-center-news"');
});

test('a type without publications shows a message', () => {
  show({ newsType: 'event' });
  screen.getByText('No publications found.');
  expect(screen.queryByRole('group', { name: 'Economic Center News' })).toBeNull();
});

test.each([
  [1366, 3, 1],
  [1024, 3, 1],
  [1023, 2, 2],
  [640, 2, 2],
  [639, 1, 3],
  [390, 1, 3],
])('at %s pixels three publications are shown %s at a time, in %s places, every 3 seconds', (width, _, places) => {
  setWidth(width);
  show({ publications: eight.slice(0, 3) });
  const carousel = within(part('Economic Center News'));
  expect(carousel.queryAllByRole('button', { name: /^Show / })).toHaveLength(places === 1 ? 0 : places);
  if (places === 1) return;
  pass(2.9);
  expect(shownIn('Economic Center News')).toEqual([1, places]);
  for (let place = 2; place <= places; place += 1) {
    pass(3);
    expect(shownIn('Economic Center News')).toEqual([place, places]);
  }
  pass(3);
  expect(shownIn('Economic Center News')).toEqual([1, places]);
});

test('more than three publications rotate without an end', () => {
  show({ publications: eight.slice(0, 4) });
  for (const expected of [2, 3, 4, 1, 2]) {
    pass(3);
    expect(shownIn('Economic Center News')).toEqual([expected, 4]);
  }
  expect(within(part('Economic Center News')).getByRole('button', { name: 'Previous' })).toHaveProperty(
    'disabled',
    false,
  );
});

const dialogNamed = (name: string) => screen.getByRole('dialog', { name });
const openFirst = () => fireEvent.click(screen.getAllByRole('link', { name: 'Topic 2' })[0] ?? document.body);

test('a publication opens in a dialog, with picture, type, topic and description', () => {
  show();
  openFirst();
  const dialog = dialogNamed('Topic 2');
  expect(dialog).toHaveProperty('open', true);
  expect(dialog.querySelector('img')?.getAttribute('src')).toBe('/images/gate.webp');
  expect(dialog.textContent).toContain('Notice');
  expect(dialog.textContent).toContain('What happened, number 2.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a long description is shortened to 200 characters until Read More, and again after Show Less', () => {
  const whole = `${'word '.repeat(50)}end`;
  show({ publications: [newsItem(2, { description: { text: whole, language: 'en' } }), newsItem(1)] });
  openFirst();
  const text = () => dialogNamed('Topic 2').querySelector('.news-whole')?.textContent;
  expect(text()).toBe(`${whole.slice(0, 200)}...`);
  fireEvent.click(screen.getByRole('button', { name: 'Read More' }));
  expect(text()).toBe(whole);
  fireEvent.click(screen.getByRole('button', { name: 'Show Less' }));
  expect(text()).toBe(`${whole.slice(0, 200)}...`);
});

test('another publication is shortened again, and a short one has no toggle', () => {
  const long = { text: 'x'.repeat(201), language: 'en' } as const;
  show({ publications: [newsItem(2, { description: long }), newsItem(1)] });
  openFirst();
  fireEvent.click(screen.getByRole('button', { name: 'Read More' }));
  fireEvent.click(within(dialogNamed('Topic 2')).getByRole('button', { name: 'Close' }));
  openFirst();
  screen.getByRole('button', { name: 'Read More' });
  fireEvent.click(within(dialogNamed('Topic 2')).getByRole('button', { name: 'Close' }));
  fireEvent.click(screen.getAllByRole('link', { name: 'Topic 1' })[0] ?? document.body);
  expect(screen.queryByRole('button', { name: /Read More|Show Less/ })).toBeNull();
});

test('the side panel has the first five publications, and a dot while it is closed', () => {
  show({ publications: eight });
  const button = screen.getByRole('button', { name: 'Center News Recent news available' });
  fireEvent.click(button);
  const panel = within(dialogNamed('Center News'));
  expect(panel.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Topic 8',
    'Topic 7',
    'Topic 6',
    'Topic 5',
    'Topic 4',
  ]);
  expect(
    screen.getByText('Center News', { selector: '.news-tab-word' }).parentElement?.querySelector('.news-dot'),
  ).toBeNull();
  fireEvent.click(panel.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByRole('button', { name: 'Center News Recent news available' });
});

test('without scripts the side panel is a link to all news', () => {
  const html = renderToString(element({}, 'ta'));
  expect(html).toContain('<a class="news-tab" href="/ta/news">');
});

test('an empty market shows a message in each part, and its news button has no dot', () => {
  show({ latest: null, publications: [], services: [] });
  screen.getByText('No price list has been published yet.');
  screen.getByText('No publications found.');
  fireEvent.click(screen.getByRole('button', { name: 'Center News' }));
  within(dialogNamed('Center News')).getByText('No recent news.');
});

test.each(languages)('in %s the page needs only the texts that it includes', (language) => {
  const own: Texts = Object.assign({}, daysTexts.days, ...homePage.texts.map((name) => siteTexts[name]));
  const guarded = new Proxy(own, {
    get: (texts, key) => Reflect.get(texts, key) ?? expect.fail(`${String(key)} is not among the texts of the page`),
  });
  const strict = translatorOf(guarded, language);
  render(element({ publications: eight }, language, strict));
  expect(screen.getAllByRole('heading').length).toBeGreaterThan(10);
});

test.each([
  ['en', 'Lorries so far today: 1,612 As of 20 Nov 2026, 06:45'],
  ['si', 'අද මේ දක්වා පැමිණි ලොරි: 1,612 2026 නොවැ 20, 06:45 වන විට'],
  ['ta', 'இன்று இதுவரை வந்த லொறிகள்: 1,612 2026 நவ. 20, 06:45 நிலவரப்படி'],
] as const)("today's lorries are shown with the time of their count, or not at all (%s)", (language, text) => {
  const lorries = { count: 1612, asOf: instantOf(Date.UTC(2026, 10, 20, 1, 15)) };
  const { container } = show({ lorries }, language);
  expect(container.querySelector('.lorries-today')?.textContent).toBe(text);
  cleanup();
  expect(show({}, language).container.querySelector('.lorries-today')).toBeNull();
});
