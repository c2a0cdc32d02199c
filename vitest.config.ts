import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './scripts/setup/temporary-files.ts';

keepTemporaryFilesInMemory();

const serverFiles = ['server/**/*.test.ts'];
// What the door says before it asks the database is the same on both engines.
const sameOnBoth = [
  'server/http/{core,openapi}/*.test.ts',
  'server/http/errors/validation-messages.test.ts',
  'server/http/cache/response-cache.test.ts',
  'server/{config,time-zones}.test.ts',
  'server/features/session/hash-password.test.ts',
  'server/features/backup/{hide-lines,kill}.test.ts',
  // What the process, the porch, mail, pictures and the weather do; other tests ask their few queries on both.
  'server/main.test.ts',
  'server/http/errors/errors.test.ts',
  'server/http/assets/gate-page.test.ts',
  'server/features/{mail,weather,seo,images}/*.test.ts',
];
// What careless and hostile programs send is looked at before any query; PostgreSQL is the stricter of the two.
const onPostgresAlone = ['server/every-call-abuse.test.ts'];
// Takes half a minute: the ordinary suites attack one engine, `npm run faults` both.
const onSqliteAlone = process.env.FUZZ ? [] : ['server/every-call-fuzz.test.ts'];
// Asks PostgreSQL itself, or both engines.
const needPostgres = ['server/engine-parity.test.ts', 'server/db/cut-after-commit.test.ts'];
const unitFiles = ['{billing,contract,scripts,web,bench}/**/*.test.ts'];

/** Faults that take a minute or more, on PostgreSQL: `npm run faults` alone asks for them. */
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
  test: {
    // A worker waits for the disk half of its time; left alone, two processors would get one worker.
    maxWorkers: 2,
    // The files of a suite share their modules, for loading them anew takes a third of the time; a test puts back what it moved.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    // The journeys run beside these (scripts/test.ts): slow is no fault.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: unitFiles, environment: 'node', setupFiles: ['web/testing/messages.ts'] },
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
          include: serverFiles,
          exclude: [...needPostgres, ...onPostgresAlone],
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: serverFiles,
          exclude: [...sameOnBoth, ...onSqliteAlone],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['server/testing/postgres.ts'],
        },
      },
      ...(process.env.FAULTS ? [faults] : []),
    ],
  },
});
