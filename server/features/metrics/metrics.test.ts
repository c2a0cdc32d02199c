/** @module-tag postgres */
import { spawnSync } from 'node:child_process';
import fs, { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addDays, type Day, type Instant } from '#billing/calendar.ts';
import { gate } from '#contract/gate.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { Schedule } from '#contract/schedule.ts';
import { sanitationTickets } from '#contract/tickets.ts';
import { putSetting } from '../../db/settings.ts';
import { limitWork, shareReads } from '../../limit-work.ts';
import { openTestApp } from '../../testing/app-context.ts';
import {
  findFiring,
  METRICS_TOKEN,
  openScrapedOffice,
  promtoolTest,
  type Rule,
  readMetrics,
  readRules,
  readTracked,
  type Scrape,
  type ScrapedOffice,
} from '../../testing/metrics.ts';
import { colombo, openTestOffice, publishList, type TestOffice } from '../../testing/office.ts';
import { storeMessage } from '../audit/stored-message.ts';
import { noteElsewhere, saveCopy } from '../backup/queries.ts';
import { insertRun } from '../bulk-actions/queries.ts';
import { saveVerification } from '../ledger/queries.ts';
import { queueInvoices } from '../mail/queue-mails.ts';

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test('without a token or an address of its own, /metrics does not exist', async () => {
  const { app } = await openTestOffice();
  expect((await app.send({ url: '/metrics', ...bearer(METRICS_TOKEN) })).statusCode).toBe(404);
});

test('the public address serves metrics only with the token, and stores them nowhere', async () => {
  const { app } = await openTestOffice({ METRICS_TOKEN });
  const ask = async (headers = {}) => app.send({ url: '/metrics', ...headers });
  for (const wrong of [{}, bearer(`${METRICS_TOKEN}x`), bearer(''), { headers: { authorization: METRICS_TOKEN } }])
    expect((await ask(wrong)).json()).toMatchObject({ code: 'unauthorized' });
  const first = await ask(bearer(METRICS_TOKEN));
  expect(first.headers).toMatchObject({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  });
  await ask(bearer(METRICS_TOKEN));
  const third = await ask(bearer(METRICS_TOKEN));
  expect(countOf(third.body, 'GET /metrics', '2xx')).toBe(2);
  expect(countOf(third.body, 'GET /metrics', '4xx')).toBe(4);
});

