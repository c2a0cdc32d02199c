import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Day, day, dayNumber, type Instant } from '#billing/calendar.ts';
import { centreSchema } from '#contract/centre.ts';
import type { Language } from '#contract/languages.ts';
import type { ShownPrice } from '#contract/site.ts';
import type { PublicationType } from '#contract/words.ts';
import { readConfig } from '../../config.ts';
import { CurrentCentre } from '../../http/cache/current-centre.ts';
import { ResponseCache } from '../../http/cache/response-cache.ts';
import { openTestApp, TEST_DAY, type TestApp, TOMORROW, YESTERDAY } from '../../testing/app-context.ts';
import { priceBook } from '../prices/load-price-book.ts';
import { closingsOf, listClosedDates } from './load-chart.ts';
import { loadHome, loadNews, loadNewsItem, loadPrices } from './load-page.ts';

describe('load news', () => {
  const config = readConfig({});
  const centre = new CurrentCentre(centreSchema.parse({}));

  let app: TestApp;
  let ids: number[];
  beforeAll(async () => {
    app = await openTestApp();
    ids = [];
    for (let number = 0; number < 25; number += 1) {
      app.clock.advance(60_000);
      const fields = { topic: `Topic ${number}`, topic_si: number === 5 ? 'පහ' : '' };
      ids.push(await publish(number < 2 ? 'event' : 'news', fields));
    }
  });
  afterAll(() => app.close());

  async function publish(type: PublicationType, fields: Record<string, string>): Promise<number> {
    const payload = { type, description: 'Text', ...fields };
    const answer = await app.as('editor', { method: 'POST', url: '/api/publications', payload });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().publicationId;
  }

  const news = (query = '', language: Language = 'en') =>
    loadNews({ ...app, config }, new URLSearchParams(query), language);
  const home = (query = '', language: Language = 'en', rows: ShownPrice[] = []) =>
    loadHome({ ...app, config, centre }, new URLSearchParams(query), {
      language,
      national: async () => null,
      readBook: priceBook({ database: app.database, responseCache: new ResponseCache() }),
      rowsOf: async () => rows,
      comparisonsOf: async () => ({}),
    });
  const topics = ({ publications }: { publications: { topic: { text: string } }[] }) =>
    publications.map(({ topic }) => topic.text);

  test('the news are newest first, twenty a page', async () => {
    const first = await news();
    expect([first.page, first.pages, first.newsType, first.publications.length]).toEqual([1, 2, 'all', 20]);
    expect(topics(first).slice(0, 3)).toEqual(['Topic 24', 'Topic 23', 'Topic 22']);
    expect(topics(await news('page=2'))).toEqual(['Topic 4', 'Topic 3', 'Topic 2', 'Topic 1', 'Topic 0']);
  });

  test.each([
    ['type=event', 'event', 2],
    ['type=notice', 'notice', 0],
    ['type=nonsense', 'all', 20],
  ])('%s shows the type %s', async (query, newsType, count) => {
    const { publications, ...rest } = await news(query);
    expect([rest.newsType, publications.length]).toEqual([newsType, count]);
  });

  test.each([
    ['page=99', 2],
    ['page=0', 1],
    ['page=-1', 1],
    ['page=two', 1],
    ['page=1e3', 1],
    ['type=notice&page=2', 1],
  ])('%s is page %s', async (query, page) => {
    expect((await news(query)).page).toBe(page);
  });

  test('a text is in the language of the reader, or in its original language, which is marked', async () => {
    const both = ids[5] ?? 0;
    const english = ids[6] ?? 0;
    expect(await loadNewsItem({ ...app, config }, String(both), 'si')).toMatchObject({
      topic: { text: 'පහ', language: 'si' },
      description: { text: 'Text', language: 'en' },
    });
    expect(await loadNewsItem({ ...app, config }, String(both), 'ta')).toMatchObject({ topic: { language: 'en' } });
    expect(await loadNewsItem({ ...app, config }, String(english), 'si')).toMatchObject({
      topic: { text: 'Topic 6', language: 'en' },
    });
  });

  test('a text written only in Sinhala or Tamil is marked so for every reader', async () => {
    const id = await publish('notice', { topic: 'பெளர்ணமி', description: 'පෝය දිනය' });
    expect(await loadNewsItem({ ...app, config }, String(id), 'en')).toMatchObject({
      topic: { text: 'பெளர்ணமி', language: 'ta' },
      description: { text: 'පෝය දිනය', language: 'si' },
    });
    await app.as('editor', { method: 'DELETE', url: `/api/publications/${id}` });
  });

  test.each(['0', '999999', 'abc', '1 or 1=1', ''])('the publication %j does not exist', async (id) => {
    expect(await loadNewsItem({ ...app, config }, id, 'en')).toBeUndefined();
  });

  test('the home page has the newest seven of each type, newest first, and the services in its language', async () => {
    const data = await home('news=event', 'ta');
    expect(topics(data)).toEqual([
      'Topic 24',
      'Topic 23',
      'Topic 22',
      'Topic 21',
      'Topic 20',
      'Topic 19',
      'Topic 18',
      'Topic 1',
      'Topic 0',
    ]);
    expect(data.newsType).toBe('event');
    expect(data.services).toHaveLength(centre.facts.services.length);
    expect(data.services[0]).toEqual({
      icon: 'stall',
      title: centre.facts.services[0]?.title.ta,
      description: centre.facts.services[0]?.description.ta,
    });
  });

  test('the home page has the first ten lines of the latest list and its length', async () => {
    expect((await home()).latest).toBeNull();
    const product = { name: 'Carrot', type: 'vegetable' };
    const { productId } = (await app.as('editor', { method: 'POST', url: '/api/products', payload: product })).json();
    const payload = [{ product_id: productId, date: YESTERDAY, min_price: 100, max_price: 120 }];
    await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
    const rows = Array.from({ length: 14 }, (_, id) => ({ product_id: id, product: { code: `P${id}` } }) as ShownPrice);
    expect((await home('', 'en', rows)).latest).toEqual({
      date: YESTERDAY,
      rows: rows.slice(0, 10),
      comparisons: {},
      count: 14,
    });
  });
});

