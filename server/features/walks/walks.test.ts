/** @module-tag postgres */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { plan } from '#contract/plan.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { walks } from '#contract/walks.ts';
import type { WalkState } from '#contract/words.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { deleteOldRows } from '../schedule/start-schedule.ts';

let office: TestOffice;

beforeEach(async () => {
  office = await openTestOffice();
  office.goTo('2026-10-05', '08:00:00.000');
  await office.let('A-1');
  await office.let('A-2');
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'B-1' } });
});

const entryOf = (shop_id: string, state: WalkState, more: object = {}) => ({
  entry_key: randomUUID(),
  shop_id,
  state,
  note: '',
  seen_at: office.app.clock.now(),
  ...more,
});
const see = (shop_id: string, state: WalkState, more: object = {}) =>
  office.ask(walks.record, { role: 'editor', body: entryOf(shop_id, state, more) });
const differences = async () =>
  (await office.ask(walks.differences, {})).map(({ shop_id, difference }) => `${shop_id} ${difference}`);
const log = () => office.ask(walks.list, { query: {} });

test('an entry sent again, also at the same time and by another request, is recorded once', async () => {
  const body = entryOf('A-1', 'other', { note: 'Another board' });
  const send = () => office.ask(walks.record, { role: 'editor', body, key: randomUUID() });
  const answers = await Promise.all([send(), send(), send()]);
  office.app.clock.advance(60_000 * 60);
  answers.push(await send());
  expect(new Set(answers.map(({ walk_id }) => walk_id)).size).toBe(1);
  expect(await log()).toHaveLength(1);
});

test('two phones both record a stall, and the newest entry counts, whichever arrives first', async () => {
  const morning = office.app.clock.now();
  office.app.clock.advance(60 * 60_000);
  const later = office.app.clock.now();
  await see('A-1', 'trading', { seen_at: later });
  await see('A-1', 'other', { seen_at: morning });
  expect((await log()).map(({ state }) => state)).toEqual(['trading', 'other']);
  expect(await differences()).toEqual([]);
  const stalls = await office.ask(walks.stalls, { role: 'editor' });
  expect(stalls.map(({ shop_id, tenant_name, seen }) => [shop_id, tenant_name, seen?.state ?? null])).toEqual([
    ['A-1', 'Nimal Perera', 'trading'],
    ['A-2', 'Nimal Perera', null],
    ['B-1', null, null],
  ]);
});

test('what differs from the register is a list until the next walk, another tenancy or an outcome', async () => {
  await see('A-1', 'other', { note: 'Another board' });
  await see('A-2', 'closed');
  await see('B-1', 'trading');
  expect(await differences()).toEqual(['A-1 somebody_else', 'B-1 vacant_in_use']);
  for (const day of ['2026-10-06', '2026-10-07']) {
    office.goTo(day, '08:00:00.000');
    await see('A-2', 'closed');
  }
  expect(await differences()).toEqual(['A-1 somebody_else', 'A-2 closed_days', 'B-1 vacant_in_use']);
  await office.ask(tenants.add, { body: { ...NEXT, shop_id: 'B-1', from: '2026-10-07' } });
  expect(await differences()).toEqual(['A-1 somebody_else', 'A-2 closed_days']);
  const [first] = await office.ask(walks.differences, {});
  const handled = { params: { id: String(first?.walk_id) }, body: { sentence: 'The brother of the tenant' } };
  await office.ask(walks.handle, handled);
  await office.refused(walks.handle, handled, 'walk_handled');
  expect(await differences()).toEqual(['A-2 closed_days']);
  expect((await log()).find(({ shop_id }) => shop_id === 'A-1')).toMatchObject({
    sentence: 'The brother of the tenant',
    handled_by: office.app.emailOf('admin'),
  });
  office.app.clock.advance(60_000);
  await see('A-2', 'trading');
  await see('A-1', 'other');
  expect(await differences()).toEqual(['A-1 somebody_else']);
  expect((await office.auditLog()).map(({ event_type }) => event_type)).toContain('Walk Difference Handled');
  await office.expectCleanBooks();
});

const NEXT = { name: 'Next tenant', contact: '000 000 0000', address: 'Dambulla', email: 'next@example.com' };

test('an entry of an hour ago keeps its time, and one of the future or of last week is refused in words', async () => {
  const hourAgo = office.app.clock.now();
  office.app.clock.advance(60 * 60_000);
  await see('A-1', 'closed', { seen_at: hourAgo });
  expect((await log())[0]).toMatchObject({ seen_at: hourAgo, day: '2026-10-05' });
  const refuse = (seen_at: string, code: 'issued_in_future' | 'issued_too_early') =>
    office.refused(walks.record, { role: 'editor', body: entryOf('A-1', 'closed', { seen_at }) }, code);
  await refuse('2026-10-05T12:00:00.000Z', 'issued_in_future');
  await refuse('2026-09-28T02:00:00.000Z', 'issued_too_early');
});

test('only staff who may see tenants get the list, and whoever has no phone of the gate records nothing', async () => {
  expect((await office.tell(walks.stalls, { role: 'tiketing' })).statusCode).toBe(403);
  const body = entryOf('A-1', 'closed');
  expect((await office.tell(walks.record, { role: 'cashier', body })).statusCode).toBe(403);
  expect(await log()).toEqual([]);
});

test('a picture is drawn anew, deleted after 180 days, and erased with the personal data', {
  tags: ['slow'],
}, async () => {
  const sent = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#8a4' } })
    .withExif({ IFD0: { Copyright: 'Clerk Perera' } })
    .jpeg()
    .toBuffer();
  const picture = sent.toString('base64');
  const { walk_id } = await see('A-1', 'other', { picture, note: 'Sunil’s nephew' });
  await see('A-2', 'other', { picture });
  const show = () => office.tell(walks.picture, { params: { id: String(walk_id) } });
  const bytes = Buffer.from((await show()).json().picture.replace('data:image/webp;base64,', ''), 'base64');
  expect(bytes.includes('Clerk Perera')).toBe(false);
  const tenancy = (await office.ask(tenants.list, {})).find(({ shop_id }) => shop_id === 'A-1');
  const params = { id: String(tenancy?.tenant_id) };
  await office.ask(tenancies.end, { params, body: { last_day: '2026-10-05' } });
  await office.app.verifySessions();
  await office.ask(tenancies.erasePersonalData, { params, body: { reason: 'Asked for it' }, role: 'superadmin' });
  expect((await show()).statusCode).toBe(404);
  expect((await log()).find(({ shop_id }) => shop_id === 'A-1')).toMatchObject({ note: '', has_picture: false });
  expect((await log()).find(({ shop_id }) => shop_id === 'A-2')).toMatchObject({ has_picture: true });
  office.goTo('2027-04-10');
  await deleteOldRows(office.app.database, office.app.clock.now());
  expect((await log()).find(({ shop_id }) => shop_id === 'A-2')).toMatchObject({ has_picture: false });
});

test('the plan marks stalls that nobody visited for two weeks, or ever', async () => {
  await see('A-1', 'trading');
  await see('B-1', 'closed');
  const unseen = async () =>
    (await office.ask(plan.answers, { query: { question: 'unseen' } })).map(({ shop_id, day }) => [shop_id, day]);
  expect(await unseen()).toEqual([['A-2', null]]);
  office.goTo('2026-10-19', '08:01:00.000');
  await see('B-1', 'closed');
  expect(await unseen()).toEqual([
    ['A-1', '2026-10-05'],
    ['A-2', null],
  ]);
});
