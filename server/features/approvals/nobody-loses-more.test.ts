/** @module-tag postgres */

import { expect, test } from 'vitest';
import { addDays, type Day, dayOf, startOfDay } from '#billing/calendar.ts';
import { fineOn } from '#billing/fine.ts';
import { cents } from '#billing/money.ts';
import { isRead } from '#contract/call.ts';
import { listCalls } from '#contract/every-call.ts';
import { may } from '#contract/permissions.ts';
import type { Reader } from '../../db/connect.ts';
import { exampleOf, type Parts, requestOf } from '../../testing/call.ts';
import { type Dice, diceOf, oneOf } from '../../testing/dice.ts';
import { openMarket } from '../../testing/market.ts';
import { signInForTest } from '../../testing/sign-in.ts';

/** So low that a few amounts under it exceed it together: their sum, and not only each, must be limited. */
const LIMIT_CENTS = 30_000;
const STEPS_OF_DAY = 150;
const writing = listCalls().filter(
  ({ entry: { permission, ...entry } }) =>
    !isRead(entry) && permission !== 'public' && permission !== 'session.own' && may('admin', permission),
);

/** Those of people who may write in the ledgers are chosen more often. */
const writingLedgers = writing.filter(({ entry }) => ['books.write', 'payments.take'].includes(entry.permission));

const TITLE = 'by whatever calls, a person without an approval costs the market at most the limit of a day';

test.for([1, 2])(`${TITLE} (seed %d, 300 calls)`, { tags: ['slow'], timeout: 120_000 }, (seed) => attack(seed, 300));
test(`${TITLE} (seed 3, 10,000 calls)`, { tags: ['nightly'], timeout: 3_600_000 }, () => attack(3, 10_000));

async function attack(seed: number, steps: number): Promise<void> {
  const market = await openMarket();
  const { app } = market;
  const db = app.database.reader;
  const dice = diceOf(seed);
  const limit = { amount: LIMIT_CENTS / 100 };
  await app.as('superadmin', { method: 'PUT', url: '/api/settings/approval-limit', payload: limit });
  const signIn = () =>
    signInForTest(app.database, 'admin', {
      at: app.clock.now(),
      verifiedAt: app.clock.now(),
      email: app.emailOf('admin'),
    });
  let day = dayOf(app.clock.now());
  let token = await signIn();
  const lost = new Map<Day, number>();
  const codes = new Set<string>();
  for (let step = 0; step < steps; step += 1) {
    if (step % STEPS_OF_DAY === 0) {
      day = addDays(day, 1);
      app.clock.set(startOfDay(day));
      token = await signIn();
    }
    const { name, entry } = oneOf(dice, dice(4) === 0 ? writing : writingLedgers);
    const parts = vary(exampleOf(name, market), { dice, day, pool: await loadPool(db) });
    const before = await worthOf(db, day);
    const headers = { 'idempotency-key': `${seed}-${step}`, authorization: `Bearer ${token}` };
    const answer = await app.send({ ...requestOf(entry, parts), headers });
    if (answer.statusCode === 401) token = await signIn();
    if (answer.statusCode >= 400) codes.add(answer.json<{ code: string }>().code);
    lost.set(day, (lost.get(day) ?? 0) + Math.max(0, before - (await worthOf(db, day))));
    expect(lost.get(day), `seed ${seed}, step ${step}, ${name}: ${JSON.stringify(parts)}`).toBeLessThanOrEqual(
      LIMIT_CENTS,
    );
  }
  // Unless something was lost and more was refused, the sums would prove nothing.
  expect(Math.max(...lost.values())).toBeGreaterThan(0);
  expect(codes).toContain('approval_required');
}

type Pool = Record<'numbers' | 'invoices' | 'shops', readonly string[]>;

async function loadPool(db: Reader): Promise<Pool> {
  const entries = await db.selectFrom('ledger_entries').select('id').orderBy('id', 'desc').limit(40).execute();
  const tenancies = await db.selectFrom('tenancies').select('id').execute();
  const invoices = await db.selectFrom('invoices').select('number').execute();
  const shops = await db.selectFrom('shops').select('shop_id').execute();
  return {
    numbers: [...entries, ...tenancies, ...tenancies].map(({ id }) => String(id)),
    invoices: invoices.map(({ number }) => number),
    shops: shops.map(({ shop_id }) => shop_id),
  };
}

