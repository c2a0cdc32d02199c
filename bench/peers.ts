import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { processOf, type RunningProcess, startProduct } from '#scripts/demo/run-product.ts';
import { freePort } from '#scripts/setup/postgres.ts';
import { sqliteFile } from '#server/db/connect.ts';
import { type BareServer, onCopy, processorSeconds, startBare } from './harness.ts';
import { askAll, sendRequest } from './http-client.ts';
import { type PeerProgram, peerPrograms } from './peers/programs.ts';
import { emptyCache } from './ratios.ts';
import { markdownTableOf } from './report.ts';

const run = promisify(execFile);
const INSTALL_MS = 240_000;
const READY_TRIES = 300;
const DAYS = 1000;
/** Requests are repeated until they have used this much processor time. */
const ENOUGH_SECONDS = 1;
const MOST_REQUESTS = 20_000;
const BATCH = 1000;

interface Cost {
  microseconds: number;
  bytes: number;
}

interface Peer {
  name: string;
  server: RunningProcess;
  json: (day: string) => string;
  page: (day: string) => string;
  /** Empties the server's cache. */
  empty: () => Promise<void>;
}

/**
 * Measures the same work done by this server, by a hand-written one and by two frameworks, whose packages are installed
 * outside the repository.
 */
export function measurePeers(demo: string): Promise<string[]> {
  return onCopy(demo, async (dataDir) => {
    const db = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
    const days = db.prepare('select distinct date from prices order by date desc limit ?').all(DAYS);
    db.close();
    const asked = days.map(({ date }) => String(date));
    const bare = await startBare();
    const rows: (string | number)[][] = [];
    const missing: string[] = [];
    try {
      const server = await startProduct(dataDir);
      const own: Peer = {
        name: 'Pola',
        server,
        json: (day) => `/api/prices/by-date/${day}`,
        page: (day) => `/home-dailyprice?date=${day}`,
        empty: () => emptyCache(dataDir),
      };
      try {
        rows.push(...(await measurePeer(own, bare, asked)));
      } finally {
        await server.stop();
      }
      for (const program of peerPrograms) {
        const measured = await measureProgram(program, { bare, asked, database: sqliteFile(dataDir) });
        if (typeof measured === 'string') missing.push(measured);
        else rows.push(...measured);
      }
    } finally {
      await bare.stop();
    }
    for (const line of missing) console.log(line);
    return [
      `Prices by date as JSON and the page of a day, of the demo's prices. Warm: one address again and again. Cold: ${asked.length} days, each once, of Pola after its cached answers became invalid. The others show the same rows without changes, standings and forms, and keep nothing, as their authors' guides begin. Processor time per request, uncompressed, beside a bare node:http server that sends the same bytes.`,
      '',
      ...markdownTableOf(['what', 'by', 'microseconds', 'x bare node:http', 'bytes'], rows),
      ...missing,
    ];
  });
}

interface Work {
  bare: BareServer;
  asked: readonly string[];
  database: string;
}

/** Measures a program. Returns its figures, or a sentence with the reason why it was not measured. */
async function measureProgram(program: PeerProgram, { bare, asked, database }: Work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-peer-'));
  try {
    for (const [file, content] of Object.entries(program.files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), content);
    }
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      POLA_PRICES: database,
    };
    const limits = { cwd: folder, env, timeout: INSTALL_MS };
    // npm may be set to refuse packages with scripts, and no program needs them.
    const parameters = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
    await run('npm', [...parameters, ...program.packages], limits);
    if (program.build) await run(process.execPath, [...program.build], limits);
    const port = await freePort();
    const child = spawn(process.execPath, [...program.serve], {
      cwd: folder,
      env: { ...env, PORT: String(port), HOST: '127.0.0.1' },
      stdio: 'ignore',
    });
    const server = { url: `http://127.0.0.1:${port}`, ...processOf(child) };
    try {
      const peer = {
        name: program.name,
        server,
        json: (day: string) => `/api/prices/${day}`,
        page: (day: string) => `/prices/${day}`,
        empty: async () => {},
      };
      await untilReady(server.url + peer.json(asked[0] ?? ''));
      return await measurePeer(peer, bare, asked);
    } finally {
      await server.stop();
    }
  } catch (error) {
    return `${program.name} was not measured: ${reasonOf(error)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the last line that npm or the program printed, otherwise the error's message. */
function reasonOf(error: unknown): string {
  const lines = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n') : [];
  // npm's last line is the path of a log, which does not help a reader of the results.
  const said = lines.findLast((line) => !line.includes('log of this run'));
  return said || (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
}

async function untilReady(address: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    if (attempt === READY_TRIES) throw new Error(`${address} does not answer`);
    await wait(100);
  }
}

async function measurePeer(peer: Peer, bare: BareServer, days: readonly string[]): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [];
  for (const [what, address] of [
    ['prices by date', peer.json],
    ['price page', peer.page],
  ] as const)
    for (const temperature of ['cold', 'warm'] as const) {
      const asked = temperature === 'cold' ? days.map(address) : Array.from(days, () => address(days[0] ?? ''));
      const { microseconds, bytes } = await costOf(peer, asked, temperature === 'cold');
      const sample = await sendRequest(peer.server.url + (asked[0] ?? ''));
      await bare.answerWith({ status: 200, headers: { 'content-length': String(bytes) }, body: sample.body });
      const least = await costOf({ server: bare, empty: async () => {} }, asked, false);
      const ratio = (microseconds / least.microseconds).toFixed(1);
      console.log(`${`${what}, ${temperature}: ${peer.name}`.padEnd(64)} ${Math.round(microseconds)} us, ${ratio} x`);
      rows.push([`${what}, ${temperature}`, peer.name, Math.round(microseconds), ratio, bytes]);
    }
  return rows;
}

/**
 * Returns the processor time of one request and the size of its answer. The first round is discarded, because it
 * compiles code.
 */
async function costOf(
  { server, empty }: Pick<Peer, 'server' | 'empty'>,
  asked: readonly string[],
  isCold: boolean,
): Promise<Cost> {
  const addresses = asked.slice(0, BATCH).map((address) => server.url + address);
  await empty();
  await askAll(addresses, {});
  let seconds = 0;
  let requests = 0;
  while (seconds < ENOUGH_SECONDS && requests < MOST_REQUESTS) {
    if (isCold) await empty();
    const before = processorSeconds(server.pid);
    await askAll(addresses, {});
    seconds += processorSeconds(server.pid) - before;
    requests += addresses.length;
  }
  const { body } = await sendRequest(addresses[0] ?? '');
  return { microseconds: (seconds / requests) * 1e6, bytes: body.length };
}
