import { appendFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

export const ERRORS_VARIABLE = 'TEST_ERRORS';

/** A reporter of Vitest that appends what was thrown outside of all tests, which the JSON report leaves out, to a file. */
export class ErrorsReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors) => {
    const target = process.env[ERRORS_VARIABLE];
    if (target === undefined) return;
    for (const { message, stack, VITEST_TEST_PATH: testPath } of errors)
      appendFileSync(target, `${JSON.stringify({ file: String(testPath ?? ''), message: stack ?? message })}\n`);
  };
}
