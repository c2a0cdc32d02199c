import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import type { Waiting } from './books.ts';
import type { OfficeCosts } from './screens.ts';
import type { Growth } from './ten-times.ts';

/** What a request costs, in processor time, against a bare server that sends the same bytes. */
export interface Ratio {
  what: string;
  ratio: number;
  /** What the ratio may be. */
  target: number;
  /** Of the product's own processor time. */
  microseconds: number;
  bytes: number;
}

/** All that `npm run bench` measured. */
export interface Measured {
  ratios: readonly Ratio[];
  /** Lines about the start and the memory. */
  notes: readonly string[];
  ledger: readonly Waiting[];
  growth: readonly Growth[];
  office: OfficeCosts;
  tickets: readonly Waiting[];
  auditLog: readonly Waiting[];
  backup: readonly Waiting[];
}

/** Longer than this, people feel that a page does not answer. */
const LONGEST_TASK_MS = 200;
/** Screens beyond these are lighter. */
const HEAVIEST = 12;

/** Writes bench/results.md. Why a target is missed stands in bench/reasons.md, which it links to. */
export function writeReport(measured: Measured): void {
  writeFileSync(path.join(import.meta.dirname, 'results.md'), linesOf(measured).join('\n'));
  console.log(`\n${measured.notes.join('\n')}\n\nbench/results.md is written.`);
}

function linesOf({ ratios, notes, ledger, growth, office, tickets, auditLog, backup }: Measured): string[] {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return [
    '# Measurements',
    '',
    `\`npm run bench\` on ${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.version}, commit ${commit}. Why some targets are missed: [reasons.md](reasons.md).`,
    'Processor time a request, as a ratio to a bare node:http server that sends the same bytes in the same run; median of five rounds in turns.',
    '',
    '| what | x bare node:http | target | microseconds | bytes on the wire |',
    '| --- | --- | --- | --- | --- |',
    ...ratios.map(
      (row) =>
        `| ${row.what} | ${row.ratio.toFixed(2)} | ${row.target} | ${Math.round(row.microseconds)} | ${row.bytes} |`,
    ),
    '',
    'On the same data (119 products, five years):',
    '',
    ...notes,
    '',
    '## The books',
    '',
    'Clock time over HTTP on 144 shops with five years of books, SQLite with synchronous=FULL, a copy of the data for each.',
    '',
    ...tableOf(ledger),
    '## Ten times the data',
    '',
    'Clock time over HTTP with the demo, and with 1,440 shops of five years each and fifty years of prices.',
    '',
    '| what | ms | ms with ten times the data | x | target |',
    '| --- | --- | --- | --- | --- |',
    ...growth.map(
      ({ what, ms, msOfTen, target }) =>
        `| ${what} | ${ms.toFixed(1)} | ${msOfTen.toFixed(1)} | ${(msOfTen / ms).toFixed(2)} | ${target} |`,
    ),
    '',
    ...officeLines(office),
    '## Tickets',
    '',
    'Clock time over HTTP with ten million tickets of five years, half of them of vehicles, SQLite with synchronous=FULL.',
    '',
    ...tableOf(tickets),
    '## The audit log',
    '',
    'Clock time over HTTP with a million audit entries of five years, four of five of them tickets, SQLite with synchronous=FULL.',
    '',
    ...tableOf(auditLog),
    '## The backup',
    '',
    'Clock time with a million tickets of half a year and five years of books, SQLite; the copy is made beside the server.',
    '',
    ...tableOf(backup),
  ];
}

function officeLines({ firstLoadKb, untilDashboardKb, costs }: OfficeCosts): string[] {
  const most = (of: (cost: OfficeCosts['costs'][number]) => number) => Math.max(...costs.map(of));
  const heaviest = costs.toSorted((one, other) => other.longestTaskMs - one.longestTaskMs).slice(0, HEAVIEST);
  return [
    '## The back office',
    '',
    `All ${costs.length} screens with the demo's five years, opened at their addresses in a desktop's browser. Server: all calls of a screen, one after the other. Longest task: how long the page was deaf, on a processor four times slower. The first load is that of the login page.`,
    '',
    '| what | seen | target |',
    '| --- | --- | --- |',
    `| first load, scripts in kB | ${firstLoadKb.toFixed(1)} | 180 |`,
    `| the same, until the dashboard stands | ${untilDashboardKb.toFixed(1)} | |`,
    `| slowest screen, ms of the server | ${most(({ serverMs }) => serverMs).toFixed(1)} | 200 |`,
    `| screens whose longest task is within the target | ${costs.filter(({ longestTaskMs }) => longestTaskMs <= LONGEST_TASK_MS).length} of ${costs.length} | all |`,
    `| longest task of all screens, ms | ${most(({ longestTaskMs }) => longestTaskMs)} | ${LONGEST_TASK_MS} |`,
    '',
    `The ${HEAVIEST} with the longest tasks:`,
    '',
    '| screen | calls | ms of the server | longest task, ms |',
    '| --- | --- | --- | --- |',
    ...heaviest.map(
      ({ name, calls, serverMs, longestTaskMs }) =>
        `| ${name} | ${calls} | ${serverMs.toFixed(1)} | ${longestTaskMs} |`,
    ),
    '',
  ];
}

function tableOf(waitings: readonly Waiting[]): string[] {
  return [
    '| what | ms | target | seen |',
    '| --- | --- | --- | --- |',
    ...waitings.map(({ what, ms, targetMs, note }) => `| ${what} | ${ms.toFixed(1)} | ${targetMs} | ${note} |`),
    '',
  ];
}
