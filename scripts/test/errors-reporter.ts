import { appendFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

export const ERRORS_VARIABLE = 'TEST_ERRORS';

/**
 * A Vitest reporter that appends to a file what was thrown outside of all tests. The JSON report does not contain these
 * errors.
 */
export class ErrorsReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors) => {
    const target = process.env[ERRORS_VARIABLE];
    if (target === undefined) return;
    for (const { message, stack, VITEST_TEST_PATH: testPath } of errors)
      appendFileSync(target, `${JSON.stringify({ file: String(testPath ?? ''), message: stack ?? message })}\n`);
  };
}
