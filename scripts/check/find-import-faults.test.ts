import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findImportFaults } from './find-import-faults.ts';
import examples from './import-examples.json' with { type: 'json' };
import { IMPORT_RULES } from './import-rules.ts';
import type { Finding } from './read-sources.ts';

const { broken, others } = examples as unknown as {
  broken: [rule: string, path: string, text: string][];
  others: string[][];
};
const EMPTY = [
  'billing/money.ts',
  'contract/scalars.ts',
  'server/clock.ts',
  'server/db/tables.ts',
  'server/testing/server.ts',
  'server/features/shops/routes.ts',
  'server/features/shops/queries.ts',
  'server/features/shops/let-shop.ts',
  'server/features/ring-one/send-bill.ts',
  'web/ui/table.tsx',
  'web/testing/market.ts',
  'web/i18n/t.ts',
  'server/features/b/make-b.test.ts',
  'node_modules/kysely/index.js',
  'texts/subjects.ts',
];

const root = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
let findings: Finding[];

beforeAll(async () => {
  const files = [
    ...broken.map(([, file, text]) => [file, `// line 1\n${text};`]),
    ...others,
    ...EMPTY.map((file) => [file, '']),
  ];
  const imports = { '#contract/*': './contract/*', '#billing/*': './billing/*', '#server/*': './server/*' };
  const aliases = { ...imports, '#web/*': './web/*', '#scripts/*': './scripts/*', '#texts/*': './texts/*' };
  const manifests = [
    ['package.json', JSON.stringify({ type: 'module', imports: aliases })],
    ['node_modules/kysely/package.json', '{ "name": "kysely", "main": "index.js" }'],
  ];
  for (const [file = '', text = ''] of [...files, ...manifests]) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  ({ findings } = await findImportFaults(root));
});
afterAll(() => rmSync(root, { recursive: true }));

it.each(broken)('%s is reported in %s', (rule, file) => {
  const line = file.endsWith('.css') ? 1 : 2;
  expect(findings.filter((each) => each.path === file)).toEqual([
    { path: file, rule, line, sentence: expect.stringMatching(/: .*\. [A-Z].*\.$|^no file imports/) },
  ]);
});

it('each rule has an example', () => {
  const shown = new Set([...findings.map(({ rule }) => rule)]);
  expect(IMPORT_RULES.filter(({ name }) => !shown.has(name ?? ''))).toEqual([]);
});

const CIRCLES = ['server/features/', 'web/', 'web/ui/'].map((folder) => `folder-circle ${folder}:1`);
const planted = new Set(broken.map(([, file]) => file));
it('only cycles and imports of Mantine are reported', () => {
  const rest = findings.filter((each) => !planted.has(each.path));
  expect(new Set(rest.map(({ path: file, rule, line }) => `${rule} ${file}:${line}`))).toEqual(
    new Set(['cycle web/ui/chicken.ts:1', 'mantine web/site/eager.tsx:1', ...CIRCLES]),
  );
  expect(rest.find(({ rule }) => rule === 'mantine')?.sentence).toContain(
    'imports web/ui/card.tsx -> web/ui/box.tsx -> @mantine/core',
  );
});
