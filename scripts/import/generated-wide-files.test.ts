import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day } from '#billing/calendar.ts';
import { checkPriceLines } from '#server/features/prices/check-price-lines.ts';
import { readPriceFile } from '#server/features/prices/read-price-file.ts';
import { rawWorkbook } from '#web/testing/raw-workbook.ts';
import { findPriceSheets } from '#web/ui/file/find-price-sheets.ts';
import { readTableFile } from '#web/ui/file/read-table-file.ts';

/** The same prices, written as a line each, with a column for each product, and with a column for each day. */

const TODAY = '2026-11-26' as Day;
const PRODUCTS = ['Carrot', 'Green chillies', 'Leeks', 'Big onion (imported)', 'ගෝවා', 'தக்காளி'];

const price = fc.record({ min: fc.integer({ min: 1, max: 2000 }), more: fc.integer({ min: 0, max: 300 }) });
const plan = fc.record({
  layout: fc.constantFrom('lines', 'products', 'days'),
  cell: fc.constantFrom('one price', 'range', 'two columns'),
  dayForm: fc.constantFrom('iso', 'named', 'figures'),
  delimiter: fc.constantFrom(',', ';', '\t', '|', 'workbook'),
  mark: fc.constantFrom('', '-', 'n.a.', 'නැත'),
  hasTitle: fc.boolean(),
  dateTitle: fc.constantFrom('Date', 'දිනය', 'திகதி'),
  itemTitle: fc.constantFrom('Item', 'එළවළු', 'மரக்கறி'),
  products: fc.shuffledSubarray(PRODUCTS, { minLength: 2 }),
  days: fc.integer({ min: 1, max: 14 }),
  // The first price is always there, because a table without any is none.
  prices: fc.array(fc.option(price, { freq: 4 }), { minLength: PRODUCTS.length * 14, maxLength: PRODUCTS.length * 14 }),
});
type Plan = typeof plan extends fc.Arbitrary<infer Of> ? Of : never;

interface Entry {
  day: Day;
  product: string;
  min: number;
  max: number;
}

function entryOf({ prices, cell, products }: Plan, day: number, product: string): Entry | undefined {
  const at = day * PRODUCTS.length + PRODUCTS.indexOf(product);
  const isFirst = day === 0 && product === products[0];
  const drawn = prices[at] ?? (isFirst ? { min: 100, more: 20 } : undefined);
  if (!drawn) return undefined;
  const max = drawn.min + (cell === 'one price' ? 0 : drawn.more);
  return { day: addDays(TODAY, -day), product, min: drawn.min, max };
}

function writeDay(day: Day, form: Plan['dayForm']): string {
  const [year = '', month = '', date = ''] = day.split('-');
  if (form === 'named') return `${date} ${month === '11' ? 'Nov' : 'November'} ${year}`;
  // The day comes first, and at least one is above 12.
  return form === 'figures' ? `${date}/${month}/${year}` : day;
}

/** Returns the cells of an entry: two if minimum and maximum have a column each, otherwise one. */
function cellsOf(entry: Entry | undefined, { cell, mark }: Plan): string[] {
  const texts = entry ? [String(entry.min), String(entry.max)] : [mark, mark];
  if (cell === 'two columns') return texts;
  return [cell === 'range' && entry ? texts.join(' - ') : (texts[0] ?? '')];
}

function tabulate(given: Plan): string[][] {
  const { layout, cell, products, dateTitle, itemTitle, hasTitle } = given;
  const days = Array.from({ length: given.days }, (_, at) => at);
  const titled = (names: readonly string[], first: string) =>
    cell === 'two columns'
      ? [
          ['', ...names.flatMap((name) => [name, ''])],
          [first, ...names.flatMap(() => ['Min', 'Max'])],
        ]
      : [[first, ...names]];
  const dayText = (at: number) => writeDay(addDays(TODAY, -at), given.dayForm);
  const tables = {
    lines: () => [
      [dateTitle, itemTitle, ...(cell === 'two columns' ? ['Min', 'Max'] : ['Price'])],
      ...days.flatMap((at) =>
        products.map((product) => [dayText(at), product, ...cellsOf(entryOf(given, at, product), given)]),
      ),
    ],
    products: () => [
      ...titled(products, dateTitle),
      ...days.map((at) => [dayText(at), ...products.flatMap((product) => cellsOf(entryOf(given, at, product), given))]),
    ],
    days: () => [
      ...titled(days.map(dayText), itemTitle),
      ...products.map((product) => [product, ...days.flatMap((at) => cellsOf(entryOf(given, at, product), given))]),
    ],
  };
  return [...(hasTitle ? [['Prices of the market']] : []), ...tables[layout]()];
}

function bytesOf(rows: readonly string[][], delimiter: string): Uint8Array {
  if (delimiter === 'workbook') return rawWorkbook([{ name: 'Prices', rows: rows.map((row) => [...row]) }]);
  return new TextEncoder().encode(rows.map((row) => row.join(delimiter)).join('\n'));
}

async function check(given: Plan, answers: Record<string, string>) {
  const [table] = findPriceSheets(await readTableFile(bytesOf(tabulate(given), given.delimiter)));
  return checkPriceLines(await readPriceFile(table?.text ?? ''), {
    findItem: (item) => {
      const at = PRODUCTS.indexOf(item);
      return at < 0 ? { reason: 'prices.fault.unknown_item' } : { productId: at, isMapped: false };
    },
    unitOf: () => 'kg',
    today: TODAY,
    answers,
    date: undefined,
  });
}

const isRead = async (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(plan, async (given) => {
      const open = await check(given, {});
      if (given.cell === 'one price') expect([open.pairs, open.questions.length]).toEqual([[], 1]);
      const answers = Object.fromEntries(
        open.questions.map(({ id, choices }) => [id, id === 'order' ? 'day-first' : (choices[0]?.value ?? '')]),
      );
      const { pairs, faults } = await check(given, answers);
      const shown = pairs.map(({ date, product_id: at, pair }) => [date, PRODUCTS[at], pair.min_cents, pair.max_cents]);
      const meant = Array.from({ length: given.days }, (_, at) => at).flatMap((at) =>
        given.products.flatMap((product) => {
          const entry = entryOf(given, at, product);
          return entry ? [[entry.day, product, entry.min * 100, entry.max * 100]] : [];
        }),
      );
      expect(faults).toEqual([]);
      expect(new Set(shown.map(String))).toEqual(new Set(meant.map(String)));
    }),
    { numRuns },
  );

test('150 lists in any layout have the prices that were written', { tags: ['slow'] }, () => isRead(150));
