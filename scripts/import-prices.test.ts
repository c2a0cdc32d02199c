import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { products } from '#contract/products.ts';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { loadCatalogue } from '#server/features/products/load-catalogue.ts';
import { starterProducts } from './starter-catalogue/products.ts';

const command = path.join(import.meta.dirname, 'import-prices.ts');
const GOOD = 'date,item,min_price,max_price\n2020-01-27,Radish,45,55\n2020-01-28,Radish,50,60\n';
const FAULTY = `${GOOD}2020-01-29,Radish,180,22\n2020-01-29,Miris  special,10,20\n2020-01-30,Miris special,10,20\n`;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'pola-import-'));
  const database = connect({ databaseUrl: undefined, dataDir: folder });
  await migrate(database);
  const [radish] = starterProducts.filter(({ code }) => code === 'RADISH');
  const chili = { ...products.add.body.parse({ name: 'Green chillies', type: 'vegetable' }), code: 'CHILLI-GREEN' };
  const context = { actor: 'test', now: systemClock.now(), requestId: 'test' };
  await loadCatalogue(database, context, [{ ...products.add.body.parse(radish), code: 'RADISH' }, chili]);
  await database.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

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
  return { status, stdout, stderr };
}

describe('the import command', () => {
  it('says without --write what would happen, line by line, and what to do next', () => {
    const { status, stdout } = run(file('faulty.csv', FAULTY));
    expect(stdout.split('\n')).toEqual([
      'line 4: Min price should not exceed max price.  [2020-01-29,Radish,180,22]',
      'line 5: Unknown item.  [2020-01-29,Miris  special,10,20]',
      'line 6: Unknown item.  [2020-01-30,Miris special,10,20]',
      'Items without a product (say which they mean with --alias FILE, a CSV with the columns item,product):',
      '  Miris  special  (lines: 2)',
      '5 lines read: 2 good, 3 faulty.',
      'Prices from 2020-01-27 to 2020-01-28.',
      'Would be 2 added, 0 updated, 0 unchanged.',
      'Nothing was written. Add --write to write.',
      '',
    ]);
    expect(status).toBe(0);
  });

  it('writes with --write, and finds the same file unchanged afterwards', () => {
    const good = file('good.csv', `\uFEFF${GOOD}`);
    const written = run(good, '--write');
    expect(written.stdout).toContain('\n2 added, 0 updated, 0 unchanged.\nThe good lines are written.\n');
    expect(written.status).toBe(0);
    expect(run('--write', good).stdout).toContain('\n0 added, 0 updated, 2 unchanged.\n');
  });

  it('takes an item for the product that --alias names, by code or name', () => {
    const prices = file('alias-prices.csv', 'date,item,min_price,max_price\n2021-01-01,Miris special,10,20\n');
    for (const product of ['chilli-green', 'Green chillies']) {
      const alias = file('alias.csv', `Item,Product\nmiris  SPECIAL,${product}\n`);
      expect(run(prices, '--alias', alias).stdout).toContain('1 lines read: 1 good, 0 faulty.');
    }
  });

  it('says so when there is nothing to write', () => {
    const prices = file('none.csv', 'date,item,min_price,max_price\n2021-01-01,Nobody knows,10,20\n');
    const { status, stdout } = run(prices, '--write');
    expect(stdout).toContain('Nothing was written: there is no good line.');
    expect(status).toBe(0);
  });
});

describe('what the import command cannot use it says in one line', () => {
  const cases: [string, () => string[], RegExp][] = [
    ['no file', () => [], /^Usage: npm run import:prices/],
    ['two files', () => ['one.csv', 'two.csv'], /^Usage: /],
    ['an unknown option', () => ['one.csv', '--force'], /^Usage: /],
    ['a file that is not there', () => ['/nowhere/prices.csv'], /^\/nowhere\/prices\.csv cannot be read \(ENOENT\)/],
    ['a folder', () => [folder], /cannot be read \(EISDIR\)/],
    ['a file in another encoding', () => [file('latin.csv', Buffer.from([0xe9, 0x2c]))], /is not UTF-8 text/],
    ['no table', () => [file('letter.csv', 'Dear clerk,\nhere they are.')], /could not be read as a table/],
    [
      'no table of aliases',
      () => [file('a.csv', GOOD), '--alias', file('b.csv', 'x,y\n1,2\n')],
      /columns item and pro/,
    ],
    [
      'an alias of nothing',
      () => [file('a.csv', GOOD), '--alias', file('c.csv', 'item,product\nMiris,Gold\n')],
      /^The alias of "Miris" leads to no product: "Gold"\.$/m,
    ],
  ];

  it.each(cases)('%s', (_, parametersOf, sentence) => {
    const { status, stdout, stderr } = run(...parametersOf());
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([status, stdout]).toEqual([1, '']);
  });

  it('a database address that is none', () => {
    const environment = { ...process.env, DATA_DIR: folder, DATABASE_URL: 'mysql://nowhere' };
    const parameters = [command, file('a.csv', GOOD)];
    const { status, stderr } = spawnSync(process.execPath, parameters, { env: environment, encoding: 'utf8' });
    expect(stderr).toBe('The prices could not be imported: DATABASE_URL must start with postgres://\n');
    expect(status).toBe(1);
  });
});
