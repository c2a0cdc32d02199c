import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fillOnce } from '../../tests/support/fill-once.ts';
import { randomFrom } from '../demo/random.ts';
import { collectOutput, runQuietly } from '../run-quietly.ts';
import { ensureBrowser } from '../setup/programs.ts';
import { copyProduct } from './copy-product.ts';
import { type DrawnBug, describeDrawn, drawable, drawBugs, plantDrawn } from './draw-bugs.ts';
import { isNoticed, JOURNEYS, runRelated, runTests } from './run-tests.ts';

const COUNT = 20;
const LEAST_NOTICED = 0.8;
/** The maximum number of draws for each bug, because the compiler refuses some. */
const DRAWS = 5;
/** The tests of pages that the server draws with the built web. */
const PAGE_TESTS = ['server/features/site', 'server/http'];

/**
 * `npm run test:drawn -- [--count N] [--seed S]` draws bugs by rule from all layers, plants each in a copy of the
 * product, and shows which of the tests of `npm test` notices it. Bugs that the compiler refuses are drawn again.
 */
const { values } = parseArgs({ options: { count: { type: 'string' }, seed: { type: 'string' } } });
const count = Number(values.count ?? COUNT);
const seed = values.seed ?? String(Date.now());
const folder = mkdtempSync(path.join(tmpdir(), 'pola-product-'));
let forgetDemo = () => {};
let isBuiltWithBug = false;
try {
  await copyProduct(folder);
  const { output } = await collectOutput('git', ['ls-files']);
  const files = drawable(output.trim().split('\n'));
  const sources = new Map(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
  const bugs = await drawCompiling(sources);
  await build();
  const browser = ensureBrowser();
  if (browser) process.env.CHROMIUM_PATH = browser;
  forgetDemo = await fillOnce();
  let noticed = 0;
  for (const [at, bug] of bugs.entries()) {
    const test = await withBug(bug, () => findNoticing(bug));
    if (test !== undefined) noticed += 1;
    const words = describeDrawn(bug, sources.get(bug.file) ?? '');
    console.log(`${at + 1}. ${test === undefined ? 'NOT noticed' : 'noticed'}: ${words}${test ? ` (${test})` : ''}`);
  }
  console.log(`\nSeed ${seed}: \`npm test\` notices ${noticed} of ${bugs.length}.`);
  process.exitCode = noticed >= bugs.length * LEAST_NOTICED ? 0 : 1;
} finally {
  forgetDemo();
  rmSync(folder, { recursive: true, force: true });
}

/** Draws bugs, and others for those that the compiler refuses. All are planted at once, each in a file of its own. */
async function drawCompiling(sources: ReadonlyMap<string, string>): Promise<DrawnBug[]> {
  const drawing = drawBugs(sources, randomFrom('planted', seed));
  let bugs: DrawnBug[] = [];
  for (let draw = 0; draw < DRAWS; draw += 1) {
    while (bugs.length < count) {
      const { value, done } = drawing.next();
      if (done) break;
      bugs.push(value);
    }
    for (const bug of bugs) plant(bug);
    const { failure, output } = await collectOutput('tsc', ['--noEmit', '--pretty', 'false'], { cwd: folder });
    for (const bug of bugs) restore(bug);
    if (failure === undefined) return bugs;
    const refused = new Set([...output.matchAll(/^([^\s(]+)\(/gm)].map(([, file]) => file));
    const compiling = bugs.filter(({ file }) => !refused.has(file));
    if (compiling.length === bugs.length) throw new Error(`${failure}\n${output}`);
    bugs = compiling;
  }
  console.log(`${bugs.length} bugs of ${count} compile after ${DRAWS} draws.`);
  return bugs;

  function plant(bug: DrawnBug): void {
    writeFileSync(path.join(folder, bug.file), plantDrawn(sources.get(bug.file) ?? '', bug));
  }

  function restore({ file }: DrawnBug): void {
    writeFileSync(path.join(folder, file), sources.get(file) ?? '');
  }
}

async function withBug<Result>(bug: DrawnBug, act: () => Promise<Result>): Promise<Result> {
  if (isBuiltWithBug) await build();
  isBuiltWithBug = false;
  const place = path.join(folder, bug.file);
  const text = readFileSync(place, 'utf8');
  writeFileSync(place, plantDrawn(text, bug));
  try {
    return await act();
  } finally {
    writeFileSync(place, text);
  }
}

async function build(): Promise<void> {
  await runQuietly('build', { command: 'npm', parameters: ['run', '--silent', 'build'], cwd: folder });
}

/** Returns the first test that fails: of those that import the file, then of those that need a build with the bug. */
async function findNoticing({ file }: DrawnBug): Promise<string | undefined> {
  const related = nameOf(await runRelated({ folder, files: [file], tier: 'quick' }));
  if (related !== undefined) return related;
  isBuiltWithBug = true;
  try {
    await build();
  } catch (error) {
    return `build: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
  }
  const run = { folder, tier: 'quick', isBrief: true } as const;
  const ofPages = file.startsWith('server/')
    ? undefined
    : nameOf(await runTests({ ...run, project: 'sqlite', files: PAGE_TESTS }));
  return ofPages ?? nameOf(await runTests({ ...run, project: JOURNEYS, files: [] }));
}

function nameOf(results: Awaited<ReturnType<typeof runTests>>): string | undefined {
  const [first] = results.failed;
  return first && isNoticed(results) ? `${first.file}: ${first.name}` : undefined;
}
