/** @module-tag sqlite-only */
import type { InjectOptions } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '#contract/products.ts';
import { readDataVersion } from '../../db/data-version.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { prepareImage } from './store-image.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function form(
  fields: Record<string, string>,
  picture?: Buffer,
  named = { name: 'photo.png', type: 'image/png' },
): Promise<Pick<InjectOptions, 'headers' | 'payload'>> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  if (picture) data.append('image', new File([new Uint8Array(picture)], named.name, { type: named.type }));
  const sent = new Response(data);
  const contentType = sent.headers.get('content-type') ?? '';
  return { headers: { 'content-type': contentType }, payload: Buffer.from(await sent.arrayBuffer()) };
}

const add = async (name: string, picture?: Buffer, market = app) =>
  market.as('editor', { method: 'POST', url: '/api/products', ...(await form({ name, type: 'fruit' }, picture)) });

const edit = async (product: Product, fields: Record<string, string>, picture?: Buffer) =>
  app.as('editor', {
    method: 'PUT',
    url: `/api/products/${product.id}`,
    ...(await form({ name: product.name, type: product.type, ...fields }, picture)),
  });

async function added(name: string, picture: Buffer): Promise<Product & { image: string }> {
  const answer = await add(name, picture);
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.json().product.image).toMatch(/^\/images\/[0-9a-f]{16}\.webp$/);
  return answer.json().product;
}

const fetchImage = async (url: string) => (await app.send({ url })).rawPayload;

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });

async function everythingKept() {
  const { reader } = app.database;
  return {
    products: await reader.selectFrom('products').selectAll().orderBy('id').execute(),
    images: await reader.selectFrom('images').select('hash').orderBy('hash').execute(),
    audit: await reader.selectFrom('audit_log').select('id').orderBy('id').execute(),
    version: await readDataVersion(reader),
  };
}

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a %s picture of a product is stored as WebP', async (format) => {
  const product = await added(`Pictured ${format}`, await plain(60, 40, '#a31').toFormat(format).toBuffer());
  const answer = await app.send({ url: product.image });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
  });
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
});

test('the picture is in every answer about the product', async () => {
  const product = await added('Appears', await plain(30, 30, '#0a1').png().toBuffer());
  const one = (await app.send({ url: `/api/products/${product.id}` })).json();
  const list: Product[] = (await app.send({ url: '/api/products' })).json();
  expect(one.image).toBe(product.image);
  expect(list.find((each) => each.id === product.id)?.image).toBe(product.image);
});

test('the address of a picture is absolute when the market has a public address', async () => {
  const market = await openTestApp({ PUBLIC_URL: 'https://prices.example/' });
  const answer = await add('Absolute', await plain(20, 20, '#0b1').png().toBuffer(), market);
  expect(answer.json().product.image).toMatch(/^https:\/\/prices\.example\/images\/[0-9a-f]{16}\.webp$/);
  await market.close();
});

test('the address of an earlier release, with all digits of the hash, is answered with the same picture', async () => {
  const { image } = await added('Renamed', await plain(35, 20, '#0d1').png().toBuffer());
  const short = await app.send({ url: image });
  const [, hash = ''] = /^"(.*)"$/.exec(String(short.headers.etag)) ?? [];
  expect(image).toBe(`/images/${hash.slice(0, 16)}.webp`);
  const long = await app.send({ url: `/images/${hash}.webp` });
  expect([long.statusCode, long.headers.etag]).toEqual([200, short.headers.etag]);
  expect(long.rawPayload.equals(short.rawPayload)).toBe(true);
});

test('a browser that has a picture is answered 304, also through a proxy that weakened the tag', async () => {
  const { image } = await added('Known', await plain(25, 20, '#0c1').png().toBuffer());
  const etag = String((await app.send({ url: image })).headers.etag);
  for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await app.send({ url: image, headers: { 'if-none-match': condition } });
    expect([answer.statusCode, answer.body]).toEqual([304, '']);
    expect(answer.headers.etag).toBe(etag);
  }
  const other = await app.send({ url: image, headers: { 'if-none-match': '"other"' } });
  expect(other.statusCode).toBe(200);
});

