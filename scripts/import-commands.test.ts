import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { products } from '#contract/products.ts';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { loadCatalogue } from '#server/features/products/import-products.ts';
import { starterProducts } from '#server/features/products/starter-catalogue/products.ts';
import { rawWorkbook } from '#web/testing/raw-workbook.ts';
import { importPriceFile } from './import/import-price-file.ts';
import { importShopFile } from './import/import-shop-file.ts';

const PRICES = 'date,item,min_price,max_price\n2020-01-27,Radish,45,55\n2020-01-28,Radish,50,60\n';
const SHOPS = [
  'shop_id,shop_name,location,rent_amount,vat_rate,operation_fee,tenant_name,contact,address,email',
  'A-1,Nimal Stores,Block A,12500,18,1000,Nimal Perera,000 123,Dambulla,nimal@example.com',
  'A-2,Corner shop,Block A,9000,18,1000,,,,',
  '',
].join('\n');

let catalogue: string;
let folder: string;
beforeAll(async () => {
  catalogue = makeFolder();
  const database = connect({ databaseUrl: undefined, dataDir: catalogue });
  await migrate(database);
  const [radish] = starterProducts.filter(({ code }) => code === 'RADISH');
  const chili = { ...products.add.body.parse({ name: 'Green chillies', type: 'vegetable' }), code: 'CHILLI-GREEN' };
  const context = { actor: 'test', now: systemClock.now(), requestId: 'test' };
  await loadCatalogue(database, context, [{ ...products.add.body.parse(radish), code: 'RADISH' }, chili]);
  await database.close();
});
afterAll(() => rmSync(catalogue, { recursive: true }));
beforeEach(() => {
  folder = makeFolder();
  cpSync(catalogue, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function makeFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'pola-import-'));
}

function file(name: string, content: string | Buffer): string {
  const place = path.join(folder, name);
  writeFileSync(place, content);
  return place;
}

interface Outcome {
  status: number | null;
  stdout: string[];
  stderr: string;
}

function start(subject: 'prices' | 'shops', parameters: string[], databaseUrl = ''): Outcome {
  const command = path.join(import.meta.dirname, `import-${subject}.ts`);
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: databaseUrl };
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...parameters], { env, encoding: 'utf8' });
  return { status, stdout: stdout.split('\n'), stderr };
}

async function run(subject: 'prices' | 'shops', parameters: string[]): Promise<Outcome> {
  const said: string[] = [];
  const faults: string[] = [];
  const command = { prices: importPriceFile, shops: importShopFile }[subject];
  const status = await command({
    parameters,
    environment: { DATA_DIR: folder },
    print: (line) => said.push(line),
    printFault: (line) => faults.push(line),
  });
  return { status, stdout: [...said, ''], stderr: faults.map((line) => `${line}\n`).join('') };
}

