import { expect, it } from 'vitest';
import { type Finding, readSources } from './read-imports.ts';
import { findBrokenWalls } from './walls.ts';

/** A made-up tree: each path with its text. */
function wallsBrokenIn(tree: Record<string, string>): Finding[] {
  return findBrokenWalls(readSources(Object.entries(tree).map(([path, text]) => ({ path, text }))));
}

const broken: [wall: string, path: string, text: string, sentence: RegExp][] = [
  [
    'contract knows no server',
    'contract/shops.ts',
    `import { find } from '#server/db/tables.ts'`,
    /contract may import only.*Move the logic/,
  ],
  [
    'contract knows two files of billing',
    'contract/shops.ts',
    `import { fold } from '#billing/fold.ts'`,
    /contract may import only/,
  ],
  [
    'contract has no package but zod',
    'contract/shops.ts',
    `import type { Kysely } from 'kysely'`,
    /contract may import only/,
  ],
  [
    'billing knows no contract',
    'billing/fold.ts',
    `export * from '../contract/shops.ts'`,
    /billing may import only.*Take what it needs/,
  ],
  ['billing has no package', 'billing/fold.ts', `import { z } from 'zod'`, /no package.*as an argument/],
  ['billing asks Node nothing', 'billing/fold.ts', `import { readFileSync } from 'node:fs'`, /no package/],
  [
    'server/db knows no feature',
    'server/db/tables.ts',
    `import '../features/shops/queries.ts'`,
    /no feature.*Move the code into/,
  ],
  [
    'server/http knows no feature',
    'server/http/core/auth.ts',
    `import { a } from '#server/features/session/queries.ts'`,
    /no feature/,
  ],
  [
    'server/*.ts knows no feature',
    'server/action-context.ts',
    `import { a } from './features/audit/note-act.ts'`,
    /no feature/,
  ],
  [
    'the server loads no web',
    'server/app.ts',
    `const site = await import('../web/site/render.tsx')`,
    /only its routes\.ts/,
  ],
  [
    'app.ts takes only routes and acts',
    'server/app.ts',
    `import { a } from './features/shops/queries.ts'`,
    /only its routes\.ts and acts.*call it here/,
  ],
  [
    'routes of another feature',
    'server/features/fines/apply-fine.ts',
    `import { a } from '../shops/routes.ts'`,
    /its queries\.ts, present\.ts and acts.*Call a query/,
  ],
  [
    'a test of another feature',
    'server/features/fines/present.ts',
    `import { a } from '../shops/let-shop.test.ts'`,
    /its queries\.ts, present\.ts and acts/,
  ],
  [
    'a feature knows no web',
    'server/features/fines/present.ts',
    `import type { A } from '#web/ui/a.tsx'`,
    /a feature may import/,
  ],
  [
    'site knows no office',
    'web/site/home.tsx',
    `import { a } from '../office/shops/calls.ts'`,
    /not web\/office.*Move what both need/,
  ],
  ['site knows no gate', 'web/site/home.tsx', `import { a } from '../gate/entries.ts'`, /web\/gate/],
  [
    'office knows no gate',
    'web/office/shops/shop-page.tsx',
    `import { a } from '#web/gate/engine/entries.ts'`,
    /web\/gate/,
  ],
  [
    'gate knows no office',
    'web/gate/engine/gate.ts',
    `import { a } from '../../office/session/session-store.ts'`,
    /a phone must not download.*directly in web/,
  ],
  [
    'gate knows no site',
    'web/gate/engine/gate.ts',
    `import { a } from '#web/site/home.tsx'`,
    /a phone must not download/,
  ],
  ['no Mantine on a phone', 'web/gate/screens/field.tsx', `import { Input } from '@mantine/core'`, /load no Mantine/],
  ['ui knows no gate', 'web/ui/table.tsx', `import { a } from '../gate/entries.ts'`, /neither.*as a prop/],
  ['office knows no site', 'web/office/shops/shop-page.tsx', `import { a } from '#web/site/home.tsx'`, /not web\/site/],
  ['ui knows no office', 'web/ui/table.tsx', `import { a } from '../office/shops/calls.ts'`, /neither.*as a prop/],
  ['i18n knows no site', 'web/i18n/format.ts', `import { a } from '../site/home.tsx'`, /neither/],
  [
    'print knows no office',
    'web/documents/invoice.tsx',
    `import { a } from '../office/shops/calls.ts'`,
    /A4 page out.*as a prop/,
  ],
  ['print knows no table of pages', 'web/documents/invoice.tsx', `import { a } from '../routes.ts'`, /A4 page out/],
  [
    'web knows no server',
    'web/routes.ts',
    `import type { App } from '#server/app.ts'`,
    /reached through the door only.*contract entry/,
  ],
  [
    'scripts know no office',
    'scripts/setup.ts',
    `import { a } from '#web/office/main.tsx'`,
    /everything but web\/office/,
  ],
  ['bench knows no office', 'bench/a.ts', `await import(\`../web/office/main.tsx\`)`, /everything but web\/office/],
  [
    'the product knows no test',
    'server/action-context.ts',
    `import { a } from './testing/server.ts'`,
    /is test code.*out of the test/,
  ],
  [
    'a path has its ending',
    'server/features/fines/routes.ts',
    `import { a } from '../shops/routes'`,
    /names no file.*ending/,
  ],
  ['a path ends as the file does', 'web/ui/a.ts', `import { a } from './b.js'`, /names no file/],
  [
    'an alias that is none',
    'server/action-context.ts',
    `import { a } from '#tests/b.ts'`,
    /may import contract, billing and server/,
  ],
  [
    'screens stay in web',
    'server/main.ts',
    `import { renderToString } from 'react-dom/server'`,
    /belongs to web.*let web show it/,
  ],
  ['Mantine stays in web', 'server/http/a.ts', `import { Button } from '@mantine/core'`, /belongs to web/],
  [
    'the database stays in the server',
    'web/ui/a.ts',
    `import type { Kysely } from 'kysely'`,
    /known only to server\/db.*Move the query/,
  ],
  ['the porch has no SQL', 'server/http/core/auth.ts', `import { sql } from 'kysely'`, /known only to server\/db/],
  [
    'routes have no SQL',
    'server/features/shops/routes.ts',
    `import { type Kysely, sql } from 'kysely'`,
    /touch no SQL.*queries\.ts/,
  ],
  [
    'no SQL by another way',
    'server/features/shops/present.ts',
    `import { sql } from '#server/db/tables.ts'`,
    /touch no SQL/,
  ],
  [
    'no Mantine for readers',
    'web/site/home.tsx',
    `import { Button } from '@mantine/core'`,
    /load no Mantine.*plain HTML/,
  ],
  ['no Mantine by a style sheet', 'web/site/home.module.css', `@import '@mantine/core/styles.css'`, /load no Mantine/],
  ['no Mantine on paper', 'web/documents/invoice.tsx', `import '@mantine/core/styles.css'`, /load no Mantine/],
];

