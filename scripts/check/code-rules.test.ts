import { expect, it } from 'vitest';
import { findAmbient } from './ambient.ts';
import { findCodeFaults } from './code-rules.ts';
import { type Finding, readSources } from './read-sources.ts';

function faultsIn(path: string, text: string): Finding[] {
  const sources = readSources([{ path, text }]);
  return [...findCodeFaults(sources), ...sources.flatMap(findAmbient)];
}

const broken: [rule: string, path: string, text: string, sentence: RegExp][] = [
  ['any', 'billing/fold.ts', 'let a: any;', /Name the type/],
  ['any', 'billing/fold.ts', 'let b = (0 as any) + 1;', /Name the type/],
  ['default-export', 'billing/fold.ts', 'export default 1;', /by name/],
  ['default-export', 'billing/fold.ts', 'const a = 1;\nexport { a as default };', /by name/],
  ['barrel', 'web/ui/form.ts', `export { Field } from './field.tsx';`, /from its own file/],
  ['barrel', 'web/ui/form.ts', `export * from './field.tsx';`, /from its own file/],
  ['sql', 'server/features/shops/routes.ts', `import { sql } from '#server/db/tables.ts';`, /to queries\.ts/],
  ['brand-cast', 'web/ui/a.ts', 'const day = text as Day;', /parse function/],
  ['brand-cast', 'server/a.ts', 'const sum = (0 as Cents) + 1;', /parse function/],
  ['comment', 'billing/fold.ts', `// ${'@ts-'}expect-error`, /Correct the type/],
  ['comment', 'billing/fold.ts', `/* ${'biome-'}ignore lint: it is late */`, /Correct what Biome found/],
  ['comment', 'billing/fold.ts', `// ${'TO'}${'DO'} round`, /Do it now/],
  ['syntax', 'billing/fold.ts', 'const = 1;', /Nothing else/],
  ['style-import', 'web/ui/a.css', `@import '@mantine/core/styles.css';`, /imports nothing/],
  ['style-import', 'web/ui/a.module.css', `a { composes: b from './b.module.css' }`, /imports nothing/],
  ['ambient', 'server/a.ts', 'const now = Date.now();', /Date\.now depends on the clock.*argument/],
  ['ambient', 'server/a.ts', 'const clock = globalThis.Date.now;', /Date\.now depends/],
  ['ambient', 'web/office/a.tsx', 'const now = new Date();', /new Date\(\) depends/],
  ['ambient', 'billing/fold.ts', 'const dice = Math.random();', /Math\.random depends/],
  ['ambient', 'server/http/a.ts', 'const now = performance.now();', /performance\.now depends/],
  ['ambient', 'server/main.ts', `const port = process.env['PORT'];`, /environment.*server\/config\.ts/],
  ['ambient', 'server/main.ts', 'const { env } = process;', /environment/],
  ['ambient', 'server/main.ts', `import { env } from 'node:process';`, /environment/],
  ['ambient', 'web/i18n/format.ts', `const zone = 'Asia/Colombo';`, /time zone\. Call billing\/calendar\.ts/],
  ['ambient', 'server/db/a.ts', `const text = "at time zone 'Asia/Colombo'";`, /time zone/],
  ['ambient', 'web/i18n/format.ts', 'const offset = 5.5 * 60 * (60 * 1000);', /5\.5 hours.*time zone/],
  ['ambient', 'server/db/a.ts', "const time = '2026-11-20T00:00:00.000+05:30';", /time zone/],
];

it.each(broken)('%s is reported in %s: %s', (rule, path, text, sentence) => {
  expect(faultsIn(path, text)).toEqual([
    { path, rule, line: expect.any(Number), sentence: expect.stringMatching(sentence) },
  ]);
});

const allowed: [path: string, text: string][] = [
  ['billing/calendar.ts', 'export const parse = (text: string) => text as Day;'],
  ['server/testing/people.ts', `const start = '2026-11-20T03:00:00.000Z' as Instant;`],
  ['server/features/shops/queries.ts', `import { sql } from 'kysely';`],
  ['server/clock.ts', 'export const now = () => Date.now();'],
  ['web/ui/format/browser-clock.ts', 'export const now = () => new Date();'],
  ['web/ui/a.ts', 'const date = new Date(0); const text = "Date.now()"; // Math.random()'],
  ['server/config.ts', 'const env = process.env;'],
  ['server/testing/server.ts', `const a = [process.env, Date.now(), 'Asia/Colombo'];`],
  ['billing/calendar.ts', 'const OFFSET = 5.5 * 60 * 60 * 1000;'],
  ['contract/scalars.ts', 'const about = "A day of the market (Asia/Colombo, UTC+05:30)";'],
  ['web/ui/a.ts', 'const width = 5.5 * 16;'],
  ['billing/fold.ts', '/* any todo of XXXL */ const many = "as any"; '],
  ['web/ui/a.css', 'a { color: red }'],
];

it.each(allowed)('allowed in %s: %s', (path, text) => {
  expect(faultsIn(path, text)).toEqual([]);
});

it('reports the line', () => {
  expect(faultsIn('billing/fold.ts', `// the date: සිංහල\n\nconst now = Date.now();`)[0]?.line).toBe(3);
});
