import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { AwsV4Signer } from 'aws4fetch';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Day } from '#billing/calendar.ts';
import { freePort } from '#scripts/setup/postgres.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { Bucket } from '#server/features/backup/bucket.ts';
import type { SendTask, SentCopy } from '#server/features/backup/send-copy.ts';
import { storeCopy } from '#server/features/backup/store-copy.ts';
import { sendCopy } from '#server/features/backup/store-elsewhere.ts';
import { openTestApp, TEST_DAY } from '#server/testing/app-context.ts';
import { emptyAddress, makeFolder } from '#server/testing/backup.ts';
import { writeTestAuditKey } from '#server/testing/database.ts';
import { keepOldCopies } from '#server/testing/old-copies.ts';
import { startProcess } from '#server/testing/process.ts';
import { scheduleContextOf } from '#server/testing/schedule.ts';

const MEGABYTE = 1024 * 1024;
const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];
const ACCESS = { BACKUP_ACCESS_KEY: 'market:keeper', BACKUP_SECRET_KEY: 'key-of-the-test' };

let environment: Record<string, string>;
let service: string;
beforeAll(async () => {
  const { BACKUP_ENDPOINT, BACKUP_ACCESS_KEY, BACKUP_SECRET_KEY, BACKUP_BUCKET, BACKUP_REGION = '' } = process.env;
  if (BACKUP_ENDPOINT && BACKUP_ACCESS_KEY && BACKUP_SECRET_KEY && BACKUP_BUCKET) {
    service = BACKUP_ENDPOINT;
    environment = { BACKUP_ENDPOINT, BACKUP_ACCESS_KEY, BACKUP_SECRET_KEY, BACKUP_BUCKET, BACKUP_REGION };
    return;
  }
  const swift = await startSwift();
  service = `OpenStack Swift ${swift.version} with its interface of S3`;
  environment = { BACKUP_ENDPOINT: swift.url, BACKUP_BUCKET: 's3://copies', ...ACCESS };
  await makeBucket(swift.url);
  return swift.stop;
}, 300_000);

/** Returns the environment of a market with a folder of its own in the bucket. */
function inFolder(name: string): Record<string, string> {
  return { ...environment, BACKUP_BUCKET: `${environment.BACKUP_BUCKET}/faults-${process.pid}/${name}` };
}

