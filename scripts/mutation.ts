import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run mutation` (docs/mutation.md). Options are passed to Stryker, whose 200 packages `npm ci` does not install.
 */
const FOLDER = 'test-results/mutation';
const OTHER_TESTS = ['billing/random-shops.test.ts', 'billing/planted-bugs.test.ts'];
const SETTINGS = { RUNS: '50', FC_SEED: '1' };

const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const { vitest = '', vite = '', 'fast-check': fastCheck = '' } = devDependencies;
const dependencies = {
  vitest,
  vite,
  'fast-check': fastCheck,
  '@vitest/coverage-v8': vitest,
  '@stryker-mutator/core': '10.1.1',
  '@stryker-mutator/vitest-runner': '10.1.1',
};
const tests = {
  include: ['billing/**/*.test.ts'],
  exclude: OTHER_TESTS,
  isolate: false,
  testTimeout: 60_000,
  coverage: { include: ['billing/**/*.ts'], exclude: ['billing/testing/**'], reporter: ['text', 'json-summary'] },
};
const stryker = {
  testRunner: 'vitest',
  // The tests run in processes, because in threads TZ would not set the time zone.
  vitest: { configFile: 'vitest.config.js', pool: 'forks', related: false },
  mutate: ['billing/**/*.ts', '!billing/**/*.test.ts', '!billing/testing/**'],
  concurrency: 1,
  coverageAnalysis: 'perTest',
  // Mutants of a module's constants are skipped, because each would need a run of all tests.
  ignoreStatic: true,
  timeoutMS: 10_000,
  thresholds: { high: 99, low: 97, break: 95 },
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'mutants.json' },
  incrementalFile: 'incremental.json',
};

mkdirSync(FOLDER, { recursive: true });
rmSync(path.join(FOLDER, 'billing'), { recursive: true, force: true });
cpSync('billing', path.join(FOLDER, 'billing'), { recursive: true });
write('package.json', JSON.stringify({ private: true, type: 'module', dependencies }));
write('vitest.config.js', `export default ${JSON.stringify({ test: tests })}`);
write('stryker.config.json', JSON.stringify(stryker));
process.exitCode =
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts']) ||
  run('npx', ['stryker', 'run', ...process.argv.slice(2)]) ||
  run('npx', ['vitest', 'run', '--coverage', '--reporter', 'dot']);

function write(file: string, text: string): void {
  writeFileSync(path.join(FOLDER, file), text);
}

function run(command: string, options: readonly string[]): number {
  const { status } = spawnSync(command, options, {
    cwd: FOLDER,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...SETTINGS },
  });
  return status ?? 1;
}
