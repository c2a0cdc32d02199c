/** @module-tag postgres */
import type { InjectOptions } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Tenant, tenants } from '#contract/tenants.ts';
import { openTestApp, TEST_DAY, type TestApp } from '../../testing/app-context.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
  await app.tokenOf('manager');
  for (const shop_id of ['A-10', 'A-2']) {
    const payload = { shop_id, shop_name: 'Nimal Stores', location: 'Block A', vat_rate: 18, operation_fee: 1000 };
    await app.as('admin', { method: 'POST', url: '/api/shops', payload: { ...payload, rent_amount: 12_500.5 } });
  }
});
afterEach(() => app.close());

type Fields = Record<string, unknown>;

const NIMAL = {
  name: 'Nimal Perera',
  contact: '000 123 4567',
  address: '12 Kandy Road, Dambulla',
  email: 'nimal@example.com',
};
const add = (fields: Fields = {}) =>
  app.as('admin', { method: 'POST', url: '/api/tenants', payload: { ...NIMAL, shop_id: 'A-2', ...fields } });
const read = (id: number) => app.as('manager', { url: `/api/tenants/${id}` });
const edit = (id: number, fields: Fields) =>
  app.as('admin', { method: 'PUT', url: `/api/tenants/${id}`, payload: { ...NIMAL, ...fields } });
const remove = (id: number) => app.as('admin', { method: 'DELETE', url: `/api/tenants/${id}` });
const list = async () => tenants.list.answer.parse((await app.as('manager', { url: '/api/tenants' })).json());

async function added(fields: Fields = {}): Promise<Tenant> {
  const answer = await add(fields);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().tenant;
}

const auditEntries = () => app.database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute();

async function everythingKept() {
  const stored = await app.database.reader.selectFrom('tenancies').selectAll().orderBy('id').execute();
  return { stored, audit: await auditEntries() };
}

test('a tenant is added to a shop, found in any case, and read with it', async () => {
  const answer = await add({ shop_id: ' a-2 ' });
  expect(answer.statusCode).toBe(201);
  const { message, tenant } = tenants.add.answer.parse(answer.json());
  expect(message).toBe('Tenant added.');
  expect(tenant).toEqual({
    tenant_id: expect.any(Number),
    tenant_ref: expect.any(Number),
    is_vat_registered: false,
    tin: '',
    tax_name: '',
    tax_address: '',
    ...NIMAL,
    shop_id: 'A-2',
    started_on: TEST_DAY,
    ended_on: null,
    createdAt: app.clock.now(),
    updatedAt: app.clock.now(),
  });
  expect((await read(tenant.tenant_id)).json()).toEqual({
    ...tenant,
    amount_due: 0,
    Shop: { shop_id: 'A-2', shop_name: 'Nimal Stores', location: 'Block A', rent_amount: 12_500.5 },
  });
});

test.each([
  ['no name', { name: undefined }, 'name'],
  ['a blank name', { name: '  ' }, 'name'],
  ['a name with a line break', { name: 'Nimal\nPerera' }, 'name'],
  ['no contact', { contact: '' }, 'contact'],
  ['no address', { address: undefined }, 'address'],
  ['no e-mail', { email: undefined }, 'email'],
  ['an e-mail that is none', { email: 'nimal at home' }, 'email'],
  ['no shop', { shop_id: undefined }, 'shop_id'],
  ['a shop id that is none', { shop_id: 'A 2' }, 'shop_id'],
])('a new tenant with %s is refused and nothing is written', async (_, fields, field) => {
  const before = await everythingKept();
  const answer = await add(fields);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ success: false, code: 'invalid_input', details: [{ field }] });
  expect(await everythingKept()).toEqual(before);
});

