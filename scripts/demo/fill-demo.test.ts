import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Selectable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Day, day, dayOf, type Instant, monthOf } from '#billing/calendar.ts';
import { totalDebt } from '#billing/ledger.ts';
import { sumCents } from '#billing/money.ts';
import { demoEmailOf } from '#contract/demo.ts';
import { roles } from '#contract/roles.ts';
import { shopIdIn } from '#contract/scalars.ts';
import { tenants } from '#contract/tenants.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Tables } from '#server/db/tables/tables.ts';
import { loadLedgerForUpdate } from '#server/features/ledger/load-ledger.ts';
import { readLines } from '#server/features/ledger/read-lines.ts';
import { verifyLedgers } from '#server/features/ledger/verify-ledgers.ts';
import { findPoyaDays } from '#server/features/market-days/find-poya-days.ts';
import { listTokens } from '#server/features/program-tokens/queries.ts';
import { presentToken } from '#server/features/program-tokens/token-state.ts';
import { writeTestAuditKey } from '#server/testing/database.ts';
import { closedDays } from './closed-days.ts';
import { fillMarket } from './fill-demo.ts';
import { fillLedgers } from './ledgers/fill-ledgers.ts';
import { planShops } from './ledgers/plan-shops.ts';
import { planTenancies, type Tenancy } from './ledgers/plan-tenancies.ts';
import { planTokens } from './plan-tokens.ts';

