import { type Day, day, type Instant } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import type { OpenSession } from '#contract/accounts.ts';
import { FEWEST_ARRIVALS } from '#contract/arrivals.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { Role } from '#contract/roles.ts';
import type { ActionContext } from '../action-context.ts';
import type { Writer } from '../db/connect.ts';
import { alertSetting } from '../features/alerts/read-alert-settings.ts';
import { storeMessage } from '../features/audit/stored-message.ts';
import { writeAudit } from '../features/audit/write-audit.ts';
import { saveCopy } from '../features/backup/queries.ts';
import { keepImport } from '../features/imports/keep-import.ts';
import { insertReminder } from '../features/reminders/queries.ts';
import { rentMessageSetting } from '../features/rent-messages/read-settings.ts';
import { deleteTariffs } from '../features/tariff/queries.ts';
import { PASSWORD } from './accounts.ts';
import { TEST_DAY, type TestApp, TOMORROW, YESTERDAY } from './app-context.ts';
import { makeOtherCentre } from './example-centre.ts';
import { examplePasskey, giveFactor, idOfRole, storeChallenge } from './factors.ts';
import { CERTIFICATE, TAX_SETUP } from './tax-setup.ts';
import type { WeatherService } from './weather-service.ts';

export interface ExampleRecords {
  carrot: string;
  leeks: string;
  okra: string;
  notice: string;
  shop: string;
  freeShop: string;
  tenant: string;
  invoice: string;
  finedInvoice: string;
  meterKind: number;
  monthlyKind: number;
  chequeKind: number;
  reading: string;
  laterReading: string;
  /** The id of yesterday's payment, which two corrections changed to Rs. 600. `correction` is the id of the first. */
  payment: string;
  correction: string;
  cheque: string;
  /** The id of a bank transfer that is to be confirmed. */
  transfer: string;
  /** The ids of a claim of the amount of `transfer`, with a picture, and of one that was declined. */
  claim: string;
  declinedClaim: string;
  /** The id of an entry of a walk, with a picture: somebody else trades. */
  walk: string;
  /** The ids of a text message about rent that the gateway refused, and of one that was sent. */
  failedMessage: string;
  sentMessage: string;
  /** The ids of a bank account, an open line of it of Rs. 700, and an ignored line. */
  bankAccount: string;
  bankLine: string;
  /** The id of a bank account that begins tomorrow, and of the closing of December 2019. */
  laterAccount: string;
  closing: string;
  ignoredLine: string;
  /** The id of a statement whose lines are open. */
  bankStatement: string;
  /** The id of a token with which a program reads reports. */
  programToken: string;
  ticket: string;
  vehicleTicket: string;
  /** The number of a pass of the lorry NB 2001. */
  pass: string;
  /** The id of an open shift of the superadmin. It began with Rs. 500 in cash and has no tickets. */
  shift: string;
  /** The id of a hand-over of gate cash to the superadmin, not banked. Ticket staff hold another Rs. 300. */
  handover: string;
  /** The ids of another centre and of its carrot, which is the same as the carrot of this market. */
  otherCentre: string;
  otherProduct: string;
  session: string;
  /**
   * The ids of an open session of the cashier and a closed one of the superadmin. Each began with Rs. 500 and has no
   * payments.
   */
  cashSession: string;
  closedCashSession: string;
  ownSession: string;
  account: string;
  run: string;
  /** The id of a run that could not send the email of `invoice`, because no mail server is set up. */
  mailRun: string;
  reminder: string;
  /** A reminder of a tenancy that still owes something. */
  owedReminder: string;
  rate: string;
  tariff: string;
  /** The id of a vehicle type without tickets or prices. */
  vehicleType: string;
  taxDocument: string;
  taxInvoice: string;
  plainInvoice: string;
  registeredTenant: string;
  formerTenant: string;
  approval: string;
  factor: string;
  alert: string;
}

export interface ExampleMarket extends ExampleRecords {
  app: TestApp;
  weather: WeatherService;
  role: Role;
}

