import { expect, it } from 'vitest';
import { type Import, readSources } from './read-imports.ts';

function importsOf(text: string, path = 'server/features/shops/routes.ts'): readonly Import[] {
  return readSources([{ path, text }])[0]?.imports ?? [];
}

it('resolves aliases, relative paths and packages to what they name', () => {
  const text = `import '#billing/money.ts'; import '../fines/queries.ts'; import './a.svg?raw'; import 'react-dom/server';
    import '@mantine/core/styles.css'; import 'node:sqlite';`;
  expect(importsOf(text).map((each) => each.target ?? each.package)).toEqual([
    'billing/money.ts',
    'server/features/fines/queries.ts',
    'server/features/shops/a.svg',
    'react-dom',
    '@mantine/core',
    'node:sqlite',
  ]);
});

it('tells an import that is gone at run time from one that is not', () => {
  const typeOnly = (text: string) => importsOf(text).map((each) => each.typeOnly);
  expect(
    typeOnly(`import type { A } from 'a'; import { type A, type B } from 'a'; export type { A } from 'a'`),
  ).toEqual([true, true, true]);
  expect(typeOnly(`let a: import('a').A; export type * from 'a'`)).toEqual([true, true]);
  expect(typeOnly(`import { type A, b } from 'a'; import 'a'; import * as a from 'a'; import a from 'a'`)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(typeOnly(`export * from 'a'; export { type A, b } from 'a'; await import('a')`)).toEqual([
    false,
    false,
    false,
  ]);
});

it('sees no import in comments, texts, regular expressions or what a page says', () => {
  const text = `
    // import 'a'
    /* import 'a' */
    const texts = ['import "a"', \`import 'a' \${\`import('a')\`}\`, /import 'a'; "/];
    const page = <p>Don't import 'a' \` // import('a') {texts} /* </p>;
    const path = 'a';
    await import(path);
    await import('real');`;
  expect(importsOf(text, 'web/ui/a.tsx').map((each) => each.specifier)).toEqual(['real']);
});
