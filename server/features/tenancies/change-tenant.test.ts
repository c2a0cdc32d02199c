/** @module-tag postgres */
import { expect, test } from 'vitest';
import { ledger } from '#contract/ledger.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';

const SAME = { name: 'Nimal Perera', contact: '077 123 4567', address: 'Dambulla', email: 'nimal@example.com' };
const REASON = 'Identity card seen';

async function openShops(...shopIds: string[]): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  for (const shop_id of shopIds) await office.ask(shops.add, { body: { ...TERMS, shop_id } });
  return office;
}

async function letTo(office: TestOffice, shop_id: string, more: object = {}): Promise<number> {
  return (await office.ask(tenants.add, { body: { ...SAME, shop_id, ...more } })).tenant.tenant_id;
}

const file = (office: TestOffice, id: number) => office.ask(tenancies.get, { params: { id: String(id) } });
const change = (office: TestOffice, id: number, same_tenant_as: number | null) =>
  office.ask(tenancies.changeTenant, { params: { id: String(id) }, body: { same_tenant_as, reason: REASON } });

async function transferIsRefused(office: TestOffice, from: number, to: number): Promise<void> {
  const body = { action: 'credit_transferred' as const, amount: 9999, to_tenancy_id: to, reason: REASON };
  await office.refused(tenancies.money, { params: { id: String(from) }, body }, 'other_tenant');
}

test('credit of one tenant reaches nobody whose name, contact and tax number were changed to the same', {
  tags: ['slow'],
}, async () => {
  const office = await openShops('A-1', 'B-1', 'B-2', 'B-3', 'B-4');
  const CERTIFIED = { is_vat_registered: true, tin: '900000019', tax_name: 'Perera', tax_address: 'Dambulla' };
  const rich = await letTo(office, 'A-1', CERTIFIED);
  await office.pay('A-1', 40_000, '2026-10-01');
  for (const shop of ['B-1', 'B-2', 'B-3', 'B-4']) {
    const other = await letTo(office, shop, { name: `Tenant of ${shop}`, contact: '011 222 3333', email: '' });
    await office.ask(tenants.edit, { params: { id: String(other) }, body: { ...SAME, ...CERTIFIED } });
    await transferIsRefused(office, rich, other);
    await transferIsRefused(office, other, rich);
  }
  expect(await file(office, rich)).toMatchObject({ balance_amount: 40_000, SameTenant: [] });
  await office.expectCleanBooks();
});

test('a tenant who was chosen when a second shop was let stays the same one under any name', async () => {
  const office = await openShops('A-1', 'B-1');
  const first = await letTo(office, 'A-1');
  const { tenant_ref } = await file(office, first);
  const second = await letTo(office, 'B-1', { name: 'Perera and Sons', tenant_ref });
  await office.ask(tenants.edit, { params: { id: String(first) }, body: { ...SAME, name: 'N. Perera' } });
  expect(await file(office, second)).toMatchObject({
    tenant_ref,
    SameTenant: [{ tenancy_id: first, shop_id: 'A-1', tenant_name: 'N. Perera' }],
  });
  const added = office.app.database.reader.selectFrom('audit_log').select('new_value').where('shop_id', '=', 'B-1');
  const [entry] = await added.where('event_type', '=', 'Tenant Added').execute();
  expect(entry?.new_value).toContain(`${first} (Nimal Perera, A-1)`);
  await office.expectCleanBooks();
});

test('two tenants who are one person are joined and separated, each with a reason in the log', async () => {
  const office = await openShops('A-1', 'B-1');
  const first = await letTo(office, 'A-1');
  const second = await letTo(office, 'B-1');
  await office.pay('A-1', 9999, '2026-10-01');
  await transferIsRefused(office, first, second);
  const joined = await change(office, second, first);
  expect(joined.SameTenant).toEqual([{ tenancy_id: first, shop_id: 'A-1', tenant_name: SAME.name }]);
  await office.ask(tenancies.money, {
    params: { id: String(first) },
    body: { action: 'credit_transferred', amount: 999, to_tenancy_id: second },
  });
  expect((await change(office, second, null)).SameTenant).toEqual([]);
  await transferIsRefused(office, first, second);
  const log = (await office.auditLog()).filter(({ event_type }) => event_type === 'Tenant Changed');
  expect(log).toMatchObject([
    { shop_id: 'B-1', old_value: null, new_value: `${first} (Nimal Perera, A-1)`, edit_reason: REASON },
    { shop_id: 'A-1', old_value: null, new_value: `${second} (Nimal Perera, B-1)`, edit_reason: REASON },
    { shop_id: 'B-1', old_value: `${first} (Nimal Perera, A-1)`, new_value: null, edit_reason: REASON },
    { shop_id: 'A-1', old_value: `${second} (Nimal Perera, B-1)`, new_value: null, edit_reason: REASON },
  ]);
  for (const id of [first, second]) {
    const { History } = await file(office, id);
    expect(History.filter(({ event_type }) => event_type === 'Tenant Changed')).toHaveLength(2);
  }
  await office.expectCleanBooks();
});

