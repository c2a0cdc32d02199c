/** @module-tag sqlite-only */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addDays, type Day, instantOf } from '#billing/calendar.ts';
import { bulkActions } from '#contract/bulk-actions.ts';
import { schedule } from '#contract/schedule.ts';
import { vatRates } from '#contract/vat-rates.ts';
import type { Reader } from '../../db/connect.ts';
import { claimKey } from '../../http/idempotency/idempotency-keys.ts';
import { openTestApp } from '../../testing/app-context.ts';
import { copyTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { colombo, officeAt, openTestOffice } from '../../testing/office.ts';
import { keepOldCopies } from '../../testing/old-copies.ts';
import { recordSignIn, scheduleContextOf } from '../../testing/schedule.ts';
import { saveVerification } from '../ledger/queries.ts';
import { runSchedule } from './start-schedule.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A night that begins with bills to generate, fines to add and a new VAT rate. */
const NIGHT = '2026-11-02' as Day;
const MIDNIGHT_MS = Date.parse(colombo(NIGHT, '00:00:00.000'));
const NIGHT_MINUTES = 6 * 60;

const SOME_MINUTES = [0, 1, 90, 360];
const ALL_MINUTES = Array.from({ length: NIGHT_MINUTES + 1 }, (_, at) => at);
const FOLLOWED_EVERY = 90;
const JUMPS_MS = [HOUR_MS, 5 * HOUR_MS, DAY_MS, 3 * DAY_MS, 31 * DAY_MS, 366 * DAY_MS].flatMap((ms) => [-ms, ms]);
/**
 * Returns whether the schedule must notice a jump of the clock. A jump of up to four days looks the same as days
 * without work, such as a holiday.
 */
const isNoticed = (jumpMs: number) => Math.abs(jumpMs) > 4 * DAY_MS;

interface Nights {
  before: TestDatabase;
  after: TestDatabase;
  /** `nothing` is what the market stores before the night, `all` what it stores after a night with a correct clock. */
  nothing: string[];
  all: Done;
}

/**
 * What the schedule did in three phases: two passes with a wrong clock, two passes with the corrected clock, and the
 * month after that.
 */
interface Done {
  wrong: string[];
  right: string[];
  nextMonth: string[] | undefined;
}

let opened: Promise<Nights> | undefined;
afterAll(async () => {
  const made = await opened;
  await made?.before.discard();
  await made?.after.discard();
});

async function makeNights(): Promise<Nights> {
  const app = await openTestApp();
  const office = officeAt(app);
  office.goTo('2026-10-01');
  for (const shopId of ['A-1', 'A-2']) {
    await office.let(shopId);
    await office.generate(shopId, '2026-10');
  }
  await office.pay('A-1', 11_800, '2026-10-01');
  await office.ask(vatRates.set, { body: { newVatRate: 20, valid_from: NIGHT } });
  const due = { generate_invoices: true, generate_day: 2, apply_fines: true, fines_day: 2 };
  await office.ask(schedule.set, { body: { ...due, daily_backup: false, backup_days: 14 } });
  office.goTo('2026-11-01', '18:00:00.000');
  await recordSignIn(app, app.clock.now());
  const { id: accountId } = await app.database.reader.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const key = { accountId, path: '/api', key: 'key', requestHash: '', isDerived: false };
  await app.database.write((tx) => claimKey(tx, key, app.clock.now()));
  await lookAt(app, Date.parse(app.clock.now()));
  const before = await app.freeze();
  const after = await copyTestDatabase(before);
  await lookAt(after, MIDNIGHT_MS);
  await after.database.close();
  const all = await liveThrough(before, { minute: 0, jumpMs: 0 });
  const untouched = await copyTestDatabase(before);
  const nothing = await deedsIn(untouched.database.reader);
  await untouched.remove();
  expect(nothing).not.toEqual(all.wrong);
  return { before, after, nothing, all };
}

type Market = Pick<TestDatabase, 'database' | 'dataDir' | 'databaseUrl'>;

async function lookAt(market: Market, ms: number): Promise<void> {
  const now = instantOf(ms);
  const verified = { ended_at: now, outcome: 'clean' as const, faults: 0, summary: '' };
  await market.database.write((tx) => saveVerification(tx, verified));
  await runSchedule(scheduleContextOf({ app: { ...market, clock: { now: () => now } } }));
}

async function deedsIn(db: Reader): Promise<string[]> {
  const charges = await db
    .selectFrom('charges')
    .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
    .innerJoin('shops', 'shops.id', 'invoices.shop_id')
    .select(['shops.shop_id', 'invoices.month', 'charges.kind', 'charges.cents'])
    .execute();
  const rates = await db.selectFrom('vat_rates').select(['valid_from', 'applied_at']).execute();
  const runs = await db.selectFrom('runs').select(['action', 'period', 'outcome']).execute();
  const log = await db.selectFrom('audit_log').select(['event_type', 'shop_id']).execute();
  const keys = await db.selectFrom('kept_answers').select('key').execute();
  return [
    ...charges.map((charge) => Object.values(charge).join(' ')),
    ...rates.map(({ valid_from, applied_at }) => `rate of ${valid_from} ${applied_at === null ? 'waits' : 'applied'}`),
    ...runs.map((run) => Object.values(run).join(' ')),
    ...log.map(({ event_type, shop_id }) => `log: ${event_type} ${shop_id}`),
    ...keys.map(({ key }) => key),
  ].sort((one, other) => one.localeCompare(other));
}

async function liveThrough(night: TestDatabase, { minute, jumpMs }: { minute: number; jumpMs: number }): Promise<Done> {
  const market = await copyTestDatabase(night);
  const deeds = () => deedsIn(market.database.reader);
  try {
    const at = MIDNIGHT_MS + minute * MINUTE_MS;
    await lookAt(market, at + jumpMs);
    await lookAt(market, at + jumpMs + MINUTE_MS);
    const wrong = await deeds();
    await lookAt(market, at + 2 * MINUTE_MS);
    await lookAt(market, at + 3 * MINUTE_MS);
    const right = await deeds();
    if (minute % FOLLOWED_EVERY !== 0) return { wrong, right, nextMonth: undefined };
    const month = Date.parse(colombo('2026-12-02', '08:00:00.000'));
    await recordSignIn(market, instantOf(month));
    await lookAt(market, month);
    await lookAt(market, month + MINUTE_MS);
    return { wrong, right, nextMonth: await deeds() };
  } finally {
    await market.remove();
  }
}

const named = (jumps: readonly number[]) => jumps.map((ms) => [`${ms / HOUR_MS} hours`, ms] as const);

const TITLE =
  'the clock jumps by %s in a night with bills, fines and a VAT rate: nothing is done that the night does not do, and what is due is done once';
test.each(named([-24 * HOUR_MS, 366 * DAY_MS]))(TITLE, (_, jumpMs) => jumpInNight(jumpMs, [0]));
test.each(named(JUMPS_MS))(TITLE, { tags: ['slow'] }, (_, jumpMs) => jumpInNight(jumpMs, SOME_MINUTES));
test.each(named(JUMPS_MS))(`${TITLE} (each minute)`, { tags: ['nightly'] }, (_, jumpMs) =>
  jumpInNight(jumpMs, ALL_MINUTES),
);

async function jumpInNight(jumpMs: number, minutes: readonly number[]): Promise<void> {
  opened ??= makeNights();
  const { before, after, nothing, all } = await opened;
  for (const minute of minutes) {
    const expected = minute % FOLLOWED_EVERY === 0 ? all : { ...all, nextMonth: undefined };
    const { wrong, ...afterwards } = await liveThrough(before, { minute, jumpMs });
    expect(isNoticed(jumpMs) ? [nothing] : [nothing, all.wrong], `minute ${minute}`).toContainEqual(wrong);
    expect({ ...afterwards, wrong: all.wrong }, `minute ${minute}`).toEqual(expected);
    expect(await liveThrough(after, { minute, jumpMs }), `minute ${minute}, after a pass`).toEqual(expected);
  }
}

const COPIES =
  'the clock jumps by %s before the copy is made: copies of the last ten days remain, and all if the jump is noticed';
test.each(named(JUMPS_MS.slice(-1)))(COPIES, { tags: ['slow'] }, (_, jumpMs) => jumpBeforeCopy(jumpMs));
test.each(named(JUMPS_MS.slice(0, -1)))(COPIES, { tags: ['nightly'] }, (_, jumpMs) => jumpBeforeCopy(jumpMs));

async function jumpBeforeCopy(jumpMs: number): Promise<void> {
  const office = await openTestOffice();
  const { app } = office;
  office.goTo('2026-11-01', '18:00:00.000');
  await recordSignIn(app, app.clock.now());
  const folder = path.join(app.dataDir, 'backups');
  const days = Array.from({ length: 90 }, (_, at) => addDays(NIGHT, at - 90));
  const copies = await keepOldCopies(app, days);
  const copyTime = Date.parse(colombo(NIGHT, '01:30:00.000'));
  await lookAt(app, copyTime + jumpMs);
  const mustRemain = isNoticed(jumpMs) ? copies : copies.slice(-10);
  const daysIn = (names: readonly string[]) => names.map((name) => name.slice(0, 'pola-2026-11-01'.length));
  expect(daysIn(readdirSync(folder))).toEqual(expect.arrayContaining(daysIn(mustRemain)));
  await lookAt(app, copyTime);
  const [run] = await office.ask(bulkActions.listRuns, {});
  expect(daysIn(readdirSync(folder))).toEqual(expect.arrayContaining([`pola-${NIGHT}`, ...daysIn(copies.slice(-10))]));
  expect(run).toMatchObject({ action: 'backup', outcome: 'done' });
}
