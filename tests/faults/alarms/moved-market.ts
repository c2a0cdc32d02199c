import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import type { Answer, Call, Sending } from '#contract/call.ts';
import type { Role } from '#contract/roles.ts';
import { proofOf } from '#scripts/demo/run-product.ts';
import { freePort } from '#scripts/setup/postgres.ts';
import { type Parts, requestOf } from '#server/testing/call.ts';
import { METRICS_TOKEN, readMetrics } from '#server/testing/metrics.ts';
import { type Running, startProcess } from '#server/testing/process.ts';
import { until } from './prometheus.ts';

const CLOCK_PROGRAM = path.resolve(import.meta.dirname, 'moved-clock.ts');
const NO_SERVICE = 'http://127.0.0.1:9';
const NIGHT_MS = 120_000;
const LOG_LETTERS = 3000;
/** Longer than moved-clock.ts waits between two readings. */
const CLOCK_READ_MS = 200;
const HOUR_SECONDS = 60 * 60;
const SESSION_HOURS = 8;

export interface MovedMarket {
  dataDir: string;
  url: string;
  process(): Running;
  /** Sets the clock, and waits until the server has read it. */
  goTo(at: Instant): Promise<void>;
  now(): number;
  ask<C extends Call>(entry: C, given: Sending<C> & { role?: Role }): Promise<Answer<C>>;
  /** Sends a request and returns its status. */
  status(role: Role, address: string): Promise<number>;
  /** Signs in with a wrong password from an address of this computer, and returns the status. */
  tryPassword(email: string, from: string): Promise<number | undefined>;
  /** Ends the server and starts it again at another time. */
  restart(at: Instant, settings?: Record<string, string>): Promise<void>;
  /** Returns a figure of a scrape; undefined if there is none. */
  figure(name: string): Promise<number | undefined>;
  /** Waits until these figures, which are ages, are less than an hour. */
  untilFresh(names: readonly string[]): Promise<void>;
}

interface MovedMarketInput {
  /** The program of the server. */
  main: string;
  /** The data folder is a copy of this one. */
  source: string;
  at: Instant;
  settings: Record<string, string>;
  /** A disk for the data folder. */
  disk?: { folder: string; within: readonly string[] } | undefined;
}

/** Starts a server as a process whose clock the test moves, on a copy of a data folder. */
export async function openMovedMarket({ main, source, at, settings, disk }: MovedMarketInput): Promise<MovedMarket> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-alarms-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const clockFile = path.join(folder, 'clock');
  const dataDir = disk?.folder ?? path.join(folder, 'data');
  if (!disk) cpSync(source, dataDir, { recursive: true });
  // The disk is mounted for this process only, so it copies the folder itself.
  const within = disk ? [...disk.within, '/bin/sh', '-c', `cp -r '${source}/.' '${dataDir}' && exec "$0" "$@"`] : [];
  const environment = {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    METRICS_TOKEN,
    WEATHER_URL: NO_SERVICE,
    NODE_OPTIONS: `--import=${CLOCK_PROGRAM}`,
    CLOCK_FILE: clockFile,
    ...settings,
  };
  let moved = 0;
  let running: Running;
  const signedIn = new Map<Role, { token: string; at: number }>();
  const now = () => Date.now() + moved;
  const setClock = (moment: Instant) => {
    moved = Date.parse(moment) - Date.now();
    writeFileSync(clockFile, String(moved));
  };
  const start = async (more: Record<string, string> = {}) => {
    running = startProcess([main], { ...environment, ...more }, within);
    await running.says(/Server listening at/);
  };
  const send = async (role: Role | undefined, address: string, init: RequestInit): Promise<Response> => {
    const headers = role && { authorization: `Bearer ${await tokenOf(role)}` };
    return fetch(url + address, { ...init, headers: { ...headers, ...(init.body && JSON_BODY) } });
  };
  const tokenOf = async (role: Role): Promise<string> => {
    const known = signedIn.get(role);
    if (known && Math.abs(now() - known.at) < SESSION_HOURS * HOUR_SECONDS * 1000) return known.token;
    const proof = { method: 'POST', body: JSON.stringify(proofOf(role)) };
    const { token } = await answerOf<{ token: string }>(await send(undefined, '/api/admin/login', proof));
    signedIn.set(role, { token, at: now() });
    return token;
  };
  const figure = async (name: string) => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    return readMetrics(await answer.text()).samples.find((sample) => sample.name === name)?.value;
  };
  setClock(at);
  await start();
  return {
    dataDir,
    url,
    process: () => running,
    async goTo(moment) {
      setClock(moment);
      await wait(CLOCK_READ_MS);
    },
    now,
    async ask(entry, { role = 'superadmin', ...parts }) {
      const { method = 'GET', url: address, payload } = requestOf(entry, parts as Parts);
      return answerOf(
        await send(role, address, { method, ...(payload !== undefined && { body: JSON.stringify(payload) }) }),
      );
    },
    async status(role, address) {
      const answer = await send(role, address, {});
      await answer.arrayBuffer();
      return answer.status;
    },
    tryPassword: (email, from) => signInFrom(url, email, from),
    async restart(moment, more) {
      running.kill('SIGTERM');
      await running.ended;
      setClock(moment);
      await start(more);
    },
    figure,
    async untilFresh(names) {
      let ages: (number | undefined)[] = [];
      const areFresh = async () => {
        ages = await Promise.all(names.map(figure));
        return ages.every((age) => age !== undefined && age < HOUR_SECONDS);
      };
      await until(areFresh, 'not all figures are fresh', NIGHT_MS).catch((error: unknown) => {
        const said = running
          .output()
          .split('\n')
          .filter((line) => !line.includes('"answered"'));
        const log = said.join('\n').slice(-LOG_LETTERS);
        throw new Error(`${names.map((name, at) => `${name} ${ages[at]}`).join('\n')}\n${log}`, { cause: error });
      });
    },
  };
}

const JSON_BODY = { 'content-type': 'application/json' };

async function answerOf<Body>(answer: Response): Promise<Body> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Body;
}

function signInFrom(url: string, email: string, localAddress: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ email, password: 'a wrong password' });
  const headers = { ...JSON_BODY, 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const sent = request({ method: 'POST', hostname, port, localAddress, path: '/api/admin/login', headers });
    sent.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode)));
    sent.on('error', reject);
    sent.end(body);
  });
}
