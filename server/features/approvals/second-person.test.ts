/** @module-tag postgres */

import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import { accounts } from '#contract/accounts.ts';
import { approvals } from '#contract/approvals.ts';
import { audit } from '#contract/audit.ts';
import type { Role } from '#contract/roles.ts';
import { tenancies } from '#contract/tenancies.ts';
import type { Writer } from '../../db/connect.ts';
import { accountIdOf } from '../../testing/example-market.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { signInForTest } from '../../testing/sign-in.ts';
import { giveWithinLimit } from './given-money.ts';

const PASSWORD = 'lantern over the paddy field';
const refund = (amount: number) =>
  ({ action: 'credit_refunded', amount, method: 'Cash', reason: 'Paid twice' }) as const;

async function openOffice(): Promise<TestOffice & { tenancy: { id: string } }> {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  await office.pay('A-1', 200_000, '2026-11-20');
  await office.ask(approvals.setLimit, { body: { amount: 20_000 }, role: 'superadmin' });
  const { Tenancies } = await office.summaryOf('A-1');
  return { ...office, tenancy: { id: String(Tenancies[0]?.tenancy_id) } };
}

async function request(office: Awaited<ReturnType<typeof openOffice>>, role: Role): Promise<{ id: string }> {
  const sent = { params: office.tenancy, body: refund(30_000), role };
  await office.refused(tenancies.money, sent, 'approval_required');
  const [newest] = await office.ask(approvals.list, { role });
  return { id: String(newest?.id) };
}

async function editedOf(office: TestOffice, role: Role, change: object) {
  const { admins } = await office.ask(accounts.list, { role: 'superadmin' });
  const account = admins.find((one) => one.role === role);
  if (!account) throw new Error(`no ${role}`);
  const { username, email, is_disabled } = account;
  return { params: { id: String(account.admin_id) }, body: { username, email, role, is_disabled, ...change } };
}

const idOf = async (office: TestOffice, role: Role) => ({ id: String(await accountIdOf(office.app, role)) });

test('while a limit is set an admin makes, changes and resets no account that may approve, and others as before', async () => {
  const office = await openOffice();
  const named = { username: 'Ruwan', email: 'ruwan@example.com' };
  const link = { language: 'en', by_mail: false } as const;
  for (const role of ['manager', 'admin'] as const) {
    await office.refused(accounts.register, { body: { ...named, role, password: PASSWORD } }, 'role_too_high');
    await office.refused(accounts.invite, { body: { ...named, role, ...link } }, 'role_too_high');
  }
  const refusal = await office.refused(
    accounts.edit,
    await editedOf(office, 'editor', { role: 'manager' }),
    'role_too_high',
  );
  expect(refusal.message).toMatch(/only a superadmin can change the accounts of people who can approve/);
  await office.refused(
    accounts.edit,
    await editedOf(office, 'manager', { email: 'mine@example.com' }),
    'role_too_high',
  );
  await office.refused(accounts.edit, await editedOf(office, 'manager', { is_disabled: true }), 'role_too_high');
  const manager = await idOf(office, 'manager');
  await office.refused(accounts.resetPassword, { params: manager }, 'role_too_high');
  await office.refused(accounts.resetByLink, { params: manager, body: link }, 'role_too_high');
  await office.refused(accounts.removeFactors, { params: manager }, 'role_too_high');
  await office.ask(accounts.register, { body: { ...named, role: 'tiketing', password: PASSWORD } });
  await office.ask(accounts.resetPassword, { params: await idOf(office, 'editor') });
  await office.ask(approvals.setLimit, { body: { amount: null }, role: 'superadmin' });
  await office.ask(accounts.resetByLink, { params: manager, body: link });
});

