/** @module-tag postgres */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EMPTY_WORDS } from '#contract/empty-marks.ts';
import { apiMessage, englishOf } from '#contract/messages/message.ts';
import { shops } from '#contract/shops.ts';
import { tenants } from '#contract/tenants.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { readRows } from '../imports/read-table.ts';
import { verifyMarket } from '../ledger/verify-market.ts';
import { describeShopNotes, importShops, isNewShop, isNewTenant } from './import-shops.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

const NEEDED = 'shop_id,shop_name,location,rent_amount,vat_rate,operation_fee';
const ALL = `${NEEDED},tenant_name,contact,address,email`;
const TWO = [
  ALL,
  'A-1,Nimal Stores,Block A,12500.50,17.5,1000,Nimal Perera,000 123,Dambulla,nimal@example.com',
  'A-2,Corner shop,"Block A, gate",9000,0,0,,,,',
].join('\n');

const take = async (csv: string, write = true, answers: Record<string, string> = {}) => {
  const rows = await readRows(csv);
  const context = { actor: 'command import:shops', now: app.clock.now(), requestId: 'import-shops' };
  const { faults, ...outcome } = await app.database.write((tx) => importShops(tx, context, { rows, write, answers }));
  return { ...outcome, faults: faults.map((fault) => ({ ...fault, message: englishOf(fault.message) })) };
};
const listShops = async () => shops.list.answer.parse((await app.as('manager', { url: '/api/shops' })).json());
const listTenants = async () => tenants.list.answer.parse((await app.as('manager', { url: '/api/tenants' })).json());

async function everything() {
  const db = app.database.reader;
  return {
    shops: await db.selectFrom('shops').selectAll().orderBy('id').execute(),
    tenants: await db.selectFrom('tenancies').selectAll().orderBy('id').execute(),
    audit: await db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
  };
}

test('a file of shops becomes shops and tenants, each in the audit log under the name of the command', async () => {
  const { lines, faults, written } = await take(TWO);
  expect({ lines, faults, written }).toEqual({ lines: 2, faults: [], written: true });
  expect(await listShops()).toMatchObject([
    {
      shop_id: 'A-1',
      shop_name: 'Nimal Stores',
      location: 'Block A',
      rent_amount: 12_500.5,
      vat_rate: 17.5,
      operation_fee: 1000,
      tenant_name: 'Nimal Perera',
      balance_amount: 0,
    },
    { shop_id: 'A-2', location: 'Block A, gate', vat_rate: 0, tenant_name: null },
  ]);
  expect(await listTenants()).toMatchObject([
    { name: 'Nimal Perera', contact: '000 123', address: 'Dambulla', email: 'nimal@example.com', shop_id: 'A-1' },
  ]);
  const { audit } = await everything();
  const own = audit.filter(({ user_actioned }) => user_actioned === 'command import:shops');
  expect(own.map(({ event_type, shop_id }) => [event_type, shop_id])).toEqual([
    ['Shop Added', 'A-1'],
    ['Tenant Added', 'A-1'],
    ['Shop Added', 'A-2'],
  ]);
});

test('lines and shops of before with the same name and phone number have one tenant, those of before as they were', async () => {
  await take([ALL, 'A-1,One,Block A,1,0,0,Nimal Perera,077 123 4567,Dambulla,', ''].join('\n'));
  await take(
    [
      ALL,
      'A-2,Two,Block A,1,0,0,nimal perera,+94771234567,Matale,',
      'A-3,Three,Block A,1,0,0,Nimal Perera,071 000 1111,Dambulla,',
      'A-4,Four,Block A,1,0,0,Nimal Perera,0710001111,Dambulla,',
    ].join('\n'),
  );
  const [one, two, three, four] = (await listTenants()).map(({ tenant_ref }) => tenant_ref);
  expect(two).toBe(one);
  expect(four).toBe(three);
  expect(three).not.toBe(one);
  const made = await app.database.reader.selectFrom('tenants').selectAll().execute();
  expect(made.map(({ id }) => id)).toEqual([one, three]);
  expect((await verifyMarket(app.database)).differences).toEqual([]);
});

