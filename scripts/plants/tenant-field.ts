import { addedText, type Plant } from './plant.ts';

const MIGRATION = `import type { Kysely } from 'kysely';
import { schemaTypes } from '../schema-types.ts';

export async function up(db: Kysely<never>): Promise<void> {
  const { text } = schemaTypes(db);
  await db.schema
    .alterTable('tenancies')
    .addColumn('guarantor', text, (column) => column.notNull().defaultTo(''))
    .execute();
}
`;

const PROOF = `/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestOffice, TERMS } from './testing/office.ts';

test('a guarantor is stored, edited, in the audit log and in the download of a person, and erased', async () => {
  const office = await openTestOffice();
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'A-1' } });
  const nimal = { name: 'Nimal', contact: '077', address: 'Dambulla', email: '' };
  const added = await office.ask(tenants.add, { body: { ...nimal, shop_id: 'A-1', guarantor: 'Sunil' } });
  const params = { id: String(added.tenant.tenant_id) };
  expect(added.tenant.guarantor).toBe('Sunil');
  await office.ask(tenants.edit, { params, body: { ...nimal, guarantor: 'Kamala' } });
  expect((await office.ask(tenants.get, { params })).guarantor).toBe('Kamala');
  expect((await office.auditLog()).at(-1)).toMatchObject({
    old_value: expect.stringContaining('guarantor: Sunil'),
    new_value: expect.stringContaining('guarantor: Kamala'),
  });
  await office.ask(tenants.edit, { params, body: nimal });
  expect((await office.ask(tenancies.personalData, { params })).person.guarantor).toBe('Kamala');
  await office.ask(tenants.remove, { params });
  await office.ask(tenancies.erasePersonalData, { params, body: { reason: 'They asked for it' } });
  expect((await office.ask(tenants.get, { params })).guarantor).toBe('');
});
`;

const TENANT_TEST = 'sqlite server/features/tenants/tenants.test.ts';
const PERSON_TEST = 'sqlite server/features/tenancies/personal-data.test.ts';
const FORM_TEST = 'web web/office/tenants/tenant-form.test.tsx';
const SCREEN_TEST = 'web web/office/tenants/tenants-page.test.tsx';
const SHOP_TEST = 'web web/office/shop-summary/shop-summary-page.test.tsx';
const MARKED_TEXT_TEST = 'sqlite server/marked-text.test.ts';
const LABEL_TEST = 'unit contract/messages/message.test.ts';

export const tenantField: Plant = {
  name: 'field of a tenant',
  mostFiles: 11,
  first: {
    file: 'contract/tenants.ts',
    edits: [
      ['  tax_address: z.string(),\n', '  tax_address: z.string(),\n  guarantor: z.string(),\n'],
      [
        '  tax_address: optionalLine(200).optional(),\n',
        '  tax_address: optionalLine(200).optional(),\n  guarantor: optionalLine(120).optional(),\n',
      ],
    ],
  },
  others: [
    {
      file: 'server/db/tables/ledger-tables.ts',
      namedBy: 'server/features/tenants/present.ts',
      edits: [
        [
          '  tax_address: string;\n  /** The computed balance',
          '  tax_address: string;\n  guarantor: Generated<string>;\n  /** The computed balance',
        ],
      ],
    },
    {
      file: 'server/features/tenants/edited-tenant.ts',
      namedBy: 'server/features/tenants/edited-tenant.ts',
      edits: [
        ["  tax_address: '',\n  agreement", "  tax_address: '',\n  guarantor: '',\n  agreement"],
        ["  tax_address: { erasedTo: '' },\n", "  tax_address: { erasedTo: '' },\n  guarantor: { erasedTo: '' },\n"],
        ["    tax_address: 'tax_address',\n", "    tax_address: 'tax_address',\n    guarantor: 'guarantor',\n"],
      ],
    },
    {
      file: 'texts/fields.json',
      namedBy: 'server/features/tenants/edited-tenant.ts',
      edits: [addedText('fields.guarantor', 'fields.hotline', { en: 'guarantor', si: 'ඇපකරු', ta: 'பிணையாளர்' })],
    },
    {
      file: 'web/office/tenants/tenant-form.tsx',
      namedBy: 'web/office/tenants/tenant-form.tsx',
      edits: [["  tax_address: '',\n", "  tax_address: '',\n  guarantor: '',\n"]],
    },
    {
      file: 'web/office/tenants/tenant-form.tsx',
      namedBy: 'web/office/tenants/tenant-form.tsx',
      edits: [
        [
          '    address: <TextInput',
          "    guarantor: <TextInput label={t('tenants.form.guarantor')} autoComplete=\"off\" {...field('guarantor')} />,\n    address: <TextInput",
        ],
      ],
    },
    {
      file: 'texts/tenants.json',
      namedBy: 'web/office/tenants/tenant-form.tsx',
      edits: [
        addedText('tenants.form.guarantor', 'tenants.form.address', { en: 'Guarantor', si: 'ඇපකරු', ta: 'பிணையாளர்' }),
      ],
    },
    { file: 'server/db/migrations/0099-guarantor.ts', namedBy: TENANT_TEST, isMigration: true, text: MIGRATION },
    {
      file: 'server/db/every-migration.ts',
      namedBy: TENANT_TEST,
      isMigration: true,
      edits: [
        [
          '\n/** The migrations by name',
          "import * as guarantor from './migrations/0099-guarantor.ts';\n\n/** The migrations by name",
        ],
        ['\n};\n\nexport type Migrations', "\n  '0099-guarantor': guarantor,\n};\n\nexport type Migrations"],
      ],
    },
    {
      file: 'server/features/tenants/tenants.test.ts',
      namedBy: TENANT_TEST,
      edits: [["    tax_address: '',\n", "    tax_address: '',\n    guarantor: '',\n"]],
    },
    {
      file: 'server/features/tenancies/personal-data.test.ts',
      namedBy: PERSON_TEST,
      edits: [['    person: {\n      ...PERSON,\n', "    person: {\n      ...PERSON,\n      guarantor: '',\n"]],
    },
    {
      file: 'web/testing/tenants.ts',
      namedBy: SCREEN_TEST,
      edits: [["    tax_address: '',\n", "    tax_address: '',\n    guarantor: '',\n"]],
    },
    {
      file: 'web/testing/payments.ts',
      namedBy: SHOP_TEST,
      edits: [["      tax_address: '',\n", "      tax_address: '',\n      guarantor: '',\n"]],
    },
    {
      file: 'web/office/tenants/tenant-form.test.tsx',
      namedBy: FORM_TEST,
      edits: [
        ["tax_address: '' };", "tax_address: '', guarantor: '' };"],
        ["  Address: '12 Kandy", "  Guarantor: '',\n  Address: '12 Kandy"],
      ],
    },
  ],
  proof: PROOF,
  passing: [TENANT_TEST, PERSON_TEST, FORM_TEST, SCREEN_TEST, SHOP_TEST, LABEL_TEST, MARKED_TEXT_TEST],
};
