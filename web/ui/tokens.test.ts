import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast } from '../testing/contrast.ts';

const LEAST = 4.5;
const PAIRS = [
  ...['--paper', '--card'].flatMap((ground) =>
    ['--ink', '--soft', '--leaf-text', '--warn'].map((word) => [word, ground] as const),
  ),
  ...['--on-leaf', '--turmeric'].map((word) => [word, '--leaf'] as const),
  ...['--leaf-text', '--warn', '--soft'].map((ground) => ['--paper', ground] as const),
  ...['--leaf-text', '--ink', '--soft'].map((word) => [word, '--leaf-wash'] as const),
  ...['--ink', '--soft', '--warn', '--leaf-text'].map((word) => [word, '--turmeric-wash'] as const),
  ['--leaf', '--turmeric'] as const,
];

/** Returns the colours that a rule declares. */
function coloursIn(css: string): Map<string, string> {
  return new Map(
    Array.from(css.matchAll(/(--[a-z-]+): (#[0-9a-f]{6});/g), ([, name = '', colour = '']) => [name, colour]),
  );
}

test('words are readable on their grounds: in light, in dark and on paper', () => {
  const [light = '', rest = ''] = readFileSync('web/ui/tokens.css', 'utf8').split(
    '@media (prefers-color-scheme: dark)',
  );
  const [dark = '', paper = ''] = rest.split('/* Papers');
  const bright = [...coloursIn(light)];
  expect(bright).toHaveLength(12);
  for (const colours of [bright, [...bright, ...coloursIn(dark)], [...bright, ...coloursIn(paper)]]) {
    const values = new Map(colours);
    const pale = PAIRS.filter(([word, ground]) => contrast(values.get(word) ?? '', values.get(ground) ?? '') < LEAST);
    expect(pale).toEqual([]);
  }
});
