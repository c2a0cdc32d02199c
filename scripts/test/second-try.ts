import { describeFailure, type FailedTest } from './read-results.ts';

/** More failed tests than this are a fault of the product, and a second run would only cost time. */
const MOST_FAILED = 3;

export interface SecondTry {
  /** Files for Vitest. */
  tests: string[];
  /** Files for Playwright. */
  journeys: string[];
}

/**
 * Returns the files that run a second time, whole, because the tests of a file can share a market. Returns undefined if
 * all tests passed, and if too many failed.
 */
export function filesOfSecondTry(failed: readonly FailedTest[]): SecondTry | undefined {
  if (failed.length === 0 || failed.length > MOST_FAILED) return undefined;
  const files = [...new Set(failed.map(({ file }) => file.replace(/:\d+$/, '')))];
  return {
    tests: files.filter((file) => !isJourney(file)),
    journeys: files.filter(isJourney),
  };
}

function isJourney(file: string): boolean {
  return file.endsWith('.spec.ts');
}

/** Describes what failed at the first try. A test that is named in two runs is repaired or deleted. */
export function describeSecondTry(failed: readonly FailedTest[]): string {
  return failed.map((each) => `${describeFailure(each)}\n`).join('');
}