export const NOTICE = {
  type: 'notice',
  topic: 'Closed on Poya',
  description: 'The market opens again at 4.30 a.m.',
} as const;
export const CLOSED_DAY = '2026-12-25';
export const STRIKE = {
  kind: 'closed',
  reason: 'Lorry strike',
  reason_si: 'ලොරි වර්ජනය',
  reason_ta: 'லொறி வேலைநிறுத்தம்',
} as const;
export const CART = { name: 'Bullock Cart', vehicle_kind: 'other', is_offered: false } as const;
export const LORRY = { vehicleNumber: 'wp cab-1234', vehicleType: 'Lorry', ticketPrice: '150.50' } as const;

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The newest backup of another market in the bucket. */
export const FOREIGN_COPY = 'pola-2026-11-11-013000-9999-3f9a0c1d2e4b.sql.gz.age';

/** Stores the result of an attempt to send a backup to a bucket that has one of another market. */
async function reportForeignCopy({ database, clock }: TestApp): Promise<void> {
  const elsewhere_proof = storeMessage(apiMessage('backup.elsewhere.foreign', { count: 1, newest: FOREIGN_COPY }));
  const columns = { made_at: clock.now(), bytes: 1, row_count: 1, proof: '', elsewhere_proof };
  await database.write((tx) => saveCopy(tx, { name: 'pola-2026-11-11.sql.gz', ...columns }));
}

export async function makeExampleMarket(app: TestApp): Promise<ExampleRecords> {
  await app.tokenOf('superadmin');
  await app.verifySessions();
  const began: ActionContext = { actor: 'test', now: app.clock.now(), requestId: 'test' };
  const added = { shops: [], tenants: [], products: [] };
  await app.database.write(async (tx) => {
    const picture = { bytes: PIXEL, width: 1, height: 1, stored_at: began.now, stored_by: began.actor };
    await tx
      .insertInto('plan_pictures')
      .values({ id: 1, ...picture })
      .execute();
    await keepImport(tx, began, { subject: 'products', added });
    await writeAudit(tx, began, {
      type: 'Product Added',
      description: apiMessage('products.audit.added', { id: '1', name: 'Carrot' }),
    });
  });
  const make = async (name: string, code: string) => {
    const form = await formOf(
      { name, code, type: 'vegetable', name_si: 'කැරට්', aliases: `${name} of the hills` },
      PIXEL,
    );
    const answer = await app.as('superadmin', { method: 'POST', url: '/api/products', ...form });
    return String(answer.json<{ productId: number }>().productId);
  };
  const carrot = await make('Carrot', 'CAR');
  const leeks = await make('Leeks', 'LEE');
  for (const [date, min_price, max_price] of [
    [YESTERDAY, 110, 140],
    [TEST_DAY, 100, 130],
    [TEST_DAY, 120.5, 150],
  ] as const) {
    const payload = [{ product_id: carrot, date, min_price, max_price }];
    await app.as('superadmin', { method: 'POST', url: '/api/prices/update-multiple', payload });
  }
  const okra = await make('Okra', 'OKR');
  const payload = [{ product_id: okra, date: YESTERDAY, min_price: 90, max_price: 95 }];
  await app.as('superadmin', { method: 'POST', url: '/api/prices/update-multiple', payload });
  await app.as('superadmin', { method: 'DELETE', url: `/api/products/${okra}` });
  const form = await formOf(NOTICE, PIXEL);
  const published = await app.as('superadmin', { method: 'POST', url: '/api/publications', ...form });
  const notice = String(published.json<{ publicationId: number }>().publicationId);
  await app.as('superadmin', { method: 'PUT', url: `/api/market-days/${CLOSED_DAY}`, payload: STRIKE });
  const session = await sessionIdOf(app, 'editor');
  await reportForeignCopy(app);
  const ledger = await makeBooks(app);
  const tickets = await makeTickets(app);
  const settings = await makeSettings(app);
  await agreeToDirectory(app, ledger.tenant, leeks);
  return {
    carrot,
    leeks,
    okra,
    notice,
    session,
    ownSession: await sessionIdOf(app, 'superadmin'),
    account: await accountIdOf(app, 'tiketing'),
    ...ledger,
    ...tickets,
    ...(await makeCharges(app, ledger.tenant)),
    ...settings,
    mailRun: await mailInvoice(app, ledger.invoice),
    reminder: await remind(app, ledger.tenant),
    ...(await makeTaxDocuments(app)),
    formerTenant: await makeFormerTenant(app),
    approval: await makeApproval(app, ledger.cheque),
    factor: await makeFactors(app),
    alert: await makeAlert(app, carrot),
    ...(await makeMessages(app, ledger.transfer)),
    ...(await makeCashSessions(app)),
    ...(await makeBankLines(app)),
    programToken: await makeProgramToken(app),
    ...(await makeOtherCentre(app, carrot)),
  };
}