test.each([
  `${'0'.repeat(64)}.webp`,
  `${'A'.repeat(64)}.webp`,
  `${'0'.repeat(63)}.webp`,
  `${'0'.repeat(16)}.webp`,
  `${'0'.repeat(15)}.webp`,
  `${'0'.repeat(64)}.png`,
  '0',
  '..%2f..%2fpola.db',
  '%27%20or%201=1--',
  '__proto__',
])('nothing exists at /images/%s', async (file) => {
  const answer = await app.send({ url: `/images/${file}`, headers: { 'if-none-match': '*' } });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'image_not_found']);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('a large picture is scaled down, and a small one is not scaled up', { tags: ['slow'] }, async () => {
  const large = await added('Large', await plain(3000, 2000, '#123').jpeg().toBuffer());
  expect(await sharp(await fetchImage(large.image)).metadata()).toMatchObject({ width: 1200, height: 800 });
  const tall = await added('Tall', await plain(10, 4800, '#124').png().toBuffer());
  expect(await sharp(await fetchImage(tall.image)).metadata()).toMatchObject({ width: 3, height: 1200 });
  const small = await added('Small', await plain(1, 1, '#125').png().toBuffer());
  expect(await sharp(await fetchImage(small.image)).metadata()).toMatchObject({ width: 1, height: 1 });
});

test('a photo taken with the phone on its side is shown upright', async () => {
  const onItsSide = await plain(40, 20, '#421').withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { image } = await added('Sideways', onItsSide);
  const kept = await sharp(await fetchImage(image)).metadata();
  expect([kept.width, kept.height, kept.orientation]).toEqual([20, 40, undefined]);
});

