/** @module-tag sqlite-only */
import { expect, onTestFinished, test } from 'vitest';
import { directory } from '#contract/directory.ts';
import { listCalls } from '#contract/every-call.ts';
import { products } from '#contract/products.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { serveDevelopmentWeb } from '../../http/assets/web-development.ts';
import { openTestApp } from '../../testing/app-context.ts';
import { officeAt, TERMS } from '../../testing/office.ts';

const SITE = 'https://pola.example';
const SHOPS = 12;
const MARK = 'Zumora';

/** A market whose every name of a person, shop or trade has the mark and the number of its shop. */
async function openMarkedMarket() {
  const app = await openTestApp({ PUBLIC_URL: SITE }, undefined, serveDevelopmentWeb);
  onTestFinished(() => app.close());
  const office = officeAt(app);
  office.goTo('2026-10-05');
  const product = async (name: string) =>
    (
      await office.ask(products.add, {
        role: 'editor',
        body: { name, type: 'vegetable', aliases: `${name} of the hills` },
      })
    ).productId;
  const leeks = await product('Leeks');
  const carrot = await product('Carrot');
  for (let at = 1; at <= SHOPS; at += 1) {
    await office.ask(shops.add, { body: { ...TERMS, shop_id: `A-${at}`, shop_name: `${MARK} board ${at}x` } });
    const person = { name: `${MARK} person ${at}x`, contact: '071 555 7200', address: `${MARK} lane ${at}x` };
    await office.ask(tenants.add, {
      body: { ...person, email: `${MARK.toLowerCase()}${at}x@example.com`, shop_id: `A-${at}`, from: '2026-10-01' },
    });
  }
  const listed = await office.ask(tenants.list, {});
  const idOf = (at: number) => String(listed.find(({ shop_id }) => shop_id === `A-${at}`)?.tenant_id);
  const agree = (at: number, product_ids: number[]) =>
    office.ask(directory.agree, {
      params: { id: idOf(at) },
      body: { trade_name: `${MARK} trade ${at}x`, product_ids },
    });
  const show = async (path = '/stalls') => (await app.send({ url: path })).body;
  return { app, office, leeks, carrot, idOf, agree, show };
}

type MarkedMarket = Awaited<ReturnType<typeof openMarkedMarket>>;

/** Every public address: of the sitemap, of pages outside it, of searches, and of the calls of the API. */
async function listPublicAddresses({ app, leeks, carrot }: MarkedMarket): Promise<string[]> {
  const { body } = await app.send({ url: '/sitemap.xml' });
  const listed = [...body.matchAll(new RegExp(`<loc>${SITE}([^<]*)</loc>`, 'g'))].map(([, path = '']) => path || '/');
  const searches = Array.from({ length: SHOPS }, (_, at) => `/stalls?q=A-${at + 1}`);
  const pages = [
    '/stalls',
    `/stalls?product=${leeks}`,
    `/stalls?q=${MARK}`,
    '/board',
    '/offline',
    '/nowhere',
    ...searches,
  ];
  const inAll = ['', '/si', '/ta'].flatMap((start) => pages.map((path) => start + path));
  const calls = listCalls()
    .filter(({ entry }) => entry.permission === 'public' && entry.method === 'GET')
    .map(({ entry }) => entry.path.replace(':language', 'en').replaceAll(/:\w+/g, String(carrot)));
  const files = ['/calendar.ics', '/sitemap.xml', '/robots.txt', '/healthz', '/readyz'];
  return [...new Set([...listed, ...inAll, ...calls, ...files])];
}

/** Returns the marked names that anybody can read without signing in. */
async function readNames(market: MarkedMarket): Promise<Set<string>> {
  const names = new Set<string>();
  const seen: string[] = [];
  for (const url of await listPublicAddresses(market)) {
    const { body, headers, statusCode } = await market.app.send({ url });
    if (statusCode === 200) seen.push(url);
    const answer = `${body} ${JSON.stringify(headers)}`;
    for (const [name] of answer.matchAll(/zumora\s?\w*\s?\d+x/gi)) names.add(name);
  }
  expect(seen).toContain('/stalls');
  expect(seen).toContain('/si/stalls?q=A-1');
  expect(seen.length).toBeGreaterThan(60);
  return names;
}

test('no name is public without the agreement of its tenant, in all shops and at all addresses', {
  tags: ['slow'],
}, async () => {
  const market = await openMarkedMarket();
  expect(await readNames(market)).toEqual(new Set());
  await market.agree(3, [market.leeks]);
  await market.agree(7, [market.carrot, market.leeks]);
  expect(await readNames(market)).toEqual(new Set([`${MARK} trade 3x`, `${MARK} trade 7x`]));
});

