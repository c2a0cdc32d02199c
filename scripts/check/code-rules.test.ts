import { expect, it } from 'vitest';
import { findAmbient } from './ambient.ts';
import examples from './code-examples.json' with { type: 'json' };
import { findCodeFaults } from './code-rules.ts';
import { type Finding, readSources } from './read-sources.ts';

function faultsIn(path: string, text: string): Finding[] {
  const sources = readSources([{ path, text }]);
  return [...findCodeFaults(sources), ...sources.flatMap(findAmbient)];
}

const { broken, allowed } = examples as unknown as {
  broken: [rule: string, path: string, text: string, sentence: string][];
  allowed: [path: string, text: string][];
};

/** Broken rules in comments. They are written in pieces, so that a search for such comments does not find this file. */
const inComments: typeof broken = [
  ['comment', 'billing/fold.ts', `// ${'@ts-'}expect-error`, 'Correct the type'],
  ['comment', 'billing/fold.ts', `/* ${'biome-'}ignore lint: it is late */`, 'Correct what Biome found'],
  ['comment', 'billing/fold.ts', `// ${'TO'}${'DO'} round`, 'Do it now'],
];

it.each([...broken, ...inComments])('%s is reported in %s: %s', (rule, path, text, sentence) => {
  expect(faultsIn(path, text)).toEqual([
    { path, rule, line: expect.any(Number), sentence: expect.stringMatching(new RegExp(sentence)) },
  ]);
});

it.each(allowed)('allowed in %s: %s', (path, text) => {
  expect(faultsIn(path, text)).toEqual([]);
});

it('reports the line', () => {
  expect(faultsIn('billing/fold.ts', `// the date: සිංහල\n\nconst now = Date.now();`)[0]?.line).toBe(3);
});
