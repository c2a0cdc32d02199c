import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyProduct } from '../planted/copy-product.ts';
import { runTests } from '../planted/run-tests.ts';
import { collectOutput } from '../run-quietly.ts';
import type { NamedChange, Plant, PlantedChange } from './plant.ts';
import { plants } from './plants.ts';

const PROOFS = { sqlite: 'server/plant.test.ts', web: 'web/plant.test.tsx' };

/**
 * `npm run plants` makes each change of plants.ts in a copy of the product, beginning with its first part. Then it does
 * what the compiler and the tests report, one place after another. A place that nothing reports is silent. Once the
 * whole change has been made, the product must work. `-- NAME` selects the changes whose name contains it.
 */
const [wanted = ''] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'pola-plant-'));
const rows: string[] = [];
let isRight = true;
try {
  await copyProduct(folder);
  for (const plant of plants.filter(({ name }) => name.includes(wanted))) rows.push(await tryPlant(plant));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const head = ['| change | files | at most | named by the compiler in | named by a test | silent |'];
console.log(['', ...head, '| --- | --: | --: | --- | --- | --- |', ...rows].join('\n'));
process.exitCode = isRight ? 0 : 1;

async function tryPlant(plant: Plant): Promise<string> {
  const { name, first, others, proof, proofIn = 'sqlite', passing, mostFiles } = plant;
  const all = first ? [first, ...others] : others;
  const undo = [...new Set(all.map(({ file }) => file))].map(remember);
  try {
    if (first) make(first);
    const named = first ? await followReports(others) : [];
    const silent = others.filter((change) => !named.includes(change));
    for (const change of silent) make(change);
    const errors = first ? await filesWithErrors() : [];
    if (proof) write(PROOFS[proofIn], proof);
    const proofs = proof ? [`${proofIn} ${PROOFS[proofIn]}`] : [];
    const faults = [...errors, ...(await failing([...passing, ...proofs]))];
    for (const fault of faults) console.log(`${name}: ${fault}`);
    const counted = filesOf(all.filter((change) => !('isMigration' in change))).length;
    const migration = all.some((change) => 'isMigration' in change) ? ' and a migration' : '';
    if (counted > mostFiles || silent.length > 0 || faults.length > 0) isRight = false;
    const cells = [
      `${name}${faults.length > 0 ? ' (fails)' : ''}`,
      `${counted}${migration}`,
      mostFiles,
      reportersOf(named.filter((change) => !isTest(change.namedBy))),
      reportersOf(named.filter((change) => isTest(change.namedBy))),
      filesOf(silent).join(', '),
    ];
    return `| ${cells.join(' | ')} |`;
  } finally {
    for (const back of undo) back();
    rmSync(path.join(folder, PROOFS[proofIn]), { force: true });
  }
}

/**
 * Makes the changes that something reports, one for each report at a time, until nothing more is reported. The tests
 * run once the compiler has nothing to report. Returns the changes made.
 */
async function followReports(changes: readonly NamedChange[]): Promise<NamedChange[]> {
  const made: NamedChange[] = [];
  for (;;) {
    const waiting = changes.filter((change) => !made.includes(change));
    const errors = await filesWithErrors();
    const tests = errors.length > 0 ? [] : [...new Set(waiting.map(({ namedBy }) => namedBy).filter(isTest))];
    const failed = await failing(tests);
    const reporters = [...errors, ...tests.filter((test) => failed.some((one) => one.includes(fileOf(test))))];
    const next = reporters.flatMap((reporter) => waiting.find(({ namedBy }) => namedBy === reporter) ?? []);
    if (next.length === 0) return made;
    for (const change of next) make(change);
    made.push(...next);
  }
}

function isTest(reporter: string): boolean {
  return reporter.includes(' ');
}

function fileOf(test: string): string {
  return test.split(' ')[1] ?? '';
}

function filesOf(changes: readonly PlantedChange[]): string[] {
  return [...new Set(changes.map(({ file }) => file))];
}

function reportersOf(changes: readonly NamedChange[]): string {
  return [...new Set(changes.map(({ namedBy }) => namedBy))].join(', ');
}

function make(change: PlantedChange): void {
  write(change.file, 'text' in change ? change.text : edited(change.file, change.edits));
}

function edited(file: string, edits: readonly (readonly [find: string, replace: string])[]): string {
  return edits.reduce(
    (text, [find, replace]) => {
      if (!text.includes(find)) throw new RangeError(`not in ${file}: ${find}`);
      return text.replace(find, () => replace);
    },
    readFileSync(path.join(folder, file), 'utf8'),
  );
}

function write(file: string, text: string): void {
  const place = path.join(folder, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
}

function remember(file: string): () => void {
  const place = path.join(folder, file);
  const before = existsSync(place) ? readFileSync(place) : undefined;
  return () => (before ? writeFileSync(place, before) : rmSync(place, { force: true }));
}

async function filesWithErrors(): Promise<string[]> {
  const built = path.join(folder, 'plants.tsbuildinfo');
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', built];
  const { output } = await collectOutput('tsc', options, { cwd: folder });
  return [...new Set([...output.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))];
}

async function failing(tests: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  for (const [project = '', ofProject] of Map.groupBy(tests, (test) => test.split(' ')[0] ?? '')) {
    const files = ofProject.map(fileOf);
    const { failed, passing } = await runTests({ folder, project, files, tier: 'all' });
    const missing = files.filter((file) => !passing.includes(file) && !failed.some((one) => one.file.includes(file)));
    names.push(...failed.map((one) => `${one.file}: ${one.name}`), ...missing.map((file) => `no test ran in ${file}`));
  }
  return names;
}
