/** @module-tag postgres */
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import { type Product, product as productSchema, products } from '#contract/products.ts';
import { readDataVersion } from '../../db/data-version.ts';
import { openTestApp, TEST_DAY, type TestApp } from '../../testing/app-context.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

type Fields = Record<string, unknown>;

const add = (fields: Fields) =>
  app.as('editor', { method: 'POST', url: '/api/products', payload: { type: 'vegetable', ...fields } });
const edit = (id: number, fields: Fields) =>
  app.as('editor', { method: 'PUT', url: `/api/products/${id}`, payload: fields });
const remove = (id: number) => app.as('editor', { method: 'DELETE', url: `/api/products/${id}` });
const restore = (id: number) => app.as('editor', { method: 'POST', url: `/api/products/${id}/restore` });
const read = (id: number) => app.send({ url: `/api/products/${id}` });

async function list(): Promise<Product[]> {
  return (await app.send({ url: '/api/products' })).json();
}

async function added(fields: Fields): Promise<Product> {
  const answer = await add(fields);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().product;
}

async function form(fields: Record<string, string>): Promise<Pick<InjectOptions, 'headers' | 'payload'>> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const sent = new Response(data);
  const contentType = sent.headers.get('content-type') ?? '';
  return { headers: { 'content-type': contentType }, payload: Buffer.from(await sent.arrayBuffer()) };
}

async function publishPrice(productId: number): Promise<void> {
  await app.database.write((tx) =>
    tx
      .insertInto('prices')
      .values({
        product_id: productId,
        date: TEST_DAY,
        min_cents: cents(10_000),
        max_cents: cents(12_000),
        created_at: app.clock.now(),
        updated_at: app.clock.now(),
      })
      .execute(),
  );
}

const auditEntries = () => app.database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute();

async function everythingKept() {
  const stored = await app.database.reader.selectFrom('products').selectAll().orderBy('id').execute();
  const images = await app.database.reader.selectFrom('images').select('hash').orderBy('hash').execute();
  return { stored, images, audit: await auditEntries(), version: await readDataVersion(app.database.reader) };
}

test('a product needs only a name and a type', async () => {
  const answer = await app.as('editor', {
    method: 'POST',
    url: '/api/products',
    ...(await form({ name: 'Winged bean', type: 'vegetable' })),
  });
  expect(answer.statusCode).toBe(201);
  const body = products.add.answer.parse(answer.json());
  expect(body.productId).toBe(body.product.id);
  expect(body.product).toEqual({
    id: expect.any(Number),
    code: 'WINGED-BEAN',
    name: 'Winged bean',
    name_si: '',
    name_ta: '',
    type: 'vegetable',
    unit: 'kg',
    description: '',
    aliases: [],
    list_order: expect.any(Number),
    image: null,
    createdAt: app.clock.now(),
    updatedAt: app.clock.now(),
  });
  expect((await read(body.productId)).json()).toEqual(body.product);
});

test('a form has every field of a product in three languages', async () => {
  const answer = await app.as('manager', {
    method: 'POST',
    url: '/api/products',
    ...(await form({
      name: '  Snake gourd ',
      type: 'vegetable',
      code: 'snake-1',
      name_si: 'පතෝල',
      name_ta: 'புடலங்காய்',
      unit: 'bundle',
      description: 'Long.\nSold whole.',
      aliases: 'pathola\npudalangai, pathola',
      list_order: '77',
    })),
  });
  expect(answer.json().product).toMatchObject({
    name: 'Snake gourd',
    code: 'SNAKE-1',
    name_si: 'පතෝල',
    name_ta: 'புடலங்காய்',
    unit: 'bundle',
    description: 'Long.\nSold whole.',
    aliases: ['pathola', 'pudalangai'],
    list_order: 77,
  });
});

