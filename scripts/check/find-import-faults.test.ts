import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findImportFaults } from './find-import-faults.ts';
import { FEATURE_CYCLES, IMPORT_RULES } from './import-rules.ts';
import type { Finding } from './read-sources.ts';

/** Each file is planted in one tree with the others; the files it imports need no text of their own. */
const broken: [rule: string, path: string, text: string][] = [
  ['contract', 'contract/a.ts', `import { a } from '#server/db/tables.ts'`],
  ['contract', 'contract/b.ts', `import { fold } from '#billing/fold.ts'`],
  ['contract', 'contract/c.ts', `import { readFileSync } from 'node:fs'`],
  ['billing', 'billing/a.ts', `import '../contract/shops.ts'`],
  ['billing', 'billing/b.ts', `import { z } from 'zod'`],
  ['billing', 'billing/c.ts', `import { readFileSync } from 'node:fs'`],
  ['server-features', 'server/db/a.ts', `import '../features/shops/queries.ts'`],
  ['server-features', 'server/http/a.ts', `import { a } from '#server/features/shops/queries.ts'`],
  ['server-features', 'server/a.ts', `import { a } from './features/shops/let-shop.ts'`],
  ['server-web', 'server/b.ts', `const site = await import('../web/site/home.tsx')`],
  ['server-web', 'server/b.test.ts', `import '../web/site/home.tsx'`],
  ['server-web', 'server/features/c/present.ts', `import type { A } from '#web/ui/table.tsx'`],
  ['server-scripts', 'server/c.ts', `import '#scripts/demo.ts'`],
  ['app-features', 'server/app.ts', `import { a } from './features/shops/queries.ts'`],
  ['feature-feature', 'server/features/a/apply-fine.ts', `import { a } from '../shops/routes.ts'`],
  ['test-code', 'server/features/b/present.ts', `import { a } from './make-b.test.ts'`],
  ['test-code', 'server/d.ts', `import { a } from './testing/server.ts'`],
  ['test-code', 'web/ui/a.ts', `import { a } from '#web/testing/market.ts'`],
  ['web-server', 'web/a.ts', `import type { App } from '#server/db/tables.ts'`],
  ['web-server', 'web/a.test.ts', `import type { App } from '#server/db/tables.ts'`],
  ['site-office-gate', 'web/site/a.tsx', `import { a } from '../office/main.tsx'`],
  ['site-office-gate', 'web/site/b.tsx', `import { a } from '../gate/queue.ts'`],
  ['site-office-gate', 'web/office/shops/a.tsx', `import { a } from '#web/gate/queue.ts'`],
  ['site-office-gate', 'web/office/shops/b.tsx', `import { a } from '#web/site/home.tsx'`],
  ['site-office-gate', 'web/gate/a.ts', `import { a } from '../office/main.tsx'`],
  ['site-office-gate', 'web/gate/b.ts', `import { a } from '#web/site/home.tsx'`],
  ['ui', 'web/ui/b.tsx', `import { a } from '../gate/queue.ts'`],
  ['ui', 'web/ui/c.tsx', `import { a } from '../office/main.tsx'`],
  ['ui', 'web/i18n/a.ts', `import { a } from '../site/home.tsx'`],
  ['documents', 'web/documents/a.tsx', `import { a } from '../gate/queue.ts'`],
  ['documents', 'web/documents/b.tsx', `import { a } from '../routes.ts'`],
  ['tools-screens', 'scripts/a.ts', `import { a } from '#web/office/main.tsx'`],
  ['tools-screens', 'bench/a.ts', `await import(\`../web/office/main.tsx\`)`],
  ['scripts-bench', 'scripts/b.ts', `import '../bench/soak.ts'`],
  ['screen-packages', 'server/e.ts', `import { renderToString } from 'react-dom/server'`],
  ['screen-packages', 'server/http/b.ts', `import { Button } from '@mantine/core'`],
  ['database-web', 'web/ui/d.ts', `import type { Kysely } from 'kysely'`],
  ['database', 'server/http/c.ts', `import { sql } from 'kysely'`],
  ['database', 'server/http/d.ts', `import { DatabaseSync } from 'node:sqlite'`],
  ['database', 'server/features/d/routes.ts', `import { type Kysely, sql } from 'kysely'`],
  ['mantine', 'web/site/c.tsx', `import { Button } from '@mantine/core'`],
  ['mantine', 'web/gate/c.tsx', `import { Input } from '@mantine/core'`],
  ['mantine', 'web/documents/c.tsx', `import '@mantine/core/styles.css'`],
  ['unknown-file', 'server/f.ts', `import { a } from './clock'`],
  ['unknown-file', 'web/ui/e.ts', `import { a } from './table.js'`],
  ['unknown-file', 'server/g.ts', `import { a } from '#tests/b.ts'`],
  ['unused-style-sheet', 'web/ui/worn-by-nobody.module.css', 'a { color: red }'],
];

