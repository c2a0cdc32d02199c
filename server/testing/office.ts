import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { dayOf, type Instant, instantOf } from '#billing/calendar.ts';
import { type Answer, type Call, isAppended, type Sending } from '#contract/call.ts';
import { dashboard, type YearSummary } from '#contract/dashboard.ts';
import { type Invoice, invoices } from '#contract/invoices.ts';
import { ledger } from '#contract/ledger.ts';
import { payments } from '#contract/payments.ts';
import { prices } from '#contract/prices.ts';
import { products } from '#contract/products.ts';
import type { RefusalBody, RefusalCode } from '#contract/refusals.ts';
import type { Role } from '#contract/roles.ts';
import { type ShopSummary, type StatementLine, shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import type { Tables } from '../db/tables/tables.ts';
import { openTestApp, type TestApp } from './app-context.ts';
import { expectRefusal, type Parts, requestOf } from './call.ts';
import { expectYearSums } from './month-figures.ts';
import { signInForTest } from './sign-in.ts';

/**
 * The terms of a test shop: rent Rs. 8,000.00, fee Rs. 2,000.00, VAT 18%. An invoice is VAT 1,800 + fee 2,000 + rent
 * 8,000 = Rs. 11,800.00.
 */
export const TERMS = {
  shop_name: 'Nimal Stores',
  location: 'Block A',
  rent_amount: 8000,
  vat_rate: 18,
  operation_fee: 2000,
};

type Given<C extends Call> = Sending<C> & { key?: string | null; role?: Role };
type PaymentIn = Sending<typeof payments.byShop>['body'];
type CorrectionIn = Sending<typeof payments.correct>['body'];

export interface TestOffice {
  app: TestApp;
  ask<C extends Call>(entry: C, given: Given<C>): Promise<Answer<C>>;
  tell<C extends Call>(entry: C, given: Given<C>): Promise<LightMyRequestResponse>;
  refused<C extends Call>(entry: C, given: Given<C>, code: RefusalCode): Promise<RefusalBody>;
  tokenOf(role: Role): Promise<string>;
  goTo(day: string, time?: string): void;
  let(shopId: string, terms?: Partial<typeof TERMS>): Promise<void>;
  generate(shopId: string, month: string): Promise<Invoice>;
  pay(shopId: string, amount: number, day: string, more?: Partial<PaymentIn>): Promise<Answer<typeof payments.byShop>>;
  correct(
    shopId: string,
    day: string,
    amounts: readonly [recorded: number, actual: number],
    more?: Partial<CorrectionIn>,
  ): Promise<Answer<typeof payments.correct>>;
  summaryOf(shopId: string): Promise<ShopSummary>;
  statementOf(shopId: string): Promise<StatementLine[]>;
  chargesOf(shopId: string): Promise<string[]>;
  expectCleanBooks(): Promise<void>;
  auditLog(): Promise<Selected[]>;
}

type Selected = Pick<
  Tables['audit_log'],
  'event_type' | 'shop_id' | 'invoice_id' | 'old_value' | 'new_value' | 'edit_reason' | 'user_actioned' | 'event_date'
>;

export async function openTestOffice(environment: Record<string, string> = {}): Promise<TestOffice> {
  const app = await openTestApp(environment);
  onTestFinished(() => app.close());
  return officeAt(app);
}

const MOST_TRIES = 100;

/** Returns an office that repeats a request when the server is busy, as the screens do. */
export function patientOffice({ app }: TestOffice): TestOffice {
  const send: TestApp['send'] = async (request) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await app.send(request);
      if (answer.statusCode !== 503 || tries === MOST_TRIES) return answer;
    }
  };
  return officeAt({ ...app, send });
}

export function officeAt(app: TestApp): TestOffice {
  const tokenOf = signingIn(app);
  const tell: TestOffice['tell'] = async (entry, { key = newKeyFor(entry), role = 'admin', ...parts }) => {
    const headers = {
      ...(key !== null && { 'idempotency-key': key }),
      authorization: `Bearer ${await tokenOf(role)}`,
    };
    return app.send({ ...requestOf(entry, parts as Parts), headers });
  };
  const ask: TestOffice['ask'] = async (entry, given) => answerOf(entry, await tell(entry, given));
  const summaryOf: TestOffice['summaryOf'] = async (id) => (await ask(shops.summary, { params: { id } })).shop;
  return {
    app,
    tell,
    ask,
    tokenOf,
    summaryOf,
    async refused(entry, given, code) {
      const answer = await tell(entry, given);
      expectRefusal(answer, code);
      return answer.json();
    },
    goTo: (day, time = '12:00:00.000') => app.clock.set(colombo(day, time)),
    async let(shopId, terms) {
      await ask(shops.add, { body: { ...TERMS, ...terms, shop_id: shopId } });
      await ask(tenants.add, { body: { ...NIMAL, shop_id: shopId, from: LET_FROM } });
    },
    async generate(shopId, month) {
      return (await ask(invoices.generate, { body: { shop_id: shopId, month_year: month } })).invoice;
    },
    pay: (shopId, amountPaid, paymentDate, more) =>
      ask(payments.byShop, { params: { shopId }, body: { amountPaid, paymentDate, ...more } }),
    correct: (shopId, day, [recorded, actual], more) =>
      ask(payments.correct, correction(shopId, day, [recorded, actual], more)),
    async statementOf(id) {
      return (await ask(shops.statement, { params: { id } })).lines;
    },
    async chargesOf(shopId) {
      return chargesIn(await summaryOf(shopId)).map(
        ({ month, kind, amount, paid, status }) => `${month} ${kind} ${paid} of ${amount} ${status}`,
      );
    },
    async expectCleanBooks() {
      const verdict = await ask(ledger.verify, {});
      expect(verdict).toMatchObject({ differences: [], is_clean: true });
      const query = { year: dayOf(app.clock.now()).slice(0, 4) };
      await expectYearSums(app.database.reader, (await ask(dashboard.summary, { query })) as YearSummary);
    },
    auditLog: () => readAuditLog(app),
  };
}

