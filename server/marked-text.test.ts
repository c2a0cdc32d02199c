/** @module-tag postgres */
import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import { accounts } from '#contract/accounts.ts';
import type { Call } from '#contract/call.ts';
import { claims } from '#contract/claims.ts';
import { fieldLabel } from '#contract/messages/input-message.ts';
import { message } from '#contract/messages/message.ts';
import { otherCharges } from '#contract/other-charges.ts';
import { products } from '#contract/products.ts';
import { publications } from '#contract/publications.ts';
import { reminders } from '#contract/reminders.ts';
import { shops } from '#contract/shops.ts';
import { tariff } from '#contract/tariff.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import type { Tables } from './db/tables/tables.ts';
import { addClaim } from './features/claims/add-claim.ts';
import { textOf } from './testing/backup.ts';
import type { Parts } from './testing/call.ts';
import { everythingIn, openTestOffice, TERMS, type TestOffice } from './testing/office.ts';
import { openTestMessages } from './testing/rent-messages.ts';

const DAY = 'is a day or an instant';
const WORD = 'is a word of a list';

/** The text columns that nobody types, with the reason. Every other column of text must pass this test. */
const NOT_TYPED = {
  tenancies: {
    started_on: DAY,
    ended_on: DAY,
    agreement_ends_on: DAY,
    balance_at: DAY,
    erased_at: DAY,
    created_at: DAY,
    updated_at: DAY,
    language: WORD,
    seal: 'is made with the audit key',
  },
  shops: { created_at: DAY, updated_at: DAY, shop_id: 'is the id, which cannot be edited' },
  products: {
    archived_at: DAY,
    created_at: DAY,
    updated_at: DAY,
    type: WORD,
    unit: WORD,
    image_hash: 'is the hash of a picture',
  },
  publications: { created_at: DAY, updated_at: DAY, type: WORD, image_hash: 'is the hash of a picture' },
  charge_kinds: { created_at: DAY, updated_at: DAY, basis: WORD },
  accounts: {
    created_at: DAY,
    updated_at: DAY,
    one_time_until: DAY,
    disabled_at: DAY,
    role: WORD,
    language: WORD,
    password_hash: 'is made from the password',
    chosen_columns: 'are names of columns',
  },
  vehicle_types: {
    created_at: DAY,
    updated_at: DAY,
    vehicle_kind: WORD,
    former_names: 'are names that it had',
  },
  reminders: {
    day: DAY,
    last_day: DAY,
    recorded_at: DAY,
    promised_on: DAY,
    promised_at: DAY,
    promised_from: DAY,
    level: WORD,
    way: WORD,
    language: WORD,
    recorded_by: 'is the account',
    subject: 'is made from the texts of reminders',
    body: 'is made from the texts of reminders',
  },
} satisfies { [Table in keyof Tables]?: { [Column in keyof Tables[Table]]?: string } };

type EditedTable = keyof typeof NOT_TYPED;

/** The columns that do not take every text, with two texts that they take. */
const TAKEN: Record<string, readonly [string, string]> = {
  email: ['marked-first@example.com', 'marked-second@example.com'],
  tin: ['900000019', '900000027'],
  code: ['MARKED-FIRST', 'MARKED-SECOND'],
  aliases: ['["Marked first"]', '["Marked second"]'],
  unit: ['1 unit', '2 unit'],
};

type Marks = Record<string, string>;
type MarkedEdit = readonly [call: Call, parts: Parts];

interface Subject {
  table: EditedTable;
  /** Adds a thing with marked texts, as far as the call takes them, and returns the calls that edit it. */
  add(office: TestOffice, first: Marks): Promise<(marks: Marks) => MarkedEdit[]>;
}

const tenancySubject: Subject = {
  table: 'tenancies',
  async add(office, { agreement_number, agreement_note, ...first }) {
    await office.ask(shops.add, { body: { ...TERMS, shop_id: 'A-1' } });
    const body = { is_vat_registered: true, shop_id: 'A-1', ...first };
    const { tenant } = await office.ask(tenants.add, { body: body as never });
    const params = { id: String(tenant.tenant_id) };
    const edits = ({ agreement_number, agreement_note, ...second }: Marks): MarkedEdit[] => [
      [tenants.edit, { params, body: { is_vat_registered: true, ...second } }],
      [tenancies.edit, { params, body: { agreement_number, agreement_note, language: 'en' } }],
    ];
    const [, agreement] = edits({ ...first, agreement_number, agreement_note } as Marks);
    await send(office, agreement);
    return edits;
  },
};

const shopSubject: Subject = {
  table: 'shops',
  async add(office, first) {
    const { shop } = await office.ask(shops.add, { body: { ...TERMS, ...first, shop_id: 'A-1' } });
    return (marks) => [[shops.edit, { params: { id: shop.shop_id }, body: { ...TERMS, ...marks } }]];
  },
};

