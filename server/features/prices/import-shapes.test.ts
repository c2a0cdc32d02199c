/** @module-tag sqlite-only */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '#contract/call.ts';
import { prices } from '#contract/prices.ts';
import { products } from '#contract/products.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { loadCatalogue } from '../products/import-products.ts';
import { starterProducts } from '../products/starter-catalogue/products.ts';

/** Lists in shapes other than a minimum and a maximum for each product and day. */

type Imported = Answer<typeof prices.importCsv>;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  const wanted = ['CARROT-NE', 'TOMATO', 'BEANS', 'LEEKS', 'COCONUT'];
  const starters = starterProducts.filter(({ code }) => wanted.includes(code));
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
  lines.map(({ date, product, min_price, max_price }) => `${date} ${product} ${min_price} ${max_price}`);
const asked = ({ questions }: Imported) => questions.filter(({ answer }) => answer === null).map(({ id }) => id);
const reasons = ({ faults }: Imported) => faults.map(({ line, reason, text }) => `${line} ${reason} [${text}]`);

describe('one price for a line', () => {
  const LIST = [
    'Date,market,item,price',
    '2026-11-19,Dambulla,Leeks,250',
    '2026-11-19,Pettah,Leeks,320',
    '2026-11-19,Dambulla,Coconut,140',
  ];

  test('is used for both bounds once that was confirmed', async () => {
    const open = await read(LIST);
    expect([shown(open), asked(open)]).toEqual([[], ['prices', 'column:market']]);
    expect(open.questions[0]).toMatchObject({
      question: 'The file has one price instead of a minimum and a maximum. Use it for both?',
      choices: [{ value: 'price', label: 'Yes, “price” is the minimum and the maximum' }],
      lines: 3,
    });
    const refused = await send({ csv: LIST.join('\n'), write: true });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'import_unanswered']);
    const answered = await read(LIST, { answers: { prices: 'price', 'column:market': 'Dambulla' } });
    expect(shown(answered)).toEqual(['2026-11-19 Leeks 250 250', '2026-11-19 Coconut 140 140']);
    expect([asked(answered), answered.skipped]).toEqual([[], 1]);
  });

  test.each([
    'Item,Price (Rs/kg),Date',
    'Commodity,Average price,Date',
    'භාණ්ඩය,මිල (රු.),දිනය',
    'பொருள்,விலை,திகதி',
    'Vegetable,Rs.,Day',
  ])('is recognised by the headings %s', async (headings) => {
    const [, price] = headings.split(',');
    const list = ['Prices of the week', headings, 'Leeks,250,2026-11-19'];
    expect(shown(await read(list, { answers: { prices: price } }))).toEqual(['2026-11-19 Leeks 250 250']);
  });

  test('of several kinds is chosen among the columns', async () => {
    const list = ['Item,Wholesale price,Retail price,Date', 'Leeks,250,300,2026-11-19'];
    const { questions } = await read(list);
    expect(questions[0]?.choices.map(({ value }) => value)).toEqual(['Wholesale price', 'Retail price']);
    expect(shown(await read(list, { answers: { prices: 'Retail price' } }))).toEqual(['2026-11-19 Leeks 300 300']);
  });

  test('that is a range is read without a question', async () => {
    const list = ['Item,Price,Date', 'Leeks,240 - 270,2026-11-19', 'Coconut,-,2026-11-19'];
    const answer = await read(list);
    expect([shown(answer), asked(answer)]).toEqual([['2026-11-19 Leeks 240 270'], []]);
    const mixed = await read([...list, 'Tomato,90,2026-11-19']);
    expect([shown(mixed), mixed.questions[0]?.lines]).toEqual([['2026-11-19 Leeks 240 270'], 1]);
  });

  test('does not change lists with a minimum and a maximum', async () => {
    const answer = await read(['Item,Price,Min,Max,Date', 'Leeks,250,240,270,2026-11-19']);
    expect([shown(answer), asked(answer)]).toEqual([['2026-11-19 Leeks 240 270'], []]);
  });
});

