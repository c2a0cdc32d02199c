import { describe, expect, onTestFinished, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { approvals } from '#contract/approvals.ts';
import { backup } from '#contract/backup.ts';
import type { Call, Sending } from '#contract/call.ts';
import { factors } from '#contract/factors.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { session } from '#contract/session.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { expectRefusal, type Parts, requestOf } from '../../testing/call.ts';
import { everythingIn, officeAt, type TestOffice } from '../../testing/office.ts';
import { CERTIFICATE, TAX_SETUP } from '../../testing/tax-setup.ts';

interface Records {
  office: TestOffice;
  /** The id of a payment made today. */
  todays: string;
  /** The id of a payment of Rs. 700 made yesterday. */
  yesterdays: string;
  tenancy: string;
  /** The shop with the unpaid tax invoice. */
  debtor: string;
  taxInvoice: string;
}

async function openMarket(): Promise<Records> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const office = officeAt(app);
  office.goTo('2026-11-20');
  const put = (url: string, payload: object) => app.as('superadmin', { method: 'PUT', url, payload });
  await office.let('A-1');
  const yesterdays = await office.pay('A-1', 700, '2026-11-19');
  const todays = await office.pay('A-1', 900, '2026-11-20');
  await put('/api/tax/settings', TAX_SETUP);
  await office.let('T-1');
  const { Tenancies } = await office.summaryOf('T-1');
  const person = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };
  await put(`/api/tenants/${Tenancies[0]?.tenancy_id}`, { ...person, ...CERTIFICATE });
  const { invoice_id: taxInvoice } = await office.generate('T-1', '2026-11');
  const [ofShop] = (await office.summaryOf('A-1')).Tenancies;
  return {
    office,
    taxInvoice,
    tenancy: String(ofShop?.tenancy_id),
    debtor: String(Tenancies[0]?.tenancy_id),
    todays: String(todays.payment.payment_id),
    yesterdays: String(yesterdays.payment.payment_id),
  };
}

async function tell<C extends Call>({ app }: TestOffice, entry: C, sending: Sending<C>) {
  return app.as('superadmin', requestOf(entry, sending as Parts));
}

const REASON = { reason: 'Entered twice' };
const correctionTo = (actual_amount: number, payment_id: string) => ({
  shop_id: 'A-1',
  payment_date: '2026-11-19',
  admin_put_amount: 700,
  actual_amount,
  payment_id,
  edit_reason: 'Counted again',
  invoice_id: '',
});
const refund = (amount: number) =>
  ({ action: 'credit_refunded', amount, method: 'Cash', reason: 'Moved out' }) as const;
const RUWAN = { username: 'Ruwan', email: 'ruwan@example.com', password: 'lantern over the paddy field' };

type Act = readonly [string, (records: Records) => Promise<{ statusCode: number; body: string }>];

const sensitive: readonly Act[] = [
  ['refunding', (m) => tell(m.office, tenancies.money, { params: { id: m.tenancy }, body: refund(100) })],
  [
    'writing off a debt',
    (m) =>
      tell(m.office, tenancies.money, {
        params: { id: m.debtor },
        body: { action: 'debt_written_off', amount: 100, ...REASON },
      }),
  ],
  [
    'ending a tenancy with a refund',
    (m) =>
      tell(m.office, tenancies.end, {
        params: { id: m.tenancy },
        body: { last_day: '2026-11-20', actions: [refund(100)] },
      }),
  ],
  ['cancelling a tax invoice', (m) => tell(m.office, invoices.remove, { params: { id: m.taxInvoice }, body: REASON })],
  [
    'crediting a tax invoice',
    (m) =>
      tell(m.office, invoices.note, {
        params: { id: m.taxInvoice },
        body: { kind: 'credit', charge: 'Rent', amount: 100, ...REASON },
      }),
  ],
  ['registering an account', (m) => tell(m.office, accounts.register, { body: { ...RUWAN, role: 'editor' } })],
  ['deleting an account', (m) => tell(m.office, accounts.remove, { body: { email: m.office.app.emailOf('editor') } })],
  ['downloading a backup', (m) => tell(m.office, backup.download, {})],
];

