import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import { dayOf, monthOf } from '#billing/calendar.ts';
import { systemClock } from '#server/clock.ts';
import { collectOutput, runQuietly } from '../run-quietly.ts';
import { freePort } from '../setup/postgres.ts';
import {
  buildPola,
  type Compose,
  contextOf,
  makeStandIns,
  NotPossible,
  openCompose,
  type Podman,
} from './containers.ts';

/**
 * `npm run image` builds the image of deploy/Containerfile and runs it. It also runs both profiles of
 * deploy/compose.yaml, and installs the product with deploy/install.sh in an empty folder under an account without
 * rights. BASE is the base image; with `BASE=debootstrap`, the default, one is made, and PostgreSQL and Caddy are
 * Debian's. `-- image`, `-- compose` or `-- install` does only one part. A part that this machine cannot do is printed
 * as not done, and the exit code is then 1.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
/** The id of an account that exists on no machine, so that it owns no files and has no rights. */
const STRANGER = 54_321;
const MOST_IMAGE_MB = 350;
const READY_TRIES = 600;
const SEND_TRIES = 10;
/** The exposure of the unit must be below this. systemd-analyze rates an exposure from 1.0 to 4.9 as "OK". */
const MOST_EXPOSURE = 2;
/** How long pages are read while a server is restarted. */
const READ_MS = 8000;
const NO_SERVICE = 'http://127.0.0.1:9';

const PARTS = ['image', 'compose', 'install'];
const wanted = process.argv.slice(2).filter((parameter) => parameter !== '--verbose');
const unknown = wanted.find((part) => !PARTS.includes(part));
if (unknown !== undefined) throw new Error(`There is no part ${unknown}. The parts are ${PARTS.join(', ')}.`);
// The folder is not in /tmp, which may be in memory or forbid running programs.
const folder = mkdtempSync('/var/tmp/pola-image-');
chmodSync(folder, 0o755);
const lines: string[] = [];
let isComplete = true;
let built: Promise<Podman> | undefined;
try {
  await attempt('image', async (report) => tryImage(await podmanWithPola(), report));
  await attempt('compose', async (report) => tryCompose(await podmanWithPola(), report));
  await attempt('install', installInEmptyFolder);
} finally {
  console.log(`\n${lines.join('\n')}`);
  const podman = await built?.catch(() => undefined);
  podman?.remove();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isComplete ? 0 : 1;

async function attempt(part: string, run: (report: (line: string) => void) => Promise<void>): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(part)) return;
  try {
    await run((line) => lines.push(`${part}: ${line}`));
  } catch (error) {
    isComplete = false;
    const reason = error instanceof Error ? error.message : String(error);
    lines.push(`${part}: ${error instanceof NotPossible ? 'NOT DONE' : 'FAILED'}: ${reason}`);
  }
}

/** Builds the image once for all parts. */
function podmanWithPola(): Promise<Podman> {
  built ??= buildPola(folder);
  return built;
}