async function agreeToDirectory(app: TestApp, tenant: string, product: string): Promise<void> {
  const url = `/api/tenancies/${tenant}/directory`;
  const payload = { trade_name: 'Blue Hills', product_ids: [Number(product)] };
  await app.as('superadmin', { method: 'PUT', url, payload });
}

async function makeProgramToken(app: TestApp): Promise<string> {
  const payload = { label: 'Books', scopes: ['reports'], last_day: TOMORROW };
  const made = await app.as('superadmin', { method: 'POST', url: '/api/program-tokens', payload });
  return String(made.json<{ program_token: { token_id: number } }>().program_token.token_id);
}

async function makeBankLines(app: TestApp) {
  const post = async <Answer>(url: string, payload: object) =>
    (await app.as('superadmin', { method: 'POST', url, payload })).json<Answer>();
  const added = await post<{ account: { account_id: number } }>('/api/bank/accounts', {
    name: 'Rent account',
    starts_on: YESTERDAY,
  });
  const bankAccount = String(added.account.account_id);
  const url = `/api/bank/accounts/${bankAccount}/statements`;
  const heading = 'Date,Description,Debit,Credit,Balance';
  const importing = (name: string, rows: string) => post(url, { csv: `${heading}\n${rows}`, name, write: true });
  await importing(
    'first.csv',
    `${YESTERDAY},Inward CEFT transfer,,700.00,700.00\n${YESTERDAY},Transfer charge,25.00,,675.00`,
  );
  await importing('second.csv', `${TEST_DAY},Inward CEFT transfer,,300.00,975.00`);
  const { lines } = (
    await app.as('superadmin', { method: 'GET', url: `/api/bank/accounts/${bankAccount}/lines` })
  ).json<{ lines: { line_id: number }[] }>();
  const [bankLine, ignoredLine] = lines.map(({ line_id }) => String(line_id));
  await post(`/api/bank/lines/${ignoredLine}/ignore`, { kind: 'fee' });
  const later = await post<typeof added>('/api/bank/accounts', { name: 'Savings', starts_on: TOMORROW });
  const closed = await post<{ closing: { closing_id: number } }>('/api/months/2019-12/close', { rests: {} });
  const statements = await app.as('superadmin', { method: 'GET', url });
  const [newest] = statements.json<{ statement_id: number }[]>();
  return {
    bankAccount,
    bankLine: String(bankLine),
    ignoredLine: String(ignoredLine),
    bankStatement: String(newest?.statement_id),
    laterAccount: String(later.account.account_id),
    closing: String(closed.closing.closing_id),
  };
}

async function makeCashSessions(app: TestApp) {
  const open = async (role: Role) => {
    const request = { method: 'POST', url: '/api/cash/sessions', payload: { opening_float: 500 } } as const;
    const opened = await app.as(role, request);
    return String(opened.json<{ session: { session_id: number } }>().session.session_id);
  };
  const closedCashSession = await open('superadmin');
  const url = `/api/cash/sessions/${closedCashSession}/close`;
  await app.as('superadmin', { method: 'POST', url, payload: { count: [{ value: 500, pieces: 1 }] } });
  return { closedCashSession, cashSession: await open('cashier') };
}

export const ALERT_SETTINGS = {
  email_on: true,
  push_on: true,
  push_contact: 'office@pola.example',
  sms_on: false,
  sms_address: '',
  sms_body: '',
  sms_success: '',
};

export const BROWSER = {
  channel: 'push',
  address: 'https://fcm.googleapis.com/fcm/send/a-browser',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
} as const;

async function makeAlert(app: TestApp, product: string): Promise<string> {
  await app.as('superadmin', { method: 'PUT', url: '/api/settings/alerts', payload: ALERT_SETTINGS });
  const payload = { ...BROWSER, kind: 'daily', products: [product], language: 'en' };
  return (await app.send({ method: 'POST', url: '/api/alerts', payload })).json<{ key: string }>().key;
}

export const CHALLENGES = {
  'sign-in': 'challenge-of-a-sign-in',
  'passkey proof': 'challenge-of-a-proof',
  'new passkey': 'challenge-of-a-new-passkey',
  'new app': 'challenge-of-a-new-app',
  'password link': 'token-of-a-link',
} as const;