test.each([
  ['no name', { type: 'fruit' }, 'name'],
  ['a blank name', { name: '   ', type: 'fruit' }, 'name'],
  ['a name that is a number', { name: 12, type: 'fruit' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(81), type: 'fruit' }, 'name'],
  ['a name with a line break', { name: 'Bitter\r\ngourd', type: 'fruit' }, 'name'],
  ['no type', { name: 'Untyped' }, 'type'],
  ['a type of no catalogue', { name: 'Mistyped', type: 'Uncategorized' }, 'type'],
  ['a unit nobody quotes in', { name: 'By the sack', type: 'Grain', unit: 'sack' }, 'unit'],
  ['a code with a blank', { name: 'Spaced', type: 'Grain', code: 'A B' }, 'code'],
  ['a code that is too long', { name: 'Long code', type: 'Grain', code: 'A'.repeat(21) }, 'code'],
  ['a description that is too long', { name: 'Wordy', type: 'Grain', description: 'x'.repeat(1001) }, 'description'],
  ['another name that is too long', { name: 'Alias', type: 'Grain', aliases: ['x'.repeat(81)] }, 'aliases.0'],
  [
    'too many other names',
    { name: 'Many', type: 'Grain', aliases: Array.from({ length: 41 }, (_, index) => `name ${index}`) },
    'aliases',
  ],
  ['a place below zero', { name: 'Below', type: 'Grain', list_order: -1 }, 'list_order'],
  ['a place in words', { name: 'Worded', type: 'Grain', list_order: '0x10' }, 'list_order'],
])('a product with %s is refused and nothing is written', async (_, fields, field) => {
  const before = await everythingKept();
  const answer = await app.as('editor', { method: 'POST', url: '/api/products', payload: fields });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ success: false, code: 'invalid_input', details: [{ field }] });
  expect(await everythingKept()).toEqual(before);
});

test('a second product of the same name is refused, in whatever case it is written', async () => {
  await added({ name: 'Brinjal Élite' });
  const before = await everythingKept();
  const answer = await add({ name: 'BRINJAL éLITE' });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    code: 'product_exists',
    message: 'A product with this name already exists.',
    error: 'A product with this name already exists.',
  });
  expect(await everythingKept()).toEqual(before);
});

test('of two clerks who add the same product at once, one is refused', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => add({ name: 'Kohila yam' })));
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect((await list()).filter((product) => product.name === 'Kohila yam')).toHaveLength(1);
});

test('names with the same code get numbered codes', async () => {
  const answers = await Promise.all(
    ['Ash plantain', 'Ash-plantain', 'Ash, plantain'].map(async (name) => added({ name })),
  );
  expect(answers.map((product) => product.code).sort()).toEqual(['ASH-PLANTAIN', 'ASH-PLANTAIN-2', 'ASH-PLANTAIN-3']);
});

test('a long name has a code of 20 characters, including its number', async () => {
  const first = await added({ name: 'Sweet potato (orange flesh)' });
  const second = await added({ name: 'Sweet potato, orange, large' });
  const third = await added({ name: 'Sweet potato, orange, small' });
  expect([first.code, second.code, third.code]).toEqual([
    'SWEET-POTATO-ORANGE',
    'SWEET-POTATO-ORANG-2',
    'SWEET-POTATO-ORANG-3',
  ]);
});

test('a name without Latin letters still gets a code', async () => {
  const product = await added({ name: 'තිබ්බටු' });
  expect(product.code).toMatch(/^PRODUCT(-\d+)?$/);
  expect((await added({ name: 'Crème apple' })).code).toBe('CREME-APPLE');
});

test('a code that another product has is refused', async () => {
  await added({ name: 'Mukunuwenna', code: 'MUKU' });
  const answer = await add({ name: 'Mukunuwenna, washed', code: 'muku' });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'product_code_taken' });
});