const AT_15_MINUTES = '12:15:00.000';
const AFTER_15_MINUTES = '12:15:00.001';

test.each(sensitive)('%s needs the password again 15 minutes after the sign-in', async (_, act) => {
  const market = await openMarket();
  const { office } = market;
  office.goTo('2026-11-20', AFTER_15_MINUTES);
  const before = await everythingIn(office.app);
  const refused = await act(market);
  expectRefusal(refused as Parameters<typeof expectRefusal>[0], 'verification_required');
  expect(await everythingIn(office.app)).toEqual(before);
  const proof = { email: office.app.emailOf('superadmin'), password: PASSWORD };
  expect((await tell(office, session.verify, { body: proof })).statusCode).toBe(200);
  office.goTo('2026-11-20', '12:20:00.001');
  const done = await act(market);
  expect([200, 201], done.body).toContain(done.statusCode);
});

test.each(sensitive)('%s needs no proof until 15 minutes after the sign-in', async (_, act) => {
  const market = await openMarket();
  market.office.goTo('2026-11-20', AT_15_MINUTES);
  const done = await act(market);
  expect([200, 201], done.body).toContain(done.statusCode);
});

const proofOf = ({ app }: TestOffice) => ({ email: app.emailOf('superadmin'), password: PASSWORD });

const withProof: readonly [string, (market: Records, password: string) => ReturnType<Act[1]>][] = [
  [
    'registering',
    ({ office }, password) =>
      tell(office, accounts.register, {
        body: { ...RUWAN, role: 'editor', verification: { ...proofOf(office), password } },
      }),
  ],
  [
    'deleting',
    ({ office }, password) =>
      tell(office, accounts.remove, {
        body: { email: office.app.emailOf('editor'), verification: { ...proofOf(office), password } },
      }),
  ],
  [
    'a backup',
    ({ office }, password) => tell(office, backup.downloadVerified, { body: { ...proofOf(office), password } }),
  ],
];

test.each(withProof)(
  '%s with the credentials in the body needs no other call, however old the sign-in',
  async (_, act) => {
    const market = await openMarket();
    market.office.goTo('2026-11-20', '18:00:00.000');
    const before = await everythingIn(market.office.app);
    const refused = await act(market, 'guessed');
    expectRefusal(refused as Parameters<typeof expectRefusal>[0], 'verification_failed');
    expect(await everythingIn(market.office.app)).toEqual(before);
    const done = await act(market, PASSWORD);
    expect([200, 201], done.body).toContain(done.statusCode);
  },
);

test.each([
  ['registering', accounts.register, { body: { ...RUWAN, role: 'editor' } }, 'verification: { email, password }'],
  ['deleting', accounts.remove, { body: { email: 'editor@example.com' } }, 'verification: { email, password }'],
  ['a backup', backup.download, {}, 'POST /api/backup/backup'],
  ['an action over all shops', invoices.generateAll, { body: {} }, '(email, password)'],
] as const)('the refusal of %s says where a program sends the credentials', async (_, entry, sent, where) => {
  const { office } = await openMarket();
  office.goTo('2026-11-20', AFTER_15_MINUTES);
  const answer = await office.app.as('superadmin', requestOf(entry as Call, sent as Parts));
  expectRefusal(answer, 'verification_required');
  expect(answer.json<{ message: string }>().message).toContain(where);
});

test('a password that was confirmed five minutes and a millisecond ago is needed again', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const office = officeAt(app);
  office.goTo('2026-11-20');
  await app.tokenOf('superadmin');
  office.goTo('2026-11-20', '12:30:00.000');
  const proof = { email: app.emailOf('superadmin'), password: PASSWORD };
  expect((await tell(office, session.verify, { body: proof })).statusCode).toBe(200);
  office.goTo('2026-11-20', '12:35:00.001');
  expectRefusal(await tell(office, accounts.register, { body: { ...RUWAN, role: 'editor' } }), 'verification_required');
});

test('a recent sign-in does not count for an approval limit, another second factor and the four actions', async () => {
  const { office } = await openMarket();
  for (const entry of [approvals.setLimit, factors.beginApp, invoices.generateAll]) {
    const sent = entry === approvals.setLimit ? { body: { amount: 5 } } : { body: {} };
    expectRefusal(await office.app.as('superadmin', requestOf(entry, sent as Parts)), 'verification_required');
  }
});

