/** @module-tag postgres */
import type { InjectOptions } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Shop, shop as shopSchema, shops } from '#contract/shops.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
  for (const role of ['admin', 'manager'] as const) await app.tokenOf(role);
});
afterEach(() => app.close());

type Fields = Record<string, unknown>;

const TERMS = {
  shop_name: 'Nimal Stores',
  location: 'Block A',
  rent_amount: 12_500,
  vat_rate: 18,
  operation_fee: 1000.5,
};
const add = (shop_id: string, fields: Fields = {}, headers: Record<string, string> = {}) =>
  app.as('admin', { method: 'POST', url: '/api/shops', payload: { shop_id, ...TERMS, ...fields }, headers });
const read = (id: string) => app.as('manager', { url: `/api/shops/${id}` });
const edit = (id: string, fields: Fields) =>
  app.as('admin', { method: 'PUT', url: `/api/shops/${id}`, payload: { ...TERMS, ...fields } });
const remove = (id: string) => app.as('admin', { method: 'DELETE', url: `/api/shops/${id}` });
const list = async () => shops.list.answer.parse((await app.as('manager', { url: '/api/shops' })).json());
const vacant = async () =>
  shops.withoutTenants.answer.parse((await app.as('manager', { url: '/api/shops/without-tenants' })).json());

async function added(shop_id: string, fields: Fields = {}): Promise<Shop> {
  const answer = await add(shop_id, fields);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().shop;
}

async function letTo(name: string, shop_id: string): Promise<number> {
  const payload = { name, contact: '000', address: 'Dambulla', email: 'somebody@example.com', shop_id };
  const answer = await app.as('admin', { method: 'POST', url: '/api/tenants', payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().tenant.tenant_id;
}

const auditEntries = () => app.database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute();

async function everythingKept() {
  const stored = await app.database.reader.selectFrom('shops').selectAll().orderBy('id').execute();
  const tenants = await app.database.reader.selectFrom('tenancies').selectAll().orderBy('id').execute();
  return { stored, tenants, audit: await auditEntries() };
}

test('a shop is added with its terms, and read by its id in any case', async () => {
  const answer = await add(' a-12 ', { vat_rate: '17.5', rent_amount: '12500.50' });
  expect(answer.statusCode).toBe(201);
  const { message, shopId, shop } = shops.add.answer.parse(answer.json());
  expect([message, shopId]).toEqual(['Shop added.', 'a-12']);
  expect(shop).toEqual({
    shop_id: 'a-12',
    shop_name: 'Nimal Stores',
    location: 'Block A',
    rent_amount: 12_500.5,
    vat_rate: 17.5,
    operation_fee: 1000.5,
    createdAt: app.clock.now(),
    updatedAt: app.clock.now(),
  });
  expect((await read('A-12')).json()).toEqual(shop);
  expect((await read('a-12')).json()).toEqual(shop);
});

test.each([
  ['no id', { shop_id: undefined }, 'shop_id'],
  ['a blank id', { shop_id: '  ' }, 'shop_id'],
  ['a space inside the id', { shop_id: 'A 12' }, 'shop_id'],
  ['an id of 21 characters', { shop_id: 'x'.repeat(21) }, 'shop_id'],
  ['an id with a letter of another script', { shop_id: 'අ-1' }, 'shop_id'],
  ['no name', { shop_name: undefined }, 'shop_name'],
  ['a blank name', { shop_name: ' ' }, 'shop_name'],
  ['no location', { location: '' }, 'location'],
  ['no rent', { rent_amount: undefined }, 'rent_amount'],
  ['a rent below 0', { rent_amount: -0.01 }, 'rent_amount'],
  ['a rent with parts of cents', { rent_amount: 100.001 }, 'rent_amount'],
  ['a rent with a comma that groups nothing', { rent_amount: '12,50' }, 'rent_amount'],
  ['no VAT', { vat_rate: undefined }, 'vat_rate'],
  ['a VAT above 100', { vat_rate: 100.01 }, 'vat_rate'],
  ['a VAT below 0', { vat_rate: -1 }, 'vat_rate'],
  ['no operation fee', { operation_fee: undefined }, 'operation_fee'],
  ['an operation fee in words', { operation_fee: 'none' }, 'operation_fee'],
])('a shop with %s is refused and nothing is written', async (_, fields, field) => {
  const before = await everythingKept();
  const answer = await add('A-1', fields);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ success: false, code: 'invalid_input', details: [{ field }] });
  expect(await everythingKept()).toEqual(before);
});

