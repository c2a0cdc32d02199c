import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

const UNSHARE = ['/usr/bin/unshare', '--map-root-user', '--mount'];

/** A disk in memory that only one process sees. */
export interface SmallDisk {
  folder: string;
  /** The command within which a process sees the disk. */
  within: readonly string[];
  /** Fills the disk of a process up to `freeBytes`, and returns a function that makes room again. */
  fill(pid: number, freeBytes?: number): () => void;
}

/** Returns undefined on a machine that lets no process mount a disk of its own, such as macOS. */
export function makeSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-small-disk-'));
  onTestFinished(() => rmdirSync(folder));
  const mount = `mount -t tmpfs -o size=${megabytes}m pola '${folder}'`;
  const [program, ...options] = [...UNSHARE, '/bin/sh', '-c'];
  if (spawnSync(program, [...options, mount]).status !== 0) return undefined;
  return {
    folder,
    within: [program, ...options, `${mount} && exec "$0" "$@"`],
    fill(pid, freeBytes = 0) {
      const filler = path.join(`/proc/${pid}/root`, folder, 'filler');
      const file = openSync(filler, 'w');
      const piece = Buffer.alloc(65_536);
      const hasMore = () => {
        const { bavail, bsize } = statfsSync(filler);
        return freeBytes === 0 || bavail * bsize > freeBytes;
      };
      try {
        while (hasMore() && writeSync(file, piece) > 0);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        closeSync(file);
      }
      return () => rmSync(filler);
    },
  };
}
