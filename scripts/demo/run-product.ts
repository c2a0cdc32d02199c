import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dayOf } from '#billing/calendar.ts';
import { demoEmailOf } from '#contract/demo.ts';
import type { Role } from '#contract/roles.ts';
import { systemClock } from '#server/clock.ts';
import { buildWeb, serverEnvironment, serverParameters } from '../serve.ts';
import { freePort } from '../setup/postgres.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillDemo } from './fill-demo.ts';

const READY_TRIES = 1000;
/** An address where no server listens, because a measured server must not use the internet. */
const NO_SERVICE = 'http://127.0.0.1:9';

export interface RunningProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Fills the demo with five years of prices and five years of ledgers. */
export async function prepareDemo(): Promise<{ folder: string; remove(): void }> {
  await buildWeb();
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-bench-'));
  process.env.DATA_DIR = folder;
  await fillDemo({ ledgerYears: 5 });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export async function startProduct(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<RunningProcess & { readyMs: number }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = { ...serverEnvironment, DATA_DIR: dataDir, DATABASE_URL: '', PORT: String(port), PUBLIC_URL: url };
  const began = performance.now();
  const child = spawn(process.execPath, serverParameters, {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...own, LOG_LEVEL: 'error', SCHEDULE: 'off', WEATHER_URL: NO_SERVICE, ...settings },
  });
  child.once('exit', (code, signal) => {
    if (!child.killed) console.error(`the product ended by itself: ${signal ?? `code ${code}`}`);
  });
  for (let attempt = 1; !(await answers(`${url}/readyz`)); attempt += 1) {
    if (attempt === READY_TRIES) throw new Error(`${url} is not ready`);
    await wait(10);
  }
  return { url, ...processOf(child), readyMs: performance.now() - began };
}

export function processOf(child: ChildProcess): Omit<RunningProcess, 'url'> {
  if (child.pid === undefined) throw new Error('the process did not start');
  return {
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return (await fetch(url).catch(() => undefined))?.ok ?? false;
}

export interface Office {
  server: RunningProcess;
  authorization: string;
  today: string;
  get<Answer>(address: string): Promise<Answer>;
  fetch(address: string): Promise<number>;
  post<Answer>(address: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

export function proofOf(role: Role): { email: string; password: string } {
  return { email: demoEmailOf(role), password: DEMO_PASSWORD };
}

export async function openDemoOffice(dataDir: string, role: Role = 'admin'): Promise<Office> {
  const server = await startProduct(dataDir);
  const ask = async <Answer>(address: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(server.url + address, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as Answer;
  };
  const sending = { 'content-type': 'application/json' };
  const login = { method: 'POST', headers: sending, body: JSON.stringify(proofOf(role)) };
  const { token } = await ask<{ token: string }>('/api/admin/login', login);
  const authorization = `Bearer ${token}`;
  return {
    server,
    authorization,
    today: dayOf(systemClock.now()),
    get: (address) => ask(address, { headers: { authorization } }),
    async fetch(address) {
      const answer = await fetch(server.url + address, { headers: { authorization } });
      let bytes = 0;
      for await (const chunk of answer.body ?? []) bytes += chunk.length;
      if (!answer.ok) throw new Error(`${address} answered ${answer.status} with ${bytes} bytes`);
      return bytes;
    },
    post: (address, body, headers) =>
      ask(address, { method: 'POST', headers: { ...sending, authorization, ...headers }, body: JSON.stringify(body) }),
    stop: () => server.stop(),
  };
}