test('a dry run shows what would happen and writes nothing', async () => {
  const before = await everything();
  const { good, written } = await take(TWO, false);
  expect(good.map((line) => [line.line, isNewShop(line), isNewTenant(line)])).toEqual([
    [2, true, true],
    [3, true, false],
  ]);
  expect(written).toBe(false);
  expect(await everything()).toEqual(before);
});

test('one error refuses every line', async () => {
  const before = await everything();
  const { good, faults, written } = await take(`${TWO}\nA-3,Third shop,Block B,-1,18,0,,,,`);
  expect([good.length, faults.length, written]).toEqual([2, 1, false]);
  expect(await everything()).toEqual(before);
});

test('a second import of the same file finds everything and writes nothing', async () => {
  await take(TWO);
  const before = await everything();
  const { good, written } = await take(TWO);
  expect(good.some((line) => isNewShop(line) || isNewTenant(line))).toBe(false);
  expect(written).toBe(false);
  expect(await everything()).toEqual(before);
});

test('an existing shop retains its terms and its tenant, and gets the tenant of its line when it has none', async () => {
  await take(TWO);
  const { good } = await take(
    [
      ALL,
      'a-1,Nimal Stores,Block A,13000,18,1000,Somebody Else,000,Kandy,',
      'a-2,Corner shop,"Block A, gate",9000,0,0,Sunil Silva,000 555,Kandy,',
    ].join('\n'),
  );
  expect(good.map(({ differing }) => differing)).toEqual([['rent amount', 'VAT rate'], []]);
  expect(await listShops()).toMatchObject([
    { shop_id: 'A-1', rent_amount: 12_500.5, vat_rate: 17.5, tenant_name: 'Nimal Perera' },
    { shop_id: 'A-2', tenant_name: 'Sunil Silva' },
  ]);
  expect(await listTenants()).toMatchObject([{ shop_id: 'A-1' }, { shop_id: 'A-2', email: null }]);
});

test('columns may be in any order and case, and a file without tenants needs no columns for them', async () => {
  const csv =
    'Operation_Fee,VAT_RATE,rent_amount,Floor,location,shop_name,Shop_ID\r\n0,18,9000,1,Block A,Corner shop,A-2\r\n';
  const { written } = await take(`\uFEFF${csv}`);
  expect(written).toBe(true);
  expect(await listShops()).toMatchObject([{ shop_id: 'A-2', vat_rate: 18, rent_amount: 9000, tenant_name: null }]);
});

const line = (changed: Record<string, string>) =>
  Object.values({
    shop_id: 'A-1',
    shop_name: 'x',
    location: 'x',
    rent_amount: '1',
    vat_rate: '1',
    operation_fee: '1',
    tenant_name: 'x',
    contact: 'x',
    address: 'x',
    email: '',
    ...changed,
  }).join(',');

test.each([
  [line({ shop_id: '' }), 'shop_id'],
  [line({ shop_id: '...' }), 'shop_id'],
  [line({ shop_id: '-' }), 'shop_id'],
  [line({ shop_name: '' }), 'shop_name'],
  [line({ location: '' }), 'location'],
  [line({ rent_amount: '' }), 'rent_amount'],
  [line({ rent_amount: 'a hundred' }), 'rent_amount'],
  [line({ rent_amount: '"12,50"' }), 'rent_amount'],
  [line({ vat_rate: 'eighteen' }), 'vat_rate'],
  [line({ vat_rate: '101' }), 'vat_rate'],
  [line({ operation_fee: '-1' }), 'operation_fee'],
  [line({ tenant_name: '' }), 'tenant_name'],
  [line({ email: 'nimal at home' }), 'email'],
  ['A-1,x,x,1,1', 'line'],
  ['A-1,x,x,1,1,1,,,,,x', 'line'],
])('the error of %j is reported with its line and its field %s', async (text, field) => {
  const { good, faults } = await take(`${ALL}\n\n${text}\n`, false);
  expect(good).toEqual([]);
  expect(faults).toEqual([{ line: 3, field, message: expect.stringMatching(/\.$/), text }]);
});

