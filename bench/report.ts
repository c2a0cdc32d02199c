import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import type { Growth } from './growth.ts';
import type { WaitingWork } from './harness.ts';
import type { Ratio } from './ratios.ts';
import type { OfficeCosts } from './screens.ts';

export interface Measurements {
  ratios: readonly Ratio[];
  notes: readonly string[];
  ledgers: readonly WaitingWork[];
  growth: readonly Growth[];
  office: OfficeCosts;
  tickets: readonly WaitingWork[];
  auditLog: readonly WaitingWork[];
  backup: readonly WaitingWork[];
}

const LONGEST_TASK_MS = 200;
const HEAVIEST = 12;

export function writeReport(measured: Measurements): void {
  writeFileSync(path.join(import.meta.dirname, 'results.md'), linesOf(measured).join('\n'));
  console.log(`\n${measured.notes.join('\n')}\n\nbench/results.md is written.`);
}

interface Page {
  title: string;
  intro: string;
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  end: string;
}

export function writePage(file: string, { title, intro, head, rows, end }: Page): void {
  const lines = [`# ${title}`, '', intro, '', ...markdownTableOf(head, rows), end, ''];
  writeFileSync(path.join(import.meta.dirname, file), lines.join('\n'));
}

function markdownTableOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |');
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

function linesOf({ ratios, notes, ledgers, growth, office, tickets, auditLog, backup }: Measurements): string[] {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.version}`;
  return [
    '# Measurements',
    '',
    `\`npm run bench\` on ${machine}, commit ${commit}. Reasons for missed targets: [reasons.md](reasons.md).`,
    'Processor time per request, as a ratio to a bare node:http server that sends the same bytes in the same run; median of five alternating rounds.',
    '',
    ...markdownTableOf(
      ['what', 'x bare node:http', 'target', 'microseconds', 'bytes on the wire'],
      ratios.map((row) => [row.what, row.ratio.toFixed(2), row.target, Math.round(row.microseconds), row.bytes]),
    ),
    'On the same data (119 products, five years):',
    '',
    ...notes,
    '',
    ...waitingSection(
      'Ledgers',
      'Clock time over HTTP with 144 shops and five years of ledgers, SQLite with synchronous=FULL, a copy of the data for each.',
      ledgers,
    ),
    '## Ten times the data',
    '',
    'Clock time over HTTP with the demo, and with 1,440 shops of five years each and fifty years of prices.',
    '',
    ...markdownTableOf(
      ['what', 'ms', 'ms with ten times the data', 'x', 'target'],
      growth.map(({ what, ms, msOfTen, target }) => [
        what,
        ms.toFixed(1),
        msOfTen.toFixed(1),
        (msOfTen / ms).toFixed(2),
        target,
      ]),
    ),
    ...officeLines(office),
    ...waitingSection(
      'Tickets',
      'Clock time over HTTP with ten million tickets of five years, half of them for vehicles, SQLite with synchronous=FULL.',
      tickets,
    ),
    ...waitingSection(
      'The audit log',
      'Clock time over HTTP with a million audit entries of five years, four of five for tickets, SQLite with synchronous=FULL.',
      auditLog,
    ),
    ...waitingSection(
      'The backup',
      'Clock time with a million tickets of half a year and five years of ledgers, SQLite; the copy is made beside the server.',
      backup,
    ),
  ];
}

function officeLines({ firstLoadKb, untilDashboardKb, costs }: OfficeCosts): string[] {
  const most = (of: (cost: OfficeCosts['costs'][number]) => number) => Math.max(...costs.map(of));
  const heaviest = costs.toSorted((one, other) => other.longestTaskMs - one.longestTaskMs).slice(0, HEAVIEST);
  const within = costs.filter(({ longestTaskMs }) => longestTaskMs <= LONGEST_TASK_MS).length;
  return [
    '## The back office',
    '',
    `All ${costs.length} screens with the demo's five years, in a desktop browser. Server: all calls of a screen, one after the other. Longest task: how long the page did not react, on a processor four times slower. The first load is that of the login page.`,
    '',
    ...markdownTableOf(
      ['what', 'seen', 'target'],
      [
        ['first load, scripts in kB', firstLoadKb.toFixed(1), 180],
        ['the same, until the dashboard is shown', untilDashboardKb.toFixed(1), ''],
        ['slowest screen, ms of the server', most(({ serverMs }) => serverMs).toFixed(1), 200],
        ['screens whose longest task is within the target', `${within} of ${costs.length}`, 'all'],
        ['longest task of all screens, ms', most(({ longestTaskMs }) => longestTaskMs), LONGEST_TASK_MS],
      ],
    ),
    `The ${HEAVIEST} with the longest tasks:`,
    '',
    ...markdownTableOf(
      ['screen', 'calls', 'ms of the server', 'longest task, ms'],
      heaviest.map(({ name, calls, serverMs, longestTaskMs }) => [name, calls, serverMs.toFixed(1), longestTaskMs]),
    ),
  ];
}

function waitingSection(title: string, how: string, waitings: readonly WaitingWork[]): string[] {
  const rows = waitings.map(({ what, ms, targetMs, note }) => [what, ms.toFixed(1), targetMs, note]);
  return [`## ${title}`, '', how, '', ...markdownTableOf(['what', 'ms', 'target', 'seen'], rows)];
}
