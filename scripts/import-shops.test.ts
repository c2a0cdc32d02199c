import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const command = path.join(import.meta.dirname, 'import-shops.ts');
const HEADER = 'shop_id,shop_name,location,rent_amount,vat_rate,operation_fee,tenant_name,contact,address,email';
const GOOD = [
  HEADER,
  'A-1,Nimal Stores,Block A,12500,18,1000,Nimal Perera,000 123,Dambulla,nimal@example.com',
  'A-2,Corner shop,Block A,9000,18,1000,,,,',
  '',
].join('\n');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pola-import-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const place = path.join(folder, name);
  writeFileSync(place, content);
  return place;
}

function run(...parameters: string[]) {
  const environment = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...parameters], {
    env: environment,
    encoding: 'utf8',
  });
  return { status, stdout: stdout.split('\n'), stderr };
}

describe('the import command of shops', () => {
  it('says without --write what would happen, line by line, and what to do next', () => {
    expect(run(file('good.csv', GOOD))).toEqual({
      status: 0,
      stdout: [
        'line 2: A-1: new shop Nimal Stores; new tenant Nimal Perera',
        'line 3: A-2: new shop Corner shop',
        '2 lines read: 2 good, 0 faulty.',
        'New: shops 2, tenants 1. There already: shops 0.',
        'Nothing was written. Add --write to write.',
        '',
      ],
      stderr: '',
    });
  });

  it('writes with --write, and finds the same shops there afterwards', () => {
    const good = file('good.csv', `\uFEFF${GOOD}`);
    const written = run(good, '--write');
    expect([written.status, written.stdout.at(-2)]).toEqual([0, 'All of it is written.']);
    const changed = GOOD.replace('9000,18', '9500,18').replace('1000,,,,', '1000,Sunil Silva,000 555,Kandy,');
    expect(run(file('changed.csv', changed)).stdout.slice(0, 2)).toEqual([
      'line 2: A-1: shop exists already; has a tenant already, Nimal Perera',
      'line 3: A-2: shop exists already with another rent_amount, left as it is; new tenant Sunil Silva',
    ]);
    expect(run('--write', good)).toMatchObject({
      status: 0,
      stdout: expect.arrayContaining(['Nothing was written: there is nothing new.']),
    });
  });

  it('writes nothing while a line has a fault, names each with its field, and fails', () => {
    const faulty = file('faulty.csv', `${GOOD}A-3,Third shop,Block B,-1,18,0,,000,\u001bKandy,\nA-4,torn\n`);
    expect(run(faulty, '--write')).toEqual({
      status: 1,
      stdout: [
        'line 2: A-1: new shop Nimal Stores; new tenant Nimal Perera',
        'line 3: A-2: new shop Corner shop',
        'line 4: rent_amount: The rent amount cannot be below 0.  [A-3,Third shop,Block B,-1,18,0,,000, Kandy,]',
        'line 4: tenant_name: Enter the name.  [A-3,Third shop,Block B,-1,18,0,,000, Kandy,]',
        'line 4: address: The address contains characters that cannot be used.  [A-3,Third shop,Block B,-1,18,0,,000, Kandy,]',
        'line 5: line: Wrong number of columns.  [A-4,torn]',
        '4 lines read: 2 good, 2 faulty.',
        'New: shops 2, tenants 1. There already: shops 0.',
        'Nothing was written: all lines are written or none. Mend the faulty ones first.',
        '',
      ],
      stderr: '',
    });
    expect(run(file('good.csv', GOOD)).stdout).toContain('New: shops 2, tenants 1. There already: shops 0.');
  });
});

describe('what the import command of shops cannot use it says in one line', () => {
  const cases: [string, () => string[], RegExp][] = [
    ['no file', () => [], /^Usage: npm run import:shops/],
    ['two files', () => ['one.csv', 'two.csv'], /^Usage: /],
    ['an unknown option', () => ['one.csv', '--force'], /^Usage: /],
    ['a file that is not there', () => ['/nowhere/shops.csv'], /^\/nowhere\/shops\.csv cannot be read \(ENOENT\)/],
    ['a file in another encoding', () => [file('latin.csv', Buffer.from([0xe9, 0x2c]))], /is not UTF-8 text/],
    ['no table', () => [file('letter.csv', 'Dear clerk,\nhere they are.')], /must name shop_id once\./],
  ];

  it.each(cases)('%s', (_, parametersOf, sentence) => {
    const { status, stdout, stderr } = run(...parametersOf());
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([status, stdout]).toEqual([1, ['']]);
  });
});
