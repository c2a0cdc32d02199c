import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { products } from '#contract/products.ts';
import { readDataVersion } from '../../db/data-version.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { starterProducts } from './starter-catalogue/products.ts';

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

const list = async () => products.list.answer.parse((await app.send({ url: '/api/products' })).json());
const audited = () =>
  app.database.reader.selectFrom('audit_log').selectAll().where('event_type', '=', 'Product Added').execute();

test('a new market gets the whole starter catalogue in the order of the morning list', { tags: ['slow'] }, async () => {
  const version = await readDataVersion(app.database.reader);
  expect(await list()).toEqual([]);
  expect(await loadCatalogue()).toBe('Starter catalogue: 119 of 119 products added, 0 were there already.\n');
  // The running server checks twice a second whether another process has written.
  await expect.poll(async () => (await list()).length, { timeout: 60_000 }).toBe(119);
  const loaded = await list();
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
  await expect.poll(async () => (await list()).length, { timeout: 60_000 }).toBe(119);
  const [first, second, third] = await list();
  if (!first || !second || !third) throw new Error('the catalogue is empty');
  await app.as('editor', { method: 'DELETE', url: `/api/products/${second.id}` });
  await app.as('editor', { method: 'PUT', url: `/api/products/${third.id}`, payload: { ...third, name: 'Ours' } });
  expect(await loadCatalogue()).toBe('Starter catalogue: 1 of 119 products added, 118 were there already.\n');
  await expect.poll(async () => (await list()).length, { timeout: 60_000 }).toBe(119);
  const names = (await list()).slice(0, 3).map((product) => product.name);
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
