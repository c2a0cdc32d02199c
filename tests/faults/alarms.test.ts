import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { addDays, type Day, dayOf } from '#billing/calendar.ts';
import { gate } from '#contract/gate.ts';
import { payments } from '#contract/payments.ts';
import { prices } from '#contract/prices.ts';
import { products } from '#contract/products.ts';
import { shops } from '#contract/shops.ts';
import { sanitationTickets } from '#contract/tickets.ts';
import { closedDays } from '#scripts/demo/closed-days.ts';
import { fillDemo } from '#scripts/demo/fill-demo.ts';
import { systemClock } from '#server/clock.ts';
import { openMailServer } from '#server/testing/mail-server.ts';
import { readRules } from '#server/testing/metrics.ts';
import { colombo } from '#server/testing/office.ts';
import { makeServerCopy, type ServerCopy } from '#server/testing/server-copy.ts';
import { makeSmallDisk } from '#server/testing/small-disk.ts';
import { openTestBucket, type TestBucket } from '#server/testing/test-bucket.ts';
import { type FaultyMarket, OF_THE_NIGHT, REAL_FAULTS } from './alarms/faults.ts';
import { type MovedMarket, openMovedMarket } from './alarms/moved-market.ts';
import { openPrometheus, until } from './alarms/prometheus.ts';

const FIRES_WITHIN_MS = 120_000;
const STAYS_MS = 4000;
const ONE_TEST = { timeout: 900_000 };
const PRODUCTS = 5;

interface Prepared {
  folder: string;
  day: Day;
  objects: Map<string, Buffer>;
}