test('the list is sorted by place, then in the order of adding, and a new product is last', async () => {
  const third = await added({ name: 'Order three', list_order: 503 });
  const first = await added({ name: 'Order one', list_order: 501 });
  const second = await added({ name: 'Order two', list_order: 501 });
  const highest = Math.max(...(await list()).map((product) => product.list_order));
  const last = await added({ name: 'Order last' });
  expect(last.list_order).toBeGreaterThan(highest);
  const own = [third.id, first.id, second.id, last.id];
  const ids = (await list()).map((product) => product.id);
  expect(ids.filter((id) => own.includes(id))).toEqual([first.id, second.id, third.id, last.id]);
});

test('after the highest place a new product is still last, at a place that its edit form accepts', async () => {
  const market = await openTestApp();
  const send = (name: string, more: Fields = {}) =>
    market.as('admin', { method: 'POST', url: '/api/products', payload: { name, type: 'rice', ...more } });
  await send('Keeri samba', { list_order: 999_999 });
  const last = (await send('Nadu')).json().product;
  expect(last.list_order).toBe(999_999);
  expect((await market.send({ url: '/api/products' })).json().map((each: Product) => each.name)).toEqual([
    'Keeri samba',
    'Nadu',
  ]);
  const back = await market.as('admin', { method: 'PUT', url: `/api/products/${last.id}`, payload: last });
  expect(back.statusCode).toBe(200);
  await market.close();
});

test('an edit changes the fields that it names and leaves the others', async () => {
  const before = await added({
    name: 'Drumstick',
    name_si: 'මුරුංගා',
    name_ta: 'முருங்கைக்காய்',
    unit: 'bundle',
    description: 'Long pods.',
    aliases: ['murunga'],
    list_order: 310,
    code: 'DRUM',
  });
  app.clock.advance(60_000);
  const answer = await edit(before.id, { name: 'Drumsticks', type: 'Leaf Vegetable' });
  expect(answer.statusCode).toBe(200);
  const { message, product } = products.edit.answer.parse(answer.json());
  expect(message).not.toBe('');
  expect(product).toEqual({
    ...before,
    name: 'Drumsticks',
    type: 'Leaf Vegetable',
    updatedAt: app.clock.now(),
  });
  expect((await read(before.id)).json()).toEqual(product);
});

test('an edit can empty optional fields', async () => {
  const { id } = await added({ name: 'Kang kung', name_si: 'කංකුං', description: 'x', aliases: 'kankun' });
  const fields = { name: 'Kang kung', type: 'Leaf Vegetable', name_si: '', description: '', aliases: '' };
  const answer = await app.as('editor', {
    method: 'PUT',
    url: `/api/products/${id}`,
    ...(await form(fields)),
  });
  expect(answer.json().product).toMatchObject({ name_si: '', description: '', aliases: [] });
});

test('an edit form may send back the whole product that it received', async () => {
  const before = await added({ name: 'Luffa', aliases: ['wetakolu'] });
  const answer = await edit(before.id, {
    ...before,
    image: 'https://elsewhere.example/x.png',
    createdAt: '1999-01-01T00:00:00.000Z',
    name: 'Ridge gourd',
  });
  expect(answer.json().product).toEqual({ ...before, name: 'Ridge gourd', updatedAt: app.clock.now() });
});

test('an edit without a change is accepted and not recorded', async () => {
  const product = await added({ name: 'Yard-long beans' });
  const before = await everythingKept();
  app.clock.advance(1000);
  const answer = await edit(product.id, product);
  expect(answer.statusCode).toBe(200);
  expect(answer.json().product).toEqual(product);
  expect(await everythingKept()).toEqual(before);
});

