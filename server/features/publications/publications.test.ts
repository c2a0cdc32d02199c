import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Publication, publications, publication as schema } from '#contract/publications.ts';
import { readDataVersion } from '../../db/data-version.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { formOf } from '../../testing/example-market.ts';
import { listPage } from './queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

type Fields = Record<string, unknown>;

const poya = { type: 'notice', topic: 'Closed on Poya', description: 'The market rests.\nIt opens at 4.30 a.m.' };

const add = (fields: Fields, more: InjectOptions = {}) =>
  app.as('editor', {
    method: 'POST',
    url: '/api/publications',
    payload: { ...poya, ...fields },
    headers: { 'idempotency-key': randomUUID() },
    ...more,
  });
const edit = (id: number, fields: Fields) =>
  app.as('editor', { method: 'PUT', url: `/api/publications/${id}`, payload: { ...poya, ...fields } });
const remove = (id: number) => app.as('editor', { method: 'DELETE', url: `/api/publications/${id}` });
const read = (id: number) => app.send({ url: `/api/publications/${id}` });

async function list(): Promise<Publication[]> {
  return (await app.send({ url: '/api/publications' })).json();
}

async function added(fields: Fields = {}): Promise<Publication> {
  const answer = await add(fields);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().publication;
}

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();

const sendForm = async (method: 'POST' | 'PUT', url: string, fields: Fields, image: Buffer) =>
  app.as('editor', { method, url, ...(await formOf({ ...poya, ...fields }, image)) });

const auditEntries = () => app.database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute();

async function everythingKept() {
  const { reader } = app.database;
  const stored = await reader.selectFrom('publications').selectAll().orderBy('id').execute();
  const images = await reader.selectFrom('images').select('hash').orderBy('hash').execute();
  return { stored, images, audit: await auditEntries(), version: await readDataVersion(reader) };
}

test('a notice needs only a type, a topic and a description', async () => {
  const answer = await add({});
  expect(answer.statusCode).toBe(201);
  const { publication, publicationId } = publications.add.answer.parse(answer.json());
  expect(publication).toEqual({
    id: publicationId,
    ...poya,
    topic_si: '',
    topic_ta: '',
    description_si: '',
    description_ta: '',
    image: null,
    createdAt: app.clock.now(),
    updatedAt: app.clock.now(),
  });
  expect((await read(publicationId)).json()).toEqual(publication);
});

test('a form has all three languages and a picture, which is stored as WebP under its hash', async () => {
  const fields = {
    type: 'event',
    topic: '  Farmers’ day ',
    topic_si: 'ගොවි දිනය',
    topic_ta: 'விவசாயிகள் தினம்',
    description: 'One.\r\n\r\nTwo.',
    description_si: 'එක.',
    description_ta: 'ஒன்று.',
  };
  const answer = await sendForm('POST', '/api/publications', fields, await picture('#2a2'));
  const { publication } = publications.add.answer.parse(answer.json());
  expect(publication).toMatchObject({ ...fields, topic: 'Farmers’ day', description: 'One.\n\nTwo.' });
  expect(publication.image).toMatch(/^\/images\/[0-9a-f]{16}\.webp$/);
  const image = await app.send({ url: publication.image ?? '' });
  expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/webp']);
});

test('the address of a picture is absolute when the market has a public address', async () => {
  const market = await openTestApp({ PUBLIC_URL: 'https://market.example' });
  const form = await formOf(poya, await picture('#2a3'));
  const answer = await market.as('admin', { method: 'POST', url: '/api/publications', ...form });
  expect(answer.json().publication.image).toMatch(/^https:\/\/market\.example\/images\/[0-9a-f]{16}\.webp$/);
  await market.close();
});

test.each([
  ['no type', { type: undefined }, 'type'],
  ['the type all, which is a filter', { type: 'all' }, 'type'],
  ['no topic', { topic: undefined }, 'topic'],
  ['a blank topic', { topic: '  ' }, 'topic'],
  ['a topic of two lines', { topic: 'Closed\non Poya' }, 'topic'],
  ['a topic that is too long', { topic: 'x'.repeat(161) }, 'topic'],
  ['no description', { description: undefined }, 'description'],
  ['a blank description', { description: ' \n ' }, 'description'],
  ['a description that is too long', { description: 'x'.repeat(5001) }, 'description'],
  ['half a character in the Tamil text', { description_ta: '\ud83d' }, 'description_ta'],
])('a publication with %s is refused and nothing is written', async (_, fields, field) => {
  const before = await everythingKept();
  const answer = await add(fields);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'invalid_input', details: [{ field }] });
  expect(await everythingKept()).toEqual(before);
});

