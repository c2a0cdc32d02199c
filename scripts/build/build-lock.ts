import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const CHECK_MS = 200;
/** After this time a build no longer waits for another one. They disturb each other only in taking longer. */
const LONGEST_WAIT_MS = 300_000;
/** The files of this process. A file with its process id may also be of an ended one, as in a container that restarted. */
const held = new Set<string>();

export function isRunning(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Waits while another process builds here, then runs `work`. The file of a process that no longer runs is replaced.
 * Builds go into folders of their own, so the lock saves work only.
 */
export async function inTurn(
  file: string,
  work: () => Promise<void>,
  { longestMs = LONGEST_WAIT_MS, onWait = () => {} }: { longestMs?: number; onWait?: () => void } = {},
): Promise<void> {
  const until = performance.now() + longestMs;
  let isWaiting = false;
  while (!tryLock(file) && performance.now() < until) {
    if (!isWaiting) onWait();
    isWaiting = true;
    await wait(CHECK_MS);
  }
  try {
    await work();
  } finally {
    if (held.delete(file)) rmSync(file, { force: true });
  }
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    held.add(file);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const holder = holderOf(file);
  if (holder === process.pid ? held.has(file) : holder !== undefined && isRunning(holder)) return false;
  rmSync(file, { force: true });
  return tryLock(file);
}

function holderOf(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