test('a product may change the case of its own name but not use the name or code of another', async () => {
  await added({ name: 'Gotukola', code: 'GOTU' });
  const other = await added({ name: 'sarana', code: 'SARA' });
  expect((await edit(other.id, { name: 'Sarana', type: 'vegetable' })).json().product.name).toBe('Sarana');
  const before = await everythingKept();
  const sameName = await edit(other.id, { name: 'gotuKOLA', type: 'vegetable' });
  expect([sameName.statusCode, sameName.json().code]).toEqual([409, 'product_exists']);
  const sameCode = await edit(other.id, { name: 'Sarana', type: 'vegetable', code: 'gotu' });
  expect([sameCode.statusCode, sameCode.json().code]).toEqual([409, 'product_code_taken']);
  const noType = await edit(other.id, { name: 'Sarana' });
  expect([noType.statusCode, noType.json().code]).toEqual([400, 'invalid_input']);
  expect(await everythingKept()).toEqual(before);
});

test('a product without prices is really deleted, and its name and code can be used again', async () => {
  const { id } = await added({ name: 'Misspelt', code: 'MISS' });
  const answer = await remove(id);
  expect(answer.statusCode).toBe(200);
  expect(products.remove.answer.parse(answer.json()).archived).toBe(false);
  expect((await read(id)).statusCode).toBe(404);
  expect(await app.database.reader.selectFrom('products').where('id', '=', id).selectAll().execute()).toEqual([]);
  expect((await added({ name: 'Misspelt', code: 'MISS' })).id).not.toBe(id);
});

test('a product with prices is removed from the list when deleted, and its history remains readable', async () => {
  const product = await added({ name: 'Innala', code: 'INNALA' });
  await publishPrice(product.id);
  const answer = await remove(product.id);
  expect(answer.json()).toMatchObject({ archived: true });
  expect((await list()).map((each) => each.id)).not.toContain(product.id);
  expect((await read(product.id)).json()).toMatchObject({ id: product.id, name: 'Innala', code: 'INNALA' });
  const kept = await app.database.reader
    .selectFrom('prices')
    .where('product_id', '=', product.id)
    .selectAll()
    .execute();
  expect(kept).toHaveLength(1);
});

test('a product whose only price was cleared again is archived too', async () => {
  const { id } = await added({ name: 'Kiri ala' });
  await app.database.write((tx) =>
    tx
      .insertInto('price_changes')
      .values({
        product_id: id,
        date: TEST_DAY,
        old_min_cents: cents(10_000),
        old_max_cents: cents(12_000),
        new_min_cents: null,
        new_max_cents: null,
        changed_at: app.clock.now(),
        changed_by: app.emailOf('editor'),
      })
      .execute(),
  );
  expect((await remove(id)).json()).toMatchObject({ archived: true });
});

test('a deleted product reserves its name and code, and the refusal of a second one says to restore it', async () => {
  const old = await added({ name: 'Nivithi', code: 'NIVITHI' });
  const other = await added({ name: 'Spinach' });
  await publishPrice(old.id);
  await remove(old.id);
  const before = await everythingKept();
  const sentence = 'A deleted product already has this name or code. Restore that product instead.';
  const refused = [
    await add({ name: 'nivithi' }),
    await add({ name: 'Nivithi leaves', code: 'nivithi' }),
    await edit(other.id, { name: 'NIVITHI', type: 'vegetable' }),
    await edit(other.id, { name: 'Spinach', type: 'vegetable', code: 'NIVITHI' }),
  ];
  for (const answer of refused) {
    expect(answer.json()).toMatchObject({ code: 'product_deleted', message: sentence });
    expect(answer.statusCode).toBe(409);
  }
  expect(await everythingKept()).toEqual(before);
});

