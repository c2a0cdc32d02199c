import { expect, test } from 'vitest';
import { linesOfYear, type YearInNumbers } from './lines-of-year.ts';

const MARKET: YearInNumbers = {
  tables: [
    { name: 'prices', rows: 171_615, bytes: 26_700_000, yearlyBytes: 5_300_000 },
    { name: 'shops', rows: 144, bytes: 40_000, yearlyBytes: 0 },
    { name: 'terms', rows: 1522, bytes: 60_000, yearlyBytes: 100_000 },
  ],
  folder: {
    bytes: 80_400_000,
    largest: [
      { name: 'pola.db', bytes: 27_000_000 },
      { name: 'backups/pola-2026-11-29.sql.gz', bytes: 13_400_000 },
    ],
    copies: { count: 4, bytes: 53_600_000, newestBytes: 13_400_000 },
    disk: { freeBytes: 16_200_000, sizeBytes: 100_000_000 },
  },
  nights: [{ action: 'backup', runs: 90, medianMs: 4210, newestMs: 3950 }],
  memory: { residentBytes: 150_000_000, peakBytes: 180_000_000 },
  machineBytes: 2_000_000_000,
  isInFolder: true,
};

test('tables, files, copies, nights and memory are printed, and how long the disk is enough', () => {
  expect(linesOfYear(MARKET)).toEqual([
    'table               rows    MB  MB a year',
    'prices            171615  26.7        5.3',
    '2 smaller tables    1666   0.1        0.1',
    'all tables        173281  26.8        5.4',
    'A year is the last 365 days, or what a younger table would add at its pace.',
    '',
    'largest files                     MB',
    'pola.db                         27.0',
    'backups/pola-2026-11-29.sql.gz  13.4',
    'All files of the data folder: 80.4 MB.',
    'Copies: 4 with 53.6 MB, the newest 13.4 MB.',
    'In a year the data folder grows by 16.2 MB if there are as many copies as today.',
    'Free on its disk: 16.2 of 100.0 MB, enough for 1.0 years of that.',
    '',
    'automatic task  runs  median, s  newest, s',
    'backup            90        4.2        4.0',
    '',
    'The server takes 150.0 MB of memory, at most it took 180.0 MB.',
    'This machine has 2000.0 MB.',
  ]);
});

test('with PostgreSQL only the copies grow in the data folder', () => {
  const lines = linesOfYear({ ...MARKET, isInFolder: false });
  expect(lines).toContain('In a year the data folder grows by 10.8 MB if there are as many copies as today.');
});

test('a market without growth, runs and a server says so', () => {
  const lines = linesOfYear({
    ...MARKET,
    tables: MARKET.tables.map((table) => ({ ...table, yearlyBytes: 0 })),
    nights: [],
    memory: undefined,
  });
  expect(lines).toContain('Free on its disk: 16.2 of 100.0 MB, enough for more than 100 years of that.');
  expect(lines).toContain('No automatic task has run yet.');
  expect(lines).toContain('The memory of the server is unknown: it does not run on this machine.');
});