test('who sells leeks leads to the stalls, in three languages, and from the page of the product', {
  tags: ['slow'],
}, async () => {
  const market = await openMarkedMarket();
  const { leeks, carrot, show, agree } = market;
  expect(await show()).toContain('Traders who agree to it will be named here.');
  await agree(3, [leeks]);
  await agree(7, [carrot]);
  const found = await show(`/stalls?product=${leeks}`);
  expect(found).toContain('<h1>Who sells Leeks</h1>');
  expect(found).toContain('id="stall-A-3"');
  expect(found).toContain('href="#stall-A-3"');
  expect(found).not.toContain('stall-A-7');
  expect(await show('/stalls?q=leeks+of')).toContain('id="stall-A-3"');
  expect(await show('/stalls?q=a-7')).toContain('id="stall-A-7"');
  expect(await show('/stalls?q=nothing')).toContain('No stall found for “nothing”.');
  expect(await show(`/ta/stalls?product=${leeks}`)).toContain('விற்பவர்கள்');
  expect(await show(`/si/stalls?product=${leeks}`)).toContain('විකුණන්නේ කවුද');
  await expect.poll(() => show(`/product/${leeks}/chart`)).toContain(`/stalls?product=${leeks}`);
  expect(await show(`/stalls?q=${encodeURIComponent('<script>alert(1)</script>')}`)).not.toContain('<script>alert');
});

test('a withdrawn name is not in the next answer, and so are those of ended and erased tenancies', {
  tags: ['slow'],
}, async () => {
  const market = await openMarkedMarket();
  const { app, office, idOf, agree, leeks, show } = market;
  for (const at of [1, 2, 3]) await agree(at, [leeks]);
  for (let time = 0; time < 5; time += 1) expect(await show()).toContain(`${MARK} trade 1x`);
  const { headers } = await app.send({ url: '/stalls' });
  expect([headers['cache-control'], headers['cdn-cache-control']]).toEqual(['no-store', 'no-store']);
  const one = { params: { id: idOf(1) } };
  const { entry } = await office.ask(directory.withdraw, one);
  expect(entry).toMatchObject({
    state: 'withdrawn',
    withdrawn_by: app.emailOf('admin'),
    withdrawn_at: app.clock.now(),
  });
  expect(await show()).not.toContain(`${MARK} trade 1x`);
  expect(await show()).toContain(`${MARK} trade 2x`);
  await office.ask(tenancies.end, { params: { id: idOf(2) }, body: { last_day: '2026-10-05' } });
  expect(await show()).not.toContain(`${MARK} trade 2x`);
  expect(await office.ask(directory.get, { params: { id: idOf(2) } })).toMatchObject({ state: 'ended' });
  await office.refused(
    directory.agree,
    { params: { id: idOf(2) }, body: { trade_name: 'Again', product_ids: [] } },
    'tenancy_ended',
  );
  await office.ask(tenants.add, { body: { ...NEXT, shop_id: 'A-2', from: '2026-10-05' } });
  expect(await show('/stalls?q=A-2')).not.toContain('stall-A-2"');
  const erased = { params: { id: idOf(2) }, body: { reason: 'Asked for it' }, role: 'superadmin' as const };
  await app.verifySessions();
  await office.ask(tenancies.erasePersonalData, erased);
  const rows = await app.database.reader
    .selectFrom('directory_entries')
    .select('tenancy_id')
    .orderBy('tenancy_id')
    .execute();
  expect(rows.map(({ tenancy_id }) => String(tenancy_id))).toEqual([idOf(1), idOf(3)]);
  await office.ask(directory.agree, { ...one, body: { trade_name: `${MARK} trade 1x`, product_ids: [] } });
  expect(await show()).toContain(`${MARK} trade 1x`);
  await office.expectCleanBooks();
});

const NEXT = { name: 'Next tenant', contact: '000 000 0000', address: 'Dambulla', email: 'next@example.com' };

test('an agreement names who recorded it, and an unknown product is refused in words', async () => {
  const market = await openMarkedMarket();
  const { app, office, idOf, agree, leeks } = market;
  const one = { params: { id: idOf(4) } };
  expect(await office.ask(directory.get, one)).toMatchObject({ state: 'none', trade_name: '', product_ids: [] });
  const { entry } = await agree(4, [leeks, leeks]);
  expect(entry).toMatchObject({
    state: 'agreed',
    product_ids: [leeks],
    recorded_at: app.clock.now(),
    recorded_by: app.emailOf('admin'),
  });
  const refusal = await office.refused(
    directory.agree,
    { ...one, body: { trade_name: 'Green Hills', product_ids: [leeks, 9999] } },
    'invalid_input',
  );
  expect(refusal.details).toEqual([{ field: 'product_ids.1', message: 'This product does not exist.' }]);
  const log = await office.auditLog();
  expect(log.at(-1)).toMatchObject({ event_type: 'Directory Entry Agreed', shop_id: 'A-4' });
});
