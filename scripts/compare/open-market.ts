import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openMailServer, type TakenMail } from '#server/testing/mail-server.ts';
import { startWeatherService } from '#server/testing/weather-service.ts';
import { freePort } from '../setup/postgres.ts';

export const COMPARED_PASSWORD = 'mango-river-42-lantern';
export const SUPERADMIN = 'superadmin@example.com';

export interface ComparedRequest {
  method: string;
  path: string;
  /** The token of an account; without it the request has no session. */
  token?: string | undefined;
  body?: unknown;
  language?: string;
}

export interface ComparedMarket {
  url: string;
  mails: TakenMail[];
  setTime(time: string): Promise<void>;
  /** Moves the clock forward, so that no two requests have the same time. */
  passTime(): Promise<void>;
  send(request: ComparedRequest): Promise<Response>;
  signIn(email: string): Promise<string>;
  /** Waits until this number of emails has arrived since this method was last called. */
  waitForMails(more: number): Promise<void>;
  /** Restarts the server, which then runs the scheduled tasks. */
  runSchedule(): Promise<void>;
  close(): Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const STEP_MS = 61_000;
const READY_TRIES = 600;
const MAIL_TRIES = 200;
/** The time that the server needs to record the answer of the mail server. */
const RECORD_MS = 500;

const SETTINGS = {
  PUBLIC_URL: 'https://pola.example',
  DATABASE_URL: '',
  LOG_LEVEL: 'error',
  SUPERADMIN_EMAIL: SUPERADMIN,
  SUPERADMIN_PASSWORD: COMPARED_PASSWORD,
  TOKEN_SECRET: 'the secret of the compared market, and of no other',
  MAIL_FROM: 'office@pola.example',
  ANCHOR_EMAIL: 'good.anchor@example.com',
  MAP_URL: 'https://map.example/export/embed.html',
};

/** Opens an empty market on the built product. Its clock moves only by `setTime` and `passTime`. */
export async function openComparedMarket(start: string): Promise<ComparedMarket> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-compare-'));
  writeFileSync(path.join(dataDir, 'audit-key'), 'the audit key of the compared market, and of no other', {
    mode: 0o600,
  });
  const mailServer = await openMailServer();
  const weather = await startWeatherService(start);
  let now = Date.parse(start);
  let waited = 0;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const run = (schedule: 'on' | 'off') =>
    runServer(url, now, {
      ...SETTINGS,
      DATA_DIR: dataDir,
      PORT: String(port),
      SCHEDULE: schedule,
      SMTP_URL: mailServer.url,
      WEATHER_URL: weather.url,
    });
  let server = await run('off');
  const setNow = async (time: number) => {
    now = time;
    await server.setTime(now);
  };
  const send = (request: ComparedRequest) => sendTo(url, request);
  return {
    url,
    mails: mailServer.taken,
    setTime: (time) => setNow(Date.parse(time)),
    passTime: () => setNow(now + STEP_MS),
    send,
    async signIn(email) {
      const answer = await send({
        method: 'POST',
        path: '/api/admin/login',
        body: { email, password: COMPARED_PASSWORD },
      });
      const { token } = (await answer.json()) as { token?: string };
      if (token === undefined) throw new Error(`${email} cannot sign in`);
      return token;
    },
    async waitForMails(more) {
      waited += more;
      for (let attempt = 0; mailServer.taken.length < waited && attempt < MAIL_TRIES; attempt += 1) await wait(100);
      await wait(RECORD_MS);
    },
    async runSchedule() {
      await server.stop();
      server = await run('on');
    },
    async close() {
      await server.stop();
      await weather.close();
      await mailServer.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function sendTo(
  url: string,
  { method, path: address, token, body, language = 'en' }: ComparedRequest,
): Promise<Response> {
  return fetch(url + address, {
    method,
    redirect: 'manual',
    headers: {
      'accept-language': language,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
}

async function runServer(url: string, start: number, settings: Record<string, string>) {
  const server = fork(path.join(ROOT, 'build/program/main.js'), {
    cwd: ROOT,
    execArgv: ['--import', path.join(import.meta.dirname, 'stand-clock.ts')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, TZ: 'UTC', COMPARED_TIME: String(start), ...settings },
  });
  const setTime = async (time: number) => {
    const heard = once(server, 'message');
    server.send(time);
    await heard;
  };
  await isReady(url);
  return {
    setTime,
    async stop() {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}

async function isReady(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if ((await fetch(`${url}/readyz`)).ok) return;
    } catch (error) {
      if (attempt === READY_TRIES) throw error;
    }
    await wait(100);
  }
}