describe('fill demo', () => {
  const NOW = '2024-02-21T06:00:00.000Z' as Instant;
  /**
   * The shortest period that contains a change of the VAT rate and every other kind of event, except a fine that is
   * marked as Arrest.
   */
  const FOUR_MONTHS = 4 / 12;
  const FILL_MS = 180_000;
  const opened: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of opened) await close();
  });

  async function fill(years: number, subject: typeof fillLedgers): Promise<Database> {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-demo-'));
    writeTestAuditKey(dataDir);
    const database = connect({ databaseUrl: undefined, dataDir });
    opened.push(async () => {
      await database.close();
      rmSync(dataDir, { recursive: true });
    });
    await migrate(database);
    await fillMarket(database, { seed: 7, years, now: NOW, subjects: [subject] });
    return database;
  }

  /** Each fill has another salt for the passwords, so the seals of accounts differ, and the hashes that include them. */
  const withoutAccounts = ({ hash, previous_hash, sealed, ...entry }: Selectable<Tables['audit_log']>) => ({
    ...entry,
    sealed: Object.entries<string | null>(JSON.parse(sealed || '{}')).filter(([row]) => !row.startsWith('accounts ')),
    isChained: hash !== previous_hash,
  });
  const readMarket = async ({ reader }: Database) => ({
    shops: await reader.selectFrom('shops').selectAll().orderBy('id').execute(),
    tenants: await reader.selectFrom('tenancies').selectAll().orderBy('id').execute(),
    facts: await reader.selectFrom('ledger_entries').selectAll().orderBy('id').execute(),
    invoices: await reader.selectFrom('invoices').selectAll().orderBy('id').execute(),
    charges: await reader.selectFrom('charges').selectAll().orderBy('id').execute(),
    allocations: await reader.selectFrom('allocations').selectAll().orderBy('id').execute(),
    audit: (await reader.selectFrom('audit_log').selectAll().orderBy('id').execute()).map(withoutAccounts),
  });

  let database: Database;
  let market: Entries;
  beforeAll(async () => {
    database = await fill(FOUR_MONTHS, fillLedgers);
    market = await readMarket(database);
  }, FILL_MS);

  type Entries = Awaited<ReturnType<typeof readMarket>>;

  const standing = ({ facts }: Entries = market) => facts.filter((row) => row.voided_at === null);
  const count = (kind: string, entries?: Entries) => standing(entries).filter((row) => row.kind === kind).length;
  const standingInvoices = (entries: Entries = market) => {
    const ids = new Set(standing(entries).map(({ id }) => id));
    return entries.invoices.filter(({ id }) => ids.has(id));
  };

  function expectBetween(number: number, low: number, high: number): void {
    expect(number).toBeGreaterThanOrEqual(low);
    expect(number).toBeLessThanOrEqual(high);
  }

  test('ledgers in memory return the same rows as ledgers read for each action', { tags: ['slow'] }, async () => {
    expect(await readMarket(await fill(FOUR_MONTHS, fillLedgers))).toEqual(market);
  });

  test('the ledgers of the demo are clean', { tags: ['slow'] }, async () => {
    expect((await verifyLedgers(database)).differences).toEqual([]);
  });

  describe('144 shops and their tenants', () => {
    const shopIds = planShops(7).map(({ shopId }) => shopId);
    const plan = (seed = 7): Tenancy[][] =>
      planTenancies({ seed, shopIds, from: dayOf('2021-02-20T00:00:00.000Z' as Instant), today: dayOf(NOW) });

    test('each shop has a different id, name and place in six blocks', () => {
      expect(market.shops).toHaveLength(144);
      expect(new Set(market.shops.map((shop) => shopIdIn.parse(shop.shop_id).toLowerCase())).size).toBe(144);
      expect(new Set(market.shops.map((shop) => shop.shop_name)).size).toBe(144);
      expect(new Set(market.shops.map(({ location }) => location.slice(0, 'Block A'.length))).size).toBe(6);
    });

    test('140 shops are rented now, four are empty, and some tenants replaced earlier tenants', () => {
      expect(market.tenants.filter((tenant) => tenant.ended_on === null)).toHaveLength(140);
      expectBetween(plan().flat().length, 160, 185);
      for (const tenancies of plan()) {
        const spans = tenancies.flatMap(({ from, until }) => [from, until ?? '9999']);
        expect(spans.filter((day, place) => day < (spans[place - 1] ?? ''))).toEqual([]);
      }
    });

    test('are the same for the same seed, and different for another seed', () => {
      expect(plan()).toEqual(plan());
      expect(plan(8)).not.toEqual(plan());
    });

    test('three tenants have several shops', () => {
      const shopOf = new Map(market.shops.map(({ id, shop_id }) => [id, shop_id]));
      const byTenant = Map.groupBy(market.tenants, ({ tenant_id }) => tenant_id);
      const several = [...byTenant.values()].filter((tenancies) => tenancies.length > 1);
      expect(several.map((tenancies) => tenancies.map(({ shop_id }) => shopOf.get(shop_id)))).toEqual([
        ['A10', 'A11'],
        ['B7', 'E19'],
        ['C10', 'C11', 'C12'],
      ]);
      for (const tenancies of several) expect(new Set(tenancies.map(({ name }) => name)).size).toBe(1);
    });

    test('no two people have the same name, a real telephone number, or an address outside example.com', () => {
      const people = plan()
        .flat()
        .filter(({ firstShopId }) => firstShopId === undefined);
      expect(new Set(people.map(({ name }) => name)).size).toBe(people.length);
      for (const { name, contact, address, email } of people) {
        expect(contact).toMatch(/^000 000 \d{4}$/);
        expect(email).toMatch(/^[a-z.]+@example\.com$/);
        expect(tenants.add.body.safeParse({ name, contact, address, email, shop_id: 'A1' }).error).toBeUndefined();
      }
    });
  });

  describe('four months of ledgers', () => {
    test('start three months ago, end now, and are in the order of recording', () => {
      expectBetween(count('invoice'), 540, 576);
      const months = new Set(standing().flatMap(({ month }) => month ?? []));
      expect([...months].sort()).toEqual(['2023-11', '2023-12', '2024-01', '2024-02']);
      const times = market.facts.map(({ recorded_at }) => recorded_at);
      expect(times.every((at, place) => at >= (times[place - 1] ?? ''))).toBe(true);
      expect(times.every((at) => at <= NOW)).toBe(true);
    });

    test('have payments, corrections, set balances, fines, removed fines, arrests and deletions', () => {
      expectBetween(count('payment'), 500, 700);
      expectBetween(count('correction'), 4, 30);
      expectBetween(count('balance'), 5, 40);
      expectBetween(count('fine applied'), 4, 40);
      expectBetween(count('fine removed'), 1, 10);
      expectBetween(count('invoice arrested'), 4, 40);
      const voided = market.facts.filter((row) => row.voided_at !== null);
      expectBetween(voided.length, 2, 20);
      expect(voided.some(({ kind }) => kind === 'invoice')).toBe(true);
      expect(new Set(standing().map(({ method }) => method)).size).toBe(7);
    });

    test('contain only what the contract accepts: no payment in the future or of 0, one invoice a month', () => {
      const months = standing().flatMap(({ shop_id, month }) => (month ? `${shop_id} ${month}` : []));
      expect(new Set(months).size).toBe(months.length);
      const payments = market.facts.filter(({ kind }) => kind === 'payment');
      expect(payments.every((row) => row.cents > 0 && dayOf(row.effective_at) <= dayOf(row.recorded_at))).toBe(true);
    });

    test('have every status: most invoices paid, some in part, some unpaid, and at least five in arrears', () => {
      const statuses = standingInvoices().map(({ status }) => status);
      for (const status of ['Arrears', 'Partially Paid', 'Unpaid']) {
        expectBetween(statuses.filter((one) => one === status).length, 5, 120);
      }
      expect(statuses.filter((one) => one === 'Paid').length / statuses.length).toBeGreaterThan(0.9);
    });

    test('charge VAT of 15% until December 2023 and of 18% from January 2024', () => {
      for (const invoice of standingInvoices()) {
        expect(invoice.vat_rate_basis_points).toBe(invoice.month < '2024-01' ? 1500 : 1800);
      }
      expect(standingInvoices().filter(({ vat_cents }) => vat_cents % 100 !== 0).length).toBeGreaterThan(300);
    });
  });

  function emptyShops({ shops, tenants: people }: Entries): Entries['shops'] {
    const rented = new Set(people.filter((one) => one.ended_on === null).map((one) => one.shop_id));
    return shops.filter(({ id }) => !rented.has(id));
  }

  test('in two months the meters are read, although the first of four readings would be before the opening', {
    tags: ['slow'],
    timeout: FILL_MS,
  }, async () => {
    const { reader } = await fill(2 / 12, fillLedgers);
    const kinds = await reader.selectFrom('charge_kinds').select('name').orderBy('id').execute();
    expect(kinds).toEqual([{ name: 'Electricity' }, { name: 'Returned cheque' }]);
    const charges = reader.selectFrom('tenancy_charges').innerJoin('charge_kinds as kind', 'kind.id', 'charge_kind_id');
    expect(await charges.select('kind.name').where('kind.name', '=', 'Electricity').execute()).not.toEqual([]);
  });

  test('in two years fines are arrested, two of the empty shops have debts, and most invoices are paid', {
    tags: ['nightly'],
  }, async () => {
    const filled = await fill(2, fillLedgers);
    const years = await readMarket(filled);
    const owed = await filled.write((tx) =>
      Promise.all(
        emptyShops(years).map(async ({ shop_id }) => totalDebt((await loadLedgerForUpdate(tx, shop_id)).ledger)),
      ),
    );
    expect(owed.filter((amount) => amount > 0)).toHaveLength(2);
    expectBetween(count('invoice', years), 3300, 3456);
    expectBetween(count('payment', years), 3200, 4000);
    expectBetween(count('fine applied', years), 20, 200);
    expectBetween(count('fine arrested', years), 2, 60);
    const statuses = standingInvoices(years).map(({ status }) => status);
    expect(statuses.filter((one) => one === 'Paid').length / statuses.length).toBeGreaterThan(0.93);
  });

  describe('the money adds up', () => {
    test('in each shop the amount paid equals the allocations plus the remainder, to the cent', () => {
      for (const shop of market.shops) {
        const ofShop = <Row extends { shop_id: number }>(rows: readonly Row[]) =>
          rows.filter(({ shop_id }) => shop_id === shop.id);
        const received = ofShop(standing()).filter(({ kind }) => ['payment', 'correction', 'balance'].includes(kind));
        const allocated = sumCents(ofShop(market.allocations).map((one) => one.cents));
        expect(sumCents(received.map((row) => row.cents))).toBe(
          allocated + sumCents(ofShop(market.tenants).map((one) => one.balance_cents)),
        );
        expect(sumCents(ofShop(market.charges).map((charge) => charge.paid_cents))).toBe(allocated);
      }
    });

    test('each invoice charges arrears, fines and its own month less the credit', () => {
      for (const invoice of market.invoices) {
        const others = readLines(invoice).reduce((sum, line) => sum + line.cents, 0);
        const bill = invoice.rent_cents + invoice.operation_fee_cents + invoice.vat_cents + others;
        const asked = invoice.total_arrears_cents + invoice.fines_cents + bill - invoice.previous_balance_cents;
        expect(invoice.total_cents).toBe(Math.max(0, asked));
      }
    });

    test('the empty shops are four, and tenants who left without debts have paid everything', () => {
      expect(emptyShops(market)).toHaveLength(4);
      const rented = new Set(market.tenants.filter((one) => one.ended_on === null).map((one) => one.shop_id));
      for (const first of market.tenants.filter(({ ended_on, shop_id }) => ended_on !== null && rented.has(shop_id))) {
        const last = monthOf(first.ended_on ?? dayOf(NOW));
        const open = standingInvoices().filter(
          ({ shop_id, month, status }) => shop_id === first.shop_id && month <= last && status !== 'Paid',
        );
        expect(open).toEqual([]);
      }
    });
  });

  test('every entry of a ledger has an entry in the audit log, with the same time and person', () => {
    const audited = new Set(market.audit.map((one) => `${one.event_date} ${one.user_actioned} ${one.event_type}`));
    const types: Record<string, string> = {
      invoice: 'Invoice Generated',
      payment: 'Payment Made',
      correction: 'Correction',
      balance: 'Balance Set',
      'fine applied': 'Fine Applied',
      'fine removed': 'Fine Removed',
      'invoice arrested': 'Arrest Action',
      'fine arrested': 'Arrest Action',
    };
    const missing = market.facts.filter(
      (row) => !audited.has(`${row.recorded_at} ${row.recorded_by} ${types[row.kind]}`),
    );
    expect(missing).toEqual([]);
  });

  test('a program of the accountant has a token, and another token was revoked', async () => {
    const { reader } = await fill(FOUR_MONTHS, planTokens);
    const tokens = await listTokens(reader);
    expect(tokens.map((token) => presentToken(token, dayOf(NOW)))).toMatchObject([
      { label: 'Screen in the hall', scopes: ['tickets'], state: 'revoked' },
      { label: 'Perera & Co, accountants', scopes: ['journal', 'reports'], state: 'valid' },
    ]);
  });
});