const productSubject: Subject = {
  table: 'products',
  async add(office, first) {
    const bodyOf = ({ aliases = '[]', ...texts }: Marks) => ({
      type: 'vegetable',
      ...texts,
      aliases: JSON.parse(aliases) as string[],
    });
    const { productId } = await office.ask(products.add, { body: bodyOf(first) as never });
    return (marks) => [[products.edit, { params: { id: String(productId) }, body: bodyOf(marks) }]];
  },
};

const publicationSubject: Subject = {
  table: 'publications',
  async add(office, first) {
    const type = { type: 'news' };
    const { publicationId } = await office.ask(publications.add, { body: { ...type, ...first } as never });
    return (marks) => [[publications.edit, { params: { id: String(publicationId) }, body: { ...type, ...marks } }]];
  },
};

const chargeKindSubject: Subject = {
  table: 'charge_kinds',
  async add(office, first) {
    const body = { is_vatable: true, rate: 10 };
    const { kind } = await office.ask(otherCharges.addKind, { body: { ...body, ...first, basis: 'meter' } as never });
    return (marks) => [
      [otherCharges.changeKind, { params: { id: String(kind.kind_id) }, body: { ...body, ...marks } }],
    ];
  },
};

const accountSubject: Subject = {
  table: 'accounts',
  async add(office, first) {
    const role = { role: 'editor' };
    const body = { ...role, ...first, password: 'Brinjal-9-basket' };
    const { admin } = await office.ask(accounts.register, { body: body as never });
    const params = { id: String(admin.admin_id) };
    return (marks) => [[accounts.edit, { params, body: { ...role, ...marks, is_disabled: false } }]];
  },
};

const vehicleTypeSubject: Subject = {
  table: 'vehicle_types',
  async add(office, first) {
    const kind = { vehicle_kind: 'other', is_offered: true };
    const { vehicle_type } = await office.ask(tariff.addType, { body: { ...kind, ...first } as never });
    const params = { id: String(vehicle_type.vehicle_type_id) };
    return (marks) => [[tariff.changeType, { params, body: { ...kind, ...marks } }]];
  },
};

const followUpSubject: Subject = {
  table: 'reminders',
  async add(office, first) {
    office.goTo('2026-10-01');
    await office.let('A-1');
    await office.generate('A-1', '2026-10');
    office.goTo('2026-11-20');
    const { tenant_id } = (await office.ask(tenants.list, {}))[0] ?? {};
    const sent = await office.ask(reminders.send, {
      body: { tenancy_ids: [tenant_id ?? 0], level: 'friendly', way: 'letter', last_day: '2026-11-30' },
    });
    const params = { id: String(sent.reminders[0]?.reminder_id) };
    const edits = (marks: Marks): MarkedEdit[] => [
      [reminders.follow, { params, body: { promised_on: null, promised_amount: null, ...marks } }],
    ];
    await send(office, edits(first)[0]);
    return edits;
  },
};

async function send(office: TestOffice, edit: MarkedEdit | undefined): Promise<void> {
  if (!edit) return;
  const answer = await office.tell(edit[0], edit[1] as never);
  expect(answer.statusCode, answer.body).toBe(200);
}

/** Returns the columns of text that people type. */
async function typedColumns({ app }: TestOffice, table: EditedTable): Promise<string[]> {
  const tables = await app.database.owner.introspection.getTables();
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  const texts = columns.filter(({ dataType }) => /^(text|varchar)$/i.test(dataType)).map(({ name }) => name);
  const untyped = Object.keys(NOT_TYPED[table]);
  expect(untyped.filter((column) => !texts.includes(column))).toEqual([]);
  return texts.filter((column) => !untyped.includes(column));
}

function marksOf(columns: readonly string[], time: 0 | 1): Marks {
  const word = ['first', 'second'][time];
  return Object.fromEntries(columns.map((column) => [column, TAKEN[column]?.[time] ?? `Marked ${word} ${column}`]));
}

interface Marked {
  office: TestOffice;
  first: Marks;
  second: Marks;
}

async function editMarked({ table, add }: Subject): Promise<Marked> {
  const office = await openTestOffice();
  const columns = await typedColumns(office, table);
  const first = marksOf(columns, 0);
  const second = marksOf(columns, 1);
  const edits = await add(office, first);
  for (const edit of edits(second)) await send(office, edit);
  return { office, first, second };
}

/** Returns the texts that are not part of another text. */
function missingIn(text: string, marks: Marks): string[] {
  return Object.values(marks).filter((mark) => !text.includes(mark));
}

const subjects = [
  tenancySubject,
  shopSubject,
  productSubject,
  publicationSubject,
  chargeKindSubject,
  accountSubject,
  vehicleTypeSubject,
  followUpSubject,
];