async function makeFactors({ database, clock }: TestApp): Promise<string> {
  const at = clock.now();
  const own = await idOfRole(database, 'superadmin');
  const other = await idOfRole(database, 'tiketing');
  await database.write(async (tx) => {
    for (const [name, token] of Object.entries(CHALLENGES)) {
      const purpose = name as keyof typeof CHALLENGES;
      await storeChallenge(tx, { token, purpose, accountId: purpose === 'password link' ? other : own, at });
    }
  });
  await giveFactor(database, 'tiketing', { at });
  return String(await giveFactor(database, 'superadmin', { at, passkey: examplePasskey }));
}

async function makeSettings(app: TestApp) {
  const run = '6f1c1b52-6a0b-4d0e-9c53-0a3f1f5d7e11';
  const credentials = { email: app.emailOf('superadmin'), password: PASSWORD };
  const url = `/api/settings/fine-arrest-action?run_id=${run}`;
  const ran = await app.as('superadmin', { method: 'POST', url, payload: credentials });
  if (ran.statusCode !== 200) throw new Error(ran.body);
  const payload = { newVatRate: 15, valid_from: '2027-01-01' };
  const set = await app.as('superadmin', { method: 'PUT', url: '/api/settings/update-vat-rate', payload });
  const rules = { rent_due_day: 20, fine_rate: 25, from_month: '2027-01' };
  await app.as('superadmin', { method: 'PUT', url: '/api/settings/update-rent-rules', payload: rules });
  const prices = { Lorry: 250, Van: 120, 'Three-Wheeler': 60, Motorbike: 30, Car: 60 };
  const tariff = { method: 'PUT', url: '/api/gate/tariff', payload: { prices, valid_from: '2027-01-01' } } as const;
  const priced = await app.as('superadmin', tariff);
  const added = await app.as('superadmin', { method: 'POST', url: '/api/gate/vehicle-types', payload: CART });
  return {
    run,
    rate: String(set.json<{ rate: { id: number } }>().rate.id),
    tariff: String(priced.json<{ tariff: { id: number } }>().tariff.id),
    vehicleType: String(added.json<{ vehicle_type: { vehicle_type_id: number } }>().vehicle_type.vehicle_type_id),
  };
}

async function makeApproval(app: TestApp, payment: string): Promise<string> {
  const limitTo = (amount: number | null) =>
    app.as('superadmin', { method: 'PUT', url: '/api/settings/approval-limit', payload: { amount } });
  await limitTo(0.01);
  const payload = { reason: 'Entered twice' };
  await app.as('admin', { method: 'DELETE', url: `/api/systemsetting/payment/${payment}`, payload });
  await limitTo(null);
  const listed = await app.as('superadmin', { url: '/api/approvals' });
  return String(listed.json<{ id: number }[]>()[0]?.id);
}

async function mailInvoice(app: TestApp, invoice_id: string): Promise<string> {
  const request = { method: 'POST', url: '/api/email/send-email', payload: { invoices: [{ invoice_id }] } } as const;
  const sent = await app.as('superadmin', { ...request, headers: { 'idempotency-key': 'first-mail' } });
  return sent.json<{ run_id: string }>().run_id;
}

export async function sessionIdOf(app: TestApp, role: Role): Promise<string> {
  await app.tokenOf(role);
  const open = await app.as('superadmin', { url: '/api/admin/sessions' });
  return open.json<OpenSession[]>().find((one) => one.role === role)?.id ?? '';
}

export async function accountIdOf({ database, emailOf }: TestApp, role: Role): Promise<string> {
  const found = database.reader.selectFrom('accounts').select('id').where('email', '=', emailOf(role));
  return String((await found.executeTakeFirstOrThrow()).id);
}