describe('the import of prices', () => {
  it('without --write it says what would happen, line by line, and what to do next', async () => {
    const faulty = `${PRICES}2020-01-29,Radish,180,22\n2020-01-29,Miris  special,10,20\n2020-01-30,Miris special,10,20\n`;
    expect(await run('prices', [file('faulty.csv', faulty)])).toEqual({
      status: 0,
      stdout: [
        'line 4: Min price should not exceed max price.  [2020-01-29,Radish,180,22]',
        'line 5: No product matches this item.  [2020-01-29,Miris  special,10,20]',
        'line 6: No product matches this item.  [2020-01-30,Miris special,10,20]',
        'Items without a product (say which they mean with --alias FILE, a CSV with the columns item,product):',
        '  Miris  special  (lines: 2)',
        'Lines read: 5 (2 good, 3 faulty).',
        'Warning: The prices from 27 Jan 2020 to 28 Jan 2020 are more than a week old.',
        'Prices from 2020-01-27 to 2020-01-28.',
        'Would be 2 added, 0 updated, 0 unchanged.',
        'Nothing was written. Add --write to write.',
        '',
      ],
      stderr: '',
    });
  });

  it('with --write it writes, and then finds the same file unchanged', { tags: ['slow'] }, async () => {
    const good = file('good.csv', `\uFEFF${PRICES}`);
    expect(start('prices', [good, '--write'])).toMatchObject({
      status: 0,
      stdout: expect.arrayContaining(['2 added, 0 updated, 0 unchanged.', 'The good lines are written.']),
    });
    expect((await run('prices', ['--write', good])).stdout).toContain('0 added, 0 updated, 2 unchanged.');
  });

  it('uses the product that --alias names for an item, by code or name', async () => {
    const prices = file('alias-prices.csv', 'date,item,min_price,max_price\n2021-01-01,Miris special,10,20\n');
    for (const product of ['chilli-green', 'Green chillies']) {
      const alias = file('alias.csv', `Item,Product\nmiris  SPECIAL,${product}\n`);
      expect((await run('prices', [prices, '--alias', alias])).stdout).toContain('Lines read: 1 (1 good, 0 faulty).');
    }
  });

  it('says what is hidden in a workbook, and which sheets it does not read', async () => {
    const rows = [
      ['Date', 'Item', 'Min', 'Max'],
      ['2020-01-27', 'Radish', 45, 55],
    ];
    const workbook = rawWorkbook([
      { name: 'Cover', rows: [['Daily prices']] },
      { name: 'Old', rows, state: 'hidden' },
      { name: 'New', rows },
    ]);
    const { stdout } = await run('prices', [file('hidden.xlsx', Buffer.from(workbook))]);
    expect(stdout.slice(0, 3)).toEqual([
      'Hidden sheets are not imported: Old.',
      'Other sheets are not imported: Cover.',
      'Lines read: 1 (1 good, 0 faulty).',
    ]);
  });

  it('says when there is nothing to write', async () => {
    const prices = file('none.csv', 'date,item,min_price,max_price\n2021-01-01,Nobody knows,10,20\n');
    const { status, stdout } = await run('prices', [prices, '--write']);
    expect(stdout).toContain('Nothing was written: there is no good line.');
    expect(status).toBe(1);
  });

  it('while a question is open --write writes nothing and names the options that answer it', async () => {
    const csv =
      'Date,Market,Item,Min (Rs/quintal),Max (Rs/quintal)\n5/11/2020,Pettah,Radish,4500,5500\n5/11/2020,Kandy,Radish,9000,9500\n';
    const prices = file('questions.csv', csv);
    const { status, stdout } = await run('prices', [prices, '--write']);
    expect(status).toBe(1);
    expect(stdout.filter((line) => /--answer|^Nothing|^Question/.test(line))).toEqual([
      'Question: The lines have different values for “Market”. Which lines should be imported?',
      '  --answer "column:Market=Pettah"  Pettah (1 line)',
      '  --answer "column:Market=Kandy"  Kandy (1 line)',
      'Question: Does the day or the month come first in dates such as “5/11/2020”?',
      '  --answer "order=day-first"  Day first: 5 Nov 2020',
      '  --answer "order=month-first"  Month first: 11 May 2020',
      'Nothing was written: the questions above are open. Add an --answer to each.',
    ]);
    const answered = ['--answer', 'column:market=kandy', '--answer', 'order=day-first', '--answer', 'unit:quintal=100'];
    const written = await run('prices', [prices, '--write', ...answered]);
    expect(written.status).toBe(0);
    expect(written.stdout).toContain('Lines read: 2 (1 good, 0 faulty, 1 skipped).');
    expect(written.stdout).toContain('Prices from 2020-11-05 to 2020-11-05.');
  });
});