test.each(subjects)(
  'every text of $table is stored by an edit, and in the audit log under its label',
  async (subject) => {
    const { office, first, second } = await editMarked(subject);
    const rows = await office.app.database.reader.selectFrom(subject.table).selectAll().execute();
    expect(rows).toContainEqual(expect.objectContaining(second));
    const log = await office.auditLog();
    const labelled = (marks: Marks) =>
      Object.entries(marks).map(([column, mark]) => `${fieldLabel(column, message)}: ${mark}`);
    const said = (side: 'old_value' | 'new_value') => log.map((entry) => entry[side] ?? '').join('; ');
    expect(labelled(first).filter((text) => !said('old_value').includes(text))).toEqual([]);
    expect(labelled(second).filter((text) => !said('new_value').includes(text))).toEqual([]);
    const names = Object.keys(first).filter((column) => fieldLabel(column, message) !== column);
    expect(names.filter((column) => `${said('old_value')}${said('new_value')}`.includes(`${column}: `))).toEqual([]);
  },
);

test.each(subjects)('every text of $table is in the backup', { tags: ['slow'] }, async (subject) => {
  const { office, second } = await editMarked(subject);
  const backup = await textOf(office.app.database, office.app.clock.now());
  // Only the rows of the table itself, because the audit log contains the texts too.
  const own = backup.split(/^insert into /m).filter((statement) => statement.startsWith(`"${subject.table}" `));
  expect(missingIn(own.join(''), second)).toEqual([]);
});

/** Where texts of a tenant remain after erasing, with the reason. */
const REMAINS: Record<string, string> = {
  audit_log: 'is a chain that cannot be changed, and the law asks for it',
};
const NOT_PERSONAL = ['agreement_number'];

test.each([tenancySubject, followUpSubject])(
  'every text of $table is in the download of personal data, and nowhere after erasing',
  async (subject) => {
    const { office, first, second } = await editMarked(subject);
    const [tenancy] = await office.app.database.reader.selectFrom('tenancies').select('id').execute();
    const params = { id: String(tenancy?.id) };
    const data = await office.ask(tenancies.personalData, { params });
    const { audit_log: _, ...own } = data;
    expect(missingIn(JSON.stringify(own), second)).toEqual([]);
    const { amount_due } = await office.ask(tenants.get, { params });
    // A payment of this day would leave a fine.
    if (amount_due > 0) await office.pay('A-1', amount_due, '2026-10-01');
    await office.ask(tenants.remove, { params });
    office.app.clock.advance(60_000);
    await office.ask(tenancies.erasePersonalData, { params, body: { reason: 'They asked for it' } });
    const personal = [first, second].flatMap((marks) =>
      Object.entries(marks).flatMap(([column, mark]) => (NOT_PERSONAL.includes(column) ? [] : mark)),
    );
    const left = Object.entries(await everythingIn(office.app)).flatMap(([table, rows]) =>
      table in REMAINS
        ? []
        : personal.filter((mark) => rows.join('\n').includes(mark)).map((mark) => `${table}: ${mark}`),
    );
    expect(left).toEqual([]);
    const shown = await office.tell(tenancies.get, { params });
    expect(personal.filter((mark) => shown.body.includes(mark))).toEqual([]);
  },
);

test('what a claim, its answer and a message say is in the backup and the download, and nowhere after erasing', async () => {
  const market = await openTestMessages();
  const { app, office } = market;
  const number = '94771234567';
  const tenancyId = await market.let({ shop: 'A-1', contact: '077 123 4567', name: 'Marked tenant' });
  const params = { id: String(tenancyId) };
  await office.generate('A-1', '2026-10');
  const text = '{name}: {amount}';
  await market.set({ rent_sms_on: true, bill_text: { en: text, si: text, ta: text } });
  await market.send('bill');
  await market.drain();
  const claim = { tenancyId, amount: cents(50_000), day: '2026-10-05', bank: 'Marked bank', client: '203.0.113.9' };
  await addClaim(app, { now: app.clock.now() }, { ...claim, picture: undefined });
  const [open] = await office.ask(claims.list, { query: {} });
  const declined = { params: { id: String(open?.claim_id) }, body: { sentence: 'Marked sentence' } };
  await office.ask(claims.decline, declined);

  const said = { payment_claims: ['Marked bank', 'Marked sentence'], rent_messages: ['Marked tenant: Rs.', number] };
  const statements = (await textOf(app.database, app.clock.now())).split(/^insert into /m);
  for (const [table, marks] of Object.entries(said)) {
    const own = statements.filter((statement) => statement.startsWith(`"${table}" `)).join('');
    expect(marks.filter((mark) => !own.includes(mark))).toEqual([]);
  }
  const { audit_log: _, ...data } = await office.ask(tenancies.personalData, { params });
  const marks = Object.values(said).flat();
  expect(marks.filter((mark) => !JSON.stringify(data).includes(mark))).toEqual([]);

  await office.pay('A-1', 11_800, '2026-10-05');
  await office.ask(tenants.remove, { params });
  app.clock.advance(60_000);
  await office.ask(tenancies.erasePersonalData, { params, body: { reason: 'They asked for it' } });
  const left = Object.entries(await everythingIn(app)).flatMap(([table, rows]) =>
    table in REMAINS ? [] : marks.filter((mark) => rows.join('\n').includes(mark)).map((mark) => `${table}: ${mark}`),
  );
  expect(left).toEqual([]);
});
