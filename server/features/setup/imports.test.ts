/** @module-tag postgres */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { imports } from '#contract/imports.ts';
import { products } from '#contract/products.ts';
import { shops } from '#contract/shops.ts';
import { readDataVersion } from '../../db/data-version.ts';
import { openTestApp, TEST_DAY, type TestApp } from '../../testing/app-context.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { starterProducts } from '../products/starter-catalogue/products.ts';

const SHOPS = [
  'Shop no,Shop name,Block,Rent,VAT,Operation fee,Tenant,Phone',
  'A-1,Nimal Stores,Block A,"25,000.00",18%,0,Nimal Perera,077 123 4567',
  'A-2,Corner,Block A,9000,18,0,,',
].join('\n');
const byShops = { params: { subject: 'shops' } } as const;
const byProducts = { params: { subject: 'products' } } as const;

const take = (office: TestOffice, csv: string, more: { write?: boolean; answers?: Record<string, string> } = {}) =>
  office.ask(imports.table, { ...byShops, body: { csv, ...more } });
const takeProducts = (office: TestOffice, csv: string, more: Parameters<typeof take>[2] = {}) =>
  office.ask(imports.table, { ...byProducts, body: { csv, ...more } });
const shopIds = async (office: TestOffice) => (await office.ask(shops.list, {})).map(({ shop_id }) => shop_id);
const names = async (office: TestOffice) => (await office.ask(products.list, {})).map(({ name }) => name);

test('a file of shops is previewed, written and undone, and nothing remains in the ledgers', async () => {
  const office = await openTestOffice();
  const seen = await take(office, SHOPS);
  expect(seen).toMatchObject({ written: false, lines: 2, added: 2, unchanged: 0, faulty: 0, questions: [] });
  expect(seen.rows.map(({ text }) => text)).toEqual([
    'New shop A-1, Nimal Stores; new tenant Nimal Perera',
    'New shop A-2, Corner',
  ]);
  expect(seen.notes).toEqual([
    '1 tenant has no phone number, no address or neither in the file. “-” is saved instead.',
  ]);
  expect(await shopIds(office)).toEqual([]);
  expect((await take(office, SHOPS, { write: true })).written).toBe(true);
  expect(await shopIds(office)).toEqual(['A-1', 'A-2']);
  expect(await office.ask(imports.last, {})).toMatchObject([{ subject: 'shops', shops: 2, tenants: 1, products: 0 }]);
  await office.ask(imports.undo, byShops);
  expect(await shopIds(office)).toEqual([]);
  expect(await office.ask(imports.last, {})).toEqual([]);
  await office.refused(imports.undo, byShops, 'import_not_found');
  await office.expectCleanBooks();
});

test('marks for nothing in a table of products are neither names nor a code', async () => {
  const office = await openTestOffice();
  const csv = 'name,name_si,name_ta,type,unit,code,aliases,description\nCarrot,-,n/a,vegetable,kg,-,නැත,இல்லை\n';
  await takeProducts(office, csv, { write: true });
  expect(await office.ask(products.list, {})).toMatchObject([
    { name: 'Carrot', name_si: '', name_ta: '', code: 'CARROT', aliases: [], description: '' },
  ]);
  const nameless = await takeProducts(office, csv.replace('Carrot', '-'));
  expect(nameless.faults).toMatchObject([{ line: 2, reason: 'Enter the name.' }]);
});

test('an import is not undone, not even in part, if any of it is in use', async () => {
  const office = await openTestOffice();
  await take(office, SHOPS, { write: true });
  await office.pay('A-1', 700, TEST_DAY);
  const refused = await office.refused(imports.undo, byShops, 'import_used');
  expect(refused.message).toBe('A-1 is already in use, so the import cannot be undone. Nothing was removed.');
  expect(await shopIds(office)).toEqual(['A-1', 'A-2']);
});

test('a tenant who was added to an imported shop by hand keeps the shop', async () => {
  const office = await openTestOffice();
  await take(office, SHOPS, { write: true });
  await office.app.as('admin', {
    method: 'POST',
    url: '/api/tenants',
    payload: { shop_id: 'A-2', name: 'Sunil Silva', contact: '071 555', address: 'Kandy', email: '' },
  });
  await office.refused(imports.undo, byShops, 'import_used');
  expect((await office.ask(shops.list, {})).map(({ tenant_name }) => tenant_name)).toEqual([
    'Nimal Perera',
    'Sunil Silva',
  ]);
});

