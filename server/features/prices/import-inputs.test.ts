/** @module-tag sqlite-only */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '#contract/call.ts';
import { prices } from '#contract/prices.ts';
import { products } from '#contract/products.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { loadCatalogue } from '../products/import-products.ts';
import { starterProducts } from '../products/starter-catalogue/products.ts';

type Imported = Answer<typeof prices.importCsv>;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  const wanted = ['CARROT-NE', 'TOMATO', 'BEANS', 'LEEKS', 'CABBAGE', 'BRINJAL', 'COCONUT'];
  const starters = starterProducts.filter(
    ({ name, code }) =>
      wanted.includes(code) ||
      (code !== 'CARROT-JF' && /^(Carrot|Tomato|Beans|Leeks|Cabbage|Brinjal|Coconut)/.test(name)),
  );
  const rows = starters.map((starter) => ({ ...products.add.body.parse(starter), code: starter.code }));
  await loadCatalogue(app.database, { actor: 'test', now: app.clock.now(), requestId: 'test' }, rows);
});
afterAll(() => app.close());

const send = (payload: object) => app.as('editor', { method: 'POST', url: '/api/prices/import', payload });

async function read(lines: readonly string[], more: object = {}): Promise<Imported> {
  const answer = await send({ csv: lines.join('\n'), ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return prices.importCsv.answer.parse(answer.json());
}

const shown = ({ prices: lines }: Imported) =>
  lines.map(({ line, date, min_price, max_price }) => `${line} ${date} ${min_price} ${max_price}`);
const asked = ({ questions }: Imported) => questions.filter(({ answer }) => answer === null).map(({ id }) => id);
const reasons = ({ faults }: Imported) => faults.map(({ line, reason }) => `${line} ${reason}`);

describe('a unit is never dropped', () => {
  const QUINTAL = ['Date,Commodity,Min Price (Rs./Quintal),Max Price (Rs./Quintal)', '19/11/2026,Carrot,18000,22000'];

  test('a heading in rupees a quintal asks with the factor, and nothing is written', async () => {
    const open = await read(QUINTAL);
    expect(shown(open)).toEqual([]);
    expect(open.questions).toMatchObject([
      {
        id: 'unit:quintal',
        choices: [
          { value: '100', label: '1 quintal = 100 kg: divide the prices by 100' },
          { value: '1', label: 'The prices are already for 1 kg: import them as written' },
          { value: 'skip', label: 'Skip these lines' },
        ],
      },
    ]);
    const refused = await send({ csv: QUINTAL.join('\n'), write: true });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'import_unanswered', details: [{ field: 'answers.unit:quintal' }] },
    ]);
  });

  test.each([
    ['100', ['2 2026-11-19 180 220']],
    ['50', ['2 2026-11-19 360 440']],
    ['0.5', ['2 2026-11-19 36000 44000']],
    ['1', ['2 2026-11-19 18000 22000']],
    ['skip', []],
  ])('the answer %s', async (answer, lines) => {
    expect(shown(await read(QUINTAL, { answers: { 'unit:quintal': answer } }))).toEqual(lines);
  });

  test.each(['0', '-1', '1e3', 'hundred', ''])('the answer “%s” is none', async (answer) => {
    expect(asked(await read(QUINTAL, { answers: { 'unit:quintal': answer } }))).toEqual(['unit:quintal']);
  });

  test.each([
    [['date,item,unit,min,max', '2026-11-19,Carrot,kg,240,270', '2026-11-19,Beans,100g,36,40'], ['unit:100g']],
    [['date,item,unit,min,max', '2026-11-19,Carrot,50 kg bag,240,270'], ['unit:50 kg bag']],
    [['date,item,unit,min,max', '2026-11-19,Carrot,bag,240,270'], ['unit:bag']],
    [['date,item,unit,min,max', '2026-11-19,Carrot,Kg.,240,270'], []],
    [['date,item,unit,min,max', '2026-11-19,Carrot,කි.ග්‍රෑ.,240,270'], []],
    [
      ['date,item,unit,min,max', '2026-11-19,Carrot,quintal,24000,27000', '2026-11-19,Beans,,360,400'],
      ['unit:quintal', 'unit:-'],
    ],
    [['Prices in Rs per 100 kg', 'date,item,min,max', '2026-11-19,Carrot,24000,27000'], ['unit:100 kg']],
    [['date,item,min,max', '2026-11-19,Carrot,24000,27000', '(All prices per quintal)'], ['unit:quintal']],
    [['date,item,min per kg,max per kg', '2026-11-19,Coconut,90,120'], ['unit:kg/nut']],
    [['date,item,min (lb),max (lb)', '2026-11-19,Carrot,100,120'], ['unit:lb']],
    [['date,item,min,max', ',,Rs/quintal,Rs/quintal', '2026-11-19,Carrot,24000,27000'], ['unit:quintal']],
    [['Price list (Fruits), No. 5', 'date,item,min,max', '2026-11-19,Carrot,240,270'], []],
  ])('%j asks %j', async (lines, ids) => {
    expect(asked(await read(lines))).toEqual(ids);
  });

  test('a pound is divided by its weight, rounded to the cent', async () => {
    const lines = ['date,item,min (lb),max (lb)', '2026-11-19,Carrot,100,120'];
    expect(shown(await read(lines, { answers: { 'unit:lb': '0.45359237' } }))).toEqual(['2 2026-11-19 220.46 264.55']);
  });

  test('a line whose unit contradicts the heading is faulty, and so is a price with a unit', async () => {
    const lines = ['date,item,unit,min (quintal),max (quintal)', '2026-11-19,Carrot,kg,240,270'];
    expect(reasons(await read(lines))).toEqual(['2 This line contains different units: kg, quintal.']);
    expect(reasons(await read(['date,item,min,max', '2026-11-19,Carrot,240/kg,270/kg']))).toEqual([
      '2 “240/kg” is not a valid price.',
    ]);
  });
});

