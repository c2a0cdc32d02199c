import { sql } from 'kysely';
import { instantOf, paymentInstant } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { Call, Sending } from '#contract/call.ts';
import { type SessionPaper, sessionPaperNames, type sessionPapers } from '#contract/cash.ts';
import type { CallName, everyCall } from '#contract/every-call.ts';
import type { Role } from '#contract/roles.ts';
import type { Writer } from '../db/connect.ts';
import { putSetting } from '../db/settings.ts';
import { insertFactor } from '../features/factors/queries.ts';
import { PASSWORD } from './accounts.ts';
import { TEST_DAY, type TestApp, TOMORROW, YESTERDAY } from './app-context.ts';
import { bankExamples } from './bank-examples.ts';
import { centreExamples } from './centre-examples.ts';
import { BANK, CONTACT, HOME, MAIL_SERVER, PICTURE } from './centre-settings.ts';
import { CLOSED_MONEY_DAY, closeExampleMonth, closingExamples } from './closing-examples.ts';
import {
  ALERT_SETTINGS,
  accountIdOf,
  BROWSER,
  CART,
  CHALLENGES,
  CLOSED_DAY,
  type ExampleMarket,
  FOREIGN_COPY,
  LORRY,
  NOTICE,
  remind,
  STRIKE,
  sessionIdOf,
} from './example-market.ts';
import { codeAt, examplePasskey, giveFactor, idOfRole, TEST_SITE } from './factors.ts';
import { planExamples } from './plan-examples.ts';
import { programTokenExamples } from './program-token-examples.ts';
import { TAX_SETUP } from './tax-setup.ts';
import { TestPasskey } from './test-passkey.ts';

/** The refusals of credentials that are the body of a call. */
const refusedCredentials = {
  verification_failed: ({ app, role }: ExampleMarket) => ({ body: { email: app.emailOf(role), password: 'wrong' } }),
  second_factor_required: ({ app, role }: ExampleMarket) => ({
    body: { email: app.emailOf(role), password: PASSWORD },
  }),
  too_many_tries: async ({ app, role }: ExampleMarket) => ({ body: await spendTries(app, role) }),
};

/** The refusals of credentials that are the `verification` of a body. */
const withVerification = <Body extends object>(bodyIn: (market: ExampleMarket) => Body) => ({
  verification_required: async (market: ExampleMarket) => ({ ...(await unverify(market)), body: bodyIn(market) }),
  verification_failed: (market: ExampleMarket) => ({
    body: { ...bodyIn(market), verification: { email: market.app.emailOf(market.role), password: 'wrong' } },
  }),
  second_factor_required: (market: ExampleMarket) => ({
    body: { ...bodyIn(market), verification: { email: market.app.emailOf(market.role), password: PASSWORD } },
  }),
  too_many_tries: async (market: ExampleMarket) => ({
    body: { ...bodyIn(market), verification: await spendTries(market.app, market.role) },
  }),
});

const sensitive = {
  example: ({ app, role }: ExampleMarket) => ({ body: { email: app.emailOf(role), password: PASSWORD } }),
  refusals: {
    verification_required: async (market: ExampleMarket) => ({ ...(await unverify(market)), body: {} }),
    ...refusedCredentials,
    preview_changed: ({ app, role }: ExampleMarket) => ({
      query: { preview_digest: '0'.repeat(64) },
      body: { email: app.emailOf(role), password: PASSWORD },
    }),
    run_exists: ({ app, role, run }: ExampleMarket) => ({
      query: { run_id: run },
      body: { email: app.emailOf(role), password: PASSWORD },
    }),
  },
};

/** Longer than the 15 minutes for which a sign-in is accepted as a confirmation of the identity. */
const SIGN_IN_MS = 16 * 60_000;
const NO_KEY = 'x'.repeat(32);

const SMS_SETTINGS = {
  ...ALERT_SETTINGS,
  sms_on: true,
  sms_address: 'https://sms.example/send',
  sms_success: 'OK',
  sms_body: '{"to":"{to}","message":"{text}"}',
  sms_headers: 'Authorization: Bearer a secret',
};

const alertOf = ({ carrot }: ExampleMarket): { body: Sending<typeof everyCall.alerts.subscribe>['body'] } => ({
  body: { ...BROWSER, kind: 'above', limit: '200.00', products: [carrot], language: 'ta' },
});

const RENEWED = {
  address: 'https://fcm.googleapis.com/fcm/send/a-new-address',
  p256dh: BROWSER.p256dh,
  auth: BROWSER.auth,
};

async function copyAlerts(tx: Writer, { address, count }: { address: string; count: number }): Promise<void> {
  await sql`insert into alert_subscriptions
      (channel, address, push_keys, kind, products, language, token_hash, token_sealed, tries_left, created_at,
        confirmed_at, after_day, seen_version)
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${count})
    select channel, cast(${address} as text), push_keys, kind, products, language, cast(number as text), '', 5,
      created_at, confirmed_at, after_day, seen_version
    from alert_subscriptions, numbers`.execute(tx);
}

const AGREEMENT = { agreement_number: 'L-17/2026', agreement_note: 'Two keys handed over', language: 'si' } as const;
const DEPOSIT = { action: 'deposit_received', amount: '25000.00', method: 'Cheque', reference: '004711' } as const;

const EDITED = { username: 'Gate staff', role: 'tiketing', is_disabled: false } as const;

const ERASING = { reason: 'Asked for it' };

const DECLINING = { sentence: 'The bank has no such transfer' };

async function eraseFormer(market: ExampleMarket) {
  const url = `/api/tenancies/${market.formerTenant}/erase-personal-data`;
  await market.app.as('superadmin', { method: 'POST', url, payload: ERASING });
  return { params: { id: market.formerTenant } };
}

const RENT_TEXTS = { en: 'Dear {name}: {amount}', si: '{name}: {amount}', ta: '{name}: {amount}' };
const RENT_MESSAGES = {
  rent_sms_on: true,
  rent_email_on: false,
  bill_on: true,
  reminder_on: false,
  reminder_day: 12,
  receipt_on: false,
  part_cost: '0.65',
  bill_text: RENT_TEXTS,
  reminder_text: RENT_TEXTS,
  receipt_text: RENT_TEXTS,
};

/** Turns messages to tenants off. */
async function turnMessagesOff({ app: { database, clock } }: ExampleMarket): Promise<void> {
  await database.write((tx) => putSetting(tx, { name: 'rent-messages', value: '{}', at: clock.now() }));
}

const REMINDING = { level: 'friendly', last_day: TOMORROW } as const;
const PROMISE = { promised_on: TOMORROW, promised_amount: '5000.00', note: 'Spoke with him', next_step: '' };
const LETTER = { subject: 'Shop {shop}', body: 'Dear {name},\n\n{amount} by {lastDay}, please.' };
const LETTERS = { en: LETTER, si: LETTER, ta: LETTER };

async function letTo(app: TestApp, shop_id: string, more: { from?: string } = {}): Promise<number> {
  const payload = { ...SUNIL, shop_id, ...more };
  const answer = await app.as('superadmin', { method: 'POST', url: '/api/tenants', payload });
  return answer.json<{ tenant: { tenant_id: number } }>().tenant.tenant_id;
}

/** Receives a deposit and refunds all that is held. Returns the id of the received deposit. */
async function refundDeposit(app: TestApp, tenancy: string, method: 'Cheque' | 'Card'): Promise<string> {
  const url = `/api/tenancies/${tenancy}`;
  const record = (payload: object) => app.as('superadmin', { method: 'POST', url: `${url}/money`, payload });
  await record({ action: 'deposit_received', amount: 40, method });
  const { deposit_held: amount } = (await app.as('superadmin', { method: 'GET', url })).json<{
    deposit_held: number;
  }>();
  await record({ action: 'deposit_refunded', amount, method: 'Online', reason: 'Left the market' });
  const { id } = await app.database.reader
    .selectFrom('ledger_entries')
    .select('id')
    .where('kind', '=', 'deposit received')
    .where('method', '=', method)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return String(id);
}

const SHOP_FILE =
  'Shop no,Shop name,Block,Rent,VAT,Operation fee,Tenant\nQ-1,Corner,Block Q,"9,000.00",18,0,Kamala Dias\n';

const DUMP = { name: 'dump.sql', bytes: 5000, modified: 1_795_132_800_000 };

const BUCKET = {
  endpoint: 'ftp://127.0.0.1:9',
  address: 's3://copies/market',
  access_key: 'a key',
  secret_key: 'a secret',
};
const BUCKET_COPY = { ...BUCKET, name: 'pola-2026-11-20.sql.gz.age' };
const MOST_RESTORES = 30;

async function tryRestoring<Input extends object>(app: TestApp, url: string, body: Input): Promise<{ body: Input }> {
  for (let attempt = 0; attempt < MOST_RESTORES; attempt += 1)
    await app.as('superadmin', { method: 'POST', url, payload: body });
  return { body };
}

const SHOP_IMPORT = { params: { subject: 'shops' } } as const;

async function importShop(app: TestApp): Promise<void> {
  const payload = { csv: SHOP_FILE, write: true };
  await app.as('superadmin', { method: 'POST', url: '/api/imports/shops', payload });
}

