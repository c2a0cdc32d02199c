import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PlantedChange } from './plant.ts';
import { plants } from './plants.ts';

const changesOf = ({ first, others }: (typeof plants)[number]): PlantedChange[] => [
  ...(first ? [first] : []),
  ...others,
];

/** Returns the texts that the changes look for in vain, each with its file. */
function missingIn(changes: readonly PlantedChange[]): string[] {
  return changes.flatMap((change) => {
    if (!('edits' in change)) return existsSync(change.file) ? [`${change.file} exists`] : [];
    const missing: string[] = [];
    let text = readFileSync(change.file, 'utf8');
    for (const [find, replace] of change.edits) {
      if (!text.includes(find)) missing.push(`${change.file}: ${find}`);
      text = text.replace(find, () => replace);
    }
    return missing;
  });
}

test.each(plants)('$name: each place has the text that is changed, and the tests exist', (plant) => {
  expect(missingIn(changesOf(plant))).toEqual([]);
  const files = plant.passing.map((one) => one.split(' ')[1] ?? '');
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test('a place whose text was changed is named', () => {
  const file = 'scripts/plants/plant.ts';
  expect(missingIn([{ file, edits: [['export interface Plant {', ''] as [string, string]] }])).toEqual([]);
  expect(missingIn([{ file, edits: [['no such', 'text'] as [string, string]] }])).toEqual([`${file}: no such`]);
});