test('the market is closed for the new year, on Poya days and on two to four other days a year, and says why', () => {
  for (let year = 2018; year <= 2035; year++) {
    const closed = closedDays(day(`${year}-01-01`), day(`${year}-12-31`));
    const days = closed.map((closing) => closing.day);
    const poya = findPoyaDays(day(`${year}-01-01`), day(`${year}-12-31`));
    const newYear = ['04-13', '04-14', '04-15'].map((monthAndDay) => day(`${year}-${monthAndDay}`));
    const others = days.filter((date) => !poya.includes(date) && !newYear.includes(date));
    expect(days).toEqual([...new Set<Day>([...poya, ...newYear, ...others])].toSorted());
    expect(others.length).toBeGreaterThanOrEqual(2);
    expect(others.length).toBeLessThanOrEqual(4);
    for (const { reason, reason_si, reason_ta } of closed) {
      expect(reason).toMatch(/^[A-Z].+/);
      expect(reason_si).toMatch(/^[\u0d80-\u0dff].+/);
      expect(reason_ta).toMatch(/^[\u0b80-\u0bff].+/);
    }
  }
});

test('a longer window has the same closed days and more', () => {
  const short = closedDays(day('2024-03-01'), day('2025-03-01'));
  const long = closedDays(day('2023-01-01'), day('2026-12-31'));
  expect(long.filter((closing) => closing.day >= '2024-03-01' && closing.day <= '2025-03-01')).toEqual(short);
});

test('the README names the account of every role', () => {
  const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8');
  const named = readme.match(/^\| \w+@example\.com (?=\|)/gm)?.map((cell) => cell.slice(2).trim());
  expect(new Set(named)).toEqual(new Set(roles.map((role) => demoEmailOf(role))));
});
