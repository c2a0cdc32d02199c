import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Instant, instantOf } from '#billing/calendar.ts';
import { serveAssets, storeAssets } from './earlier-assets.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-24T06:00:00.000Z');
const after = (hours: number): Instant => instantOf(START + hours * HOUR_MS);

let folder: string;
let dataDir: string;
let server: FastifyInstance;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'pola-assets-'));
  dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  server = fastify();
  await server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  serveAssets(server, dataDir, makeBuild('running'));
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Returns the folder of a build whose page loads one script, which has the name of the build. */
function makeBuild(name: string): string {
  const build = path.join(folder, name);
  mkdirSync(path.join(build, 'client/assets'), { recursive: true });
  mkdirSync(path.join(build, 'client/.vite'));
  writeFileSync(path.join(build, 'client/.vite/manifest.json'), name);
  writeFileSync(path.join(build, `client/assets/page-${name}.js`), `the script of ${name}`);
  writeFileSync(path.join(build, `client/assets/page-${name}.js.br`), 'compressed');
  return build;
}

async function ask(file: string): Promise<string | number> {
  const { statusCode, body } = await server.inject({ url: `/assets/${file}`, headers: { 'accept-encoding': 'br' } });
  return statusCode === 200 ? body : statusCode;
}

const stored = () => readdirSync(path.join(dataDir, 'assets')).length;

test('a script of the program before is sent for a day after the update', async () => {
  const first = makeBuild('first');
  const second = makeBuild('second');
  await storeAssets(dataDir, after(0), first);
  // The first program ran for a month.
  await storeAssets(dataDir, after(720), second);
  expect(await ask('page-first.js')).toBe('the script of first');
  await storeAssets(dataDir, after(743), second);
  expect(await ask('page-first.js')).toBe('the script of first');
  await storeAssets(dataDir, after(745), second);
  expect(await ask('page-first.js')).toBe(404);
  expect(await ask('page-second.js')).toBe('the script of second');
});

test('going back to the program before begins its day anew', async () => {
  const first = makeBuild('first');
  const second = makeBuild('second');
  await storeAssets(dataDir, after(0), first);
  await storeAssets(dataDir, after(1), second);
  await storeAssets(dataDir, after(20), first);
  await storeAssets(dataDir, after(30), second);
  await storeAssets(dataDir, after(40), second);
  expect(await ask('page-first.js')).toBe('the script of first');
});

test('of many updates in a day the last three programs stay', async () => {
  for (const [hour, name] of ['one', 'two', 'three', 'four', 'five'].entries())
    await storeAssets(dataDir, after(hour), makeBuild(name));
  expect(stored()).toBe(4);
  expect(await ask('page-one.js')).toBe(404);
  expect(await ask('page-two.js')).toBe('the script of two');
});

test('files that were half copied are not served, and are copied again', async () => {
  const unfinished = path.join(dataDir, 'assets/unfinished');
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(path.join(unfinished, 'page-first.js'), 'the scr');
  expect(await ask('page-first.js')).toBe(404);
  await storeAssets(dataDir, after(0), makeBuild('first'));
  expect(await ask('page-first.js')).toBe('the script of first');
  expect(stored()).toBe(1);
});

test.each(['..%2F..%2Fsecret', '.left-at', '%00', 'none.js', 'a%2Fb.js'])('nothing else is sent: %s', async (name) => {
  writeFileSync(path.join(folder, 'secret'), 'secret');
  await storeAssets(dataDir, after(0), makeBuild('first'));
  await storeAssets(dataDir, after(1), makeBuild('second'));
  expect(await ask(name)).toBe(404);
});

test('the running program sends its own files compressed, and no compressed file by its name', async () => {
  expect(await ask('page-running.js')).toBe('compressed');
  expect(await ask('page-running.js.br')).toBe(404);
});

test('an empty data folder has nothing to send', async () => {
  expect(await ask('page-first.js')).toBe(404);
});
