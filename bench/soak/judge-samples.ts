import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../harness.ts';

const EVERY_MS = 5000;
const MOST_GROWTH = 0.1;
const MOST_MORE_DESCRIPTORS = 5;

export interface Sample {
  atMs: number;
  megabytes: number;
  descriptors: number;
  threads: number;
}

export interface Course {
  start: number;
  middle: number;
  end: number;
}

export interface Judgement {
  megabytes: Course;
  descriptors: Course;
  threads: Course;
  grown: string[];
}

export async function watchProcess(pid: number, forMs: number, onSample: (sample: Sample) => void): Promise<Sample[]> {
  const began = performance.now();
  const samples: Sample[] = [];
  for (let atMs = 0; atMs <= forMs; atMs += EVERY_MS) {
    await wait(Math.max(0, began + atMs - performance.now()));
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const figure = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
    const descriptors = readdirSync(`/proc/${pid}/fd`).length;
    const sample = { atMs, megabytes: figure('VmRSS') / 1024, descriptors, threads: figure('Threads') };
    samples.push(sample);
    onSample(sample);
  }
  return samples;
}

export function judgeSamples(samples: readonly Sample[]): Judgement {
  const last = samples.at(-1)?.atMs ?? 0;
  const warm = samples.filter(({ atMs }) => atMs >= last / 6);
  const sixth = (last - last / 6) / 6;
  const course = (key: 'megabytes' | 'descriptors' | 'threads'): Course => {
    const between = (from: number, until: number) =>
      median(warm.filter(({ atMs }) => atMs >= from && atMs <= until).map((sample) => sample[key]));
    const middle = last / 6 + 2.5 * sixth;
    return {
      start: between(last / 6, last / 6 + sixth),
      middle: between(middle, middle + sixth),
      end: between(last - sixth, last),
    };
  };
  const megabytes = course('megabytes');
  const descriptors = course('descriptors');
  const threads = course('threads');
  const percent = (megabytes.end / megabytes.start - 1) * 100;
  const more = descriptors.end - descriptors.start;
  // Written so that NaN fails each comparison.
  const isFlat = { memory: percent <= MOST_GROWTH * 100, descriptors: more <= MOST_MORE_DESCRIPTORS };
  const grown = [
    ...(isFlat.memory ? [] : [`memory grew by ${percent.toFixed(1)}% (at most ${MOST_GROWTH * 100})`]),
    ...(isFlat.descriptors ? [] : [`there were ${more} more descriptors (at most ${MOST_MORE_DESCRIPTORS})`]),
  ];
  return { megabytes, descriptors, threads, grown };
}
