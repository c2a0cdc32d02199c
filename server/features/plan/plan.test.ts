/** @module-tag postgres */
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { type PlanPart, plan } from '#contract/plan.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { readPdfPlaces, readPdfText } from '../../testing/pdf.ts';

const DAY = '2026-10-05';
const stall = (shop_id: string, x: number, y: number): PlanPart => ({
  kind: 'stall',
  shop_id,
  text: '',
  x,
  y,
  width: 8,
  height: 6,
});
const GATE: PlanPart = { kind: 'entrance', shop_id: null, text: 'ප්‍රධාන දොරටුව', x: 60, y: 90, width: 12, height: 3 };

let office: TestOffice;

beforeEach(async () => {
  office = await openTestOffice();
  office.goTo(DAY);
});

const read = () => office.ask(plan.get, {});
const answersTo = async (question: 'owes' | 'vacant' | 'ending' | 'unprinted' | 'claims') =>
  (await office.ask(plan.answers, { query: { question } })).map(({ shop_id, day, amount }) => [shop_id, day, amount]);

async function addShops(...ids: string[]): Promise<void> {
  for (const shop_id of ids) await office.ask(shops.add, { body: { ...TERMS, shop_id } });
}

test('a corrected stall, an entrance and a label are stored, named in the log, and leave with their shop', async () => {
  await addShops('A-1', 'A-2');
  expect(await read()).toEqual({ parts: [], shop_ids: ['A-1', 'A-2'], picture: null });
  const parts = [stall('a-2', 40, 50), GATE];
  const saved = await office.ask(plan.save, { body: { parts } });
  expect(saved.plan.parts).toEqual([stall('A-2', 40, 50), GATE]);
  expect(await read()).toEqual(saved.plan);
  const log = () => office.app.database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute();
  expect((await log()).at(-1)).toMatchObject({
    event_type: 'Plan Changed',
    old_value: 'stall A-2: none; entrance ප්‍රධාන දොරටුව: none',
    new_value: 'stall A-2: 40, 50, 8 × 6; entrance ප්‍රධාන දොරටුව: 60, 90, 12 × 3',
  });
  const before = (await log()).length;
  await office.ask(plan.save, { body: { parts } });
  expect(await log()).toHaveLength(before);
  await office.ask(shops.remove, { params: { id: 'A-2' } });
  expect(await read()).toEqual({ parts: [GATE], shop_ids: ['A-1'], picture: null });
  await office.expectCleanBooks();
});

test.each([
  ['two stalls that overlap', [stall('A-1', 10, 10), stall('A-2', 17, 15)], 'The stalls A-1 and A-2 overlap.'],
  ['a stall twice', [stall('A-1', 10, 10), stall('a-1', 30, 10)], 'The stall A-1 is on the plan twice.'],
  ['an unknown shop', [stall('Z-9', 10, 10)], 'The shop Z-9 does not exist.'],
  ['a stall without a shop', [{ ...GATE, kind: 'stall' as const }], 'A stall needs a shop.'],
  ['an entrance of a shop', [{ ...GATE, shop_id: 'A-1' }], 'A stall needs a shop.'],
])('a plan with %s is refused in words, and nothing is stored', async (_, parts, sentence) => {
  await addShops('A-1', 'A-2');
  const refusal = await office.refused(plan.save, { body: { parts } }, 'invalid_input');
  expect(refusal.details?.[0]?.message).toContain(sentence);
  expect((await read()).parts).toEqual([]);
});

test('stalls that only touch do not overlap, and a place outside the drawing is refused', async () => {
  await addShops('A-1', 'A-2');
  await office.ask(plan.save, { body: { parts: [stall('A-1', 10, 10), stall('A-2', 18, 10)] } });
  await office.refused(plan.save, { body: { parts: [stall('A-1', -1, 10)] } }, 'invalid_input');
  await office.refused(plan.save, { body: { parts: [stall('A-1', 1.5, 10)] } }, 'invalid_input');
});

test('two people who correct the plan are asked, and the second one loses nothing unseen', async () => {
  await addShops('A-1', 'A-2');
  const seen = { 'if-match': (await office.app.as('admin', { url: '/api/plan' })).headers.etag ?? '' };
  const put = (parts: PlanPart[]) =>
    office.app.as('admin', { method: 'PUT', url: '/api/plan', headers: seen, payload: { parts } });
  expect((await put([stall('A-1', 10, 10)])).statusCode).toBe(200);
  const second = await put([stall('A-2', 30, 30)]);
  expect([second.statusCode, second.json().code]).toEqual([412, 'changed_meanwhile']);
  expect((await read()).parts).toEqual([stall('A-1', 10, 10)]);
});

const pictureOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8a4' } })
    .withExif({ IFD0: { Copyright: 'Clerk Perera' } })
    .jpeg()
    .toBuffer();

test('a picture under the plan is drawn anew, seen only by the office, and can be removed', async () => {
  const sent = await pictureOf(300, 200);
  await office.ask(plan.setPicture, { body: { picture: sent.toString('base64') } });
  expect((await read()).picture).toEqual({ width: 300, height: 200 });
  const { picture } = await office.ask(plan.picture, {});
  const bytes = Buffer.from(picture.replace('data:image/webp;base64,', ''), 'base64');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 });
  expect(bytes.includes('Clerk Perera')).toBe(false);
  expect((await office.app.send({ url: '/api/plan/picture' })).statusCode).toBe(401);
  const stored = await office.app.database.reader.selectFrom('images').selectAll().execute();
  expect(stored).toEqual([]);
  await office.ask(plan.setPicture, { body: { picture: (await pictureOf(100, 400)).toString('base64') } });
  expect((await read()).picture).toEqual({ width: 100, height: 400 });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  await office.refused(plan.setPicture, { body: { picture: svg } }, 'bad_image');
  await office.ask(plan.removePicture, {});
  expect((await read()).picture).toBeNull();
  await office.refused(plan.removePicture, {}, 'image_not_found');
});

test('the paper is one sheet of A3 with every stall, also over a picture', { tags: ['slow'] }, async () => {
  await addShops('A-1', 'A-2', 'B-12', 'OFFICE');
  await office.ask(plan.setPicture, { body: { picture: (await pictureOf(300, 200)).toString('base64') } });
  await office.ask(plan.save, { body: { parts: [stall('B-12', 40, 50), GATE] } });
  const answer = await office.tell(plan.paper, {});
  expect(answer.headers['content-type']).toBe('application/pdf');
  const pages = await readPdfText(answer.rawPayload);
  expect(pages).toHaveLength(1);
  for (const shopId of ['A-1', 'A-2', 'B-12', 'OFFICE']) expect(pages[0]).toContain(shopId);
  const places = await readPdfPlaces(answer.rawPayload);
  expect(Math.max(...places.map(({ right }) => right))).toBeLessThan(420 - 9);
  expect(Math.max(...places.map(({ bottom }) => bottom))).toBeLessThan(297 - 9);
  expect(answer.rawPayload.toString('latin1')).toMatch(/\/MediaBox \[0 0 1190\.55 841\.89\]/);
});

test('the office asks the plan one question at a time', async () => {
  for (const shop of ['A-1', 'A-2', 'A-10']) await office.let(shop);
  await addShops('B-1');
  expect(await answersTo('vacant')).toEqual([['B-1', null, null]]);
  expect(await answersTo('owes')).toEqual([]);
  await office.generate('A-10', '2026-10');
  await office.generate('A-2', '2026-10');
  expect(await answersTo('owes')).toEqual([
    ['A-2', DAY, 11_800],
    ['A-10', DAY, 11_800],
  ]);
  await office.pay('A-2', 20_000, DAY);
  expect(await answersTo('owes')).toEqual([['A-10', DAY, 11_800]]);
  expect((await answersTo('unprinted')).map(([shop]) => shop)).toEqual(['A-2', 'A-10']);
  const [first] = await office.ask(tenants.list, {});
  const agreement = { agreement_number: '', agreement_note: '', language: 'en' as const };
  const edit = (agreement_ends_on: string | null | undefined) =>
    office.ask(tenancies.edit, {
      params: { id: String(first?.tenant_id) },
      body: { ...agreement, ...(agreement_ends_on !== undefined && { agreement_ends_on }) },
    });
  await edit('2027-01-04');
  expect(await answersTo('ending')).toEqual([]);
  expect((await edit('2027-01-03')).agreement).toMatchObject({ agreement_ends_on: '2027-01-03' });
  expect(await answersTo('ending')).toEqual([['A-1', '2027-01-03', null]]);
  // A client of before does not know the field, and removes nothing.
  await edit(undefined);
  expect(await answersTo('ending')).toEqual([['A-1', '2027-01-03', null]]);
  await edit(null);
  expect(await answersTo('ending')).toEqual([]);
  await office.expectCleanBooks();
});
