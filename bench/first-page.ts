import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processOf, startProduct } from '#scripts/demo/run-product.ts';
import { collectOutput } from '#scripts/run-quietly.ts';
import { freePort } from '#scripts/setup/postgres.ts';
import { measureTime, median, processorSeconds, type WaitingWork } from './harness.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/**
 * The environment without the variables that npm sets, because these refer to this command and this folder, not to the
 * measured clone.
 */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/.test(name)));
const STARTS = 5;
const WITHIN_MS = 600_000;
const SECOND_MS = 1000;

export async function measureStarts(demo: string): Promise<string> {
  const clock: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round <= STARTS; round += 1) {
    const product = await startProduct(demo);
    clock.push(product.readyMs);
    processor.push(processorSeconds(product.pid));
    await product.stop();
  }
  const [first = 0, ...times] = clock;
  const seconds = median(processor.slice(1)).toFixed(2);
  return `- start to ready: ${Math.round(median(times))} ms (target 500) and ${seconds} s of processor time (target 1.05), median of ${STARTS}; the very first start ${Math.round(first)} ms`;
}

/** Measures the commit that is checked out in this folder, in a separate clone. */
export async function measureFirstPage(): Promise<WaitingWork[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-clone-'));
  try {
    execFileSync('git', ['clone', '--quiet', ROOT, folder]);
    const install = await measureTime(async () => {
      const { failure, output } = await collectOutput('npm', ['ci'], { cwd: folder, env: ENVIRONMENT });
      if (failure !== undefined) throw new Error(`${failure}\n${output}`);
    });
    const demo = await measureServing(folder, ['run', 'demo']);
    const first = await measureServing(folder, ['start']);
    const again: number[] = [];
    for (let round = 0; round < STARTS; round += 1) again.push(await measureServing(folder, ['start']));
    const seconds = (ms: number) => (ms / SECOND_MS).toFixed(1);
    return [
      {
        what: 'npm ci and npm run demo until a page is sent',
        ms: install + demo,
        targetMs: 45_000,
        note: `npm ci ${seconds(install)} s, then npm run demo ${seconds(demo)} s`,
      },
      {
        what: 'npm start with unchanged sources until a page is sent',
        ms: median(again),
        targetMs: 1500,
        note: `median of ${STARTS}; the start before them, which compresses the demo's build again, took ${seconds(first)} s`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the milliseconds until the npm command sends the first page of the market in data-demo. */
async function measureServing(folder: string, command: readonly string[]): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const own = { PORT: String(port), DATA_DIR: path.join(folder, 'data-demo'), DATABASE_URL: '', SCHEDULE: 'off' };
  const child = spawn('npm', command, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...ENVIRONMENT, ...own },
  });
  const until = performance.now() + WITHIN_MS;
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.ok) {
      if (child.exitCode !== null || performance.now() > until)
        throw new Error(`npm ${command.join(' ')} serves no page.`);
      await wait(20);
    }
    return performance.now() - begun;
  } finally {
    await processOf(child).stop();
  }
}