/** Runs the image with the limits of compose.yaml. */
async function tryImage(podman: Podman, report: (line: string) => void): Promise<void> {
  const megabytes = Math.round(Number(podman.run('image', 'inspect', '--format', '{{.Size}}', 'pola')) / 1e6);
  report(`built on ${podman.base}, ${megabytes} MB`);
  expect(megabytes <= MOST_IMAGE_MB, `the image has ${megabytes} MB, more than ${MOST_IMAGE_MB}`);
  const port = await freePort();
  const limits = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
  const address = ['--network', 'host', '--env', 'HOST=127.0.0.1', '--env', `PORT=${port}`];
  const settings = ['--volume', 'pola-data:/data', '--env', `WEATHER_URL=${NO_SERVICE}`];
  const begun = performance.now();
  try {
    podman.run('run', '--detach', '--name', 'market', ...limits, ...address, ...settings, 'pola');
  } catch (error) {
    throw new NotPossible(`podman cannot start a container here: ${faultOf(error)}`);
  }
  await untilReady(`http://127.0.0.1:${port}`, () => podman.run('logs', 'market'));
  report(`ready after ${seconds(begun)}, with a read-only root file system and without rights`);
  const inside = (...command: string[]) => podman.run('exec', 'market', ...command);
  expect(inside('id', '-u') === '10001', 'the server runs as another user than 10001');
  expect(
    refuses(() => inside('touch', '/app/a')),
    'the program can be written to',
  );
  expect(
    refuses(() => inside('touch', '/etc/a')),
    'the root file system can be written to',
  );
  expect(/one-time password: \S+/.test(podman.run('logs', 'market')), 'the log has no one-time password');
  podman.run('healthcheck', 'run', 'market');
  expect(inside('node', 'scripts/verify-books.ts').includes('clean'), 'verify-books is not clean');
  inside('node', 'scripts/load-catalogue.ts');
  report('health check, verify-books and load:catalogue work inside');
  podman.run('stop', '--time', '15', 'market');
  expect(podman.run('inspect', '--format', '{{.State.ExitCode}}', 'market') === '0', 'it did not stop by itself');
  podman.run('start', 'market');
  await untilReady(`http://127.0.0.1:${port}`, () => podman.run('logs', 'market'));
  const products: unknown = await (await fetch(`http://127.0.0.1:${port}/api/products`)).json();
  expect(JSON.stringify(products).length > 1000, 'the volume has no products after a restart');
  podman.run('stop', '--time', '15', 'market');
  report('stopped with 0 and started again with the same data');
}

/** Follows docs/operating.md, section "In containers". */
async function tryCompose(podman: Podman, report: (line: string) => void): Promise<void> {
  const compose = await openCompose(podman, folder);
  try {
    await tryEmbedded(podman, compose, report);
    await tryTwoServers(podman, compose, report);
  } finally {
    await compose.close();
  }
}

async function tryEmbedded(podman: Podman, compose: Compose, report: (line: string) => void): Promise<void> {
  const port = await freePort();
  setVariables({ POLA_PORT: port }, { WEATHER_URL: NO_SERVICE });
  const begun = performance.now();
  await compose.run('--profile', 'embedded', 'up', '-d');
  const logs = async () => podman.run('logs', await idOf(compose, 'pola'));
  const log = await logs();
  await untilReady(`http://127.0.0.1:${port}`, () => log);
  expect(/one-time password: \S+/.test(await logs()), 'the log has no one-time password');
  const said = await compose.run('exec', '-T', 'pola', 'node', 'scripts/verify-books.ts');
  expect(said.includes('clean'), `verify-books: ${said}`);
  report(`embedded: ready after ${seconds(begun)}, and commands work with exec`);
  await stopAll(podman, compose, ['pola']);
}

async function tryTwoServers(podman: Podman, compose: Compose, report: (line: string) => void): Promise<void> {
  const images = await makeStandIns(podman, folder);
  const port = await freePort();
  const account = { email: 'office@market.example', password: 'mango-river-42-lantern' };
  setVariables(
    {
      ...images,
      POSTGRES_PASSWORD: 'password-of-the-test',
      TOKEN_SECRET: 'secret-of-both-servers-of-the-test',
      HTTP_PORT: `127.0.0.1:${await freePort()}`,
      HTTPS_PORT: `127.0.0.1:${port}`,
    },
    { WEATHER_URL: NO_SERVICE, SUPERADMIN_EMAIL: account.email, SUPERADMIN_PASSWORD: account.password },
  );
  const begun = performance.now();
  await compose.run('--profile', 'postgres', 'up', '-d');
  const proxy = `https://localhost:${port}`;
  const authority = await compose.run('exec', '-T', 'proxy', 'cat', '/data/caddy/pki/authorities/local/root.crt');
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), authority]);
  await untilReady(proxy, () => 'Caddy does not answer');
  const page = await (await fetch(proxy)).text();
  expect(page.startsWith('<!doctype html>'), `Caddy does not answer with the first page: ${page.slice(0, 200)}`);
  report(`postgres: two servers, PostgreSQL and Caddy are ready after ${seconds(begun)}, and a page is read with TLS`);
  const urls = await Promise.all(['pola-1', 'pola-2'].map((service) => addressOf(podman, compose, service)));
  const refusals = await writeBill(urls, account);
  report('postgres: an invoice that one server generated is read from the other');
  for (const refusal of refusals) report(`postgres: sent again, because ${refusal}`);
  for (const url of urls) await expectNoRights(compose, url);
  report('postgres: the servers may not change tables');
  const restarted = compose.run('restart', 'pola-1');
  const read = await readPages(proxy);
  await restarted;
  report(`postgres: ${read} pages are read while a server restarts, and none is refused`);
  await stopAll(podman, compose, ['pola-1', 'pola-2']);
  report('postgres: both servers stop with 0');
}

