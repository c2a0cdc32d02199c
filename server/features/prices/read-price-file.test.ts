import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '#contract/call.ts';
import { prices } from '#contract/prices.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';

type Imported = Answer<typeof prices.importCsv>;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  const cabbage = { name: 'Cabbage', name_si: 'ගෝවා', name_ta: 'கோவா', aliases: ['Cabbage, green', 'නිල් ශ්‍රී ගෝවා'] };
  await app.as('admin', { method: 'POST', url: '/api/products', payload: { type: 'vegetable', ...cabbage } });
});
afterAll(() => app.close());

const send = (csv: unknown) => app.as('editor', { method: 'POST', url: '/api/prices/import', payload: { csv } });

async function read(csv: string): Promise<Imported> {
  const answer = await send(csv);
  expect(answer.json()).toMatchObject({ written: false });
  return prices.importCsv.answer.parse(answer.json());
}

describe('a table is read', () => {
  const good = { lines: 1, accepted: 1, faults: [], first_day: '2020-01-27', last_day: '2020-01-27' };

  test.each([
    ['as it should be', 'date,item,min_price,max_price\n2020-01-27,Cabbage,45,55\n'],
    ['without a line end at its end', 'date,item,min_price,max_price\n2020-01-27,Cabbage,45,55'],
    ['with the mark and line ends of Windows', '\uFEFFdate,item,min_price,max_price\r\n2020-01-27,Cabbage,45,55\r\n'],
    ['with line ends of both kinds', 'date,item,min_price,max_price\r\n2020-01-27,Cabbage,45,55\n\r\n'],
    ['with its columns in another order and case', 'MAX_PRICE,Min_Price,DATE,Item\n55,45,2020-01-27,Cabbage\n'],
    [
      'with columns that do not matter',
      'line,date,product,category,min_price,max_price\n1,2020-01-27,Cabbage,veg,45,55',
    ],
    ['with item beside product', 'date,product,item,min_price,max_price\n2020-01-27,whatever,Cabbage,45,55'],
    ['with quoted fields', '"date","item","min_price","max_price"\n"2020-01-27","Cabbage, green","45","55"\n'],
    ['with spaces around fields', 'date, item , min_price,max_price\n 2020-01-27 ,\tCabbage , 45, "55"\n'],
    ['with blank lines', '\ndate,item,min_price,max_price\n\n   \n2020-01-27,Cabbage,45,55\n,,,\n\n'],
    ['in Sinhala', 'date,item,min_price,max_price\n2020-01-27,ගෝවා,45,55\n'],
    ['in Tamil', 'date,item,min_price,max_price\n2020-01-27,கோவா,45,55\n'],
    [
      'in Tamil with a vowel sign written as its two parts',
      'date,item,min_price,max_price\n2020-01-27,க\u0BC7\u0BBEவா,45,55\n',
    ],
    ['without the invisible joiners', 'date,item,min_price,max_price\n2020-01-27,නිල්  ශ්රී ගෝවා,45,55\n'],
    ['with joiners nobody sees', 'date,item,min_price,max_price\n2020-01-27,cab\u200Bba\u200Dge,45,55\n'],
  ])('%s', async (_, csv) => {
    expect(await read(csv)).toMatchObject(good);
  });
});

test('lines are counted as an editor counts them, blank and broken ones too', async () => {
  const { faults } = await read(
    [
      'date,item,min_price,max_price',
      '',
      '2020-01-27,Cabbage,45,x',
      '2020-01-28,"Cab',
      'bage",45,55',
      ',,,',
      '2020-01-29,Cabbage,y,55',
    ].join('\r\n'),
  );
  expect(faults).toEqual([
    { line: 3, reason: '“x” is not a valid price.', text: '2020-01-27,Cabbage,45,x' },
    { line: 4, reason: 'No product matches this item.', text: '2020-01-28,"Cab\nbage",45,55' },
    { line: 7, reason: '“y” is not a valid price.', text: '2020-01-29,Cabbage,y,55' },
  ]);
});

test('an unmatched quotation mark spoils one line, not the file', async () => {
  const answer = await read(
    'date,item,min_price,max_price\n2020-01-27,Cabbage 5",45,55\n2020-01-28,"Cabbage" green,45,55\n2020-01-29,Cabbage,45,55\n',
  );
  expect(answer).toMatchObject({ accepted: 1, faults: [{ line: 2 }, { line: 3 }] });
});

test('a long line is quoted by its beginning', async () => {
  const { faults } = await read(`date,item,min_price,max_price\n2020-01-27,${'x'.repeat(5000)},1,2\n`);
  expect(faults[0]?.text).toHaveLength(200);
});

test.each([
  ['a text', 'Dear clerk, here are the prices.'],
  ['a web page', '<!doctype html>\n<html><body>date</body></html>'],
  ['a spreadsheet file', 'PK\u0003\u0004\u0000\u0000xl/workbook.xml'],
  ['blank', '\n \n'],
  ['a table without a column', 'line,name_si,min_price,max_price\n1,ගෝවා,45,55\n'],
  ['a table with a column twice', 'date,item,min_price,min_price,max_price\n2020-01-27,Cabbage,1,2,3\n'],
  ['a table with an open quotation mark', 'date,item,min_price,max_price\n2020-01-27,"Cabbage,45,55\n'],
])('%s is refused, because it is not a table of prices', async (_, csv) => {
  const answer = await send(csv);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: 'bad_csv',
    message: expect.stringMatching(/^The file could not be read/),
  });
});

test('the refusal names the missing column', async () => {
  const answer = await send('item,min_price,max_price\nCabbage,45,55\n');
  expect(answer.json().details).toEqual([
    { field: 'csv', message: 'The first line must contain the column date exactly once.' },
  ]);
});

test('an empty file and a missing one are refused', async () => {
  for (const csv of ['', null, 5, undefined]) expect((await send(csv)).statusCode).toBe(400);
});

test('a file of more than 200000 lines is refused', async () => {
  const lines = '2020-01-27,Nobody,,\n'.repeat(200_001);
  expect((await send(`date,item,min_price,max_price\n${lines}`)).json()).toMatchObject({
    code: 'bad_csv',
    message: 'The file has more than 200,000 lines. Split it into smaller files.',
  });
});

test('a file of more than 10 MB is too large', async () => {
  expect((await send('x'.repeat(10 * 1024 * 1024))).statusCode).toBe(413);
});
