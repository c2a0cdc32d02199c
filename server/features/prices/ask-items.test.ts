/** @module-tag sqlite-only */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '#contract/call.ts';
import { prices } from '#contract/prices.ts';
import { products } from '#contract/products.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { loadCatalogue } from '../products/import-products.ts';
import { starterProducts } from '../products/starter-catalogue/products.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  const starters = starterProducts.map((starter) => ({ ...products.add.body.parse(starter), code: starter.code }));
  await loadCatalogue(app.database, { actor: 'test', now: app.clock.now(), requestId: 'test' }, starters);
});
afterAll(() => app.close());

async function read(lines: readonly string[], more: object = {}): Promise<Answer<typeof prices.importCsv>> {
  const payload = { csv: ['date,item,min,max', ...lines].join('\n'), ...more };
  const answer = await app.as('editor', { method: 'POST', url: '/api/prices/import', payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return prices.importCsv.answer.parse(answer.json());
}

const idOf = async (code: string) => {
  const row = await app.database.reader.selectFrom('products').select('id').where('code', '=', code).executeTakeFirst();
  return String(row?.id);
};

test.each(['Carrot', 'CARROT', 'කැරට්', 'கரட்'])(
  '“%s” is asked about once, because there are two carrots',
  async (item) => {
    const lines = [`2026-11-19,${item},240,270`, `2026-11-18,${item},230,260`, '2026-11-18,Beans,1,2'];
    const open = await read(lines);
    const id = `item:${item.toLowerCase()}`;
    expect(open.questions).toMatchObject([{ id, lines: 2, answer: null }]);
    expect(open.questions[0]?.choices.map(({ label }) => label)).toEqual([
      'Carrot - Nuwara Eliya · කැරට් - නුවරඑළිය · கரட் - நுவரெலியா',
      'Carrot - Jaffna · කැරට් - යාපනය · கரட் - யாழ்ப்பாணம்',
      'Skip these lines',
    ]);
    expect([open.accepted, open.waiting, open.faults, open.unmatched]).toEqual([1, 2, [], []]);
    const jaffna = await read(lines, { answers: { [id]: await idOf('CARROT-JF') } });
    expect(jaffna.prices.map(({ product }) => product).toSorted()).toEqual([
      'Beans',
      'Carrot - Jaffna',
      'Carrot - Jaffna',
    ]);
    const skipped = await read(lines, { answers: { [id]: 'skip' } });
    expect([skipped.accepted, skipped.skipped, skipped.faulty]).toEqual([1, 2, 0]);
  },
);

test('an answer that names another product is none', async () => {
  const open = await read(['2026-11-19,Carrot,240,270'], { answers: { 'item:carrot': await idOf('BEANS') } });
  expect(open.questions).toMatchObject([{ id: 'item:carrot', answer: null }]);
});

test('nothing is written while an item is open, and a mapping needs no answer', async () => {
  const csv = 'date,item,min,max\n2026-11-19,Carrot,240,270\n';
  const payload = { csv, write: true };
  const refused = await app.as('editor', { method: 'POST', url: '/api/prices/import', payload });
  expect(refused.json()).toMatchObject({ code: 'import_unanswered', details: [{ field: 'answers.item:carrot' }] });
  const mapped = await read(['2026-11-19,Carrot,240,270'], { mapping: { Carrot: Number(await idOf('CARROT-JF')) } });
  expect(mapped.prices.map(({ product }) => product)).toEqual(['Carrot - Jaffna']);
});

test('an alias of the market decides; an alias of the starter catalogue does not if several products fit', async () => {
  const kindOf = (name: string) => /^(.+?) - /.exec(name)?.[1]?.toLowerCase();
  const kinds = Map.groupBy(starterProducts, ({ name }) => kindOf(name));
  const several = [...kinds].flatMap(([kind, own]) => (kind !== undefined && own.length > 1 ? [kind] : []));
  const names = new Set(starterProducts.map(({ name }) => name.toLowerCase()));
  const doubtful = several.filter((kind) => !names.has(kind));
  expect(doubtful.length).toBeGreaterThan(3);
  const open = await read(doubtful.map((kind) => `2026-11-19,"${kind}",240,270`));
  expect(open.questions.map(({ id }) => id).toSorted()).toEqual(doubtful.map((kind) => `item:${kind}`).toSorted());
  const product = starterProducts.find(({ code }) => code === 'CARROT-JF');
  const payload = { ...product, aliases: [...(product?.aliases ?? []), 'Carrot'] };
  const id = await idOf('CARROT-JF');
  await app.as('editor', { method: 'PUT', url: `/api/products/${id}`, payload });
  const settled = await read(['2026-11-19,Carrot,240,270']);
  expect(settled.prices.map(({ product: name }) => name)).toEqual(['Carrot - Jaffna']);
});
