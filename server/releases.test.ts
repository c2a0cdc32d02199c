/** @module-tag postgres */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { instantOf } from '#billing/calendar.ts';
import { places } from '#contract/places.ts';
import { connect, type DatabaseAddress } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { finishRestored, restoreBackup } from './features/backup/restore-backup.ts';
import { beginSealing } from './features/ledger/begin-sealing.ts';
import { verifyMarket } from './features/ledger/verify-market.ts';
import { emptyAddress, makeFile, openServer } from './testing/backup.ts';
import { makeTestDatabase } from './testing/database.ts';
import { describeSchema } from './testing/describe-schema.ts';
import { fixtureFile, placeRelease, RELEASES_FOLDER, readFixture } from './testing/place-release.ts';
import {
  type Ask,
  type ReleaseFigures,
  type ReleaseFixture,
  readFigures,
  takeNextNumbers,
} from './testing/release-figures.ts';

const releases = [...new Set(readdirSync(RELEASES_FOLDER).map((name) => name.split('.').slice(0, 3).join('.')))];
const SUPERADMIN = { email: 'superadmin@example.com', password: 'market-morning-5am' };
/** Entries that divide the ledger of shop A-3 among its two tenancies. */
const TRANSFERS = 2;
/** Tickets that count. Release 0.2 took an equal ticket of the same moment for a repetition. */
const TICKETS: Readonly<Record<string, number>> = { '0.1.0': 20, '0.2.0': 13, '0.3.0': 20, '0.4.0': 24, '0.5.0': 24 };
const MINUTE_MS = 60_000;

async function placeBackup(version: string, address: DatabaseAddress, fixture: ReleaseFixture): Promise<void> {
  const restored = await restoreBackup(address, makeFile(fixtureFile(version, 'sql')));
  expect(restored.rows).toBeGreaterThan(100);
  await finishRestored(address, fixture.at);
}

const roads = { folder: placeRelease, backup: placeBackup };

async function openMarketOf(version: string, road: keyof typeof roads) {
  const fixture = readFixture(version);
  const address = await emptyAddress();
  if (fixture.auditKey !== undefined) writeFileSync(path.join(address.dataDir, 'audit-key'), fixture.auditKey);
  await roads[road](version, address, fixture);
  const database = connect(address);
  onTestFinished(() => database.close());
  const now = instantOf(Date.parse(fixture.at) + MINUTE_MS);
  await migrate(database);
  const context = { actor: 'start', now, requestId: 'start' };
  expect(await beginSealing(database, context)).toEqual([]);
  const server = await openServer(database, { now: () => now }, { DATA_DIR: address.dataDir });
  return { fixture, database, ask: await signIn((request) => server.inject(request)) };
}

async function signIn(send: (request: InjectOptions) => Promise<LightMyRequestResponse>): Promise<Ask> {
  const signedIn = await send({ method: 'POST', url: '/api/admin/login', payload: SUPERADMIN });
  const headers = { authorization: `Bearer ${signedIn.json<{ token: string }>().token}` };
  return async (method, url, payload) => {
    const answer = await send({ method, url, headers, ...(payload && { payload }) });
    if (answer.statusCode === 404) return undefined;
    if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json();
  };
}

const BEFORE_TENANCIES =
  'since 0.2 each tenancy has a ledger, and the money of one pays the charges of another by a transfer';
const WORDS = 'the sentence was changed';
const CENTRE = [/ centre (?:address|phones?|bank|vat_registration): /, 'until 0.3 a file beside the data'] as const;

