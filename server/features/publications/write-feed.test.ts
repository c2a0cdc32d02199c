/** @module-tag sqlite-only */
import { type Element, Window } from 'happy-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { FEED_LENGTH } from './write-feed.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp({ PUBLIC_URL: 'https://market.example/' });
});
afterEach(() => app.close());

const addressOf = (language: string) => `/api/v1/feeds/${language}/publications.atom`;

async function publish(fields: object, market = app): Promise<number> {
  const payload = { type: 'notice', topic: 'Closed on Poya', description: 'The market rests.', ...fields };
  const answer = await market.as('editor', { method: 'POST', url: '/api/publications', payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().publicationId;
}

async function fetchFeed(language: string, market = app) {
  const { body, statusCode } = await market.send({ url: addressOf(language) });
  expect(statusCode).toBe(200);
  expect(body).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/);
  const parsed = new new Window().DOMParser().parseFromString(body, 'application/xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  const feed = parsed.documentElement;
  expect([feed.localName, feed.namespaceURI]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
  const entries = [...feed.children].filter(({ localName }) => localName === 'entry');
  return { feed, entries };
}

function textOf(node: Element | undefined, name: string): string | undefined {
  return [...(node?.children ?? [])].find(({ localName }) => localName === name)?.textContent;
}

function linkOf(node: Element | undefined, rel: string): string | null | undefined {
  const links = [...(node?.children ?? [])].filter(({ localName }) => localName === 'link');
  return links.find((link) => link.getAttribute('rel') === rel)?.getAttribute('href');
}

test('a market without news has an empty feed', async () => {
  const { feed, entries } = await fetchFeed('en');
  expect(entries).toEqual([]);
  expect(textOf(feed, 'title')).toBe('Pola Economic Centre: News');
  expect(textOf(feed, 'id')).toBe('tag:market.example,1999-04-01:news/en');
  expect(textOf(feed, 'updated')).toBe('1999-04-01T00:00:00.000Z');
  expect(textOf(feed, 'author')).toBe('Pola Economic Centre');
});

test.each([
  ['en', 'Fee hours', 'Open from five.', 'https://market.example/news'],
  ['si', 'ගාස්තු වේලාව', 'පහේ සිට විවෘතයි.', 'https://market.example/si/news'],
  ['ta', 'கட்டண நேரம்', 'ஐந்து மணி முதல்.', 'https://market.example/ta/news'],
])('the feed in %s has the texts and the pages of its language', async (language, topic, description, page) => {
  const fields = {
    topic: 'Fee hours',
    topic_si: 'ගාස්තු වේලාව',
    topic_ta: 'கட்டண நேரம்',
    type: 'announcement',
    description: 'Open from five.',
    description_si: 'පහේ සිට විවෘතයි.',
    description_ta: 'ஐந்து மணி முதல்.',
  };
  const id = await publish(fields);
  const { feed, entries } = await fetchFeed(language);
  expect(feed.getAttribute('xml:lang')).toBe(language);
  expect(linkOf(feed, 'self')).toBe(`https://market.example${addressOf(language)}`);
  expect(linkOf(feed, 'alternate')).toBe(page);
  const [entry] = entries;
  expect(textOf(entry, 'title')).toBe(topic);
  expect(textOf(entry, 'content')).toBe(description);
  expect(linkOf(entry, 'alternate')).toBe(`${page}/${id}`);
  expect(textOf(entry, 'id')).toBe(`tag:market.example,2026-11-20:news/${language}/${id}`);
  expect(textOf(entry, 'published')).toBe(app.clock.now());
  expect(entry?.querySelector('category')?.getAttribute('term')).toBe('announcement');
});

test('a text without a Tamil version is the original text, marked as English', async () => {
  await publish({ topic: 'Only in English', description_ta: 'தமிழில்.' });
  const { entries } = await fetchFeed('ta');
  const childOf = (name: string) => [...(entries[0]?.children ?? [])].find(({ localName }) => localName === name);
  expect([childOf('title')?.textContent, childOf('title')?.getAttribute('xml:lang')]).toEqual([
    'Only in English',
    'en',
  ]);
  expect([childOf('content')?.textContent, childOf('content')?.getAttribute('xml:lang')]).toEqual(['தமிழில்.', null]);
});

test('markup, entities, quotes and characters that XML does not allow are escaped as text', async () => {
  const topic = `Rates & <b>fees</b> "today"\uFFFF ]]>`;
  await publish({ topic, description: '<script>alert(1)</script>\nOne line &amp; the next.\n\nA paragraph.' });
  const { entries } = await fetchFeed('en');
  expect(textOf(entries[0], 'title')).toBe(topic.replace('\uFFFF', ''));
  expect(entries[0]?.querySelectorAll('script, b')).toHaveLength(0);
  const paragraphs = [...(entries[0]?.querySelectorAll('p') ?? [])].map(({ innerHTML }) => innerHTML);
  expect(paragraphs).toEqual(['&lt;script&gt;alert(1)&lt;/script&gt;<br>One line &amp;amp; the next.', 'A paragraph.']);
});

test('an edit does not change the id and the place of an entry, and moves its date and that of the feed', async () => {
  const id = await publish({ topic: 'Weighbridge' });
  app.clock.advance(60_000);
  await publish({ topic: 'Newer than the weighbridge' });
  app.clock.advance(60_000);
  const find = async () => {
    const { feed, entries } = await fetchFeed('en');
    const at = entries.findIndex((entry) => textOf(entry, 'id')?.endsWith(`/${id}`));
    return { at, id: textOf(entries[at], 'id'), updated: textOf(entries[at], 'updated'), of: textOf(feed, 'updated') };
  };
  const before = await find();
  const payload = { type: 'news', topic: 'New weighbridge', description: 'Sixty tons.' };
  await app.as('editor', { method: 'PUT', url: `/api/publications/${id}`, payload });
  expect(await find()).toEqual({ ...before, updated: app.clock.now(), of: app.clock.now() });
});

test('a picture has an absolute address', async () => {
  const hash = 'a'.repeat(64);
  const id = await publish({ topic: 'With a picture' });
  await app.database.write(async (tx) => {
    const image = { hash, content_type: 'image/webp', bytes: new Uint8Array(1), created_at: app.clock.now() };
    await tx.insertInto('images').values(image).execute();
    await tx.updateTable('publications').set({ image_hash: hash }).where('id', '=', id).execute();
  });
  await publish({ topic: 'Without' });
  const { entries } = await fetchFeed('en');
  const sources = entries.slice(0, 2).map((entry) => entry.querySelector('img')?.getAttribute('src'));
  expect(sources).toEqual([undefined, `https://market.example/images/${hash.slice(0, 16)}.webp`]);
});

test('the feed is a public answer with its own type, from any site, and 304 until there is news', async () => {
  const headers = { origin: 'https://reader.example' };
  const first = await app.send({ url: addressOf('en'), headers });
  expect(first.headers).toMatchObject({
    'content-type': 'application/atom+xml; charset=utf-8',
    'content-disposition': 'inline; filename="publications-en.atom"',
    'access-control-allow-origin': '*',
    'cache-control': expect.stringContaining('must-revalidate'),
    'x-content-type-options': 'nosniff',
  });
  const asked = { url: addressOf('en'), headers: { 'if-none-match': String(first.headers.etag) } };
  const again = await app.send(asked);
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await publish({ topic: 'There is news' });
  const changed = await app.send(asked);
  expect([changed.statusCode, changed.body.includes('There is news')]).toEqual([200, true]);
});

test('it has the newest fifty, newest first', { tags: ['slow'] }, async () => {
  for (let number = 1; number <= FEED_LENGTH + 1; number += 1) {
    app.clock.advance(1000);
    await publish({ topic: `Number ${number}` });
  }
  const { entries } = await fetchFeed('si');
  expect(entries.map((entry) => textOf(entry, 'title'))).toEqual(
    Array.from({ length: 50 }, (_, at) => `Number ${FEED_LENGTH + 1 - at}`),
  );
});

test.each(['fr', 'EN', '__proto__'])(
  'a feed in %s does not exist, and the refusal lists the languages',
  async (language) => {
    const answer = await app.send({ url: addressOf(language) });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input']);
    expect(answer.json().details).toEqual([{ field: 'language', message: 'The language must be one of: en, si, ta.' }]);
  },
);

test('a market without a public address links from the root of its own host', async () => {
  const market = await openTestApp();
  const id = await publish({}, market);
  const { feed, entries } = await fetchFeed('si', market);
  expect(linkOf(feed, 'self')).toBe(addressOf('si'));
  expect(linkOf(entries[0], 'alternate')).toBe(`/si/news/${id}`);
  expect(textOf(entries[0], 'id')).toBe(`tag:localhost,2026-11-20:news/si/${id}`);
  await market.close();
});
