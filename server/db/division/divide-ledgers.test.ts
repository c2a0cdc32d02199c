/** @module-tag postgres */
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, type Day, dayOf, type Instant, instantOf, paymentInstant } from '#billing/calendar.ts';
import { fold } from '#billing/fold.ts';
import { billOf, dueDayOf, invoiceEffectiveAt } from '#billing/invoice.ts';
import { paidOf, totalDebt } from '#billing/ledger.ts';
import { inLedgerOrder, type LedgerEntry } from '#billing/ledger-entries.ts';
import { FIRST_RENT_RULES } from '#billing/rent-rules.ts';
import { statementOf } from '#billing/statement.ts';
import { chargeStatus, invoiceStatus } from '#billing/status.ts';
import { entriesOf, type LedgerEvent } from '#billing/testing/events.ts';
import { type Roll, randomShop } from '#billing/testing/random-shop.ts';
import { verifyLedgers } from '../../features/ledger/verify-ledgers.ts';
import { dueOfTenancy, listTenanciesOfShop } from '../../features/tenants/queries.ts';
import { makeEmptyDatabase } from '../../testing/database.ts';
import { type Dice, diceOf } from '../../testing/dice.ts';
import type { Database } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { DIVISION_REPORT } from './divide-ledgers.ts';
import { reportDivision } from './report-division.ts';

const rules = {
  fold,
  inLedgerOrder,
  billOf,
  invoiceEffectiveAt,
  paymentInstant,
  chargeStatus,
  invoiceStatus,
  statementOf,
};
const LAST_OLD = '0007-settings';
const SHOPS = 40;

async function openOld(): Promise<Database> {
  const made = await makeEmptyDatabase();
  onTestFinished(() => made.remove());
  const migrationFolder = path.join(import.meta.dirname, '../migrations');
  const provider = new FileMigrationProvider({ fs, path, migrationFolder });
  await made.database.owner.transaction().execute((db) => new Migrator({ db, provider }).migrateTo(LAST_OLD));
  return made.database;
}

type Db = Kysely<never>;
type Tenant = { id: number; from: Instant; until: Instant | null };

