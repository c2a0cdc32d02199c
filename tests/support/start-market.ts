import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { serverEnvironment, serverParameters } from '#scripts/serve.ts';
import { freePort } from '#scripts/setup/postgres.ts';
import { DEMO_FOLDER_VARIABLE } from './fill-once.ts';

export interface Market {
  url: string;
  dataDir: string;
  /** Returns what the server has printed. */
  printed(): string;
  stop(): Promise<void>;
}

const READY_TRIES = 600;
const MOST_PRINTED = 20_000;

const NOBODY = 'http://127.0.0.1:9';

/**
 * Starts a market on a free port. A `demo` market has a year of data, an `empty` one only a superadmin. `settings` are
 * environment variables.
 */
export async function startMarket(kind: 'demo' | 'empty', settings: Record<string, string> = {}): Promise<Market> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-market-'));
  if (kind === 'demo') cpSync(process.env[DEMO_FOLDER_VARIABLE] ?? '', dataDir, { recursive: true });
  const market = await serveMarket(dataDir, settings);
  return {
    ...market,
    async stop() {
      await market.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function serveMarket(dataDir: string, settings: Record<string, string>): Promise<Market> {
  const port = await freePort();
  const server = spawn(process.execPath, serverParameters, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...serverEnvironment,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: String(port),
      LOG_LEVEL: 'error',
      SCHEDULE: 'off',
      SUPERADMIN_EMAIL: 'superadmin@example.com',
      SUPERADMIN_PASSWORD: DEMO_PASSWORD,
      WEATHER_URL: NOBODY,
      MAP_URL: NOBODY,
      ...settings,
    },
  });
  let printed = '';
  server.stdout.on('data', (text: Buffer) => {
    printed = `${printed}${text}`.slice(-MOST_PRINTED);
  });
  const url = `http://127.0.0.1:${port}`;
  await isReady(url);
  return {
    url,
    dataDir,
    printed: () => printed,
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

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

const STORED = ['token', 'role', 'name', 'email'] as const;

const sessions = new Map<string, Promise<Session>>();

export async function signInBrowser(
  page: Page,
  market: Market,
  role = 'editor',
  password = DEMO_PASSWORD,
): Promise<void> {
  const { origins } = await sessionOf(market, role, password);
  await page.goto(`${market.url}/robots.txt`);
  await page.evaluate(
    (stored) => {
      for (const { name, value } of stored) localStorage.setItem(name, value);
    },
    origins.flatMap(({ localStorage }) => localStorage),
  );
}

export async function signInByForm(page: Page, market: Market, role: string): Promise<void> {
  await page.goto(`${market.url}/login`);
  await page.getByLabel('Email').fill(`${role}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/login');
}

export function sessionOf({ url, dataDir }: Market, role: string, password = DEMO_PASSWORD): Promise<Session> {
  const key = `${dataDir} ${role}`;
  const known = sessions.get(key) ?? openSession(url, role, password);
  sessions.set(key, known);
  return known;
}

async function openSession(url: string, role: string, password: string): Promise<Session> {
  const answer = await logIn(url, role, password);
  const localStorage = [
    ...STORED.map((name) => ({ name, value: answer[name] })),
    { name: 'mustChangePassword', value: 'false' },
  ];
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}

export async function sessionTokenOf(url: string, role: string): Promise<string> {
  return (await logIn(url, role, DEMO_PASSWORD)).token;
}

async function logIn(url: string, role: string, password: string): Promise<Record<(typeof STORED)[number], string>> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${role}@example.com`, password }),
  });
  if (!answer.ok) throw new Error(`${role} cannot sign in: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<Record<(typeof STORED)[number], string>>;
}