test('a repeated shop in the file is an error of the second line, in any case', async () => {
  const { good, faults } = await take([ALL, line({}), line({ shop_id: 'a-1' })].join('\n'), false);
  expect(good).toHaveLength(1);
  expect(faults).toMatchObject([{ line: 3, field: 'shop_id', message: 'This shop is already listed on line 2.' }]);
});

test('two lines without an id are not the same shop', async () => {
  const { faults } = await take([ALL, line({ shop_id: '' }), line({ shop_id: '' })].join('\n'), false);
  expect(faults.map(({ line: at, message }) => [at, message])).toEqual([
    [2, 'A shop ID must be 1 to 20 letters, digits or hyphens.'],
    [3, 'A shop ID must be 1 to 20 letters, digits or hyphens.'],
  ]);
});

test.each([
  ['nothing', '', 'shop_id'],
  ['a letter', 'Dear clerk,\nhere they are.', 'shop_id'],
])('%s is not a file of shops', async (_, csv, column) => {
  await expect(take(csv)).rejects.toMatchObject({
    code: 'bad_csv',
    details: expect.arrayContaining([{ field: 'csv', message: apiMessage('refusals.bad_csv.column', { column }) }]),
  });
});

const asked = async (csv: string, answers: Record<string, string> = {}) => {
  const { questions } = await take(csv, false, answers);
  return questions.map(({ id, answer, choices }) => [id, answer, choices.map(({ value }) => value)]);
};

test('an ordinary list of an office leads to questions, and is written according to the answers', async () => {
  const list = [
    'Shops of the market,,,,',
    'Stall No,Lessee,Phone No,Monthly Rent (Rs.),VAT',
    'A/1,Nimal Perera,077 123 4567,"Rs. 25,000.00",0.18',
    'A/2,,,"9,500",0.18',
  ].join('\n');
  expect(await asked(list)).toEqual([
    ['column:shop_name', null, ['all:=shop_id']],
    ['column:location', null, ['all:-']],
    ['column:operation_fee', null, ['all:0']],
    ['shop-id', null, ['hyphens', 'keep']],
    ['vat-share', null, ['100', '1']],
  ]);
  await expect(take(list)).rejects.toMatchObject({ code: 'import_unanswered' });
  expect(await listShops()).toEqual([]);
  const answers = {
    'column:shop_name': 'all:=shop_id',
    'column:location': 'all:-',
    'column:operation_fee': '1250.50',
    'shop-id': 'hyphens',
    'vat-share': '100',
  };
  expect((await take(list, true, answers)).written).toBe(true);
  expect(await listShops()).toMatchObject([
    { shop_id: 'A-1', shop_name: 'A-1', rent_amount: 25_000, vat_rate: 18, operation_fee: 1250.5, location: '-' },
    { shop_id: 'A-2', rent_amount: 9500, tenant_name: null },
  ]);
  expect(await listTenants()).toMatchObject([
    { name: 'Nimal Perera', contact: '077 123 4567', address: '-', email: null },
  ]);
});

test('a file in which no column can be the shop ID is refused', async () => {
  await expect(take('rent\n100\n', false)).rejects.toMatchObject({
    code: 'bad_csv',
    details: [{ field: 'csv', message: apiMessage('refusals.bad_csv.column', { column: 'shop_id' }) }],
  });
});

