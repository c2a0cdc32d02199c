/** @module-tag postgres */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { day, dayOf } from '#billing/calendar.ts';
import { invoicePaper } from '#contract/documents/invoice-paper.ts';
import { receiptPaper } from '#contract/documents/receipt-paper.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import { englishOf } from '#contract/messages/message.ts';
import { payments } from '#contract/payments.ts';
import { places } from '#contract/places.ts';
import { tax } from '#contract/tax.ts';
import { tenants } from '#contract/tenants.ts';
import { sanitationTickets } from '#contract/tickets.ts';
import { START } from '#server/testing/accounts.ts';
import { openTestApp, type TestApp } from '#server/testing/app-context.ts';
import { type DumpForm, legacyTablesOf, ONE_SHOP, writeDump } from '#server/testing/legacy-dump.ts';
import { officeAt, type TestOffice } from '#server/testing/office.ts';
import { TAX_SETUP } from '#server/testing/tax-setup.ts';
import { verifyMarket } from '../ledger/verify-market.ts';
import { importMarket, type MarketInput, type MarketReport } from './import-market.ts';
import { stageDump } from './stage-dump.ts';

type Rows = Parameters<typeof legacyTablesOf>[0];

const CONTEXT = { actor: 'command import:legacy', now: START, requestId: 'import-legacy' };
const INPUT: MarketInput = { write: true, answers: [], resetPasswords: false, acceptAdjustments: false, catalogue: [] };

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  return app;
}

function fileOf(content: Uint8Array | string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-legacy-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'dump.sql');
  writeFileSync(file, content);
  return file;
}

async function importFile(
  { database }: TestApp,
  file: string,
  changes: Partial<MarketInput> = {},
): Promise<MarketReport> {
  const staged = await stageDump(file);
  try {
    return await importMarket(database, CONTEXT, { ...INPUT, ...changes, staged });
  } finally {
    staged.close();
  }
}

/** The office has compared adjustments that nothing explains with the previous system. */
const ACCEPTED = { acceptAdjustments: true };

const importRows = (app: TestApp, rows: Rows, changes?: Partial<MarketInput>) =>
  importFile(app, fileOf(writeDump(legacyTablesOf(rows))), changes);

const NO_ENTRIES: Rows = { invoices: [], payments: [], rents: [], operation_fees: [], vat: [], audit_trail: [] };
const with1 = (rows: Rows): Rows => ({ ...ONE_SHOP, ...rows });
const found = ({ findings }: MarketReport) =>
  findings.map(({ table, key, code, outcome, detail }) => `${table} ${key} ${code} ${outcome} ${detail}`.trim());

async function isClean({ database }: TestApp): Promise<void> {
  expect((await verifyMarket(database)).differences).toEqual([]);
}

