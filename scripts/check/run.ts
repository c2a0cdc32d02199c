import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findBrokenHouseRules, LONG_LINES, linesOf } from './house-rules.ts';
import { readSources, type Source, type TextFile } from './read-imports.ts';
import { FOLDERS, isData, isTest } from './rooms.ts';
import { findBrokenWalls } from './walls.ts';

/**
 * The command: checks the import walls and the house rules on every file that git knows or would take, prints one line
 * for each thing to mend (`path:line what is wrong. How to mend it.`) and ends with 1 when there is any.
 */
function main(): void {
  process.chdir(`${import.meta.dirname}/../..`);
  const sources = readSources(readTree());
  const findings = [...findBrokenWalls(sources), ...findBrokenHouseRules(sources)];
  findings.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
  for (const { path, line, sentence } of findings) console.log(`${path}:${line} ${sentence}`);
  console.log(findings.length === 0 ? `house rules kept: ${figuresOf(sources)}` : `${findings.length} to mend`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

/** Tracked and new files alike, so that a wall is named before the commit; a file deleted but still tracked is passed over. */
function readTree(): TextFile[] {
  const patterns = FOLDERS.flatMap((folder) => ['ts', 'tsx', 'css'].map((ending) => `${folder}/*.${ending}`));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', '--', ...patterns], GIT_OUTPUT);
  return [...new Set(listed.split('\0'))].flatMap((path) => {
    if (path === '') return [];
    try {
      return [{ path, text: readFileSync(path, 'utf8') }];
    } catch {
      return [];
    }
  });
}

const GIT_OUTPUT = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;

/** The size of the house in one line: how many files, and how long the ones are that a person reads. */
function figuresOf(sources: readonly Source[]): string {
  const read = sources.filter(({ code, path }) => code && !isTest(path) && !isData(path));
  const byLength = read
    .map((source) => ({ path: source.path, lines: linesOf(source) }))
    .sort((a, b) => a.lines - b.lines);
  const median = byLength[Math.floor(byLength.length / 2)];
  const longest = byLength.at(-1);
  const long = byLength.filter(({ lines }) => lines > LONG_LINES).length;
  return (
    `${sources.length} files, median ${median?.lines ?? 0} lines, ` +
    `longest ${longest?.path ?? 'none'} with ${longest?.lines ?? 0}, ${long} above ${LONG_LINES} (tests and data not counted)`
  );
}

main();