it.each(broken)('%s: is named with how to mend it', (_wall, path, text, sentence) => {
  const findings = wallsBrokenIn({ [path]: `// the wall is broken on line 2\n${text};\n` });
  expect(findings).toEqual([{ path, line: 2, sentence: expect.stringMatching(sentence) }]);
  expect(findings[0]?.sentence).toMatch(/^[a-z][^\n]*\. [A-Z][^\n]*\.$/);
});

const kept: [room: string, path: string, text: string][] = [
  [
    'contract',
    'contract/shops.ts',
    `import { z } from 'zod'; import { cents } from '#billing/money.ts'; import './scalars.ts'`,
  ],
  ['billing', 'billing/fold.ts', `import { cents } from './money.ts'`],
  [
    'a test of billing',
    'billing/fold.test.ts',
    `import fc from 'fast-check'; import { it } from 'vitest'; import 'node:fs'`,
  ],
  [
    'server/db',
    'server/db/connect.ts',
    `import pg from 'pg'; import 'node:sqlite'; import { config } from '../config.ts'`,
  ],
  [
    'server/http',
    'server/http/core/endpoint.ts',
    `import type { Kysely } from 'kysely'; import { z } from 'zod'; import '#server/db/tables.ts'`,
  ],
  [
    'routes',
    'server/features/shops/routes.ts',
    `import type { Kysely } from 'kysely'; import { a } from './present.ts'`,
  ],
  [
    'an act',
    'server/features/fines/apply-fine.ts',
    `import { sql } from 'kysely'; import { a } from '#server/features/shops/queries.ts'`,
  ],
  [
    'another act',
    'server/features/fines/apply-fine.ts',
    `import { a } from '../mail/send-mail.ts'; import { b } from '#billing/fine.ts'`,
  ],
  [
    'a test of an act',
    'server/features/fines/apply-fine.test.ts',
    `import { a } from '../../app.ts'; import '../../testing/server.ts'`,
  ],
  ['start.ts', 'server/start.ts', `import { sendMail } from './features/mail/send-mail.ts'`],
  ['app.ts', 'server/app.ts', `import { routes } from './features/shops/routes.ts'; import fastify from 'fastify'`],
  [
    'site',
    'web/site/home.tsx',
    `import React from 'react'; import css from './home.module.css'; import '../ui/card.tsx'`,
  ],
  [
    'office',
    'web/office/shops/shop-page.tsx',
    `import { Button } from '@mantine/core'; import svg from '../../ui/leaf.svg?raw'`,
  ],
  [
    'gate',
    'web/gate/engine/gate.ts',
    `import { a } from '#web/client.ts'; import { b } from '../print/ticket.tsx'; import { openDB } from 'idb'; import '#web/ui/format/dates.ts'`,
  ],
  ['print', 'web/documents/invoice.tsx', `import { t } from '#web/i18n/t.ts'; import { Money } from '../ui/money.tsx'`],
  ['web', 'web/routes.ts', `const page = () => import('./office/shops/shop-page.tsx'); import './site/home.tsx'`],
  ['scripts', 'scripts/demo.ts', `import { sql } from 'kysely'; import { a } from '#server/features/shops/routes.ts'`],
];

