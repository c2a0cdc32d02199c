import { afterAll, beforeAll, expect, test } from 'vitest';
import { centreSchema } from '#contract/centre.ts';
import type { Language } from '#contract/languages.ts';
import type { ShownPrice } from '#contract/site.ts';
import type { PublicationType } from '#contract/words.ts';
import { readConfig } from '../../config.ts';
import { CurrentCentre } from '../../http/cache/current-centre.ts';
import { ResponseCache } from '../../http/cache/response-cache.ts';
import { openTestApp, type TestApp, YESTERDAY } from '../../testing/app-context.ts';
import { priceBook } from '../prices/load-price-book.ts';
import { loadHome, loadNews, loadNewsItem } from './load-page.ts';

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
  const [both = 0, english = 0] = [ids[5], ids[6]];
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
