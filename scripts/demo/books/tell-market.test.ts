import { beforeAll, describe, expect, test } from 'vitest';
import { dayOf, type Instant, monthOf } from '#billing/calendar.ts';
import { sumCents } from '#billing/money.ts';
import { invoiceStatus } from '#billing/status.ts';
import { shopIdIn } from '#contract/scalars.ts';
import { tenants } from '#contract/tenants.ts';
import { tellMarket } from './fill-books.ts';
import type { JournalFact } from './journal.ts';
import type { ToldShop } from './write-books.ts';

const NOW = '2026-11-21T06:00:00.000Z' as Instant;
const TELLING_MS = 60_000;

let market: ToldShop[];
beforeAll(() => {
  market = tellMarket({ seed: 7, years: 5, now: NOW });
}, TELLING_MS);

const entries = (): JournalFact[] => market.flatMap(({ journal }) => journal.rows);
const standing = () => entries().filter((row) => row.voided_at === null);
const count = (kind: JournalFact['kind']) => standing().filter((row) => row.kind === kind).length;
const standingInvoices = () =>
  market.flatMap(({ journal }) => journal.invoices.filter(({ id }) => journal.rows[id - 1]?.voided_at === null));
/** What a telling is, without its functions. */
const plain = (shops: readonly ToldShop[]) =>
  JSON.stringify(shops.map(({ journal, tenancies }) => [tenancies, journal.rows, journal.invoices, journal.ledger]));

function expectBetween(number: number, low: number, high: number): void {
  expect(number).toBeGreaterThanOrEqual(low);
  expect(number).toBeLessThanOrEqual(high);
}

test('the same seed and moment tell the same market, another seed another one', { timeout: TELLING_MS }, () => {
  const tell = (seed: number) => plain(tellMarket({ seed, years: 1, now: NOW }));
  const once = tell(7);
  expect(tell(7)).toBe(once);
  expect(tell(8)).not.toBe(once);
});

describe('144 shops and their people', () => {
  test('each shop has an id, a name and a place of its own in six blocks', () => {
    expect(market).toHaveLength(144);
    const plans = market.map(({ plan }) => plan);
    expect(new Set(plans.map(({ shopId }) => shopIdIn.parse(shopId).toLowerCase())).size).toBe(144);
    expect(new Set(plans.map(({ name }) => name)).size).toBe(144);
    expect(new Set(plans.map(({ location }) => location.slice(0, 'Block A'.length))).size).toBe(6);
  });

  test('140 of them are let now, four are empty, and some tenants came after others', () => {
    const now = market.flatMap(({ tenancies }) => tenancies.filter(({ until }) => until === undefined));
    expect(now).toHaveLength(140);
    expectBetween(market.flatMap(({ tenancies }) => tenancies).length, 160, 185);
    for (const { tenancies } of market) {
      const spans = tenancies.flatMap(({ from, until }) => [from, until ?? '9999']);
      expect(spans.filter((day, place) => day < (spans[place - 1] ?? ''))).toEqual([]);
    }
  });

  test('nobody has the name of another, a number that anybody answers, or an address outside example.com', () => {
    const people = market.flatMap(({ tenancies }) => tenancies);
    expect(new Set(people.map(({ name }) => name)).size).toBe(people.length);
    for (const { name, contact, address, email } of people) {
      expect(contact).toMatch(/^000 000 \d{4}$/);
      expect(email).toMatch(/^[a-z.]+@example\.com$/);
      const parsed = tenants.add.body.safeParse({ name, contact, address, email, shop_id: 'A1' });
      expect(parsed.error).toBeUndefined();
    }
  });
});

