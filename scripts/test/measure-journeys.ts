import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { MEASURED_VARIABLE, type MeasuredFile, type MeasuredTest, TICKS_A_SECOND } from './measured.ts';

/**
 * A reporter of Playwright: writes what the worker of each journey, its browser and its servers took of the processor to
 * the file that the variable names. Only on Linux.
 */
export class JourneyTimes implements Reporter {
  readonly #begun = new Map<string, number>();
  readonly #files = new Map<string, MeasuredTest[]>();

  onTestBegin(test: TestCase, { workerIndex }: TestResult): void {
    this.#begun.set(test.id, processorSecondsOfWorker(workerIndex));
  }

  onTestEnd(test: TestCase, { workerIndex }: TestResult): void {
    // A worker that has just started had done nothing when its first test began.
    const seconds = processorSecondsOfWorker(workerIndex) - (this.#begun.get(test.id) ?? 0);
    const tests = this.#files.get(test.location.file) ?? [];
    tests.push({ name: test.title, seconds: Math.max(seconds, 0), tags: test.tags });
    this.#files.set(test.location.file, tests);
  }

  onEnd(): void {
    const target = process.env[MEASURED_VARIABLE];
    if (target === undefined) return;
    for (const [file, tests] of this.#files) {
      const seconds = tests.reduce((sum, each) => sum + each.seconds, 0);
      const measured: MeasuredFile = { file, suite: 'journeys', seconds, tests };
      appendFileSync(target, `${JSON.stringify(measured)}\n`);
    }
  }
}

interface Process {
  parent: number;
  seconds: number;
}

function processorSecondsOfWorker(index: number): number {
  if (process.platform !== 'linux') return 0;
  const processes = new Map<number, Process>();
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? readProcess(name) : undefined;
    if (found) processes.set(Number(name), found);
  }
  let seconds = 0;
  for (const [pid, found] of processes) if (isOfWorker(pid, index, processes)) seconds += found.seconds;
  return seconds;
}

/** Undefined when it has ended meanwhile. */
function readProcess(pid: string): Process | undefined {
  try {
    const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, ')').split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), seconds: ticks / TICKS_A_SECOND };
  } catch {
    return undefined;
  }
}

function isOfWorker(pid: number, index: number, processes: ReadonlyMap<number, Process>): boolean {
  for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) {
    if (processes.get(at)?.parent === process.pid) return isWorker(at, index);
  }
  return false;
}

function isWorker(pid: number, index: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`TEST_WORKER_INDEX=${index}`);
  } catch {
    return false;
  }
}
