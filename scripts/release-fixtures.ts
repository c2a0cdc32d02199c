import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { readFigures, takeNextNumbers } from '#server/testing/release-figures.ts';
import { parts } from './releases/fill-market.ts';
import { type OldServer, startOldServer } from './releases/old-server.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'server/testing/releases');

/** The day after the last one of the market. */
const AFTERWARDS = '2026-05-05T04:30:00.000Z';

/** Every delivered release, with its commit. A new one is added here after it was delivered. */
const releases: Readonly<Record<string, string>> = {
  '0.1.0': '68647dba',
  '0.2.0': '9c202d45',
  '0.3.0': 'c36ec68d',
  '0.4.0': 'bdecd3fe',
  '0.5.0': '5cda174f',
};

/**
 * `npm run fixtures:releases -- [VERSION ...]` builds each release from its commit, fills a small market through its own
 * API, and stores its backup, its SQLite database and what it says of the market in server/testing/releases.
 */
const wanted = process.argv.slice(2);
for (const [version, commit] of Object.entries(releases)) {
  if (wanted.length > 0 && !wanted.includes(version)) continue;
  const folder = mkdtempSync(path.join(tmpdir(), `pola-${version}-`));
  try {
    await makeFixture(version, commit, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeFixture(version: string, commit: string, folder: string): Promise<void> {
  const program = installRelease(version, commit, folder);
  const dataDir = path.join(folder, 'data');
  for (const { at, act } of parts)
    await withServer({ program, dataDir, at }, (server) =>
      act(server, {
        tenancies: isSince(version, '0.2.0'),
        places: isSince(version, '0.4.0'),
        handovers: isSince(version, '0.5.0'),
      }),
    );
  const at = parts.at(-1)?.at ?? '';
  const figures = await withServer({ program, dataDir, at }, async (server) => {
    store(`${version}.sql`, await server.download('/api/backup/backup'));
    return readFigures(server.ask);
  });
  store(`${version}.db`, readFileSync(path.join(dataDir, 'pola.db')));
  // Later, because 0.2 takes an equal ticket of the same minutes for a repetition.
  const next = await withServer({ program, dataDir, at: AFTERWARDS }, ({ ask }) => takeNextNumbers(ask));
  store(`${version}.json`, JSON.stringify({ at, auditKey: auditKeyIn(dataDir), figures, next }));
}

function isSince(version: string, first: string): boolean {
  return version.localeCompare(first, 'en', { numeric: true }) >= 0;
}

/** Builds the release in a folder of its own, unless RELEASES_FOLDER has a built one in a folder named as its commit. */
function installRelease(version: string, commit: string, folder: string): string {
  const built = process.env.RELEASES_FOLDER;
  if (built !== undefined) return path.resolve(built, commit);
  const program = path.join(folder, 'program');
  const run = (command: string) =>
    execFileSync('sh', ['-c', command], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  console.log(`${version}: installing ${commit}`);
  run(`mkdir ${program} && git archive ${commit} | tar -x -C ${program}`);
  run(`cd ${program} && npm ci --no-audit --no-fund && npm run --silent build`);
  return program;
}

async function withServer<Result>(
  { program, dataDir, at }: { program: string; dataDir: string; at: string },
  use: (server: OldServer) => Promise<Result>,
): Promise<Result> {
  const server = await startOldServer(program, dataDir, at);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** The first release had none. */
function auditKeyIn(dataDir: string): string | undefined {
  try {
    return readFileSync(path.join(dataDir, 'audit-key'), 'utf8');
  } catch {
    return undefined;
  }
}

function store(name: string, content: string | Buffer): void {
  const packed = gzipSync(content, { level: 9 });
  writeFileSync(path.join(FOLDER, `${name}.gz`), packed);
  console.log(`${name}.gz: ${Math.ceil(packed.length / 1024)} kB`);
}
