import { cashPaper } from './cash-paper.ts';
import { MIGRATION, PAGE, PROOF_OF_METHOD, PROOF_OF_PAGE, PROOF_OF_ROLE } from './new-files.ts';
import { officePage } from './office-page.ts';
import { addedText, type Plant, SCHEMA_TEST } from './plant.ts';
import { tenantField } from './tenant-field.ts';

const WORDS = 'contract/words.ts';
const LABELS = 'contract/messages/word.ts';

export const plants: readonly Plant[] = [
  {
    name: 'payment method LANKAQR',
    mostFiles: 2,
    first: {
      file: WORDS,
      edits: [["  'Correction Made': {", "  LANKAQR: { isOffered: true },\n  'Correction Made': {"]],
    },
    others: [
      {
        file: 'texts/words.json',
        namedBy: LABELS,
        edits: [
          addedText('words.method.LANKAQR', 'words.method.Correction Made', {
            en: 'LANKAQR',
            si: 'LANKAQR ගෙවීම',
            ta: 'LANKAQR கொடுப்பனவு',
          }),
        ],
      },
    ],
    proof: PROOF_OF_METHOD,
    passing: [
      'unit contract/fixed-words.test.ts',
      'unit contract/messages/message.test.ts',
      'unit web/i18n/catalogues.test.ts',
      SCHEMA_TEST,
    ],
  },
  {
    name: 'role accountant',
    mostFiles: 4,
    first: {
      file: 'contract/roles.ts',
      edits: [['  editor: { opens:', "  accountant: { opens: 'dashboard' },\n  editor: { opens:"]],
    },
    others: [
      {
        file: 'contract/permissions.ts',
        namedBy: 'contract/permissions.ts',
        edits: [
          [
            '/** All permissions; a superadmin has each of them. */',
            "const ofAccountant = ['session.own', 'books.read', 'books.write', 'payments.take', 'reports.read'] as const;\n\n/** All permissions; a superadmin has each of them. */",
          ],
          ['  editor: ofEditor,', '  accountant: ofAccountant,\n  editor: ofEditor,'],
        ],
      },
      {
        file: 'texts/words.json',
        namedBy: LABELS,
        edits: [
          addedText('words.role.accountant', 'words.role.editor', {
            en: 'accountant',
            si: 'ගණකාධිකාරී',
            ta: 'கணக்காளர்',
          }),
        ],
      },
      {
        file: 'texts/accounts.json',
        namedBy: 'web/office/accounts/admin-panel-page.tsx',
        edits: [
          addedText('accounts.role.accountant', 'accounts.role.editor', {
            en: 'Can record payments and view reports',
            si: 'ගෙවීම් සටහන් කිරීමට සහ වාර්තා බැලීමට හැක',
            ta: 'கொடுப்பனவுகளைப் பதியவும் அறிக்கைகளைப் பார்க்கவும் முடியும்',
          }),
        ],
      },
      { file: 'server/db/migrations/0009-accountant.ts', namedBy: SCHEMA_TEST, isMigration: true, text: MIGRATION },
      {
        file: 'server/db/every-migration.ts',
        namedBy: SCHEMA_TEST,
        isMigration: true,
        edits: [
          [
            '\n/** The migrations by name',
            "import * as accountant from './migrations/0009-accountant.ts';\n\n/** The migrations by name",
          ],
          [
            'const everyMigration: Migrations = {',
            "const everyMigration: Migrations = {\n  '0009-accountant': accountant,",
          ],
        ],
      },
    ],
    proof: PROOF_OF_ROLE,
    passing: [
      SCHEMA_TEST,
      'unit contract/fixed-words.test.ts',
      'unit contract/permissions.test.ts',
      'unit contract/messages/message.test.ts',
      'web web/office/session/login-page.test.tsx',
      'web web/office/accounts/admin-panel-page.test.tsx',
    ],
  },
  {
    name: 'public page /scales',
    mostFiles: 6,
    first: {
      file: 'contract/site.ts',
      edits: [['  offline: Record<never, never>;', '  scales: { scales: number };\n  offline: Record<never, never>;']],
    },
    others: [
      { file: 'web/site/scales/scales-page.tsx', namedBy: 'web/site/pages.ts', text: PAGE },
      {
        file: 'web/site/pages.ts',
        namedBy: 'web/site/pages.ts',
        edits: [
          [
            'import { productChartPage }',
            "import { scalesPage } from './scales/scales-page.tsx';\nimport { productChartPage }",
          ],
          ['  offline: offlinePage,', '  scales: scalesPage,\n  offline: offlinePage,'],
        ],
      },
      {
        file: 'texts/site/every-page.json',
        namedBy: 'web/site/scales/scales-page.tsx',
        edits: [
          [
            '{\n',
            '{\n  "scales.title": { "en": "Scales", "si": "කඩ කාමර", "ta": "கடைகள்" },\n  "scales.text": { "en": "{scales} scales sell here.", "si": "කඩ කාමර {scales}ක් ඇත.", "ta": "{scales} கடைகள் உள்ளன." },\n',
          ],
        ],
      },
      {
        file: 'server/features/site/load-page.ts',
        namedBy: 'server/features/site/load-page.ts',
        edits: [['    offline: loadNothing,', '    scales: async () => ({ scales: 144 }),\n    offline: loadNothing,']],
      },
      {
        file: 'web/site/render.test.ts',
        namedBy: 'web/site/render.test.ts',
        edits: [
          [
            "  offline: { path: '/offline', data: {} },",
            "  scales: { path: '/scales', data: { scales: 144 } },\n  offline: { path: '/offline', data: {} },",
          ],
        ],
      },
    ],
    proof: PROOF_OF_PAGE,
    passing: ['unit web/site/render.test.ts', 'unit web/site/seo/seo.test.ts', 'unit web/i18n/catalogues.test.ts'],
  },
  {
    name: 'vehicle type Tractor, in the office',
    mostFiles: 0,
    others: [],
    passing: ['sqlite server/features/tariff/vehicle-types.test.ts'],
  },
  officePage,
  tenantField,
  cashPaper,
];