async function makeBooks(app: TestApp) {
  const post = async (url: string, payload: object) => {
    const answer = await app.as('superadmin', { method: 'POST', url, payload });
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`);
    return answer.json<{ payment: { payment_id: number }; tenant: { tenant_id: number } }>();
  };
  const shop = 'A-12';
  const freeShop = 'B-7';
  for (const [shop_id, shop_name] of [
    [shop, 'Nimal Stores'],
    [freeShop, 'Corner shop'],
  ]) {
    const terms = { location: 'Block A', rent_amount: 8000, vat_rate: 18, operation_fee: 2000.25 };
    await post('/api/shops', { shop_id, shop_name, ...terms });
  }
  const tenant = { name: 'Nimal Perera', contact: '000 000 0000', address: 'Dambulla', email: 'nimal@example.com' };
  const { tenant_id } = (await post('/api/tenants', { ...tenant, shop_id: shop, from: '2026-09-01' })).tenant;
  for (const month_year of ['2026-09', '2026-10']) {
    await post('/api/systemsetting/generate', { shop_id: shop, month_year });
  }
  await post(`/api/systemsetting/fine/apply/INV-${shop}-202609`, {});
  const paid = await post(`/api/payments/by-shop/${shop}`, { amountPaid: 700, paymentDate: YESTERDAY });
  const payment_id = paid.payment.payment_id;
  for (const [admin_put_amount, actual_amount] of [
    [700, 650],
    [650, 600],
  ]) {
    const correction = { admin_put_amount, actual_amount, payment_id, edit_reason: 'Counted again' };
    await post('/api/paymentscorrection/correct-payment', { shop_id: shop, payment_date: YESTERDAY, ...correction });
  }
  const byCheque = { amountPaid: 100, paymentDate: TEST_DAY, paymentMethod: 'Cheque' };
  const cheque = await post(`/api/payments/by-shop/${shop}`, byCheque);
  const byTransfer = { ...byCheque, paymentMethod: 'Bank Transfer', amountPaid: 61.07 };
  const transfer = await post(`/api/payments/by-shop/${shop}`, byTransfer);
  return {
    shop,
    freeShop,
    tenant: String(tenant_id),
    invoice: `INV-${shop}-202610`,
    finedInvoice: `INV-${shop}-202609`,
    payment: String(payment_id),
    correction: String(payment_id + 1),
    cheque: String(cheque.payment.payment_id),
    transfer: String(transfer.payment.payment_id),
    ...(await makeClaims(app, String(transfer.payment.payment_id))),
  };
}

async function makeClaims({ database, clock }: TestApp, transfer: string) {
  return database.write(async (tx) => {
    const { cents, tenancy_id } = await tx
      .selectFrom('ledger_entries')
      .select(['cents', 'tenancy_id'])
      .where('id', '=', Number(transfer))
      .executeTakeFirstOrThrow();
    const add = async (more: { day: Day; sentence?: string; picture?: Buffer }) => {
      const claim = { tenancy_id, cents, bank: 'State Bank', claimed_at: clock.now(), ...more };
      const { id } = await tx.insertInto('payment_claims').values(claim).returning('id').executeTakeFirstOrThrow();
      return String(id);
    };
    return {
      claim: await add({ day: day(TEST_DAY), picture: PIXEL }),
      declinedClaim: await add({ day: day(YESTERDAY), sentence: 'Not at the bank' }),
      walk: await addWalk(tx, tenancy_id, clock.now()),
    };
  });
}

async function makeMessages({ database, clock }: TestApp, payment: string) {
  const now = clock.now();
  return database.write(async (tx) => {
    const { tenancy_id } = await tx
      .selectFrom('ledger_entries')
      .select('tenancy_id')
      .where('id', '=', Number(payment))
      .executeTakeFirstOrThrow();
    const add = async (more: { once_key: string; state: 'failed' | 'sent'; message: string }) => {
      const { id } = await tx
        .insertInto('rent_messages')
        .values({
          occasion: 'receipt',
          month: null,
          payment_id: Number(payment),
          channel: 'sms',
          recipient: '94771234567',
          language: 'en',
          text: 'Rs. 700.00 received.',
          parts: 1,
          attempts: 0,
          send_after: now,
          leased_by: null,
          leased_until: null,
          requested_at: now,
          requested_by: 'schedule',
          changed_at: now,
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.insertInto('rent_message_tenancies').values({ message_id: id, tenancy_id }).execute();
      return String(id);
    };
    const context = { actor: 'superadmin@market.example', now, requestId: 'rent-messages' };
    const gateway = { sms_address: 'https://sms.example/send', sms_body: 'to={to}&text={text}' };
    await alertSetting.change(tx, context, { value: (before) => ({ ...before, ...gateway }) });
    await rentMessageSetting.change(tx, context, { value: (before) => ({ ...before, rent_sms_on: true }) });
    const refused = '["alerts.result.refused",{}]';
    return {
      failedMessage: await add({ once_key: 'receipt refused', state: 'failed', message: refused }),
      sentMessage: await add({ once_key: 'receipt sent', state: 'sent', message: '' }),
    };
  });
}

async function addWalk(tx: Writer, tenancy_id: number, now: Instant): Promise<string> {
  const { shop_id } = await tx
    .selectFrom('tenancies')
    .select('shop_id')
    .where('id', '=', tenancy_id)
    .executeTakeFirstOrThrow();
  const seen = { day: day(TEST_DAY), seen_at: now, state: 'other' as const, note: 'Another board', picture: PIXEL };
  const recorded = { recorded_at: now, recorded_by: 'editor@example.com' };
  const { id } = await tx
    .insertInto('walk_entries')
    .values({ entry_key: 'walk-1', shop_id, tenancy_id, ...seen, ...recorded })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

async function makeCharges(app: TestApp, tenancy: string) {
  const send = async (url: string, payload: object) => {
    const answer = await app.as('superadmin', { method: 'POST', url, payload });
    if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.body}`);
    return answer.json<{ kind: { kind_id: number }; charge: { charge_id: number } }>();
  };
  const kind = async (name: string, basis: string, more: object) =>
    (await send('/api/charge-kinds', { name, basis, is_vatable: true, ...more })).kind.kind_id;
  const meterKind = await kind('Electricity', 'meter', { unit: 'kWh', rate: 45 });
  const monthlyKind = await kind('Cleaning', 'recurring', {});
  const chequeKind = await kind('Returned cheque', 'fixed', { is_vatable: false });
  const read = async (reading: number, more: object) => {
    const payload = { kind_id: meterKind, reading, ...more };
    return String((await send(`/api/tenancies/${tenancy}/other-charges/reading`, payload)).charge.charge_id);
  };
  const reading = await read(1020, { previous_reading: 1000 });
  return { meterKind, monthlyKind, chequeKind, reading, laterReading: await read(1030, {}) };
}