describe('several prices for one product and day', () => {
  const MARKETS = [
    'date,market,item,min,max',
    '2026-11-19,Pettah,Carrot,310,350',
    '2026-11-19,Dambulla,Carrot,240,270',
    '2026-11-19,Kandy,Beans,360,400',
  ];

  test('a column of markets is asked about once, and only the chosen lines are read', async () => {
    const open = await read(MARKETS);
    expect([shown(open), asked(open), open.waiting]).toEqual([[], ['column:market'], 3]);
    const chosen = await read(MARKETS, { answers: { 'column:market': 'Dambulla' } });
    expect([shown(chosen), chosen.skipped, asked(chosen)]).toEqual([['3 2026-11-19 240 270'], 2, []]);
    expect(chosen.questions).toMatchObject([{ id: 'column:market', answer: 'Dambulla', lines: 3 }]);
  });

  test('markets are asked about also when no two lines contradict each other', async () => {
    expect(asked(await read([MARKETS[0] ?? '', MARKETS[2] ?? '', MARKETS[3] ?? '']))).toEqual(['column:market']);
  });

  test('a column that nobody has heard of is asked about when it separates contradicting lines', async () => {
    const lines = [
      'date,item,quality,min,max',
      '2026-11-19,Carrot,A,310,350',
      '2026-11-19,Carrot,B,240,270',
      '2026-11-19,Beans,A,1,2',
    ];
    const open = await read(lines);
    expect([shown(open), asked(open), open.waiting]).toEqual([['4 2026-11-19 1 2'], ['column:quality'], 2]);
    expect(shown(await read(lines, { answers: { 'column:quality': 'b' } }))).toEqual(['3 2026-11-19 240 270']);
  });

  test('without such a column all of them are faulty', async () => {
    const lines = [
      'date,item,min,max',
      '2026-11-19,Carrot,310,350',
      '2026-11-19,CARROT,240,270',
      '2026-11-19,Carrot,310,350',
    ];
    const read_ = await read(lines);
    expect(shown(read_)).toEqual([]);
    expect(reasons(read_)).toEqual([
      '2 Line 3 has a different price for the same product and day.',
      '3 Line 2 has a different price for the same product and day.',
      '4 Line 2 has a different price for the same product and day.',
    ]);
  });

  test('an answer about a column that the file does not have is refused', async () => {
    const answer = await send({ csv: MARKETS.join('\n'), answers: { 'column:grade': 'A' } });
    expect(answer.json()).toMatchObject({ code: 'invalid_input', details: [{ field: 'answers.column:grade' }] });
    const unknown = await send({ csv: MARKETS.join('\n'), answers: { market: 'Kandy' } });
    expect(unknown.json()).toMatchObject({ code: 'invalid_input', details: [{ field: 'answers.market' }] });
  });

  test.each([
    ['Wholesale Min,Wholesale Max,Retail Min,Retail Max', '240,270,300,340', ['prices']],
    ['min price,max price,min,max', '24000,27000,240,270', ['prices']],
    ['Retail Min,Retail Max', '300,340', ['prices']],
    ['Wholesale Min,Wholesale Max', '240,270', []],
    ['yesterday min,yesterday max,min,max', '240,270,250,280', []],
    ['Min (USD),Max (USD)', '240,270', ['prices']],
  ])('the columns %s of %s ask %j', async (titles, figures, ids) => {
    expect(asked(await read([`date,item,${titles}`, `2026-11-19,Carrot,${figures}`]))).toEqual(ids);
  });

  test('the chosen columns are read', async () => {
    const lines = ['date,item,Wholesale Min,Wholesale Max,Retail Min,Retail Max', '2026-11-19,Carrot,240,270,300,340'];
    const prices_ = 'Retail Min – Retail Max';
    expect(shown(await read(lines, { answers: { prices: prices_ } }))).toEqual(['2 2026-11-19 300 340']);
    expect(asked(await read(lines, { answers: { prices: 'Other' } }))).toEqual(['prices']);
  });
});