const ordinary: readonly Act[] = [
  [
    'voiding a payment of yesterday',
    (m) => tell(m.office, payments.remove, { params: { id: m.yesterdays }, body: REASON }),
  ],
  [
    'replacing a payment of yesterday',
    (m) =>
      tell(m.office, payments.replace, {
        params: { id: m.yesterdays },
        body: { ...REASON, paymentMethod: 'Bank Transfer' },
      }),
  ],
  [
    'lowering a payment of yesterday',
    (m) => tell(m.office, payments.correct, { body: correctionTo(600, m.yesterdays) }),
  ],
  [
    'setting a balance',
    (m) => tell(m.office, shops.setBalance, { params: { id: 'A-1' }, body: { balance_amount: 5, ...REASON } }),
  ],
  ['voiding a payment of today', (m) => tell(m.office, payments.remove, { params: { id: m.todays }, body: REASON })],
  [
    'raising a payment of yesterday',
    (m) => tell(m.office, payments.correct, { body: correctionTo(800, m.yesterdays) }),
  ],
  [
    'receiving a deposit',
    (m) =>
      tell(m.office, tenancies.money, {
        params: { id: m.tenancy },
        body: { action: 'deposit_received', amount: 100, method: 'Cash' },
      }),
  ],
  [
    'ending a tenancy without a refund',
    (m) => tell(m.office, tenancies.end, { params: { id: m.tenancy }, body: { last_day: '2026-11-20' } }),
  ],
  [
    'a preview of a balance',
    (m) =>
      tell(m.office, shops.setBalance, {
        params: { id: 'A-1' },
        query: { dry_run: 'true' },
        body: { balance_amount: 5, ...REASON },
      }),
  ],
  [
    'a preview of a refund',
    (m) =>
      tell(m.office, tenancies.money, { params: { id: m.tenancy }, query: { dry_run: 'true' }, body: refund(100) }),
  ],
];

test.each(ordinary)('%s does not', async (_, act) => {
  const market = await openMarket();
  market.office.goTo('2026-11-20', AFTER_15_MINUTES);
  const done = await act(market);
  expect([200, 201], done.body).toContain(done.statusCode);
});

describe('verify session', () => {
  async function openMarket(): Promise<TestApp> {
    const app = await openTestApp();
    onTestFinished(() => app.close());
    return app;
  }

  const verify = (app: TestApp, email: string, password: string) =>
    app.as('manager', { method: 'POST', url: '/api/admin/verify', payload: { email, password } });
  const verifiedAt = async (app: TestApp) => {
    const rows = await app.database.reader.selectFrom('sessions').select('verified_at').execute();
    return rows.map((row) => row.verified_at);
  };

  test('the correct credentials of the same account mark this session as verified now', async () => {
    const app = await openMarket();
    await Promise.all([app.tokenOf('manager'), app.tokenOf('editor')]);
    const answer = await verify(app, ' Manager@Example.com', PASSWORD);
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, message: 'Identity confirmed.' }]);
    expect((await verifiedAt(app)).filter(Boolean)).toEqual([app.clock.now()]);
  });

  test.each([
    ['a wrong password', 'manager@example.com', 'not the password'],
    ['the right credentials of another account', 'editor@example.com', PASSWORD],
    ['an unknown account', 'nobody@example.com', PASSWORD],
  ])('%s: refused with 403, because the session is still valid', async (_kind, email, password) => {
    const app = await openMarket();
    const answer = await verify(app, email, password);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({
      success: false,
      code: 'verification_failed',
      message: 'Invalid credentials',
      error: 'Invalid credentials',
    });
    expect(await verifiedAt(app)).toEqual([null]);
    expect((await app.as('manager', { url: '/api/admin/session' })).statusCode).toBe(200);
  });

  test('attempts to verify a session are limited', async () => {
    const app = await openMarket();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await verify(app, 'manager@example.com', `guess ${attempt}`)).statusCode).toBe(403);
    }
    const refused = await verify(app, 'manager@example.com', PASSWORD);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_tries']);
  });
});