async function makeTaxDocuments(app: TestApp) {
  const send = async (method: 'POST' | 'PUT', url: string, payload: object) => {
    const answer = await app.as('superadmin', { method, url, payload });
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`);
    return answer.json<{ tenant: { tenant_id: number } }>();
  };
  await send('PUT', '/api/tax/settings', TAX_SETUP);
  const person = { name: 'Kamala Dias', contact: '000 000 0009', address: 'Dambulla', email: 'kamala@example.com' };
  const bill = async (shop_id: string, more: object) => {
    const terms = { shop_name: shop_id, location: 'Block T', rent_amount: 25_000, vat_rate: 18, operation_fee: 3500 };
    await send('POST', '/api/shops', { shop_id, ...terms });
    const { tenant } = await send('POST', '/api/tenants', { ...person, ...more, shop_id, from: '2026-10-01' });
    await send('POST', '/api/systemsetting/generate', { shop_id, month_year: '2026-10' });
    return String(tenant.tenant_id);
  };
  const owingTenant = await bill('T-1', CERTIFICATE);
  const registeredTenant = await bill('T-2', {});
  await send('PUT', `/api/tenants/${registeredTenant}`, { ...person, ...CERTIFICATE });
  await send('PUT', '/api/tax/settings', { ...TAX_SETUP, registered_from: null });
  // The tenancies get a debt, so that a reminder can be sent and printed.
  for (const shop of ['T-1', 'T-2'])
    await send('PUT', `/api/systemsetting/shop-balance/${shop}`, { balance_amount: -500 });
  const owedReminder = await remind(app, owingTenant);
  return {
    taxDocument: '1',
    taxInvoice: 'INV-T-1-202610',
    plainInvoice: 'INV-T-2-202610',
    registeredTenant,
    owedReminder,
  };
}

/** Records a reminder and returns its id as text, for use in a path. */
export async function remind({ database, clock }: TestApp, tenancyId: string | number): Promise<string> {
  const made = {
    tenancy_id: Number(tenancyId),
    level: 'formal',
    way: 'letter',
    day: TEST_DAY,
    language: 'en',
    due_cents: cents(100),
    last_day: TOMORROW,
    subject: 'Shop',
    body: 'Dear tenant',
    recorded_at: clock.now(),
    recorded_by: 'admin@example.com',
    note: '',
    next_step: '',
  } as const;
  return String(await database.write((tx) => insertReminder(tx, made)));
}

async function makeFormerTenant(app: TestApp): Promise<string> {
  const send = async (method: 'POST' | 'DELETE', url: string, payload?: object) => {
    const answer = await app.as('superadmin', { method, url, ...(payload && { payload }) });
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`);
    return answer.json<{ tenant: { tenant_id: number } }>();
  };
  const terms = { shop_name: 'F-1', location: 'Block F', rent_amount: 8000, vat_rate: 18, operation_fee: 0 };
  await send('POST', '/api/shops', { shop_id: 'F-1', ...terms });
  const person = { name: 'Ravi Kumar', contact: '000 000 0003', address: 'Matale', email: 'ravi@example.com' };
  const { tenant } = await send('POST', '/api/tenants', { ...person, shop_id: 'F-1' });
  await send('DELETE', `/api/tenants/${tenant.tenant_id}`);
  return String(tenant.tenant_id);
}

