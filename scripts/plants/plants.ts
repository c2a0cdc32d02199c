import { MIGRATION, PAGE, PROOF_OF_METHOD, PROOF_OF_PAGE, PROOF_OF_ROLE } from './new-files.ts';

export type PlantedChange = { file: string } & (
  | { edits: readonly [find: string, replace: string][] }
  | { text: string }
);

/** A change to the product that a market is likely to need one day. The command makes it in a copy of the product. */
export interface Plant {
  name: string;
  mostFiles: number;
  /**
   * The change that is made first, to the file that declares the new value. The compiler or a test must then report
   * every file in `others`.
   */
  first?: PlantedChange;
  /**
   * The changes to other files. `namedBy` is the file in which the compiler reports an error, or the test file that
   * fails, as long as the change has not been made.
   */
  others: readonly (PlantedChange & { namedBy: string; isMigration?: true })[];
  /** The test that must fail while only the first change has been made: its Vitest project and its file. */
  naming?: string;
  /** The source of a test that uses the feature that the change adds. It is written into the copy of the product. */
  proof?: string;
  /** The tests that must pass once the whole change has been made. */
  passing: readonly string[];
}

const WORDS = 'contract/words.ts';
const LABELS = 'contract/messages/word.ts';
const SCHEMA_TEST = 'sqlite server/db/first-schema.test.ts';

function addedText(key: string, after: string, text: Record<'en' | 'si' | 'ta', string>): [string, string] {
  return [`    "${after}":`, `    "${key}": ${JSON.stringify(text)},\n    "${after}":`];
}

export const plants: readonly Plant[] = [
  {
    name: 'payment method LANKAQR',
    mostFiles: 2,
    first: {
      file: WORDS,
      edits: [["  'Correction Made': {", "  LANKAQR: { ofTenancy: true },\n  'Correction Made': {"]],
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
      'sqlite server/db/first-schema.test.ts',
      'sqlite server/db/first-schema.test.ts',
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
    naming: SCHEMA_TEST,
    proof: PROOF_OF_ROLE,
    passing: [
      SCHEMA_TEST,
      'sqlite server/db/first-schema.test.ts',
      'unit contract/fixed-words.test.ts',
      'unit contract/permissions.test.ts',
      'unit contract/messages/message.test.ts',
      'web web/office/session/login-page.test.tsx',
      'web web/office/accounts/admin-panel-page.test.tsx',
    ],
  },
  {
    name: 'public page /stalls',
    mostFiles: 6,
    first: {
      file: 'contract/site.ts',
      edits: [['  offline: Record<never, never>;', '  stalls: { stalls: number };\n  offline: Record<never, never>;']],
    },
    others: [
      { file: 'web/site/stalls/stalls-page.tsx', namedBy: 'web/site/pages.ts', text: PAGE },
      {
        file: 'web/site/pages.ts',
        namedBy: 'web/site/pages.ts',
        edits: [
          [
            'import { productChartPage }',
            "import { stallsPage } from './stalls/stalls-page.tsx';\nimport { productChartPage }",
          ],
          ['  offline: offlinePage,', '  stalls: stallsPage,\n  offline: offlinePage,'],
        ],
      },
      {
        file: 'texts/site/every-page.json',
        namedBy: 'web/site/pages.ts',
        edits: [
          [
            '{\n',
            '{\n  "stalls.title": { "en": "Stalls", "si": "කඩ කාමර", "ta": "கடைகள்" },\n  "stalls.text": { "en": "{stalls} stalls sell here.", "si": "කඩ කාමර {stalls}ක් ඇත.", "ta": "{stalls} கடைகள் உள்ளன." },\n',
          ],
        ],
      },
      {
        file: 'server/features/site/load-page.ts',
        namedBy: 'server/features/site/load-page.ts',
        edits: [['    offline: loadNothing,', '    stalls: async () => ({ stalls: 144 }),\n    offline: loadNothing,']],
      },
      {
        file: 'web/site/render.test.ts',
        namedBy: 'web/site/render.test.ts',
        edits: [
          [
            "  offline: { path: '/offline', data: {} },",
            "  stalls: { path: '/stalls', data: { stalls: 144 } },\n  offline: { path: '/offline', data: {} },",
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
];