test('rent, VAT and fee may be 0', async () => {
  const shop = await added('A-1', { rent_amount: 0, vat_rate: 0, operation_fee: '0' });
  expect(shop).toMatchObject({ rent_amount: 0, vat_rate: 0, operation_fee: 0 });
});

test('a second shop with the same id is refused, in any case', async () => {
  await added('A-1');
  const before = await everythingKept();
  const answer = await add('a-1', { shop_name: 'Another' });
  expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([
    409,
    'shop_exists',
    'A shop with this ID already exists.',
  ]);
  expect(await everythingKept()).toEqual(before);
});

test('when six clerks add the same shop at once, one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => add('A-1')));
  expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
  expect(await list()).toHaveLength(1);
});

test('a second request with the same key returns the first answer', async () => {
  const first = await add('A-1', {}, { 'idempotency-key': 'key-of-the-form' });
  const again = await add('A-1', {}, { 'idempotency-key': 'key-of-the-form' });
  expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
  expect(await list()).toHaveLength(1);
});

test('shops are listed in the order of their numbers, each with its current tenant and its balance', async () => {
  for (const id of ['B-2', 'A-10', 'A-2', 'a-3']) await added(id);
  const left = await letTo('Nimal Perera', 'A-2');
  await app.as('admin', { method: 'DELETE', url: `/api/tenants/${left}` });
  await letTo('Sunil Silva', 'A-2');
  const all = await list();
  expect(all.map((shop) => shop.shop_id)).toEqual(['A-2', 'a-3', 'A-10', 'B-2']);
  expect(all.map((shop) => shop.tenant_name)).toEqual(['Sunil Silva', null, null, null]);
  expect(all.map((shop) => shop.balance_amount)).toEqual([0, 0, 0, 0]);
});

test('the shops without tenants are those without a current tenant', async () => {
  for (const id of ['A-1', 'A-2', 'A-3']) await added(id);
  await letTo('Nimal Perera', 'A-1');
  const left = await letTo('Sunil Silva', 'A-2');
  expect((await vacant()).map((shop) => shop.shop_id)).toEqual(['A-3']);
  await app.as('admin', { method: 'DELETE', url: `/api/tenants/${left}` });
  expect((await vacant()).map((shop) => shop.shop_id)).toEqual(['A-2', 'A-3']);
  for (const shop of await vacant()) expect(shopSchema.strict().parse(shop)).toEqual(shop);
});

test('an edit changes the terms and never the id', async () => {
  const before = await added('A-1');
  app.clock.advance(60_000);
  const moved = await edit('a-1', { ...before, shop_id: 'Z-9' });
  expect([moved.statusCode, moved.json().details[0].field]).toEqual([400, 'shop_id']);
  const answer = await edit('a-1', { ...before, rent_amount: '13,000', Tenant: null });
  expect(answer.statusCode, answer.body).toBe(200);
  const { message, shop } = shops.edit.answer.parse(answer.json());
  expect(message).toBe('Shop updated.');
  expect(shop).toEqual({ ...before, rent_amount: 13_000, updatedAt: app.clock.now() });
  expect((await read('A-1')).json()).toEqual(shop);
});

test('an edit needs every field but the id', async () => {
  await added('A-1');
  const before = await everythingKept();
  for (const field of Object.keys(TERMS)) {
    const answer = await edit('A-1', { [field]: undefined });
    expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, field]);
  }
  expect(await everythingKept()).toEqual(before);
});

test('an edit without a change is accepted and not recorded', async () => {
  const shop = await added('A-1');
  const before = await everythingKept();
  app.clock.advance(1000);
  expect((await edit('A-1', shop)).json().shop).toEqual(shop);
  expect(await everythingKept()).toEqual(before);
});