const others: [path: string, text: string][] = [
  ['contract/shops.ts', `import { z } from 'zod'; import '#billing/money.ts'; import './scalars.ts'`],
  ['billing/fold.ts', `import { cents } from './money.ts'`],
  ['billing/fold.test.ts', `import fc from 'fast-check'; import { it } from 'vitest'; import 'node:fs'`],
  ['server/db/connect.ts', `import pg from 'pg'; import 'node:sqlite'; import '../clock.ts'`],
  [
    'server/http/endpoint.ts',
    `import type { Kysely } from 'kysely'; import { z } from 'zod'; import '#server/db/tables.ts'`,
  ],
  ['server/features/fines/routes.ts', `import type { Kysely } from 'kysely'; import './present.ts'`],
  ['server/features/fines/present.ts', ''],
  ['server/features/fines/apply-fine.ts', `import { sql } from 'kysely'; import '#server/features/shops/queries.ts'`],
  ['server/features/fines/send-fine.ts', `import '../shops/let-shop.ts'; import '#billing/fold.ts'`],
  [
    'server/features/shops/let-shop.test.ts',
    `import '../../app.ts'; import '../fines/routes.ts'; import '#scripts/demo.ts'`,
  ],
  ['server/start.ts', `import './features/shops/let-shop.ts'; import './features/shops/routes.ts'`],
  ['web/site/home.tsx', `import React from 'react'; import css from './home.module.css'; import '../ui/table.tsx'`],
  ['web/site/home.module.css', 'a { color: red }'],
  ['web/site/lazy.tsx', `import type { Card } from '../ui/card.tsx'; const later = () => import('../ui/card.tsx')`],
  ['web/site/eager.tsx', `import { Card } from '../ui/card.tsx'`],
  ['web/ui/card.tsx', `import { Box } from './box.tsx'`],
  ['web/ui/box.tsx', `import { Box } from '@mantine/core'`],
  ['web/office/main.tsx', `import '../routes.ts'`],
  ['web/office/shops/shop-page.tsx', `import { Button } from '@mantine/core'`],
  ['web/gate/queue.ts', `import { openDB } from 'idb'; import '../documents/ticket.tsx'; import '#web/ui/table.tsx'`],
  ['web/documents/ticket.tsx', `import '#web/i18n/t.ts'; import '../ui/table.tsx'`],
  ['web/routes.ts', `const page = () => import('./office/shops/shop-page.tsx'); import './site/home.tsx'`],
  ['bench/soak.ts', `import '#scripts/demo.ts'`],
  [
    'scripts/demo.ts',
    `import { sql } from 'kysely'; import '#server/features/shops/routes.ts'; import '#web/site/home.tsx'`,
  ],
  ['server/features/ring-one/issue-bill.ts', `import '../ring-two/queries.ts'`],
  ['server/features/ring-two/queries.ts', `import type { A } from '../ring-three/queries.ts'`],
  ['server/features/ring-three/queries.ts', `\nimport { b } from '../ring-one/send-bill.ts'`],
  ['web/ui/chicken.ts', `import type { Egg } from './egg.ts'`],
  ['web/ui/egg.ts', `\nimport { Chicken } from './chicken.ts'`],
];
const EMPTY = [
  ...['billing/money.ts', 'contract/scalars.ts', 'server/clock.ts', 'server/db/tables.ts', 'server/testing/server.ts'],
  ...['server/features/shops/routes.ts', 'server/features/shops/queries.ts', 'server/features/shops/let-shop.ts'],
  ...['server/features/ring-one/send-bill.ts', 'web/ui/table.tsx', 'web/testing/market.ts', 'web/i18n/t.ts'],
  ...['server/features/b/make-b.test.ts', 'node_modules/kysely/index.js'],
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
  const aliases = { ...imports, '#web/*': './web/*', '#scripts/*': './scripts/*' };
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

it('each rule is shown by an example', () => {
  const shown = new Set([...findings.map(({ rule }) => rule)]);
  expect([...IMPORT_RULES, FEATURE_CYCLES].filter(({ name }) => !shown.has(name ?? ''))).toEqual([]);
});

const planted = new Set(broken.map(([, file]) => file));
it('reports nothing else but the cycles and the way to Mantine', () => {
  const rest = findings.filter((each) => !planted.has(each.path));
  const names = ['one', 'two', 'three'].map((name) => `feature-cycle server/features/ring-${name}:1`);
  expect(new Set(rest.map(({ path: file, rule, line }) => `${rule} ${file}:${line}`))).toEqual(
    new Set(['cycle web/ui/chicken.ts:1', 'mantine web/site/eager.tsx:1', ...names]),
  );
  expect(rest.find(({ rule }) => rule === 'mantine')?.sentence).toContain(
    'imports web/ui/card.tsx -> web/ui/box.tsx -> @mantine/core',
  );
});
