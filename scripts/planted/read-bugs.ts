import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Replacement {
  /** The text to replace, which occurs exactly once in the file. */
  find: string;
  replace: string;
}

/** A bug that a tired colleague might introduce. It compiles, and the tests must notice it. */
export interface ProductBug extends Replacement {
  name: string;
  file: string;
  also?: readonly Replacement[];
  /** The Vitest project (or `journeys`) and the file of each test that should notice the bug, the fastest first. */
  tests: readonly string[];
}

export interface LayerBug extends ProductBug {
  layer: string;
}

export function readBugs(): LayerBug[] {
  return JSON.parse(readFileSync('scripts/planted/bugs.json', 'utf8'));
}

export function plantBug(text: string, { name, file, find, replace, also = [] }: ProductBug): string {
  return [{ find, replace }, ...also].reduce((planted, change) => {
    const count = planted.split(change.find).length - 1;
    if (count !== 1) throw new RangeError(`"${name}": occurs ${count} times in ${file}: ${change.find}`);
    return planted.replace(change.find, () => change.replace);
  }, text);
}

export function plantBugIn(folder: string, bug: ProductBug): () => void {
  const place = path.join(folder, bug.file);
  const text = readFileSync(place, 'utf8');
  writeFileSync(place, plantBug(text, bug));
  return () => writeFileSync(place, text);
}
