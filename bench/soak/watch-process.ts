import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** What a process holds at a moment. */
export interface Sample {
  /** Since the watch began. */
  atMs: number;
  /** Resident memory. */
  megabytes: number;
  /** Open files and connections. */
  descriptors: number;
  threads: number;
}

const EVERY_MS = 5000;

/** Looks at a process for so long, every five seconds, from /proc. Throws when it is no longer there. */
export async function watchProcess(pid: number, forMs: number, onSample: (sample: Sample) => void): Promise<Sample[]> {
  const began = performance.now();
  const samples: Sample[] = [];
  for (let dueMs = 0; dueMs <= forMs; dueMs += EVERY_MS) {
    await wait(Math.max(0, began + dueMs - performance.now()));
    const sample = { atMs: dueMs, ...look(pid) };
    samples.push(sample);
    onSample(sample);
  }
  return samples;
}

function look(pid: number): Omit<Sample, 'atMs'> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const figure = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return {
    megabytes: figure('VmRSS') / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    threads: figure('Threads'),
  };
}
