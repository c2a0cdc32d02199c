import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './scripts/setup/temporary-files.ts';

keepTemporaryFilesInMemory();

const serverFiles = ['server/**/*.test.ts'];
/**
 * A server test runs on both engines if its claim rests on SQL: transactions, locks, order, sums, limits of a statement.
 * These claims rest on HTTP, files, drawing, mail or processes.
 */
const withoutSql = [
  'server/every-call-{access,bodies,privacy}.test.ts',
  'server/http/{core,openapi}/*.test.ts',
  'server/http/errors/{errors,validation-messages}.test.ts',
  'server/http/cache/{response-cache,canonical-address,memoize-per-version,send-cached}.test.ts',
  'server/http/assets/gate-page.test.ts',
  'server/{config,main,time-zones}.test.ts',
  'server/db/{data-folder,full-disk}.test.ts',
  'server/features/{weather,seo,images}/*.test.ts',
  'server/features/mail/send-statement.test.ts',
  'server/features/*/draw-*.test.ts',
  'server/features/backup/{hide-lines,kill}.test.ts',
  'server/features/market-days/{compute-moon-phase,find-poya-days}.test.ts',
  'server/features/open-data/strangers-script.test.ts',
  'server/features/prices/read-price-file.test.ts',
  'server/features/publications/write-feed.test.ts',
  'server/features/schedule/clock-jumps.test.ts',
  'server/features/session/hash-password.test.ts',
  // The fill itself is the same on both engines (server/engine-parity.test.ts compares them).
  'server/features/ledger/verify-demo.test.ts',
];
// `npm run faults` attacks both engines.
const onlySqlite = [...withoutSql, ...(process.env.FUZZ ? [] : ['server/every-call-fuzz.test.ts'])];
// The first two ask PostgreSQL itself, or both engines. Abuse is refused before any query; PostgreSQL is the stricter.
const onlyPostgres = [
  'server/engine-parity.test.ts',
  'server/db/{cut-after-commit,stalled-network}.test.ts',
  'server/every-call-abuse.test.ts',
];
/** Commands that fill a database. */
const databaseScripts = ['scripts/demo/{fill-demo,fill-news,tickets/fill-tickets}.test.ts', 'scripts/import-*.test.ts'];
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
        test: {
          name: 'unit',
          include: unitFiles,
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
          include: [...serverFiles, ...databaseScripts],
          exclude: onlyPostgres,
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: serverFiles,
          exclude: onlySqlite,
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['server/testing/postgres.ts'],
        },
      },
      ...(process.env.FAULTS ? [faults] : []),
    ],
  },
});