test('a shop without ledger entries is deleted with its former tenants, and its id can be used again', async () => {
  await added('A-1');
  const left = await letTo('Nimal Perera', 'A-1');
  await app.as('admin', { method: 'DELETE', url: `/api/tenants/${left}` });
  await letTo('Sunil Silva', 'A-1');
  const answer = await remove('a-1');
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Shop deleted.' }]);
  expect((await read('A-1')).json().message).toBe('Shop not found.');
  expect((await everythingKept()).tenants).toEqual([]);
  await added('A-1');
});

test('a shop that ever had an invoice is not deleted, even when the invoice was deleted', async () => {
  await added('A-1');
  const tenant = { name: 'Nimal', contact: '000', address: 'Dambulla', email: 'nimal@example.com', shop_id: 'A-1' };
  await app.as('admin', { method: 'POST', url: '/api/tenants', payload: tenant });
  const payload = { shop_id: 'A-1', month_year: '2026-11' };
  await app.as('admin', { method: 'POST', url: '/api/systemsetting/generate', payload });
  const refused = await remove('A-1');
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'shop_has_books']);
  await app.as('admin', { method: 'DELETE', url: '/api/systemsetting/invoice/INV-A-1-202611', payload: {} });
  const before = await everythingKept();
  const again = await remove('A-1');
  expect([again.statusCode, again.json().code]).toEqual([409, 'shop_has_books']);
  expect(await everythingKept()).toEqual(before);
});

test('every call on an unknown shop is a 404', async () => {
  const before = await everythingKept();
  for (const answer of [await read('Z-9'), await edit('Z-9', {}), await remove('Z-9')]) {
    expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([
      404,
      'shop_not_found',
      'Shop not found.',
    ]);
  }
  expect((await everythingKept()).stored).toEqual(before.stored);
});

test('every change of a shop is in the audit log under the shop, with the person and the earlier values', async () => {
  await added('A-1');
  await edit('a-1', { rent_amount: 13_000, location: 'Block B' });
  await letTo('Nimal Perera', 'A-1');
  await remove('a-1');
  const entries = (await auditEntries()).filter(({ event_type }) => event_type.startsWith('Shop '));
  expect(entries.map((entry) => entry.event_type)).toEqual(['Shop Added', 'Shop Changed', 'Shop Deleted']);
  for (const entry of entries) {
    expect(entry).toMatchObject({
      shop_id: 'A-1',
      user_actioned: app.emailOf('admin'),
      event_date: app.clock.now(),
    });
  }
  const terms = (location: string, rent: string) =>
    `shop name: Nimal Stores; location: ${location}; rent amount: ${rent}; VAT rate: 18; operation fee: 1000.50`;
  expect(entries[0]).toMatchObject({
    event_description: 'Shop A-1 (Nimal Stores) added',
    old_value: null,
    new_value: terms('Block A', '12500.00'),
  });
  expect(entries[1]).toMatchObject({
    old_value: 'location: Block A; rent amount: 12500.00',
    new_value: 'location: Block B; rent amount: 13000.00',
  });
  expect(entries[2]).toMatchObject({
    old_value: `${terms('Block B', '13000.00')}; tenants: Nimal Perera`,
    new_value: null,
  });
});

test('roles that only read change nothing, and ticket staff see nothing', async () => {
  await added('A-1');
  const payload = { shop_id: 'A-2', ...TERMS };
  const writes: InjectOptions[] = [
    { method: 'POST', url: '/api/shops', payload },
    { method: 'PUT', url: '/api/shops/A-1', payload },
    { method: 'DELETE', url: '/api/shops/A-1' },
  ];
  for (const role of ['manager', 'editor', 'tiketing'] as const) await app.tokenOf(role);
  const before = await everythingKept();
  for (const write of writes) {
    for (const role of ['manager', 'editor', 'tiketing'] as const) {
      expect((await app.as(role, write)).statusCode).toBe(403);
    }
    expect((await app.send(write)).statusCode).toBe(401);
  }
  expect((await app.as('tiketing', { url: '/api/shops' })).statusCode).toBe(403);
  expect(await everythingKept()).toEqual(before);
});