/** Expects that the role of a server reads and writes rows only, and that the server knows it. */
async function expectNoRights(compose: Compose, url: string): Promise<void> {
  const ready = await (await fetch(`${url}/readyz`)).text();
  expect(!ready.includes('database_role'), `a server may change tables: ${ready}`);
  const drop = ['psql', '-U', 'pola_server', '-d', 'pola', '-c', 'drop table audit_log'];
  const said = await compose.run('exec', '-T', 'database', ...drop).catch(String);
  expect(said.includes('must be owner of table audit_log'), `psql as pola_server: ${said}`);
}

/** Writes deploy/.env, which compose.yaml reads, and deploy/pola.env, which the servers read. */
function setVariables(ofCompose: object, ofServers: object): void {
  const lines = (variables: object) =>
    Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\n`)
      .join('');
  writeFileSync(path.join(contextOf(folder), 'deploy/.env'), lines(ofCompose));
  writeFileSync(path.join(contextOf(folder), 'deploy/pola.env'), lines(ofServers));
}

async function idOf(compose: Compose, service: string): Promise<string> {
  const id = (await compose.run('ps', '--quiet', service)).trim();
  expect(/^[\da-f]+$/.test(id), `there is no container of ${service}: ${id}`);
  return id;
}

async function addressOf(podman: Podman, compose: Compose, service: string): Promise<string> {
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
  return `http://${podman.run('inspect', '--format', format, await idOf(compose, service))}:3000`;
}

/** Generates an invoice on the first server and reads it from the second. Returns what busy servers refused before. */
async function writeBill([first, second]: readonly string[], account: object): Promise<string[]> {
  const refusals: string[] = [];
  const send = async (url: string, body?: object, token?: string) => {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(url, {
        method: body ? 'POST' : 'GET',
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.ok) return text;
      // A busy server answers 503, and nothing has begun.
      expect(answer.status === 503 && attempt < SEND_TRIES, `${url} answered ${answer.status}: ${text}`);
      refusals.push(`${url} answered 503: ${text}`);
      await wait(1000);
    }
  };
  const { token } = JSON.parse(await send(`${first}/api/admin/login`, account)) as { token: string };
  const shop_id = 'K-12';
  const shop = { shop_name: 'Corner', location: 'Block K', rent_amount: '9000', vat_rate: '18', operation_fee: '0' };
  await send(`${first}/api/shops`, { shop_id, ...shop }, token);
  const tenant = { name: 'Selvi', contact: '000 000 0011', address: 'Tank Road', email: '' };
  await send(`${first}/api/tenants`, { shop_id, ...tenant }, token);
  const month_year = monthOf(dayOf(systemClock.now()));
  const generated = await send(`${first}/api/systemsetting/generate`, { shop_id, month_year }, token);
  const { invoice } = JSON.parse(generated) as { invoice: { invoice_id: string } };
  const listed = await send(`${second}/api/invoices`, undefined, token);
  expect(listed.includes(invoice.invoice_id), `the other server does not list ${invoice.invoice_id}: ${listed}`);
  return refusals;
}

/** Returns how many pages were read, one after the other. */
async function readPages(url: string): Promise<number> {
  const begun = performance.now();
  for (let read = 0; ; read += 1) {
    if (performance.now() - begun > READ_MS) return read;
    const answer = await fetch(url);
    await answer.arrayBuffer();
    expect(answer.ok, `a page was answered ${answer.status}`);
  }
}

