import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fillOnce } from '../../tests/support/fill-once.ts';
import { runQuietly } from '../run-quietly.ts';
import { ensureBrowser } from '../setup/programs.ts';
import { describeFailure } from '../test/read-results.ts';
import { copyProduct } from './copy-product.ts';
import { type LayerBug, plantBugIn, readBugs } from './read-bugs.ts';
import { type DayTier, dayTiers, isNoticed, JOURNEYS, runTests } from './run-tests.ts';

/** The maximum number of bugs that `npm test` may miss. Only `npm run test:all` finds these. */
const MOST_MISSED = 2;
const PURE = ['unit', 'web'];

interface TestFile {
  project: string;
  file: string;
}

/**
 * `npm run test:planted` plants each bug in a copy of the product and shows which tests notice it. `-- NAME` selects
 * the bugs whose names contain NAME. `--tier quick` or `--tier all` runs only the tests of one tier.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { tier: { type: 'string' } } });
const [wanted = ''] = positionals;
const bugs = readBugs().filter(({ name }) => name.includes(wanted));
const asked = dayTiers.filter((tier) => values.tier === undefined || values.tier === tier);
if (bugs.length === 0 || asked.length === 0) throw new Error('No bug or no tier has that name.');

const folder = mkdtempSync(path.join(tmpdir(), 'pola-product-'));
let forgetDemo = () => {};
let builtWith: LayerBug | undefined;
try {
  await copyProduct(folder);
  await expectTypes();
  if (bugs.flatMap(testsOf).some(({ project }) => project === JOURNEYS)) {
    const browser = ensureBrowser();
    if (browser) process.env.CHROMIUM_PATH = browser;
    forgetDemo = await fillOnce();
  }
  if (bugs.flatMap(testsOf).some(isOnServer)) await build();
  const passing = await expectPassing(asked.at(-1) ?? 'all');
  const rows: string[] = [];
  const noticed: Record<DayTier, number> = { quick: 0, all: 0 };
  for (const bug of bugs) {
    const found = await findNoticing(bug, passing);
    for (const tier of asked) if (found[tier] !== undefined) noticed[tier] += 1;
    rows.push(rowOf(bug, found));
    console.log(rows.at(-1));
  }
  const head = ['| bug | layer | `npm test` | test:all | noticed by |', '| --- | --- | --- | --- | --- |'];
  console.log(['', ...head, ...rows, ''].join('\n'));
  for (const tier of asked) console.log(`${tier}: ${noticed[tier]} of ${bugs.length} noticed`);
  const most: Record<DayTier, number> = { quick: MOST_MISSED, all: 0 };
  process.exitCode = asked.every((tier) => bugs.length - noticed[tier] <= most[tier]) ? 0 : 1;
} finally {
  forgetDemo();
  rmSync(folder, { recursive: true, force: true });
}

/** Checks that the product compiles with all bugs. A bug that the compiler rejects would not test the tests. */
async function expectTypes(): Promise<void> {
  const takeOut = bugs.map((bug) => plantBugIn(folder, bug));
  await runQuietly('types with all bugs', { command: 'tsc', parameters: ['--noEmit'], cwd: folder });
  for (const one of takeOut.reverse()) one();
}

async function build(bug?: LayerBug): Promise<void> {
  await runQuietly('build', { command: 'npm', parameters: ['run', '--silent', 'build'], cwd: folder });
  builtWith = bug;
}

/**
 * Builds the copy, unless it is already built as the tests need it. The build must contain the bug only for journeys,
 * or if the bug is in web/.
 */
async function buildFor({ project }: TestFile, bug: LayerBug): Promise<void> {
  if (PURE.includes(project)) return;
  const needed = project === JOURNEYS || bug.file.startsWith('web/') ? bug : undefined;
  if (needed !== builtWith) await build(needed);
}

function testsOf({ tests }: Pick<LayerBug, 'tests'>): TestFile[] {
  return tests.map((test) => {
    const [project = '', file = ''] = test.split(' ');
    return { project, file };
  });
}

function isOnServer({ project }: TestFile): boolean {
  return !PURE.includes(project);
}

/**
 * Returns the files that have tests in this tier, after checking that all these tests pass without a bug. Throws when a
 * test fails, or when test:all runs no test of a file.
 */
async function expectPassing(tier: DayTier): Promise<TestFile[]> {
  const all: TestFile[] = [];
  for (const [project, tests] of Map.groupBy(bugs.flatMap(testsOf), (test) => test.project)) {
    const files = [...new Set(tests.map(({ file }) => file))];
    const { passing, failed } = await runTests({ folder, project, files, tier });
    if (failed.length > 0) throw new Error(`Fails without a bug:\n${failed.map(describeFailure).join('\n')}`);
    const missing = files.filter((file) => !passing.includes(file));
    if (tier === 'all' && missing.length > 0) throw new Error(`No test runs in ${project}: ${missing.join(', ')}`);
    all.push(...files.filter((file) => passing.includes(file)).map((file) => ({ project, file })));
    console.log(`${tier}, ${project}: ${passing.length} of ${files.length} files pass without a bug`);
  }
  return all;
}

type Noticing = Partial<Record<DayTier, string | undefined>>;

async function findNoticing(bug: LayerBug, passing: readonly TestFile[]): Promise<Noticing> {
  const takeOut = plantBugIn(folder, bug);
  try {
    const found: Noticing = {};
    for (const tier of asked) found[tier] = found.quick ?? (await findFirst(bug, tier, passing));
    return found;
  } finally {
    takeOut();
  }
}

async function findFirst(bug: LayerBug, tier: DayTier, passing: readonly TestFile[]): Promise<string | undefined> {
  const isIn = (test: TestFile) => passing.some(({ project, file }) => project === test.project && file === test.file);
  for (const test of testsOf(bug).filter(isIn)) {
    await buildFor(test, bug);
    const { project, file } = test;
    const results = await runTests({ folder, project, files: [file], tier, isBrief: true });
    const [first] = results.failed;
    if (first && isNoticed(results)) return `${project} ${file}: ${first.name}`;
  }
  return undefined;
}

function rowOf({ name, layer }: LayerBug, found: Noticing): string {
  const columns = dayTiers.map((tier) => (asked.includes(tier) ? (found[tier] ? 'yes' : '**no**') : ''));
  return `| ${[name, layer, ...columns, found.quick ?? found.all ?? ''].join(' | ')} |`;
}