export async function formOf(fields: object, file: Buffer, part = 'image') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set(part, new Blob([new Uint8Array(file)]), 'picture.png');
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}

async function makeTickets(app: TestApp) {
  const post = async (url: string, payload: object, role: Role = 'superadmin') => {
    const answer = await app.as(role, { method: 'POST', url, payload });
    if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.body}`);
    return answer.json<{ ticket: { id: number } }>();
  };
  const { ticket } = await post('/api/sanitation', { price: 20, device_number: 'K-7' });
  // K-8 is missing. Whoever issued K-9 may not note it.
  await post('/api/sanitation', { price: 100, device_number: 'K-9' }, 'tiketing');
  const { ticket: vehicleTicket } = await post('/api/vehicle-tickets', LORRY);
  const pass = await sellPass(app);
  for (let other = 2; other < FEWEST_ARRIVALS; other += 1)
    await post('/api/vehicle-tickets', { ...LORRY, vehicleNumber: `NB 200${other}` });
  // After the tickets, which would be in the shift otherwise.
  const shift = '0b7e5a0e-3f8e-4a53-8a45-2f5b8c9d7e61';
  await post('/api/gate/shifts', { id: shift, opening_cash: 500 });
  const handover = await handOverCash(app);
  return { ticket: String(ticket.id), vehicleTicket: String(vehicleTicket.id), pass, shift, handover };
}

/** Sells a pass, and removes the prices that offered it, so that tickets have no price of the office. */
async function sellPass(app: TestApp): Promise<string> {
  const { ticketPrice } = LORRY;
  const prices = { Lorry: ticketPrice, Van: 100, 'Three-Wheeler': 50, Motorbike: 20, Car: 50 };
  const payload = { prices, passes: { Lorry: { month: ticketPrice } } };
  const set = await app.as('superadmin', { method: 'PUT', url: '/api/gate/tariff', payload });
  const body = { ...LORRY, vehicleNumber: 'NB 2001', pass: 'month' };
  const sold = await app.as('superadmin', { method: 'POST', url: '/api/vehicle-tickets', payload: body });
  if (sold.statusCode !== 201) throw new Error(`a pass: ${set.body} ${sold.body}`);
  const context = { actor: 'clerk@market.example', now: app.clock.now(), requestId: 'request-1' };
  await app.database.write(async (tx) => {
    await deleteTariffs(tx, [set.json<{ tariff: { id: number } }>().tariff.id]);
    const description = apiMessage('tariff.audit.cancelled', { date: TEST_DAY });
    await writeAudit(tx, context, { type: 'Tariff Changed', description });
  });
  return `V${sold.json<{ ticketId: number }>().ticketId}`;
}

async function handOverCash(app: TestApp): Promise<string> {
  const post = (role: Role, url: string, payload: object) => app.as(role, { method: 'POST', url, payload });
  const count = async (id: string, cash: number) => {
    await post('tiketing', '/api/gate/shifts', { id, opening_cash: cash });
    await post('tiketing', `/api/gate/shifts/${id}/close`, { counted_cash: cash });
  };
  await count('5b7e5a0e-3f8e-4a53-8a45-2f5b8c9d7e62', 200);
  const received = { account_id: Number(await accountIdOf(app, 'tiketing')), received_cash: 200 };
  const answer = await post('superadmin', '/api/gate/cash/received', received);
  await count('5b7e5a0e-3f8e-4a53-8a45-2f5b8c9d7e63', 300);
  return String(answer.json<{ handover: { id: number } }>().handover.id);
}