test('a shop has one tenant at a time', { tags: ['slow'] }, async () => {
  const first = await added();
  const before = await everythingKept();
  const answer = await add({ name: 'Sunil Silva', shop_id: 'a-2' });
  expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([
    409,
    'shop_has_tenant',
    'This shop already has a tenant.',
  ]);
  expect(await everythingKept()).toEqual(before);
  await remove(first.tenant_id);
  await added({ name: 'Sunil Silva' });
});

test('when six clerks add a tenant to the same shop at once, one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => add({ name: `Tenant ${at}` })));
  expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
  expect(await list()).toHaveLength(1);
});

test('a second request with the same key returns the first answer', async () => {
  const send = () =>
    app.as('admin', {
      method: 'POST',
      url: '/api/tenants',
      payload: { ...NIMAL, shop_id: 'A-2' },
      headers: { 'idempotency-key': 'key-of-the-form' },
    });
  const first = await send();
  const again = await send();
  expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
});

test('an unknown shop has no tenants', async () => {
  const answer = await add({ shop_id: 'Z-9' });
  expect([answer.statusCode, answer.json().message]).toEqual([404, 'Shop not found.']);
});

test('only current tenants are listed, in the order of their shop numbers', async () => {
  const { tenant_id } = await added({ shop_id: 'A-10', name: 'Sunil Silva' });
  await remove(tenant_id);
  await added({ shop_id: 'A-10', name: 'Fathima Nazeer' });
  await added();
  expect((await list()).map(({ name, Shop }) => [name, Shop.shop_id])).toEqual([
    ['Nimal Perera', 'A-2'],
    ['Fathima Nazeer', 'A-10'],
  ]);
});

test("an edit changes the tenant's details and never the shop", async () => {
  const before = await added();
  app.clock.advance(60_000);
  const moved = await edit(before.tenant_id, { ...before, shop_id: 'A-10' });
  expect([moved.statusCode, moved.json().details[0].field]).toEqual([400, 'shop_id']);
  const answer = await edit(before.tenant_id, { ...before, name: 'Nimal Perera junior', Shop: {} });
  expect(answer.statusCode).toBe(200);
  const { message, tenant } = tenants.edit.answer.parse(answer.json());
  expect(message).toBe('Tenant updated.');
  expect(tenant).toEqual({ ...before, name: 'Nimal Perera junior', updatedAt: app.clock.now() });
});

test.each([[''], [null]])('a tenant may be added with the empty email %j', async (email) => {
  const answer = await add({ email });
  expect([answer.statusCode, answer.json().tenant.email]).toEqual([201, null]);
});

test.each([[''], [null], [undefined]])('an edit may send the empty email %j', async (email) => {
  const { tenant_id } = await added();
  const answer = await edit(tenant_id, { email });
  expect([answer.statusCode, answer.json().tenant.email]).toEqual([200, null]);
});

test('an edit without a change is accepted and not recorded', async () => {
  const tenant = await added();
  const before = await everythingKept();
  app.clock.advance(1000);
  expect((await edit(tenant.tenant_id, tenant)).json().tenant).toEqual(tenant);
  expect(await everythingKept()).toEqual(before);
});

test('a former tenant remains on record, can be changed, and leaves only once', async () => {
  const { tenant_id } = await added();
  app.clock.advance(60_000);
  const answer = await remove(tenant_id);
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { message: 'Tenancy ended. The invoices and payments are still available.' },
  ]);
  const { stored } = await everythingKept();
  expect(stored).toMatchObject([{ id: tenant_id, name: 'Nimal Perera', ended_on: TEST_DAY }]);
  expect(await list()).toEqual([]);
  expect((await read(tenant_id)).json()).toMatchObject({ name: 'Nimal Perera', ended_on: TEST_DAY });
  expect((await edit(tenant_id, { contact: '000 999 9999' })).statusCode).toBe(200);
  const before = await everythingKept();
  const again = await remove(tenant_id);
  expect([again.statusCode, again.json().message]).toEqual([404, 'Tenant not found.']);
  expect(await everythingKept()).toEqual(before);
});