/** Stops the containers, checks that the servers end by themselves, and removes containers and volumes. */
async function stopAll(podman: Podman, compose: Compose, servers: readonly string[]): Promise<void> {
  const ids = await Promise.all(servers.map((service) => idOf(compose, service)));
  await compose.run('stop');
  for (const id of ids)
    expect(podman.run('inspect', '--format', '{{.State.ExitCode}}', id) === '0', 'a server did not stop by itself');
  await compose.run('down', '--volumes');
}

/** Follows docs/operating.md, section "As a service", without root and without systemd. */
async function installInEmptyFolder(report: (line: string) => void): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const source = path.join(folder, 'source');
  const home = path.join(folder, 'home');
  execFileSync('git', ['clone', '--quiet', '--no-local', ROOT, source]);
  mkdirSync(home);
  if (isRoot) for (const each of [home, ...listTree(source)]) chownSync(each, STRANGER, STRANGER);
  const stranger = isRoot ? { uid: STRANGER, gid: STRANGER } : {};
  const { NODE_EXTRA_CA_CERTS: certificate } = process.env;
  const bare = { PATH: '/usr/bin:/bin', HOME: home, ...(certificate && { NODE_EXTRA_CA_CERTS: certificate }) };
  const begun = performance.now();
  await runQuietly('Installing in an empty folder', {
    command: 'sh',
    parameters: [path.join(source, 'deploy/install.sh'), source, path.join(home, 'pola')],
    cwd: home,
    env: bare,
    isVerbose: process.argv.includes('--verbose'),
    ...stranger,
  });
  report(`installed under an account without rights in ${seconds(begun)}`);
  const unit = readFileSync(path.join(ROOT, 'deploy/pola.service'), 'utf8').replaceAll('/srv/pola', `${home}/pola`);
  const [, program = '', parameters = ''] = /^ExecStart=(\S+) (.+)$/m.exec(unit) ?? [];
  const [, workingFolder] = /^WorkingDirectory=(.+)$/m.exec(unit) ?? [];
  const port = await freePort();
  const server = spawn(program, parameters.split(' '), {
    cwd: workingFolder,
    env: { ...bare, DATA_DIR: path.join(home, 'pola/data'), PORT: String(port), WEATHER_URL: NO_SERVICE },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...stranger,
  });
  let output = '';
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(server, 'exit');
  try {
    await untilReady(`http://127.0.0.1:${port}`, () => output);
    expect(/one-time password: \S+/.test(output), 'no one-time password was printed');
  } finally {
    server.kill('SIGTERM');
  }
  const [code] = await ended;
  expect(code === 0, `the server ended with ${code}`);
  report('the command of pola.service serves and stops with 0');
  report(await analyseUnit(unit));
}

/** Returns what systemd-analyze reports about the unit, without running it. */
async function analyseUnit(text: string): Promise<string> {
  const unit = path.join(folder, 'pola.service');
  writeFileSync(unit, text);
  const verify = await collectOutput('systemd-analyze', ['verify', unit]);
  if (verify.failure?.includes('ENOENT'))
    throw new NotPossible('systemd-analyze is missing, so the unit is not checked');
  expect(verify.failure === undefined && verify.output === '', `systemd-analyze verify: ${verify.output}`);
  const { output } = await collectOutput('systemd-analyze', ['security', '--offline=true', unit]);
  const [, exposure] = /exposure level for pola.service: ([\d.]+)/.exec(output) ?? [];
  expect(Number(exposure) < MOST_EXPOSURE, `systemd-analyze security: ${output}`);
  return `systemd-analyze finds no fault in the unit, and an exposure of ${exposure} of 10`;
}

async function untilReady(url: string, log: () => string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (attempt === READY_TRIES) throw new Error(`the server is not ready: ${log()}`);
    await wait(100);
  }
}

function listTree(tree: string): string[] {
  return execFileSync('find', [tree, '-print0'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\0')
    .filter((each) => each !== '' && existsSync(each));
}

function refuses(act: () => void): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}

function expect(isSo: boolean, fault: string): void {
  if (!isSo) throw new Error(fault);
}

function faultOf(error: unknown): string {
  if (error instanceof Error && 'stderr' in error) return String(error.stderr).trim();
  return String(error);
}

function seconds(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`;
}
