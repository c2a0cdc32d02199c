import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createServer } from 'node:tls';
import { expect, onTestFinished } from 'vitest';
import { addDays, type Day } from '#billing/calendar.ts';
import { gate } from '#contract/gate.ts';
import { invoices } from '#contract/invoices.ts';
import { mail } from '#contract/mail.ts';
import { schedule } from '#contract/schedule.ts';
import { shops } from '#contract/shops.ts';
import { sanitationTickets } from '#contract/tickets.ts';
import { colombo } from '#server/testing/office.ts';
import type { SmallDisk } from '#server/testing/small-disk.ts';
import type { TestBucket } from '#server/testing/test-bucket.ts';
import type { MovedMarket } from './moved-market.ts';
import { until } from './prometheus.ts';

export interface FaultyMarket {
  market: MovedMarket;
  /** The open day on which the fault happens at 10:00. The next day is open too. */
  day: Day;
  bucket: TestBucket;
  stopMail(): Promise<void>;
  disk: SmallDisk | undefined;
}

export interface RealFault {
  what: string;
  /** All alerts that the fault causes, in the order of the alphabet. */
  alerts: readonly string[];
  /** The size of the disk in memory on which the data folder is. Without a size it is on that of the computer. */
  diskMegabytes?: number;
  cause(faulty: FaultyMarket): Promise<unknown>;
}

const MEGABYTE = 1024 * 1024;
/** Every figure that the work of a night renews. */
export const OF_THE_NIGHT = [
  'pola_proven_copy_age_seconds',
  'pola_copy_elsewhere_age_seconds',
  'pola_verification_age_seconds',
  'pola_anchor_age_seconds',
];
const AFTER_NIGHT = '04:00:00.000';
const nextDay = (day: Day) => addDays(day, 1);

export const REAL_FAULTS: readonly RealFault[] = [
  { what: 'the server is killed', alerts: ['PolaDown'], cause: async ({ market }) => market.process().kill('SIGKILL') },
  {
    what: 'the file of the database is deleted',
    alerts: ['DatabaseFault'],
    cause: async ({ market }) => rmSync(path.join(market.dataDir, 'pola.db')),
  },
  {
    what: 'the disk is full',
    alerts: ['DatabaseFault', 'DiskFilling'],
    diskMegabytes: 400,
    cause: async ({ market, disk }) => disk?.fill(market.process().pid),
  },
  {
    what: 'a twentieth of the disk is free',
    alerts: ['DiskFilling'],
    diskMegabytes: 800,
    cause: async ({ market, disk }) => disk?.fill(market.process().pid, 40 * MEGABYTE),
  },
  {
    what: 'the data folder grows by 15 MB a day for a week',
    alerts: ['DiskFullSoon'],
    diskMegabytes: 500,
    cause: growDaily,
  },
  {
    what: 'an amount is changed by SQL',
    alerts: ['BooksDiffer'],
    async cause({ market, day }) {
      change(market, 'update ledger_entries set cents = cents + 100 where id = (select max(id) from ledger_entries)');
      await market.restart(colombo(nextDay(day), AFTER_NIGHT));
    },
  },
  {
    what: 'nothing runs at night',
    alerts: ['NoAnchor', 'NoCopyElsewhere', 'NoProvenCopy', 'NotVerified'],
    cause: ({ market, day }) => market.restart(colombo(nextDay(day), AFTER_NIGHT), { SCHEDULE: 'off' }),
  },
  {
    what: 'no price list is published',
    alerts: ['NoPriceList'],
    cause: ({ market, day }) => market.restart(colombo(nextDay(day), '08:00:30.000')),
  },
  {
    what: 'the folder of copies cannot be written to',
    alerts: ['NoCopyElsewhere', 'NoProvenCopy'],
    async cause({ market, day }) {
      rmSync(path.join(market.dataDir, 'backups'), { recursive: true });
      writeFileSync(path.join(market.dataDir, 'backups'), '');
      await market.restart(colombo(nextDay(day), AFTER_NIGHT));
    },
  },
  {
    what: 'the bucket does not answer',
    alerts: ['NoCopyElsewhere'],
    async cause({ market, day, bucket }) {
      await bucket.close();
      await market.restart(colombo(nextDay(day), AFTER_NIGHT));
    },
  },
  {
    what: 'another machine has sent a copy with a longer log',
    alerts: ['CopiesOfAnotherMarket'],
    async cause({ market, day, bucket }) {
      const [[key = '', copy = Buffer.alloc(0)] = []] = bucket.objects;
      bucket.objects.set(key.replace(/-\d+-[\da-f]{12}\./, '-999999-0123456789ab.'), copy);
      await market.restart(colombo(nextDay(day), '01:31:00.000'));
    },
  },
  {
    what: 'the key of the test restores is lost',
    alerts: ['NoCopyElsewhere', 'NoTestRestore'],
    cause: ({ market, day }) =>
      market.restart(colombo(addDays(day, 9), AFTER_NIGHT), { BACKUP_IDENTITY_FILE: '/nowhere/identity' }),
  },
  {
    what: 'the mail server does not answer at night',
    alerts: ['NoAnchor'],
    async cause({ market, day, stopMail }) {
      await stopMail();
      await market.restart(colombo(nextDay(day), AFTER_NIGHT));
    },
  },
  { what: 'invoices wait, because nobody signed in for a week', alerts: ['TaskOverdue'], cause: leaveTasks },
  { what: 'the certificate is valid for ten days', alerts: ['CertificateExpiring'], cause: showCertificate },
  { what: 'a table is lost', alerts: ['ServerErrors'], cause: loseTable },
  {
    what: 'a report is asked for 200 times at once',
    alerts: ['Overload'],
    async cause({ market, day }) {
      const [year = '', month = ''] = day.split('-');
      const address = `/api/report/monthly-income?${new URLSearchParams({ year, month })}`;
      // One request signs in for all.
      await market.status('superadmin', '/api/admin/session');
      await Promise.all(Array.from({ length: 200 }, () => market.status('superadmin', address)));
    },
  },
  { what: 'the mail server does not answer', alerts: ['MailUnsent'], cause: leaveMail },
  {
    what: 'tickets of a phone do not arrive',
    alerts: ['GateTicketsMissing'],
    async cause({ market }) {
      for (const device_number of ['K1', 'K4'])
        await market.ask(sanitationTickets.issue, { role: 'tiketing', body: { price: 20, device_number } });
    },
  },
  {
    what: 'tickets name a shift that nobody opened',
    alerts: ['GateShiftUnknown'],
    async cause({ market, day }) {
      const body = { price: 20, shift_id: randomUUID(), issued_at: colombo(addDays(day, -2), '10:02:00.000') } as const;
      await market.ask(sanitationTickets.issue, { role: 'tiketing', body });
      await market.goTo(colombo(day, '10:05:00.000'));
    },
  },
  {
    what: 'a phone with an open shift sends nothing for four hours',
    alerts: ['GatePhoneSilent'],
    async cause({ market, day }) {
      const shift = { id: randomUUID(), opening_cash: 0, device: 'K' };
      await market.ask(gate.openShift, { role: 'tiketing', body: shift });
      await market.goTo(colombo(day, '14:10:00.000'));
    },
  },
  { what: 'passwords are guessed', alerts: ['FailedSignIns'], cause: guessPasswords },
];