test('the end of a tenancy leaves the ledger of the shop unchanged', async () => {
  const { tenant_id } = await added();
  const payload = { shop_id: 'A-2', month_year: '2026-11' };
  await app.as('admin', { method: 'POST', url: '/api/systemsetting/generate', payload });
  const summary = async () => (await app.as('manager', { url: '/api/shops/shop-summary/A-2' })).json().shop;
  const before = await summary();
  expect(before.Invoices).toHaveLength(1);
  await remove(tenant_id);
  const { Invoices, Payments, ShopBalance, total_owed, Tenant: now } = await summary();
  expect(now).toBeNull();
  const charged = ({ Shop: _, ...invoice }: Fields) => invoice;
  expect(Invoices.map(charged)).toEqual(before.Invoices.map(charged));
  expect({ Payments, ShopBalance, total_owed }).toEqual({
    Payments: before.Payments,
    ShopBalance: before.ShopBalance,
    total_owed: before.total_owed,
  });
});

test('every change of a tenancy is in the audit log under its shop, with the person and the earlier values', async () => {
  const { tenant_id } = await added();
  await edit(tenant_id, { contact: '000 999', email: '' });
  await remove(tenant_id);
  const entries = (await auditEntries()).filter(({ event_type }) => event_type.startsWith('Tenant '));
  expect(entries.map((entry) => entry.event_type)).toEqual(['Tenant Added', 'Tenant Changed', 'Tenant Removed']);
  for (const entry of entries) expect(entry).toMatchObject({ shop_id: 'A-2', user_actioned: app.emailOf('admin') });
  const details = (contact: string, email: string) =>
    `name: Nimal Perera; contact number: ${contact}; address: 12 Kandy Road, Dambulla; email: ${email}`;
  expect(entries[0]).toMatchObject({
    event_description: `Tenant ${tenant_id} (Nimal Perera) added to shop A-2`,
    old_value: null,
    new_value: details('000 123 4567', 'nimal@example.com'),
  });
  expect(entries[1]).toMatchObject({
    old_value: 'contact number: 000 123 4567; email: nimal@example.com',
    new_value: 'contact number: 000 999; email: none',
  });
  expect(entries[2]).toMatchObject({
    event_description: `Tenant ${tenant_id} (Nimal Perera) removed from shop A-2`,
    old_value: details('000 999', 'none'),
    new_value: null,
  });
});

test.each([1, 2, 3, 4, 5])(
  'ending a tenancy and deleting its shop at once has the result of one of the two orders (%d)',
  async () => {
    const { tenant_id } = await added();
    const deleteShop = app.as('admin', { method: 'DELETE', url: '/api/shops/A-2' });
    const [ended, deleted] = await Promise.all([remove(tenant_id), deleteShop]);
    expect([200, 404]).toContain(ended.statusCode);
    expect(deleted.statusCode).toBe(200);
    expect((await everythingKept()).stored).toEqual([]);
  },
);

test('roles that only read change nothing, and ticket staff see nothing', async () => {
  const { tenant_id } = await added();
  const payload = { ...NIMAL, shop_id: 'A-10' };
  const writes: InjectOptions[] = [
    { method: 'POST', url: '/api/tenants', payload },
    { method: 'PUT', url: `/api/tenants/${tenant_id}`, payload },
    { method: 'DELETE', url: `/api/tenants/${tenant_id}` },
  ];
  for (const role of ['manager', 'editor', 'tiketing'] as const) await app.tokenOf(role);
  const before = await everythingKept();
  for (const write of writes) {
    for (const role of ['manager', 'editor', 'tiketing'] as const) {
      expect((await app.as(role, write)).statusCode).toBe(403);
    }
    expect((await app.send(write)).statusCode).toBe(401);
  }
  expect((await app.as('tiketing', { url: '/api/tenants' })).statusCode).toBe(403);
  expect(await everythingKept()).toEqual(before);
});
