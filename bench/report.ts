import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import type { Growth } from './growth.ts';
import type { WaitingWork } from './harness.ts';
import type { Ratio } from './ratios.ts';
import { writeFigures } from './readme-figures.ts';
import type { OfficeCosts } from './web/screens.ts';

const LONGEST_TASK_MS = 200;
const HEAVIEST = 12;
const RESULTS = path.join(import.meta.dirname, 'results.md');
const README = path.join(import.meta.dirname, '../README.md');
const INTRO = `# Measurements

\`npm run bench -- NAME...\` measures and writes single sections, without names all but peers and soak. Reasons for missed
targets: [reasons.md](reasons.md).
`;

type Cells = readonly (string | number)[];

/**
 * Replaces the section with this title. All sections are written in the order of `titles`. A section that `titles` does
 * not contain is removed.
 */
export function writeSection(title: string, lines: readonly string[], titles: readonly string[]): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.version}`;
  const [, ...before] = readFileSync(RESULTS, 'utf8').split(/^## /m);
  const sections = new Map(before.map((section) => [section.slice(0, section.indexOf('\n')), section]));
  sections.set(title, [title, '', `Commit ${commit}, ${machine}.`, '', ...lines].join('\n'));
  const kept = titles.flatMap((one) => sections.get(one) ?? []);
  const results = [INTRO, ...kept.map((section) => `## ${section.trimEnd()}\n`)].join('\n');
  writeFileSync(RESULTS, results);
  writeFileSync(README, writeFigures(readFileSync(README, 'utf8'), results));
}

interface Page {
  title: string;
  intro: string;
  head: readonly string[];
  rows: readonly Cells[];
  end: string;
}

export function writePage(file: string, { title, intro, head, rows, end }: Page): void {
  const lines = [`# ${title}`, '', intro, '', ...markdownTableOf(head, rows), end, ''];
  writeFileSync(path.join(import.meta.dirname, file), lines.join('\n'));
}

export function markdownTableOf(head: readonly string[], rows: readonly Cells[]): string[] {
  const line = (cells: Cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |');
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

export function ratioLines(ratios: readonly Ratio[], notes: readonly string[]): string[] {
  return [
    'Processor time per request, as a ratio to a bare node:http server that sends the same bytes in the same run; median of five alternating rounds.',
    '',
    ...markdownTableOf(
      ['what', 'x bare node:http', 'target', 'microseconds', 'bytes on the wire'],
      ratios.map((row) => [row.what, row.ratio.toFixed(2), row.target, Math.round(row.microseconds), row.bytes]),
    ),
    'On the same data (119 products, five years):',
    '',
    ...notes,
  ];
}

export function growthLines(growth: readonly Growth[]): string[] {
  return [
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
  ];
}

export function officeLines({ firstLoadKb, untilDashboardKb, costs }: OfficeCosts): string[] {
  const most = (of: (cost: OfficeCosts['costs'][number]) => number) => Math.max(...costs.map(of));
  const heaviest = costs.toSorted((one, other) => other.longestTaskMs - one.longestTaskMs).slice(0, HEAVIEST);
  const within = costs.filter(({ longestTaskMs }) => longestTaskMs <= LONGEST_TASK_MS).length;
  return [
    `All ${costs.length} screens with the demo's five years, in a desktop browser. Server: all calls of a screen, one after the other. Longest task: how long the page did not react, on a processor four times slower. The first load is that of the login page.`,
    '',
    ...markdownTableOf(
      ['what', 'seen', 'target'],
      [
        ['first load, scripts in kB', firstLoadKb.toFixed(1), 110],
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

export function waitingLines(how: string, waitings: readonly WaitingWork[]): string[] {
  const rows = waitings.map(({ what, ms, targetMs, note }) => [what, ms.toFixed(1), targetMs, note]);
  return [how, '', ...markdownTableOf(['what', 'ms', 'target', 'seen'], rows)];
}
