import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fillOnce } from '../../tests/support/fill-once.ts';
import { randomFrom } from '../demo/random.ts';
import { collectOutput } from '../run-quietly.ts';
import { ensureBrowser } from '../setup/programs.ts';
import { BugFinder } from './bug-finder.ts';
import { copyProduct } from './copy-product.ts';
import { type DrawnBug, describeDrawn, drawable, drawBugs } from './draw-bugs.ts';
import type { DayTier } from './run-tests.ts';

const COUNT = 20;
/** The share of bugs that the tests of a tier must notice. */
const LEAST_NOTICED: Record<DayTier, number> = { quick: 0.8, all: 0.95 };
/** The maximum number of draws for each bug, because the compiler refuses some. */
const DRAWS = 8;

/**
 * `npm run test:drawn -- [--count N] [--seed S] [--tier all]` draws bugs by rule from all layers, plants them in a copy
 * of the product, and shows which of the tests of `npm test` notices each; with `--tier all`, which of
 * `npm run test:all` notice those that `npm test` misses. Bugs that the compiler refuses are drawn again.
 */
const { values } = parseArgs({
  options: { count: { type: 'string' }, seed: { type: 'string' }, tier: { type: 'string' } },
});
const count = Number(values.count ?? COUNT);
const seed = values.seed ?? String(Date.now());
const folder = mkdtempSync(path.join(tmpdir(), 'pola-product-'));
let forgetDemo = () => {};
try {
  await copyProduct(folder);
  const { output } = await collectOutput('git', ['ls-files']);
  const files = drawable(output.trim().split('\n'));
  const sources = new Map(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
  const finder = new BugFinder(folder, sources);
  const bugs = await drawCompiling(sources, finder);
  const browser = ensureBrowser();
  if (browser) process.env.CHROMIUM_PATH = browser;
  forgetDemo = await fillOnce();
  const left = await printNoticed('quick', bugs);
  if (values.tier === 'all') await printNoticed('all', left);

  /** Returns the bugs that no test of the tier notices. */
  async function printNoticed(tier: DayTier, hidden: readonly DrawnBug[]): Promise<DrawnBug[]> {
    const noticed = await finder.find(hidden, tier, (bug, test) =>
      console.log(`${tier}: noticed: ${describeDrawn(bug, sources.get(bug.file) ?? '')} (${test})`),
    );
    const missed = hidden.filter((bug) => !noticed.has(bug));
    for (const bug of missed) console.log(`${tier}: NOT noticed: ${describeDrawn(bug, sources.get(bug.file) ?? '')}`);
    const sum = bugs.length - missed.length;
    console.log(`\nSeed ${seed}, tier ${tier}: ${sum} of ${bugs.length} are noticed.`);
    if (sum < bugs.length * LEAST_NOTICED[tier]) process.exitCode = 1;
    return missed;
  }
} finally {
  forgetDemo();
  rmSync(folder, { recursive: true, force: true });
}

/** Draws bugs, and others for those that the compiler refuses. All are planted at once, each in a file of its own. */
async function drawCompiling(sources: ReadonlyMap<string, string>, finder: BugFinder): Promise<DrawnBug[]> {
  const drawing = drawBugs(sources, randomFrom('planted', seed));
  let bugs: DrawnBug[] = [];
  for (let draw = 0; draw < DRAWS; draw += 1) {
    while (bugs.length < count) {
      const { value, done } = drawing.next();
      if (done) break;
      bugs.push(value);
    }
    const { failure, output } = await finder.withBugs(bugs, () =>
      collectOutput('tsc', ['--noEmit', '--pretty', 'false'], { cwd: folder }),
    );
    if (failure === undefined) return bugs;
    const refused = new Set([...output.matchAll(/^([^\s(]+)\(/gm)].map(([, file]) => file));
    const compiling = bugs.filter(({ file }) => !refused.has(file));
    if (compiling.length === bugs.length) throw new Error(`${failure}\n${output}`);
    bugs = compiling;
  }
  console.log(`${bugs.length} bugs of ${count} compile after ${DRAWS} draws.`);
  return bugs;
}