interface Variation {
  dice: Dice;
  day: Day;
  pool: Pool;
}

/** Returns the example with other ids, amounts and days. It knows the shape of a value, but not what it means. */
function vary(parts: Parts, variation: Variation): Parts {
  const changed = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => changed(item, key));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, name)]));
    return variation.dice(2) === 0 ? value : otherOf(value, key, variation);
  };
  return {
    ...parts,
    ...(parts.params && { params: changed(parts.params, '') as Record<string, string> }),
    ...(parts.body !== undefined && { body: changed(parts.body, '') }),
  };
}

function otherOf(value: unknown, key: string, { dice, day, pool }: Variation): unknown {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (/^INV-/.test(text)) return oneOf(dice, pool.invoices);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return addDays(day, -dice(90));
  if (pool.shops.includes(text)) return oneOf(dice, pool.shops);
  if (!/^\d+(\.\d+)?$/.test(text)) return value;
  if (/id$/i.test(key))
    return typeof value === 'number' ? Number(oneOf(dice, pool.numbers)) : oneOf(dice, pool.numbers);
  return oneOf(dice, [1, 120, 290, 900, 4999, 12_000, 90_000]);
}

/**
 * Returns what the market is owed, with the fines that the next payment brings, and its money, less money that was paid
 * out or that no longer counts. It is computed from the stored rows, without the code that it tests.
 */
async function worthOf(db: Reader, today: Day): Promise<number> {
  const charges = await db.selectFrom('charges').selectAll().execute();
  const tenancies = await db.selectFrom('tenancies').select('balance_cents').execute();
  const entries = await readEntries(db);
  const owed = charges.map((charge) => charge.cents - charge.paid_cents);
  const credit = tenancies.map(({ balance_cents }) => -balance_cents);
  const money = entries.map((entry) => (entry.voided_at === null ? worthOfEntry(entry) : lostByVoiding(entry)));
  return sum([...owed, ...credit, ...money, ...(await finesToCome(db, today))]);
}

type Entry = Pick<Awaited<ReturnType<typeof readEntries>>[number], 'kind' | 'cents' | 'session_id'>;

function readEntries(db: Reader) {
  return db.selectFrom('ledger_entries').selectAll().execute();
}

function worthOfEntry({ kind, cents: amount, session_id }: Entry): number {
  if (kind === 'payment') return amount;
  // Money that a correction adds is only counted in a cash session.
  if (kind === 'correction') return amount > 0 && session_id === null ? 0 : amount;
  // Money paid out counts twice: the credit it came from is no longer owed to the tenant.
  if (kind === 'refund') return 2 * amount;
  if (kind === 'deposit refunded') return -amount;
  return 0;
}

function lostByVoiding({ kind, cents: amount }: Entry): number {
  return kind === 'payment' || kind === 'correction' ? -amount : 0;
}

async function finesToCome(db: Reader, today: Day): Promise<number[]> {
  const rents = await db
    .selectFrom('charges')
    .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
    .select(['invoices.id', 'invoices.fine_basis_points', 'charges.cents', 'charges.paid_cents'])
    .where('charges.kind', '=', 'Rent')
    .where('invoices.due_day', '<', today)
    .execute();
  const fined = await db.selectFrom('charges').select('invoice_id').where('kind', '=', 'Fine').execute();
  const removed = await db
    .selectFrom('ledger_entries')
    .select('invoice_id')
    .where('kind', 'in', ['fine removed', 'debit note'])
    .where('voided_at', 'is', null)
    .execute();
  const without = new Set([...fined, ...removed].map(({ invoice_id }) => invoice_id));
  const open = rents.filter(({ id }) => !without.has(id));
  return open.map((rent) => fineOn(cents(rent.cents - rent.paid_cents), rent.fine_basis_points));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