test('a deleted product is listed as such, and restored with its place, its code and its price history', async () => {
  const product = await added({ name: 'Purple yam', code: 'YAM', list_order: 3 });
  await publishPrice(product.id);
  await remove(product.id);
  const archived = async () => (await app.send({ url: '/api/products?archived=true' })).json<Product[]>();
  expect((await archived()).map((each) => each.name)).toContain('Purple yam');
  expect((await archived()).map((each) => each.id)).not.toContain((await list())[0]?.id);
  app.clock.advance(60_000);
  const answer = await restore(product.id);
  expect(answer.statusCode).toBe(200);
  const restored = { ...product, updatedAt: app.clock.now() };
  expect(products.restore.answer.parse(answer.json())).toEqual({ message: 'Product restored.', product: restored });
  expect((await archived()).map((each) => each.name)).not.toContain('Purple yam');
  expect((await list()).find((each) => each.id === product.id)).toEqual(restored);
  expect((await app.send({ url: `/api/prices/product/${product.id}/chart` })).json()).toHaveLength(1);
  expect((await auditEntries()).at(-1)).toMatchObject({
    event_type: 'Product Restored',
    event_description: `Product ${product.id} (Purple yam) restored`,
    new_value: expect.stringContaining('code: YAM;'),
    user_actioned: app.emailOf('editor'),
  });
});

test('only a deleted product is restored, and not beside another of its name', async () => {
  const product = await added({ name: 'Taro' });
  const before = await everythingKept();
  expect((await restore(product.id)).json().code).toBe('product_not_deleted');
  expect((await restore(999_999)).json().code).toBe('product_not_found');
  expect(await everythingKept()).toEqual(before);
  await publishPrice(product.id);
  await remove(product.id);
  const other = await added({ name: 'Taro of an older release' });
  await app.database.write((tx) =>
    tx.updateTable('products').set({ name: 'TARO' }).where('id', '=', other.id).execute(),
  );
  expect((await restore(product.id)).json().code).toBe('product_exists');
  expect((await edit(other.id, { name: 'Taro', type: 'vegetable' })).statusCode).toBe(200);
});

test('an archived product can be neither changed nor deleted again', async () => {
  const { id } = await added({ name: 'Thampala' });
  await publishPrice(id);
  await remove(id);
  const before = await everythingKept();
  const edited = await edit(id, { name: 'Thampala', type: 'Leaf Vegetable', unit: 'bundle' });
  const removed = await remove(id);
  expect([edited.json().code, removed.json().code]).toEqual(['product_not_found', 'product_not_found']);
  expect(await everythingKept()).toEqual(before);
});

test('every call on an unknown product is a 404', async () => {
  const before = await everythingKept();
  const answers = [await read(999_999), await edit(999_999, { name: 'Nobody', type: 'fruit' }), await remove(999_999)];
  for (const answer of answers) {
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'product_not_found']);
  }
  expect(await everythingKept()).toEqual(before);
});

test.each(['0', '-1', '1.5', 'abc', '1e3', '1;drop table products', '99999999999999999999'])(
  'the id %s is not the id of a product',
  async (id) => {
    const answer = await app.send({ url: `/api/products/${encodeURIComponent(id)}` });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input']);
  },
);

test('every change of the catalogue is in the audit log with who made it', async () => {
  const start = (await auditEntries()).length;
  const product = await added({ name: 'Kekiri', unit: 'kg', aliases: ['kakiri'] });
  await edit(product.id, { name: 'Kekiri melon', type: 'fruit', unit: 'fruit' });
  await publishPrice(product.id);
  await remove(product.id);
  const mistake = await added({ name: 'Kekirri' });
  await remove(mistake.id);
  const entries = (await auditEntries()).slice(start);
  expect(entries.map((entry) => entry.event_type)).toEqual([
    'Product Added',
    'Product Changed',
    'Product Archived',
    'Product Added',
    'Product Deleted',
  ]);
  expect(entries[0]).toMatchObject({
    event_description: `Product ${product.id} (Kekiri) added`,
    user_actioned: app.emailOf('editor'),
    event_date: app.clock.now(),
    old_value: null,
    new_value: expect.stringContaining('name: Kekiri;'),
  });
  expect(entries[1]).toMatchObject({
    old_value: 'name: Kekiri; type: vegetable; unit: kg',
    new_value: 'name: Kekiri melon; type: fruit; unit: fruit',
  });
  expect(entries[2]).toMatchObject({ old_value: expect.stringContaining('code: KEKIRI;'), new_value: null });
});