function countOf(text: string, route: string, status: string): number | undefined {
  const isWanted = (labels: Record<string, string>) => labels.route === route && labels.status === status;
  return readMetrics(text).samples.find(({ name, labels }) => name === 'pola_requests_total' && isWanted(labels))
    ?.value;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('an address of its own serves only metrics, to this computer, until the server ends', {
  tags: ['slow'],
}, async () => {
  const port = await findFreePort();
  const app = await openTestApp({ METRICS_ADDRESS: String(port) });
  try {
    expect((await app.send({ url: '/metrics' })).statusCode).toBe(404);
    const url = `http://127.0.0.1:${port}`;
    const answer = await fetch(`${url}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('pola_unsent_mails 0')]);
    for (const other of ['/', '/healthz', '/api/shops']) expect((await fetch(url + other)).status).toBe(404);
    await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow();
  } finally {
    await app.close();
  }
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});

test('with an address and a token, the address needs the token and the public one serves nothing', {
  tags: ['slow'],
}, async () => {
  const port = await findFreePort();
  const { app } = await openTestOffice({ METRICS_ADDRESS: `127.0.0.1:${port}`, METRICS_TOKEN });
  expect((await app.send({ url: '/metrics', ...bearer(METRICS_TOKEN) })).statusCode).toBe(404);
  const url = `http://127.0.0.1:${port}/metrics`;
  expect((await fetch(url)).status).toBe(401);
  expect((await fetch(url, bearer(METRICS_TOKEN))).status).toBe(200);
});

test('the server does not start if the address of the metrics is taken', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { app } = await openTestOffice({ METRICS_ADDRESS: String(port) });
  await expect(app.send({ url: '/healthz' })).rejects.toMatchObject({ code: 'EADDRINUSE', port });
});

test('no requested address becomes a label', async () => {
  const office = await openScrapedOffice();
  const { app } = office;
  await app.send({ url: '/ZZ1' });
  await app.send({ url: '/api/publications?search=ZZ1' });
  await app.as('admin', { url: '/api/shops/ZZ1' });
  await app.send({ method: 'POST', url: '/api/shops/ZZ1' });
  const text = (await office.scrape()) ?? '';
  expect(text).not.toContain('ZZ');
  expect(countOf(text, 'unknown', '4xx')).toBe(2);
  expect(countOf(text, 'GET /api/shops/:id', '4xx')).toBe(1);
  expect(countOf(text, 'GET /api/publications', '4xx')).toBe(1);
});

test('callers share a read; one that waits too long gets undefined while the read continues', async () => {
  const reads: ((value: string) => void)[] = [];
  const ask = shareReads(() => new Promise<string>((resolve) => reads.push(resolve)), 1);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([undefined, undefined, undefined]);
  expect(await ask()).toBeUndefined();
  expect(reads).toHaveLength(1);
  const next = ask();
  reads[0]?.('read');
  expect(await next).toBe('read');
  await ask();
  expect(reads).toHaveLength(2);
});

test('the figures of the market match its tables', { tags: ['slow'] }, async () => {
  const office = await openScrapedOffice();
  const figures = async () => {
    const { samples } = readMetrics((await office.scrape()) ?? '');
    const market = /^pola_(list|newest|proven|copy|unsent|oldest|gate|verification|task|anchor|restore|failed)/;
    const shown = samples.filter(({ name }) => market.test(name));
    return shown.map(({ name, labels, value }) => `${[name, ...Object.values(labels)].join(' ')} ${value}`);
  };
  office.goTo(DAY, '10:00:00.000');
  expect(await figures()).toEqual([
    'pola_list_missing_seconds 36000',
    'pola_list_late_seconds 7200',
    expect.stringMatching(/^pola_proven_copy_age_seconds \d+$/),
    expect.stringMatching(/^pola_copy_elsewhere_age_seconds \d+$/),
    'pola_copy_elsewhere_stopped 0',
    'pola_unsent_mails 0',
    'pola_oldest_unsent_mail_seconds 0',
    'pola_gate_unknown_shift_tickets 0',
    expect.stringMatching(/^pola_verification_age_seconds \d+$/),
    expect.stringMatching(/^pola_anchor_age_seconds \d+$/),
    expect.stringMatching(/^pola_restore_age_seconds \d+$/),
    'pola_failed_sign_ins 0',
  ]);
  await publishList(office, '2026-11-19');
  await copyAt(office, colombo(DAY, '01:30:00.000'), colombo('2026-11-19', '01:30:00.000'));
  await restoredAt(office, colombo('2026-11-19', '01:30:00.000'));
  await anchorAt(office, colombo(DAY, '01:30:00.000'));
  await setTasks(office, MONEY_TASKS);
  await verifyAs(office, 'differs');
  for (const number of ['K1', 'K2', 'K3', 'K6', 'AA7', 'AA8'])
    await office.ask(sanitationTickets.issue, { ...tiketing, body: { price: 20, device_number: number } });
  const { ticketId } = await office.ask(sanitationTickets.issue, {
    ...tiketing,
    body: { price: 20, device_number: 'K4' },
  });
  await office.ask(sanitationTickets.remove, { ...tiketing, params: { id: String(ticketId) }, body: {} });
  await office.ask(gate.openShift, { ...tiketing, body: { id: SHIFT, ...OPENED } });
  const payload = { email: 'nobody@example.com', password: 'a wrong password' };
  await office.app.send({ method: 'POST', url: '/api/admin/login', payload });
  office.app.clock.advance(60_000);
  expect(await figures()).toEqual([
    'pola_list_missing_seconds 36060',
    'pola_list_late_seconds 7260',
    'pola_newest_list_age_seconds 122460',
    'pola_proven_copy_age_seconds 30660',
    'pola_copy_elsewhere_age_seconds 117060',
    'pola_copy_elsewhere_stopped 0',
    'pola_unsent_mails 0',
    'pola_oldest_unsent_mail_seconds 0',
    'pola_gate_missing_tickets K 1',
    'pola_gate_unknown_shift_tickets 0',
    'pola_gate_silent_seconds K 60',
    'pola_gate_overdue_seconds K 0',
    'pola_verification clean 0',
    'pola_verification differs 1',
    'pola_verification failed 0',
    'pola_verification_age_seconds 60',
    'pola_task_overdue_seconds generate-invoices 36060',
    'pola_task_overdue_seconds apply-fines 0',
    'pola_anchor_age_seconds 30660',
    'pola_restore_age_seconds 117060',
    'pola_failed_sign_ins 1',
  ]);
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY = '2026-11-20' as Day;

/** Opens a market at noon with a price list, a copy with a successful test restore, and a clean verification. */
async function openHealthyOffice(): Promise<ScrapedOffice> {
  const office = await openScrapedOffice();
  office.goTo(DAY);
  await publishList(office, DAY);
  await copyAt(office, colombo(DAY, '01:30:00.000'));
  await verifyAs(office, 'clean');
  await restoredAt(office, colombo(DAY, '01:30:00.000'));
  office.app.certificate.daysLeft = 14;
  return office;
}

/** Stores the row of a copy with a successful test restore. `elsewhere_at` is the time of the data in the bucket. */
function copyAt({ app }: TestOffice, made_at: Instant, elsewhere_at = made_at): Promise<void> {
  const proven = { made_at, proven_at: made_at, proof: '', elsewhere_at };
  const copy = { name: `pola-${DAY}.sql.gz`, bytes: 6, row_count: 1, ...proven };
  mkdirSync(path.join(app.dataDir, 'backups'), { recursive: true });
  writeFileSync(path.join(app.dataDir, 'backups', copy.name), 'a copy');
  return app.database.write((tx) => saveCopy(tx, copy));
}

/** Invoices are due on DAY, fines two days later. */
const MONEY_TASKS = {
  generate_invoices: true,
  generate_day: 20,
  apply_fines: true,
  fines_day: 22,
  daily_backup: true,
  backup_days: 14,
} satisfies Schedule;

function setTasks({ app }: TestOffice, schedule: Schedule): Promise<void> {
  const value = JSON.stringify({ schedule, since: {} });
  return app.database.write((tx) => putSetting(tx, { name: 'schedule', value, at: app.clock.now() }));
}

/** Stores when a copy of the bucket was last restored as a test. */
function restoredAt({ app }: TestOffice, elsewhere_restored_at: Instant): Promise<void> {
  return app.database.write((tx) => noteElsewhere(tx, `pola-${DAY}.sql.gz`, { elsewhere_restored_at }));
}

function verifyAs(
  { app }: TestOffice,
  outcome: 'clean' | 'differs',
  ended_at: Instant = app.clock.now(),
): Promise<void> {
  const faults = outcome === 'clean' ? 0 : 1;
  const verified = { ended_at, outcome, faults, summary: '' };
  return app.database.write((tx) => saveVerification(tx, verified));
}

async function observe(office: ScrapedOffice): Promise<Scrape> {
  const text = await office.scrape();
  const up = { name: 'up', labels: { job: 'pola' }, value: text === undefined ? 0 : 1 };
  return { at: Date.parse(office.app.clock.now()), samples: [...readMetrics(text ?? '').samples, up] };
}

const OPENED = { opening_cash: 0, device: 'K' };
const SHIFT = '7c0a4d6e-1111-4222-8333-444455556666';
const tiketing = { role: 'tiketing' } as const;

/** More than 26 hours before noon of DAY. */
const LONG_AGO = colombo('2026-11-19', '09:59:59.000');

/** Records when the anchor was last sent. */
function anchorAt({ app }: TestOffice, ended_at: Instant): Promise<boolean> {
  const run = { id: `anchor ${ended_at}`, action: 'anchor', period: DAY, started_by: 'schedule' } as const;
  const times = { started_at: ended_at, alive_at: ended_at, ended_at };
  return app.database.write((tx) =>
    insertRun(tx, { ...run, ...times, done: 1, total: 1, outcome: 'done', summary: '' }),
  );
}

/** Writes the free space of seven days, the last of them DAY, of which each loses the same. */
function loseEachDay({ app }: TestOffice, bytes: number): void {
  const days = Array.from({ length: 7 }, (_, at) => ({
    day: addDays(DAY, at - 6),
    freeBytes: readFree(app.dataDir) + bytes * (6 - at),
  }));
  writeFileSync(path.join(app.dataDir, 'free-space.json'), JSON.stringify(days));
}

const readFree = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Lets the operating system report a disk of 20 GB. */
function reportFree(gigabytes: number): void {
  const real = fs.statfsSync;
  const reported = { bsize: 4096, blocks: 20e9 / 4096, bavail: (gigabytes * 1e9) / 4096 };
  vi.spyOn(fs, 'statfsSync').mockImplementation(((place: string) => ({ ...real(place), ...reported })) as typeof real);
  syncBuiltinESMExports();
  onTestFinished(reportRealSpace);
}

function reportRealSpace(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}

/** What makes each alert fire. */
const CAUSES: Record<string, (office: ScrapedOffice) => Promise<unknown>> = {
  PolaDown: (office) => office.stop(),
  async DatabaseFault({ app: { database, dataDir } }) {
    if (database.engine === 'sqlite') rmSync(path.join(dataDir, 'pola.db'));
    else await database.owner.schema.dropTable('verifications').execute();
  },
  BooksDiffer: (office) => verifyAs(office, 'differs'),
  NotVerified: (office) => verifyAs(office, 'clean', LONG_AGO),
  async NoPriceList(office) {
    office.goTo('2026-11-21', '08:00:01.000');
    await copyAt(office, colombo('2026-11-21', '01:30:00.000'));
  },
  NoProvenCopy: (office) => copyAt(office, LONG_AGO, colombo(DAY, '01:30:00.000')),
  NoCopyElsewhere: (office) => copyAt(office, colombo(DAY, '01:30:00.000'), LONG_AGO),
  async CopiesOfAnotherMarket({ app }) {
    const newest = 'pola-2026-11-20-013000-9999-3f9a0c1d2e4b.sql.gz.age';
    const elsewhere_proof = storeMessage(apiMessage('backup.elsewhere.foreign', { count: 1, newest }));
    await app.database.write((tx) => noteElsewhere(tx, `pola-${DAY}.sql.gz`, { elsewhere_proof }));
  },
  NoTestRestore: (office) => restoredAt(office, colombo('2026-11-11', '11:59:59.000')),
  async NoAnchor({ app, ...office }) {
    await app.database.write((tx) => tx.deleteFrom('runs').execute());
    await anchorAt({ app, ...office }, LONG_AGO);
  },
  TaskOverdue: (office) => setTasks(office, MONEY_TASKS),
  DiskFilling: async () => reportFree(1.9),
  DiskFullSoon: async (office) => loseEachDay(office, readFree(office.app.dataDir) / 27),
  async CertificateExpiring({ app }) {
    app.certificate.daysLeft = 13;
  },
  async ServerErrors({ app }) {
    await app.database.owner.schema.dropTable('publications').execute();
    for (let tries = 0; tries < 6; tries += 1)
      expect((await app.send({ url: '/api/publications' })).statusCode).toBe(500);
  },
  async Overload() {
    const limit = limitWork({ running: 1, waiting: 0 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const running = limit(() => held);
    for (let tries = 0; tries < 101; tries += 1) await expect(limit(async () => {})).rejects.toThrow();
    release();
    await running;
  },
  async MailUnsent(office) {
    await office.let('A-1');
    const { invoice_id } = await office.generate('A-1', '2026-11');
    const context = { actor: 'clerk@example.com', now: office.app.clock.now(), requestId: 'mail' };
    const server = { address: { host: 'mail.example' }, sender: 'office@market.example' };
    await office.app.database.write((tx) => queueInvoices(tx, context, { server, invoices: [{ invoice_id }] }));
    office.app.clock.advance(HOUR_MS + 1000);
  },
  async GateTicketsMissing(office) {
    for (const number of ['K1', 'K4'])
      await office.ask(sanitationTickets.issue, { ...tiketing, body: { price: 20, device_number: number } });
  },
  async GateShiftUnknown(office) {
    const issued_at = colombo('2026-11-18', '12:02:00.000');
    const body = { price: 20, shift_id: SHIFT, issued_at } as const;
    await office.ask(sanitationTickets.issue, { ...tiketing, body });
    office.app.clock.advance(2 * MINUTE_MS);
  },
  async GatePhoneSilent(office) {
    await office.ask(gate.openShift, { ...tiketing, body: { id: SHIFT, ...OPENED } });
    office.app.clock.advance(4 * HOUR_MS + 1000);
  },
  async FailedSignIns({ app }) {
    for (let tries = 0; tries < 51; tries += 1) {
      const payload = { email: `clerk${tries % 6}@example.com`, password: 'a wrong password' };
      const remoteAddress = `203.0.${tries % 6}.7`;
      await app.send({ method: 'POST', url: '/api/admin/login', payload, remoteAddress });
    }
  },
};

test('the file has twenty-one rules of a known form, and each has a cause here and a section in the guide', () => {
  const names = readRules().map(({ name }) => name);
  expect(names).toEqual(Object.keys(CAUSES));
  expect(names).toHaveLength(21);
  const guide = readTracked('docs/operating.md');
  for (const name of names) expect(guide).toMatch(new RegExp(`^### ${name}( alarm)?$`, 'm'));
});

/**
 * Returns scrapes of a healthy market, then those after the cause of the alert, one per minute, until the alert must
 * fire.
 */
async function scrapeCause(rules: readonly Rule[], name: string): Promise<Scrape[]> {
  const rule = rules.find((one) => one.name === name);
  if (!rule) throw new Error(`there is no rule ${name}`);
  const office = await openHealthyOffice();
  const scrapes = [await observe(office)];
  office.app.clock.advance(MINUTE_MS);
  scrapes.push(await observe(office));
  expect(findFiring(rules, scrapes)).toEqual([]);
  await CAUSES[name]?.(office);
  const begun = Date.parse(office.app.clock.now());
  for (let last = begun; last <= begun + rule.forMs; last += MINUTE_MS) {
    expect(findFiring(rules, scrapes), `too early: ${new Date(last).toISOString()}`).toEqual([]);
    scrapes.push(await observe(office));
    office.app.clock.advance(MINUTE_MS);
  }
  // One test lets one cause after the other happen.
  reportRealSpace();
  return scrapes;
}

test.each(Object.keys(CAUSES))('%s fires for its cause, and no other alert does', { tags: ['slow'] }, async (name) => {
  const rules = readRules();
  expect(findFiring(rules, await scrapeCause(rules, name))).toEqual([name]);
});

/** A program of the Debian package prometheus. */
const PROMTOOL = 'promtool';

test('Prometheus itself evaluates the rules in the same way', { tags: ['nightly'] }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (spawnSync(PROMTOOL, ['--version']).error) {
    console.log('figures: promtool is not installed (Debian package prometheus)');
    return;
  }
  const rules = readRules();
  for (const name of Object.keys(CAUSES)) {
    const file = path.join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(promtoolTest(rules, await scrapeCause(rules, name), name)));
    const { status, stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', file], { encoding: 'utf8' });
    expect(status, `${name}: ${stdout}${stderr}`).toBe(0);
  }
  console.log(`figures: ${rules.length} alerts as promtool decides them`);
});

test('a missing number raises the alarm for seven days', async () => {
  const office = await openScrapedOffice();
  office.goTo(DAY, '10:00:00.000');
  await CAUSES.GateTicketsMissing?.(office);
  const missing = async () =>
    readMetrics((await office.scrape()) ?? '').samples.find(({ name }) => name === 'pola_gate_missing_tickets')?.value;
  office.goTo('2026-11-27', '23:59:59.999');
  expect(await missing()).toBe(2);
  office.goTo('2026-11-28', '00:00:00.000');
  expect(await missing()).toBeUndefined();
});

test('the dashboard shows only metrics that a scrape has', async () => {
  const office = await openScrapedOffice();
  const { types } = readMetrics((await office.scrape()) ?? '');
  const dashboard = JSON.parse(readTracked('deploy/dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const shown = dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/pola_\w+/g) ?? []));
  const known = new Set(Object.keys(types).flatMap((name) => [name, `${name}_bucket`]));
  expect(shown.filter((name) => !known.has(name))).toEqual([]);
  const unshown = Object.keys(types).filter((name) => !shown.some((one) => one.replace(/_bucket$/, '') === name));
  expect(unshown, 'metrics that nothing shows').toEqual([]);
});