export const callExamples: { [Name in CallName]: CallExamples<EntryOf<Name>> } = {
  'session.login': {
    example: ({ app }) => ({ body: { email: app.emailOf('manager'), password: PASSWORD }, role: 'manager' }),
    refusals: {
      second_factor_required: ({ app }) => ({ body: { email: app.emailOf('superadmin'), password: PASSWORD } }),
      async account_disabled({ app }) {
        const payload = { username: 'editor', email: app.emailOf('editor'), role: 'editor', is_disabled: true };
        const url = `/api/admin/accounts/${await accountIdOf(app, 'editor')}`;
        await app.as('superadmin', { method: 'PUT', url, payload });
        return { body: { email: app.emailOf('editor'), password: PASSWORD } };
      },
      async password_expired({ app }) {
        const ended = { must_change_password: 1, one_time_until: app.clock.now() };
        await app.database.write((tx) => tx.updateTable('accounts').set(ended).execute());
        return { body: { email: app.emailOf('editor'), password: PASSWORD } };
      },
      invalid_credentials: ({ app }) => ({ body: { email: app.emailOf('editor'), password: 'a wrong guess' } }),
      async too_many_tries({ app }) {
        const email = app.emailOf('editor');
        for (let attempt = 0; attempt < 10; attempt += 1) await app.send(login(email, 'a wrong guess'));
        return { body: { email, password: PASSWORD } };
      },
    },
  },
  'session.finishLogin': {
    example: () => ({ body: signedWith('sign-in') }),
    refusals: {
      challenge_not_found: () => ({ body: { ...signedWith('sign-in'), challenge: 'unknown' } }),
      invalid_second_factor: () => ({ body: { challenge: CHALLENGES['sign-in'], code: '123456' } }),
      async account_disabled({ app }) {
        const at = app.clock.now();
        await app.database.write((tx) => tx.updateTable('accounts').set({ disabled_at: at }).execute());
        return { body: signedWith('sign-in') };
      },
      async too_many_tries({ app }) {
        const body = { challenge: 'unknown', code: '123456' };
        for (let attempt = 0; attempt < 30; attempt += 1)
          await app.send({ method: 'POST', url: '/api/admin/login/second-step', payload: body });
        return { body };
      },
    },
  },
  'session.passkeyChallenge': {
    example: () => ({}),
    refusals: {
      async too_many_tries({ app }) {
        for (let attempt = 0; attempt < 30; attempt += 1)
          await app.send({ method: 'POST', url: '/api/admin/login/passkey-challenge' });
        return {};
      },
    },
  },
  'session.logout': { example: () => ({}), refusals: {} },
  'session.current': { example: () => ({}), refusals: {} },
  'session.verify': {
    example: ({ app, role }) => ({ body: { email: app.emailOf(role), password: PASSWORD } }),
    refusals: {
      verification_failed: ({ app }) => ({ body: { email: app.emailOf('editor'), password: PASSWORD } }),
      second_factor_required: ({ app, role }) => ({ body: { email: app.emailOf(role), password: PASSWORD } }),
      too_many_tries: async ({ app, role }) => ({ body: await spendTries(app, role) }),
    },
  },
  'session.proofChallenge': { example: () => ({}), refusals: {} },
  'session.verifyFactor': {
    example: () => ({ body: signedWith('passkey proof') }),
    refusals: {
      challenge_not_found: () => ({ body: { ...signedWith('passkey proof'), challenge: 'unknown' } }),
      verification_failed: () => ({ body: { code: '123456' } }),
      async too_many_tries({ app, role }) {
        await spendTries(app, role);
        return { body: signedWith('passkey proof') };
      },
    },
  },
  'session.setLanguage': { example: () => ({ body: { language: 'si' } }), refusals: {} },
  'session.columns': { example: () => ({}), refusals: {} },
  'session.setColumns': {
    example: () => ({ body: { table: 'invoices', columns: ['invoice_id', 'status'] } }),
    refusals: {},
  },
  'session.changePassword': {
    example: () => ({ body: { currentPassword: PASSWORD, newPassword: 'lantern over the paddy field' } }),
    refusals: {
      wrong_current_password: () => ({
        body: { currentPassword: 'a wrong guess', newPassword: 'lantern over the paddy field' },
      }),
      weak_password: () => ({ body: { currentPassword: PASSWORD, newPassword: 'password123' } }),
      async too_many_tries({ app, role }) {
        await spendTries(app, role);
        return { body: { currentPassword: PASSWORD, newPassword: 'lantern over the paddy field' } };
      },
    },
  },

  'factors.own': { example: () => ({}), refusals: {} },
  'factors.beginApp': {
    example: () => ({}),
    refusals: {
      verification_required: unverify,
      factor_exists: async ({ app }) => {
        await giveFactor(app.database, 'editor', { at: app.clock.now() });
        return { role: 'editor' };
      },
    },
  },
  'factors.addApp': {
    example: ({ app }) => ({ body: { challenge: CHALLENGES['new app'], code: codeAt(app.clock.now()) } }),
    refusals: {
      challenge_not_found: () => ({ body: { challenge: 'unknown', code: '123456' } }),
      wrong_code: () => ({ body: { challenge: CHALLENGES['new app'], code: 'abcdef' } }),
      async factor_exists({ app }) {
        await app.database.write((tx) =>
          tx.updateTable('factors').set({ kind: 'app' }).where('kind', '=', 'passkey').execute(),
        );
        return { body: { challenge: CHALLENGES['new app'], code: codeAt(app.clock.now()) } };
      },
    },
  },
  'factors.beginPasskey': {
    example: () => ({}),
    refusals: {
      verification_required: unverify,
      too_many_factors: async (market) => {
        await fillPasskeys(market);
        return {};
      },
    },
  },
  'factors.addPasskey': {
    example: () => ({ body: NEW_PASSKEY }),
    refusals: {
      challenge_not_found: () => ({ body: { ...NEW_PASSKEY, challenge: 'unknown' } }),
      wrong_passkey: () => ({
        body: { ...NEW_PASSKEY, challenge: CHALLENGES['new passkey'], passkey: STOLEN_PASSKEY },
      }),
      factor_exists: () => ({
        body: {
          ...NEW_PASSKEY,
          passkey: examplePasskey.create({ ...TEST_SITE, challenge: CHALLENGES['new passkey'] }),
        },
      }),
      too_many_factors: async (market) => {
        await fillPasskeys(market);
        return { body: NEW_PASSKEY };
      },
    },
  },
  'factors.renewRecoveryCodes': {
    example: () => ({}),
    refusals: { verification_required: unverify, factor_not_found: () => ({ role: 'editor' }) },
  },
  'factors.remove': {
    example: ({ factor }) => ({ params: { id: factor } }),
    refusals: {
      verification_required: async (market) => ({ ...(await unverify(market)), params: { id: market.factor } }),
      factor_not_found: () => ({ params: { id: UNKNOWN } }),
    },
  },
  'factors.requirement': { example: () => ({}), refusals: {} },
  'factors.setRequirement': {
    example: () => ({ body: { roles: ['superadmin'] } }),
    refusals: {
      verification_required: async (market) => ({ ...(await unverify(market)), body: { roles: [] } }),
    },
  },

  'accounts.list': { example: () => ({}), refusals: {} },
  'accounts.names': { example: () => ({}), refusals: {} },
  'accounts.register': {
    example: () => ({ body: RUWAN }),
    refusals: {
      account_exists: ({ app }) => ({ body: { ...RUWAN, email: app.emailOf('editor').toUpperCase() } }),
      weak_password: () => ({ body: { ...RUWAN, password: 'password123' } }),
      role_too_high: () => ({ body: { ...RUWAN, role: 'superadmin' }, role: 'admin' }),
      ...withVerification(() => RUWAN),
    },
  },
  'accounts.invite': {
    example: () => ({ body: INVITED }),
    refusals: {
      account_exists: ({ app }) => ({ body: { ...INVITED, email: app.emailOf('editor') } }),
      role_too_high: () => ({ body: { ...INVITED, role: 'superadmin' }, role: 'admin' }),
      verification_required: async (market) => ({ ...(await unverify(market)), body: INVITED }),
    },
  },
  'accounts.edit': {
    example: ({ account }) => ({ params: { id: account }, body: { ...EDITED, email: 'gate@example.com' } }),
    refusals: {
      account_not_found: () => ({ params: { id: UNKNOWN }, body: { ...EDITED, email: 'gate@example.com' } }),
      account_exists: ({ app, account }) => ({
        params: { id: account },
        body: { ...EDITED, email: app.emailOf('editor') },
      }),
      role_too_high: ({ account }) => ({
        params: { id: account },
        body: { ...EDITED, email: 'gate@example.com', role: 'superadmin' },
        role: 'admin',
      }),
      last_superadmin: async ({ app }) => ({
        params: { id: await accountIdOf(app, 'superadmin') },
        body: { ...EDITED, email: 'gate@example.com' },
      }),
      verification_required: async (market) => ({
        ...(await unverify(market)),
        params: { id: market.account },
        body: { ...EDITED, email: 'gate@example.com' },
      }),
    },
  },
  'accounts.resetPassword': {
    example: ({ account }) => ({ params: { id: account } }),
    refusals: {
      account_not_found: () => ({ params: { id: UNKNOWN } }),
      own_password: async ({ app }) => ({ params: { id: await accountIdOf(app, 'superadmin') } }),
      role_too_high: async ({ app }) => ({ params: { id: await accountIdOf(app, 'superadmin') }, role: 'admin' }),
      verification_required: async (market) => ({ ...(await unverify(market)), params: { id: market.account } }),
    },
  },
  'accounts.resetByLink': {
    example: ({ account }) => ({ params: { id: account }, body: BY_HAND }),
    refusals: {
      account_not_found: () => ({ params: { id: UNKNOWN }, body: BY_HAND }),
      own_password: async ({ app }) => ({ params: { id: await accountIdOf(app, 'superadmin') }, body: BY_HAND }),
      role_too_high: async ({ app }) => ({
        params: { id: await accountIdOf(app, 'superadmin') },
        body: BY_HAND,
        role: 'admin',
      }),
      verification_required: async (market) => ({
        ...(await unverify(market)),
        params: { id: market.account },
        body: BY_HAND,
      }),
    },
  },
  'accounts.cancelLink': {
    example: ({ account }) => ({ params: { id: account } }),
    refusals: {
      account_not_found: () => ({ params: { id: UNKNOWN } }),
      link_not_found: async ({ app }) => ({ params: { id: await accountIdOf(app, 'editor') } }),
      role_too_high: async ({ app }) => ({ params: { id: await accountIdOf(app, 'superadmin') }, role: 'admin' }),
      verification_required: async (market) => ({ ...(await unverify(market)), params: { id: market.account } }),
    },
  },
  'accounts.readLink': {
    example: () => ({ body: { token: CHALLENGES['password link'] } }),
    refusals: {
      link_not_found: () => ({ body: { token: CHALLENGES['sign-in'] } }),
      too_many_tries: async ({ app }) => ({ body: await guessLinks(app) }),
    },
  },
  'accounts.useLink': {
    example: () => ({ body: LINKED, role: 'tiketing' }),
    refusals: {
      link_not_found: () => ({ body: { ...LINKED, token: 'unknown' } }),
      weak_password: () => ({ body: { ...LINKED, password: 'password123' } }),
      too_many_tries: async ({ app }) => ({ body: { ...LINKED, ...(await guessLinks(app)) } }),
    },
  },
  'accounts.removeFactors': {
    example: ({ account }) => ({ params: { id: account } }),
    refusals: {
      account_not_found: () => ({ params: { id: UNKNOWN } }),
      factor_not_found: async ({ app }) => ({ params: { id: await accountIdOf(app, 'editor') } }),
      role_too_high: async ({ app }) => ({
        params: { id: await accountIdOf(app, 'superadmin') },
        role: 'admin',
      }),
      verification_required: async (market) => ({ ...(await unverify(market)), params: { id: market.account } }),
    },
  },
  'accounts.remove': {
    example: ({ app }) => ({ body: { email: app.emailOf('tiketing') } }),
    refusals: {
      account_not_found: () => ({ body: { email: 'nobody@example.com' } }),
      superadmin_stays: ({ app }) => ({ body: { email: app.emailOf('superadmin') } }),
      ...withVerification(({ app }) => ({ email: app.emailOf('tiketing') })),
    },
  },
  'accounts.sessions': { example: () => ({}), refusals: {} },
  'accounts.ownSessions': { example: () => ({}), refusals: {} },
  'accounts.endOwnSession': {
    example: ({ ownSession }) => ({ params: { id: ownSession } }),
    refusals: { session_not_found: ({ session }) => ({ params: { id: session } }) },
  },
  'accounts.endSession': {
    example: ({ session }) => ({ params: { id: session } }),
    refusals: {
      async session_not_found({ app, session }) {
        await app.as('superadmin', { method: 'DELETE', url: `/api/admin/sessions/${session}` });
        return { params: { id: session } };
      },
      role_too_high: async ({ app }) => ({ params: { id: await sessionIdOf(app, 'superadmin') }, role: 'admin' }),
    },
  },

  'shops.list': { example: () => ({}), refusals: {} },
  'shops.withoutTenants': { example: () => ({}), refusals: {} },
  'shops.get': {
    example: ({ shop }) => ({ params: { id: shop.toLowerCase() } }),
    refusals: { shop_not_found: () => ({ params: { id: 'Z-99' } }) },
  },
  'shops.add': {
    example: () => ({ body: { shop_id: 'C-3', ...TERMS } }),
    refusals: { shop_exists: ({ shop }) => ({ body: { shop_id: ` ${shop.toLowerCase()} `, ...TERMS } }) },
  },
  'shops.edit': {
    example: ({ shop }) => ({ params: { id: shop }, body: { ...TERMS, rent_amount: 8250 } }),
    refusals: {
      shop_not_found: () => ({ params: { id: 'Z-99' }, body: TERMS }),
      ...approvedBy(({ shop }) => ({ params: { id: shop }, body: { ...TERMS, rent_amount: 1 } })),
    },
  },
  'shops.remove': {
    example: ({ freeShop }) => ({ params: { id: freeShop } }),
    refusals: {
      shop_not_found: () => ({ params: { id: 'Z-99' } }),
      shop_has_books: ({ shop }) => ({ params: { id: shop } }),
      ...approvedBy(async ({ app, freeShop }) => {
        await letTo(app, freeShop, { from: '2026-08-01' });
        return { params: { id: freeShop } };
      }),
    },
  },
  'tenants.list': { example: () => ({}), refusals: {} },
  'tenants.get': {
    example: ({ tenant }) => ({ params: { id: tenant } }),
    refusals: { tenant_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'tenants.add': {
    example: ({ freeShop }) => ({ body: { ...SUNIL, shop_id: freeShop } }),
    refusals: {
      shop_not_found: () => ({ body: { ...SUNIL, shop_id: 'Z-99' } }),
      shop_has_tenant: ({ shop }) => ({ body: { ...SUNIL, shop_id: shop } }),
      tenant_not_found: ({ freeShop }) => ({ body: { ...SUNIL, shop_id: freeShop, tenant_ref: UNKNOWN } }),
    },
  },
  'tenants.edit': {
    example: ({ tenant }) => ({ params: { id: tenant }, body: { ...SUNIL, email: '' } }),
    refusals: {
      tenant_not_found: () => ({ params: { id: UNKNOWN }, body: SUNIL }),
      personal_data_erased: async (market) => ({ ...(await eraseFormer(market)), body: SUNIL }),
    },
  },
  'tenants.remove': {
    example: ({ tenant }) => ({ params: { id: tenant } }),
    refusals: { tenant_not_found: () => ({ params: { id: UNKNOWN } }) },
  },

  'claims.list': { example: () => ({ query: { list: 'open', tenancy_id: UNKNOWN } }), refusals: {} },
  'claims.picture': {
    example: ({ claim }) => ({ params: { id: claim } }),
    refusals: { claim_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'claims.match': {
    example: ({ claim, transfer }) => ({ params: { id: claim }, body: { payment_id: transfer } }),
    refusals: {
      claim_not_found: ({ transfer }) => ({ params: { id: UNKNOWN }, body: { payment_id: transfer } }),
      claim_ended: ({ declinedClaim, transfer }) => ({ params: { id: declinedClaim }, body: { payment_id: transfer } }),
      claim_payment_differs: ({ claim }) => ({ params: { id: claim }, body: { payment_id: UNKNOWN } }),
    },
  },
  'claims.decline': {
    example: ({ claim }) => ({ params: { id: claim }, body: DECLINING }),
    refusals: {
      claim_not_found: () => ({ params: { id: UNKNOWN }, body: DECLINING }),
      claim_ended: ({ declinedClaim }) => ({ params: { id: declinedClaim }, body: DECLINING }),
    },
  },
  'rentMessages.getSettings': { example: () => ({}), refusals: {} },
  'rentMessages.setSettings': { example: () => ({ body: RENT_MESSAGES }), refusals: {} },
  'rentMessages.list': { example: () => ({ query: { list: 'failed' } }), refusals: {} },
  'rentMessages.preview': { example: () => ({ query: { occasion: 'reminder' } }), refusals: {} },
  'rentMessages.send': {
    example: () => ({ body: { occasion: 'reminder' } }),
    refusals: {
      async rent_messages_off(market) {
        await turnMessagesOff(market);
        return { body: { occasion: 'bill' } };
      },
    },
  },
  'rentMessages.again': {
    example: ({ failedMessage }) => ({ params: { id: failedMessage } }),
    refusals: {
      rent_message_not_found: () => ({ params: { id: UNKNOWN } }),
      rent_message_not_failed: ({ sentMessage }) => ({ params: { id: sentMessage } }),
    },
  },
  'rentMessages.ofTenancy': {
    example: ({ tenant }) => ({ params: { id: tenant } }),
    refusals: { tenancy_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'rentMessages.setOptOut': {
    example: ({ tenant }) => ({ params: { id: tenant }, body: { is_opted_out: true } }),
    refusals: {
      tenancy_not_found: () => ({ params: { id: UNKNOWN }, body: { is_opted_out: true } }),
      personal_data_erased: async (market) => ({ ...(await eraseFormer(market)), body: { is_opted_out: true } }),
    },
  },
  'tenantPages.getSettings': { example: () => ({}), refusals: {} },
  'tenantPages.setSettings': { example: () => ({ body: { is_on: true } }), refusals: {} },
  'tenantPages.get': {
    example: ({ tenant }) => ({ params: { id: tenant } }),
    refusals: { tenancy_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'tenantPages.renew': {
    example: ({ tenant }) => ({ params: { id: tenant } }),
    refusals: { tenancy_not_found: () => ({ params: { id: UNKNOWN } }), personal_data_erased: eraseFormer },
  },
  'tenantPages.revoke': {
    example: ({ tenant }) => ({ params: { id: tenant } }),
    refusals: { tenancy_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'tenancies.get': {
    example: ({ tenant }) => ({ params: { id: tenant } }),
    refusals: { tenancy_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'tenancies.edit': {
    example: ({ tenant }) => ({ params: { id: tenant }, body: AGREEMENT }),
    refusals: {
      tenancy_not_found: () => ({ params: { id: UNKNOWN }, body: AGREEMENT }),
      personal_data_erased: async (market) => ({ ...(await eraseFormer(market)), body: AGREEMENT }),
    },
  },
  'tenancies.changeTenant': {
    example: ({ tenant, registeredTenant }) => ({
      params: { id: tenant },
      body: { same_tenant_as: registeredTenant, reason: 'The same person' },
    }),
    refusals: {
      tenancy_not_found: ({ tenant }) => ({
        params: { id: tenant },
        body: { same_tenant_as: UNKNOWN, reason: 'The same person' },
      }),
      personal_data_erased: async (market) => ({
        ...(await eraseFormer(market)),
        body: { same_tenant_as: null, reason: 'Another person' },
      }),
    },
  },
  'tenancies.personalData': {
    example: ({ tenant }) => ({ params: { id: tenant } }),
    refusals: { tenancy_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'tenancies.erasePersonalData': {
    example: (market) => ({ params: { id: market.formerTenant }, body: ERASING }),
    refusals: {
      tenancy_not_found: () => ({ params: { id: UNKNOWN }, body: ERASING }),
      personal_data_erased: async (market) => ({ ...(await eraseFormer(market)), body: ERASING }),
      tenancy_not_ended: (market) => ({ params: { id: market.registeredTenant }, body: ERASING }),
      async tenancy_not_settled(market) {
        await market.app.as('superadmin', { method: 'DELETE', url: `/api/tenants/${market.tenant}` });
        return { params: { id: market.tenant }, body: ERASING };
      },
      async deposit_held(market) {
        const url = `/api/tenancies/${market.formerTenant}/money`;
        await market.app.as('superadmin', { method: 'POST', url, payload: DEPOSIT });
        return { params: { id: market.formerTenant }, body: ERASING };
      },
      verification_required: async (market) => ({
        ...(await unverify(market)),
        params: { id: market.formerTenant },
        body: ERASING,
      }),
      verification_failed: ({ app, role, formerTenant }) => ({
        params: { id: formerTenant },
        body: { ...ERASING, email: app.emailOf(role), password: 'wrong' },
      }),
      second_factor_required: ({ app, role, formerTenant }) => ({
        params: { id: formerTenant },
        body: { ...ERASING, email: app.emailOf(role), password: PASSWORD },
      }),
      too_many_tries: async (market) => ({
        params: { id: market.formerTenant },
        body: { ...ERASING, ...(await spendTries(market.app, market.role)) },
      }),
    },
  },
  'tenancies.money': {
    example: ({ tenant }) => ({ params: { id: tenant }, body: { ...DEPOSIT, do_not_charge: [] } }),
    refusals: {
      tenancy_not_found: () => ({ params: { id: UNKNOWN }, body: DEPOSIT }),
      cash_session_needed: onceOn(({ tenant }) => ({ params: { id: tenant }, body: { ...DEPOSIT, method: 'Cash' } })),
      ...guardedBy(({ tenant }) => ({ params: { id: tenant }, body: WRITE_OFF })),
      async other_tenant({ app, freeShop, tenant }) {
        const other = await letTo(app, freeShop);
        return { params: { id: tenant }, body: { action: 'debt_transferred', amount: 1, to_tenancy_id: other } };
      },
    },
  },
  'tenancies.end': {
    example: ({ tenant }) => ({
      params: { id: tenant },
      body: { last_day: TEST_DAY, last_bill: 'days', actions: [DEPOSIT], do_not_charge: [] },
    }),
    refusals: {
      tenancy_not_found: () => ({ params: { id: UNKNOWN }, body: { last_day: TEST_DAY } }),
      cash_session_needed: onceOn(({ tenant }) => ({
        params: { id: tenant },
        body: { last_day: TEST_DAY, actions: [{ ...DEPOSIT, method: 'Cash' }] },
      })),
      async tenancy_ended({ app, tenant }) {
        await app.as('superadmin', { method: 'DELETE', url: `/api/tenants/${tenant}` });
        return { params: { id: tenant }, body: { last_day: TEST_DAY } };
      },
      invoice_exists: ({ tenant }) => ({
        params: { id: tenant },
        body: { last_day: '2026-10-31', last_bill: 'whole' },
      }),
      ...guardedBy(({ tenant }) => ({ params: { id: tenant }, body: { last_day: TEST_DAY, actions: [WRITE_OFF] } })),
      async other_tenant({ app, freeShop, tenant }) {
        const action = { action: 'debt_transferred', amount: 1, to_tenancy_id: await letTo(app, freeShop) } as const;
        return { params: { id: tenant }, body: { last_day: TEST_DAY, actions: [action] } };
      },
    },
  },

  'invoices.generate': {
    example: ({ shop }) => ({ body: { shop_id: shop, month_year: '2026-11' } }),
    refusals: {
      shop_not_found: () => ({ body: { shop_id: 'Z-99', month_year: '2026-11' } }),
      tenancy_not_found: ({ shop }) => ({ body: { shop_id: shop, month_year: '2026-11', tenancy_id: UNKNOWN } }),
      shop_has_no_tenant: ({ freeShop }) => ({ body: { shop_id: freeShop, month_year: '2026-11' } }),
      invoice_exists: ({ shop }) => ({ body: { shop_id: shop.toLowerCase(), month_year: '2026-10' } }),
    },
  },
  'invoices.generateAll': sensitive,
  'invoices.pdf': {
    example: ({ taxInvoice }) => ({ params: { id: taxInvoice.toLowerCase() } }),
    refusals: { invoice_not_found: () => ({ params: { id: 'INV-Z-99-202610' } }) },
  },
  'invoices.remove': {
    example: ({ invoice }) => ({ params: { id: invoice }, body: { reason: 'Made by mistake', do_not_charge: [] } }),
    refusals: {
      invoice_not_found: () => ({ params: { id: 'INV-Z-99-202610' }, body: {} }),
      ...guardedBy(({ taxInvoice }) => ({ params: { id: taxInvoice }, body: { reason: 'Made by mistake' } })),
    },
  },
  'invoices.note': {
    example: ({ invoice }) => ({
      params: { id: invoice },
      query: { dry_run: 'false' },
      body: { kind: 'credit', charge: 'Rent', line: 1, amount: '100.50', reason: 'Agreed', do_not_charge: [] },
    }),
    refusals: {
      invoice_not_found: () => ({ params: { id: 'INV-Z-99-202610' }, body: NOTE }),
      charge_not_found: ({ invoice }) => ({ params: { id: invoice }, body: { ...NOTE, charge: 'Other', line: 9 } }),
      ...guardedBy(({ taxInvoice }) => ({ params: { id: taxInvoice }, body: NOTE })),
    },
  },
  'invoices.arrest': sensitive,
  'invoices.list': {
    example: () => ({ query: { search: '2026', status: 'unpaid', sort: 'total_amount', page: '1', limit: '1' } }),
    refusals: {},
  },
  'invoices.papers': {
    example: ({ invoice, finedInvoice }) => ({ body: { invoice_ids: [invoice, finedInvoice.toLowerCase()] } }),
    refusals: {
      invoice_not_found: ({ invoice }) => ({ body: { invoice_ids: [invoice, 'INV-Z-99-202610'] } }),
    },
  },
  'invoices.print': {
    example: ({ invoice }) => ({ params: { id: invoice }, body: { printed: true } }),
    refusals: { invoice_not_found: () => ({ params: { id: 'INV-Z-99-202610' }, body: { printed: true } }) },
  },

  'otherCharges.listKinds': { example: () => ({}), refusals: {} },
  'otherCharges.addKind': {
    example: () => ({ body: { ...WATER, basis: 'meter' } }),
    refusals: { charge_kind_exists: () => ({ body: { ...WATER, name: 'electricity', basis: 'meter' } }) },
  },
  'otherCharges.changeKind': {
    example: ({ meterKind }) => ({ params: { id: String(meterKind) }, body: WATER }),
    refusals: {
      charge_kind_not_found: () => ({ params: { id: UNKNOWN }, body: WATER }),
      charge_kind_exists: ({ meterKind }) => ({
        params: { id: String(meterKind) },
        body: { ...WATER, name: 'CLEANING' },
      }),
    },
  },
  'otherCharges.archiveKind': {
    example: ({ meterKind }) => ({ params: { id: String(meterKind) }, body: { is_archived: true } }),
    refusals: { charge_kind_not_found: () => ({ params: { id: UNKNOWN }, body: { is_archived: true } }) },
  },
  'otherCharges.list': {
    example: ({ tenant }) => ({ params: { id: tenant } }),
    refusals: { tenancy_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'otherCharges.add': {
    example: ({ tenant, chequeKind }) => ({
      params: { id: tenant },
      body: { ...CHARGE, kind_id: chequeKind, month_year: '2026-12' },
    }),
    refusals: refusalsOfCharge(({ chequeKind }) => ({ ...CHARGE, kind_id: chequeKind })),
  },
  'otherCharges.setRecurring': {
    example: ({ tenant, monthlyKind }) => ({
      params: { id: tenant },
      body: { ...CHARGE, kind_id: monthlyKind, month_year: '2026-12', last_month: '2027-03' },
    }),
    refusals: {
      ...refusalsOfCharge(({ monthlyKind }) => ({ ...CHARGE, kind_id: monthlyKind })),
      ...approvedBy(async ({ app, tenant, monthlyKind }) => {
        const charge = { ...CHARGE, kind_id: monthlyKind };
        const url = `/api/tenancies/${tenant}/other-charges/recurring`;
        await app.as('superadmin', { method: 'POST', url, payload: { ...charge, month_year: '2026-12' } });
        return { params: { id: tenant }, body: { ...charge, amount: '0.01', month_year: '2027-01' } };
      }),
    },
  },
  'otherCharges.recordReading': {
    example: ({ tenant, meterKind }) => ({
      params: { id: tenant },
      body: {
        kind_id: meterKind,
        reading: '1204.5',
        previous_reading: 1030,
        month_year: '2026-12',
        note: 'Read twice',
      },
    }),
    refusals: {
      ...refusalsOfCharge(({ meterKind }) => ({ kind_id: meterKind, reading: 1204 })),
      ...approvedBy(({ tenant, meterKind }) => ({
        params: { id: tenant },
        body: { kind_id: meterKind, reading: 1204, previous_reading: 1100 },
      })),
    },
  },
  'otherCharges.remove': {
    example: ({ laterReading }) => ({ params: { id: laterReading }, body: MISREAD }),
    refusals: {
      other_charge_not_found: () => ({ params: { id: UNKNOWN }, body: MISREAD }),
      newer_reading: ({ reading }) => ({ params: { id: reading }, body: MISREAD }),
      async other_charge_billed({ app, shop, laterReading }) {
        const body = { shop_id: shop, month_year: '2026-11' };
        await app.as('superadmin', { method: 'POST', url: '/api/systemsetting/generate', payload: body });
        return { params: { id: laterReading }, body: MISREAD };
      },
      ...approvedBy(({ laterReading }) => ({ params: { id: laterReading }, body: MISREAD })),
    },
  },

  'fines.apply': {
    example: ({ invoice }) => ({ params: { id: invoice } }),
    refusals: {
      invoice_not_found: ({ shop }) => ({ params: { id: `INV-${shop}-202001` } }),
      async rent_not_overdue({ app, shop, invoice }) {
        const body = { shop_id: shop, month_year: '2026-12' };
        await app.as('superadmin', { method: 'POST', url: '/api/systemsetting/generate', payload: body });
        return { params: { id: invoice.replace('202610', '202612') } };
      },
      fine_exists: ({ finedInvoice }) => ({ params: { id: finedInvoice } }),
      async no_fine_rate({ app, shop, invoice }) {
        const rules = { rent_due_day: 1, fine_rate: 0 };
        await app.as('superadmin', { method: 'PUT', url: '/api/settings/update-rent-rules', payload: rules });
        const body = { shop_id: shop, month_year: '2026-11' };
        await app.as('superadmin', { method: 'POST', url: '/api/systemsetting/generate', payload: body });
        return { params: { id: invoice.replace('202610', '202611') } };
      },
      async no_unpaid_rent({ app, shop, invoice }) {
        const body = { amountPaid: 100_000, paymentDate: TEST_DAY };
        await app.as('superadmin', { method: 'POST', url: `/api/payments/by-shop/${shop}`, payload: body });
        return { params: { id: invoice } };
      },
    },
  },
  'fines.remove': {
    example: ({ finedInvoice }) => ({ params: { id: finedInvoice }, body: { reason: 'The manager said so' } }),
    refusals: {
      invoice_not_found: () => ({ params: { id: 'INV-Z-99-202610' }, body: {} }),
      fine_not_found: ({ invoice }) => ({ params: { id: invoice }, body: {} }),
      ...approvedBy(({ finedInvoice }) => ({ params: { id: finedInvoice }, body: { reason: 'Agreed' } })),
    },
  },
  'fines.applyAll': sensitive,
  'fines.arrest': sensitive,

  'payments.list': { example: () => ({ query: { year: '2026', month: '11' } }), refusals: {} },
  'payments.byShop': {
    example: ({ shop }) => ({
      params: { shopId: shop },
      body: { ...PAID, ...CHEQUE, note: 'Rent of October', do_not_charge: [] },
    }),
    refusals: {
      day_closed: ({ shop }) => ({
        params: { shopId: shop },
        body: { ...PAID, paymentDate: CLOSED_MONEY_DAY },
      }),
      shop_not_found: () => ({ params: { shopId: 'Z-99' }, body: PAID }),
      cash_session_needed: onceOn(({ shop }) => ({
        params: { shopId: shop },
        body: { ...PAID, paymentMethod: 'Cash' },
      })),
      tenancy_not_found: ({ shop }) => ({ params: { shopId: shop }, body: { ...PAID, tenancy_id: UNKNOWN } }),
      shop_has_no_tenant: ({ freeShop }) => ({ params: { shopId: freeShop }, body: PAID }),
      payment_in_future: ({ shop }) => ({ params: { shopId: shop }, body: { ...PAID, paymentDate: TOMORROW } }),
      payment_day_too_early: ({ shop }) => ({
        params: { shopId: shop },
        body: { ...PAID, paymentDate: YESTERDAY },
        role: 'cashier',
      }),
      cheque_by_other_method: ({ shop }) => ({ params: { shopId: shop }, body: { ...PAID, chequeNumber: '004512' } }),
      cheque_too_late: ({ shop }) => ({ params: { shopId: shop }, body: { ...PAID, ...LATE_CHEQUE } }),
      async equal_payment_exists({ app, shop }) {
        await app.as('superadmin', { method: 'POST', url: `/api/payments/by-shop/${shop}`, payload: PAID });
        return { params: { shopId: shop }, body: { ...PAID, equal_payment_id: null } };
      },
      ...approvedBy(({ shop }) => ({ params: { shopId: shop }, body: BEFORE_THE_FINE })),
    },
  },
  'payments.byInvoice': {
    example: ({ invoice }) => ({ params: { reference: invoice }, body: PAID }),
    refusals: {
      day_closed: ({ invoice }) => ({
        params: { reference: invoice },
        body: { ...PAID, paymentDate: CLOSED_MONEY_DAY },
      }),
      invoice_not_found: () => ({ params: { reference: 'INV-Z-99-202610' }, body: PAID }),
      cash_session_needed: onceOn(({ invoice }) => ({
        params: { reference: invoice },
        body: { ...PAID, paymentMethod: 'Cash' },
      })),
      payment_in_future: ({ invoice }) => ({
        params: { reference: invoice },
        body: { ...PAID, paymentDate: `${TEST_DAY}T18:30:00.000Z` },
      }),
      payment_day_too_early: ({ invoice }) => ({
        params: { reference: invoice },
        body: { ...PAID, paymentDate: YESTERDAY },
        role: 'cashier',
      }),
      cheque_by_other_method: ({ invoice }) => ({
        params: { reference: invoice },
        body: { ...PAID, chequeBank: 'Bank of Ceylon' },
      }),
      cheque_too_late: ({ invoice }) => ({ params: { reference: invoice }, body: { ...PAID, ...LATE_CHEQUE } }),
      async equal_payment_exists({ app, invoice }) {
        await app.as('superadmin', { method: 'POST', url: `/api/payments/by-invoice/${invoice}`, payload: PAID });
        return { params: { reference: invoice }, body: { ...PAID, equal_payment_id: null } };
      },
      ...approvedBy(({ finedInvoice }) => ({ params: { reference: finedInvoice }, body: BEFORE_THE_FINE })),
    },
  },
  'payments.remove': {
    example: ({ payment }) => ({ params: { id: payment }, body: { reason: 'Paid to another shop' } }),
    refusals: {
      payment_not_found: () => ({ params: { id: UNKNOWN }, body: {} }),
      payment_of_other_day: ({ payment }) => ({ params: { id: payment }, body: {}, role: 'cashier' }),
      cash_session_needed: async (market) => ({ params: { id: await payInClosedSession(market) }, body: {} }),
      newer_correction: ({ correction }) => ({ params: { id: correction }, body: {} }),
      ...approvedBy(({ payment }) => ({ params: { id: payment }, body: { reason: 'Entered twice' } })),
    },
  },
  'payments.replace': {
    example: ({ payment }) => ({ params: { id: payment }, body: WRONG_METHOD }),
    refusals: {
      day_closed: ({ payment }) => ({
        params: { id: payment },
        body: { ...WRONG_METHOD, paymentDate: CLOSED_MONEY_DAY },
      }),
      payment_not_found: ({ correction }) => ({ params: { id: correction }, body: WRONG_METHOD }),
      payment_of_other_day: ({ payment }) => ({ params: { id: payment }, body: WRONG_METHOD, role: 'cashier' }),
      cash_session_needed: async (market) => ({ params: { id: await payInClosedSession(market) }, body: WRONG_METHOD }),
      payment_unchanged: ({ payment }) => ({ params: { id: payment }, body: { reason: 'Wrong method' } }),
      async payment_is_zero({ app, shop, payment }) {
        const body = { ...correctionOf(shop), payment_id: payment, actual_amount: 0 };
        const url = '/api/paymentscorrection/correct-payment';
        await app.as('superadmin', { method: 'POST', url, payload: body });
        return { params: { id: payment }, body: WRONG_METHOD };
      },
      payment_in_future: ({ payment }) => ({
        params: { id: payment },
        body: { ...WRONG_METHOD, paymentDate: TOMORROW },
      }),
      async payment_day_too_early({ app, shop }) {
        const paid = await app.as('cashier', { method: 'POST', url: `/api/payments/by-shop/${shop}`, payload: PAID });
        const { payment_id } = paid.json<{ payment: { payment_id: number } }>().payment;
        const body = { reason: 'Wrong day', paymentDate: YESTERDAY };
        return { params: { id: String(payment_id) }, body, role: 'cashier' };
      },
      cheque_by_other_method: ({ payment }) => ({
        params: { id: payment },
        body: { ...WRONG_METHOD, chequeNumber: '004512' },
      }),
      cheque_too_late: ({ payment }) => ({ params: { id: payment }, body: { ...WRONG_METHOD, ...LATE_CHEQUE } }),
      shop_not_found: ({ payment }) => ({ params: { id: payment }, body: { ...WRONG_METHOD, shop_id: 'Z-99' } }),
      tenancy_not_found: ({ payment }) => ({
        params: { id: payment },
        body: { ...WRONG_METHOD, tenancy_id: UNKNOWN },
      }),
      shop_has_no_tenant: ({ payment, freeShop }) => ({
        params: { id: payment },
        body: { ...WRONG_METHOD, shop_id: freeShop },
      }),
      ...approvedBy(({ payment }) => ({ params: { id: payment }, body: WRONG_METHOD })),
    },
  },
  'payments.returnCheque': {
    example: ({ cheque }) => ({ params: { id: cheque }, body: { reason: 'Returned unpaid' } }),
    refusals: {
      payment_not_found: () => ({ params: { id: UNKNOWN }, body: { reason: 'Returned unpaid' } }),
      not_a_cheque: ({ payment }) => ({ params: { id: payment }, body: { reason: 'Returned unpaid' } }),
      async deposit_refunded({ app, tenant }) {
        return { params: { id: await refundDeposit(app, tenant, 'Cheque') }, body: { reason: 'Returned unpaid' } };
      },
      ...approvedBy(async ({ app, shop }) => {
        const payload = { amountPaid: 40, paymentDate: YESTERDAY, paymentMethod: 'Cheque' };
        const paid = await app.as('superadmin', { method: 'POST', url: `/api/payments/by-shop/${shop}`, payload });
        const { payment_id } = paid.json<{ payment: { payment_id: number } }>().payment;
        return { params: { id: String(payment_id) }, body: { reason: 'Returned unpaid' } };
      }),
    },
  },
  'payments.notFound': {
    example: ({ transfer }) => ({ params: { id: transfer }, body: { reason: 'Not on the statement' } }),
    refusals: {
      payment_not_found: () => ({ params: { id: UNKNOWN }, body: { reason: 'Not on the statement' } }),
      not_electronic: ({ payment }) => ({ params: { id: payment }, body: { reason: 'Not on the statement' } }),
      async payment_confirmed({ app, transfer }) {
        const payload = { payment_ids: [Number(transfer)], confirmed_on: TEST_DAY };
        await app.as('superadmin', { method: 'POST', url: '/api/cash/electronic/confirmed', payload });
        return { params: { id: transfer }, body: { reason: 'Not on the statement' } };
      },
      async deposit_refunded({ app, tenant }) {
        return { params: { id: await refundDeposit(app, tenant, 'Card') }, body: { reason: 'Not on the statement' } };
      },
      ...approvedBy(async ({ app, shop }) => {
        const payload = { amountPaid: 40, paymentDate: YESTERDAY, paymentMethod: 'Card' };
        const paid = await app.as('superadmin', { method: 'POST', url: `/api/payments/by-shop/${shop}`, payload });
        const { payment_id } = paid.json<{ payment: { payment_id: number } }>().payment;
        return { params: { id: String(payment_id) }, body: { reason: 'Not on the statement' } };
      }),
    },
  },
  'payments.receipt': {
    example: ({ payment }) => ({ params: { id: payment } }),
    refusals: { payment_not_found: ({ correction }) => ({ params: { id: correction } }) },
  },
  'payments.receiptPdf': {
    example: ({ payment }) => ({ params: { id: payment } }),
    refusals: { payment_not_found: ({ correction }) => ({ params: { id: correction } }) },
  },
  'payments.printReceipt': {
    example: ({ payment }) => ({ params: { id: payment } }),
    refusals: { payment_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'payments.ofDay': {
    example: ({ shop }) => ({ query: { shop_id: shop, payment_date: YESTERDAY } }),
    refusals: { shop_not_found: () => ({ query: { shop_id: 'Z-99', payment_date: YESTERDAY } }) },
  },
  'payments.correct': {
    example: ({ shop, payment }) => ({ body: { ...correctionOf(shop), payment_id: payment, invoice_id: '' } }),
    refusals: {
      shop_not_found: () => ({ body: correctionOf('Z-99') }),
      payment_not_found: ({ shop }) => ({ body: { ...correctionOf(shop), payment_date: '2026-01-05' } }),
      invoice_not_found: ({ shop }) => ({ body: { ...correctionOf(shop), invoice_id: 'INV-Z-99-202610' } }),
      async several_payments({ app, shop }) {
        const body = { amountPaid: 600, paymentDate: YESTERDAY };
        await app.as('superadmin', { method: 'POST', url: `/api/payments/by-shop/${shop}`, payload: body });
        return { body: correctionOf(shop) };
      },
      recorded_amount_changed: ({ shop }) => ({ body: { ...correctionOf(shop), admin_put_amount: 700 } }),
      async cash_session_needed(market) {
        const figures = {
          payment_id: await payInClosedSession(market),
          payment_date: TEST_DAY,
          admin_put_amount: 1500.5,
        };
        return { body: { ...correctionOf(market.shop), ...figures } };
      },
      payment_of_other_day: ({ shop }) => ({ body: correctionOf(shop), role: 'cashier' }),
      no_difference: ({ shop }) => ({ body: { ...correctionOf(shop), actual_amount: '600.00' } }),
      ...approvedBy(({ shop }) => ({ body: { ...correctionOf(shop), actual_amount: 10 } })),
    },
  },
  'mail.getServer': { example: () => ({}), refusals: {} },
  'mail.setServer': {
    example: () => ({ body: MAIL_SERVER }),
    refusals: { verification_required: async (market) => ({ ...(await unverify(market)), body: MAIL_SERVER }) },
  },
  'mail.testServer': {
    example: () => ({}),
    refusals: {
      async too_many_tries({ app }) {
        const url = '/api/settings/mail-server/test';
        for (let attempt = 0; attempt < 5; attempt += 1) await app.as('superadmin', { method: 'POST', url });
        return {};
      },
    },
  },
  'alerts.subscribe': {
    example: alertOf,
    refusals: {
      alert_channel_off: (market) => ({ body: { ...alertOf(market).body, channel: 'sms', address: '0771234567' } }),
      product_not_found: (market) => ({ body: { ...alertOf(market).body, products: [UNKNOWN] } }),
      async too_many_alerts(market) {
        const { app } = market;
        await app.database.write((tx) => copyAlerts(tx, { address: BROWSER.address, count: 10 }));
        return alertOf(market);
      },
      async too_many_tries(market) {
        const payload = alertOf(market).body;
        for (let attempt = 0; attempt < 10; attempt += 1)
          await market.app.send({ method: 'POST', url: '/api/alerts', payload });
        return { body: payload };
      },
    },
  },
  'alerts.show': {
    example: ({ alert }) => ({ body: { key: alert } }),
    refusals: { alert_not_found: () => ({ body: { key: NO_KEY } }) },
  },
  'alerts.confirm': {
    example: ({ alert }) => ({ body: { key: alert, code: '123456' } }),
    refusals: {
      alert_not_found: () => ({ body: { key: NO_KEY } }),
      async alert_code_wrong({ app, alert }) {
        const pending = { confirmed_at: null, code_hash: 'of another code', tries_left: 0 };
        await app.database.write((tx) => tx.updateTable('alert_subscriptions').set(pending).execute());
        return { body: { key: alert, code: '123456' } };
      },
    },
  },
  'alerts.change': {
    example: ({ alert, leeks }) => ({
      body: { key: alert, kind: 'above', products: [leeks], limit: '200.50', language: 'si' },
    }),
    refusals: {
      alert_not_found: ({ leeks }) => ({ body: { key: NO_KEY, kind: 'daily', products: [leeks], language: 'si' } }),
      product_not_found: ({ alert }) => ({ body: { key: alert, kind: 'daily', products: [UNKNOWN], language: 'si' } }),
    },
  },
  'alerts.renew': {
    example: ({ alert }) => ({ body: { ...RENEWED, keys: [alert] } }),
    refusals: {
      alert_not_found: () => ({ body: { ...RENEWED, keys: [NO_KEY] } }),
      async too_many_alerts({ app, alert }) {
        await app.database.write((tx) => copyAlerts(tx, { address: RENEWED.address, count: 10 }));
        return { body: { ...RENEWED, keys: [alert] } };
      },
      async too_many_tries({ app, alert }) {
        const payload = { ...RENEWED, keys: [alert] };
        for (let attempt = 0; attempt < 60; attempt += 1)
          await app.send({ method: 'POST', url: '/api/alerts/renew', payload });
        return { body: payload };
      },
    },
  },
  'alerts.end': {
    example: ({ alert }) => ({ body: { key: alert } }),
    refusals: { alert_not_found: () => ({ body: { key: NO_KEY } }) },
  },
  'alarms.get': { example: () => ({}), refusals: {} },
  'alarms.set': { example: () => ({ body: { list_by: '07:30', gate_silent_hours: 6 } }), refusals: {} },
  'alerts.getSettings': { example: () => ({}), refusals: {} },
  'alerts.getStatus': { example: () => ({}), refusals: {} },
  'alerts.setSettings': {
    example: () => ({ body: SMS_SETTINGS }),
    refusals: { verification_required: async (market) => ({ ...(await unverify(market)), body: SMS_SETTINGS }) },
  },
  'mail.sendInvoices': {
    example: ({ invoice }) => ({ body: { invoices: [{ invoice_id: invoice }] } }),
    refusals: {
      async mail_queue_full({ app, invoice }) {
        await fillOutbox(app);
        return { body: { invoices: [{ invoice_id: invoice }] } };
      },
    },
  },
  'mail.getRun': {
    example: ({ mailRun }) => ({ params: { id: mailRun } }),
    refusals: { run_not_found: () => ({ params: { id: NO_SHIFT } }) },
  },
  'mail.list': { example: ({ invoice }) => ({ query: { invoice_id: invoice, open: 'true' } }), refusals: {} },
  'mail.sendStatement': {
    example: ({ shop, tenant }) => ({ params: { id: shop }, body: { tenancy_id: tenant, from: '2026-10-01', to: '' } }),
    refusals: {
      shop_not_found: () => ({ params: { id: 'Z-99' }, body: {} }),
      tenancy_not_found: ({ shop }) => ({ params: { id: shop }, body: { tenancy_id: UNKNOWN } }),
      shop_has_no_tenant: ({ freeShop }) => ({ params: { id: freeShop }, body: {} }),
      async mail_queue_full({ app, shop, tenant }) {
        await fillOutbox(app);
        return { params: { id: shop }, body: { tenancy_id: tenant } };
      },
      async tenant_has_no_email({ app, shop, tenant }) {
        const payload = { ...SUNIL, email: '' };
        await app.as('superadmin', { method: 'PUT', url: `/api/tenants/${tenant}`, payload });
        return { params: { id: shop }, body: {} };
      },
    },
  },
  'cash.day': { example: ({ role, app }) => ({ query: { date: TEST_DAY, by: app.emailOf(role) } }), refusals: {} },
  'cash.daySheet': { example: ({ role, app }) => ({ query: { date: TEST_DAY, by: app.emailOf(role) } }), refusals: {} },
  'cash.cheques': { example: () => ({ query: { state: 'pending' } }), refusals: {} },
  'cash.depositCheques': {
    example: ({ cheque }) => ({ body: { payment_ids: [Number(cheque)], deposited_on: TEST_DAY } }),
    refusals: {
      payment_not_found: () => ({ body: { payment_ids: [Number(UNKNOWN)], deposited_on: TEST_DAY } }),
      not_a_cheque: ({ payment }) => ({ body: { payment_ids: [Number(payment)], deposited_on: null } }),
    },
  },
  'cash.clearCheques': {
    example: ({ cheque }) => ({ body: { payment_ids: [Number(cheque)], cleared_on: TEST_DAY } }),
    refusals: {
      day_closed: ({ cheque }) => ({
        body: { payment_ids: [Number(cheque)], cleared_on: CLOSED_MONEY_DAY },
      }),
      payment_not_found: () => ({ body: { payment_ids: [Number(UNKNOWN)], cleared_on: TEST_DAY } }),
      not_a_cheque: ({ payment }) => ({ body: { payment_ids: [Number(payment)], cleared_on: null } }),
      ...approvedBy(({ cheque }) => ({ body: { payment_ids: [Number(cheque)], cleared_on: TEST_DAY } })),
    },
  },
  'places.now': { example: () => ({}), refusals: {} },
  'electronic.list': { example: () => ({ query: { state: 'to_confirm' } }), refusals: {} },
  'electronic.confirm': {
    example: ({ transfer }) => ({ body: { payment_ids: [Number(transfer)], confirmed_on: TEST_DAY } }),
    refusals: {
      day_closed: ({ transfer }) => ({
        body: { payment_ids: [Number(transfer)], confirmed_on: CLOSED_MONEY_DAY },
      }),
      payment_not_found: () => ({ body: { payment_ids: [Number(UNKNOWN)], confirmed_on: TEST_DAY } }),
      not_electronic: ({ payment }) => ({ body: { payment_ids: [Number(payment)], confirmed_on: null } }),
      ...approvedBy(({ transfer }) => ({ body: { payment_ids: [Number(transfer)], confirmed_on: TEST_DAY } })),
    },
  },
  ...bankExamples(approvedBy),
  ...planExamples,
  ...programTokenExamples,
  ...closingExamples,
  ...centreExamples,
  'electronic.getSettings': { example: () => ({}), refusals: {} },
  'electronic.setSettings': {
    example: () => ({ body: { from: TEST_DAY } }),
    refusals: {
      // The transfer is recorded a day earlier, because the session of the caller ends within a day.
      ...approvedBy(async ({ app, transfer }) => {
        const earlier = { recorded_at: paymentInstant(YESTERDAY) };
        await app.database.write((tx) =>
          tx.updateTable('ledger_entries').set(earlier).where('id', '=', Number(transfer)).execute(),
        );
        return { body: { from: TEST_DAY } };
      }),
    },
  },
  'cash.sessions': { example: () => ({ query: { date: TEST_DAY, open: 'true' } }), refusals: {} },
  'cash.openSession': {
    example: () => ({ body: { opening_float: '5,000.00' } }),
    refusals: {
      cash_session_open: () => ({ body: { opening_float: 0 }, role: 'cashier' }),
      async difference_unexplained({ app, cashSession }) {
        const payload = { ...COUNTED, kept_cash: 100, reason: '' };
        await app.as('superadmin', { method: 'POST', url: `/api/cash/sessions/${cashSession}/close`, payload });
        return { body: { opening_float: 0 }, role: 'cashier' };
      },
    },
  },
  'cash.closeSession': {
    example: ({ cashSession }) => ({ params: { id: cashSession }, body: { ...COUNTED, kept_cash: 100, reason: '' } }),
    refusals: {
      cash_session_not_found: () => ({ params: { id: UNKNOWN }, body: COUNTED }),
      cash_session_closed: ({ closedCashSession }) => ({ params: { id: closedCashSession }, body: COUNTED }),
      difference_unexplained: ({ cashSession }) => ({ params: { id: cashSession }, body: { count: [] } }),
    },
  },
  'cash.bankSession': {
    example: ({ closedCashSession }) => ({ params: { id: closedCashSession }, body: { banked_on: TEST_DAY } }),
    refusals: {
      day_closed: ({ closedCashSession }) => ({
        params: { id: closedCashSession },
        body: { banked_on: CLOSED_MONEY_DAY },
      }),
      cash_session_not_found: () => ({ params: { id: UNKNOWN }, body: { banked_on: TEST_DAY } }),
      cash_session_open: ({ cashSession }) => ({ params: { id: cashSession }, body: { banked_on: TEST_DAY } }),
      ...approvedBy(({ closedCashSession }) => ({
        params: { id: closedCashSession },
        body: { banked_on: TEST_DAY },
      })),
      async cash_session_banked({ app, closedCashSession }) {
        const banked = { params: { id: closedCashSession }, body: { banked_on: TEST_DAY } };
        const url = `/api/cash/sessions/${closedCashSession}/banked`;
        await app.as('superadmin', { method: 'POST', url, payload: banked.body });
        return banked;
      },
    },
  },
  ...paperExamples(),
  'cash.getSettings': { example: () => ({}), refusals: {} },
  'cash.setSettings': { example: () => ({ body: { sessions: true } }), refusals: {} },
  'cash.getCashierDays': { example: () => ({}), refusals: {} },
  'cash.setCashierDays': { example: () => ({ body: { yesterday: true } }), refusals: {} },
  'reminders.send': {
    example: ({ tenant, registeredTenant }) => ({
      body: { ...REMINDING, way: 'letter', tenancy_ids: [tenant, registeredTenant] },
    }),
    refusals: {
      async mail_queue_full({ app, registeredTenant }) {
        const url = '/api/settings/mail-server';
        await app.as('superadmin', { method: 'PUT', url, payload: MAIL_SERVER });
        await app.database.write((tx) =>
          tx
            .updateTable('tenancies')
            .set({ balance_cents: cents(-100) })
            .where('id', '=', Number(registeredTenant))
            .execute(),
        );
        await fillOutbox(app);
        return { body: { ...REMINDING, way: 'email', tenancy_ids: [registeredTenant] } };
      },
    },
  },
  'journal.accounts': { example: () => ({}), refusals: {} },
  'journal.setAccount': {
    example: () => ({ params: { account: 'drawers' }, body: { account_name: 'Assets:1010-Cash' } }),
    refusals: {
      journal_account_not_found: () => ({ params: { account: 'bank-999999' }, body: { account_name: '' } }),
      async journal_account_closed(market) {
        await closeExampleMonth(market);
        return { params: { account: 'receivables' }, body: { account_name: 'Assets:1200-Tenants' } };
      },
    },
  },
  'journal.file': {
    example: () => ({ query: { from: YESTERDAY, to: TEST_DAY, format: 'hledger' } }),
    refusals: {
      async journal_differs({ app, tenant }) {
        const lowered = { balance_cents: cents(-100) };
        await app.database.owner.updateTable('tenancies').set(lowered).where('id', '=', Number(tenant)).execute();
        return { query: { from: YESTERDAY, to: TEST_DAY } };
      },
    },
  },
  'reminders.list': {
    example: ({ tenant }) => ({ params: { id: tenant } }),
    refusals: { tenancy_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'reminders.follow': {
    example: ({ reminder }) => ({ params: { id: reminder }, body: PROMISE }),
    refusals: {
      reminder_not_found: () => ({ params: { id: UNKNOWN }, body: PROMISE }),
      async personal_data_erased(market) {
        const id = await remind(market.app, market.formerTenant);
        await eraseFormer(market);
        return { params: { id }, body: PROMISE };
      },
    },
  },
  'reminders.current': {
    example: ({ owedReminder }) => ({ query: { ids: owedReminder } }),
    refusals: { reminder_not_found: () => ({ query: { ids: '999999' } }) },
  },
  'reminders.letters': {
    example: ({ owedReminder }) => ({ query: { ids: owedReminder } }),
    refusals: {
      reminder_not_found: () => ({ query: { ids: '999999' } }),
      async nothing_overdue(market) {
        const id = await remind(market.app, market.formerTenant);
        await eraseFormer(market);
        return { query: { ids: id } };
      },
    },
  },
  'reminders.getTexts': { example: () => ({}), refusals: {} },
  'reminders.setTexts': {
    example: () => ({ body: { friendly: LETTERS, formal: LETTERS, final: LETTERS } }),
    refusals: {},
  },
  'tax.getSetup': { example: () => ({}), refusals: {} },
  'tax.setSetup': {
    example: () => ({ body: { ...TAX_SETUP, place_of_supply: 'Dambulla' } }),
    refusals: { tax_unit_used: () => ({ body: { ...TAX_SETUP, unit: 'OTHER' } }) },
  },
  'tax.documents': { example: () => ({ query: { search: '26nov', page: '1', limit: '10' } }), refusals: {} },
  'tax.documentPdf': {
    example: ({ taxDocument }) => ({ params: { id: taxDocument } }),
    refusals: { tax_document_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'tax.issueTaxInvoice': {
    example: ({ plainInvoice }) => ({ params: { id: plainInvoice } }),
    refusals: {
      invoice_not_found: () => ({ params: { id: 'INV-Z-99-202610' } }),
      tax_document_not_found: ({ invoice }) => ({ params: { id: invoice } }),
      tax_invoice_exists: ({ taxInvoice }) => ({ params: { id: taxInvoice } }),
      async tenant_not_registered({ app, registeredTenant, plainInvoice }) {
        const payload = { ...SUNIL, is_vat_registered: false };
        await app.as('superadmin', { method: 'PUT', url: `/api/tenants/${registeredTenant}`, payload });
        return { params: { id: plainInvoice } };
      },
    },
  },
  'tax.schedules': { example: () => ({ params: { period: '2641' } }), refusals: {} },
  'tax.scheduleFile': {
    example: () => ({ params: { period: '2641', schedule: '01' } }),
    refusals: {
      async centre_not_registered({ app }) {
        const payload = { ...TAX_SETUP, registered_from: null, tin: '' };
        await app.as('superadmin', { method: 'PUT', url: '/api/tax/settings', payload });
        return { params: { period: '2641', schedule: '01' } };
      },
      async vat_schedule_faulty({ app, taxInvoice }) {
        await app.database.write((tx) =>
          tx
            .updateTable('invoices')
            .set({ vat_cents: cents(1) })
            .where('number', '=', taxInvoice)
            .execute(),
        );
        return { params: { period: '2641', schedule: '04' } };
      },
    },
  },
  'ledger.verify': { example: () => ({}), refusals: {} },
  'ledger.lastVerification': { example: () => ({}), refusals: {} },
  'audit.anchor': { example: () => ({}), refusals: {} },

  'dashboard.summary': { example: () => ({ query: { year: '2026', month: '10' } }), refusals: {} },
  'dashboard.setup': { example: () => ({}), refusals: {} },
  'dashboard.setSetup': { example: () => ({ body: { is_put_away: true, confirmed: ['vat'] } }), refusals: {} },
  'dashboard.arrears': { example: () => ({}), refusals: {} },
  'dashboard.today': { example: () => ({}), refusals: {} },
  'dashboard.morning': { example: () => ({}), refusals: {} },

  'reports.rentPayments': { example: () => ({ query: { year: '2026', month: '10' } }), refusals: {} },
  'reports.remainingDues': { example: () => ({ query: { year: '2026', month: '11', format: 'pdf' } }), refusals: {} },
  'reports.shopPayments': { example: () => ({ query: { year: '2026', month: '11', format: 'xlsx' } }), refusals: {} },
  'reports.rentRoll': { example: () => ({ query: { month: '2026-10' } }), refusals: {} },
  'reports.rentRollFile': { example: () => ({ query: { month: '2026-11', format: 'xlsx' } }), refusals: {} },
  'reports.yearFile': { example: () => ({ query: { year: '2026', format: 'xlsx' } }), refusals: {} },
  'reports.ticket': { example: () => ({}), refusals: {} },

  'shops.summary': {
    example: ({ shop }) => ({ params: { id: shop } }),
    refusals: { shop_not_found: () => ({ params: { id: 'Z-99' } }) },
  },
  'shops.statement': {
    example: ({ shop, tenant }) => ({
      params: { id: shop },
      query: { tenancy_id: tenant, from: '2026-10-01', to: TEST_DAY },
    }),
    refusals: {
      shop_not_found: () => ({ params: { id: 'Z-99' } }),
      tenancy_not_found: ({ shop }) => ({ params: { id: shop }, query: { tenancy_id: UNKNOWN } }),
      shop_has_no_tenant: ({ freeShop }) => ({ params: { id: freeShop } }),
    },
  },
  'shops.statementPdf': {
    example: ({ shop, tenant }) => ({
      params: { id: shop },
      query: { tenancy_id: tenant, from: '2026-10-01', to: TEST_DAY },
    }),
    refusals: {
      shop_not_found: () => ({ params: { id: 'Z-99' } }),
      tenancy_not_found: ({ shop }) => ({ params: { id: shop }, query: { tenancy_id: UNKNOWN } }),
      shop_has_no_tenant: ({ freeShop }) => ({ params: { id: freeShop } }),
    },
  },
  'shops.setBalance': {
    example: ({ shop }) => ({ params: { id: shop }, body: { balance_amount: -250.5, reason: 'Taken over' } }),
    refusals: {
      shop_not_found: () => ({ params: { id: 'Z-99' }, body: { balance_amount: 1 } }),
      tenancy_not_found: ({ shop }) => ({ params: { id: shop }, body: { balance_amount: 1, tenancy_id: UNKNOWN } }),
      shop_has_no_tenant: ({ freeShop }) => ({ params: { id: freeShop }, body: { balance_amount: 1 } }),
      ...approvedBy(({ shop }) => ({ params: { id: shop }, body: { balance_amount: -1, reason: 'Taken over' } })),
    },
  },

  'products.list': { example: () => ({ query: { archived: 'true' } }), refusals: {} },
  'products.get': {
    example: ({ carrot }) => ({ params: { id: carrot } }),
    refusals: { product_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'products.add': {
    example: () => ({
      body: {
        name: 'Green beans',
        type: 'vegetable',
        code: 'GB',
        name_si: 'බෝංචි',
        name_ta: 'போஞ்சி',
        unit: 'kg',
        description: 'Long and thin',
        aliases: ['Beans'],
        list_order: 30,
      },
    }),
    refusals: {
      product_exists: () => ({ body: { name: ' carrot', type: 'vegetable' } }),
      product_code_taken: () => ({ body: { name: 'Green beans', type: 'vegetable', code: 'car' } }),
      product_deleted: () => ({ body: { name: 'okra', type: 'vegetable' } }),
      bad_image: () => ({ body: { name: 'Green beans', type: 'vegetable' }, picture: Buffer.from('no picture') }),
    },
  },
  'products.edit': {
    example: ({ carrot }) => ({
      params: { id: carrot },
      body: { name: 'Carrot (Nuwara Eliya)', type: 'vegetable', code: 'CAR-N', remove_image: false },
    }),
    refusals: {
      product_not_found: () => ({ params: { id: UNKNOWN }, body: { name: 'Carrot', type: 'vegetable' } }),
      product_exists: ({ leeks }) => ({ params: { id: leeks }, body: { name: 'Carrot', type: 'vegetable' } }),
      product_code_taken: ({ leeks }) => ({
        params: { id: leeks },
        body: { name: 'Leeks', type: 'vegetable', code: 'CAR' },
      }),
      product_deleted: ({ leeks }) => ({
        params: { id: leeks },
        body: { name: 'Leeks', type: 'vegetable', code: 'OKR' },
      }),
      bad_image: ({ carrot }) => ({
        params: { id: carrot },
        body: { name: 'Carrot', type: 'vegetable' },
        picture: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      }),
    },
  },
  'products.remove': {
    example: ({ carrot }) => ({ params: { id: carrot } }),
    refusals: { product_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'imports.last': { example: () => ({}), refusals: {} },
  'imports.table': {
    example: () => ({ params: { subject: 'shops' }, body: { csv: SHOP_FILE, write: true } }),
    refusals: {
      bad_csv: () => ({ params: { subject: 'shops' }, body: { csv: 'no table at all' } }),
      import_unanswered: () => ({ params: { subject: 'products' }, body: { csv: 'name\nJackfruit\n', write: true } }),
    },
  },
  'imports.starter': { example: () => ({}), refusals: {} },
  'imports.undo': {
    example: () => ({ params: { subject: 'products' } }),
    refusals: {
      import_not_found: () => SHOP_IMPORT,
      async import_used({ app }) {
        await importShop(app);
        const payload = { amountPaid: 100, paymentDate: TEST_DAY };
        await app.as('superadmin', { method: 'POST', url: '/api/payments/by-shop/Q-1', payload });
        return SHOP_IMPORT;
      },
    },
  },
  'imports.dump': { example: () => ({}), refusals: {} },
  'imports.beginDump': {
    example: () => ({ body: DUMP }),
    refusals: {
      async import_running({ app }) {
        // A market that is not empty takes a dump only if it began with one.
        const began = { hash: '0'.repeat(64), at: instantOf(0) };
        const setting = { name: 'legacy_import', value: JSON.stringify(began), at: instantOf(0) };
        await app.database.write((tx) => putSetting(tx, setting));
        await app.as('superadmin', {
          method: 'POST',
          url: '/api/imports/dump',
          payload: { ...DUMP, name: 'other.sql' },
        });
        return { body: DUMP };
      },
      dump_too_large: () => ({ body: { ...DUMP, bytes: 7_000_000_000 } }),
    },
  },
  'imports.sendDump': { example: () => ({ body: { id: NO_KEY, offset: 0 } }), refusals: {} },
  'imports.writeDump': {
    example: () => ({ body: { hash: NO_KEY } }),
    refusals: { verification_required: async (market) => ({ ...(await unverify(market)), body: { hash: NO_KEY } }) },
  },
  'imports.stopDump': { example: () => ({ body: { id: NO_KEY } }), refusals: {} },
  'products.restore': {
    example: ({ okra }) => ({ params: { id: okra } }),
    refusals: {
      product_not_found: () => ({ params: { id: UNKNOWN } }),
      product_not_deleted: ({ carrot }) => ({ params: { id: carrot } }),
      async product_exists({ app, carrot, okra }) {
        // Older versions allowed a product to have the name of a deleted one, so such products may exist.
        await app.database.write((tx) =>
          tx.updateTable('products').set({ name: 'Okra' }).where('id', '=', Number(carrot)).execute(),
        );
        return { params: { id: okra } };
      },
    },
  },

  'prices.byDate': { example: () => ({ params: { date: TEST_DAY } }), refusals: {} },
  'prices.days': { example: () => ({ params: { date: TEST_DAY } }), refusals: {} },
  'prices.names': { example: () => ({}), refusals: {} },
  'prices.chart': {
    example: ({ carrot }) => ({ params: { id: carrot } }),
    refusals: { product_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'prices.series': {
    example: ({ carrot }) => ({ params: { id: carrot } }),
    refusals: { product_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'prices.one': {
    example: ({ carrot }) => ({ params: { id: carrot, date: TEST_DAY } }),
    refusals: { price_not_found: ({ carrot }) => ({ params: { id: carrot, date: '2020-01-01' } }) },
  },
  'prices.edit': {
    example: ({ carrot }) => ({
      params: { id: carrot, date: TEST_DAY },
      body: { min_price: 130.25, max_price: '160.5' },
    }),
    refusals: {
      price_not_found: ({ leeks }) => ({
        params: { id: leeks, date: TEST_DAY },
        body: { min_price: 130, max_price: 160 },
      }),
      bad_price_rows: ({ carrot }) => ({
        params: { id: carrot, date: TEST_DAY },
        body: { min_price: 160.01, max_price: 160 },
      }),
    },
  },
  'prices.changes': { example: ({ carrot }) => ({ params: { id: carrot, date: TEST_DAY } }), refusals: {} },
  'prices.updateMultiple': {
    example: ({ carrot, leeks }) => ({
      body: [
        { product_id: leeks, date: TEST_DAY, min_price: '80', max_price: 95.5 },
        { product_id: Number(carrot), date: TEST_DAY, min_price: 125, max_price: 155 },
        { product_id: carrot, date: YESTERDAY, min_price: null, max_price: null },
      ],
    }),
    refusals: {
      bad_price_rows: ({ carrot, leeks }) => ({
        body: [
          { product_id: leeks, date: TEST_DAY, min_price: 80, max_price: 95 },
          { product_id: carrot, date: TEST_DAY, min_price: 155, max_price: 125 },
        ],
      }),
    },
  },
  'prices.withdraw': {
    example: () => ({ params: { date: TEST_DAY }, body: { reason: 'The sheet of another day' } }),
    refusals: {
      price_list_not_found: () => ({ params: { date: '2020-01-01' }, body: { reason: 'The sheet of another day' } }),
      preview_changed: () => ({
        params: { date: TEST_DAY },
        query: { preview_digest: 'of yesterday' },
        body: { reason: 'The sheet of another day' },
      }),
    },
  },
  'prices.move': {
    example: () => ({ params: { date: TEST_DAY }, body: MOVE }),
    refusals: {
      price_list_not_found: () => ({ params: { date: '2020-01-01' }, body: MOVE }),
      day_has_prices: () => ({ params: { date: TEST_DAY }, body: { ...MOVE, to: YESTERDAY } }),
      preview_changed: () => ({
        params: { date: TEST_DAY },
        query: { preview_digest: 'of yesterday' },
        body: MOVE,
      }),
    },
  },
  'prices.sheet': { example: () => ({ params: { date: TEST_DAY } }), refusals: {} },
  'prices.importCsv': {
    example: ({ leeks }) => ({
      body: {
        csv: `date,item,min_price,max_price\n${TEST_DAY},Carrot,126,156\n${TEST_DAY},Lunu kola,70,90\n${TEST_DAY},Unknown,1,2\n`,
        mapping: { 'Lunu kola': leeks },
        write: true,
      },
    }),
    refusals: {
      bad_csv: () => ({ body: { csv: 'no table at all' } }),
      import_unanswered: () => ({
        body: { csv: `date,item,min (per quintal),max (per quintal)\n${TEST_DAY},Carrot,126,156\n`, write: true },
      }),
    },
  },

  'comparisons.list': { example: () => ({ query: { date: TEST_DAY } }), refusals: {} },
  'pricePost.get': {
    example: () => ({ params: { date: TEST_DAY } }),
    refusals: { price_list_not_found: () => ({ params: { date: CLOSED_DAY } }) },
  },

  'openData.prices': { example: () => ({ query: { date: TEST_DAY } }), refusals: {} },
  'openData.products': { example: () => ({}), refusals: {} },
  'openData.productPrices': {
    example: () => ({ params: { code: 'car' }, query: { from: YESTERDAY, to: TEST_DAY } }),
    refusals: { product_not_found: () => ({ params: { code: 'NO-SUCH' } }) },
  },
  'openData.years': { example: () => ({}), refusals: {} },
  'openData.yearCsv': {
    example: () => ({ params: { year: '2026' } }),
    refusals: { year_not_found: () => ({ params: { year: '1999' } }) },
  },
  'openData.yearJson': {
    example: () => ({ params: { year: '2026' } }),
    refusals: { year_not_found: () => ({ params: { year: '1999' } }) },
  },
  'arrivals.list': { example: () => ({ query: { from: YESTERDAY, to: TEST_DAY } }), refusals: {} },
  'arrivals.yearCsv': {
    example: () => ({ params: { year: '2026' } }),
    refusals: { year_not_found: () => ({ params: { year: '1999' } }) },
  },
  'openData.days': { example: () => ({ query: { year: '2026' } }), refusals: {} },
  'openData.allCsv': { example: () => ({}), refusals: {} },
  'openData.allParquet': { example: () => ({}), refusals: {} },
  'openData.datapackage': { example: () => ({}), refusals: {} },
  'openData.dcat': { example: () => ({}), refusals: {} },
  'openData.croissant': { example: () => ({}), refusals: {} },
  'openData.corrections': { example: () => ({ query: { since: YESTERDAY, page: '1', limit: '1' } }), refusals: {} },
  'outlook.list': { example: () => ({}), refusals: {} },
  'outlook.get': {
    example: () => ({ params: { code: 'car' }, query: { year: '2026' } }),
    refusals: { product_not_found: () => ({ params: { code: 'NO-SUCH' } }) },
  },

  'publications.list': { example: () => ({}), refusals: {} },
  'publications.get': {
    example: ({ notice }) => ({ params: { id: notice } }),
    refusals: { publication_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'publications.feed': { example: () => ({ params: { language: 'si' } }), refusals: {} },
  'publications.add': {
    example: () => ({
      body: {
        type: 'event',
        topic: 'Pola fair',
        topic_si: 'පොළ',
        topic_ta: 'சந்தை',
        description: 'On the car park.\nCome early.',
        description_si: 'එන්න',
        description_ta: 'வாருங்கள்',
      },
    }),
    refusals: { bad_image: () => ({ body: NOTICE, picture: Buffer.from('no picture') }) },
  },
  'publications.edit': {
    example: ({ notice }) => ({
      params: { id: notice },
      body: { ...NOTICE, type: 'announcement', remove_image: true },
    }),
    refusals: {
      publication_not_found: () => ({ params: { id: UNKNOWN }, body: NOTICE }),
      bad_image: ({ notice }) => ({ params: { id: notice }, body: NOTICE, picture: Buffer.from('no picture') }),
    },
  },
  'publications.remove': {
    example: ({ notice }) => ({ params: { id: notice } }),
    refusals: { publication_not_found: () => ({ params: { id: UNKNOWN } }) },
  },

  'marketDays.calendar': { example: () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }), refusals: {} },
  'marketDays.save': {
    example: () => ({ params: { date: TOMORROW }, body: STRIKE }),
    refusals: { day_has_prices: () => ({ params: { date: TEST_DAY }, body: STRIKE }) },
  },
  'marketDays.remove': {
    example: () => ({ params: { date: CLOSED_DAY } }),
    refusals: { market_day_not_found: () => ({ params: { date: TOMORROW } }) },
  },
  'marketDays.setWeek': { example: () => ({ body: { open_weekdays: [6, 1, 2, 3, 4, 5] } }), refusals: {} },
  'marketDays.addPoyaDays': { example: () => ({ body: { year: 2026 } }), refusals: {} },

  'weather.now': { example: () => ({}), refusals: {} },

  'sanitationTickets.issue': {
    example: () => ({ body: { price: '20', ...LATE } }),
    refusals: {
      device_of_other: async (market) => ({ body: { price: 100, device_number: await numberOfOther(market) } }),
      device_number_used: () => ({ body: { price: 100, device_number: 'K-7' } }),
      issued_too_early: () => ({ body: { price: 20, issued_at: TOO_EARLY, device_number: 'K-8' } }),
      issued_in_future: () => ({ body: { price: 20, issued_at: AHEAD, device_number: 'K-8' } }),
    },
  },
  'sanitationTickets.byDate': {
    example: () => ({ query: { date: TEST_DAY, price: '20', byWhom: 'ADMIN@' } }),
    refusals: {},
  },
  'sanitationTickets.dailyIncome': { example: () => ({ query: { price: '20' } }), refusals: {} },
  'sanitationTickets.monthlyIncome': {
    example: () => ({ query: { startDate: YESTERDAY, endDate: TEST_DAY, price: '' } }),
    refusals: {},
  },
  'sanitationTickets.breakdown': { example: () => ({}), refusals: {} },
  'sanitationTickets.remove': {
    example: ({ ticket }) => ({ params: { id: ticket }, body: { reason: 'Paid twice' } }),
    refusals: refusalsOfVoiding('ticket', (shift_id) => ({
      url: '/api/sanitation',
      payload: { price: 20, shift_id },
    })),
  },
  'vehicleTickets.issue': {
    example: () => ({ body: { ...LORRY, ...LATE } }),
    refusals: {
      async price_differs({ app }) {
        await app.as('superadmin', { method: 'PUT', url: '/api/gate/tariff', payload: { prices: PRICES } });
        return { body: LORRY, role: 'tiketing' };
      },
      device_of_other: async (market) => ({ body: { ...LORRY, device_number: await numberOfOther(market) } }),
      device_number_used: () => ({ body: { ...LORRY, device_number: 'K-7' } }),
      issued_too_early: () => ({ body: { ...LORRY, issued_at: TOO_EARLY, device_number: 'K-8' } }),
      issued_in_future: () => ({ body: { ...LORRY, issued_at: AHEAD, device_number: 'K-8' } }),
    },
  },
  'vehicleTickets.byDate': {
    example: () => ({ query: { date: '', vehicleNumber: 'cab', byWhom: 'admin', page: '1', limit: '10' } }),
    refusals: {},
  },
  'vehicleTickets.otherPrices': { example: () => ({}), refusals: {} },
  'vehicleTickets.dailyIncome': { example: () => ({}), refusals: {} },
  'vehicleTickets.monthlyIncome': { example: () => ({}), refusals: {} },
  'vehicleTickets.remove': {
    example: ({ vehicleTicket }) => ({ params: { id: vehicleTicket }, body: { reason: 'Turned round' } }),
    refusals: refusalsOfVoiding('vehicleTicket', (shift_id) => ({
      url: '/api/vehicle-tickets',
      payload: { ...LORRY, shift_id },
    })),
  },
  'gate.addDevice': { example: () => ({}), refusals: {} },
  'gate.openShift': {
    example: () => ({ body: { id: NO_SHIFT, opening_cash: '500.00', opened_at: LATE.issued_at, device: 'k' } }),
    refusals: {
      shift_exists: ({ shift }) => ({ body: { id: shift, opening_cash: 501 } }),
      issued_too_early: () => ({ body: { id: NO_SHIFT, opening_cash: 0, opened_at: TOO_EARLY } }),
      issued_in_future: () => ({ body: { id: NO_SHIFT, opening_cash: 0, opened_at: AHEAD } }),
    },
  },
  'gate.closeShift': {
    example: ({ shift }) => ({
      params: { id: shift },
      body: { counted_cash: 510, reason: 'Ten rupees were found', last_number: null },
    }),
    refusals: {
      shift_not_found: () => ({ params: { id: NO_SHIFT }, body: { counted_cash: 0 } }),
      async shift_closed({ app, shift }) {
        const url = `/api/gate/shifts/${shift}/close`;
        await app.as('superadmin', { method: 'POST', url, payload: { counted_cash: 500 } });
        return { params: { id: shift }, body: { counted_cash: 490, reason: 'Counted again' } };
      },
      difference_unexplained: ({ shift }) => ({ params: { id: shift }, body: { counted_cash: 490, reason: ' ' } }),
      issued_too_early: ({ shift }) => ({ params: { id: shift }, body: { counted_cash: 500, closed_at: TOO_EARLY } }),
      issued_in_future: ({ shift }) => ({ params: { id: shift }, body: { counted_cash: 500, closed_at: AHEAD } }),
    },
  },
  'gate.shift': {
    example: ({ shift }) => ({ params: { id: shift } }),
    refusals: { shift_not_found: () => ({ params: { id: NO_SHIFT } }) },
  },
  'gate.shifts': { example: () => ({ query: { date: TEST_DAY, open: 'true' } }), refusals: {} },
  'gate.income': { example: () => ({ query: { month: '2026-11' } }), refusals: {} },
  'gate.phones': { example: () => ({}), refusals: {} },
  'gate.changedTypes': { example: () => ({}), refusals: {} },
  'gate.missing': { example: () => ({}), refusals: {} },
  'gate.noteMissing': {
    example: () => ({ body: { numbers: ['k-8'], reason: 'The phone was lost' } }),
    refusals: { number_not_missing: () => ({ body: { numbers: ['Q-2'], reason: 'The phone was lost' } }) },
  },
  'gate.getCounting': { example: () => ({}), refusals: {} },
  'gate.setCounting': {
    example: () => ({ body: { from: TEST_DAY } }),
    refusals: {
      // The tickets are issued a day earlier, because the session of the caller ends within a day.
      ...approvedBy(async ({ app }) => {
        await app.database.write((tx) => tx.updateTable('shift_sums').set({ day: YESTERDAY }).execute());
        return { body: { from: TEST_DAY } };
      }),
    },
  },
  'gateCash.now': { example: () => ({}), refusals: {} },
  'gateCash.own': { example: () => ({}), refusals: {} },
  'gateCash.receive': {
    example: ({ account }) => ({
      body: { account_id: Number(account), received_cash: '250.00', left_cash: 40, reason: 'A note was torn' },
    }),
    refusals: {
      own_gate_cash: async ({ app, role }) => ({
        body: { account_id: Number(await accountIdOf(app, role)), received_cash: 0 },
      }),
      no_gate_cash: () => ({ body: { account_id: Number(UNKNOWN), received_cash: 0 } }),
      difference_unexplained: ({ account }) => ({ body: { account_id: Number(account), received_cash: 250 } }),
      cash_session_needed: onceOn(async ({ app, account, cashSession }) => {
        const payload = { count: [{ value: 500, pieces: 1 }] };
        await app.as('cashier', { method: 'POST', url: `/api/cash/sessions/${cashSession}/close`, payload });
        return { body: { account_id: Number(account), received_cash: 300 }, role: 'cashier' };
      }),
    },
  },
  'gateCash.give': {
    example: ({ account }) => ({ body: { account_id: Number(account), given_cash: '2000.00' } }),
    refusals: {
      own_gate_cash: async ({ app, role }) => ({
        body: { account_id: Number(await accountIdOf(app, role)), given_cash: 2000 },
      }),
      account_not_found: () => ({ body: { account_id: Number(UNKNOWN), given_cash: 2000 } }),
    },
  },
  'gateCash.undo': {
    example: ({ handover }) => ({ params: { id: handover }, body: { reason: 'Counted twice' } }),
    refusals: {
      handover_not_found: () => ({ params: { id: UNKNOWN }, body: { reason: 'Counted twice' } }),
      handover_of_other: ({ handover }) => ({
        params: { id: handover },
        body: { reason: 'Counted twice' },
        role: 'manager',
      }),
      async handover_banked({ app, handover }) {
        const payload = { banked_on: TEST_DAY };
        await app.as('superadmin', { method: 'POST', url: `/api/gate/cash/${handover}/banked`, payload });
        return { params: { id: handover }, body: { reason: 'Counted twice' } };
      },
      async handover_undone({ app, handover }) {
        await undo(app, handover);
        return { params: { id: handover }, body: { reason: 'Counted twice' } };
      },
      async handover_counted(market) {
        const { id, session } = await receiveIntoDrawer(market);
        const payload = { count: [{ value: 100, pieces: 3 }] };
        await market.app.as('superadmin', { method: 'POST', url: `/api/cash/sessions/${session}/close`, payload });
        return { params: { id }, body: { reason: 'Counted twice' } };
      },
      async float_used({ app, account }) {
        const post = (url: string, payload: object) => app.as('superadmin', { method: 'POST', url, payload });
        const account_id = Number(account);
        const given = await post('/api/gate/cash/given', { account_id, given_cash: 2000 });
        await post('/api/gate/cash/received', { account_id, received_cash: 2300 });
        const { handover: float } = given.json<{ handover: { id: number } }>();
        return { params: { id: String(float.id) }, body: { reason: 'Counted twice' } };
      },
    },
  },
  'gateCash.bank': {
    example: ({ handover }) => ({ params: { id: handover }, body: { banked_on: TEST_DAY } }),
    refusals: {
      day_closed: ({ handover }) => ({
        params: { id: handover },
        body: { banked_on: CLOSED_MONEY_DAY },
      }),
      handover_not_found: () => ({ params: { id: UNKNOWN }, body: { banked_on: TEST_DAY } }),
      handover_undone: async ({ app, handover }) => {
        await undo(app, handover);
        return { params: { id: handover }, body: { banked_on: TEST_DAY } };
      },
      async handover_in_drawer(market) {
        const { id } = await receiveIntoDrawer(market);
        return { params: { id }, body: { banked_on: TEST_DAY } };
      },
      ...approvedBy(({ handover }) => ({ params: { id: handover }, body: { banked_on: TEST_DAY } })),
      async handover_banked({ app, handover }) {
        const banked = { params: { id: handover }, body: { banked_on: TEST_DAY } };
        const url = `/api/gate/cash/${handover}/banked`;
        await app.as('superadmin', { method: 'POST', url, payload: banked.body });
        return banked;
      },
    },
  },
  'gate.check': { example: () => ({ params: { number: 'k-7' } }), refusals: {} },

  'passes.list': { example: () => ({}), refusals: {} },
  'passes.enter': {
    example: ({ pass }) => ({ body: { pass, vehicleNumber: 'nb 2001' } }),
    refusals: {
      ticket_not_found: () => ({ body: { pass: 'V9999999', vehicleNumber: 'wp cab-1234' } }),
      pass_not_valid: ({ vehicleTicket }) => ({ body: { pass: `V${vehicleTicket}`, vehicleNumber: 'wp cab-1234' } }),
      issued_too_early: ({ pass }) => ({ body: { pass, vehicleNumber: 'nb 2001', entered_at: TOO_EARLY } }),
      issued_in_future: ({ pass }) => ({ body: { pass, vehicleNumber: 'nb 2001', entered_at: AHEAD } }),
    },
  },
  'tariff.set': { example: () => ({ body: { prices: PRICES, valid_from: TOMORROW } }), refusals: {} },
  'tariff.list': { example: () => ({}), refusals: {} },
  'tariff.cancel': {
    example: ({ tariff }) => ({ params: { id: tariff } }),
    refusals: { tariff_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
  'tariff.listTypes': { example: () => ({}), refusals: {} },
  'tariff.addType': {
    example: () => ({ body: { ...CART, name: 'Hand Tractor' } }),
    refusals: { vehicle_type_exists: () => ({ body: { ...CART, name: 'lorry' } }) },
  },
  'tariff.changeType': {
    example: ({ vehicleType }) => ({ params: { id: vehicleType }, body: { ...CART, name_si: 'කරත්තය' } }),
    refusals: {
      vehicle_type_not_found: () => ({ params: { id: UNKNOWN }, body: CART }),
      vehicle_type_exists: ({ vehicleType }) => ({ params: { id: vehicleType }, body: { ...CART, name: 'VAN' } }),
    },
  },
  'tariff.setTypeOrder': {
    example: ({ vehicleType }) => ({ body: { vehicle_type_ids: [vehicleType, 1, 2, 3, 4, 5] } }),
    refusals: {},
  },
  'tariff.removeType': {
    example: ({ vehicleType }) => ({ params: { id: vehicleType } }),
    refusals: {
      vehicle_type_not_found: () => ({ params: { id: UNKNOWN } }),
      vehicle_type_used: () => ({ params: { id: '1' } }),
    },
  },
  'vatRates.set': {
    example: () => ({ body: { newVatRate: '17.5', valid_from: TEST_DAY } }),
    refusals: approvedBy(() => ({ body: { newVatRate: '1', valid_from: TEST_DAY } })),
  },
  'vatRates.list': { example: () => ({}), refusals: {} },
  'vatRates.cancel': {
    example: ({ rate }) => ({ params: { id: rate } }),
    refusals: {
      vat_rate_not_found: () => ({ params: { id: '99999' } }),
      ...approvedBy(async ({ app, rate }) => {
        const payload = { newVatRate: 20, valid_from: '2027-01-01' };
        await app.as('superadmin', { method: 'PUT', url: '/api/settings/update-vat-rate', payload });
        return { params: { id: rate } };
      }),
    },
  },
  'rentRules.set': {
    example: () => ({ body: { rent_due_day: 10, fine_rate: '12.5', from_month: '2026-12' } }),
    refusals: approvedBy(() => ({ body: { rent_due_day: 10, fine_rate: 0, from_month: '2026-12' } })),
  },
  'rentRules.list': { example: () => ({}), refusals: {} },
  'rentRules.cancel': {
    example: () => ({ params: { month: '2027-01' } }),
    refusals: {
      rent_rules_not_found: () => ({ params: { month: '2026-11' } }),
      ...approvedBy(async ({ app }) => {
        const payload = { rent_due_day: 15, fine_rate: 100, from_month: '2027-01' };
        await app.as('superadmin', { method: 'PUT', url: '/api/settings/update-rent-rules', payload });
        return { params: { month: '2027-01' } };
      }),
    },
  },
  'bulkActions.listRuns': { example: () => ({}), refusals: {} },
  'bulkActions.getRun': {
    example: ({ run }) => ({ params: { id: run } }),
    refusals: { run_not_found: () => ({ params: { id: NO_SHIFT } }) },
  },
  'schedule.get': { example: () => ({}), refusals: {} },
  'releases.current': { example: () => ({}), refusals: {} },
  'serverState.get': { example: () => ({}), refusals: {} },
  'approvals.list': { example: () => ({ query: { list: 'open', page: '1', limit: '10' } }), refusals: {} },
  'approvals.approve': {
    example: ({ approval }) => ({ params: { id: approval } }),
    refusals: {
      approval_not_found: () => ({ params: { id: UNKNOWN } }),
      own_approval: ({ approval }) => ({ params: { id: approval }, role: 'admin' }),
      approval_ended: async (market) => ({ params: await decline(market) }),
      verification_required: async (market) => ({ ...(await unverify(market)), params: { id: market.approval } }),
    },
  },
  'approvals.decline': {
    example: ({ approval }) => ({ params: { id: approval }, body: { reason: 'Ask the tenant first' } }),
    refusals: {
      approval_not_found: () => ({ params: { id: UNKNOWN }, body: { reason: 'Unclear' } }),
      own_approval: ({ approval }) => ({ params: { id: approval }, body: { reason: 'Unclear' }, role: 'admin' }),
      approval_ended: async (market) => ({ params: await decline(market), body: { reason: 'Unclear' } }),
    },
  },
  'approvals.getLimit': { example: () => ({}), refusals: {} },
  'approvals.setLimit': {
    example: () => ({ body: { amount: '50000.00' } }),
    refusals: {
      verification_required: async (market) => ({ ...(await unverify(market)), body: { amount: null } }),
    },
  },
  'schedule.set': {
    example: () => ({
      body: {
        generate_invoices: true,
        generate_day: 2,
        apply_fines: true,
        fines_day: 17,
        daily_backup: false,
        backup_days: 30,
      },
    }),
    refusals: {},
  },

  'centre.getContact': { example: () => ({}), refusals: {} },
  'centre.setContact': { example: () => ({ body: { ...CONTACT, ...FEW_CONTACTS } }), refusals: {} },
  'centre.getHome': { example: () => ({}), refusals: {} },
  'centre.setHome': { example: () => ({ body: { ...HOME, services: HOME.services.slice(0, 1) } }), refusals: {} },
  'centre.addPicture': {
    example: () => ({ body: { picture: PICTURE } }),
    refusals: { bad_image: () => ({ body: { picture: 'bm8gcGljdHVyZQ==' } }) },
  },
  'centre.getBank': { example: () => ({}), refusals: {} },
  'centre.setBank': {
    example: () => ({ body: BANK }),
    refusals: { verification_required: async (market) => ({ ...(await unverify(market)), body: BANK }) },
  },

  'audit.list': {
    example: ({ shop }) => ({
      query: {
        event_type: 'Correction',
        start_date: TEST_DAY,
        end_date: TEST_DAY,
        shop_id: shop.toLowerCase(),
        search: 'COUNTED',
        page: '1',
        limit: '1',
      },
    }),
    refusals: {},
  },
  'audit.eventTypes': { example: () => ({}), refusals: {} },
  'restore.state': { example: () => ({}), refusals: {} },
  'restore.begin': {
    example: () => ({ body: DUMP }),
    refusals: { too_many_tries: ({ app }) => tryRestoring(app, '/api/restore', DUMP) },
  },
  'restore.send': { example: () => ({ body: { id: NO_KEY, offset: 0 } }), refusals: {} },
  'restore.listBucket': {
    example: () => ({ body: BUCKET }),
    refusals: { too_many_tries: ({ app }) => tryRestoring(app, '/api/restore/bucket', BUCKET) },
  },
  'restore.fetch': {
    example: () => ({ body: BUCKET_COPY }),
    refusals: { too_many_tries: ({ app }) => tryRestoring(app, '/api/restore/bucket/copy', BUCKET_COPY) },
  },
  'restore.write': {
    example: () => ({ body: { id: NO_KEY } }),
    refusals: { verification_required: async (market) => ({ ...(await unverify(market)), body: { id: NO_KEY } }) },
  },
  'restore.stop': { example: () => ({ body: { id: NO_KEY } }), refusals: {} },
  'restore.outcome': { example: () => ({ query: { id: NO_KEY } }), refusals: {} },
  'backup.download': { example: () => ({}), refusals: { verification_required: unverify } },
  'backup.downloadVerified': {
    example: ({ app, role }) => ({ body: { email: app.emailOf(role), password: PASSWORD } }),
    refusals: refusedCredentials,
  },
  'emergencySheet.state': { example: () => ({}), refusals: {} },
  'emergencySheet.print': { example: () => ({}), refusals: {} },
  'backup.copies': { example: () => ({}), refusals: {} },
  'backup.elsewhere': { example: () => ({}), refusals: {} },
  'backup.acceptForeign': {
    example: () => ({ body: { newest: FOREIGN_COPY } }),
    refusals: {
      verification_required: async (market) => ({ ...(await unverify(market)), body: { newest: 'none' } }),
      backup_foreign_changed: () => ({ body: { newest: 'pola-2026-11-12.sql.gz.age' } }),
    },
  },
};

export type SentRequest<C extends Call> = Sending<C> & { picture?: Buffer; role?: Role };

export interface CallExamples<C extends Call> {
  example: (market: ExampleMarket) => Sending<C> & { role?: Role };
  refusals: { [Code in C['refusals'][number]]: (market: ExampleMarket) => SentRequest<C> | Promise<SentRequest<C>> };
}

type Subjects = typeof everyCall;
type EntryOf<Name extends CallName> = Name extends `${infer Subject extends keyof Subjects}.${infer Key}`
  ? Key extends keyof Subjects[Subject]
    ? Extract<Subjects[Subject][Key], Call>
    : never
  : never;

const UNKNOWN = '999999';
const MOVE = { to: '2026-01-02', reason: 'The sheet of another day' };
const FEW_CONTACTS = {
  branchPhones: CONTACT.branchPhones.slice(0, 1),
  socialLinks: CONTACT.socialLinks.slice(0, 1),
};
const PRICES = { Lorry: '200.00', Van: 100, 'Three-Wheeler': 50, Motorbike: 20, Car: 50 };
const LIMIT_PATH = '/api/settings/approval-limit';
const WRITE_OFF = { action: 'debt_written_off', amount: 1, reason: 'Left the country' } as const;
const MISREAD = { reason: 'Read wrongly' };

function signedWith(purpose: keyof typeof CHALLENGES) {
  const challenge = CHALLENGES[purpose];
  return { challenge, passkey: examplePasskey.sign({ ...TEST_SITE, challenge }) };
}

const NEW_PASSKEY = {
  name: 'Office laptop',
  challenge: CHALLENGES['new passkey'],
  passkey: new TestPasskey().create({ ...TEST_SITE, challenge: CHALLENGES['new passkey'] }),
};
const STOLEN_PASSKEY = new TestPasskey().create({ ...TEST_SITE, challenge: 'of-somebody-else' });

async function fillPasskeys({ app }: ExampleMarket): Promise<void> {
  const at = app.clock.now();
  for (let more = 1; more < 10; more += 1) {
    const passkey = new TestPasskey();
    await app.database.write(async (tx) => {
      const account_id = await idOfRole(app.database, 'superadmin');
      const named = { account_id, kind: 'passkey', name: `Phone ${more}`, credential: passkey.id } as const;
      await insertFactor(tx, { ...named, secret: passkey.publicKey, counter: 0, created_at: at, used_at: null });
    });
  }
}
const TERMS = {
  shop_name: 'Kandy Traders',
  location: 'Block C, upper floor',
  rent_amount: '12500.50',
  vat_rate: '17.5',
  operation_fee: 1000,
};
const RUWAN = {
  username: 'Ruwan Silva',
  email: 'Ruwan@Example.com',
  password: 'lantern over the paddy field',
  role: 'admin',
} as const;
const INVITED = {
  username: 'Ruwan Silva',
  email: 'Ruwan@Example.com',
  role: 'admin',
  language: 'si',
  by_mail: true,
} as const;
const BY_HAND = { language: 'ta', by_mail: false } as const;
const LINKED = { token: CHALLENGES['password link'], password: 'lantern over the paddy field' };

async function guessLinks(app: TestApp): Promise<{ token: string }> {
  const payload = { token: 'unknown' };
  for (let attempt = 0; attempt < 30; attempt += 1)
    await app.send({ method: 'POST', url: '/api/admin/password-link/read', payload });
  return { token: CHALLENGES['password link'] };
}
const SUNIL = { name: 'Sunil Silva', contact: '000 111 1111', address: 'Kandy', email: 'sunil@example.com' };
const NO_SHIFT = '7f6d3f57-6d3e-4c9b-9a53-6c1f4a3c2b10';
const LATE = { issued_at: '2026-11-19T23:59:59+05:30', device_number: 'k-17', shift_id: NO_SHIFT };
const TOO_EARLY = '2026-11-18T08:29:59.999+05:30';
const AHEAD = '2026-11-20T08:32:00.001+05:30';
const CHEQUE = {
  paymentMethod: 'Cheque',
  chequeNumber: '004512',
  chequeBank: 'Bank of Ceylon',
  chequeDate: '2026-12-31',
} as const;
const LATE_CHEQUE = { paymentMethod: 'Cheque', chequeDate: '2036-12-31' } as const;
/** The cash counted in either session of the example market: one note of Rs. 500. */
const COUNTED = { count: [{ value: 500 as const, pieces: 1 }] };
const PAID = { amountPaid: '1500.50', paymentDate: TEST_DAY, paymentMethod: 'Bank Transfer' } as const;

const BEFORE_THE_FINE = {
  amountPaid: 900_000,
  paymentDate: '2026-09-10',
  paymentMethod: 'Bank Transfer',
  note: 'The bank received it on this day',
} as const;

const NOTE = { kind: 'credit', charge: 'Rent', amount: 1, reason: 'Agreed' } as const;
const WATER = { name: 'Water', name_si: 'ජලය', name_ta: 'நீர்', is_vatable: false, unit: 'm3', rate: '120.50' };
const CHARGE = { amount: '1500.50', note: 'By letter' };

function refusalsOfVoiding(
  example: 'ticket' | 'vehicleTicket',
  issueIn: (shift: string) => { url: string; payload: object },
) {
  const params = (market: ExampleMarket) => ({ id: market[example] });
  const role = 'tiketing' as const;
  const afterClosing = async (market: ExampleMarket, voided_at: string) => {
    const post = (url: string, payload: object) => market.app.as(role, { method: 'POST', url, payload });
    await post('/api/gate/shifts', { id: NO_SHIFT, opening_cash: 0 });
    const { url, payload } = issueIn(NO_SHIFT);
    const { ticket } = (await post(url, payload)).json<{ ticket: { id: number } }>();
    await post(`/api/gate/shifts/${NO_SHIFT}/close`, { counted_cash: 0, reason: 'Gave it back' });
    return { params: { id: String(ticket.id) }, body: { reason: 'Paid twice', voided_at }, role };
  };
  return {
    ticket_not_found: () => ({ params: { id: UNKNOWN } }),
    void_not_allowed: (market: ExampleMarket) => ({ params: params(market), body: { reason: 'Paid twice' }, role }),
    issued_too_early: (market: ExampleMarket) => afterClosing(market, TOO_EARLY),
    issued_in_future: (market: ExampleMarket) => afterClosing(market, AHEAD),
  };
}

function refusalsOfCharge<Charge extends { kind_id: number }>(chargeOf: (market: ExampleMarket) => Charge) {
  return {
    tenancy_not_found: (market: ExampleMarket) => ({ params: { id: UNKNOWN }, body: chargeOf(market) }),
    charge_kind_not_found: (market: ExampleMarket) => ({
      params: { id: market.tenant },
      body: { ...chargeOf(market), kind_id: Number(UNKNOWN) },
    }),
    async tenancy_ended(market: ExampleMarket) {
      const { app, tenant } = market;
      const body = { last_day: TEST_DAY, last_bill: 'whole' };
      await app.as('superadmin', { method: 'POST', url: `/api/tenancies/${tenant}/end`, payload: body });
      return { params: { id: tenant }, body: chargeOf(market) };
    },
  };
}

const WRONG_METHOD = { paymentMethod: 'Bank Transfer', reason: 'Wrong method' } as const;

function correctionOf(shop: string) {
  const given = { actual_amount: 550.25, admin_put_amount: 600, payment_date: YESTERDAY };
  return { ...given, shop_id: shop, edit_reason: 'Counted again' };
}

function login(email: string, password: string) {
  return { method: 'POST', url: '/api/admin/login', payload: { email, password } } as const;
}

async function unverify({ app }: ExampleMarket): Promise<object> {
  const before = instantOf(Date.parse(app.clock.now()) - SIGN_IN_MS);
  await app.database.write((tx) => tx.updateTable('sessions').set({ verified_at: null, created_at: before }).execute());
  return {};
}

function guardedBy<Sent extends object>(make: (market: ExampleMarket) => Sent | Promise<Sent>) {
  return {
    async verification_required(market: ExampleMarket) {
      const sent = await make(market);
      return { ...(await unverify(market)), ...sent };
    },
    ...approvedBy(make),
  };
}

interface ApprovalExamples<Sent> {
  approval_required: (market: ExampleMarket) => Promise<Sent>;
  too_many_approvals: (market: ExampleMarket) => Promise<Sent>;
}

function approvedBy<Sent extends object>(
  make: (market: ExampleMarket) => Sent | Promise<Sent>,
): ApprovalExamples<Sent> {
  return {
    async approval_required(market: ExampleMarket) {
      await market.app.as('superadmin', { method: 'PUT', url: LIMIT_PATH, payload: { amount: 0.01 } });
      return make(market);
    },
    async too_many_approvals(market: ExampleMarket) {
      await market.app.as('superadmin', { method: 'PUT', url: LIMIT_PATH, payload: { amount: 0.01 } });
      const account_id = Number(await accountIdOf(market.app, 'superadmin'));
      const request = { request: '{}', description: '', sentence: '', shop_id: '', cents: cents(1), reason: '' };
      const rows = Array.from({ length: 20 }, (_, at) => ({
        account_id,
        requested_by: market.app.emailOf('superadmin'),
        requested_at: market.app.clock.now(),
        ...request,
        request_hash: String(at),
        state: 'pending' as const,
      }));
      await market.app.database.write((tx) => tx.insertInto('approvals').values(rows).execute());
      return make(market);
    },
  };
}

/** The superadmin receives the gate cash of the ticket seller into the drawer of an open cash session. */
async function receiveIntoDrawer({ app, account }: ExampleMarket): Promise<{ id: string; session: number }> {
  const post = (url: string, payload: object) => app.as('superadmin', { method: 'POST', url, payload });
  await post('/api/cash/sessions', { opening_float: 0 });
  const answer = await post('/api/gate/cash/received', { account_id: Number(account), received_cash: 300 });
  const { handover } = answer.json<{ handover: { id: number; session_id: number } }>();
  return { id: String(handover.id), session: handover.session_id };
}

async function undo(app: TestApp, handover: string): Promise<void> {
  await app.as('superadmin', {
    method: 'POST',
    url: `/api/gate/cash/${handover}/undone`,
    payload: { reason: 'Twice' },
  });
}

async function decline({ app, approval }: ExampleMarket): Promise<{ id: string }> {
  const url = `/api/approvals/${approval}/decline`;
  await app.as('superadmin', { method: 'POST', url, payload: { reason: 'Ask the tenant first' } });
  return { id: approval };
}

type PaperName = `cash.${SessionPaper}`;

/** Every paper of a session has the same example. A paper of an open session is never refused as `cash_session_open`. */
function paperExamples(): Record<PaperName, CallExamples<(typeof sessionPapers)[SessionPaper]>> {
  const names = sessionPaperNames.map((paper): PaperName => `cash.${paper}`);
  const examples: CallExamples<(typeof sessionPapers)[SessionPaper]> = {
    example: ({ closedCashSession }) => ({ params: { id: closedCashSession } }),
    refusals: {
      cash_session_not_found: () => ({ params: { id: UNKNOWN } }),
      cash_session_open: ({ cashSession }) => ({ params: { id: cashSession } }),
    },
  };
  return Object.fromEntries(names.map((name) => [name, examples])) as ReturnType<typeof paperExamples>;
}

/** Returns an example that first turns cash sessions on. */
function onceOn<C extends Call>(example: (market: ExampleMarket) => SentRequest<C> | Promise<SentRequest<C>>) {
  return async (market: ExampleMarket) => {
    const payload = { sessions: true };
    await market.app.as('superadmin', { method: 'PUT', url: '/api/settings/cash-sessions', payload });
    return example(market);
  };
}

/** Returns the id of a payment in cash that the superadmin recorded in a session that is closed now. */
async function payInClosedSession({ app, shop }: ExampleMarket): Promise<string> {
  const post = (url: string, payload: object) => app.as('superadmin', { method: 'POST', url, payload });
  const opened = await post('/api/cash/sessions', { opening_float: 0 });
  const paid = await post(`/api/payments/by-shop/${shop}`, { ...PAID, paymentMethod: 'Cash' });
  const { session_id } = opened.json<{ session: { session_id: number } }>().session;
  await post(`/api/cash/sessions/${session_id}/close`, { count: [], reason: 'Not counted' });
  await app.as('superadmin', { method: 'PUT', url: '/api/settings/cash-sessions', payload: { sessions: true } });
  return String(paid.json<{ payment: { payment_id: number } }>().payment.payment_id);
}

async function spendTries(app: TestApp, role: Role): Promise<{ email: string; password: string }> {
  const email = app.emailOf(role);
  await app.tokenOf(role);
  const wrong = {
    method: 'POST',
    url: '/api/admin/verify',
    payload: { email, password: 'a wrong guess' },
  } as const;
  for (let attempt = 0; attempt < 10; attempt += 1) await app.as(role, wrong);
  return { email, password: PASSWORD };
}

async function fillOutbox({ database }: TestApp): Promise<void> {
  await database.write((tx) =>
    sql`insert into mails
        (run_id, invoice_id, recipient, message_id, state, message, requested_at, requested_by, request_id, changed_at)
      with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 5000)
      select '', (select min(id) from invoices), '', '', 'queued', '', '', '', '', '' from numbers`.execute(tx),
  );
}

async function numberOfOther({ app }: ExampleMarket): Promise<string> {
  const claim = { method: 'POST', url: '/api/gate/devices', payload: { signed: true } } as const;
  return `${(await app.as('manager', claim)).json<{ device: { letters: string } }>().device.letters}-1`;
}