test('an invalid picture is refused, and neither the text nor the picture is stored', async () => {
  const before = await everythingKept();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const answer = await sendForm('POST', '/api/publications', {}, svg);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_image']);
  expect(await everythingKept()).toEqual(before);
});

test('a double click publishes once, and the same key with another text is refused', async () => {
  const image = await picture('#2a4');
  const send = async (topic: string, key: string) => {
    const form = await formOf({ ...poya, topic }, image);
    const headers = { ...form.headers, 'idempotency-key': key };
    return app.as('editor', { method: 'POST', url: '/api/publications', payload: form.payload, headers });
  };
  const [first, second] = await Promise.all([send('Once only', 'click'), send('Once only', 'click')]);
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(second.json()).toEqual(first.json());
  expect((await list()).filter(({ topic }) => topic === 'Once only')).toHaveLength(1);
  const other = await send('Something else', 'click');
  expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused']);
});

test('the newest is first, and of the same time the one written last', async () => {
  app.clock.advance(60_000);
  const older = await added({ topic: 'Older' });
  const sameMoment = await added({ topic: 'Same moment' });
  app.clock.advance(60_000);
  const newest = await added({ topic: 'Newest' });
  expect((await list()).slice(0, 3).map(({ id }) => id)).toEqual([newest.id, sameMoment.id, older.id]);
});

test('an edit changes the fields that it names, leaves the others, and the place remains', async () => {
  const before = await added({ topic_si: 'වසා ඇත', description_ta: 'மூடப்பட்டுள்ளது.' });
  app.clock.advance(60_000);
  await added({ topic: 'A newer one' });
  const places = (await list()).map(({ id }) => id);
  const answer = await edit(before.id, { type: 'announcement', topic: 'Closed on full moon' });
  expect(answer.statusCode).toBe(200);
  const { publication } = publications.edit.answer.parse(answer.json());
  const changed = { type: 'announcement', topic: 'Closed on full moon', updatedAt: app.clock.now() };
  expect(publication).toEqual({ ...before, ...changed });
  expect((await read(before.id)).json()).toEqual(publication);
  expect((await list()).map(({ id }) => id)).toEqual(places);
});

test('an edit form may send back all that it received, and can empty optional fields', async () => {
  const before = await added({ topic_si: 'වසා ඇත' });
  const foreign = { image: 'https://elsewhere.example/x.png', createdAt: '1999-01-01T00:00:00.000Z' };
  const answer = await edit(before.id, { ...before, ...foreign, topic_si: '' });
  expect(answer.json().publication).toEqual({ ...before, topic_si: '', updatedAt: app.clock.now() });
});

test('an edit without a change is accepted and not recorded', async () => {
  const publication = await added({});
  const before = await everythingKept();
  app.clock.advance(1000);
  const answer = await edit(publication.id, publication);
  expect([answer.statusCode, answer.json().publication]).toEqual([200, publication]);
  expect(await everythingKept()).toEqual(before);
});

test('an edit leaves, replaces or removes the picture', async () => {
  const { publication } = (await sendForm('POST', '/api/publications', {}, await picture('#b01'))).json();
  const url = `/api/publications/${publication.id}`;
  const kept = (await edit(publication.id, { topic: 'Still pictured' })).json().publication;
  expect(kept.image).toBe(publication.image);
  const replaced = (await sendForm('PUT', url, {}, await picture('#b02'))).json().publication;
  expect(replaced.image).toMatch(/\.webp$/);
  expect(replaced.image).not.toBe(publication.image);
  const before = await everythingKept();
  const refused = await sendForm('PUT', url, { topic: 'Lost' }, Buffer.from('no picture'));
  expect(refused.json().code).toBe('bad_image');
  expect(await everythingKept()).toEqual(before);
  const bare = (await edit(publication.id, { remove_image: true })).json().publication;
  expect(bare.image).toBeNull();
});

test('a deleted publication is removed from every list', async () => {
  const { id } = await added({ topic: 'Gone' });
  const answer = await remove(id);
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Publication deleted.' }]);
  expect((await read(id)).statusCode).toBe(404);
  expect((await list()).map((each) => each.id)).not.toContain(id);
});

