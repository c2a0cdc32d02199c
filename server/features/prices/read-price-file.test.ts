/** @module-tag sqlite-only */
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
  const answer = await send('date,item,min_price\n2020-01-27,Cabbage,45\n');
  expect(answer.json().details).toEqual([
    { field: 'csv', message: 'The first line must contain the column max_price exactly once.' },
  ]);
});

test('a file without a date column is of the day that the clerk names', async () => {
  const csv = 'Commodity;Lowest;Highest\nCabbage;45;55\n';
  const answer = await send(csv);
  expect(answer.json()).toMatchObject({
    code: 'bad_csv',
    message: 'The file has no date column. Choose the date of its prices.',
    details: [{ field: 'date' }],
  });
  const named = await app.as('editor', {
    method: 'POST',
    url: '/api/prices/import',
    payload: { csv, date: '2020-01-27' },
  });
  expect(named.json()).toMatchObject({ accepted: 1, first_day: '2020-01-27' });
});

describe('a file as markets write it is read', () => {
  test.each([
    ['with the headings of a spreadsheet', 'Date,Item,Min,Max\n27/01/2020,Cabbage,45,55\n'],
    ['with semicolons', 'Day;Vegetable;From;To\n27.01.2020;Cabbage;45;55\n'],
    ['with tabs', 'DATE\tProduct name\tMinimum price (Rs)\tMax. price\n27-1-2020\tCabbage\tRs 45\t55/-\n'],
    ['with headings in Sinhala', 'දිනය,එළවළු,අවම මිල,උපරිම මිල\n27/1/2020,ගෝවා,45,55\n'],
    ['with headings in Tamil', 'திகதி,மரக்கறி,குறைந்த விலை,கூடிய விலை\n27/1/2020,கோவா,45,55\n'],
    ['with a title above', 'Price list of the market\n\nDate,Item,Min,Max\n27 Jan 2020,Cabbage,45,55\n'],
    ['with the day of a spreadsheet', 'Date,Item,Min,Max\n2020-01-27 00:00:00,Cabbage,45,55\n'],
    ['with empty cells at the end', 'Date,Item,Min,Max,,\n27-Jan-20,Cabbage,Rs. 45/=,LKR 55.00,,,,\n'],
  ])('%s', async (_, csv) => {
    const { accepted, first_day, prices: read_ } = await read(csv);
    expect([accepted, first_day]).toEqual([1, '2020-01-27']);
    expect(read_).toMatchObject([{ min_price: 45, max_price: 55 }]);
  });
});

test('thousands are grouped with a comma', async () => {
  const { prices: shown } = await read('Date;Item;Min;Max\n27/01/2020;Cabbage;1,200;1,350.50\n');
  expect(shown).toMatchObject([{ min_price: 1200, max_price: 1350.5 }]);
});

describe('a day is never guessed', () => {
  const readDays = (...days: string[]) =>
    read(['Date,Item,Min,Max', ...days.map((day) => `${day},Cabbage,45,55`)].join('\n'));
  const reasonsOf = async (...days: string[]) =>
    (await readDays(...days)).faults.map(({ line, reason }) => [line, reason]);
  const NO_DATE = 'This is not a valid date. Use the format YYYY-MM-DD or DD/MM/YYYY.';

  test('a file whose days fit both orders asks which it is, with what each would mean', async () => {
    const { questions, accepted, waiting } = await readDays('05/11/2019', '06/06/2019');
    expect([accepted, waiting]).toEqual([1, 1]);
    expect(questions).toEqual([
      {
        id: 'order',
        kind: 'order',
        takes_number: false,
        lines: 1,
        answer: null,
        question: 'Does the day or the month come first in dates such as “05/11/2019”?',
        choices: [
          { value: 'day-first', label: 'Day first: 5 Nov 2019' },
          { value: 'month-first', label: 'Month first: 11 May 2019' },
        ],
      },
    ]);
  });

  test.each([
    ['day-first', '2019-11-05'],
    ['month-first', '2019-05-11'],
  ])('the answer %s decides, and is shown as given', async (order, date) => {
    const answer = await app.as('editor', {
      method: 'POST',
      url: '/api/prices/import',
      payload: { csv: 'Date,Item,Min,Max\n05/11/2019,Cabbage,45,55\n', answers: { order } },
    });
    expect(answer.json()).toMatchObject({ first_day: date, questions: [{ answer: order }], waiting: 0 });
  });

  test.each([
    [['11/22/2019', '05/11/2019'], ['2019-11-22', '2019-05-11'], 'month'],
    [['22/11/2019', '05/11/2019'], ['2019-11-22', '2019-11-05'], 'day'],
  ])('%j prove their order, which is used and said', async (days, meant, first) => {
    const { prices: shown, questions, notes } = await readDays(...days);
    expect(questions).toEqual([]);
    expect(shown.map(({ date }) => date)).toEqual(meant);
    expect(notes).toEqual([
      `Dates are read with the ${first} first, because “${days[0]}” would not be valid otherwise.`,
    ]);
  });

  test('days that prove both orders leave the doubtful ones open', async () => {
    const { prices: shown, waiting } = await readDays('11/22/2019', '05/11/2019', '23/11/2019');
    expect(shown.map(({ date }) => date)).toEqual(['2019-11-22', '2019-11-23']);
    expect(waiting).toBe(1);
  });

  test.each([
    '31/02/2020',
    '2020-02-30',
    '13/13/2020',
    '27/01',
    'Monday',
    '99',
    '20200230',
    '00/01/2020',
    '2020-13-01',
  ])('%s is not a day', async (text) => {
    expect(await reasonsOf(text)).toEqual([[2, NO_DATE]]);
  });

  test.each([
    '27/01/20',
    '27.1.2020',
    '27 Jan 20',
    '"Jan 27, 2020"',
    '"Monday, January 27, 2020"',
    '20200127',
    '27012020',
    '43857',
    '43857.25',
    '2020-01-27 06:15:00',
    '2020-01-26T18:30:00.000Z',
    '2020-01-27T00:00:00+05:30',
    "'27/01/2020",
    '27/01/2020\u200b',
    '2020 ජනවාරි 27',
    '27 ஜனவரி 2020',
    '27th January 2020',
  ])('%s is 27 January 2020', async (text) => {
    expect(await readDays(text)).toMatchObject({ accepted: 1, first_day: '2020-01-27', last_day: '2020-01-27' });
  });

  test('a list of more than a week ago is warned of, one of this week is not', async () => {
    const { warnings } = await readDays('2026-11-12');
    expect(warnings).toEqual(['The prices are for 12 Nov 2026, which is more than a week ago.']);
    expect((await readDays('2026-11-13')).warnings).toEqual([]);
  });
});

test('an empty file and a missing one are refused', async () => {
  for (const csv of ['', null, 5, undefined]) expect((await send(csv)).statusCode).toBe(400);
});

test('a file of more than 200000 lines is refused', { tags: ['slow'] }, async () => {
  const lines = '2020-01-27,Nobody,,\n'.repeat(200_001);
  expect((await send(`date,item,min_price,max_price\n${lines}`)).json()).toMatchObject({
    code: 'bad_csv',
    message: 'The file has more than 200,000 lines. Split it into smaller files.',
  });
});

test('a file of more than 10 MB is too large', async () => {
  expect((await send('x'.repeat(10 * 1024 * 1024))).statusCode).toBe(413);
});