describe('the import of shops', () => {
  it('without --write it says what would happen; while a line has an error it writes nothing and names each error with its field', {
    tags: ['slow'],
  }, async () => {
    const good = ['line 2: A-1: new shop Nimal Stores; new tenant Nimal Perera', 'line 3: A-2: new shop Corner shop'];
    const faulty = file('faulty.csv', `${SHOPS}A-3,Third shop,Block B,-1,18,0,,000,\u001bKandy,\nA-4,torn\n`);
    expect(start('shops', [faulty, '--write'])).toEqual({
      status: 1,
      stdout: [
        ...good,
        'line 4: rent_amount: The rent amount cannot be less than 0.  [A-3,Third shop,Block B,-1,18,0,,000, Kandy,]',
        'line 4: tenant_name: Enter the name.  [A-3,Third shop,Block B,-1,18,0,,000, Kandy,]',
        'line 4: address: The address contains characters that are not allowed.  [A-3,Third shop,Block B,-1,18,0,,000, Kandy,]',
        'line 5: line: This line has the wrong number of columns.  [A-4,torn]',
        'Lines read: 4 (2 good, 2 faulty).',
        'New: shops 2, tenants 1. There already: shops 0.',
        'Nothing was written: all lines are written or none. Mend the faulty ones first.',
        '',
      ],
      stderr: '',
    });
    expect(await run('shops', [file('good.csv', SHOPS)])).toEqual({
      status: 0,
      stdout: [
        ...good,
        'Lines read: 2 (2 good, 0 faulty).',
        'New: shops 2, tenants 1. There already: shops 0.',
        'Nothing was written. Add --write to write.',
        '',
      ],
      stderr: '',
    });
  });

  it('names the columns that it does not import', async () => {
    const wide = SHOPS.split('\n').map((line, at) => (line === '' ? '' : `${line},${at === 0 ? 'Deposit' : '5000'}`));
    expect((await run('shops', [file('wide.csv', wide.join('\n'))])).stdout).toContain(
      'Columns that are not imported: Deposit.',
    );
  });

  it('with --write it writes, and then finds that the same shops exist', async () => {
    const good = file('good.csv', `\uFEFF${SHOPS}`);
    const written = await run('shops', [good, '--write']);
    expect([written.status, written.stdout.at(-2)]).toEqual([0, 'All of it is written.']);
    const changed = SHOPS.replace('9000,18', '9500,18').replace('1000,,,,', '1000,Sunil Silva,000 555,Kandy,');
    expect((await run('shops', [file('changed.csv', changed)])).stdout.slice(0, 2)).toEqual([
      'line 2: A-1: shop exists already; has a tenant already, Nimal Perera',
      'line 3: A-2: shop exists already with another rent amount, left as it is; new tenant Sunil Silva',
    ]);
    expect(await run('shops', ['--write', good])).toMatchObject({
      status: 0,
      stdout: expect.arrayContaining(['Nothing was written: there is nothing new.']),
    });
  });
});

describe('an import explains unusable input in one line', () => {
  const letter = () => [file('letter.csv', 'Dear clerk,\nhere they are.')];
  const aliases = (text: string) => () => [file('a.csv', PRICES), '--alias', file('b.csv', text)];
  const cases: ['prices' | 'shops', string, () => string[], RegExp][] = [
    ...(['prices', 'shops'] as const).flatMap((subject): typeof cases => [
      [subject, 'no file', () => [], new RegExp(`^Usage: npm run import:${subject}`)],
      [subject, 'two files', () => ['one.csv', 'two.csv'], /^Usage: /],
      [subject, 'an unknown option', () => ['one.csv', '--force'], /^Usage: /],
      [subject, 'a file that is not there', () => ['/nowhere/a.csv'], /^\/nowhere\/a\.csv cannot be read \(ENOENT\)/],
    ]),
    ['shops', 'a file in another encoding', () => [file('e.csv', Buffer.from([0xe9, 0x2c]))], /is not UTF-8 text/],
    ['prices', 'a picture', () => [file('e.png', Buffer.from([0x89, 0x50, 0, 1]))], /is no CSV file and no workbook/],
    ['prices', 'a folder', () => [folder], /cannot be read \(EISDIR\)/],
    ['prices', 'no table', letter, /could not be read as a table/],
    ['shops', 'no table', letter, /must contain the column shop_id exactly once\./],
    ['prices', 'no table of aliases', aliases('x,y\n1,2\n'), /columns item and pro/],
    [
      'prices',
      'an alias of nothing',
      aliases('item,product\nMiris,Gold\n'),
      /^The alias of "Miris" .* product: "Gold"\.$/m,
    ],
  ];

  it.each(cases)('%s: %s', async (subject, _, parametersOf, sentence) => {
    const { status, stdout, stderr } = await run(subject, parametersOf());
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([status, stdout]).toEqual([1, ['']]);
  });

  it('an invalid database address', { tags: ['slow'] }, () => {
    expect(start('prices', [file('a.csv', PRICES)], 'mysql://nowhere')).toMatchObject({
      status: 1,
      stderr: 'The prices could not be imported: DATABASE_URL must start with postgres://\n',
    });
  });
});
