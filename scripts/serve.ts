import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runQuietly } from './run-quietly.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** The option that prints in plain words where the server listens, in addition to its log. */
const ANNOUNCE = '--announce';
const PROGRAM = path.join(ROOT, 'build/program/main.js');

/**
 * Parameters of V8 and glibc, which cannot be set after the start. After a burst of rendered pages V8 would keep its
 * space for new objects, and glibc an arena for each thread and freed memory: together a third of the memory.
 */
export const serverParameters = ['--max-semi-space-size=4', PROGRAM];
export const serverEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

export async function buildWeb(): Promise<void> {
  try {
    await runQuietly('Building the web', {
      command: 'npm',
      parameters: ['run', '--silent', 'build'],
      cwd: ROOT,
      isVerbose: process.argv.includes('--verbose'),
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Starts the server in place of this process, with its id and without its memory. Windows cannot do that. */
export async function serve(): Promise<void> {
  const environment = { ...serverEnvironment, ...process.env };
  if (process.platform !== 'win32')
    process.execve?.(process.execPath, [process.execPath, ...serverParameters, ANNOUNCE], environment);
  process.argv.push(ANNOUNCE);
  await import(pathToFileURL(PROGRAM).href);
}
