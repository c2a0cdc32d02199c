import { appendFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { MEASURED_VARIABLE, type MeasuredFile, type MeasuredTest, processorSecondsOfChildren } from './measured.ts';

/**
 * A Vitest setup file that writes the processor time of each test to a file. The environment variable TEST_TIMES
 * contains the path of that file.
 */
const target = process.env[MEASURED_VARIABLE];

if (target !== undefined) {
  const begun = processorSeconds();
  const tests: MeasuredTest[] = [];
  let testBegun = begun;
  beforeEach(() => {
    testBegun = processorSeconds();
  });
  afterEach(({ task }) => {
    tests.push({
      name: task.fullTestName ?? task.name,
      seconds: processorSeconds() - testBegun,
      tags: task.tags ?? [],
    });
  });
  afterAll(() => {
    const { testPath = '' } = expect.getState();
    const measured: MeasuredFile = {
      file: testPath,
      suite: process.env.TEST_ENGINE ?? '',
      seconds: processorSeconds() - begun,
      tests,
    };
    appendFileSync(target, `${JSON.stringify(measured)}\n`);
  });
}

/**
 * Returns the processor time in seconds of this process and of its child processes that have ended. Those are counted
 * only on Linux.
 */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + processorSecondsOfChildren();
}
