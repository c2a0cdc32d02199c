import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ask } from '#server/testing/release-figures.ts';
import { freePort } from '../setup/postgres.ts';

const CLOCK = path.join(import.meta.dirname, 'shifted-clock.mjs');
const BUNDLE = 'build/program/main.js';
const READY_TRIES = 600;
const BETWEEN_TRIES_MS = 100;
const NOT_FOUND = 404;
const SHOWN = 300;
/** An address where no server listens, because an old release must not use the internet. */
const NO_SERVICE = 'http://127.0.0.1:9';

const SUPERADMIN = { email: 'superadmin@example.com', password: 'market-morning-5am' };

interface SignedIn {
  call<Answer>(method: string, address: string, body?: unknown): Promise<Answer>;
  /** As `call`, but returns undefined if the release has no such call. */
  ask: Ask;
  download(address: string): Promise<Buffer>;
}

/** A running release, with its superadmin signed in. */
export interface OldServer extends SignedIn {
  signIn(account: { email: string; password: string }): Promise<SignedIn>;
  stop(): Promise<void>;
}

/** Starts the program of `folder` at an instant of its own, and signs in as superadmin. */
export async function startOldServer(folder: string, dataDir: string, at: string): Promise<OldServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = existsSync(path.join(folder, BUNDLE)) ? BUNDLE : 'server/main.ts';
  const child = spawn(path.join(folder, 'node_modules/.bin/node'), ['--import', CLOCK, program], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      CLOCK_AT: at,
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: url,
      LOG_LEVEL: 'error',
      SCHEDULE: 'off',
      WEATHER_URL: NO_SERVICE,
      SUPERADMIN_EMAIL: SUPERADMIN.email,
      SUPERADMIN_PASSWORD: SUPERADMIN.password,
    },
  });
  await untilReady(url, child);
  const superadmin = await signIn(url, SUPERADMIN);
  return {
    ...superadmin,
    signIn: (account) => signIn(url, account),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function signIn(url: string, account: { email: string; password: string }): Promise<SignedIn> {
  const headers: Record<string, string> = {};
  const ask = async (method: string, address: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(url + address, { method, headers: { ...headers, ...type }, ...sent });
    if (answer.ok || answer.status === NOT_FOUND) return answer;
    throw new Error(`${method} ${address} answered ${answer.status}: ${(await answer.text()).slice(0, SHOWN)}`);
  };
  const send = async (method: string, address: string, body?: unknown) => {
    const answer = await ask(method, address, body);
    if (answer.ok) return answer;
    throw new Error(`${method} ${address} was not found: ${(await answer.text()).slice(0, SHOWN)}`);
  };
  const signedIn = (await (await send('POST', '/api/admin/login', account)).json()) as { token: string };
  headers.authorization = `Bearer ${signedIn.token}`;
  await send('POST', '/api/admin/verify', account);
  return {
    call: async <Answer>(method: string, address: string, body?: unknown) =>
      (await (await send(method, address, body)).json()) as Answer,
    async ask(method, address, body) {
      const answer = await ask(method, address, body);
      return answer.ok ? answer.json() : undefined;
    },
    download: async (address) => Buffer.from(await (await send('GET', address)).arrayBuffer()),
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < READY_TRIES; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`the old release ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(BETWEEN_TRIES_MS);
  }
  child.kill('SIGKILL');
  throw new Error(`${url} is not ready`);
}
