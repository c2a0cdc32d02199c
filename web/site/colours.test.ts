import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast } from '../testing/contrast.ts';

const LEAST = 4.5;
const PAIRS = [
  ...['--paper', '--card'].flatMap((ground) =>
    ['--ink', '--soft', '--leaf-text', '--warn'].map((word) => [word, ground] as const),
  ),
  ['--on-leaf', '--leaf'] as const,
  ['--leaf-text', '--leaf-wash'] as const,
  ['--ink', '--turmeric-wash'] as const,
];

/**
 * Returns the colours of a style sheet. Later values replace earlier ones, as in the browser, so those of the dark mode
 * remain.
 */
function coloursIn(css: string): Map<string, string> {
  return new Map(
    Array.from(css.matchAll(/(--[a-z-]+): (#[0-9a-f]{6});/g), ([, name = '', colour = '']) => [name, colour]),
  );
}

test.each(['web/site/base.css', 'web/gate/gate.css'])(
  'words of %s are readable on their ground, in light and in dark',
  (file) => {
    const [light = '', dark = ''] = readFileSync(file, 'utf8').split('prefers-color-scheme: dark');
    for (const colours of [coloursIn(light), new Map([...coloursIn(light), ...coloursIn(dark)])]) {
      const readable = PAIRS.filter(
        ([word, ground]) => contrast(colours.get(word) ?? '', colours.get(ground) ?? '') >= LEAST,
      );
      expect(PAIRS.filter((pair) => !readable.includes(pair))).toEqual([]);
    }
  },
);
