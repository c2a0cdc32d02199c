/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { pricePost } from '#contract/price-post.ts';
import { prices } from '#contract/prices.ts';
import { products } from '#contract/products.ts';
import { TEST_DAY, YESTERDAY } from '../../testing/app-context.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';

const editor = { role: 'editor' } as const;

async function publish(office: TestOffice, name: string, pairs: [date: string, min: number, max: number][]) {
  const si = name === 'Carrot' ? 'කැරට්' : '';
  const body = { name, name_si: si, type: 'vegetable' as const };
  const { productId } = await office.ask(products.add, { ...editor, body });
  for (const [date, min_price, max_price] of pairs)
    await office.ask(prices.updateMultiple, {
      ...editor,
      body: [{ product_id: productId, date, min_price, max_price }],
    });
}

async function postsOf({ ask }: TestOffice) {
  const { posts, ...rest } = await ask(pricePost.get, { ...editor, params: { date: TEST_DAY } });
  return { ...rest, posts: new Map(posts.map((post) => [post.language, post])) };
}

test('a post says in words what changed most in proportion, with the new price and the link, in each language', async () => {
  const office = await openTestOffice({ PUBLIC_URL: 'https://pola.example' });
  await publish(office, 'Carrot', [
    [YESTERDAY, 100, 120],
    [TEST_DAY, 140, 160],
  ]);
  await publish(office, 'Ginger', [
    [YESTERDAY, 1000, 1000],
    [TEST_DAY, 1100, 1100],
  ]);
  await publish(office, 'Leeks', [
    [YESTERDAY, 200, 220],
    [TEST_DAY, 150, 150],
  ]);
  await publish(office, 'Beans', [
    [YESTERDAY, 90, 90],
    [TEST_DAY, 90, 90],
  ]);
  const { posts } = await postsOf(office);
  expect(posts.get('en')?.text.split('\n')).toEqual([
    'Pola Economic Centre: wholesale prices of 20 Nov 2026',
    '▲ Carrot: Rs. 40 dearer, now 140–160',
    '▲ Ginger: Rs. 100 dearer, now 1,100',
    '▼ Leeks: Rs. 60 cheaper, now 150',
    'All 4 prices: https://pola.example/d/2026-11-20',
  ]);
  expect(posts.get('si')?.text).toContain('▲ කැරට්: රු. 40 වැඩි, දැන් 140–160');
  expect(posts.get('ta')?.link).toBe('https://pola.example/ta/d/2026-11-20');
});

test('a list without a change of a rupee says so, and a first list as well', async () => {
  const office = await openTestOffice();
  await publish(office, 'Carrot', [
    [YESTERDAY, 100, 100.5],
    [TEST_DAY, 100, 101],
  ]);
  await publish(office, 'Leeks', [[TEST_DAY, 50, 50]]);
  const { posts, prices: count } = await postsOf(office);
  expect(count).toBe(2);
  expect(posts.get('en')?.text).toContain('No price changed by a rupee or more.');
});

test('the pictures have as many pages as the list needs', async () => {
  const office = await openTestOffice();
  for (let at = 0; at < 33; at += 1) await publish(office, `Product ${at}`, [[TEST_DAY, 50, 60]]);
  const { posts } = await postsOf(office);
  expect(posts.get('si')).toMatchObject({
    pages: ['/share/si/2026-11-20/1.png', '/share/si/2026-11-20/2.png'],
    wide: '/share/si/2026-11-20.png',
    notice: '/price-list/si/2026-11-20.pdf',
  });
});
