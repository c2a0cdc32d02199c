import { expect, test } from 'vitest';
import { readSources } from '../check/read-sources.ts';
import { describeLanguage } from './describe-language.ts';

test('idioms are counted in comments and Markdown, words in comments', () => {
  const sources = readSources([
    { path: 'billing/fold.ts', text: '// It stands here, and the shop is told.\nconst kept = 1; // The bill is kept.' },
    { path: 'docs/rules.md', text: 'It stood there.' },
    { path: 'web/i18n/en/shops.json', text: '{\n  "shops.a": "It stands."\n}' },
  ]);
  const lines = describeLanguage(sources).split('\n');
  expect(lines).toContain('| stand | 2 | 18 | 364 |');
  expect(lines).toContain('| tell | 1 | 7 | 156 |');
  expect(lines).toContain('| gives | 0 | 8 | 169 |');
  expect(lines).toContain('| other phrases of the list | 1 | 0 | |');
  expect(lines).toContain('| words of comments | 12 | 40000 | 75000 |');
});