describe('a wide list', () => {
  const BOTH = { answers: { prices: 'both' } };

  test('with a column for each product has a line for each of its prices', async () => {
    const list = ['Date,Leeks,Tomato,Coconut', '2026-11-18,250,140,380', '2026-11-19,255,,390'];
    const open = await read(list);
    expect([shown(open), asked(open), open.waiting]).toEqual([[], ['prices'], 5]);
    expect(open.questions[0]?.choices).toEqual([
      { value: 'both', label: 'Yes, each price is the minimum and the maximum' },
    ]);
    const answer = await read(list, { ...BOTH, write: true });
    expect(shown(answer)).toEqual([
      '2026-11-18 Leeks 250 250',
      '2026-11-18 Tomato 140 140',
      '2026-11-18 Coconut 380 380',
      '2026-11-19 Leeks 255 255',
      '2026-11-19 Coconut 390 390',
    ]);
    expect([answer.written, answer.accepted, reasons(answer)]).toEqual([true, 5, []]);
  });

  test('with a column for each day has the same lines', async () => {
    const list = ['Item,Unit,2026-11-18,19 Nov 2026', 'Leeks,kg,250,240 - 270', 'Tomato,kg,-,140'];
    expect(shown(await read(list, BOTH)).toSorted()).toEqual([
      '2026-11-18 Leeks 250 250',
      '2026-11-19 Leeks 240 270',
      '2026-11-19 Tomato 140 140',
    ]);
  });

  test('with a minimum and a maximum for each product asks nothing', async () => {
    const list = [',Leeks,,Tomato,', 'Date,Min,Max,Min,Max', '2026-11-18,240,270,130,150', '2026-11-19,245,275,,'];
    const answer = await read(list);
    expect(asked(answer)).toEqual([]);
    expect(shown(answer)).toEqual([
      '2026-11-18 Leeks 240 270',
      '2026-11-18 Tomato 130 150',
      '2026-11-19 Leeks 245 275',
    ]);
  });

  test('names each wrong price, unknown product and wrong day with its line', async () => {
    const list = ['Date,Leeks,Tomatoo,Coconut', '2026-11-18,250,140,38O', '31/02/2026,1,2,', '2026-11-19,25O,,390,7'];
    const answer = await read(list, BOTH);
    expect(shown(answer)).toEqual(['2026-11-18 Leeks 250 250']);
    expect(reasons(answer)).toEqual([
      expect.stringMatching(/^2 .*\[2026-11-18, Tomatoo: 140\]$/),
      expect.stringMatching(/^2 .*\[2026-11-18, Coconut: 38O\]$/),
      expect.stringMatching(/^3 .*\[31\/02\/2026, Leeks: 1\]$/),
      expect.stringMatching(/^3 .*\[31\/02\/2026, Tomatoo: 2\]$/),
      expect.stringMatching(/^4 .*\[2026-11-19,25O,,390,7\]$/),
    ]);
    expect(answer.unmatched).toMatchObject([{ item: 'Tomatoo', lines: 2, suggestions: [{ name: 'Tomato' }] }]);
  });

  test('asks about the market, reads units, and leaves totals out with a note', async () => {
    const list = [
      'දිනය;Leeks (Rs/kg);Tomato;වෙළඳපොළ',
      '2026-11-18;240;130;දඹුල්ල',
      '2026-11-18;300;170;පිටකොටුව',
      'Total;540;300;',
    ];
    const open = await read(list);
    expect(asked(open)).toEqual(['prices', 'column:වෙළඳපොළ']);
    const answer = await read(list, { answers: { prices: 'both', 'column:වෙළඳපොළ': 'දඹුල්ල' } });
    expect([shown(answer), reasons(answer)]).toEqual([['2026-11-18 Leeks 240 240', '2026-11-18 Tomato 130 130'], []]);
  });

  test.each([
    ['of money', ['Date,Debit,Credit', '2026-11-19,240,130']],
    ['of one column', ['Date,Leeks', '2026-11-19,240']],
    ['without days', ['Name,Leeks,Tomato', 'Nimal,240,130']],
  ])('%s is refused with the columns that a list needs', async (_, list) => {
    const answer = await send({ csv: list.join('\n') });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_csv']);
    expect(answer.json().message).toMatch(/date, item, min_price and max_price/);
  });
});