async function insert(db: Db, table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row).map((name) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(row))})`.execute(db);
}

async function storeShop(db: Db, shop: number, dice: Dice): Promise<number> {
  const rolls = Array.from(
    { length: 4 + dice(22) },
    (): Roll => [dice(256), dice(256), dice(256), dice(256), dice(256)],
  );
  const first = shop * 1000;
  const moved = (id: number) => id + first;
  const entries = entriesOf(rules, randomShop(rolls).filter(wasKnown).map(underFirstRules)).map(
    (entry): LedgerEntry => {
      const refs = {
        ...('invoiceId' in entry && { invoiceId: moved(entry.invoiceId) }),
        ...('paymentId' in entry && { paymentId: moved(entry.paymentId) }),
      };
      return { ...entry, ...refs, id: moved(entry.id) };
    },
  );
  const ledger = fold(entries);
  const times = inLedgerOrder(entries).map(({ at }) => at);
  const start = times[0] ?? instantOf(0);
  await insert(db, 'shops', {
    ...{ id: shop, shop_id: `S-${shop}`, shop_name: 'Stores', location: 'Block A', rent_cents: 800_000 },
    ...{ vat_rate_basis_points: 1800, operation_fee_cents: 200_000, balance_cents: ledger.balanceCents },
    ...{ balance_at: start, created_at: start, updated_at: start },
  });
  const tenants = planTenants(times, shop, dice);
  for (const { id, from, until } of tenants) {
    await insert(db, 'tenants', {
      ...{ id, shop_id: shop, name: `Tenant ${id}`, contact: '000', address: 'Dambulla', email: null },
      ...{ ended_at: until, created_at: from, updated_at: from },
    });
  }
  for (const entry of entries.toSorted((one, other) => one.id - other.id))
    await storeEntry(db, shop, { entry, tenants });
  for (const invoice of ledger.invoices) {
    const entry = entries.find(({ id }) => id === invoice.id);
    if (entry?.kind !== 'invoice') throw new Error('no bill');
    await insert(db, 'invoices', {
      ...{
        id: invoice.id,
        shop_id: shop,
        number: `INV-S-${shop}-${invoice.month.replace('-', '')}`,
        month: invoice.month,
      },
      ...{ generated_at: entry.generatedAt, due_day: dueDayOf(entry), vat_rate_basis_points: 1800 },
      ...{ rent_cents: entry.rentCents, operation_fee_cents: entry.operationFeeCents, vat_cents: entry.vatCents },
      ...{ previous_balance_cents: 0, total_arrears_cents: 0, fines_cents: 0, previous_fines_cents: 0 },
      ...{ previous_total_cents: 0, previous_paid_cents: 0, previous_paid_at: null, total_cents: 0, times_printed: 0 },
      ...{ status: invoiceStatus(invoice), paid_cents: paidOf(invoice), updated_at: start },
    });
    for (const charge of invoice.charges) {
      await insert(db, 'charges', {
        ...{
          shop_id: shop,
          invoice_id: invoice.id,
          kind: charge.kind,
          cents: charge.cents,
          paid_cents: charge.paidCents,
        },
        ...{ status: chargeStatus(charge), arose_at: charge.aroseAt, paid_at: charge.paidAt ?? null },
      });
    }
  }
  for (const { invoiceId, kind, cents, at, causeId } of ledger.allocations) {
    const row = { shop_id: shop, invoice_id: invoiceId, kind, cause_id: causeId, cents, allocated_at: at };
    await insert(db, 'allocations', row);
  }
  return totalDebt(ledger);
}

/** Those of every month before database migration 0021. */
function underFirstRules(event: LedgerEvent): LedgerEvent {
  const { rentDueDay: dueDay, fineBasisPoints } = FIRST_RENT_RULES;
  return event.kind === 'invoice' ? { ...event, dueDay, fineBasisPoints } : event;
}

/** The release before had no other entries. */
function wasKnown({ kind }: LedgerEvent): boolean {
  const money = ['invoice', 'payment', 'correction', 'balance'];
  return [...money, 'fine applied', 'fine removed', 'invoice arrested', 'fine arrested'].includes(kind);
}

function planTenants(times: readonly Instant[], shop: number, dice: Dice): Tenant[] {
  const days = times.map(dayOf);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const count = dice(4);
  const span = Math.max(1, Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000));
  const cuts = Array.from({ length: 2 * count }, () => dice(span + 20) - 10).toSorted((one, other) => one - other);
  const at = (day: Day) => instantOf(Date.parse(`${day}T03:00:00.000Z`));
  return Array.from({ length: count }, (_, place) => {
    const [from = 0, until = 0] = cuts.slice(2 * place, 2 * place + 2);
    const isLast = place === count - 1 && dice(3) > 0;
    const end = isLast ? null : at(addDays(first, until));
    return { id: shop * 10 + place, from: at(addDays(first, from)), until: end };
  });
}

async function storeEntry(
  db: Db,
  shop: number,
  { entry, tenants }: { entry: LedgerEntry; tenants: readonly Tenant[] },
): Promise<void> {
  const tenant = tenants.find(({ from, until }) => from <= entry.at && (until === null || entry.at < until));
  await insert(db, 'facts', {
    ...{
      id: entry.id,
      shop_id: shop,
      kind: entry.kind,
      effective_at: entry.at,
      cents: 'cents' in entry ? entry.cents : 0,
    },
    ...{
      month: entry.kind === 'invoice' ? entry.month : null,
      invoice_id: 'invoiceId' in entry ? entry.invoiceId : null,
    },
    ...{ payment_id: 'paymentId' in entry ? entry.paymentId : null, tenant_id: tenant?.id ?? null },
    ...{
      method: entry.kind === 'payment' ? 'Cash' : null,
      note: '',
      recorded_at: entry.at,
      recorded_by: 'a@example.com',
    },
  });
}

test.each([1, 2, 3])(
  'random ledgers are divided among their tenancies without losing a cent (%d)',
  { tags: ['slow'] },
  async (seed) => {
    const database = await openOld();
    const owner = database.owner as unknown as Db;
    const dice = diceOf(seed);
    const owed = new Map<number, number>();
    await owner.transaction().execute(async (db) => {
      for (let shop = 1; shop <= SHOPS; shop += 1) owed.set(shop, await storeShop(db, shop, dice));
    });
    const paid = await chargesPaid(owner);
    expect(await migrate(database)).toContain('0008-tenancies');
    expect((await verifyLedgers(database)).differences).toEqual([]);
    expect(await chargesPaid(owner)).toEqual(paid);
    for (const [shop, cents] of owed) {
      const tenancies = await listTenanciesOfShop(database.reader, shop);
      expect(
        tenancies.reduce((sum, tenancy) => sum + dueOfTenancy(tenancy), 0),
        `shop ${shop}`,
      ).toBe(cents);
      expectInOrder(tenancies.toReversed());
    }
    await expectReport(database);
  },
);

test('a migration that fails near its end leaves everything as it was, and the next start completes it', async () => {
  const database = await openOld();
  const owner = database.owner as unknown as Db;
  const dice = diceOf(4);
  await owner.transaction().execute(async (db) => {
    for (let shop = 1; shop <= 5; shop += 1) await storeShop(db, shop, dice);
  });
  const paid = await chargesPaid(owner);
  const entries = await countRows(owner, 'facts');
  // The newest migration creates a table of this name.
  await sql`create table tenancy_charges (id integer)`.execute(owner);
  await expect(migrate(database)).rejects.toThrow(/tenancy_charges/);
  expect(await countRows(owner, 'facts')).toBe(entries);
  await sql`drop table tenancy_charges`.execute(owner);
  expect(await migrate(database)).toContain('0008-tenancies');
  expect((await verifyLedgers(database)).differences).toEqual([]);
  expect(await chargesPaid(owner)).toEqual(paid);
});

async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count);
}

async function chargesPaid(db: Db) {
  const { rows } = await sql`select id, invoice_id, kind, cents, paid_cents, status, arose_at, paid_at from charges
    order by id`.execute(db);
  return rows;
}

function expectInOrder(tenancies: readonly { started_on: Day; ended_on: Day | null }[]): void {
  for (const [at, { started_on }] of tenancies.entries()) {
    const before = tenancies[at - 1];
    if (before) expect(before.ended_on !== null && before.ended_on <= started_on).toBe(true);
  }
}

async function expectReport({ reader }: Database): Promise<void> {
  const setting = await reader
    .selectFrom('settings')
    .select('value')
    .where('name', '=', DIVISION_REPORT)
    .executeTakeFirstOrThrow();
  const transfers = await reader
    .selectFrom('ledger_entries')
    .innerJoin('shops', 'shops.id', 'ledger_entries.shop_id')
    .select(['shops.shop_id', 'ledger_entries.cents', 'ledger_entries.linked_id'])
    .where('kind', '=', 'transfer')
    .orderBy('ledger_entries.id')
    .execute();
  expect(transfers.every(({ linked_id }) => linked_id !== null)).toBe(true);
  const byShop = Map.groupBy(transfers, ({ shop_id }) => shop_id);
  expect(new Set(byShop.keys())).toEqual(new Set(JSON.parse(setting.value).map(({ shop }: { shop: string }) => shop)));
  expect(byShop.size).toBeGreaterThan(3);
  const lines = await reportDivision(reader);
  expect(lines.slice(1).map((line) => line.trim().split(':')[0])).toEqual([...byShop.keys()]);
  expect(lines[0]).toContain(`transfers between tenancies: ${byShop.size}.`);
  for (const rows of byShop.values()) expect(rows.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
}
