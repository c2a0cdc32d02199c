import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { findImportFaults } from './find-import-faults.ts';
import { findFolderCircles } from './folder-circles.ts';
import examples from './import-examples.json' with { type: 'json' };
import { IMPORT_RULES } from './import-rules.ts';
import type { Finding } from './read-sources.ts';

describe('find import faults', () => {
  const { broken, others } = examples as unknown as {
    broken: [rule: string, path: string, text: string][];
    others: string[][];
  };
  const EMPTY = [
    'billing/money.ts',
    'contract/scalars.ts',
    'server/clock.ts',
    'server/db/tables/tables.ts',
    'server/testing/server.ts',
    'server/features/shops/routes.ts',
    'server/features/shops/queries.ts',
    'server/features/shops/let-shop.ts',
    'server/features/audit/write-audit.ts',
    'server/features/audit/edited.ts',
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
    findings = await findImportFaults(root);
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

  const CIRCLES = ['server/features/', 'web/'].map((folder) => `folder-circle ${folder}:1`);
  const planted = new Set(broken.map(([, file]) => file));
  it('only circles of folders and imports of Mantine are reported', () => {
    const rest = findings.filter((each) => !planted.has(each.path));
    expect(new Set(rest.map(({ path: file, rule, line }) => `${rule} ${file}:${line}`))).toEqual(
      new Set(['mantine web/site/eager.tsx:1', ...CIRCLES]),
    );
    expect(rest.find(({ rule }) => rule === 'mantine')?.sentence).toContain(
      'imports web/ui/card.tsx -> web/ui/box.tsx -> @mantine/core',
    );
  });
});

function circlesOf(imports: readonly (readonly [from: string, to: string])[]): string[] {
  const modules = imports.map(([source, resolved]) => ({ source, dependencies: [{ resolved }] }));
  return findFolderCircles(modules as never).map(({ path, sentence }) => `${path} ${sentence}`);
}

it('two folders that import each other are a circle of the folder around them', () => {
  expect(
    circlesOf([
      ['web/office/shell/menu.ts', 'web/office/pages.ts'],
      ['web/office/pages.ts', 'web/office/shops/list.ts'],
      ['web/office/shops/list.ts', 'web/office/shell/screen.ts'],
    ]),
  ).toEqual([
    'web/office/ shell -> pages.ts -> shops -> shell is a circle: web/office/shell/menu.ts imports web/office/pages.ts; ' +
      'web/office/pages.ts imports web/office/shops/list.ts; web/office/shops/list.ts imports web/office/shell/screen.ts. ' +
      'Move a file, or pass the value.',
  ]);
});

it('a file and a folder beside it that import each other are a circle', () => {
  expect(
    circlesOf([
      ['server/db/connect.ts', 'server/db/seal/key.ts'],
      ['server/db/seal/rows.ts', 'server/db/connect.ts'],
    ]),
  ).toEqual([expect.stringMatching(/^server\/db\/ connect\.ts -> seal -> connect\.ts is a circle/)]);
});

it('imports in one direction, tests, top folders and packages are allowed', () => {
  expect(
    circlesOf([
      ['web/ui/table/rows.ts', 'web/ui/address/sort.ts'],
      ['web/ui/table/grid.ts', 'web/ui/address/sort.ts'],
      ['web/ui/address/sort.test.ts', 'web/ui/table/rows.ts'],
      ['web/testing/market.ts', 'web/ui/table/rows.ts'],
      ['web/ui/table/grid.ts', 'web/testing/market.ts'],
      ['contract/scalars.ts', 'billing/money.ts'],
      ['billing/money.ts', 'contract/scalars.ts'],
      ['web/ui/table/grid.ts', 'node_modules/react/index.js'],
      ['node_modules/react/index.js', 'web/ui/address/sort.ts'],
    ]),
  ).toEqual([]);
});

const lockFile = path.join(import.meta.dirname, '../../package-lock.json');

test('no package runs a program of its own during installation', () => {
  const { packages }: { packages: Record<string, { hasInstallScript?: boolean }> } = JSON.parse(
    readFileSync(lockFile, 'utf8'),
  );
  const names = Object.keys(packages);
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter((name) => packages[name]?.hasInstallScript)).toEqual([]);
});
