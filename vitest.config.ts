import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { iconsPlugin } from './scripts/setup/icons-plugin.ts';
import { officePagesPlugin } from './scripts/setup/office-pages-plugin.ts';
import { keepTemporaryFilesInMemory } from './scripts/setup/temporary-files.ts';
import { textsPlugin } from './scripts/setup/texts-plugin.ts';
import { ERRORS_VARIABLE, ErrorsReporter } from './scripts/test/errors-reporter.ts';

keepTemporaryFilesInMemory();

const serverFiles = globSync('server/**/*.test.ts');
/** Tests of commands that fill a database. */
const databaseScripts = globSync([
  'scripts/demo/{fill-demo,fill-news,tickets/fill-tickets}.test.ts',
  'scripts/import-*.test.ts',
]);

/**
 * Tags of the files that run on PostgreSQL in the tiers `quick` and `all` (TEST_TIER, set by scripts/test/run.ts). In
 * the nightly tier, and without a tier, every file runs on PostgreSQL unless it has the tag `sqlite-only`.
 */
const postgresTags = { quick: ['postgres-quick'], all: ['postgres', 'postgres-quick', 'postgres-only'] };
const tier = process.env.TEST_TIER;

function postgresFiles(): string[] {
  if (tier === 'quick' || tier === 'all')
    return serverFiles.filter((file) => moduleTags(file).some((tag) => postgresTags[tier].includes(tag)));
  return serverFiles.filter((file) => !moduleTags(file).includes('sqlite-only'));
}

/** Returns the tags of a whole file, which are in its first comment. */
function moduleTags(file: string): string[] {
  const [head = ''] = readFileSync(file, 'utf8').split('\nimport ', 1);
  return [...head.matchAll(/@module-tag\s+([\w-]+)/g)].map(([, tag = '']) => tag);
}

/** Tests of faults, each a minute or longer and on PostgreSQL. Only `npm run faults` runs them. */
const faults = {
  extends: true as const,
  test: {
    name: 'faults',
    include: ['tests/faults/*.test.ts'],
    env: { TEST_ENGINE: 'postgres' },
    globalSetup: ['server/testing/postgres.ts'],
  },
};

/** Four suites: pure code, React components, and the same server tests on SQLite and on PostgreSQL. */
export default defineConfig({
  plugins: [textsPlugin(), iconsPlugin(), officePagesPlugin()],
  test: {
    // A worker spends half of its time waiting for the disk. On a computer with two processors the default would be
    // only one worker.
    maxWorkers: 2,
    // The files of a suite share their modules, because loading them takes a third of the time. Each test must
    // therefore restore what it changes.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    // The browser tests run at the same time (scripts/test/run.ts), which makes these tests slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    tags: [
      {
        name: 'slow',
        timeout: 180_000,
        description: 'Only in `npm run test:all`: more than 0.1 s of the processor, of a component 0.15 s',
      },
      { name: 'nightly', description: 'Only in `npm run faults`', timeout: 1_800_000 },
      { name: 'postgres', description: 'The file runs on PostgreSQL too: what it claims can differ between engines' },
      { name: 'postgres-quick', description: 'As postgres, and on PostgreSQL in `npm test` too' },
      { name: 'postgres-only', description: 'The file queries PostgreSQL itself' },
      { name: 'sqlite-only', description: 'The file never runs on PostgreSQL' },
    ],
    setupFiles: ['scripts/test/measure-tests.ts'],
    // The command that runs all tests reads reports from files. A person who runs one test reads the default report.
    reporters: process.env[ERRORS_VARIABLE] === undefined ? ['default'] : ['json', new ErrorsReporter()],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{billing,contract,scripts,web,bench}/**/*.test.ts'],
          exclude: databaseScripts,
          environment: 'node',
          setupFiles: ['web/testing/messages.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['web/testing/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: [...serverFiles.filter((file) => !moduleTags(file).includes('postgres-only')), ...databaseScripts],
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: postgresFiles(),
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['server/testing/postgres.ts'],
        },
      },
      ...(process.env.FAULTS ? [faults] : []),
    ],
  },
});
