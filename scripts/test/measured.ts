import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of the results. It has a file for each tier, with the processor time of each test (measure-tests.ts). */
export const RESULTS_FOLDER = 'test-results';
export const MEASURED_VARIABLE = 'TEST_TIMES';

export interface MeasuredTest {
  name: string;
  /** The processor time in seconds. */
  seconds: number;
  tags: readonly string[];
}

export interface MeasuredFile {
  file: string;
  /** The database engine that the tests use, or `journeys`; empty for tests without a database. */
  suite: string;
  /** The processor time in seconds, including loading and setup. */
  seconds: number;
  tests: readonly MeasuredTest[];
}

/**
 * Limits in seconds of processor time: three times what CONTRIBUTING.md allows an untagged test. A test above its limit
 * is reported but does not fail, because processors differ.
 */
const LIMITS = { server: 0.3, component: 0.45, pure: 0.75 };
const MOST_REPORTED = 20;
export const TICKS_A_SECOND = 100;

export function readMeasured(file: string): MeasuredFile[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as MeasuredFile)
    .map((each) => ({ ...each, file: path.relative(process.cwd(), each.file) }));
}

export function findSlowTests(file: string): string[] {
  return readMeasured(file)
    .filter(({ suite }) => suite === '' || suite === 'sqlite')
    .flatMap((each) => each.tests.map((test) => ({ ...test, file: each.file, limit: limitOf(each) })))
    .filter(({ tags, seconds, limit }) => !tags.includes('slow') && seconds > limit)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, MOST_REPORTED)
    .map(({ file: where, name, seconds }) => `${seconds.toFixed(2)} s ${where}: ${name}`);
}

function limitOf({ file }: MeasuredFile): number {
  if (file.startsWith('server/')) return LIMITS.server;
  return file.endsWith('.tsx') ? LIMITS.component : LIMITS.pure;
}

/** Returns the processor time in seconds of the child processes that have ended; 0 on systems other than Linux. */
export function processorSecondsOfChildren(): number {
  if (process.platform !== 'linux') return 0;
  // Field 2 is the program's name in brackets, so the list after it begins with field 3, the state. cutime and cstime
  // are fields 16 and 17, and have the indexes 13 and 14.
  const [, ...fields] = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\)/s, ')').split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}
