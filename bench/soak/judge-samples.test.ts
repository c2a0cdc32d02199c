import { describe, expect, test } from 'vitest';
import { judgeSamples, type Sample } from './judge-samples.ts';

const EVERY_MS = 5000;
const SAMPLES = 361;

function halfHour(look: (at: number) => Partial<Sample>): Sample[] {
  return Array.from({ length: SAMPLES }, (_, index) => ({
    atMs: index * EVERY_MS,
    megabytes: 400,
    descriptors: 60,
    threads: 15,
    ...look(index / (SAMPLES - 1)),
  }));
}

describe('a soak of half an hour', () => {
  test('is flat when memory and descriptors stay as they are', () => {
    const { grown, megabytes, descriptors } = judgeSamples(halfHour(() => ({})));
    expect(grown).toEqual([]);
    expect(megabytes).toEqual({ start: 400, middle: 400, end: 400 });
    expect(descriptors).toEqual({ start: 60, middle: 60, end: 60 });
  });

  test('is flat when memory grew only during the warm-up, with a peak now and then', () => {
    const samples = halfHour((at) => ({ megabytes: at < 1 / 6 ? 200 + at * 1200 : 400 }));
    const peaks = samples.map((sample, index) => (index % 36 === 0 ? { ...sample, megabytes: 900 } : sample));
    expect(judgeSamples(peaks).grown).toEqual([]);
  });

  test('is not flat when memory grows by a few megabytes a minute', () => {
    const { grown, megabytes } = judgeSamples(halfHour((at) => ({ megabytes: 400 + at * 90 })));
    expect(grown).toEqual(['memory grew by 14.8% (at most 10)']);
    expect(Math.round(megabytes.middle)).toBe(453);
  });

  test('is not flat when a descriptor is lost every few minutes', () => {
    const { grown } = judgeSamples(halfHour((at) => ({ descriptors: 60 + Math.floor(at * 10) })));
    expect(grown).toEqual(['there were 7 more descriptors (at most 5)']);
  });

  test('is not flat without samples', () => {
    expect(judgeSamples([]).grown).toHaveLength(2);
  });
});