test('joining two tenants joins all tenancies of both, and each of them has it in the log', {
  tags: ['slow'],
}, async () => {
  const office = await openShops('A-1', 'A-2', 'B-1', 'B-2');
  const a1 = await letTo(office, 'A-1');
  const b1 = await letTo(office, 'B-1');
  await letTo(office, 'A-2', { tenant_ref: (await file(office, a1)).tenant_ref });
  await letTo(office, 'B-2', { tenant_ref: (await file(office, b1)).tenant_ref });
  const { tenant_ref, SameTenant } = await change(office, a1, b1);
  expect(tenant_ref).toBe((await file(office, b1)).tenant_ref);
  expect(SameTenant.map(({ shop_id }) => shop_id)).toEqual(['A-2', 'B-1', 'B-2']);
  const log = (await office.auditLog()).filter(({ event_type }) => event_type === 'Tenant Changed');
  expect(log.map(({ shop_id }) => shop_id)).toEqual(['A-1', 'A-2', 'B-1', 'B-2']);
  await change(office, b1, null);
  expect((await file(office, a1)).SameTenant.map(({ shop_id }) => shop_id)).toEqual(['A-2', 'B-2']);
  await office.expectCleanBooks();
});

test('tenants who are joined in a circle at the same moment are one tenant afterwards', {
  tags: ['slow'],
}, async () => {
  const places = ['A-1', 'B-1', 'C-1', 'D-1'];
  const office = await openShops(...places);
  const ids: number[] = [];
  for (const shop of places) ids.push(await letTo(office, shop));
  const join = (id: number, same_tenant_as: number) =>
    office.tell(tenancies.changeTenant, { params: { id: String(id) }, body: { same_tenant_as, reason: REASON } });
  const answers = await Promise.all(ids.map((id, at) => join(id, ids[(at + 1) % ids.length] ?? 0)));
  for (const { statusCode } of answers) expect([200, 503]).toContain(statusCode);
  // Whoever was refused tries again.
  for (const [at, id] of ids.entries()) await change(office, id, ids[(at + 1) % ids.length] ?? 0);
  for (const id of ids) expect((await file(office, id)).SameTenant).toHaveLength(3);
  expect(await office.app.database.reader.selectFrom('tenants').select('id').execute()).toHaveLength(1);
  await office.expectCleanBooks();
});

test('a change that changes nothing is not logged', async () => {
  const office = await openShops('A-1', 'B-1');
  const first = await letTo(office, 'A-1');
  const second = await letTo(office, 'B-1');
  await change(office, first, null);
  await change(office, first, first);
  await change(office, second, first);
  const before = await office.auditLog();
  await change(office, first, second);
  expect(await office.auditLog()).toEqual(before);
  expect(before.filter(({ event_type }) => event_type === 'Tenant Changed')).toHaveLength(2);
});

test('a tenant whose personal data was erased gets no new shop and no other tenancy', async () => {
  const office = await openShops('A-1', 'B-1');
  const left = await letTo(office, 'A-1');
  const other = await letTo(office, 'B-1');
  const { tenant_ref } = await file(office, left);
  const params = { id: String(left) };
  await office.generate('A-1', '2026-10');
  await office.pay('A-1', 11_800, '2026-10-01');
  await office.ask(tenancies.end, { params, body: { last_day: '2026-10-01' } });
  await office.ask(tenancies.erasePersonalData, { params, body: { reason: REASON } });
  await office.refused(tenants.add, { body: { ...SAME, shop_id: 'A-1', tenant_ref } }, 'tenant_not_found');
  const body = { same_tenant_as: left, reason: REASON };
  await office.refused(tenancies.changeTenant, { params: { id: String(other) }, body }, 'personal_data_erased');
});

test('personal data of a tenant is downloaded and erased in all tenancies, once each has ended', {
  tags: ['slow'],
}, async () => {
  const office = await openShops('A-1', 'B-1');
  const first = await letTo(office, 'A-1');
  const second = await letTo(office, 'B-1', { tenant_ref: (await file(office, first)).tenant_ref });
  const params = { id: String(first) };
  const data = await office.ask(tenancies.personalData, { params });
  expect(data.other_tenancies).toMatchObject([{ tenancy: { number: second, shop: 'B-1' }, person: SAME }]);
  const downloads = (await office.auditLog()).filter(({ event_type }) => event_type === 'Personal Data Downloaded');
  expect(downloads.map(({ shop_id }) => shop_id)).toEqual(['A-1', 'B-1']);

  await office.ask(tenancies.end, { params, body: { last_day: '2026-10-01' } });
  const erasing = { params, body: { reason: REASON } };
  const refused = await office.refused(tenancies.erasePersonalData, erasing, 'tenancy_not_ended');
  expect(refused.message).toContain('shop B-1');
  expect((await file(office, first)).name).toBe(SAME.name);
  await office.ask(tenancies.end, { params: { id: String(second) }, body: { last_day: '2026-10-01' } });
  await office.ask(tenancies.erasePersonalData, erasing);
  const { reader } = office.app.database;
  const rows = await reader.selectFrom('tenancies').select(['name', 'contact', 'email']).orderBy('id').execute();
  expect(rows.map((row) => Object.values(row).join())).toEqual([
    `Former tenant ${first},,`,
    `Former tenant ${second},,`,
  ]);
  await office.refused(tenancies.erasePersonalData, erasing, 'personal_data_erased');
  await office.expectCleanBooks();
});

test('a tenant that is changed directly in the database is found by the verification', async () => {
  const office = await openShops('A-1', 'B-1');
  const first = await letTo(office, 'A-1');
  const second = await letTo(office, 'B-1');
  const { owner } = office.app.database;
  const { tenant_ref } = await file(office, first);
  await owner.updateTable('tenancies').set({ tenant_id: tenant_ref }).where('id', '=', second).execute();
  const { differences } = await office.ask(ledger.verify, {});
  expect(differences).toEqual(['B-1: rows of tenancies were changed directly in the database']);
});
