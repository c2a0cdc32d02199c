import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dayOf, type Instant, instantOf } from '#billing/calendar.ts';
import { systemClock } from '../clock.ts';

/** The clock of servers in processes of their own, which a test can put forward. */
export interface OtherClock {
  /** What the server needs in its environment. */
  environment: { NODE_OPTIONS: string };
  now(): Instant;
  advance(ms: number): void;
  remove(): void;
}

/** It is eight in the morning of the current day, because messages wait at night and a test may run at any hour. */
export function startInTheMorning(): OtherClock {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-clock-'));
  const file = path.join(folder, 'ahead');
  let aheadMs = Date.parse(`${dayOf(systemClock.now())}T08:00:00+05:30`) - Date.parse(systemClock.now());
  const store = () => {
    writeFileSync(`${file}.new`, String(aheadMs));
    // A server never reads a file that is half written.
    renameSync(`${file}.new`, file);
  };
  store();
  const source = [
    "import { readFileSync } from 'node:fs';",
    'const { now } = Date;',
    `Date.now = () => now() + Number(readFileSync(${JSON.stringify(file)}, 'utf8'));`,
  ].join('\n');
  return {
    environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` },
    now: () => instantOf(Date.parse(systemClock.now()) + aheadMs),
    advance(ms) {
      aheadMs += ms;
      store();
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