test('if two columns may be the rent, a question asks which one is, even if both have the same heading', async () => {
  const csv = `${NEEDED.replace('rent_amount', 'Rent')},Rent,tenant\nA-1,x,x,100,18,0,200,\n`;
  expect(await asked(csv)).toEqual([['column:rent_amount', null, ['is:Rent (4)', 'is:Rent (7)', 'all:0']]]);
  await take(csv, true, { 'column:rent_amount': 'is:Rent (7)' });
  expect(await listShops()).toMatchObject([{ rent_amount: 200 }]);
});

test('the name of the shop may be one of two columns that may be the tenant', async () => {
  const csv = `${NEEDED.replace('shop_name', 'Name')},Name\nA-1,Corner,Block A,100,18,0,Nimal\n`;
  const both = ['is:Name (2)', 'is:Name (7)'];
  expect(await asked(csv)).toEqual([
    ['column:shop_name', null, [...both, 'all:=shop_id']],
    ['column:tenant_name', null, [...both, 'all:']],
  ]);
  await take(csv, true, { 'column:shop_name': 'is:Name (2)', 'column:tenant_name': 'is:Name (7)' });
  expect(await listShops()).toMatchObject([{ shop_name: 'Corner', tenant_name: 'Nimal' }]);
});

test('a column that was chosen for one field is not offered for another', async () => {
  const csv = `${NEEDED.replace('shop_name', 'Name')},Name\nA-1,Corner,Block A,100,18,0,Nimal\n`;
  const shopName = { 'column:shop_name': 'is:Name (2)' };
  const both = ['is:Name (2)', 'is:Name (7)'];
  const open = ['column:tenant_name', null, ['is:Name (7)', 'all:']];
  expect(await asked(csv, shopName)).toEqual([['column:shop_name', 'is:Name (2)', [...both, 'all:=shop_id']], open]);
  expect(await asked(csv, { ...shopName, 'column:tenant_name': 'is:Name (2)' })).toContainEqual(open);
  await expect(take(csv, true, { ...shopName, 'column:tenant_name': 'is:Name (2)' })).rejects.toMatchObject({
    code: 'import_unanswered',
  });
});

test('a column that only the shop ID can be is taken from another field', async () => {
  const csv = 'rent,Code\n100,A-1\n';
  const taken = { 'column:location': 'is:Code' };
  const ofShop = ['column:shop_id', null, ['is:Code']];
  expect((await asked(csv, taken))[0]).toEqual(ofShop);
  const chosen = await asked(csv, { ...taken, 'column:shop_id': 'is:Code' });
  expect(chosen).toContainEqual(['column:shop_id', 'is:Code', ['is:Code']]);
  expect(chosen).toContainEqual(['column:location', null, ['all:-']]);
});

test.each([
  ['Sinhala', 'කඩ කාමර අංකය,නම,කඩ කාමරයේ නම,ස්ථානය,කුලිය,මෙහෙයුම් ගාස්තුව,VAT ප්‍රතිශතය,බදුකරු'],
  ['Tamil', 'கடை இலக்கம்,வேறு,கடைப் பெயர்,இடம்,வாடகை,செயற்பாட்டுக் கட்டணம்,VAT வீதம்,வாடகைதாரர்'],
])('headings in %s are recognised', async (_, headings) => {
  const { questions, good } = await take(`${headings}\nA-1,-,Corner,Block A,100,0,18,Nimal\n`, false);
  expect([questions, good.length]).toEqual([[], 1]);
});

test('a tenant without phone and address is imported with a dash', async () => {
  await take([ALL, line({ contact: '', address: '' })].join('\n'));
  expect(await listTenants()).toMatchObject([{ contact: '-', address: '-' }]);
});