test('nothing is written if a line has an error, and the error is in the language of the reader', async () => {
  const office = await openTestOffice();
  const report = await take(office, `${SHOPS}\nA-3,Third,Block B,-1,18,0,,`, { write: true });
  expect(report).toMatchObject({ written: false, faulty: 1 });
  expect(report.faults).toEqual([
    { line: 4, reason: 'The rent amount cannot be less than 0.', text: 'A-3,Third,Block B,-1,18,0,,' },
  ]);
  expect(await shopIds(office)).toEqual([]);
  const answer = await office.app.as('admin', {
    method: 'POST',
    url: '/api/imports/shops',
    headers: { 'accept-language': 'si' },
    payload: { csv: `${SHOPS}\nA-3,Third,Block B,-1,18,0,,` },
  });
  expect(answer.json().faults[0].reason).toMatch(/[\u0d80-\u0dff]/);
  expect(answer.json().faults[0].reason).not.toMatch(/[a-z]/);
});

test('unknown words in a list of products lead to questions, and new products are added at the end', async () => {
  const office = await openTestOffice();
  const csv = [
    'Item,Sinhala,Tamil,Category,Sold by,Other names',
    'Beans,බෝංචි,போஞ்சி,Veg,Kilo,bonchi|green beans',
    'Gotukola,ගොටුකොළ,வல்லாரை,Leaf vegetables,Bundle,',
  ].join('\n');
  const seen = await takeProducts(office, csv);
  expect(seen.questions.map(({ id, question, answer }) => [id, question, answer])).toEqual([
    ['type:veg', 'Which type is “Veg”?', null],
  ]);
  await office.refused(
    imports.table,
    { ...byProducts, body: { csv, write: true, answers: { 'type:veg': 'no such type' } } },
    'import_unanswered',
  );
  const written = await takeProducts(office, csv, { write: true, answers: { 'type:veg': 'vegetable' } });
  expect(written).toMatchObject({ written: true, added: 2 });
  expect(await office.ask(products.list, {})).toMatchObject([
    { code: 'BEANS', name_si: 'බෝංචි', type: 'vegetable', unit: 'kg', aliases: ['bonchi', 'green beans'] },
    { code: 'GOTUKOLA', type: 'Leaf Vegetable', unit: 'bundle', list_order: 20 },
  ]);
  expect(await takeProducts(office, csv, { answers: { 'type:veg': 'vegetable' } })).toMatchObject({
    added: 0,
    unchanged: 2,
  });
  await office.ask(imports.undo, byProducts);
  expect(await names(office)).toEqual([]);
});

test('a repeated product, a code that is taken and a broken line are errors', async () => {
  const office = await openTestOffice();
  const csv = 'Name,Type,Unit,Code\nBeans,vegetable,kg,B\nbeans,vegetable,kg,\nOkra,fruit,kg,b\nLeeks\n';
  const { faults } = await takeProducts(office, csv);
  expect(faults.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'This product is already listed on line 2.'],
    [4, 'This product is already listed on line 2.'],
    [5, 'This line has the wrong number of columns.'],
  ]);
});

test('the starter catalogue is added once and can be undone until a price is published', async () => {
  const office = await openTestOffice();
  const first = await office.ask(imports.starter, {});
  expect(first.added).toBeGreaterThan(100);
  expect(first.message).toBe(`${first.added} products added.`);
  expect((await office.ask(imports.starter, {})).message).toBe(
    'You already have every product of the starter catalogue.',
  );
  await office.ask(imports.undo, byProducts);
  expect(await names(office)).toEqual([]);
  await office.ask(imports.starter, {});
  const [one] = await office.ask(products.list, {});
  await office.app.as('admin', {
    method: 'POST',
    url: '/api/prices/update-multiple',
    payload: [{ product_id: one?.id, date: TEST_DAY, min_price: 100, max_price: 120 }],
  });
  await office.refused(imports.undo, byProducts, 'import_used');
  expect(await names(office)).toHaveLength(first.added);
});

