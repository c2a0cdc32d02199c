import { existsSync } from 'node:fs';
import path from 'node:path';
import { type MeasuredFile, RESULTS_FOLDER, readMeasured } from './measured.ts';
import { readTier } from './tiers.ts';

/** `npm run test:times -- quick|all|nightly` prints the processor time of each file of the last run, largest first. */
const tier = readTier(process.argv[2] ?? 'all');
const file = path.join(RESULTS_FOLDER, `${tier}.jsonl`);
if (!existsSync(file)) throw new Error(`Nothing was measured. Run the tests of "${tier}" first.`);

const files = [...Map.groupBy(readMeasured(file), ({ file: name, suite }) => `${suite} ${name}`).values()]
  .map(([first, ...others]) => others.reduce(addUp, first as MeasuredFile))
  .filter(({ tests }) => tests.length > 0);
files.sort((one, other) => other.seconds - one.seconds);
for (const each of files) console.log(describe(each));
const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
const count = files.reduce((sum, each) => sum + each.tests.length, 0);
console.log(`${total.toFixed(0)} s of the processor, ${count} tests in ${files.length} files`);

function addUp(one: MeasuredFile, other: MeasuredFile): MeasuredFile {
  return { ...one, seconds: one.seconds + other.seconds, tests: [...one.tests, ...other.tests] };
}

function describe({ file: name, suite, seconds, tests: measured }: MeasuredFile): string {
  const [slowest] = [...measured].sort((one, other) => other.seconds - one.seconds);
  const most = slowest ? `${slowest.seconds.toFixed(2)} ${slowest.name}` : '';
  return `${seconds.toFixed(1).padStart(7)} ${suite.padEnd(9)} ${name} (${measured.length}): ${most}`;
}
