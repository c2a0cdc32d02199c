import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { fillDemo } from '#scripts/demo/fill-demo.ts';
import { openDemoOffice, processOf, proofOf } from '#scripts/demo/run-product.ts';
import { buildWeb, serverEnvironment, v8Parameters } from '#scripts/serve.ts';
import { freePort } from '#scripts/setup/postgres.ts';
import { readValues } from '../../bench/loop/values.ts';
import { fillIn, readCalls } from '../../bench/loop.ts';
import packageFile from '../../package.json' with { type: 'json' };

const ROOT = path.resolve(import.meta.dirname, '../..');
const NO_SERVICE = 'http://127.0.0.1:9';
const NO_NETWORK = { https_proxy: NO_SERVICE, HTTPS_PROXY: NO_SERVICE };
const AUTHOR = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
const NEXT_VERSION = '97.0.0';
const READY_TRIES = 600;
const ROUND_MS = 1000;
/** Blocks of 512 bytes. The program's largest file is larger, as on a full disk. */
const LARGEST_FILE = 200;

/**
 * Follows the guide's section "Upgrade" with the real installer and packages, while each reading call, each paper and
 * each script is asked for about once a second.
 */
test('an update breaks nothing of the running market, also when it fails', { timeout: 1_800_000 }, async () => {
  const { source, install, readers, restart } = await installMarket();
  const commit = (message: string) => run('git', [...AUTHOR, 'commit', '--quiet', '--all', '-m', message], source);
  const change = (file: string, text: (before: string) => string) => {
    const place = path.join(source, file);
    const before = readFileSync(place, 'utf8');
    writeFileSync(place, text(before));
    return before;
  };
  await readers.readAll();
  expect(readers.faults).toEqual([]);

  const whole = change('server/main.ts', (text) => `${text}\nthis is no program (`);
  commit('a commit that does not compile');
  expect((await readers.during(install())).code).not.toBe(0);
  change('server/main.ts', () => whole);
  change('web/site/hydrate.tsx', (text) => `${text}\ndocument.documentElement.dataset.release = 'next';\n`);
  change('package.json', (text) => text.replace(`"version": "${packageFile.version}"`, `"version": "${NEXT_VERSION}"`));
  commit('the next release');
  expect((await readers.during(install({ environment: NO_NETWORK }))).code).not.toBe(0);
  expect((await readers.during(install({ before: `ulimit -f ${LARGEST_FILE};` }))).code).not.toBe(0);
  expect(readers.faults).toEqual([]);

  await restart();
  expect(await versionOf(readers.url)).toBe(packageFile.version);
  const updated = await readers.during(install());
  expect(updated.output).toContain(`Installed Pola ${NEXT_VERSION}`);
  expect(readers.faults).toEqual([]);
  expect(await versionOf(readers.url)).toBe(packageFile.version);

  await restart();
  expect(await versionOf(readers.url)).toBe(NEXT_VERSION);
  await readers.readAll();
  expect(readers.faults).toEqual([]);
  console.log(`${readers.rounds} rounds of ${readers.calls().length} calls and ${readers.scripts.length} scripts`);
});