test('a shop whose tenant is only a mark for nothing is imported as vacant, and the marks are named', async () => {
  const csv = [
    'Shop no,Shop name,Location,Rent,VAT,Operation fee,Tenant,Phone,Address',
    'Y1,Y One,Block Y,25000,18,500,Vacant,,',
    'Y2,Y Two,Block Y,25000,18,500,-,-,-',
    'Y3,Y Three,Block Y,25000,18,500,හිස්,,',
    'Y4,Y Four,Block Y,25000,18,500,காலி,n/a,',
  ].join('\n');
  const outcome = await take(csv);
  expect([outcome.faults, outcome.written]).toEqual([[], true]);
  expect((await listShops()).map(({ shop_id, tenant_name }) => [shop_id, tenant_name])).toEqual([
    ['Y1', null],
    ['Y2', null],
    ['Y3', null],
    ['Y4', null],
  ]);
  expect(await listTenants()).toEqual([]);
  expect(describeShopNotes(outcome).map(englishOf)).toEqual([
    '4 shops are imported as vacant, because the file has “Vacant”, “-”, “හිස්”, “காலி” in place of a tenant.',
  ]);
});

test('no mark for nothing becomes a tenant, a phone number, an address or an email address', async () => {
  const lines = EMPTY_WORDS.map((mark, at) =>
    line({ shop_id: `A-${at}`, tenant_name: mark, contact: mark, address: mark }),
  );
  const { good, faults } = await take([ALL, ...lines].join('\n'), false);
  expect([good.length, faults]).toEqual([EMPTY_WORDS.length, []]);
  expect(good.filter(({ tenant }) => tenant !== undefined)).toEqual([]);
  const details = EMPTY_WORDS.map((mark, at) =>
    line({ shop_id: `A-${at}`, contact: mark, address: mark, email: mark }),
  );
  const let_ = await take([ALL, ...details].join('\n'), false);
  expect(new Set(let_.good.map(({ tenant }) => `${tenant?.contact} ${tenant?.address} ${tenant?.email}`))).toEqual(
    new Set(['- - null']),
  );
});

test('a vacant shop with the phone number of a tenant is an error', async () => {
  const { faults } = await take(
    `${ALL}\n${line({ tenant_name: 'Vacant', contact: '077 123 4567', address: '' })}\n`,
    false,
  );
  expect(faults).toMatchObject([
    { field: 'tenant_name', message: expect.stringMatching(/^“Vacant” means that the shop has/) },
  ]);
});

test('phone numbers get back the 0 that a spreadsheet removed, and rounded ones are errors', async () => {
  const csv = [
    'Shop no,Shop name,Location,Rent,VAT,Operation fee,Tenant,Phone,Address',
    'Y1,Y One,Block Y,25000,18,500,Kamal Silva,771234567,Dambulla',
    'Y2,Y Two,Block Y,25000,18,500,Sunil Perera,9.47712E+11,Dambulla',
    'Y3,Y Three,Block Y,25000,18,500,Nimal,94771234567.0,Dambulla',
  ];
  const refused = await take(csv.join('\n'));
  expect(refused.faults).toEqual([
    {
      line: 3,
      field: 'contact',
      message: expect.stringMatching(/^“9.47712E\+11” is a phone number that a spreadsheet program has rounded\./),
      text: csv[2],
    },
  ]);
  const outcome = await take(csv.toSpliced(2, 1).join('\n'));
  expect((await listTenants()).map(({ contact }) => contact)).toEqual(['0771234567', '94771234567']);
  expect(describeShopNotes(outcome).map(englishOf)).toEqual([
    '1 phone number lacks the leading 0, which spreadsheet programs remove. It was added.',
  ]);
});

test('shop IDs that a spreadsheet has made into dates are asked about', async () => {
  const csv = [ALL, line({ shop_id: '5-Jan' }), line({ shop_id: 'Jan-26' }), line({ shop_id: '2026-03-02' })].join(
    '\n',
  );
  expect(await asked(csv)).toEqual([['shop-id-date', null, ['day-first', 'month-first', 'keep']]]);
  await expect(take(csv)).rejects.toMatchObject({ code: 'import_unanswered' });
  const idsAs = async (answer: string) =>
    (await take(csv, false, { 'shop-id-date': answer })).good.map(({ shop }) => shop.shop_id);
  expect(await idsAs('day-first')).toEqual(['5-1', '26-1', '2-3']);
  expect(await idsAs('month-first')).toEqual(['1-5', '1-26', '3-2']);
  expect(await idsAs('keep')).toEqual(['5-Jan', 'Jan-26', '2026-03-02']);
});

