import { median } from '../median.ts';
import type { Sample } from './watch-process.ts';

/** What the end may have more than the start. */
const MOST_GROWTH = 0.1;
const MOST_MORE_DESCRIPTORS = 5;

/** A figure over time: the medians of the first, the middle and the last sixth after the warm-up. */
export interface Course {
  start: number;
  middle: number;
  end: number;
}

export interface Judgement {
  megabytes: Course;
  descriptors: Course;
  threads: Course;
  /** One sentence for each figure that grew; none when all stayed flat. */
  grown: string[];
}

/** Says whether memory and descriptors stayed flat. The first sixth of the time is the warm-up and counts for nothing. */
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
  const [megabytes, descriptors, threads] = [course('megabytes'), course('descriptors'), course('threads')];
  const percent = (megabytes.end / megabytes.start - 1) * 100;
  const more = descriptors.end - descriptors.start;
  // Written so that what is no number is no pass either.
  const isFlat = { memory: percent <= MOST_GROWTH * 100, descriptors: more <= MOST_MORE_DESCRIPTORS };
  return {
    megabytes,
    descriptors,
    threads,
    grown: [
      ...(isFlat.memory ? [] : [`memory grew by ${percent.toFixed(1)} % (at most ${MOST_GROWTH * 100})`]),
      ...(isFlat.descriptors ? [] : [`there were ${more} more descriptors (at most ${MOST_MORE_DESCRIPTORS})`]),
    ],
  };
}