const changes: [string, (office: TestOffice) => Promise<unknown>][] = [
  [
    'reset the password',
    async (office) => office.ask(accounts.resetPassword, { params: await idOf(office, 'manager'), role: 'superadmin' }),
  ],
  [
    'reset by a link',
    async (office) =>
      office.ask(accounts.resetByLink, {
        params: await idOf(office, 'manager'),
        body: { language: 'en', by_mail: false },
        role: 'superadmin',
      }),
  ],
  [
    'changed the email',
    async (office) =>
      office.ask(accounts.edit, {
        ...(await editedOf(office, 'manager', { email: 'boss@example.com' })),
        role: 'superadmin',
      }),
  ],
];

test.each(changes)(
  'who %s of an account within 30 days is not decided upon by it, whatever it is called now',
  async (_, change) => {
    const office = await openOffice();
    const id = Number(await accountIdOf(office.app, 'manager'));
    await change(office);
    const now = office.app.clock.now();
    const { email } = await office.app.database.reader
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await office.app.database.write((tx) =>
      tx.updateTable('accounts').set({ must_change_password: 0 }).where('id', '=', id).execute(),
    );
    const decide = async () => {
      const params = await request(office, 'superadmin');
      const token = await signInForTest(office.app.database, 'manager', {
        at: office.app.clock.now(),
        verifiedAt: office.app.clock.now(),
        email,
      });
      const headers = { authorization: `Bearer ${token}` };
      return office.app.send({ method: 'POST', url: `/api/approvals/${params.id}/approve`, headers });
    };
    await office.ask(accounts.edit, {
      ...(await editedOf(office, 'superadmin', { username: 'Chief' })),
      role: 'superadmin',
    });
    const refused = (await decide()).json();
    expect([refused.code, refused.message]).toEqual(['own_approval', expect.stringMatching(/in the last 30 days/i)]);
    const later = Date.parse(now) + 30 * 24 * 60 * 60_000 + 1;
    office.app.clock.set(new Date(later).toISOString() as typeof now);
    expect((await decide()).statusCode).toBe(200);
  },
);

test('an account registered through another one is the same person', async () => {
  const office = await openOffice();
  const named = (name: string) => ({ username: name, email: `${name}@example.com`, password: PASSWORD });
  await office.ask(accounts.register, { body: { ...named('straw'), role: 'superadmin' }, role: 'superadmin' });
  const at = office.app.clock.now();
  const straw = await signInForTest(office.app.database, 'superadmin', {
    at,
    verifiedAt: at,
    email: 'straw@example.com',
  });
  await office.app.send({
    method: 'POST',
    url: '/api/admin/register',
    payload: { ...named('puppet'), role: 'manager' },
    headers: { authorization: `Bearer ${straw}` },
  });
  const puppet = await signInForTest(office.app.database, 'manager', {
    at,
    verifiedAt: at,
    email: 'puppet@example.com',
  });
  const { id } = await request(office, 'superadmin');
  const headers = { authorization: `Bearer ${puppet}` };
  const refused = await office.app.send({ method: 'POST', url: `/api/approvals/${id}/approve`, headers });
  expect(refused.json().code).toBe('own_approval');
  await office.ask(approvals.approve, { params: { id }, role: 'admin' });
});

test('slices under the limit count together by account and day of Colombo', async () => {
  const office = await openOffice();
  const slice = (role: 'admin' | 'superadmin' = 'admin') => ({ params: office.tenancy, body: refund(8_000), role });
  await office.ask(tenancies.money, slice());
  await office.ask(tenancies.money, slice());
  await office.refused(tenancies.money, slice(), 'approval_required');
  await office.ask(tenancies.money, { ...slice(), body: refund(4_000) });
  await office.refused(tenancies.money, { ...slice(), body: refund(0.01) }, 'approval_required');
  await office.ask(tenancies.money, slice('superadmin'));
  const [, waiting] = await office.ask(approvals.list, { role: 'manager' });
  await office.ask(approvals.approve, { params: { id: String(waiting?.id) }, role: 'manager' });
  await office.ask(tenancies.money, slice());
  office.goTo('2026-11-21', '00:00:00.000');
  await office.ask(tenancies.money, slice());
  await office.expectCleanBooks();
});