test('the place and the camera of a photo are not stored', async () => {
  const secret = 'Clerk Perera, 7.86 N 80.65 E';
  const photo = await plain(50, 50, '#531')
    .withExif({ IFD0: { Copyright: secret, Make: secret }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '7/1 51/1 0/1' } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>${secret}</note></x:xmpmeta>`)
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
  expect(photo.includes(secret)).toBe(true);
  const bytes = await fetchImage((await added('Located', photo)).image);
  const kept = await sharp(bytes).metadata();
  expect([kept.exif, kept.xmp, kept.iptc, kept.icc]).toEqual([undefined, undefined, undefined, undefined]);
  expect(bytes.includes('Perera')).toBe(false);
});

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('bytes hidden behind a %s are not stored', async (format) => {
  const hidden = '<script>alert(document.domain)</script>';
  const picture = await plain(33, 33, '#641').toFormat(format).toBuffer();
  const { image } = await added(`Hidden ${format}`, Buffer.concat([picture, Buffer.from(hidden)]));
  const bytes = await fetchImage(image);
  expect(bytes.includes('script')).toBe(false);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 33, height: 33 });
});

test('the same picture uploaded twice has one address', async () => {
  const picture = await plain(44, 44, '#751').png().toBuffer();
  const first = await added('Twin one', picture);
  const second = await added('Twin two', picture);
  expect(second.image).toBe(first.image);
});

const png = () => plain(64, 64, '#861').png().toBuffer();
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

test.each([
  ['text named .png', async () => Buffer.from('This is not a picture at all, whatever its name says.')],
  ['a page named .png', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['an SVG', async () => Buffer.from(svg)],
  ['an SVG with an XML head', async () => Buffer.from(`<?xml version="1.0"?>\n${svg}`)],
  ['a GIF', async () => plain(9, 9, '#971').gif().toBuffer()],
  ['a TIFF', async () => plain(9, 9, '#971').tiff().toBuffer()],
  ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
  ['a video', async () => Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41\0\0\0\x08free', 'latin1')],
  ['a PNG of which only the head arrived', async () => (await png()).subarray(0, 60)],
  ['a JPEG cut in half', async () => cutInHalf(await plain(640, 480, '#a71').jpeg().toBuffer())],
  ['a PNG signature before text', async () => Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1')],
  ['one byte', async () => Buffer.from('\xff', 'latin1')],
])('%s as a picture is refused and nothing changes', async (what, make) => {
  const before = await everythingKept();
  const answer = await add(`Disguised ${what}`, await make());
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({
    success: false,
    code: 'bad_image',
    message: 'The image could not be read. Use a JPEG, PNG, WebP or AVIF file.',
    error: 'The image could not be read. Use a JPEG, PNG, WebP or AVIF file.',
  });
  expect(await everythingKept()).toEqual(before);
});

function cutInHalf(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2);
}

test('a picture of 40 megapixels is accepted and one of 41 refused, whatever its file size', {
  tags: ['slow'],
}, async () => {
  await added('Forty', await plain(8000, 5000, '#b81').png().toBuffer());
  const before = await everythingKept();
  const answer = await add('Forty-one', await plain(8200, 5000, '#b81').png().toBuffer());
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'bad_image', message: expect.stringContaining('40 megapixels') });
  expect(await everythingKept()).toEqual(before);
});

/** Returns a picture of noise, which does not compress: about three bytes per pixel. */
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'gray', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();

test('a photo of several megabytes is accepted, and a file above 10 megabytes refused', {
  tags: ['slow'],
}, async () => {
  const photo = await noise(1600, 1100);
  expect(photo.length).toBeGreaterThan(4_000_000);
  await added('Weighty', photo);
  const before = await everythingKept();
  const answer = await add('Too weighty', Buffer.concat([photo, Buffer.alloc(11 * 1024 * 1024)]));
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large']);
  expect(await everythingKept()).toEqual(before);
});

test('a picture is encoded in another thread, and beyond one and eight that wait another is refused', async () => {
  const photo = await plain(400, 400, '#777').jpeg().toBuffer();
  const ten = await Promise.allSettled(Array.from({ length: 10 }, () => prepareImage(Buffer.from(photo))));
  expect(ten.map(({ status }) => status)).toEqual([...Array(9).fill('fulfilled'), 'rejected']);
  expect(ten.at(-1)).toMatchObject({ reason: { code: 'not_ready' } });
});

test('a refused name leaves no stored picture', async () => {
  await added('Only once', await plain(10, 10, '#c91').png().toBuffer());
  const before = await everythingKept();
  const answer = await add('ONLY ONCE', await plain(10, 10, '#c92').png().toBuffer());
  expect(answer.json().code).toBe('product_exists');
  expect(await everythingKept()).toEqual(before);
});

test('an edit leaves, replaces or removes the picture', async () => {
  const product = await added('Changing', await plain(10, 10, '#d01').png().toBuffer());
  const kept = (await edit(product, { description: 'New words.' })).json().product;
  expect(kept.image).toBe(product.image);
  const replaced = (await edit(product, {}, await plain(10, 10, '#d02').png().toBuffer())).json().product;
  expect(replaced.image).not.toBe(product.image);
  expect((await app.send({ url: product.image })).statusCode).toBe(200);
  const bare = (await edit(product, { remove_image: 'true' })).json().product;
  expect(bare.image).toBeNull();
});

test('an invalid picture in an edit is refused and the product remains unchanged', async () => {
  const product = await added('Unharmed', await plain(10, 10, '#e01').png().toBuffer());
  const before = await everythingKept();
  const answer = await edit(product, { description: 'Lost.' }, Buffer.from(svg));
  expect(answer.json().code).toBe('bad_image');
  expect(await everythingKept()).toEqual(before);
});

test('an empty file is refused by its name, and a part without a file means none', async () => {
  const named = await form({ name: 'Pumpkin', type: 'vegetable' }, Buffer.alloc(0));
  const refused = await app.as('editor', { method: 'POST', url: '/api/products', ...named });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().details).toEqual([{ field: 'image', message: 'The file photo.png is empty.' }]);

  const nameless = await form({ name: 'Pumpkin', type: 'vegetable' }, Buffer.alloc(0), { name: '', type: '' });
  const answer = await app.as('editor', { method: 'POST', url: '/api/products', ...nameless });
  expect(answer.json().product?.image, answer.body).toBeNull();
});