describe('closed days', () => {
  const STRIKE = { kind: 'closed', reason: 'Lorry strike', reason_si: '', reason_ta: '' };
  const POYA = { kind: 'poya', reason: 'Poya', reason_si: '', reason_ta: '' };

  let app: TestApp;
  let productId: number;
  beforeAll(async () => {
    app = await openTestApp();
    const product = { name: 'Carrot', type: 'vegetable' };
    ({ productId } = (await app.as('editor', { method: 'POST', url: '/api/products', payload: product })).json());
    const payload = [{ product_id: productId, date: YESTERDAY, min_price: 100, max_price: 120 }];
    await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
    for (const [date, fields] of [
      [TEST_DAY, POYA],
      ['2026-11-02', STRIKE],
      ['2026-11-05', POYA],
      ['2026-11-08', POYA],
    ] as const)
      await app.as('editor', { method: 'PUT', url: `/api/market-days/${date}`, payload: fields });
  });
  afterAll(() => app.close());

  const readBook = () => priceBook({ database: app.database, responseCache: new ResponseCache() })();
  const NO_PRICES = {
    readBook,
    rowsOf: async () => [],
    comparisonsOf: async () => ({}),
    products: async () => new Map(),
  };

  const page = (query: string) =>
    loadPrices(app, new URLSearchParams(query), {
      ...NO_PRICES,
      rowsOf: async (date) => (date === YESTERDAY ? [{} as ShownPrice] : []),
    });

  test('the latest list says why there is none today', async () => {
    expect(await page('')).toMatchObject({ date: YESTERDAY, isAsked: false, closed: null, closedToday: POYA });
  });

  test('the page of a requested day says why it has no list, and nothing about today', async () => {
    expect(await page(`date=${TEST_DAY}`)).toMatchObject({ date: TEST_DAY, rows: [], closed: POYA, closedToday: null });
    expect(await page(`date=${TOMORROW}`)).toMatchObject({ rows: [], closed: null, closedToday: null });
    expect(await page(`date=${YESTERDAY}`)).toMatchObject({ closed: null, closedToday: null });
  });

  test('a date of the address that could not be read is named beside the latest list', async () => {
    expect(await page('date=26%2F11%2F2026')).toMatchObject({ date: YESTERDAY, isAsked: false, unread: '26/11/2026' });
    expect(await page('date=')).not.toHaveProperty('unread');
    expect(await page(`date=${YESTERDAY}`)).not.toHaveProperty('unread');
  });

  const numbers = (...dates: string[]) => dates.map((date) => dayNumber(day(date) as Day));

  test('gaps of a history are explained, each reason once, and nothing outside the history', async () => {
    const payload = [{ product_id: productId, date: '2026-11-01', min_price: 90, max_price: 110 }];
    await app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload });
    const closedDates = await listClosedDates(app.database.reader, await readBook());
    const days = numbers('2026-11-01', '2026-11-03', '2026-11-04', '2026-11-06', '2026-11-08', '2026-11-09');
    expect(closingsOf(days, closedDates)).toEqual([
      { closed: STRIKE, days: numbers('2026-11-02') },
      { closed: POYA, days: numbers('2026-11-05') },
    ]);
    expect(closingsOf(numbers('2026-11-01'), closedDates)).toEqual([]);
    expect(closingsOf([], closedDates)).toEqual([]);
  });

  test("on the next day yesterday's reason is no longer shown", async () => {
    const tomorrow = { now: () => `${TOMORROW}T03:00:00.000Z` as Instant };
    const { database } = app;
    expect(await loadPrices({ clock: tomorrow, database }, new URLSearchParams(), NO_PRICES)).toMatchObject({
      closedToday: null,
    });
  });
});