test('shop IDs that a spreadsheet has made into powers of ten are asked about', async () => {
  const csv = [ALL, line({ shop_id: '1.00E+05' }), line({ shop_id: '1.5E+03' }), line({ shop_id: '1E5' })].join('\n');
  expect(await asked(csv)).toEqual([['shop-id-power', null, ['letter', 'number', 'keep']]]);
  const idsAs = async (answer: string) =>
    (await take(csv, false, { 'shop-id-power': answer })).good.map(({ shop }) => shop.shop_id);
  expect(await idsAs('number')).toEqual(['100000', '1500', '1E5']);
  expect(await idsAs('letter')).toEqual(['1E5', '15E2']);
});

test('ordinary shop IDs are not asked about, and .0 of a number is removed', async () => {
  const ids = ['MAY-1A', 'D-12', '12.0', '1E5', '12-Gate', 'March-1', '2026'];
  const { questions, good } = await take([ALL, ...ids.map((shop_id) => line({ shop_id }))].join('\n'), false);
  expect([questions, good.map(({ shop }) => shop.shop_id)]).toEqual([[], ids.with(2, '12')]);
});

test('a line break in a cell is a comma', async () => {
  const address = '"No 5,\nMain Street\n\nDambulla"';
  await take(`${ALL}\n${line({ address, contact: '"077 123 4567\r\n712345678"' })}\n`);
  expect(await listTenants()).toMatchObject([
    { address: 'No 5, Main Street, Dambulla', contact: '077 123 4567, 0712345678' },
  ]);
});

test.each(['Total', 'TOTAL:', 'Grand total', 'Sub-total', 'Total (2)', 'එකතුව', 'මුළු එකතුව', 'மொத்தம்'])(
  'a line of “%s” is left out, and is named',
  async (word) => {
    const outcome = await take([ALL, line({}), `${word},,,2,,,,,,`, `,${word},,,,,,,,`].join('\n'), false);
    expect([outcome.faults, outcome.good.length, outcome.lines]).toEqual([[], 1, 1]);
    expect(describeShopNotes(outcome).map(englishOf)).toEqual(['Lines 3, 4 are totals and are not imported.']);
  },
);

test('a shop may be called Total', async () => {
  const { good } = await take(`${ALL}\n${line({ shop_name: 'Total' })}\n`, false);
  expect(good.map(({ shop }) => shop.shop_name)).toEqual(['Total']);
});

test('rents may have any sign of rupees', async () => {
  const rents = ['₹250', 'රු. 250/=', '250 ரூபா', 'LKR 250.00'];
  const lines = rents.map((rent_amount, at) => line({ shop_id: `A-${at}`, rent_amount }));
  const { good } = await take([ALL, ...lines].join('\n'), false);
  expect(good.map(({ shop }) => shop.rent_amount)).toEqual([25_000, 25_000, 25_000, 25_000]);
});

const run = promisify(execFile);
const command = path.resolve(import.meta.dirname, '../../../scripts/import-shops.ts');

test('shops imported by the command beside a running server are on its list immediately', {
  tags: ['slow'],
}, async () => {
  expect(await listShops()).toEqual([]);
  const file = path.join(app.dataDir, 'shops.csv');
  writeFileSync(file, TWO);
  const environment = { ...process.env, DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl ?? '' };
  const { stdout } = await run(process.execPath, [command, file, '--write'], { env: environment });
  expect(stdout).toContain('All of it is written.');
  expect((await listShops()).map(({ shop_id }) => shop_id)).toEqual(['A-1', 'A-2']);
});
