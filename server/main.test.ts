/** @module-tag sqlite-only */
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { makeEmptyDatabase } from './testing/database.ts';
import { onFullDisk, type Running, startProcess } from './testing/process.ts';
import { makeServerCopy, type ServerCopy } from './testing/server-copy.ts';

const NEW_PASSWORD = 'lantern over the paddy field';
const CHIEF = { SUPERADMIN_EMAIL: 'chief@market.example', SUPERADMIN_PASSWORD: 'mango-river-42-lantern' };

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-main-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const start = (environment: Record<string, string>, within: readonly string[] = []): Running =>
  startProcess([tree.main], { HOST: '127.0.0.1', PORT: '0', ...environment }, within);

async function serve(
  environment: Record<string, string>,
  within: readonly string[] = [],
): Promise<Running & { url: string }> {
  const server = start(environment, within);
  const [, url = ''] = await server.says(/Server listening at (http:[^"]+)"/);
  return { ...server, url };
}

async function emptyMarket(): Promise<Record<string, string>> {
  const made = await makeEmptyDatabase();
  onTestFinished(() => made.remove());
  return { DATA_DIR: made.dataDir, ...(made.databaseUrl !== undefined && { DATABASE_URL: made.databaseUrl }) };
}

async function send(url: string, method = 'GET', body?: object, token?: string) {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const login = (url: string, email: string, password: string) =>
  send(`${url}/api/admin/login`, 'POST', { email, password });

test('a new market starts, reports that it is ready, and its first superadmin signs in with a password that must be changed', {
  tags: ['slow'],
}, async () => {
  const market = await emptyMarket();
  const server = await serve(market);
  const { url } = server;
  expect(await send(`${url}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await send(`${url}/readyz`)).toMatchObject({ status: 200, body: { status: 'ready' } });
  expect(await send(`${url}/api/nothing`)).toMatchObject({ status: 404, body: { code: 'unknown_path' } });

  const [, email = '', password = ''] = await server.says(/First superadmin: (\S+) {2}one-time password: (\S+)/);
  const entered = await login(url, email, password);
  expect(entered).toMatchObject({ status: 200, body: { role: 'superadmin', must_change_password: true } });
  const { token } = entered.body;
  const sheet = `${url}/api/prices/sheet/2026-11-20`;
  expect(await send(sheet, 'GET', undefined, token)).toMatchObject({ body: { code: 'password_change_required' } });
  const change = { currentPassword: password, newPassword: NEW_PASSWORD };
  expect(await send(`${url}/api/admin/change-password`, 'PUT', change, token)).toMatchObject({ status: 200 });
  expect(await send(sheet, 'GET', undefined, token)).toMatchObject({ status: 200, body: [] });

  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const again = await serve(market);
  expect(again.output()).not.toContain('one-time');
  expect(await login(again.url, email, NEW_PASSWORD)).toMatchObject({ status: 200 });
  expect(await send(`${again.url}/api/admin/session`, 'GET', undefined, token)).toMatchObject({ status: 200 });
});

test('the configured superadmin signs in and is drawn a report, and no password is printed', async () => {
  const server = await serve({ ...(await emptyMarket()), ...CHIEF });
  const entered = await login(server.url, CHIEF.SUPERADMIN_EMAIL, CHIEF.SUPERADMIN_PASSWORD);
  expect(entered).toMatchObject({ status: 200, body: { must_change_password: false } });
  // PDFs are drawn by a separate program, which the server has to start.
  const report = await fetch(`${server.url}/api/report/monthly-income?year=2026&month=11`, {
    headers: { authorization: `Bearer ${entered.body.token}` },
  });
  expect([report.status, (await report.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
  expect(server.output()).not.toContain('password');
});

/** Returns the output after the first line of the log, which names the release. */
function afterRelease(output: string): string {
  const [first = '', ...others] = output.split('\n');
  expect(first).toMatch(/"msg":"Pola \d+\.\d+\.\d+ \(/);
  return others.join('\n');
}

test('a second server on the same folder fails with one line, and the first continues', {
  tags: ['slow'],
}, async () => {
  const folder = makeFolder();
  const first = await serve({ DATA_DIR: folder });
  const second = start({ DATA_DIR: folder });
  expect(await second.ended).toBe(1);
  expect(afterRelease(second.output())).toBe(
    `Another Pola server already works on ${folder}. Stop it first, or choose another DATA_DIR.\n`,
  );
  expect(await send(`${first.url}/readyz`)).toMatchObject({ status: 200 });
});

test('a database of a newer version is refused in one line that says what to do', {
  tags: ['slow'],
}, async () => {
  const { database, dataDir, remove } = await makeEmptyDatabase();
  onTestFinished(remove);
  await sql`create table kysely_migration (name text)`.execute(database.owner);
  await sql`insert into kysely_migration (name) values ('9999-later')`.execute(database.owner);
  const server = start({ DATA_DIR: dataDir });
  expect(await server.ended).toBe(1);
  expect(afterRelease(server.output())).toMatch(
    /^Pola cannot start: the database was written by a newer version of Pola \(schema 9999-later\) than [^\n]+\n$/,
  );
});

test('after a server was killed the next one starts on its folder', { tags: ['slow'] }, async () => {
  const folder = makeFolder();
  const killed = await serve({ DATA_DIR: folder, ...CHIEF });
  await login(killed.url, CHIEF.SUPERADMIN_EMAIL, CHIEF.SUPERADMIN_PASSWORD);
  killed.kill('SIGKILL');
  expect(await killed.ended).toBe('SIGKILL');
  const next = await serve({ DATA_DIR: folder });
  expect(await login(next.url, CHIEF.SUPERADMIN_EMAIL, CHIEF.SUPERADMIN_PASSWORD)).toMatchObject({ status: 200 });
});

test('on a disk that is full at the start everything can be read, a write is answered 503, and the start says so', {
  tags: ['slow'],
}, async () => {
  const folder = makeFolder();
  const full = await serve({ DATA_DIR: folder, ...CHIEF });
  const { body } = await login(full.url, CHIEF.SUPERADMIN_EMAIL, CHIEF.SUPERADMIN_PASSWORD);
  full.kill('SIGTERM');
  await full.ended;
  const server = await serve({ DATA_DIR: folder }, onFullDisk(0));
  expect(server.output()).toMatch(/The database takes no writes \(.+\)\. Everything can be read/);
  expect(await send(`${server.url}/api/admin/session`, 'GET', undefined, body.token)).toMatchObject({ status: 200 });
  expect(await login(server.url, CHIEF.SUPERADMIN_EMAIL, CHIEF.SUPERADMIN_PASSWORD)).toMatchObject({
    status: 503,
    body: { code: 'not_ready' },
  });
  expect(await send(`${server.url}/readyz`)).toMatchObject({
    status: 200,
    body: { status: 'ready', writes: 'refused' },
  });
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const again = await serve({ DATA_DIR: folder });
  expect(await login(again.url, CHIEF.SUPERADMIN_EMAIL, CHIEF.SUPERADMIN_PASSWORD)).toMatchObject({ status: 200 });
  expect(await send(`${again.url}/readyz`)).toMatchObject({ body: { status: 'ready', writes: 'taken' } });
});

test('other accounts of the computer can read no file of the data folder, also not one of an earlier release', {
  tags: ['slow'],
}, async () => {
  const folder = makeFolder();
  chmodSync(folder, 0o755);
  const first = await serve({ DATA_DIR: folder, ...CHIEF });
  await login(first.url, CHIEF.SUPERADMIN_EMAIL, CHIEF.SUPERADMIN_PASSWORD);
  const modes = () => [folder, ...readdirSync(folder).map((name) => path.join(folder, name))].map(othersRights);
  expect(modes()).toEqual(modes().map(() => 0));
  first.kill('SIGTERM');
  await first.ended;
  for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o644);
  await serve({ DATA_DIR: folder });
  expect(modes()).toEqual(modes().map(() => 0));
});

const othersRights = (place: string) => statSync(place).mode & 0o077;

test('all errors of a configuration are named, and nothing else is printed or created', {
  tags: ['slow'],
}, async () => {
  const folder = makeFolder();
  const server = start({ DATA_DIR: path.join(folder, 'data'), PORT: 'http', LOG_LEVEL: 'loud', TOKEN_SECRET: 'short' });
  expect(await server.ended).toBe(1);
  expect(server.output().split('\n')).toEqual([
    'The configuration has 3 faults:',
    '  - PORT must be a port number',
    '  - TOKEN_SECRET must have at least 32 characters',
    '  - LOG_LEVEL must be fatal, error, warn, info, debug or silent',
    '',
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a data folder that cannot be used is refused in one sentence, with the account and what to do', {
  tags: ['slow'],
}, async () => {
  const folder = makeFolder();
  const file = path.join(folder, 'notes.txt');
  writeFileSync(file, 'mine');
  mkdirSync(path.join(folder, 'key'));
  const { username } = userInfo();
  const another = 'or set DATA_DIR to another folder.';
  const move = `is a file, not a folder. Pola runs as the account ${username}. Move the file away, ${another}`;
  for (const [DATA_DIR, sentence] of [
    [file, `${file} ${move}`],
    [path.join(file, 'data'), `${file} ${move}`],
    ['/proc', `no files can be created there (ENOENT). Pola runs as the account ${username}. For the data, `],
    [
      '/proc/market/data',
      `no files can be created there (ENOENT). Pola runs as the account ${username}. For the data, `,
    ],
  ] as const) {
    const refused = start({ DATA_DIR });
    expect(await refused.ended).toBe(1);
    const output = afterRelease(refused.output());
    expect(output).toContain(`Pola cannot use the data folder ${DATA_DIR}: ${sentence}`);
    expect(output.trimEnd().split('\n')).toHaveLength(1);
  }
  expect(readFileSync(file, 'utf8')).toBe('mine');
  const keyless = start({ DATA_DIR: path.join(folder, 'data'), AUDIT_KEY_FILE: path.join(folder, 'key') });
  expect(await keyless.ended).toBe(1);
  expect(afterRelease(keyless.output())).toBe(
    `Pola cannot use ${path.join(folder, 'key')}: it is a folder, and Pola needs a file there. Pola runs as the account ${username}. Move the folder away, or configure another place.\n`,
  );
});

test('a port in use is reported in one line, and the one-time password is not lost', { tags: ['slow'] }, async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const folder = makeFolder();
  const refused = start({ DATA_DIR: folder, PORT: port, LOG_LEVEL: 'fatal' });
  expect(await refused.ended).toBe(1);
  const [, email = '', password = ''] = await refused.says(/First superadmin: (\S+) {2}one-time password: (\S+)/);
  expect(refused.output().trimEnd().split('\n').at(-1)).toBe(
    `Port ${port} of 127.0.0.1 is taken. Stop what uses it, or choose another PORT.`,
  );
  expect(refused.output()).not.toContain('    at ');
  const next = await serve({ DATA_DIR: folder });
  expect(await login(next.url, email, password)).toMatchObject({ status: 200 });
});

test('the secret that signs tokens is readable only by the owner, and a configured one takes precedence', {
  tags: ['slow'],
}, async () => {
  const folder = makeFolder();
  const first = await serve({ DATA_DIR: folder, ...CHIEF });
  const { body } = await login(first.url, CHIEF.SUPERADMIN_EMAIL, CHIEF.SUPERADMIN_PASSWORD);
  expect(readFileSync(path.join(folder, 'token-secret'), 'utf8')).toMatch(/^[\w-]{64}$/);
  first.kill('SIGTERM');
  await first.ended;
  const other = await serve({ DATA_DIR: folder, TOKEN_SECRET: 'another secret that is long enough' });
  expect(await send(`${other.url}/api/admin/session`, 'GET', undefined, body.token)).toMatchObject({ status: 401 });
});

test('a stop during a request answers it, refuses new connections, and exits with 0', { tags: ['slow'] }, async () => {
  const server = await serve({ ...(await emptyMarket()), ...CHIEF });
  const patient = new http.Agent({ keepAlive: true });
  onTestFinished(() => patient.destroy());
  const payload = JSON.stringify({ email: CHIEF.SUPERADMIN_EMAIL, password: CHIEF.SUPERADMIN_PASSWORD });
  const request = http.request(`${server.url}/api/admin/login`, {
    method: 'POST',
    agent: patient,
    headers: { 'content-type': 'application/json', 'content-length': payload.length, expect: '100-continue' },
  });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.flushHeaders();
  await once(request, 'continue');
  request.write(payload.slice(0, 10));
  server.kill('SIGTERM');
  await untilNewcomersAreRefused(server.url);
  request.end(payload.slice(10));
  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  expect(JSON.parse(await text(answer))).toMatchObject({ role: 'superadmin' });
  expect(await server.ended).toBe(0);
});

test('a stop under load answers every accepted request, and exits before it would be killed', {
  tags: ['slow'],
}, async () => {
  const server = await serve({ ...(await emptyMarket()), ...CHIEF });
  // Checking a password involves a slow hash, so the requests are still running when the server is stopped.
  const guesses = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const payload = JSON.stringify({ email: `clerk${at}@market.example`, password: 'a wrong guess' });
      const headers = { 'content-type': 'application/json', 'content-length': payload.length, expect: '100-continue' };
      const request = http.request(`${server.url}/api/admin/login`, { method: 'POST', headers });
      const answered = once(request, 'response') as Promise<[IncomingMessage]>;
      request.flushHeaders();
      await once(request, 'continue');
      return { answered, finish: () => request.end(payload) };
    }),
  );
  for (const { finish } of guesses.slice(0, 6)) finish();
  server.kill('SIGTERM');
  await untilNewcomersAreRefused(server.url);
  for (const { finish } of guesses.slice(6)) finish();
  const answers = await Promise.all(guesses.map(({ answered }) => answered));
  const bodies = await Promise.all(answers.map(async ([answer]) => [answer.statusCode, await text(answer)]));
  expect(new Set(bodies.map(([status]) => status))).toEqual(new Set([401]));
  for (const [, body] of bodies) expect(JSON.parse(String(body))).toMatchObject({ code: 'invalid_credentials' });
  // If stopping took nine seconds, the server would exit with 1.
  expect(await server.ended).toBe(0);
});

test('a stop exits with 0 although a client requests the same list over one connection repeatedly', {
  tags: ['slow'],
}, async () => {
  const server = await serve({ ...(await emptyMarket()), LOG_LEVEL: 'info' });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const read = async (): Promise<number | undefined> => {
    const request = http.get(`${server.url}/api/openapi.json`, { agent });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    await text(answer);
    return answer.statusCode;
  };
  for (let time = 0; time < 3; time += 1) expect(await read()).toBe(200);
  let hasEnded = false;
  const ended = server.ended.finally(() => {
    hasEnded = true;
  });
  server.kill('SIGTERM');
  while (!hasEnded) {
    const status = await read().catch(() => undefined);
    if (status === undefined) break;
    expect([200, 503]).toContain(status);
  }
  expect(await ended).toBe(0);
});

test('no line of the log, which is JSON with one id for each request, contains a password or a token', {
  tags: ['slow'],
}, async () => {
  const TOKEN_SECRET = 'what tokens are signed with, long enough';
  const server = await serve({ ...(await emptyMarket()), ...CHIEF, TOKEN_SECRET, LOG_LEVEL: 'debug' });
  const { url } = server;
  const entered = await login(url, CHIEF.SUPERADMIN_EMAIL, CHIEF.SUPERADMIN_PASSWORD);
  const { token } = entered.body;
  const guessed = await login(url, CHIEF.SUPERADMIN_EMAIL, 'a wrong guess');
  await send(`${url}/api/admin/session?token=${token}&password=a-wrong-guess`, 'GET', undefined, token);
  await send(`${url}/api/admin/verify`, 'POST', { email: CHIEF.SUPERADMIN_EMAIL, password: 'a wrong guess' }, token);
  const change = { currentPassword: CHIEF.SUPERADMIN_PASSWORD, newPassword: NEW_PASSWORD };
  const changed = await send(`${url}/api/admin/change-password`, 'PUT', change, token);
  expect(changed.status).toBe(200);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  const signature = token.split('.')[2];
  const passwords = [CHIEF.SUPERADMIN_PASSWORD, NEW_PASSWORD, 'wrong'];
  for (const secret of [token, signature, TOKEN_SECRET, ...passwords, '$argon2']) {
    expect(server.output()).not.toContain(secret);
  }
  const lines = server
    .output()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const msg = expect.stringMatching(
    /^Pola \d+\.\d+\.\d+ \(commit (unknown|[0-9a-f]{40}(-changed)?), schema \d{4}-[\w-]+\)$/,
  );
  expect(lines[0]).toMatchObject({ level: 30, version: packageFile.version, msg });
  const linesOf = ({ headers }: { headers: Headers }) =>
    lines.filter((line) => line.reqId === headers.get('x-request-id'));
  const byChief = { account: 1 };
  expect(linesOf(changed)).toMatchObject([
    { ...byChief, method: 'PUT', path: '/api/admin/change-password', status: 200 },
  ]);
  const answered = { method: 'POST', path: '/api/admin/login' };
  expect(linesOf(entered)).toMatchObject([{ ...answered, status: 200 }]);
  expect(linesOf(guessed)).toMatchObject([{ refused: 'invalid_credentials' }, { ...answered, status: 401 }]);
  const refused = lines.flatMap((line) => line.refused ?? []);
  expect(refused).toEqual(['invalid_credentials', 'invalid_input', 'verification_failed']);
});

test('a missing permission, an unexpected error and a text that tries to forge lines are lines of the log that say who asked', {
  tags: ['slow'],
}, async () => {
  const { DATA_DIR = '', ...others } = await emptyMarket();
  const server = await serve({ DATA_DIR, ...others, ...CHIEF });
  const { url } = server;
  const { token } = (await login(url, CHIEF.SUPERADMIN_EMAIL, CHIEF.SUPERADMIN_PASSWORD)).body;
  const person = { username: 'Kamala', email: 'kamala@market.example', password: NEW_PASSWORD, role: 'editor' };
  const { admin } = (await send(`${url}/api/admin/register`, 'POST', person, token)).body;
  const own = (await login(url, person.email, NEW_PASSWORD)).body.token;
  const refused = await send(`${url}/api/audit`, 'GET', undefined, own);
  const forged = '{"level":50,"msg":"forged"}';
  const odd = await send(`${url}/api/x%0A${encodeURIComponent(forged)}%0A`);
  const typed = await login(url, `a\n${forged}\n@market.example`, `\n${forged}\n`);
  const database = new DatabaseSync(path.join(DATA_DIR, 'pola.db'));
  database.exec('alter table tenancies rename to lost_tenancies');
  database.close();
  const broken = await send(`${url}/api/tenants`, 'GET', undefined, token);
  server.kill('SIGTERM');
  await server.ended;

  const lines = server.output().trimEnd().split('\n').slice(1);
  const read = lines.map((line) => JSON.parse(line));
  const linesOf = ({ headers }: { headers: Headers }) =>
    read.filter((line) => line.reqId === headers.get('x-request-id'));
  const answered = { msg: 'answered' };
  expect(linesOf(refused)).toMatchObject([
    { refused: 'not_allowed', account: admin.admin_id, address: '127.0.0.1' },
    { ...answered, account: admin.admin_id, path: '/api/audit', status: 403 },
  ]);
  expect(linesOf(broken)).toMatchObject([
    { level: 50, account: 1, err: { type: 'Error', message: expect.stringContaining('tenancies') }, msg: 'broken' },
    { ...answered, account: 1, status: 500 },
  ]);
  expect([odd.status, typed.status]).toEqual([404, 400]);
  for (const one of [odd, typed]) expect(linesOf(one)).toMatchObject([{ msg: 'refused' }, answered]);
  expect(read.filter(({ msg }) => msg === 'forged')).toEqual([]);
});

async function untilNewcomersAreRefused(url: string): Promise<void> {
  for (;;) {
    const isServed = await fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    );
    if (!isServed) return;
  }
}