const SHOPS = ['A-1', 'B-1', 'B-2', 'B-3'];

async function openStreet(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  for (const shop of SHOPS) {
    await office.let(shop);
    await office.pay(shop, 9_999, '2026-11-20');
  }
  await office.ask(approvals.setLimit, { body: { amount: 10_000 }, role: 'superadmin' });
  return office;
}

async function refundOf(office: TestOffice, shopId: string) {
  const { Tenancies } = await office.summaryOf(shopId);
  return { params: { id: String(Tenancies[0]?.tenancy_id) }, body: refund(9_999) };
}

test('slices of four shops count together, at the same moment or one after the other', async () => {
  const office = await openStreet();
  const slices = await Promise.all(SHOPS.map((shop) => refundOf(office, shop)));
  await office.tokenOf('admin');
  const answers = await Promise.all(slices.map((slice) => office.tell(tenancies.money, slice)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403]);
  const left = slices.filter((_, at) => answers[at]?.statusCode !== 200);
  for (const slice of left) await office.refused(tenancies.money, slice, 'approval_required');
  office.goTo('2026-11-21');
  const [first, ...others] = left;
  if (!first) throw new Error('no shop');
  await office.ask(tenancies.money, first);
  for (const slice of others) await office.refused(tenancies.money, slice, 'approval_required');
  await office.expectCleanBooks();
});

test('a second request of a person waits until the first has stored what it loses', async () => {
  const { app } = await openTestOffice();
  const giving = {
    accountId: Number(await accountIdOf(app, 'admin')),
    shopId: 'A-1',
    cents: cents(600),
    limit: cents(1000),
    at: app.clock.now(),
  };
  const give = (tx: Writer) => giveWithinLimit(tx, giving);
  const later: Promise<boolean>[] = [];
  const first = await app.database.write(async (tx) => {
    const isGiven = await give(tx);
    later.push(app.database.write(give));
    for (let turn = 0; turn < 50; turn += 1) await app.database.reader.selectFrom('accounts').select('id').execute();
    return isGiven;
  });
  expect([first, ...(await Promise.all(later))]).toEqual([true, false]);
});

test('the only superadmin can turn the limit off, which the log shows, and is not locked out', async () => {
  const office = await openOffice();
  await request(office, 'superadmin');
  await office.ask(approvals.setLimit, { body: { amount: null }, role: 'superadmin' });
  await office.ask(tenancies.money, { params: office.tenancy, body: refund(30_000), role: 'superadmin' });
  const log = (await office.auditLog()).filter(({ event_type }) => event_type === 'Approval Limit Set');
  expect(log.map(({ old_value, new_value }) => [old_value, new_value])).toEqual([
    ['none', '20000.00'],
    ['20000.00', 'none'],
  ]);
});

/** @module-tag postgres-quick */

const ROUNDS = 4;

test('of two people who approve a request at the same moment one does, and the other learns that it is decided', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  await office.pay('A-1', 60_000, '2026-11-20');
  await office.ask(approvals.setLimit, { body: { amount: 20_000 }, role: 'superadmin' });
  const { Tenancies } = await office.summaryOf('A-1');
  const params = { id: String(Tenancies[0]?.tenancy_id) };
  await Promise.all([office.tokenOf('manager'), office.tokenOf('superadmin')]);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const body = { action: 'credit_refunded', amount: 30_000 + round, method: 'Cash', reason: 'Paid twice' } as const;
    await office.refused(tenancies.money, { params, body }, 'approval_required');
    const [request] = await office.ask(approvals.list, { role: 'manager' });
    const decided = await Promise.all(
      (['manager', 'superadmin'] as const).map((role) =>
        office.tell(approvals.approve, { params: { id: String(request?.id) }, role }),
      ),
    );
    expect(decided.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  }
  const log = await office.ask(audit.list, { query: { limit: '500' }, role: 'manager' });
  expect(log.filter(({ event_type }) => event_type === 'Approval Given')).toHaveLength(ROUNDS);
});