test('a table with more than 5,000 lines is refused, and a stray quotation mark affects only its line', async () => {
  const office = await openTestOffice();
  const long = `Shop no,Rent\n${'A-1,1\n'.repeat(5001)}`;
  const refused = await office.refused(imports.table, { ...byShops, body: { csv: long } }, 'bad_csv');
  expect(refused.message).toBe('The file has more than 5,000 lines. Split it into smaller files.');
  const quoted = await take(office, SHOPS.replace('Corner', 'Cor"ner'));
  expect(quoted).toMatchObject({ added: 2, faulty: 0 });
});

describe('the command load:catalogue', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openTestApp();
  });
  afterEach(() => app.close());

  const root = path.join(import.meta.dirname, '../../..');
  const run = promisify(execFile);

  async function loadCatalogue(): Promise<string> {
    const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl ?? '' };
    const { stdout } = await run(process.execPath, ['scripts/load-catalogue.ts'], { cwd: root, env });
    return stdout;
  }

  const listed = async () => products.list.answer.parse((await app.send({ url: '/api/products' })).json());
  const audited = () =>
    app.database.reader.selectFrom('audit_log').selectAll().where('event_type', '=', 'Product Added').execute();

  test('a new market gets the whole starter catalogue in the order of the morning list', {
    tags: ['slow'],
  }, async () => {
    const version = await readDataVersion(app.database.reader);
    expect(await listed()).toEqual([]);
    expect(await loadCatalogue()).toBe('Starter catalogue: 119 of 119 products added, 0 were there already.\n');
    // The running server checks twice a second whether another process has written.
    await expect.poll(async () => (await listed()).length, { timeout: 60_000 }).toBe(119);
    const loaded = await listed();
    expect(loaded.map((product) => product.code)).toEqual(starterProducts.map((starter) => starter.code));
    for (const [index, { unit, ...starter }] of starterProducts.entries()) {
      expect(loaded[index]).toMatchObject({ ...starter, unit, image: null });
    }
    expect(await readDataVersion(app.database.reader)).toBe(version + 1);
    const entries = await audited();
    expect(entries).toHaveLength(119);
    expect(new Set(entries.map((entry) => entry.user_actioned))).toEqual(new Set(['command load:catalogue']));
  });

  test('a second load restores deleted products in their place, and leaves the rest unchanged', {
    tags: ['slow'],
  }, async () => {
    await loadCatalogue();
    await expect.poll(async () => (await listed()).length, { timeout: 60_000 }).toBe(119);
    const [first, second, third] = await listed();
    if (!first || !second || !third) throw new Error('the catalogue is empty');
    await app.as('editor', { method: 'DELETE', url: `/api/products/${second.id}` });
    await app.as('editor', { method: 'PUT', url: `/api/products/${third.id}`, payload: { ...third, name: 'Ours' } });
    expect(await loadCatalogue()).toBe('Starter catalogue: 1 of 119 products added, 118 were there already.\n');
    await expect.poll(async () => (await listed()).length, { timeout: 60_000 }).toBe(119);
    const names = (await listed()).slice(0, 3).map((product) => product.name);
    expect(names).toEqual([first.name, second.name, 'Ours']);
  });

  test('a load does not change products that the market named or archived, and then has nothing to write', {
    tags: ['slow'],
  }, async () => {
    const [byName, byCode] = starterProducts;
    if (!byName || !byCode) throw new Error('the starter catalogue is empty');
    const payload = { name: byName.name.toUpperCase(), type: byName.type, code: 'OUR-OWN' };
    await app.as('editor', { method: 'POST', url: '/api/products', payload });
    await loadCatalogue();
    const stored = await app.database.reader.selectFrom('products').select(['code', 'name']).execute();
    expect(stored).toHaveLength(119);
    expect(stored.map((product) => product.code)).not.toContain(byName.code);
    await app.database.write((tx) =>
      tx.updateTable('products').set({ archived_at: app.clock.now() }).where('code', '=', byCode.code).execute(),
    );
    const version = await readDataVersion(app.database.reader);
    expect(await loadCatalogue()).toBe('Starter catalogue: 0 of 119 products added, 119 were there already.\n');
    expect(await readDataVersion(app.database.reader)).toBe(version);
  });

  test('an error is reported in one line', { tags: ['slow'] }, async () => {
    const env = { DATA_DIR: app.dataDir, PORT: 'high' };
    const failed = await run(process.execPath, ['scripts/load-catalogue.ts'], { cwd: root, env }).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The starter catalogue could not be loaded: PORT must be a port number\n',
    });
  });
});