test('a copy is sent to a real bucket, read back, opened, restored from there, and deleted there when it is old', async () => {
  const identity = await generateIdentity();
  const identityFile = path.join(makeFolder(), 'identity.txt');
  writeFileSync(identityFile, identity);
  const keys = { BACKUP_RECIPIENTS: await identityToRecipient(identity), BACKUP_IDENTITY_FILE: identityFile };
  const settings: Record<string, string> = { ...inFolder('market'), ...keys };
  const app = await openTestApp(settings);
  onTestFinished(() => app.close());
  const { config } = scheduleContextOf({ app }, settings);
  const place = { database: app.database, clock: app.clock, config };
  const context = { actor: 'faults', now: app.clock.now(), requestId: 'faults' };
  const bucket = bucketOf(settings);
  const old = path.join(makeFolder(), 'old');
  writeFileSync(old, '');
  const empty = {
    bytes: 0,
    hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    md5: 'd41d8cd98f00b204e9800998ecf8427e',
    place: old,
  };
  const days = Array.from({ length: 9 }, (_, at) => `2020-01-0${at + 1}` as Day);
  const olds = (await keepOldCopies(app, days)).map((name) => `${name}.age`);
  for (const name of olds) await bucket.put(name, empty);
  await storeCopy(place, context, { day: TEST_DAY, keepDays: 1 });
  await sendCopy(place, context, { day: TEST_DAY, keepDays: 1 });
  const listed = (await bucket.list('pola-')).map(({ name }) => name);
  // The newest seven copies remain in the bucket.
  expect(listed).toEqual([...olds.slice(3), expect.stringMatching(`^pola-${TEST_DAY}-.*\\.age$`)]);

  const { dataDir, databaseUrl = '' } = await emptyAddress();
  const machine = { ...settings, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  writeTestAuditKey(dataDir);
  const began = performance.now();
  const command = startProcess(['scripts/restore.ts', String(settings.BACKUP_BUCKET), '--nothing-since'], machine);
  expect(await command.ended).toBe(0);
  expect(command.output()).toMatch(/Restored: \d+ tables, \d+ rows/);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  for (const { name } of await bucket.list('pola-')) await bucket.remove(name);
  expect(await bucket.list('')).toEqual([]);
  console.log(`figures: ${service}; a new market restored from it in ${seconds} s`);
}, 300_000);

test('sending a larger copy does not need more memory', async () => {
  const settings = inFolder('large');
  const peaks: number[] = [];
  const times: number[] = [];
  for (const megabytes of [25, 250]) {
    const began = performance.now();
    peaks.push(await sendMegabytes(megabytes, settings));
    times.push((performance.now() - began) / 1000);
  }
  await bucketOf(settings).remove(`${NAME}.age`);
  const [small = 0, large = 0] = peaks;
  console.log(
    `figures: 250 MB encrypted, sent and read back in ${times[1]?.toFixed(0)} s with ${large.toFixed(0)} MB of memory, 25 MB with ${small.toFixed(0)} MB`,
  );
  expect(large).toBeLessThan(small + 80);
}, 600_000);

function bucketOf(settings: Record<string, string>): Bucket {
  const config = readConfig({ ...settings, BACKUP_RECIPIENTS: `age1${'q'.repeat(58)}`, DATA_DIR: makeFolder() });
  if (!config.copiesElsewhere) throw new Error('the bucket is not configured');
  return new Bucket(config.copiesElsewhere.bucket);
}

const NAME = 'pola-2026-11-12-013000-0-000000000000.sql.gz';

/** Makes a database without rows, to whose log the names of the copies are compared. */
async function makeDatabase(dataDir: string): Promise<void> {
  const database = connect({ databaseUrl: undefined, dataDir });
  await migrate(database);
  await database.close();
}

/** Sends a copy of this size, and returns the peak memory of the process in megabytes. */
async function sendMegabytes(megabytes: number, settings: Record<string, string>): Promise<number> {
  const folder = makeFolder();
  await makeDatabase(folder);
  const file = path.join(folder, NAME);
  for (let count = 0; count < megabytes; count += 1) writeFileSync(file, randomBytes(MEGABYTE), { flag: 'a' });
  const recipients = [await identityToRecipient(await generateIdentity())];
  const { copiesElsewhere } = readConfig({ ...settings, BACKUP_RECIPIENTS: recipients.join(), DATA_DIR: folder });
  if (!copiesElsewhere) throw new Error('the bucket is not configured');
  const task: SendTask = {
    databaseUrl: undefined,
    dataDir: folder,
    folder,
    name: NAME,
    at: '2026-11-12T20:00:00.000Z' as SendTask['at'],
    ...copiesElsewhere,
  };
  const sender = startProcess(['server/features/backup/send-copy.ts']);
  sender.type(JSON.stringify(task));
  sender.endInput();
  let peak = 0;
  let code: number | string | undefined;
  void sender.ended.then((ended) => {
    code = ended;
  });
  while (code === undefined) {
    peak = Math.max(peak, peakMemory(sender.pid));
    await wait(50);
  }
  expect(code, sender.output()).toBe(0);
  expect((JSON.parse(sender.output()) as SentCopy).bytes).toBeGreaterThan(megabytes * MEGABYTE);
  return peak;
}

function peakMemory(pid: number): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function makeBucket(endpoint: string): Promise<void> {
  const signer = new AwsV4Signer({
    method: 'PUT',
    url: `${endpoint}/copies`,
    accessKeyId: ACCESS.BACKUP_ACCESS_KEY,
    secretAccessKey: ACCESS.BACKUP_SECRET_KEY,
    service: 's3',
    region: 'us-east-1',
  });
  const { url, headers } = await signer.sign();
  const answer = await fetch(url, { method: 'PUT', headers });
  if (!answer.ok) throw new Error(`the bucket could not be made: ${answer.status} ${await answer.text()}`);
}

/** Starts Swift on loopback, from Debian packages, which are unpacked into a temporary folder instead of installed. */
async function startSwift(): Promise<{ url: string; version: string; stop: () => Promise<void> }> {
  const home = mkdtempSync(path.join(tmpdir(), 'pola-swift-'));
  const root = fetchPackages(home);
  const [libraries = ''] = globSync(`${root}/usr/lib/*-linux-gnu`);
  const env = {
    PATH: process.env.PATH ?? '',
    PYTHONPATH: `${root}/usr/lib/python3/dist-packages`,
    LD_LIBRARY_PATH: libraries,
  };
  const python = (...parameters: string[]) =>
    execFileSync('/usr/bin/python3', parameters, { cwd: home, env, encoding: 'utf8' });
  const ports = { account: await freePort(), container: await freePort(), object: await freePort() };
  mkdirSync(path.join(home, 'disks/d1'), { recursive: true });
  for (const [kind, port] of Object.entries(ports)) {
    const build = (...parameters: string[]) =>
      python(`${root}/usr/bin/swift-ring-builder`, `${kind}.builder`, ...parameters);
    build('create', '4', '1', '1');
    build('add', `r1z1-127.0.0.1:${port}/d1`, '1');
    build('rebalance');
  }
  const port = await freePort();
  writeFileSync(path.join(home, 'swift.conf'), SWIFT);
  writeFileSync(path.join(home, 'proxy.conf'), proxyConfig(home, port));
  for (const [kind, bound] of Object.entries(ports))
    writeFileSync(path.join(home, `${kind}.conf`), storageConfig({ home, kind, port: bound }));
  const servers = ['account', 'container', 'object', 'proxy'].map((kind) =>
    spawn('/usr/bin/python3', ['-c', START_SWIFT, home, kind], {
      cwd: home,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(`${url}/healthcheck`);
  const version = python('-c', 'import swift; print(swift.__version__)').trim();
  return {
    url,
    version,
    async stop() {
      for (const server of servers) {
        const ended = once(server, 'exit');
        if (server.pid !== undefined) process.kill(-server.pid, 'SIGKILL');
        await ended;
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function fetchPackages(home: string): string {
  if (existsSync('/usr/bin/swift-proxy-server')) return '';
  const root = path.join(home, 'root');
  mkdirSync(root);
  const simulated = execFileSync('apt-get', ['install', '-s', '--no-install-recommends', ...PACKAGES], {
    encoding: 'utf8',
  });
  const names = [...simulated.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
  execFileSync('apt-get', ['download', '-qq', ...names], { cwd: home, stdio: 'ignore' });
  for (const file of globSync(`${home}/*.deb`)) execFileSync('dpkg-deb', ['-x', file, root]);
  return root;
}

/** Swift looks for swift.conf only in /etc. */
const START_SWIFT = `
import sys
from swift.common import utils
home, kind = sys.argv[1:]
utils.SWIFT_CONF_FILE = home + '/swift.conf'
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(home + '/' + kind + '.conf', kind + '-server'))
`;
const SWIFT = '[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n';

function proxyConfig(home: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 1
user = root
swift_dir = ${home}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_market_keeper = ${ACCESS.BACKUP_SECRET_KEY} .admin
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
[filter:cache]
use = egg:swift#memcache
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:proxy-logging]
use = egg:swift#proxy_logging
`;
}

function storageConfig({ home, kind, port }: { home: string; kind: string; port: number }): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 1
user = root
swift_dir = ${home}
devices = ${home}/disks
mount_check = false
log_level = ERROR
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
}

async function untilAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await wait(100);
  }
  throw new Error(`${url} does not answer`);
}