const folder = mkdtempSync(path.join(tmpdir(), 'pola-prepared-'));
const identityFile = path.join(folder, 'identity.txt');
const identity = await generateIdentity();
writeFileSync(identityFile, identity);
let prepared: Promise<Prepared> | undefined;
let tree: ServerCopy | undefined;
afterAll(() => {
  tree?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the demo after a night with all its work, on an open day that another one follows. */
function prepare(): Promise<Prepared> {
  prepared ??= (async () => {
    const demo = path.join(folder, 'demo');
    tree = makeServerCopy();
    process.env.DATA_DIR = demo;
    await fillDemo({ years: 1, ledgerYears: 1 });
    const day = findOpenDay();
    const faulty = await openMarket({ source: demo, day, time: '01:31:00.000', objects: new Map() });
    const { market, bucket } = faulty;
    await market.ask(shops.list, {});
    await closeShifts(market);
    await market.untilFresh([...OF_THE_NIGHT, 'pola_restore_age_seconds']);
    await market.goTo(colombo(day, '06:00:00.000'));
    await publish(market, day);
    market.process().kill('SIGTERM');
    await market.process().ended;
    const after = path.join(folder, 'after');
    cpSync(market.dataDir, after, { recursive: true });
    return { folder: after, day, objects: new Map(bucket.objects) };
  })();
  return prepared;
}

/** Closes the shifts that are open because the demo is filled at an hour at which the gate works. */
async function closeShifts(market: MovedMarket): Promise<void> {
  for (const { id } of await market.ask(gate.shifts, { query: { open: 'true' } }))
    await market.ask(gate.closeShift, { params: { id }, body: { counted_cash: 0, reason: 'Put into the safe' } });
}

function findOpenDay(): Day {
  const today = dayOf(systemClock.now());
  const closed = new Set(closedDays(today, addDays(today, 30)).map((one) => one.day));
  for (let day = addDays(today, 1); ; day = addDays(day, 1))
    if (!(closed.has(day) || closed.has(addDays(day, 1)))) return day;
}

interface MarketInput {
  source: string;
  day: Day;
  time: string;
  objects: ReadonlyMap<string, Buffer>;
  diskMegabytes?: number | undefined;
}

/** Starts a market that sends its copies to a bucket and the anchor to an auditor. */
async function openMarket({ source, day, time, objects, diskMegabytes }: MarketInput): Promise<FaultyMarket> {
  let market: MovedMarket | undefined;
  const bucket: TestBucket = await openTestBucket('market', () => market?.now() ?? 0);
  for (const [name, object] of objects) bucket.objects.set(name, object);
  const mailServer = await openMailServer();
  let isMailStopped = false;
  const stopMail = async () => {
    if (!isMailStopped) await mailServer.close();
    isMailStopped = true;
  };
  onTestFinished(async () => {
    await bucket.close();
    await stopMail();
  });
  const disk = diskMegabytes === undefined ? undefined : makeSmallDisk(diskMegabytes);
  const settings = {
    ...bucket.environment,
    BACKUP_RECIPIENTS: await identityToRecipient(identity),
    BACKUP_IDENTITY_FILE: identityFile,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'office@market.example',
    ANCHOR_EMAIL: 'auditor@market.example',
  };
  market = await openMovedMarket({ main: tree?.main ?? '', source, at: colombo(day, time), settings, disk });
  return { market, day, bucket, stopMail, disk };
}

async function publish(market: MovedMarket, date: Day): Promise<void> {
  const found = await market.ask(products.list, { query: {} });
  const body = found.slice(0, PRODUCTS).map(({ id }) => ({ product_id: id, date, min_price: 100, max_price: 120 }));
  await market.ask(prices.updateMultiple, { role: 'editor', body });
}

test('each rule of the file has a real fault here', () => {
  const rules = new Set(readRules().map(({ name }) => name));
  expect(new Set(REAL_FAULTS.flatMap(({ alerts }) => alerts))).toEqual(rules);
  console.log(`figures: ${REAL_FAULTS.length} faults, ${rules.size} alarms`);
});

test.each(REAL_FAULTS)('$what: $alerts', ONE_TEST, async ({ alerts, cause, diskMegabytes }) => {
  const { folder: source, day, objects } = await prepare();
  const faulty = await openMarket({ source, day, time: '10:00:00.000', objects, diskMegabytes });
  if (diskMegabytes !== undefined) expect(faulty.disk, 'this machine mounts no disk in memory').toBeDefined();
  const prometheus = await openPrometheus(faulty.market.url);
  await prometheus.untilScraped();
  await wait(STAYS_MS);
  expect(await prometheus.true()).toEqual([]);
  await cause(faulty);
  let firing: string[] = [];
  const areAll = async () => {
    firing = await prometheus.firing();
    return JSON.stringify(firing) === JSON.stringify(alerts);
  };
  await until(areAll, 'other alerts fire', FIRES_WITHIN_MS).catch(() => expect(firing).toEqual(alerts));
  await wait(STAYS_MS);
  expect(await prometheus.firing()).toEqual(alerts);
});

const SHIFT = randomUUID();
/** The hours at which staff work on the demo day. */
const HOURS = [4, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22];
const OPENS = 4;
const PUBLISHES = 6;
const CLOSES = 20;
const gateStaff = { role: 'tiketing' } as const;

/** What staff do in an hour of a normal day: tickets at the gate, a list, a payment, a wrong password. */
async function work(market: MovedMarket, day: Day, hour: number): Promise<void> {
  if (hour === OPENS)
    await market.ask(gate.openShift, { ...gateStaff, body: { id: SHIFT, opening_cash: 500, device: 'K' } });
  if (hour <= CLOSES)
    await market.ask(sanitationTickets.issue, {
      ...gateStaff,
      body: { price: 20, device_number: `K${HOURS.indexOf(hour) + 1}`, shift_id: SHIFT },
    });
  if (hour === PUBLISHES) await publish(market, day);
  if (hour === CLOSES) {
    const body = { counted_cash: 500, reason: 'The rest is in the safe' };
    await market.ask(gate.closeShift, { ...gateStaff, params: { id: SHIFT }, body });
  }
  const debtor = (await market.ask(shops.list, {})).find(({ amount_due }) => amount_due > 1000);
  if (!debtor) throw new Error('no shop of the demo has a debt');
  await market.ask(payments.byShop, {
    role: 'cashier',
    params: { shopId: debtor.shop_id },
    body: { amountPaid: 500, paymentDate: day },
  });
  expect(await market.tryPassword('clerk@example.com', '127.0.0.1')).toBe(401);
}

test('on a normal day of the demo no condition of a rule becomes true', ONE_TEST, async () => {
  const { folder: source, day: before, objects } = await prepare();
  const day = addDays(before, 1);
  const { market } = await openMarket({ source, day, time: '00:30:00.000', objects });
  const prometheus = await openPrometheus(market.url);
  await prometheus.untilScraped();
  await market.goTo(colombo(day, '01:31:00.000'));
  await market.untilFresh(OF_THE_NIGHT);
  for (const hour of HOURS) {
    await market.goTo(colombo(day, `${String(hour).padStart(2, '0')}:05:00.000`));
    await work(market, day, hour);
    await wait(STAYS_MS);
    expect(await prometheus.true(), `at ${hour}:05`).toEqual([]);
  }
});