test('every change of the catalogue raises the data version', async () => {
  const versions = [await readDataVersion(app.database.reader)];
  const note = async () => versions.push(await readDataVersion(app.database.reader));
  const { id } = await added({ name: 'Rambutan', type: 'fruit' });
  await note();
  await edit(id, { name: 'Rambutans', type: 'fruit' });
  await note();
  await remove(id);
  await note();
  const [start = 0] = versions;
  expect(versions).toEqual([start, start + 1, start + 2, start + 3]);
});

test('a client that has the list is answered 304 until it changes', async () => {
  const first = await app.send({ url: '/api/products' });
  const etag = String(first.headers.etag);
  expect(first.headers['cache-control']).toContain('must-revalidate');
  const again = await app.send({ url: '/api/products', headers: { 'if-none-match': etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await added({ name: 'Mangosteen', type: 'fruit' });
  const changed = await app.send({ url: '/api/products', headers: { 'if-none-match': etag } });
  expect(changed.statusCode).toBe(200);
  expect(changed.json().map((each: Product) => each.name)).toContain('Mangosteen');
});

test('everybody may read the catalogue, even with an expired token, and from any site', async () => {
  const { id } = await added({ name: 'Durian', type: 'fruit' });
  for (const url of ['/api/products', `/api/products/${id}`]) {
    const headers = { authorization: 'Bearer a.b.c', origin: 'https://elsewhere.example' };
    const answer = await app.send({ url, headers });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
  }
});

test('strangers and ticket staff change nothing in the catalogue', async () => {
  const { id } = await added({ name: 'Wood apple', type: 'fruit' });
  const before = await everythingKept();
  const payload = { name: 'Woodapple', type: 'fruit' };
  const writes: InjectOptions[] = [
    { method: 'POST', url: '/api/products', payload },
    { method: 'PUT', url: `/api/products/${id}`, payload },
    { method: 'DELETE', url: `/api/products/${id}` },
    { method: 'POST', url: `/api/products/${id}/restore` },
  ];
  await app.tokenOf('tiketing');
  const signedIn = await everythingKept();
  for (const write of writes) {
    expect((await app.send(write)).statusCode).toBe(401);
    expect((await app.as('tiketing', write)).statusCode).toBe(403);
  }
  expect(signedIn.stored).toEqual(before.stored);
  expect(await everythingKept()).toEqual(signedIn);
});

test('HTML and SQL in a name are stored and answered as plain text', async () => {
  const name = `<script>alert('1')</script>"; drop table products; --`;
  const product = await added({ name, description: '<b>bold</b>', aliases: ['=1+1', '<i>'] });
  const answer = await read(product.id);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json()).toMatchObject({ name, description: '<b>bold</b>', aliases: ['=1+1', '<i>'] });
  expect(product.code).toMatch(/^[A-Z0-9][A-Z0-9-]{0,19}$/);
});

test('prototype keys in a body do nothing', async () => {
  const json = await app.as('editor', {
    method: 'POST',
    url: '/api/products',
    headers: { 'content-type': 'application/json' },
    payload: '{"name":"Proto","type":"fruit","__proto__":{"unit":"nut"}}',
  });
  expect(json.json().product).toMatchObject({ name: 'Proto', unit: 'kg' });
  const before = await everythingKept();
  for (const key of ['__proto__', 'constructor', 'toString']) {
    const sent = await form({ name: `Proto ${key}`, type: 'fruit', [key]: 'nut' });
    const answer = await app.as('editor', { method: 'POST', url: '/api/products', ...sent });
    expect(answer.statusCode).toBe(400);
  }
  expect(await everythingKept()).toEqual(before);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('the answers of the catalogue agree with the contract', async () => {
  await added({ name: 'Ambarella', type: 'fruit', aliases: ['amberella'], name_si: 'ඇඹරැල්ලා' });
  for (const each of await list()) expect(productSchema.strict().parse(each)).toEqual(each);
});