/** Installs the program of this repository from a clone of it, with the demo's market. */
async function installMarket() {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-update-'));
  const source = path.join(folder, 'source');
  const home = path.join(folder, 'home');
  run('git', ['clone', '--quiet', ROOT, source], folder);
  const install = ({
    environment = {},
    before = '',
  }: {
    environment?: Record<string, string>;
    before?: string;
  } = {}) => {
    const command = `${before} exec sh ${path.join(source, 'deploy/install.sh')} ${source} ${home}`;
    const env = { PATH: '/usr/bin:/bin', HOME: folder, ...certificate(), ...environment };
    return collect(spawn('sh', ['-c', command], { cwd: folder, env }));
  };
  await buildWeb();
  process.env.DATA_DIR = path.join(folder, 'data');
  await fillDemo({ years: 1, ledgerYears: 1 });
  const reads = await listReads(process.env.DATA_DIR);
  expect(await install()).toMatchObject({ code: 0 });
  cpSync(process.env.DATA_DIR, path.join(home, 'data'), { recursive: true });
  let server = await serve(home);
  onTestFinished(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const readers = new Readers(server.url, reads);
  await readers.arrive();
  const restart = async () => {
    await server.stop();
    server = await serve(home);
    readers.url = server.url;
    await readers.signIn();
  };
  return { source, install, readers, restart };
}

/** People who read everything, and note what was not answered. Their pages were loaded before any update. */
class Readers {
  url: string;
  readonly faults: string[] = [];
  rounds = 0;
  scripts: readonly string[] = [];
  readonly #reads: readonly Read[];
  #tokens: Tokens = {};

  constructor(url: string, reads: readonly Read[]) {
    this.url = url;
    this.#reads = reads;
  }

  async arrive(): Promise<void> {
    await this.signIn();
    this.scripts = await listScripts(this.url);
    expect(this.scripts.length).toBeGreaterThan(20);
  }

  async signIn(): Promise<void> {
    this.#tokens = { admin: await tokenOf(this.url, 'admin'), superadmin: await tokenOf(this.url, 'superadmin') };
  }

  calls(): { address: string; authorization?: string | undefined }[] {
    return this.#reads.map(({ address, role }) => ({ address, authorization: this.#tokens[role] }));
  }

  async readAll(): Promise<void> {
    for (const { address, authorization } of [
      ...this.calls(),
      ...this.scripts.map((address) => ({ address, authorization: undefined })),
    ]) {
      const answer = await fetch(this.url + address, { headers: authorization ? { authorization } : {} });
      await answer.arrayBuffer();
      if (!answer.ok) this.faults.push(`${answer.status} ${address}`);
    }
    this.rounds += 1;
  }

  /** Reads until the work has ended, and once after it. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const traffic = (async () => {
      while (!isDone) await Promise.all([this.readAll(), wait(ROUND_MS)]);
      await this.readAll();
    })();
    try {
      return await work;
    } finally {
      isDone = true;
      await traffic;
    }
  }
}

function certificate(): Record<string, string> {
  const { NODE_EXTRA_CA_CERTS: file } = process.env;
  return file ? { NODE_EXTRA_CA_CERTS: file, CURL_CA_BUNDLE: file } : {};
}

function run(command: string, parameters: string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, parameters, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${parameters[0]}: ${stderr}`);
}

async function collect(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

/** Starts the installed program as deploy/pola.service does. */
async function serve(home: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const app = path.join(home, 'app');
  const own = {
    DATA_DIR: path.join(home, 'data'),
    PORT: String(port),
    LOG_LEVEL: 'error',
    WEATHER_URL: NO_SERVICE,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  const child = spawn(path.join(app, 'node_modules/.bin/node'), [...v8Parameters, 'build/program/main.js'], {
    cwd: app,
    env: { PATH: '/usr/bin:/bin', ...serverEnvironment, ...own, SCHEDULE: 'off' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 1; !(await fetch(`${url}/readyz`).catch(() => undefined))?.ok; attempt += 1) {
    if (attempt === READY_TRIES || child.exitCode !== null) throw new Error('the installed program is not ready');
    await wait(100);
  }
  return { url, ...processOf(child) };
}

async function versionOf(url: string): Promise<string> {
  const { release } = (await (await fetch(`${url}/readyz`)).json()) as { release: { version: string } };
  return release.version;
}

type Role = 'admin' | 'superadmin';
type Tokens = Partial<Record<Role | 'visitor', string>>;

async function tokenOf(url: string, role: Role): Promise<string> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(proofOf(role)),
  });
  const { token } = (await answer.json()) as { token: string };
  return `Bearer ${token}`;
}

interface Read {
  address: string;
  role: keyof Tokens;
}

/** Returns every reading call of the contract, and the papers and files among them, with values of the market. */
async function listReads(dataDir: string): Promise<Read[]> {
  const office = await openDemoOffice(dataDir);
  const values = readValues(dataDir, office, 1);
  await office.stop();
  return readCalls()
    .filter(({ method, refused }) => method === 'GET' && refused === '')
    .map(({ address, role }) => ({ address: fillIn(address, values), role }));
}

/** Returns the addresses of the scripts and style sheets that open pages may still ask for. */
async function listScripts(url: string): Promise<string[]> {
  const found = new Set<string>();
  for (const page of ['/', '/login', '/admin', '/gate']) {
    const text = await (await fetch(url + page)).text();
    for (const [address] of text.matchAll(/\/assets\/[\w~.-]+\.(?:js|css)/g)) found.add(address);
  }
  return [...found];
}
