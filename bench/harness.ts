import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { addDays, type Day, day } from '#billing/calendar.ts';
import type { Role } from '#contract/roles.ts';
import { type Office, openDemoOffice, processOf, type RunningProcess } from '#scripts/demo/run-product.ts';
import { sqliteFile } from '#server/db/connect.ts';

export interface WaitingWork {
  what: string;
  ms: number;
  targetMs: number;
  note: string;
}

const NANOSECONDS = 1e9;

export async function measureOnCopy(
  folder: string,
  measure: (copy: string) => Promise<WaitingWork[]>,
): Promise<WaitingWork[]> {
  const figures = await onCopy(folder, measure);
  for (const { what, ms, targetMs, note } of figures) {
    console.log(`${what.padEnd(44)} ${ms.toFixed(1).padStart(7)} ms (target ${targetMs})  ${note}`);
  }
  return figures;
}

export async function onCopy<Result>(folder: string, use: (copy: string) => Promise<Result>): Promise<Result> {
  const copy = mkdtempSync(path.join(tmpdir(), 'pola-bench-copy-'));
  try {
    cpSync(folder, copy, { recursive: true });
    return await use(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

export async function inOffice<Result>(
  folder: string,
  use: (office: Office) => Promise<Result>,
  role?: Role,
): Promise<Result> {
  const office = await openDemoOffice(folder, role);
  try {
    return await use(office);
  } finally {
    await office.stop();
  }
}

export async function listShopIds(office: Office): Promise<string[]> {
  const shops = await office.get<{ shop_id: string }[]>('/api/shops');
  return shops.map(({ shop_id }) => shop_id);
}

export async function measureTime(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

export async function timesOf(rounds: number, count: number, run: (at: number, round: number) => Promise<unknown>) {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (let at = 0; at < count; at += 1) {
      const time = await measureTime(() => run(at, round));
      if (round > 0) times.push(time);
    }
  }
  return times;
}

interface ReadRow {
  of: string;
  target: string;
  what: string;
  note: string;
  addresses: string;
}

export async function measureReads(office: Office, subject: string, rounds: number): Promise<WaitingWork[]> {
  const rows = parse<ReadRow>(readFileSync(path.join(import.meta.dirname, 'reads.csv'), 'utf8'), { columns: true });
  const figures: WaitingWork[] = [];
  for (const { what, note, target, addresses } of rows.filter((row) => row.of === subject)) {
    const times = await timesOf(rounds, 1, async (_, round) => {
      for (const address of addresses.split(' ')) await office.fetch(fillIn(address, day(office.today), round));
    });
    const seen = note === '' ? `median of ${rounds}` : `${note}; slowest ${Math.max(...times).toFixed(1)}`;
    figures.push({ what, ms: median(times), targetMs: Number(target), note: seen });
  }
  return figures;
}

function fillIn(address: string, today: Day, round: number): string {
  const [year = '', month = ''] = today.split('-');
  const dated = address.replace('{year}', year).replace('{month}', month);
  return dated.replaceAll(
    /\{(day)?([-+]?\d+)([-+]\d+)r\}/g,
    (_, isDate: string | undefined, ...[start, step]: string[]) => {
      const value = Number(start) + Number(step) * round;
      return isDate === undefined ? String(value) : addDays(today, value);
    },
  );
}

export async function measureMeanwhile(
  { what, targetMs, pauseMs }: { what: string; targetMs: number; pauseMs: number },
  long: () => Promise<unknown>,
  small: () => Promise<unknown>,
): Promise<WaitingWork & { longMs: number }> {
  let isOver = false;
  const running = measureTime(long).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    waits.push(await measureTime(small));
    await wait(pauseMs);
  }
  const longMs = await running;
  const seen = `p50 ${median(waits).toFixed(1)}, slowest ${Math.max(...waits).toFixed(1)}; ${waits.length} calls`;
  const note = `${seen} in ${(longMs / 1000).toFixed(1)} s`;
  return { what: `${what}, p95`, ms: quantile(waits, 0.95), targetMs, note, longMs };
}

const STEADY = { count: 600, perSecond: 20 };

export async function measureSteadily(
  what: string,
  targetMs: number,
  run: (at: number) => Promise<unknown>,
): Promise<WaitingWork> {
  const { count, perSecond } = STEADY;
  for (let at = 0; at < perSecond; at += 1) await run(at);
  const began = performance.now();
  const times = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const due = (at * 1000) / perSecond;
      await wait(due);
      await run(perSecond + at);
      return performance.now() - began - due;
    }),
  );
  const seen = `p50 ${median(times).toFixed(1)}, slowest ${Math.max(...times).toFixed(1)}`;
  return { what, ms: quantile(times, 0.99), targetMs, note: `${seen}; ${count} at ${perSecond} a second` };
}

export const STEADY_CALLS = STEADY.count + STEADY.perSecond;

export function runScript(
  script: string,
  dataDir: string,
  ...parameters: string[]
): { isDone: boolean; output: string } {
  const file = path.resolve(import.meta.dirname, `../scripts/${script}`);
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...parameters], { env, encoding: 'utf8' });
  return { isDone: status === 0, output: `${stdout}${stderr}`.trim() };
}

/**
 * Replaces the rows of the tables. The database must not be in use by a server. `summarise` runs after the indexes are
 * rebuilt.
 */
export function fillTables(
  dataDir: string,
  tables: readonly string[],
  { insert, summarise }: Record<'insert' | 'summarise', (db: DatabaseSync) => void>,
): void {
  const db = new DatabaseSync(sqliteFile(dataDir));
  try {
    db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive;
      pragma cache_size = -200000; pragma temp_store = memory;`);
    const names = tables.map((table) => `'${table}'`).join();
    const indexes = db
      .prepare(
        `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${names})`,
      )
      .all();
    for (const { name } of indexes) db.exec(`drop index ${String(name)}`);
    db.exec('begin');
    for (const table of tables) db.exec(`delete from ${table}`);
    insert(db);
    for (const { sql } of indexes) db.exec(String(sql));
    summarise(db);
    db.exec('commit; pragma journal_mode = wal;');
  } finally {
    db.close();
  }
}

export interface BareServer extends RunningProcess {
  answerWith(answer: { status: number; headers: Record<string, string>; body: Buffer }): Promise<void>;
}

export async function startBare(): Promise<BareServer> {
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'));
  const [address] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${address.port}`,
    ...processOf(child),
    async answerWith(answer) {
      child.send({ ...answer, body: answer.body.toString('base64') });
      await once(child, 'message');
    },
  };
}

/**
 * Linux counts the time of each living thread in nanoseconds, but that of a whole process only in steps of ten
 * milliseconds.
 */
export function processorSeconds(pid: number): number {
  if (process.platform === 'linux') {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, thread) => sum + secondsOfThread(`/proc/${pid}/task/${thread}`), 0);
  }
  const time = execFileSync('ps', ['-o', 'cputime=', '-p', String(pid)], { encoding: 'utf8' });
  const [minutes = '0', seconds = '0'] = time.trim().split(':').slice(-2);
  return Number(minutes) * 60 + Number(seconds);
}

function secondsOfThread(folder: string): number {
  try {
    return Number(readFileSync(path.join(folder, 'schedstat'), 'utf8').split(' ')[0]) / NANOSECONDS;
  } catch (error) {
    const code = error instanceof Error && 'code' in error && error.code;
    if (code !== 'ENOENT' && code !== 'ESRCH') throw error;
    // The thread ended after it was listed.
    return 0;
  }
}

export function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) * 1024;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