function change(market: MovedMarket, statement: string): void {
  const database = new DatabaseSync(path.join(market.dataDir, 'pola.db'));
  database.exec(statement);
  database.close();
}

async function growDaily({ market, day }: FaultyMarket): Promise<void> {
  const folder = `/proc/${market.process().pid}/root${market.dataDir}`;
  for (let at = 1; at <= 7; at += 1) {
    writeFileSync(path.join(folder, `growth-${at}`), Buffer.alloc(15 * MEGABYTE));
    const next = addDays(day, at);
    await market.goTo(colombo(next, '02:00:00.000'));
    // The tasks of the night go on only while somebody signs in.
    await market.ask(shops.list, {});
    await market.untilFresh(OF_THE_NIGHT);
    const isRecorded = async () => readFileSync(path.join(folder, 'free-space.json'), 'utf8').includes(next);
    await until(isRecorded, `the free space of ${next} is not recorded`);
  }
}

async function leaveTasks({ market, day }: FaultyMarket): Promise<void> {
  const late = addDays(day, 7);
  const dueOn = Math.min(28, Number(late.slice(-2)));
  const { paused: _, ...known } = await market.ask(schedule.get, {});
  await market.ask(schedule.set, { body: { ...known, generate_invoices: true, generate_day: dueOn } });
  await market.restart(colombo(late, '06:05:00.000'));
}

/** Starts a service with a certificate of its own, to which the public address of the market leads. */
async function showCertificate({ market, day }: FaultyMarket): Promise<void> {
  const file = path.join(market.dataDir, 'certificate.pem');
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '12'];
  const named = [
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    file,
    '-out',
    `${file}.crt`,
  ];
  expect(spawnSync('openssl', [...made, ...named]).status).toBe(0);
  const server = createServer({ key: readFileSync(file), cert: readFileSync(`${file}.crt`) });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await market.restart(colombo(day, '10:05:00.000'), { PUBLIC_URL: `https://localhost:${port}` });
}

async function loseTable({ market }: FaultyMarket): Promise<void> {
  change(market, 'alter table publications rename to lost');
  for (let tries = 0; tries < 12; tries += 1) expect(await market.status('superadmin', '/api/publications')).toBe(500);
}

async function leaveMail({ market, day, stopMail }: FaultyMarket): Promise<void> {
  await stopMail();
  const found = await market.ask(invoices.list, { query: {} });
  const chosen = found.slice(0, 60).map(({ invoice_id }) => ({ invoice_id }));
  await market.ask(mail.sendInvoices, { body: { invoices: chosen } });
  await market.goTo(colombo(day, '11:10:00.000'));
}

/** Tries passwords of six accounts from six addresses of this computer. */
async function guessPasswords({ market }: FaultyMarket): Promise<void> {
  for (let tries = 0; tries < 51; tries += 1)
    await market.tryPassword(`clerk${tries % 6}@example.com`, `127.0.0.${2 + (tries % 6)}`);
}