describe('files as people have them', () => {
  const CARROT = '2026-11-19,Carrot,240,270';

  test.each<[string, string[], string[]]>([
    [
      'a web service',
      ['State,Market,Commodity,Arrival_Date,Min_x0020_Price,Max_x0020_Price', 'X,Z,Carrot,19/11/2026,240,270'],
      ['2 2026-11-19 240 270'],
    ],
    [
      'a line that names the separator',
      ['sep=;', 'date;item;min;max', '2026-11-19;Carrot;240;270'],
      ['3 2026-11-19 240 270'],
    ],
    ['lines between columns', ['date|item|min|max', '2026-11-19|Carrot|240|270'], ['2 2026-11-19 240 270']],
    [
      'tags below the headings',
      ['date,item,min,max', '#date,#item+name,#value+min,#value+max', CARROT],
      ['3 2026-11-19 240 270'],
    ],
    [
      'two files joined',
      ['\ufeffdate,item,min,max', CARROT, '\ufeffitem,max,min,date', 'Carrot,260,230,2026-11-18'],
      ['2 2026-11-19 240 270', '4 2026-11-18 230 260'],
    ],
    [
      'the date only where it changes',
      ['date,item,min,max', CARROT, ',Tomato,120,150', '2026-11-18,Carrot,230,260', '〃,Tomato,110,140'],
      ['2 2026-11-19 240 270', '3 2026-11-19 120 150', '4 2026-11-18 230 260', '5 2026-11-18 110 140'],
    ],
    [
      'a date above each block',
      ['item,min,max', '19/11/2026', 'Carrot,240,270', '18 Nov 2026,,', 'Carrot,230,260'],
      ['3 2026-11-19 240 270', '5 2026-11-18 230 260'],
    ],
    [
      'headings in two rows',
      ['Daily price list 19/11/2026', 'Item,Price,,Unit', ',Min,Max,', 'Carrot,240,270,kg'],
      ['4 2026-11-19 240 270'],
    ],
    [
      'currency after the figure',
      ['date,item,min,max', '2026-11-19,Carrot,240 LKR,Rs.270/='],
      ['2 2026-11-19 240 270'],
    ],
    ['figures as text cells', ['date,item,min,max', "'19/11/2026,Carrot,'240,270\u200b"], ['2 2026-11-19 240 270']],
  ])('%s', async (_, lines, expected) => {
    const read_ = await read(lines);
    expect([shown(read_).toSorted(), reasons(read_), asked(read_)]).toEqual([expected, [], []]);
  });

  test('what was carried down, taken from a title or left aside is said', async () => {
    const lines = ['Prices of 19/11/2026', 'item,min,max,modal', 'Carrot,240,270,255'];
    expect((await read(lines)).notes).toEqual([
      'The date 19 Nov 2026 is from the text above the table.',
      'Text above the table: Prices of 19/11/2026',
      'Columns that are not imported: modal.',
    ]);
    const carried = ['date,item,min,max', CARROT, ',Tomato,120,150'];
    expect((await read(carried)).notes).toEqual(['1 line has no date. The date above it is used.']);
  });

  test('a date that could not be read is not replaced by the one above it', async () => {
    const lines = ['date,item,min,max', CARROT, '31/02/2026,Tomato,120,150', ',Beans,1,2'];
    const read_ = await read(lines);
    expect(shown(read_)).toEqual(['2 2026-11-19 240 270']);
    expect(read_.faults.map(({ line }) => line)).toEqual([3, 4]);
  });

  test('a first line without a date is faulty, because no day is above it', async () => {
    const read_ = await read(['date,item,min,max', ',Tomato,120,150', CARROT]);
    expect(reasons(read_)).toEqual(['2 The date is missing, and no line above has one.']);
  });

  test('blank dates only ask for the day', async () => {
    const answer = await send({ csv: 'date,item,min,max\n,Carrot,240,270\n' });
    expect(answer.json()).toMatchObject({ code: 'bad_csv', details: [{ field: 'date' }] });
  });

  test.each(['-', '--', '–', 'n.a.', 'N/A', 'NR', 'nil', 'නැත', 'இல்லை', '*', 'not available'])(
    '“%s” for both prices is a product without a price that day',
    async (mark) => {
      const read_ = await read(['date,item,min,max', CARROT, `2026-11-19,Tomato,${mark},${mark}`]);
      expect([shown(read_), reasons(read_)]).toEqual([['2 2026-11-19 240 270'], []]);
    },
  );

  test.each([
    ['0,0', 'Prices must be greater than 0.'],
    ['-,270', 'Both min and max prices are required.'],
    ['360,', 'Both min and max prices are required.'],
    ['1e3,2e3', '“1e3” is not a valid price.'],
    ['120.005,140', '“120.005” has more than 2 decimal places.'],
    [
      '=B2*2,140',
      '“=B2*2” is a formula without a result. Open the file in a spreadsheet program, save it and choose it again.',
    ],
    ['"240,50","270,50"', '“240,50” has a comma before the cents. Use a point, as in 240.50.'],
    ['"1.200,00","1.350,00"', '“1.200,00” has a comma before the cents. Use a point, as in 240.50.'],
    ['1.200,1.350', '“1.200” has more than 2 decimal places.'],
    ['〃,〃', '“〃” is not a valid price.'],
    ['€ 240,€ 270', '“€ 240” is not a valid price.'],
    ['ten,twelve', '“ten” is not a valid price.'],
  ])('the prices %s are a fault with its true cause', async (figures, reason) => {
    expect(reasons(await read(['date,item,min,max', `2026-11-19,Tomato,${figures}`]))).toEqual([`2 ${reason}`]);
  });

  test.each([
    ['240 - 270,', '240 270'],
    [',240 – 270', '240 270'],
    ['240 to 270,240 to 270', '240 270'],
    ['₹240,₹270', '240 270'],
    ['240 ரூபா,270 ரூபா', '240 270'],
    ['Rs. 240/- - 270/-,-', '240 270'],
  ])('the cells %s are the prices %s', async (figures, pair) => {
    const read_ = await read(['date,item,min,max', `2026-11-19,Tomato,${figures}`]);
    expect([shown(read_), reasons(read_)]).toEqual([[`2 2026-11-19 ${pair}`], []]);
  });

  test('a range in one cell is judged like any other pair', async () => {
    const read_ = await read(['date,item,min,max', '2026-11-19,Tomato,500 - 60,', '2026-11-19,Beans,240 - 270,280']);
    expect(reasons(read_)).toEqual(['2 Min price should not exceed max price.', '3 “240 - 270” is not a valid price.']);
  });

  test('a line of totals is left out, and is named', async () => {
    const read_ = await read(['date,item,min,max', CARROT, '2026-11-19,Total,240,270', ',මුළු එකතුව,240,270']);
    expect([shown(read_), reasons(read_)]).toEqual([['2 2026-11-19 240 270'], []]);
    expect(read_.notes).toContain('Lines 3, 4 are totals and are not imported.');
  });

  test('text of an old font and lost letters are named as such', async () => {
    const old = await read(['date,item,min,max', '2026-11-19,leri,240,270', '2026-11-19,lerÜ,240,270']);
    expect(old.faults.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/FM Abhaya/),
      expect.stringMatching(/FM Abhaya/),
    ]);
    const lost = await read(['date,item,min,max', '2026-11-19,?????,240,270', '2026-11-19,à¶šà·à¶»à¶§à·Š,1,2']);
    expect(lost.faults.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/CSV UTF-8/),
      expect.stringMatching(/CSV UTF-8/),
    ]);
  });

  test('a copy of a database is refused as one', async () => {
    const answer = await send({
      csv: '-- MariaDB dump 10.19\nCREATE TABLE `prices` (`id` int);\nINSERT INTO `prices` VALUES (1);\n',
    });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      expect.stringMatching(/^This is a database copy/),
    ]);
  });
});