it.each(kept)('%s may import what the table allows it', (_room, path, text) => {
  expect(wallsBrokenIn({ [path]: text })).toEqual([]);
});

it('names a circle between features, at the import that closes it', () => {
  const findings = wallsBrokenIn({
    'server/features/invoices/issue-invoice.ts': `import { a } from '../payments/queries.ts'`,
    'server/features/payments/queries.ts': `import type { A } from '../shops/queries.ts'`,
    'server/features/shops/queries.ts': `\nexport { b } from '../invoices/issue-invoice.ts'`,
  });
  expect(findings).toEqual([
    {
      path: 'server/features/shops/queries.ts',
      line: 2,
      sentence: expect.stringMatching(/circle invoices -> payments -> shops -> invoices \(.*\)\. Let only one of them/),
    },
  ]);
});

it('sees no circle where two features lean on a third, or where only a test looks back', () => {
  const findings = wallsBrokenIn({
    'server/features/fines/apply-fine.ts': `import '../invoices/queries.ts'; import '../shops/queries.ts'`,
    'server/features/invoices/queries.ts': `import '../shops/queries.ts'`,
    'server/features/shops/let-shop.test.ts': `import '../fines/apply-fine.ts'`,
  });
  expect(findings).toEqual([]);
});

it('follows the public site through ui to Mantine, but not through a lazy import or a type', () => {
  const ui = {
    'web/ui/card.tsx': `import { Box } from './box.tsx'`,
    'web/ui/box.tsx': `import './card.tsx'; import { Box } from '@mantine/core'`,
  };
  expect(wallsBrokenIn({ ...ui, 'web/site/home.tsx': `import { Card } from '../ui/card.tsx'` })).toEqual([
    {
      path: 'web/site/home.tsx',
      line: 1,
      sentence: expect.stringContaining('brings web/ui/card.tsx -> web/ui/box.tsx -> @mantine/core'),
    },
  ]);
  const harmless = `import type { Card } from '../ui/card.tsx'; const later = () => import('../ui/card.tsx')`;
  expect(wallsBrokenIn({ ...ui, 'web/site/home.tsx': harmless })).toEqual([]);
});