/** Differences that are right, with the reason. */
const explained: Readonly<Record<string, readonly (readonly [pattern: RegExp, reason: string])[]>> = {
  '0.1.0': [
    CENTRE,
    [
      /invoices \d+ Shop Tenant name: "Second tenant of A-3" before, "Tenant of A-3, .*" after$/,
      'the tenant of that month',
    ],
    [/A-3 shop Invoices [23] Allocations [012] payment_id: 58 before, null after$/, BEFORE_TENANCIES],
    [/A-3 shop Invoices [23] Allocations [012] source: "payment" before, "credit" after$/, BEFORE_TENANCIES],
    [/A-3\/statement lines: 8 rows before, 3 after$/, 'a statement is that of a tenancy'],
    [/58\/receipt settled: 6 rows before, 0 after$/, BEFORE_TENANCIES],
    [/58\/receipt filled_debt: 0 before, 60000 after$/, BEFORE_TENANCIES],
    [/58\/receipt still_owed: 117320 before, 39530 after$/, 'what the tenancy owes, not the shop'],
    [/text: "Correction of payment 8: one zero too many" before, "Correction to payment 8: /, WORDS],
    [/text: "Balance set: opening debt" before, "Balance set by the office: opening debt" after$/, WORDS],
  ],
  '0.2.0': [
    CENTRE,
    [/tax\/settings qr_(?:tag|block|category|name|city): ".*" before, undefined after$/, 'set with the bank account'],
  ],
};

/** Tickets of releases that did not ask for their cash count as counted. */
async function gatePlaces(ask: Ask) {
  const now = places.now.answer.parse(await ask('GET', places.now.path));
  const amounts = new Map(now.places.map(({ place, amount }) => [place, amount]));
  const hasCounted = (amounts.get('gate_counted') ?? 0) > 0;
  return { to_count: amounts.get('to_count'), nowhere: amounts.get('nowhere'), hasCounted };
}

/** Sorts the ways to pay, whose order differed between engines in earlier releases, and names the places of money. */
function sorted(figures: ReleaseFigures): ReleaseFigures {
  const papers = figures['/api/invoices/papers'] as { how_to_pay?: { invoice_id: string }[] };
  papers.how_to_pay?.sort((one, other) => (one.invoice_id < other.invoice_id ? -1 : 1));
  const money = figures[places.now.path] as { places: { place: string }[] } | undefined;
  if (money === undefined) return figures;
  return {
    ...figures,
    [places.now.path]: { ...money, places: Object.fromEntries(money.places.map((sum) => [sum.place, sum])) },
  };
}

/** Returns what differs between an answer of an old release and the same answer of this one, which may say more. */
function differences(before: unknown, after: unknown, place: string): string[] {
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length)
    return [`${place}: ${before.length} rows before, ${after.length} after`];
  if (typeof before === 'object' && before !== null && typeof after === 'object' && after !== null) {
    const rest = after as Record<string, unknown>;
    return Object.entries(before).flatMap(([name, value]) => differences(value, rest[name], `${place} ${name}`));
  }
  return before === after ? [] : [`${place}: ${JSON.stringify(before)} before, ${JSON.stringify(after)} after`];
}

for (const version of releases)
  for (const road of ['folder', 'backup'] as const) {
    test(`a ${road} of release ${version} has the same balances, numbers, tickets, prices and papers here`, {
      tags: ['slow'],
    }, async () => {
      const { fixture, database, ask } = await openMarketOf(version, road);
      const after = await readFigures(ask);
      const known = explained[version] ?? [];
      const found = differences(sorted(fixture.figures), sorted(after), '');
      expect(found.filter((line) => !known.some(([pattern]) => pattern.test(line)))).toEqual([]);
      expect(known.filter(([pattern]) => !found.some((line) => pattern.test(line)))).toEqual([]);
      expect(Object.keys(fixture.figures).length).toBeGreaterThan(40);
      expect(await verifyMarket(database)).toMatchObject({ differences: [], shops: 6, tickets: TICKETS[version] });
      // Until 0.3 a market recorded neither, so all of it counts as confirmed and as counted.
      if (fixture.figures['/api/cash/places'] === undefined) {
        expect(await ask('GET', '/api/cash/electronic')).toMatchObject({ payments: [], to_confirm: { count: 0 } });
        expect(await gatePlaces(ask)).toEqual({ to_count: 0, nowhere: 0, hasCounted: true });
      }
      const { payment, ...tickets } = await takeNextNumbers(ask);
      const { payment: nextPayment, ...nextTickets } = fixture.next;
      expect(tickets).toEqual(nextTickets);
      // Transfers between tenancies are entries too, and take numbers after the last one.
      expect(payment).toBe(nextPayment + (version === '0.1.0' ? TRANSFERS : 0));
      expect((await verifyMarket(database)).differences).toEqual([]);
      const fresh = await makeTestDatabase();
      onTestFinished(fresh.remove);
      expect(await describeSchema(database)).toEqual(await describeSchema(fresh.database));
    });
  }

test('tenancies that the update adds to audit entries of release 0.4.0 are sealed', { tags: ['slow'] }, async () => {
  const { database } = await openMarketOf('0.4.0', 'folder');
  const entries = database.reader.selectFrom('audit_log').select(['id', 'tenancy_id']).orderBy('id');
  const { last_without_tenancy: last } = await database.reader
    .selectFrom('audit_head')
    .select('last_without_tenancy')
    .executeTakeFirstOrThrow();
  const ofBefore = (await entries.execute()).filter(({ id }) => id <= last);
  const filled = ofBefore.find(({ tenancy_id }) => tenancy_id !== null);
  const other = ofBefore.find(({ tenancy_id }) => tenancy_id === null);
  if (!filled || !other) throw new Error('the log has no entries of both kinds');
  const set = (id: number, tenancy_id: number | null) =>
    database.owner.updateTable('audit_log').set({ tenancy_id }).where('id', '=', id).execute();
  for (const { id, tenancy_id } of [filled, other]) {
    await set(id, 99);
    expect((await verifyMarket(database)).differences).toEqual(['audit_log 1 was changed directly in the database']);
    await set(id, tenancy_id);
    expect((await verifyMarket(database)).differences).toEqual([]);
  }
  await database.owner
    .updateTable('audit_head')
    .set({ last_without_tenancy: last + 1 })
    .execute();
  expect((await verifyMarket(database)).differences).not.toEqual([]);
});
