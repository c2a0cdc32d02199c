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
const NEXT_VERSION = '97.0.0';
const READY_TRIES = 600;
const ROUND_MS = 1000;
/** Blocks of 512 bytes. The program's largest file is larger, as on a full disk. */
const LARGEST_FILE = 200;

interface Asked {
  address: string;
  authorization?: string;
}

/**
 * Follows the guide's section "Upgrade" with the real installer and packages, while each reading call, each paper and
 * each script is asked for about once a second.
 */
test('an update breaks nothing of the running market, also when it fails', { timeout: 1_800_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-update-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const at = (...parts: string[]) => path.join(folder, ...parts);
  const source = at('source');
  run('git', ['clone', '--quiet', ROOT, source], folder);
  const commit = (message: string) =>
    run(
      'git',
      ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--all', '-m', message],
      source,
    );
  const install = (environment: Record<string, string> = {}, before = '') => {
    const command = `${before} exec sh ${path.join(source, 'deploy/install.sh')} ${source} ${at('home')}`;
    const env = { PATH: '/usr/bin:/bin', HOME: folder, ...certificate(), ...environment };
    return collect(spawn('sh', ['-c', command], { cwd: folder, env }));
  };

  await buildWeb();
  process.env.DATA_DIR = at('data');
  await fillDemo({ years: 1, ledgerYears: 1 });
  const asked = await listCalls(at('data'));
  expect((await install()).code).toBe(0);
  cpSync(at('data'), at('home/data'), { recursive: true });
  let server = await serve(at('home'));
  asked.tokens = await signIn(server.url);
  const scripts = await listScripts(server.url);
  expect(scripts.length).toBeGreaterThan(20);

  const faults: string[] = [];
  let rounds = 0;
  const readAll = async () => {
    for (const { address, authorization } of [...asked.calls(), ...scripts]) {
      const answer = await fetch(server.url + address, { headers: authorization ? { authorization } : {} });
      await answer.arrayBuffer();
      if (!answer.ok) faults.push(`${answer.status} ${address}`);
    }
    rounds += 1;
  };
  const during = async <Result>(work: Promise<Result>): Promise<Result> => {
    let isDone = false;
    const traffic = (async () => {
      while (!isDone) await Promise.all([readAll(), wait(ROUND_MS)]);
      await readAll();
    })();
    try {
      return await work;
    } finally {
      isDone = true;
      await traffic;
    }
  };
  await readAll();
  expect(faults).toEqual([]);

  const main = path.join(source, 'server/main.ts');
  const whole = readFileSync(main, 'utf8');
  writeFileSync(main, `${whole}\nthis is no program (`);
  commit('a commit that does not compile');
  expect((await during(install())).code).not.toBe(0);
  writeFileSync(main, whole);
  const hydrate = path.join(source, 'web/site/hydrate.tsx');
  writeFileSync(hydrate, `${readFileSync(hydrate, 'utf8')}\ndocument.documentElement.dataset.release = 'next';\n`);
  const own = path.join(source, 'package.json');
  writeFileSync(
    own,
    readFileSync(own, 'utf8').replace(`"version": "${packageFile.version}"`, `"version": "${NEXT_VERSION}"`),
  );
  commit('the next release');
  expect((await during(install({ https_proxy: NO_SERVICE, HTTPS_PROXY: NO_SERVICE }))).code).not.toBe(0);
  expect((await during(install({}, `ulimit -f ${LARGEST_FILE};`))).code).not.toBe(0);
  expect(faults).toEqual([]);

  await server.stop();
  server = await serve(at('home'));
  asked.tokens = await signIn(server.url);
  expect(await versionOf(server.url)).toBe(packageFile.version);
  const updated = await during(install());
  expect(updated.output).toContain(`Installed Pola ${NEXT_VERSION}`);
  expect(faults).toEqual([]);
  expect(await versionOf(server.url)).toBe(packageFile.version);

  await server.stop();
  server = await serve(at('home'));
  asked.tokens = await signIn(server.url);
  expect(await versionOf(server.url)).toBe(NEXT_VERSION);
  await readAll();
  expect(faults).toEqual([]);
  await server.stop();
  console.log(`${rounds} rounds of ${asked.calls().length} calls and ${scripts.length} scripts`);
});

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
  const own = { DATA_DIR: path.join(home, 'data'), PORT: String(port), LOG_LEVEL: 'error', WEATHER_URL: NO_SERVICE };
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
  const { version } = (await (await fetch(`${url}/readyz`)).json()) as { version: string };
  return version;
}

type Tokens = Record<'admin' | 'superadmin' | 'visitor', string | undefined>;

async function signIn(url: string): Promise<Tokens> {
  const tokenOf = async (role: 'admin' | 'superadmin') => {
    const answer = await fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(proofOf(role)),
    });
    const { token } = (await answer.json()) as { token: string };
    return `Bearer ${token}`;
  };
  return { admin: await tokenOf('admin'), superadmin: await tokenOf('superadmin'), visitor: undefined };
}

/** Returns every reading call of the contract, and the papers and files among them, with values of the market. */
async function listCalls(dataDir: string): Promise<{ tokens: Tokens; calls(): Asked[] }> {
  const office = await openDemoOffice(dataDir);
  const values = readValues(dataDir, office, 1);
  await office.stop();
  const reads = readCalls().filter(({ method, refused }) => method === 'GET' && refused === '');
  const asked = {
    tokens: { admin: undefined, superadmin: undefined, visitor: undefined } as Tokens,
    calls: () =>
      reads.map(({ address, role }) => {
        const authorization = asked.tokens[role];
        return { address: fillIn(address, values), ...(authorization !== undefined && { authorization }) };
      }),
  };
  return asked;
}

/** Returns the addresses of the scripts and style sheets that open pages may still ask for. */
async function listScripts(url: string): Promise<Asked[]> {
  const found = new Set<string>();
  for (const page of ['/', '/login', '/admin', '/gate']) {
    const text = await (await fetch(url + page)).text();
    for (const [address] of text.matchAll(/\/assets\/[\w~.-]+\.(?:js|css)/g)) found.add(address);
  }
  return [...found].map((address) => ({ address }));
}