test('every call on an unknown publication is a 404', async () => {
  const before = await everythingKept();
  for (const answer of [await read(999_999), await edit(999_999, {}), await remove(999_999)]) {
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'publication_not_found']);
    expect(answer.json().message).toBe('Publication not found.');
  }
  expect(await everythingKept()).toEqual(before);
});

test('every change is in the audit log with the person and the values before and after', async () => {
  const start = (await auditEntries()).length;
  const publication = await added({ topic: 'Fee hours' });
  await edit(publication.id, { topic: 'Fee hours from Monday', type: 'announcement' });
  await remove(publication.id);
  const entries = (await auditEntries()).slice(start);
  const whole =
    'type: announcement; topic: Fee hours from Monday; topic in Sinhala: ; topic in Tamil: ; description: The market';
  expect(entries).toMatchObject([
    {
      event_type: 'Publication Added',
      event_description: `Publication ${publication.id} (“Fee hours”) added`,
      user_actioned: app.emailOf('editor'),
      event_date: app.clock.now(),
      old_value: null,
      new_value: expect.stringMatching(/^type: notice; topic: Fee hours; /),
    },
    {
      event_type: 'Publication Changed',
      old_value: 'type: notice; topic: Fee hours',
      new_value: 'type: announcement; topic: Fee hours from Monday',
    },
    { event_type: 'Publication Deleted', old_value: expect.stringContaining(whole), new_value: null },
  ]);
});

test('each change raises the data version once, and clients receive the changed news', async () => {
  const first = await app.send({ url: '/api/publications' });
  const asked = { url: '/api/publications', headers: { 'if-none-match': String(first.headers.etag) } };
  expect((await app.send(asked)).statusCode).toBe(304);
  const start = await readDataVersion(app.database.reader);
  const { id } = await added({});
  await edit(id, { topic: 'Changed' });
  await remove(id);
  expect(await readDataVersion(app.database.reader)).toBe(start + 3);
  await added({ topic: 'Fresh from the press' });
  const changed = await app.send(asked);
  expect(changed.statusCode).toBe(200);
  expect(changed.json()[0]).toMatchObject({ topic: 'Fresh from the press' });
});

test('everybody may read the news, from any site, even with an expired token; only the office writes them', async () => {
  const { id } = await added({});
  for (const url of ['/api/publications', `/api/publications/${id}`]) {
    const headers = { authorization: 'Bearer a.b.c', origin: 'https://elsewhere.example' };
    const answer = await app.send({ url, headers });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
  }
  await app.tokenOf('tiketing');
  const before = await everythingKept();
  const writes: InjectOptions[] = [
    { method: 'POST', url: '/api/publications', payload: poya },
    { method: 'PUT', url: `/api/publications/${id}`, payload: poya },
    { method: 'DELETE', url: `/api/publications/${id}` },
  ];
  for (const write of writes) {
    expect((await app.send(write)).statusCode).toBe(401);
    expect((await app.as('tiketing', write)).statusCode).toBe(403);
  }
  expect(await everythingKept()).toEqual(before);
});

test('HTML and SQL in a text are stored and answered as plain text', async () => {
  const topic = `<script>alert('1')</script>"; drop table publications; --`;
  const { id } = await added({ topic });
  const answer = await read(id);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json().topic).toBe(topic);
  for (const each of await list()) expect(schema.strict().parse(each)).toEqual(each);
});

test('a page of the news has its part of the list, of one type or of all, and the total', async () => {
  const { reader } = app.database;
  await app.database.write((tx) => tx.deleteFrom('publications').execute());
  const topics = ['one', 'two', 'three', 'four', 'five'];
  for (const [at, topic] of topics.entries()) {
    app.clock.advance(1000);
    await added({ topic, type: at % 2 === 0 ? 'event' : 'news' });
  }
  const page = async (type: 'event' | 'notice' | undefined, number: number) => {
    const { rows, total } = await listPage(reader, { type, page: number, size: 2 });
    return [rows.map(({ topic }) => topic), total];
  };
  expect(await page(undefined, 1)).toEqual([['five', 'four'], 5]);
  expect(await page(undefined, 3)).toEqual([['one'], 5]);
  expect(await page(undefined, 4)).toEqual([[], 5]);
  expect(await page('event', 1)).toEqual([['five', 'three'], 3]);
  expect(await page('event', 2)).toEqual([['one'], 3]);
  expect(await page('notice', 1)).toEqual([[], 0]);
});
