import { expect, it } from 'vitest';
import { findBrokenHouseRules } from './house-rules.ts';
import { type Finding, readSources } from './read-imports.ts';

function rulesBrokenBy(path: string, text = ''): Finding[] {
  return findBrokenHouseRules(readSources([{ path, text }]));
}

const lines = (count: number) => 'export {};\n'.repeat(count);

const broken: [rule: string, path: string, text: string, sentence: RegExp][] = [
  [
    'a feature holds the closed list of files',
    'server/features/shops/shops.ts',
    '',
    /no file of a feature.*Name it after its act/,
  ],
  ['a feature is flat', 'server/features/shops/let/old/let-shop.ts', '', /no file of a feature/],
  ['a feature has a folder', 'server/features/let-shop.ts', '', /no file of a feature/],
  ['test helpers live in server/', 'server/features/shops/shops-helper.tsx', '', /no file of a feature/],
  ['no barrels', 'web/ui/index.ts', '', /is a barrel\. Import each/],
  ['no vague files', 'billing/utils.ts', '', /named utils.*Name it after/],
  ['no vague folders', 'web/office/common/a.tsx', '', /named common/],
  ['kebab-case files', 'web/ui/DataTable.tsx', '', /DataTable.*kebab-case\. Rename/],
  ['no default exports', 'billing/fold.ts', 'export default 1;', /by name\.$/],
  ['no default exports by another way', 'billing/fold.ts', 'const a = 1;\nexport { a as default };', /by name\.$/],
  ['no clock', 'server/action-context.ts', 'const now = Date.now();', /Date\.now asks the world.*as an argument/],
  ['no clock handed on', 'server/action-context.ts', 'const clock = globalThis.Date.now;', /Date\.now asks/],
  ['no date of today', 'web/office/a.tsx', 'const now = new Date();', /new Date\(\) asks the world/],
  ['no chance', 'billing/fold.ts', 'const dice = Math.random();', /Math\.random asks/],
  ['no stopwatch', 'server/http/a.ts', 'const now = performance.now();', /performance\.now asks/],
  [
    'no environment',
    'server/main.ts',
    `const port = process.env['PORT'];`,
    /reads the environment.*server\/config\.ts/,
  ],
  ['no environment in pieces', 'server/main.ts', 'const { env } = process;', /reads the environment/],
  ['no environment by import', 'server/main.ts', `import { env } from 'node:process';`, /reads the environment/],
  ['no zone', 'web/i18n/format.ts', `const zone = 'Asia/Colombo';`, /time zone\. Call billing\/calendar\.ts/],
  ['no zone in SQL', 'server/db/a.ts', `const text = "at time zone 'Asia/Colombo'";`, /time zone/],
  ['no offset', 'web/i18n/format.ts', 'const offset = 5.5 * 60 * (60 * 1000);', /5\.5 hours.*time zone/],
  ['no offset in a text', 'server/db/a.ts', "const time = '2026-11-20T00:00:00.000+05:30';", /time zone/],
  ['no file above 300 lines', 'web/ui/a.tsx', lines(301), /has 301 lines.*Move one of its thoughts/],
  ['no any', 'billing/fold.ts', 'let a: any;', /type any.*unknown/],
  ['no any in a cast', 'billing/fold.ts', 'let b = (0 as any) + 1;', /type any/],
  ['no hidden type errors', 'billing/fold.ts', `// ${'@ts-'}expect-error`, /in a comment\. Mend the type/],
  ['no hidden lint', 'billing/fold.ts', `/* ${'biome-'}ignore lint: it is late */`, /Mend what Biome found/],
  ['nothing left for later', 'billing/fold.ts', `// ${'TO'}${'DO'} round`, /Do it now/],
  ['syntax', 'billing/fold.ts', 'const = 1;', /does not parse.*Mend the syntax/],
];

it.each(broken)('%s: is named with how to mend it', (_rule, path, text, sentence) => {
  const findings = rulesBrokenBy(path, text);
  expect(findings).toEqual([{ path, line: expect.any(Number), sentence: expect.stringMatching(sentence) }]);
  expect(findings[0]?.sentence).toMatch(/\. [A-Z][^\n]*\.$/);
});

const kept: [rule: string, path: string, text: string][] = [
  ['a feature has routes, queries, present, acts and tests', 'server/features/shops/let-shop-to-tenant.ts', ''],
  ['a feature may hold data', 'server/features/products/starter-catalogue/fruits.ts', lines(400)],
  ['a journey is a spec', 'tests/price-sheet.spec.ts', ''],
  ['the clock tells the time', 'server/clock.ts', 'export const now = () => Date.now();'],
  ['the browser has a clock', 'web/ui/format/browser-clock.ts', 'export const now = () => new Date();'],
  ['a given date is no clock', 'web/ui/a.ts', 'const date = new Date(0); const text = "Date.now()"; // Math.random()'],
  ['config reads the environment', 'server/config.ts', 'const env = process.env;'],
  [
    'tests measure and read what they like',
    'server/testing/server.ts',
    `const a = [process.env, Date.now(), 'Asia/Colombo'];`,
  ],
  ['the calendar knows the zone', 'billing/calendar.ts', 'const OFFSET = 5.5 * 60 * 60 * 1000;'],
  ['prose may name the zone', 'contract/scalars.ts', 'const about = "A day of the market (Asia/Colombo, UTC+05:30)";'],
  ['a number may be 5.5', 'web/ui/a.ts', 'const width = 5.5 * 16;'],
  ['300 lines are allowed', 'web/ui/a.tsx', lines(300)],
  ['a test may be long', 'web/ui/a.test.tsx', lines(400)],
  ['words may contain any', 'billing/fold.ts', '/* any todo of XXXL */ const many = "as any"; '],
];

it.each(kept)('%s', (_rule, path, text) => {
  expect(rulesBrokenBy(path, text)).toEqual([]);
});

it('tells the line', () => {
  expect(rulesBrokenBy('billing/fold.ts', `// the date: සිංහල\n\nconst now = Date.now();`)[0]?.line).toBe(3);
});

it('looks at style sheets: their names, and whether any file wears them', () => {
  const sources = readSources([
    { path: 'web/ui/card.tsx', text: `import css from './card.module.css'` },
    {
      path: 'web/ui/card.module.css',
      text: `@import url('#web/ui/colours.css'); a { composes: b from './box.module.css' }`,
    },
    { path: 'web/ui/colours.css', text: '' },
    { path: 'web/ui/box.module.css', text: '' },
    { path: 'web/ui/oldBox.module.css', text: '' },
  ]);
  expect(findBrokenHouseRules(sources)).toEqual([
    { path: 'web/ui/oldBox.module.css', line: 1, sentence: expect.stringMatching(/kebab-case/) },
    { path: 'web/ui/oldBox.module.css', line: 1, sentence: expect.stringMatching(/imported by no file\. Delete it/) },
  ]);
});
