import { existsSync, globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from '../run-quietly.ts';
import { type DrawnBug, plantDrawn } from './draw-bugs.ts';
import { type DayTier, isNoticed, JOURNEYS, runTests } from './run-tests.ts';

/** The number of failed files, nearest first, that run again to show which bug of several each of them noticed. */
const FILES_OF_ONE = 12;
/** All projects of Vitest. */
const EVERY_PROJECT = '*';

type Report = (bug: DrawnBug, test: string) => void;

interface Search {
  bug: DrawnBug;
  files: readonly string[];
  tier: DayTier;
}

/** Finds the tests that notice bugs in the copy of the product in `folder`. */
export class BugFinder {
  private readonly folder: string;
  private readonly sources: ReadonlyMap<string, string>;
  private readonly steadyFiles = new Map<string, boolean>();
  private isBuiltWithBugs = true;

  constructor(folder: string, sources: ReadonlyMap<string, string>) {
    this.folder = folder;
    this.sources = sources;
  }

  /**
   * Returns the bugs that a test of the tier notices. First the tests beside each bug run; then all tests run with all
   * bugs that are left, and the failed files again with each bug by itself, until all tests pass or none of the failed
   * files fails for one bug.
   */
  async find(bugs: readonly DrawnBug[], tier: DayTier, report: Report): Promise<Set<DrawnBug>> {
    const noticed = new Set<DrawnBug>();
    const note: Report = (bug, test) => {
      noticed.add(bug);
      report(bug, test);
    };
    for (const bug of bugs) {
      const test = await this.findBeside(bug, tier);
      if (test !== undefined) note(bug, test);
    }
    await this.findTogether(
      bugs.filter((bug) => !noticed.has(bug)),
      tier,
      note,
    );
    return noticed;
  }

  /** Runs `act` while the bugs are planted. */
  async withBugs<Result>(bugs: readonly DrawnBug[], act: () => Promise<Result>): Promise<Result> {
    for (const bug of bugs) this.write(bug.file, plantDrawn(this.sourceOf(bug), bug));
    try {
      return await act();
    } finally {
      for (const bug of bugs) this.write(bug.file, this.sourceOf(bug));
    }
  }

  private async findBeside(bug: DrawnBug, tier: DayTier): Promise<string | undefined> {
    let beside = path.dirname(bug.file);
    while (beside !== '.' && globSync(`${beside}/**/*.test.{ts,tsx}`, { cwd: this.folder }).length === 0)
      beside = path.dirname(beside);
    if (this.isBuiltWithBugs) await this.build(false);
    return this.firstFailure({ bug, files: [`${beside}/`], tier });
  }

  private async findTogether(bugs: readonly DrawnBug[], tier: DayTier, note: Report): Promise<void> {
    const [first] = bugs;
    if (!first) return;
    let failed: readonly string[];
    try {
      failed = await this.withBugs(bugs, () => this.runAll(tier));
    } catch (error) {
      if (bugs.length === 1) return note(first, `does not run: ${error instanceof Error ? error.message : error}`);
      const half = Math.ceil(bugs.length / 2);
      await this.findTogether(bugs.slice(0, half), tier, note);
      return this.findTogether(bugs.slice(half), tier, note);
    }
    if (failed.length === 0) return;
    console.log(`${bugs.length} bugs together: ${failed.length} files of tests fail.`);
    const rest: DrawnBug[] = [];
    for (const bug of bugs) {
      const test = await this.findAmong(failed, bug, tier);
      if (test === undefined) rest.push(bug);
      else note(bug, test);
    }
    if (rest.length < bugs.length) await this.findTogether(rest, tier, note);
  }

  /** Returns the files of which a test fails, journeys included. Throws if the tests do not run to their end. */
  private async runAll(tier: DayTier): Promise<string[]> {
    await this.build(true);
    const run = { folder: this.folder, tier, files: [] };
    const results = [
      ...(await runTests({ ...run, project: EVERY_PROJECT })).failed,
      ...(await runTests({ ...run, project: JOURNEYS })).failed,
    ];
    return [...new Set(results.map(({ file }) => this.nameOf(file)))];
  }

  /** First the tests that read the sources of the product run, then those that read what is built from them. */
  private async findAmong(failed: readonly string[], bug: DrawnBug, tier: DayTier): Promise<string | undefined> {
    const nearest = failed.toSorted((one, other) => common(other, bug.file) - common(one, bug.file));
    const tests = nearest.filter((file) => !isJourney(file)).slice(0, FILES_OF_ONE);
    const journeys = nearest.filter(isJourney).slice(0, FILES_OF_ONE);
    if (this.isBuiltWithBugs) await this.build(false);
    const test = await this.firstFailure({ bug, files: tests, tier });
    if (test !== undefined) return test;
    const drawn = bug.file.startsWith('server/') ? [] : tests.filter((file) => file.startsWith('server/'));
    if (journeys.length === 0 && drawn.length === 0) return undefined;
    await this.withBugs([bug], () => this.build(true));
    return (await this.firstFailure({ bug, files: drawn, tier })) ?? this.firstFailure({ bug, files: journeys, tier });
  }

  /** Returns the first failed test of the files, all of which are journeys or none. */
  private async firstFailure({ bug, files, tier }: Search): Promise<string | undefined> {
    if (files.length === 0) return undefined;
    const project = files.some(isJourney) ? JOURNEYS : EVERY_PROJECT;
    const run = { folder: this.folder, project, tier, isBrief: true };
    const results = await this.withBugs([bug], () => runTests({ ...run, files }));
    const [first] = results.failed;
    if (!first || !isNoticed(results)) return undefined;
    const file = this.nameOf(first.file);
    if (await this.isSteady({ ...run, files: [file] })) return `${file}: ${first.name}`;
    return this.firstFailure({ bug, files: files.filter((each) => each !== file && !each.endsWith('/')), tier });
  }

  /** Returns false for a file that also fails without a bug. */
  private async isSteady(run: Parameters<typeof runTests>[0]): Promise<boolean> {
    const file = run.files.join(' ');
    const known = this.steadyFiles.get(file);
    if (known !== undefined) return known;
    if (this.isBuiltWithBugs) await this.build(false);
    const isSteady = (await runTests(run)).failed.length === 0;
    if (!isSteady) console.log(`${file} fails without a bug.`);
    this.steadyFiles.set(file, isSteady);
    return isSteady;
  }

  private async build(isWithBugs: boolean): Promise<void> {
    this.isBuiltWithBugs = isWithBugs;
    await runQuietly('build', { command: 'npm', parameters: ['run', '--silent', 'build'], cwd: this.folder });
  }

  private write(file: string, text: string): void {
    writeFileSync(path.join(this.folder, file), text);
  }

  private sourceOf({ file }: DrawnBug): string {
    return this.sources.get(file) ?? '';
  }

  /** Journeys are reported by their names and lines, other tests by their paths from the current folder. */
  private nameOf(reported: string): string {
    const file = reported.replace(/:\d+$/, '');
    return existsSync(path.join(this.folder, file)) ? file : path.relative(this.folder, path.resolve(file));
  }
}

function isJourney(file: string): boolean {
  return file.endsWith('.spec.ts');
}

/** Returns how many folders two paths have in common. */
function common(one: string, other: string): number {
  const folders = other.split('/');
  return one.split('/').findIndex((name, at) => name !== folders[at]);
}