const count = async (
  { database }: TestApp,
  table: 'shops' | 'ledger_entries' | 'audit_log' | 'imported_rows' | 'accounts',
) =>
  Number(
    (
      await database.reader
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows,
  );

const entriesOf = ({ database }: TestApp) =>
  database.reader
    .selectFrom('ledger_entries')
    .select(['kind', 'cents', 'effective_at', 'recorded_by', 'note', 'voided_by', 'void_reason'])
    .orderBy('id')
    .execute();

const standingOf = ({ shops }: MarketReport) =>
  shops.flatMap(({ importedAs, tenancies }) =>
    tenancies.map(({ name, ours, forgiven, transferredIn, adjustment }) => [
      importedAs,
      name,
      ours.due.Rent,
      ours.balance,
      forgiven,
      transferredIn,
      adjustment,
    ]),
  );

test('a market moves in with its debts, payments and log, and its ledgers are clean', async () => {
  const app = await openMarket();
  const report = await importRows(app, ONE_SHOP);
  expect(standingOf(report)).toEqual([['A-1', 'Nimal Perera', 79_800, 0, 0, 0, 0]]);
  expect([report.outcome, report.unexplained, found(report)]).toEqual(['written', [], []]);
  expect(await entriesOf(app)).toMatchObject([
    { kind: 'invoice', recorded_by: 'old.office@example.com' },
    { kind: 'payment', cents: 50_000, effective_at: '2026-07-05T05:30:00.000Z', note: 'No. 1 in the previous system' },
    { kind: 'balance', cents: 0 },
  ]);
  const log = await app.database.reader
    .selectFrom('audit_log')
    .selectAll()
    .where('request_id', 'like', 'legacy %')
    .orderBy('id')
    .execute();
  expect(log.map((row) => [row.event_date, row.event_type, row.request_id, row.invoice_id])).toEqual([
    ['2026-07-01T08:00:00.000Z', 'Invoice Generated', 'legacy 1', 'INV-A-1-202607'],
    ['2026-07-05T08:00:00.000Z', 'Payment Made', 'legacy 2', null],
  ]);
  await isClean(app);
});

test('shops of one person have one tenant', async () => {
  const app = await openMarket();
  const shops = [{}, { shop_id: 'A-2' }, { shop_id: 'A-3' }];
  const people = [{}, { tenant_id: 2, shop_id: 'A-2' }, { tenant_id: 3, shop_id: 'A-3', name: 'Kamal Silva' }];
  await importRows(app, with1({ shops, tenants: people }));
  const rows = await app.database.reader.selectFrom('tenancies').select('tenant_id').orderBy('id').execute();
  const [one, two, three] = rows.map(({ tenant_id }) => tenant_id);
  expect([two === one, three === one]).toEqual([true, false]);
  await isClean(app);
});

test('a dry run reports the same and leaves the market as it was', async () => {
  const app = await openMarket();
  const before = await count(app, 'audit_log');
  const dry = await importRows(app, ONE_SHOP, { write: false });
  expect([await count(app, 'shops'), await count(app, 'imported_rows'), await count(app, 'audit_log')]).toEqual([
    0,
    0,
    before,
  ]);
  const { outcome, ...written } = await importRows(app, ONE_SHOP);
  const withoutIds = (report: object) =>
    JSON.parse(JSON.stringify(report, (key, value) => (key === 'tenancyId' ? 0 : value)));
  expect([dry.outcome, outcome]).toEqual(['dry run', 'written']);
  expect(withoutIds({ ...dry, outcome })).toEqual(withoutIds({ ...written, outcome }));
});

test('the same dump again adds nothing, packed or not; another one is refused', async () => {
  const app = await openMarket();
  const dump = writeDump(legacyTablesOf(ONE_SHOP));
  await importFile(app, fileOf(dump));
  const before = [await count(app, 'ledger_entries'), await count(app, 'audit_log')];
  expect((await importFile(app, fileOf(gzipSync(dump)))).outcome).toBe('again');
  await expect(importRows(app, with1({ payments: [{ amount_paid: '501.00' }] }))).rejects.toThrow(
    'Another dump was imported on 20 Nov 2026',
  );
  expect([await count(app, 'ledger_entries'), await count(app, 'audit_log')]).toEqual(before);
});

test('a market that has shops already is refused, and stays as it is', async () => {
  const app = await openMarket();
  const shop = { shop_id: 'B-1', shop_name: 'x', location: 'x', rent_amount: 1, vat_rate: 0, operation_fee: 0 };
  await app.as('admin', { method: 'POST', url: '/api/shops', payload: shop });
  await expect(importRows(app, ONE_SHOP)).rejects.toThrow(
    'This market is not empty: it has shops. Start with an empty one.',
  );
  expect(await count(app, 'shops')).toBe(1);
});

const FORMS: [string, Partial<DumpForm>][] = [
  ['MySQL 8, thousands of rows in an INSERT', { program: 'mysql' }],
  ['--skip-extended-insert', { rowsAtOnce: 1 }],
  ['--complete-insert, --hex-blob', { hasColumnNames: true, hasHexBytes: true }],
  ['phpMyAdmin', { program: 'phpmyadmin', hasColumnNames: true, hasHexBytes: true }],
  ['Windows, with a byte order mark', { lineEnd: '\r\n', hasByteOrderMark: true }],
  ['--skip-comments, REPLACE', { hasComments: false, verb: 'REPLACE INTO' }],
  ['INSERT IGNORE', { verb: 'INSERT IGNORE INTO' }],
];
const picture = readFileSync(path.join(import.meta.dirname, '../../../scripts/demo/assets/pictures/banana-red.webp'));
const PICTURED = with1({
  Products: [{ image: picture }, { id: 7, name: "Ladies' Fingers; \\'" }],
  Prices: [{ product_id: 7 }],
});

test.each(FORMS)('the same market in the form of %s', { tags: ['slow'] }, async (_, form) => {
  const app = await openMarket();
  const report = await importFile(app, fileOf(writeDump(legacyTablesOf(PICTURED), form)));
  expect(
    report.tables.filter(({ read }) => read > 0).map(({ table, read, imported }) => [table, read, imported]),
  ).toEqual(
    [
      ['shops', 1],
      ['tenants', 1],
      ['shop_balances', 1],
      ['invoices', 1],
      ['rents', 1],
      ['operation_fees', 1],
      ['vat', 1],
      ['payments', 1],
      ['audit_trail', 2],
      ['Products', 2],
      ['Prices', 1],
    ].map(([table, rows]) => [table, rows, rows]),
  );
  const goods = await app.database.reader
    .selectFrom('products')
    .select(['id', 'name', 'image_hash'])
    .orderBy('id')
    .execute();
  expect(goods).toEqual([
    { id: 1, name: 'Leeks', image_hash: expect.stringMatching(/^[\da-f]{64}$/) },
    { id: 7, name: "Ladies' Fingers; \\'", image_hash: null },
  ]);
});

test('columns in another order, more columns, more tables and lower-case names are read, and reported', async () => {
  const app = await openMarket();
  const tables = legacyTablesOf(ONE_SHOP).map((table) => ({
    name: table.name.toLowerCase(),
    columns: [...table.columns.toReversed(), 'customId varchar(20)'],
    rows: table.rows.map((row) => [...row.toReversed(), 'x']),
  }));
  const extra = { name: 'SequelizeMeta', columns: ['name text'], rows: [['one']] };
  const report = await importFile(app, fileOf(writeDump([...tables, extra])));
  expect(standingOf(report)).toEqual([['A-1', 'Nimal Perera', 79_800, 0, 0, 0, 0]]);
  expect(report.notes.map(englishOf)).toEqual([
    'Tables that are not read: SequelizeMeta.',
    expect.stringContaining('Columns that are not read: Admins.customId, Prices.customId'),
  ]);
});

test('a server that stored Colombo time is recognised', async () => {
  const app = await openMarket();
  const report = await importRows(
    app,
    with1({ invoices: [{ month_year: '2026-07-01 05:30:00', status: 'Partially Paid' }] }),
  );
  expect(report.notes.map(englishOf)).toEqual([expect.stringContaining('stored Colombo time')]);
  expect((await entriesOf(app))[0]).toMatchObject({ effective_at: '2026-07-01T02:30:00.000Z' });
});

describe('files that cannot be imported', () => {
  const whole = writeDump(legacyTablesOf(ONE_SHOP));
  const without = (name: string) => writeDump(legacyTablesOf(ONE_SHOP).filter((table) => table.name !== name));
  const changed = (from: string, to: string) => Buffer.from(whole.toString('latin1').replaceAll(from, to), 'latin1');
  const rows = (more: Rows, form?: Partial<DumpForm>) => writeDump(legacyTablesOf(with1(more)), form);
  test.each<[string, Uint8Array | string, string]>([
    ['an empty file', '', 'The file is empty'],
    ['a text', 'Dear Sir,\n', 'This is not a dump of the previous system'],
    [
      'a dump of another product',
      writeDump([{ name: 'wp_posts', columns: ['ID int'], rows: [[1]] }]),
      'its tables are missing',
    ],
    [
      'a file cut off between rows',
      whole.subarray(0, whole.indexOf('UNLOCK', whole.indexOf('`vat`'))),
      'The file is cut off',
    ],
    ['a file cut off in a row', whole.subarray(0, whole.indexOf('Nimal Perera') + 3), 'in row 1 of table tenants'],
    ['a packed file cut off', gzipSync(whole).subarray(0, 500), 'The packed file is cut off or damaged'],
    ['a zip file', 'PK\x03\x04', 'The format of the file is ZIP'],
    ['UTF-16', Buffer.from(`\ufeff${whole.toString('latin1')}`, 'utf16le'), 'The file is UTF-16'],
    ['latin1', rows({}, { charset: 'latin1' }), 'The dump is in latin1'],
    ['text that is not UTF-8', changed('Block A', 'Block \xe9'), 'shops A-1: location is not UTF-8 text'],
    [
      'several databases',
      Buffer.concat([whole, whole]),
      'The dump has table Admins twice, as a dump of several databases may',
    ],
    ['a missing table', without('fines'), 'These tables are missing: fines'],
    ['a missing column', changed('`amount_paid`', '`amount`'), 'Table payments lacks these columns: amount_paid'],
    ['a row with too few values', changed(",'Block A'", ''), 'Row 1 of table shops has 7 values for 8 columns'],
    ['a key that is there twice', rows({ payments: [{}, {}] }), 'payments 1 is in the dump twice'],
    [
      'two invoices of a month',
      rows({ invoices: [{}, { invoice_id: 'INV-A-1-202607b' }] }),
      'invoices INV-A-1-202607b: Invoice INV-A-1-202607 is for the same shop and month',
    ],
    ['NULL where a value must be', rows({ payments: [{ amount_paid: null }] }), 'payments 1: amount_paid is NULL'],
    [
      'an amount that is none',
      rows({ payments: [{ amount_paid: '5oo.00' }] }),
      'payments 1: amount_paid cannot be read: 5oo.00',
    ],
    [
      'a date that does not exist',
      rows({ tenants: [{ createdAt: '2026-02-30 00:00:00' }] }),
      'tenants 1: createdAt cannot be read: 2026-02-30',
    ],
    [
      'a month without a date',
      rows({ invoices: [{ month_year: '0000-00-00 00:00:00' }] }),
      'invoices INV-A-1-202607: month_year is 0000-00-00',
    ],
    [
      'an unknown method',
      rows({ payments: [{ payment_method: 'Barter' }] }),
      'payments 1: “Barter” is not a known payment_method. Known are: Cash, Bank Transfer',
    ],
  ])('%s', async (_, content, fault) => {
    const app = await openMarket();
    const accounts = await count(app, 'accounts');
    await expect(importFile(app, fileOf(content))).rejects.toThrow(fault);
    expect([await count(app, 'shops'), await count(app, 'ledger_entries'), await count(app, 'accounts')]).toEqual([
      0,
      0,
      accounts,
    ]);
  });

  test('a folder and a wrong path', async () => {
    await expect(stageDump(tmpdir())).rejects.toThrow('This is a folder');
    await expect(stageDump('/nowhere/dump.sql')).rejects.toThrow('There is no such file');
  });
});

describe('what the money rules of the previous system left behind', () => {
  test('charges closed before they were paid are written off, and the rest is one adjustment', async () => {
    const app = await openMarket();
    const rents = [{ paid_amount: '800.00', status: 'Paid' }];
    const rows = with1({ rents, shop_balances: [{ balance_amount: '-50.00' }] });
    const report = await importRows(app, rows, ACCEPTED);
    expect(standingOf(report)).toEqual([['A-1', 'Nimal Perera', 0, -5000, 20_000, 0, 54_800]]);
    expect(found(report)).toEqual([
      'rents 1 paid_but_short imported 200.00',
      'invoices INV-A-1-202607 unpaid_status_nothing_due imported Partially Paid',
      'shops A-1 unexplained_adjustment imported 548.00 of 548.00',
    ]);
    await isClean(app);
  });

  test('money of one tenancy that paid charges of another is a pair of transfers', async () => {
    const app = await openMarket();
    const tenants = [{}, { tenant_id: 2, name: 'Kamal Silva', email: null, createdAt: '2026-07-04 08:00:00' }];
    const report = await importRows(app, with1({ tenants }));
    expect(standingOf(report)).toEqual([
      ['A-1', 'Nimal Perera', 79_800, 0, 0, 50_000, 0],
      ['A-1', 'Kamal Silva', 0, 0, 0, -50_000, 0],
    ]);
    expect(report.shops[0]?.asked).toMatchObject({
      questions: ['several_tenants'],
      tenants: [{ tenant_id: 1 }, { tenant_id: 2 }],
    });
    await isClean(app);
  });

  test('money of the first day of a tenant is that of this tenant, and of the day before that of the one before', async () => {
    const app = await openMarket();
    const tenants = [{}, { tenant_id: 2, name: 'Kamal Silva', email: null, createdAt: '2026-07-10 08:00:00' }];
    const payments = ['2026-07-09', '2026-07-10', '2026-07-11'].map((day, at) => ({
      payment_id: at + 1,
      amount_paid: `${at + 1}00.00`,
      payment_date: `${day} 05:30:00`,
      createdAt: `${day} 08:00:00`,
    }));
    await importRows(app, with1({ ...NO_ENTRIES, tenants, payments }), ACCEPTED);
    const paid = await app.database.reader
      .selectFrom('ledger_entries')
      .innerJoin('tenancies', 'tenancies.id', 'ledger_entries.tenancy_id')
      .select(['tenancies.name', 'ledger_entries.cents'])
      .where('kind', '=', 'payment')
      .orderBy('cents')
      .execute();
    expect(paid).toEqual([
      { name: 'Nimal Perera', cents: 10_000 },
      { name: 'Kamal Silva', cents: 20_000 },
      { name: 'Kamal Silva', cents: 30_000 },
    ]);
    await isClean(app);
  });

  describe('a tenant called as vacant shops are', () => {
    const vacant = (name: string) => ({ tenant_id: 2, name, createdAt: '2026-07-10 08:00:00' });
    const spansOf = ({ shops }: MarketReport) =>
      shops.flatMap(({ tenancies }) => tenancies.map(({ name, from, to }) => [name, from, to]));

    test('is a vacant shop, and ends the tenancy before', async () => {
      const app = await openMarket();
      const marks = ['-', 'හිස්', 'காலி', 'N/A'].map((name, at) => ({
        ...vacant(name),
        tenant_id: at + 3,
        shop_id: `B-${at}`,
      }));
      const shops = [{}, ...marks.map(({ shop_id }) => ({ shop_id }))];
      const report = await importRows(app, with1({ shops, tenants: [{}, vacant('Vacant'), ...marks] }));
      expect(spansOf(report)).toEqual([['Nimal Perera', '2026-06-25', '2026-07-09']]);
      expect(found(report)).toEqual([
        'tenants 2 vacant_tenant rejected Vacant',
        'tenants 3 vacant_tenant rejected -',
        'tenants 4 vacant_tenant rejected හිස්',
        'tenants 5 vacant_tenant rejected காலி',
        'tenants 6 vacant_tenant rejected N/A',
      ]);
      expect(report.shops.flatMap(({ asked }) => asked ?? [])).toEqual([]);
      await isClean(app);
    });

    test('has no shop without entries, and is an unknown one who has left if there are some', async () => {
      const app = await openMarket();
      const tenants = [{ name: 'Vacant', email: '-' }];
      const none = await importRows(app, { ...ONE_SHOP, shops: [{}], ...NO_ENTRIES, tenants }, { write: false });
      expect([spansOf(none), found(none)]).toEqual([[], ['tenants 1 vacant_tenant rejected Vacant']]);
      const report = await importRows(app, with1({ tenants }));
      expect(spansOf(report)).toEqual([['Unknown tenant', '2026-06-25', dayOf(START)]]);
      expect(found(report)).toEqual(['tenants 1 vacant_tenant changed Vacant']);
      expect(report.shops[0]?.asked).toEqual({
        shop_id: 'A-1',
        questions: ['no_tenant'],
        tenants: [{ tenant_id: 1, name: 'Vacant', from: '2026-06-25' }],
      });
      await isClean(app);
    });

    test('is a person if the office says so', { tags: ['slow'] }, async () => {
      const tenants = [{ tenant_id: 1, name: 'Nil Wickrama', from: day('2026-06-25') }];
      const answers = [{ shop_id: 'A-1', questions: [], tenants }];
      const report = await importRows(await openMarket(), with1({ tenants: [{ name: 'Nil' }] }), { answers });
      expect(spansOf(report)).toEqual([['Nil Wickrama', '2026-06-25', null]]);
    });
  });

  describe('an adjustment', () => {
    const log = (event_description: string, old_value: object | null = null) => [
      ...(ONE_SHOP.audit_trail ?? []),
      {
        audit_id: 90,
        event_type: 'Correction',
        event_description,
        old_value: old_value && JSON.stringify(old_value),
        invoice_id: 'INV-A-1-202607',
        event_date: '2026-07-20 08:00:00',
      },
    ];
    const paidTwice = { payments: [{}, { payment_id: 2, createdAt: '2026-07-06 08:00:00' }] };

    test('that nothing explains is a finding, and is only written once it was accepted', async () => {
      const app = await openMarket();
      const lost = with1({ payments: [] });
      const dry = await importRows(app, lost, { write: false });
      expect(found(dry)).toEqual(['shops A-1 unexplained_adjustment imported 500.00 of 500.00']);
      expect(dry.shops.map(({ unexplained }) => unexplained)).toEqual([50_000]);
      await expect(importRows(app, lost)).rejects.toThrow(
        'Nothing in the dump explains these adjustments: A-1 500.00.',
      );
      expect(await count(app, 'shops')).toBe(0);
      expect((await importRows(app, lost, ACCEPTED)).outcome).toBe('written');
      await isClean(app);
    });

    test.each<[string, Rows, string[]]>([
      ['a balance set by hand', { ...paidTwice, audit_trail: log('Shop balance updated by Unknown User.') }, []],
      [
        'a refunded fine',
        { ...paidTwice, audit_trail: log('Fine of 500.00 refunded because payment was before 16th.') },
        [],
      ],
      [
        'a refund of less',
        { ...paidTwice, audit_trail: log('Fine of 499.99 refunded because payment was before 16th.') },
        ['-0.01 of -500.00'],
      ],
      [
        'a deleted fine',
        {
          ...paidTwice,
          audit_trail: log('Fine for invoice INV-A-1-202607 deleted by Unknown User.', {
            invoice_id: 'INV-A-1-202607',
            paid_amount: '500.00',
          }),
        },
        [],
      ],
      ['an invoice that is not there', { payments: [{}, { payment_id: 2, invoice_id: 'INV-X' }] }, []],
      [
        'a charge without its invoice',
        {
          ...paidTwice,
          rents: [...(ONE_SHOP.rents ?? []), { rent_id: 2, invoice_id: 'INV-X', paid_amount: '500.00' }],
        },
        [],
      ],
      ['a charge that was overpaid', { ...paidTwice, vat: [{ paid_amount: '698.00', status: 'Paid' }] }, []],
    ])('is explained by %s', { tags: ['slow'] }, async (_, rows, left) => {
      const report = await importRows(await openMarket(), with1(rows), { write: false });
      const details = report.findings.flatMap(({ code, detail }) => (code === 'unexplained_adjustment' ? detail : []));
      expect([report.shops[0]?.tenancies[0]?.adjustment, details]).toEqual([-50_000, left]);
    });
  });

  test('the office may say since when a tenant is there, and name one whom nobody entered', async () => {
    const app = await openMarket();
    const tenants = [
      { tenant_id: null, name: 'Sunil Fernando', from: '2026-06-01' },
      { tenant_id: 1, name: 'Nimal Perera', from: '2026-07-03' },
    ] as Required<MarketInput>['answers'][number]['tenants'];
    const report = await importRows(app, ONE_SHOP, { answers: [{ shop_id: 'a-1', questions: [], tenants }] });
    expect(report.shops[0]?.tenancies.map(({ name, from, to }) => [name, from, to])).toEqual([
      ['Sunil Fernando', '2026-06-01', '2026-07-02'],
      ['Nimal Perera', '2026-07-03', null],
    ]);
    await isClean(app);
  });

  test('corrections, deleted payments, invoices and fines are recognised in the audit rows', async () => {
    const app = await openMarket();
    const json = (row: object) => JSON.stringify(row);
    const by = { user_actioned: 'chief@example.com' };
    const gone = {
      payment_id: 9,
      amount_paid: '77.00',
      payment_date: '2026-07-08T05:30:00.000Z',
      payment_method: 'Cheque',
      createdAt: '2026-07-08T08:00:00.000Z',
    };
    const report = await importRows(
      app,
      with1({
        payments: [
          {},
          {
            payment_id: 2,
            amount_paid: '-100.00',
            payment_method: 'Correction Made',
            createdAt: '2026-07-06 08:00:00',
          },
          {
            payment_id: 3,
            amount_paid: '-100.00',
            payment_method: 'Correction Made',
            createdAt: '2026-07-07 08:00:00',
          },
        ],
        audit_trail: [
          ...(ONE_SHOP.audit_trail ?? []),
          {
            audit_id: 3,
            event_type: 'Correction',
            event_description: 'Corrected payment: actual=400, admin_put=500, difference=-100',
            edit_reason: 'false note',
            event_date: '2026-07-06 08:00:01',
          },
          {
            audit_id: 4,
            event_type: 'Correction',
            event_description: 'Corrected payment: actual=400, admin_put=500, difference=-100',
            event_date: '2026-07-07 08:00:00',
          },
          { audit_id: 5, event_description: 'Payment of 77.00 received via Cheque', event_date: '2026-07-08 08:00:00' },
          {
            audit_id: 6,
            event_type: 'Correction',
            event_description: 'Payment ID 9 deleted by chief.',
            old_value: json(gone),
            edit_reason: 'bounced',
            event_date: '2026-07-09 08:00:00',
            ...by,
          },
          {
            audit_id: 7,
            event_type: 'Correction',
            event_description: 'Fine for invoice INV-A-1-202607 deleted by chief.',
            old_value: json({ invoice_id: 'INV-A-1-202607', fine_amount: '300.00' }),
            event_date: '2026-07-19 08:00:00',
            ...by,
          },
          {
            audit_id: 8,
            event_type: 'Correction',
            event_description: 'Invoice ID INV-A-1-202606 deleted by chief.',
            old_value: json({
              invoice_id: 'INV-A-1-202606',
              month_year: '2026-06-01T00:00:00.000Z',
              rent_amount: '900.00',
              operation_fee: '100.00',
              vat_amount: '180.00',
              total_amount: '1180.00',
              createdAt: '2026-06-01T00:00:00.000Z',
            }),
            event_date: '2026-07-20 08:00:00',
            ...by,
          },
        ],
      }),
    );
    expect(found(report)).toEqual(['payments 3 correction_without_payment changed -100.00']);
    expect(
      (await entriesOf(app)).map(({ kind, cents, voided_by, void_reason }) => [kind, cents, voided_by, void_reason]),
    ).toEqual([
      ['invoice', 0, null, null],
      ['payment', 50_000, null, null],
      ['correction', -10_000, null, null],
      ['balance', -10_000, null, null],
      ['payment', 7700, 'chief@example.com', 'bounced'],
      ['fine removed', 0, null, null],
      ['invoice', 0, 'chief@example.com', 'Deleted in the previous system'],
      ['balance', 20_000, null, null],
    ]);
    await isClean(app);
  });

  test('two fines are one, and arrests and credit beside debts are taken over', async () => {
    const app = await openMarket();
    const report = await importRows(
      app,
      with1({
        invoices: [{ status: 'Arrest' }],
        fines: [{ status: 'Arrest' }, { fine_id: 2, status: 'Arrest' }],
        shop_balances: [{ balance_amount: '125.50' }],
      }),
      ACCEPTED,
    );
    expect(found(report)).toEqual([
      'fines 2 duplicate_charge changed INV-A-1-202607',
      'shops A-1 credit_beside_due_charges imported 125.50',
      'shops A-1 unexplained_adjustment imported 125.50 of 125.50',
    ]);
    expect(report.shops[0]?.tenancies[0]?.ours).toEqual({
      due: { VAT: 0, OperationFee: 0, Rent: 67_250, Fine: 60_000 },
      balance: 0,
    });
    const charges = await app.database.reader
      .selectFrom('charges')
      .select(['kind', 'status'])
      .orderBy('kind')
      .execute();
    expect(charges).toEqual([
      { kind: 'Fine', status: 'Arrest' },
      { kind: 'OperationFee', status: 'Paid' },
      { kind: 'Rent', status: 'Partially Paid' },
      { kind: 'VAT', status: 'Paid' },
    ]);
    await isClean(app);
  });

  test('rows that refer to nothing are rejected with their sums', async () => {
    const app = await openMarket();
    const report = await importRows(
      app,
      with1({
        payments: [
          {},
          { payment_id: 2, shop_id: 'Z-9', amount_paid: '5000.00' },
          { payment_id: 3, amount_paid: '0.00' },
          { payment_id: 4, invoice_id: 'INV-none' },
        ],
        vat: [...(ONE_SHOP.vat ?? []), { vat_id: 2, shop_id: 'Z-9', invoice_id: 'INV-Z' }],
        Prices: [{ product_id: 99 }],
      }),
    );
    expect(found(report)).toEqual([
      'payments 2 orphan rejected Z-9 5000.00',
      'vat 2 orphan rejected Z-9 INV-Z',
      'payments 3 not_positive rejected 0.00',
      'payments 4 unknown_invoice changed INV-none',
      'Prices 1 orphan rejected 99',
    ]);
  });

  test('the ids of shops are compared without case, and become letters, digits and hyphens', async () => {
    const app = await openMarket();
    const report = await importRows(
      app,
      with1({ shops: [{ shop_id: 'a 1' }, { shop_id: 'A-1' }], payments: [{ shop_id: 'a-1 ' }] }),
    );
    expect(report.shops.map(({ shopId, importedAs, tenancies }) => [shopId, importedAs, tenancies.length])).toEqual([
      ['A-1', 'A-1', 1],
      ['a 1', 'a-1-2', 0],
    ]);
    expect(standingOf(report)[0]).toEqual(['A-1', 'Nimal Perera', 79_800, 0, 0, 0, 0]);
  });
});

describe('prices, texts and tickets', () => {
  test('the last price of a day counts, and impossible ones are rejected', async () => {
    const app = await openMarket();
    const report = await importRows(app, {
      Products: [{}, { id: 2, name: 'leeks ' }],
      Prices: [
        { id: 1, min_price: '100.555', max_price: '1e2' },
        { id: 2, min_price: '99.995', max_price: 120 },
        { id: 3, updatedAt: '2026-07-02 00:00:00' },
        { id: 4, updatedAt: '2026-07-01 00:00:00' },
        { id: 5, date: '2026-11-21' },
        { id: 6, min_price: -5 },
        { id: 7, date: '0000-00-00' },
        { id: 8, product_id: 2, min_price: 123457, max_price: '1e6' },
      ],
    });
    expect(found(report)).toEqual([
      'Products 2 surrounding_spaces changed',
      'Products 2 duplicate_name changed as 1',
      'Prices 1 min_above_max rejected 100.555 1e2',
      'Prices 2 inexact_price imported 99.995 120',
      'Prices 5 future_date rejected 2026-11-21',
      'Prices 6 not_positive rejected -5 120',
      'Prices 7 missing_date rejected 100 120',
      'Prices 8 inexact_price imported 123457 1e6',
      'Prices 4 duplicate_price rejected product 1, 2026-11-19; 3 counts',
      'Prices 2 duplicate_price rejected product 1, 2026-11-19; 3 counts',
    ]);
    const stored = await app.database.reader
      .selectFrom('prices')
      .select(['id', 'min_cents', 'max_cents'])
      .orderBy('id')
      .execute();
    expect(stored).toEqual([
      { id: 3, min_cents: 10_000, max_cents: 12_000 },
      { id: 8, min_cents: 12_345_700, max_cents: 100_000_000 },
    ]);
  });

  test('the next product, ticket and publication have higher ids than the imported ones', async () => {
    const app = await openMarket();
    await importRows(app, { Products: [{ id: 41 }], vehicle_tickets: [{ id: 77 }] });
    const added = await app.as('admin', {
      method: 'POST',
      url: '/api/products',
      payload: { name: 'Okra', type: 'vegetable' },
    });
    expect(added.statusCode).toBe(201);
    const ids = await app.database.reader.selectFrom('products').select('id').orderBy('id').execute();
    expect(ids).toEqual([{ id: 41 }, { id: 42 }]);
  });

  test('tickets belong to the Colombo day of their issue, are numbered by price, and sums agree', async () => {
    const app = await openMarket();
    const report = await importRows(app, {
      sanitation: [
        { id: 5, createdAt: '2026-07-02 18:30:00' },
        { id: 6 },
        { id: 7, price: '7.77' },
        { id: 8, price: '-100.00' },
      ],
      vehicle_tickets: [{}, { id: 2, vehicleNumber: `NC\n${'9'.repeat(20)}`, createdAt: '0000-00-00 00:00:00' }],
    });
    expect(found(report)).toEqual([
      'sanitation 8 not_positive rejected -100.00',
      'sanitation 7 unusual_price imported 7.77',
      'vehicle_tickets 2 control_characters changed vehicleNumber',
      'vehicle_tickets 2 longer_than_allowed imported vehicleNumber 23 > 20',
      'vehicle_tickets 2 missing_date changed 2026-07-01T08:00:00.000Z',
    ]);
    const tickets = await app.database.reader
      .selectFrom('sanitation_tickets')
      .select(['id', 'cents', 'count', 'issued_day'])
      .orderBy('id')
      .execute();
    expect(tickets).toEqual([
      { id: 5, cents: 2000, count: 2, issued_day: '2026-07-03' },
      { id: 6, cents: 2000, count: 1, issued_day: '2026-07-01' },
      { id: 7, cents: 777, count: 1, issued_day: '2026-07-01' },
    ]);
    await isClean(app);
  });

  test('payments and tickets of the previous system count as confirmed and counted, later ones do not', async () => {
    const app = await openMarket();
    const transfer = { event_description: 'Payment of 500.00 received via Bank Transfer' };
    const [issued = {}, paid = {}] = ONE_SHOP.audit_trail ?? [];
    await importRows(app, {
      ...with1({ payments: [{ payment_method: 'Bank Transfer' }], audit_trail: [issued, { ...paid, ...transfer }] }),
      sanitation: [{}],
    });
    const office = officeAt(app);
    const amounts = async () => {
      const { places: all } = await office.ask(places.now, { role: 'admin' });
      return Object.fromEntries(all.flatMap(({ place, amount }) => (amount === 0 ? [] : [[place, amount]])));
    };
    expect(await amounts()).toEqual({ bank: 500, gate_counted: 20 });
    await office.ask(sanitationTickets.issue, { role: 'admin', body: { price: 100 } });
    expect(await amounts()).toEqual({ bank: 500, gate_counted: 20, to_count: 100 });
  });

  test('names that are empty are replaced, and each is reported', async () => {
    const app = await openMarket();
    const report = await importRows(
      app,
      with1({
        Admins: [{ username: ' ' }],
        shops: [{ shop_name: '' }],
        tenants: [{ name: ' ' }],
        Products: [{ id: 4, name: '' }],
      }),
    );
    expect(found(report)).toEqual(
      expect.arrayContaining([
        'Admins 1 missing_value changed username',
        'shops A-1 missing_value changed shop_name',
        'tenants 1 missing_value changed name',
        'Products 4 missing_value changed name',
      ]),
    );
    const { reader } = app.database;
    const [shop, tenancy, product, account] = await Promise.all([
      reader.selectFrom('shops').select('shop_name').executeTakeFirst(),
      reader.selectFrom('tenancies').select('name').executeTakeFirst(),
      reader.selectFrom('products').select('name').executeTakeFirst(),
      reader.selectFrom('accounts').select('username').where('email', '=', 'old.office@example.com').executeTakeFirst(),
    ]);
    expect([shop?.shop_name, tenancy?.name, product?.name, account?.username]).toEqual([
      'A-1',
      'Unknown tenant',
      'Product 4',
      'old.office@example.com',
    ]);
  });

  test('vehicle types of tickets that the office does not have are named', async () => {
    const app = await openMarket();
    const report = await importRows(app, {
      vehicle_tickets: [{ vehicleType: 'Tractor' }, { id: 2, vehicleType: 'Lorry' }, { id: 3, vehicleType: 'Bus' }],
    });
    expect(report.notes.map(englishOf)).toEqual([
      'Tickets have vehicle types that are not on the Vehicle types page: Bus, Tractor. Add those that are still in use.',
    ]);
  });

  test('text that was encoded twice is decoded; emoji and accents stay', async () => {
    const app = await openMarket();
    const twice = Buffer.from('තක්කාලි').toString('latin1');
    const damaged = new TextDecoder('windows-1252').decode(Buffer.from('தக்காளி'));
    const report = await importRows(app, {
      Products: [{ name: damaged }, { id: 2, name: 'Café 🥕' }, { id: 3, name: twice }],
    });
    const names = await app.database.reader.selectFrom('products').select('name').orderBy('id').execute();
    expect(names.map(({ name }) => name)).toEqual(['தக்காளி', 'Café 🥕', 'තක්කාලි']);
    expect(found(report)).toEqual(['Products 1 encoded_twice changed name', 'Products 3 encoded_twice changed name']);
  });

  test('accounts keep their passwords once; one that exists stays, and a name is never there twice', async () => {
    const app = await openMarket();
    const password = '$2b$04$abcdefghijklmnopqrstuuMC/06WbL1RYYsUO0cS.7yEl6RbFb2J.';
    const report = await importRows(app, {
      Admins: [
        { password },
        { admin_id: 2, email: 'ADMIN@example.com', username: 'x' },
        { admin_id: 3, email: 'n@example.com', username: 'Editor', password: 'plain' },
      ],
    });
    expect(found(report)).toEqual([
      'Admins 2 existing_account rejected admin@example.com',
      'Admins 3 duplicate_name changed Editor (2)',
      'Admins 3 missing_value changed password',
    ]);
    expect(JSON.stringify(report)).not.toContain('$2b$');
    const send = (email: string, tried: string) =>
      app.send({ method: 'POST', url: '/api/admin/login', payload: { email, password: tried } });
    expect((await send('old.office@example.com', 'Old-market-pass-1')).statusCode).toBe(200);
    expect((await send('n@example.com', 'plain')).statusCode).toBe(401);
  });
});

/** July is paid in part and fined; August is not paid. */
const TWO_MONTHS: Rows = {
  ...ONE_SHOP,
  invoices: [
    ...(ONE_SHOP.invoices ?? []),
    { invoice_id: 'INV-A-1-202608', month_year: '2026-08-01 00:00:00', createdAt: '2026-08-01 00:00:00' },
  ],
  vat: [...(ONE_SHOP.vat ?? []), { vat_id: 2, invoice_id: 'INV-A-1-202608' }],
  operation_fees: [...(ONE_SHOP.operation_fees ?? []), { operation_fee_id: 2, invoice_id: 'INV-A-1-202608' }],
  rents: [...(ONE_SHOP.rents ?? []), { rent_id: 2, invoice_id: 'INV-A-1-202608' }],
  fines: [{ fine_amount: '239.40' }],
};

test('without old passwords each account gets a link to choose one', async () => {
  const app = await openMarket();
  const password = '$2b$04$abcdefghijklmnopqrstuuMC/06WbL1RYYsUO0cS.7yEl6RbFb2J.';
  const { accounts } = await importRows(app, { Admins: [{ password }] }, { resetPasswords: true });
  expect(accounts).toMatchObject([{ email: 'old.office@example.com', keepsPassword: false }]);
  const [, token] = accounts[0]?.link?.split('#') ?? [];
  const url = '/api/admin/password-link';
  const chosen = await app.send({ method: 'POST', url, payload: { token, password: 'mango-river-77-x' } });
  expect(chosen.statusCode).toBe(200);
  const credentials = { email: 'old.office@example.com', password: 'mango-river-77-x' };
  expect((await app.send({ method: 'POST', url: '/api/admin/login', payload: credentials })).statusCode).toBe(200);
});

describe('after the import', () => {
  async function openOffice(): Promise<TestOffice> {
    const app = await openMarket();
    await importRows(app, TWO_MONTHS);
    const office = officeAt(app);
    office.goTo('2026-11-21');
    return office;
  }
  const july = { params: { id: 'INV-A-1-202607' } };
  const unpaid = (lines: readonly string[]) =>
    lines.filter((line) => !line.endsWith('Paid') || line.includes('Partially'));

  test('a reprint says that the previous system issued the document, and its number there', async () => {
    const office = await openOffice();
    const papers = await office.ask(invoices.papers, { body: { invoice_ids: ['INV-A-1-202607'] } });
    expect(papers.invoices.map(({ previous_number }) => previous_number)).toEqual(['INV-A-1-202607']);
    const [paper] = papers.invoices.map((one) => invoicePaper(one, papers.centre));
    expect(paper?.copies.map(({ terms }) => terms[0])).toEqual(
      Array(2).fill('Issued by the previous system as no. INV-A-1-202607. This is a reprint.'),
    );
    const { Payments } = await office.summaryOf('A-1');
    const [id] = Payments.map(({ payment_id }) => String(payment_id));
    const receipt = await office.ask(payments.receipt, { params: { id: id ?? '' } });
    expect(receiptPaper(receipt, { isCopy: true, today: dayOf(START) }).copies[0]?.terms).toEqual([
      'Issued by the previous system as no. 1. This is a reprint.',
    ]);
    const { payment } = await office.pay('A-1', 100, '2026-11-20');
    const ours = await office.ask(payments.receipt, { params: { id: String(payment.payment_id) } });
    expect(receiptPaper(ours, { isCopy: true, today: dayOf(START) }).copies[0]?.terms).toEqual([]);
  });

  test('old debts are on the next invoice', async () => {
    const office = await openOffice();
    const made = await office.generate('A-1', '2026-11');
    expect(made).toMatchObject({ total_arrears: 2096, fines: 239.4, previous_balance: 0, total_amount: 3633.4 });
    await office.expectCleanBooks();
  });

  test('an old payment can be corrected and deleted, and its money is then due', async () => {
    const office = await openOffice();
    await office.correct('A-1', '2026-07-05', [500, 400]);
    expect((await office.summaryOf('A-1')).ShopBalance.balance_amount).toBe(-100);
    const { Payments } = await office.summaryOf('A-1');
    const id = String(Payments.find(({ corrects_payment_id }) => corrects_payment_id === null)?.payment_id);
    await office.ask(payments.remove, { params: { id }, body: { reason: 'bounced' } });
    expect((await office.summaryOf('A-1')).ShopBalance.balance_amount).toBe(-500);
    await office.expectCleanBooks();
  });

  test('new money pays the oldest charges first, and a payment dated before the import is late by its own day', async () => {
    const office = await openOffice();
    await office.pay('A-1', 1335.4, '2026-08-10');
    expect(unpaid(await office.chargesOf('A-1'))).toEqual(['2026-08 Rent 0 of 1000 Unpaid']);
    await office.pay('A-1', 1, '2026-09-10');
    expect(unpaid(await office.chargesOf('A-1'))).toEqual([
      '2026-08 Rent 1 of 1000 Partially Paid',
      '2026-08 Fine 0 of 300 Unpaid',
    ]);
    await office.expectCleanBooks();
  });

  test('an old fine can be removed and applied again, debts be arrested, and an old invoice be deleted', {
    tags: ['slow'],
  }, async () => {
    const office = await openOffice();
    await office.ask(fines.remove, july);
    expect(unpaid(await office.chargesOf('A-1')).join()).not.toContain('Fine');
    await office.ask(fines.apply, july);
    expect(await office.chargesOf('A-1')).toContain('2026-07 Fine 0 of 239.4 Unpaid');
    await office.app.verifySessions();
    expect((await office.ask(invoices.arrest, { body: {} })).count).toBe(2);
    expect(await office.chargesOf('A-1')).toContain('2026-08 Rent 0 of 1000 Arrest');
    await office.ask(invoices.remove, { ...july, body: {} });
    expect(await office.chargesOf('A-1')).toEqual([
      '2026-08 VAT 198 of 198 Paid',
      '2026-08 OperationFee 100 of 100 Paid',
      '2026-08 Rent 202 of 1000 Arrest',
    ]);
    await office.expectCleanBooks();
  });

  test('invoices of the previous system are in no VAT schedule', async () => {
    const office = officeAt(await openMarket());
    office.goTo('2026-11-01');
    await office.app.verifySessions();
    await office.ask(tax.setSetup, { role: 'superadmin', body: TAX_SETUP });
    office.goTo('2026-11-20', '08:30:00.000');
    const november = { invoice_id: 'INV-A-1-202611', createdAt: '2026-11-05 08:00:00' };
    const charge = { ...november, generate_date: '2026-11-05 08:00:00' };
    const invoices = [{ ...november, month_year: '2026-11-01 00:00:00' }];
    await importRows(office.app, {
      ...ONE_SHOP,
      payments: [],
      invoices,
      vat: [charge],
      rents: [charge],
      operation_fees: [charge],
    });
    const schedules = await office.ask(tax.schedules, { params: { period: '2642' } });
    expect(schedules).toMatchObject({
      first: '2026-11-01',
      is_equal: true,
      ledger: { value: 0, vat: 0 },
      invoices: [],
    });
  });

  test('a tenancy can end, and its debts stay with it', async () => {
    const office = await openOffice();
    const [tenant] = await office.ask(tenants.list, {});
    await office.ask(tenants.remove, { params: { id: String(tenant?.tenant_id) } });
    expect((await office.summaryOf('A-1')).total_owed).toBe(2335.4);
    await office.expectCleanBooks();
  });
});
