import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyProduct } from '../planted/copy-product.ts';
import { runTests } from '../planted/run-tests.ts';
import { collectOutput } from '../run-quietly.ts';
import { type Plant, type PlantedChange, plants } from './plants.ts';

const PROOF = 'server/plant.test.ts';

/**
 * `npm run plants` makes each change of plants.ts in a copy of the product. While only the first part of a change has
 * been made, the compiler or one test must report every other place to change. Once the whole change has been made, the
 * product must work. `-- NAME` selects the changes whose name contains it.
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
const head = ['| change | files | at most | named by the compiler in | named by the test | not named |'];
console.log(['', ...head, '| --- | --: | --: | --- | --- | --- |', ...rows].join('\n'));
process.exitCode = isRight ? 0 : 1;

async function tryPlant(plant: Plant): Promise<string> {
  const { name, first, others, naming, proof, passing, mostFiles } = plant;
  const all = first ? [first, ...others] : others;
  const undo = all.map(({ file }) => remember(file));
  try {
    if (naming && (await failing([naming])).length > 0) throw new Error(`Fails without the plant: ${naming}`);
    if (first) make(first);
    const named = first ? await filesWithErrors() : [];
    const isNamedByTest = naming !== undefined && (await failing([naming])).length > 0;
    const silent = others.filter(({ namedBy }) => !(namedBy === naming ? isNamedByTest : named.includes(namedBy)));
    for (const change of others) make(change);
    const errors = first ? await filesWithErrors() : [];
    if (proof) write(PROOF, proof);
    const faults = [...errors, ...(await failing([...passing, ...(proof ? [`sqlite ${PROOF}`] : [])]))];
    for (const fault of faults) console.log(`${name}: ${fault}`);
    const counted = all.filter((change) => !('isMigration' in change)).length;
    const migration = all.length > counted ? ' and a migration' : '';
    if (counted > mostFiles || silent.length > 0 || faults.length > 0) isRight = false;
    const cells = [
      `${name}${faults.length > 0 ? ' (fails)' : ''}`,
      `${counted}${migration}`,
      mostFiles,
      named.join(', '),
      isNamedByTest ? naming : '',
      silent.map(({ file }) => file).join(', '),
    ];
    return `| ${cells.join(' | ')} |`;
  } finally {
    for (const back of undo) back();
    rmSync(path.join(folder, PROOF), { force: true });
  }
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
  const { output } = await collectOutput('tsc', ['--noEmit'], { cwd: folder });
  return [...new Set([...output.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))];
}

async function failing(tests: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  for (const [project = '', ofProject] of Map.groupBy(tests, (test) => test.split(' ')[0] ?? '')) {
    const files = ofProject.map((test) => test.split(' ')[1] ?? '');
    const { failed, passing } = await runTests({ folder, project, files, tier: 'all' });
    const missing = files.filter((file) => !passing.includes(file) && !failed.some((one) => one.file.includes(file)));
    names.push(...failed.map((one) => `${one.file}: ${one.name}`), ...missing.map((file) => `no test ran in ${file}`));
  }
  return names;
}
