import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Quality } from './build/build-folders.ts';
import { isBuilt } from './build/build-if-changed.ts';
import { runQuietly } from './run-quietly.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** With this option the server prints the address on which it listens as a plain sentence, in addition to its log. */
const ANNOUNCE = '--announce';
const PROGRAM = path.join(ROOT, 'build/program/main.js');

/**
 * Parameters of V8 and glibc, which cannot be set after the start. Without them, V8 would retain its space for new
 * objects after a burst of rendered pages. glibc would retain freed memory and an arena for each thread. Together they
 * would take a third of the memory. V8's four threads for compiling and for collecting garbage would keep the thread that
 * answers from running on a machine with two cores: with two, it waits half as long.
 */
export const v8Parameters = ['--max-semi-space-size=4', '--v8-pool-size=2'];
export const serverParameters = [...v8Parameters, PROGRAM];
export const serverEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Builds what has changed. The build is a process of its own, because it needs memory that the server does not. */
export async function buildWeb(quality: Quality = 'full'): Promise<void> {
  if (isBuilt(quality)) return;
  try {
    await runQuietly('Building the web', {
      command: process.execPath,
      parameters: ['scripts/build.ts', ...(quality === 'quick' ? ['--quick'] : [])],
      cwd: ROOT,
      isVerbose: process.argv.includes('--verbose'),
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/**
 * Replaces this process with the server (exec), which keeps the process id and frees this program's memory. Windows
 * cannot do that, so there the server runs in this process.
 */
export async function serve(): Promise<void> {
  const environment = { ...serverEnvironment, ...process.env };
  // Nothing is written when the process is replaced, and the next start would compile this program again.
  flushCompileCache();
  if (process.platform !== 'win32')
    process.execve?.(process.execPath, [process.execPath, ...serverParameters, ANNOUNCE], environment);
  process.argv.push(ANNOUNCE);
  await import(pathToFileURL(PROGRAM).href);
}