/** Publishes a price list with one price. */
export async function publishList({ ask }: TestOffice, date: string): Promise<void> {
  const { productId } = await ask(products.add, {
    role: 'editor',
    body: { name: `Cabbage ${date}`, type: 'vegetable' },
  });
  const row = { product_id: productId, date, min_price: 100, max_price: 120 };
  await ask(prices.updateMultiple, { role: 'editor', body: [row] });
}

function newKeyFor(entry: Call): string | null {
  return isAppended(entry) ? randomUUID() : null;
}

const LET_FROM = '2020-01-01';

const NIMAL = { name: 'Nimal Perera', contact: '000 000 0000', address: 'Dambulla', email: 'nimal@example.com' };

export function correction(
  shopId: string,
  day: string,
  [recorded, actual]: readonly [recorded: number | string, actual: number | string],
  more?: Partial<CorrectionIn>,
): Sending<typeof payments.correct> {
  const amounts = { admin_put_amount: recorded, actual_amount: actual };
  return { body: { shop_id: shopId, payment_date: day, edit_reason: 'Counted again', ...amounts, ...more } };
}

export function colombo(day: string, time: string): Instant {
  return instantOf(Date.parse(`${day}T${time}+05:30`));
}

interface ShownCharge {
  invoiceId: string;
  month: string;
  kind: 'VAT' | 'OperationFee' | 'Rent' | 'Other' | 'Fine';
  amount: number;
  paid: number;
  status: string;
}

export function chargesIn(summary: ShopSummary): ShownCharge[] {
  return summary.Invoices.toReversed().flatMap((invoice) => {
    const of = (kind: ShownCharge['kind'], amount: number, charge: { paid_amount: number; status: string }) => ({
      invoiceId: invoice.invoice_id,
      month: invoice.month_year,
      kind,
      amount,
      paid: charge.paid_amount,
      status: charge.status,
    });
    return [
      ...invoice.VATs.map((one) => of('VAT', one.vat_amount, one)),
      ...invoice.OperationFees.map((one) => of('OperationFee', one.operation_amount, one)),
      ...invoice.Rents.map((one) => of('Rent', one.rent_amount, one)),
      ...invoice.OtherCharges.map((one) => of('Other', one.other_amount, one)),
      ...invoice.Fines.map((one) => of('Fine', one.fine_amount, one)),
    ];
  });
}

export async function everythingIn(app: TestApp): Promise<Record<string, string[]>> {
  const tables = await app.database.owner.introspection.getTables();
  const names = tables.map(({ name }) => name as keyof Tables);
  const included = names.filter((name) => name !== 'rate_limits' && name !== 'sessions');
  const rowsOf = async (name: keyof Tables) => {
    const rows = await app.database.reader.selectFrom(name).selectAll().execute();
    return rows.map((row) => JSON.stringify(row)).sort((a, b) => a.localeCompare(b));
  };
  return Object.fromEntries(await Promise.all(included.map(async (name) => [name, await rowsOf(name)] as const)));
}

export async function withoutKeys(app: TestApp): Promise<Record<string, string[]>> {
  return { ...(await everythingIn(app)), kept_answers: [] };
}

function answerOf<C extends Call>(entry: C, answer: LightMyRequestResponse): Answer<C> {
  expect(answer.statusCode, answer.body).toBe(entry.status ?? 200);
  return entry.answer.parse(answer.json()) as Answer<C>;
}

const FRESH_MS = 4 * 60_000;

function signingIn(app: TestApp): TestOffice['tokenOf'] {
  const signedIn = new Map<Role, { at: number; token: Promise<string> }>();
  return (role) => {
    const now = app.clock.now();
    const last = signedIn.get(role);
    const age = Date.parse(now) - (last?.at ?? 0);
    if (last && age >= 0 && age < FRESH_MS) return last.token;
    const token = signInForTest(app.database, role, { at: now, verifiedAt: now });
    signedIn.set(role, { at: Date.parse(now), token });
    return token;
  };
}

function readAuditLog(app: TestApp): Promise<Selected[]> {
  return app.database.reader
    .selectFrom('audit_log')
    .select([
      'event_type',
      'shop_id',
      'invoice_id',
      'old_value',
      'new_value',
      'edit_reason',
      'user_actioned',
      'event_date',
    ])
    .where('event_type', 'not in', ['Shop Added', 'Tenant Added', 'Signed In', 'Account Registered'])
    .orderBy('id')
    .execute();
}
