import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Instant, instantOf } from '#billing/calendar.ts';
import { makePrivateFolder, ONLY_OWNER_ENTERS } from '../../db/data-folder.ts';
import { buildFolder } from '../../program-files.ts';

/**
 * A page that was loaded before an update asks for files of the program before. Each program therefore stores its files
 * in the data folder, and serves those of the programs before it for a day after the update.
 */
const STORED = 'assets';
/** The instant at which another program first found the folder. */
const LEFT_AT = '.left-at';
const UNFINISHED = 'unfinished';
const SERVED_MS = 24 * 60 * 60 * 1000;
/** Somebody who updates more often in a day tries programs. */
const MOST_PROGRAMS = 3;
const COMPRESSED = /\.(gz|br)$/;
const ASSET_NAME = /^[\w~-][\w~.-]*$/;

/**
 * Serves the files of the running program and, if there is a data folder, of the programs before it. One route serves
 * all of them, because a route for each would slow down the start.
 */
export function serveAssets(fastify: FastifyInstance, dataDir: string | undefined, build = buildFolder): void {
  const ownFolder = path.join(build, 'client/assets');
  const own = new Set(readdirSync(ownFolder).filter((name) => !COMPRESSED.test(name)));
  fastify.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params;
    const folder = own.has(name) ? ownFolder : dataDir && findEarlier(path.join(dataDir, STORED), name);
    // A handler that returns the reply makes Fastify wait for its end with a listener of its own.
    if (folder) reply.sendFile(name, folder);
    else reply.callNotFound();
  });
}

function findEarlier(stored: string, name: string): string | undefined {
  return ASSET_NAME.test(name) ? listPrograms(stored).find((each) => existsSync(path.join(each, name))) : undefined;
}

/** Stores the files of this program, and deletes those of programs that were left more than a day before `now`. */
export async function storeAssets(dataDir: string, now: Instant, build = buildFolder): Promise<void> {
  const stored = path.join(dataDir, STORED);
  // Earlier rights of others are removed before the server says that it is ready.
  makePrivateFolder(stored);
  chmodSync(stored, ONLY_OWNER_ENTERS);
  const own = path.join(stored, nameOf(build));
  if (!existsSync(own)) {
    const unfinished = path.join(stored, UNFINISHED);
    await rm(unfinished, { recursive: true, force: true });
    await cp(path.join(build, 'client/assets'), unfinished, {
      recursive: true,
      filter: (file) => !COMPRESSED.test(file),
    });
    await rename(unfinished, own);
  }
  await rm(path.join(own, LEFT_AT), { force: true });
  const others = listPrograms(stored).filter((folder) => folder !== own);
  const left = await Promise.all(others.map(async (folder) => ({ folder, at: await leaveAt(folder, now) })));
  left.sort((one, other) => (one.at < other.at ? 1 : -1));
  const oldest = instantOf(Date.parse(now) - SERVED_MS);
  for (const { folder } of left.filter(({ at }, index) => index >= MOST_PROGRAMS || at < oldest))
    await rm(folder, { recursive: true, force: true });
}

/** Returns the instant at which the program of the folder was left, and stores `now` if nobody has noted one. */
async function leaveAt(folder: string, now: Instant): Promise<Instant> {
  const file = path.join(folder, LEFT_AT);
  const noted = await readFile(file, 'utf8').catch(() => '');
  if (!Number.isNaN(Date.parse(noted))) return instantOf(Date.parse(noted));
  await writeFile(file, now);
  return now;
}

function listPrograms(stored: string): string[] {
  if (!existsSync(stored)) return [];
  return readdirSync(stored)
    .filter((name) => name !== UNFINISHED)
    .map((name) => path.join(stored, name));
}

function nameOf(build: string): string {
  const manifest = readFileSync(path.join(build, 'client/.vite/manifest.json'));
  return createHash('sha256').update(manifest).digest('hex').slice(0, 16);
}
