import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#scripts/setup/postgres.ts';

const root = path.resolve(import.meta.dirname, '..');

export interface MeasuredServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** No measurement asks the world beyond this machine: at this address nobody listens. */
const NOBODY = 'http://127.0.0.1:9';

/**
 * The product on a data folder, as `npm start` runs it; also says how long it took to be ready, in milliseconds. It has no
 * weather and takes nothing up by itself, unless the settings, which are variables of its environment, say otherwise.
 */
export async function startProduct(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<MeasuredServer & { readyMs: number }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: String(port),
      PUBLIC_URL: url,
      LOG_LEVEL: 'error',
      SCHEDULE: 'off',
      WEATHER_URL: NOBODY,
      ...settings,
    },
  });
  child.once('exit', (code, signal) => {
    if (!child.killed) console.error(`the product ended by itself: ${signal ?? `code ${code}`}`);
  });
  await answers(`${url}/readyz`);
  return { url, pid: pidOf(child), readyMs: performance.now() - began, stop: () => stop(child) };
}

export interface BareServer extends MeasuredServer {
  /** What it sends from now on. */
  tell(answer: { status: number; headers: Record<string, string>; body: Buffer }): Promise<void>;
}

/** The bare server, in a process of its own. */
export async function startBare(): Promise<BareServer> {
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'));
  const [address] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${address.port}`,
    pid: pidOf(child),
    stop: () => stop(child),
    async tell(answer) {
      child.send({ ...answer, body: answer.body.toString('base64') });
      await once(child, 'message');
    },
  };
}

/** A data folder filled with the demo's five years. */
export async function fillDemoFolder(): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-bench-'));
  process.env.DATA_DIR = folder;
  const { fillDemo } = await import('#scripts/demo/fill-demo.ts');
  await fillDemo();
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function answers(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if ((await fetch(url)).ok) return;
    } catch (error) {
      if (attempt === 1000) throw error;
    }
    await wait(10);
  }
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the process did not start');
  return child.pid;
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