describe('five years of books', () => {
  test('begin five years ago, end now, and nothing is recorded before what was recorded earlier', () => {
    expectBetween(count('invoice'), 8400, 8640);
    const months = new Set(standing().flatMap(({ month }) => month ?? []));
    expect([months.size, [...months].sort()[0], [...months].sort().at(-1)]).toEqual([60, '2021-12', '2026-11']);
    for (const { journal } of market) {
      const times = journal.rows.map(({ recorded_at }) => recorded_at);
      expect(times.filter((at, place) => at < (times[place - 1] ?? ''))).toEqual([]);
      expect(times.every((at) => at <= NOW)).toBe(true);
    }
  });

  test('have payments, corrections, set balances, fines, pardons, arrests and deletions', () => {
    expectBetween(count('payment'), 8000, 10_000);
    expectBetween(count('correction'), 50, 250);
    expectBetween(count('balance'), 10, 60);
    expectBetween(count('fine applied'), 50, 400);
    expectBetween(count('fine removed'), 15, 120);
    expectBetween(count('invoice arrested'), 50, 500);
    expectBetween(count('fine arrested'), 5, 120);
    const voided = entries().filter((row) => row.voided_at !== null);
    expectBetween(voided.length, 20, 150);
    expect(voided.some(({ kind }) => kind === 'invoice')).toBe(true);
    expect(new Set(standing().map(({ method }) => method)).size).toBe(7);
  });

  test('are what the contract takes: days not in the future, payments above 0, one invoice a month', () => {
    for (const { journal } of market) {
      const rows = journal.rows.filter((row) => row.voided_at === null);
      const months = rows.flatMap(({ month }) => month ?? []);
      expect(new Set(months).size).toBe(months.length);
      const payments = journal.rows.filter(({ kind }) => kind === 'payment');
      expect(payments.every((row) => row.cents > 0 && dayOf(row.effective_at) <= dayOf(row.recorded_at))).toBe(true);
    }
  });

  test('have every status: most invoices paid, some in part, some not, and at least five in arrears', () => {
    const statuses = market.flatMap(({ journal }) => journal.ledger.invoices.map(invoiceStatus));
    const share = (status: string) => statuses.filter((one) => one === status).length;
    expectBetween(share('Arrears'), 5, 120);
    expectBetween(share('Partially Paid'), 5, 120);
    expectBetween(share('Unpaid'), 5, 120);
    expect(share('Paid') / statuses.length).toBeGreaterThan(0.95);
  });

  test('charge VAT of 15 % up to December 2023 and of 18 % from January 2024 on', () => {
    for (const invoice of standingInvoices()) {
      expect(invoice.vat_rate_basis_points).toBe(invoice.month < '2024-01' ? 1500 : 1800);
    }
    expect(standingInvoices().filter(({ vat_cents }) => vat_cents % 100 !== 0).length).toBeGreaterThan(1000);
  });
});

describe('the money adds up', () => {
  test('in each shop what came in is what was allocated and what is left over, to the cent', () => {
    for (const { journal } of market) {
      const { ledger, rows } = journal;
      const moneyKinds = ['payment', 'correction', 'balance'];
      const cameIn = sumCents(
        rows.filter((row) => row.voided_at === null && moneyKinds.includes(row.kind)).map((row) => row.cents),
      );
      const allocated = sumCents(ledger.allocations.map((one) => one.cents));
      expect(cameIn).toBe(allocated + ledger.balanceCents);
      const paid = sumCents(ledger.invoices.flatMap(({ charges }) => charges.map((charge) => charge.paidCents)));
      expect(paid).toBe(allocated);
    }
  });

  test('each invoice prints arrears, fines and its own bill less what was left over', () => {
    for (const invoice of market.flatMap(({ journal }) => journal.invoices)) {
      const bill = invoice.rent_cents + invoice.operation_fee_cents + invoice.vat_cents;
      const asked = invoice.total_arrears_cents + invoice.fines_cents + bill - invoice.previous_balance_cents;
      expect(invoice.total_cents).toBe(Math.max(0, asked));
    }
  });

  test('whoever left in good order owes nothing, and two who left otherwise do', () => {
    const empty = market.filter(({ journal }) => journal.tenancy === null);
    expect(empty.map(({ journal }) => journal.owedCents > 0).filter(Boolean)).toHaveLength(2);
    expect(empty).toHaveLength(4);
    for (const { journal, tenancies } of market.filter((shop) => shop.tenancies.length > 1)) {
      const [first] = tenancies;
      const open = journal.ledger.invoices.filter(
        (invoice) =>
          first?.until !== undefined && invoice.month <= monthOf(first.until) && invoiceStatus(invoice) !== 'Paid',
      );
      expect(open).toEqual([]);
    }
  });
});

test('every fact of the last two months has its entry in the audit log, of the same moment and person', () => {
  for (const { journal } of market) {
    const noted = journal.notes.map(({ at, by, words }) => `${at} ${by} ${words(Number).type}`);
    const TYPES = {
      invoice: 'Invoice Generated',
      payment: 'Payment Made',
      correction: 'Correction',
      balance: 'Balance Set',
    };
    for (const row of journal.rows.filter(({ recorded_at }) => recorded_at >= '2026-09-21T12:00:00.000Z')) {
      const acted = { 'fine applied': 'Fine Applied', 'fine removed': 'Fine Removed' };
      const type = { ...TYPES, ...acted, 'invoice arrested': 'Arrest Action', 'fine arrested': 'Arrest Action' }[
        row.kind
      ];
      expect(noted).toContain(`${row.recorded_at} ${row.recorded_by} ${type}`);
    }
  }
});
