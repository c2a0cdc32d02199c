import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { installDebianPackages } from './programs.ts';

export interface PostgresServer {
  url: string;
  run(statement: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Returns the server at TEST_DATABASE_URL. Without this variable, starts a server in a temporary folder, without fsync.
 * If PostgreSQL is missing, it is installed when the user is root on Debian. Otherwise an error says how to install it.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return describeServer(given, async () => {});
  const programs = findPrograms();
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-postgres-'));
  const owner = unprivilegedOwner();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const cluster = path.join(folder, 'cluster');
  execFileSync(
    path.join(programs, 'initdb'),
    ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...owner, stdio: 'ignore' },
  );
  const port = await freePort();
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'autovacuum=off',
    // The shared buffers are small, because dropping a database searches all of them.
    'shared_buffers=32MB',
    'max_connections=200',
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
  ];
  const child = spawn(
    path.join(programs, 'postgres'),
    ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    { ...owner, stdio: 'ignore' },
  );
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const started = describeServer(`postgres://postgres@127.0.0.1:${port}/postgres`, stop);
  await answers(started);
  return started;
}

export function findPrograms(): string {
  const found = installedPrograms() ?? (installDebianPackages('postgresql') ? installedPrograms() : undefined);
  if (found) return found;
  throw new Error(
    'PostgreSQL is missing: install it (Debian: apt-get install postgresql; macOS: brew install postgresql), or name a server in TEST_DATABASE_URL.',
  );
}

export function findPsql(): string {
  return path.join(findPrograms(), 'psql');
}

function installedPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')));
}

export function unprivilegedOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  // PostgreSQL's programs refuse to run as root; the package has created an account for them.
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined || gid === undefined) throw new Error('PostgreSQL needs an account named postgres.');
  return { uid: Number(uid), gid: Number(gid) };
}

function describeServer(url: string, stop: () => Promise<void>): PostgresServer {
  return {
    url,
    stop,
    async run(statement) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await client.query(statement);
      } finally {
        await client.end();
      }
    },
  };
}

async function answers(started: Pick<PostgresServer, 'run'>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await started.run('select 1');
    } catch (error) {
      if (attempt === 100) throw error;
      await wait(100);
    }
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
