import { describe, expect, test } from 'vitest';
import { addDays, type Day, dayNumber } from '#billing/calendar.ts';
import type { Unit } from '#contract/product-words.ts';
import { pick, type Random, randomFrom } from '#scripts/demo/random.ts';
import { type CheckedLines, checkPriceLines } from '#server/features/prices/check-price-lines.ts';
import { readPriceFile } from '#server/features/prices/read-price-file.ts';
import { type RawCell, rawWorkbook } from '#web/testing/raw-workbook.ts';
import { findPriceSheets } from '#web/ui/file/find-price-sheets.ts';
import { readTableFile } from '#web/ui/file/read-table-file.ts';

const TODAY = '2026-11-26' as Day;
const CATALOGUE: readonly { id: number; name: string; unit: Unit }[] = [
  { id: 1, name: 'Carrot', unit: 'kg' },
  { id: 2, name: 'Beans', unit: 'kg' },
  { id: 3, name: 'Leeks', unit: 'kg' },
  { id: 4, name: 'Coconut', unit: 'nut' },
  { id: 5, name: 'Mukunuwenna', unit: 'bundle' },
];
const UNITS: Record<Unit, readonly (readonly [string, number])[]> = {
  kg: [
    ['kg', 100],
    ['Kilo', 100],
    ['Quintal', 10_000],
    ['100 g', 10],
    ['50 kg bag', 5000],
    ['tonne', 100_000],
    ['කිලෝ', 100],
  ],
  nut: [
    ['nut', 100],
    ['each', 100],
    ['dozen', 1200],
    ['100 nuts', 10_000],
  ],
  bundle: [
    ['bundle', 100],
    ['மிட்டி', 100],
    ['bunch', 100],
  ],
  fruit: [['fruit', 100]],
};
const MARKS = ['-', '--', 'n.a.', 'NR', 'nil', 'N/A', 'නැත', 'இல்லை', ''];

interface Entry {
  market: string;
  product: (typeof CATALOGUE)[number];
  day: Day;
  unit: readonly [string, number];
  min: number;
  max: number;
  isAvailable: boolean;
}

interface Generated {
  bytes: Uint8Array;
  entries: Entry[];
  markets: string[];
  order: 'day-first' | 'month-first';
}

const number = (random: Random, below: number) => Math.floor(random.uniform() * below);

function generate(seed: number): Generated {
  const random = randomFrom('price file', seed);
  const markets = ['Pettah', 'Dambulla', 'Kandy'].slice(0, pick([1, 1, 2, 3], random));
  const order = pick(['day-first', 'month-first'] as const, random);
  const first = addDays(TODAY, -number(random, 300));
  const days = Array.from({ length: 1 + number(random, 4) }, (_, at) => addDays(first, at - 4));
  const hasUnits = random.uniform() < 0.5;
  const entries = days.flatMap((day) =>
    markets.flatMap((market) =>
      CATALOGUE.filter(() => random.uniform() < 0.8).map((product) => {
        const unit = hasUnits ? pick(UNITS[product.unit], random) : ([product.unit, 100] as const);
        const min = (10 + number(random, 400)) * unit[1] + number(random, 3);
        const max = min + number(random, 50) * unit[1] + number(random, 3);
        return { market, product, day, unit, min, max, isAvailable: random.uniform() > 0.15 };
      }),
    ),
  );
  const rows = tabulate(entries, { random, order, hasUnits, markets });
  const bytes = random.uniform() < 0.4 ? inWorkbook(rows, random) : inText(rows, random);
  return { bytes, entries, markets, order };
}

interface Form {
  random: Random;
  order: Generated['order'];
  hasUnits: boolean;
  markets: readonly string[];
}

function tabulate(entries: readonly Entry[], { random, order, hasUnits, markets }: Form): string[][] {
  const dayForm = pick(['iso', 'figures', 'figures', 'short', 'named', 'serial'] as const, random);
  const amountForm = pick(['plain', 'grouped', 'rupees', 'cents'] as const, random);
  const isCarried = random.uniform() < 0.4;
  const hasMarket = markets.length > 1 || random.uniform() < 0.3;
  const columns = (
    [
      'date',
      'item',
      ...(hasMarket ? (['market'] as const) : []),
      ...(hasUnits ? (['unit'] as const) : []),
      'min',
      'max',
    ] as const
  ).toSorted(() => random.uniform() - 0.5);
  const titles = {
    date: pick(['Date', 'Arrival_Date', 'දිනය', 'திகதி'], random),
    item: pick(['Item', 'Commodity', 'එළවළු', 'மரக்கறி'], random),
    market: pick(['Market', 'Centre', 'වෙළඳපොළ', 'சந்தை'], random),
    unit: pick(['Unit', 'ඒකකය', 'அலகு'], random),
    min: pick(['Min', 'Min_x0020_Price', 'අවම මිල', 'குறைந்த விலை'], random),
    max: pick(['Max', 'Max_x0020_Price', 'උපරිම මිල', 'கூடிய விலை'], random),
  };
  let before = '';
  const rows = entries.map((entry) => {
    const written = writeDay(entry.day, dayForm, order);
    const mark = pick(MARKS, random);
    const figure = (cents: number) => (entry.isAvailable ? writeAmount(cents, amountForm) : mark);
    const cells = {
      date: isCarried && written === before ? '' : written,
      item: entry.product.name,
      market: entry.market,
      unit: entry.unit[0],
      min: figure(entry.min),
      max: figure(entry.max),
    };
    before = written;
    return columns.map((column) => cells[column]);
  });
  return [...(random.uniform() < 0.3 ? [['Price list']] : []), columns.map((column) => titles[column]), ...rows];
}

function writeDay(day: Day, form: string, order: Generated['order']): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const [one, two] = order === 'day-first' ? [date, month] : [month, date];
  if (form === 'iso') return day;
  if (form === 'named')
    return `${date} ${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][Number(month) - 1]} ${year}`;
  if (form === 'serial') return String(dayNumber(day) + 25_569);
  return `${Number(one)}/${Number(two)}/${form === 'short' ? year.slice(2) : year}`;
}

function writeAmount(cents: number, form: string): string {
  const rupees = String(Math.trunc(cents / 100));
  const tail = cents % 100 === 0 ? '' : `.${String(cents % 100).padStart(2, '0')}`;
  const grouped = rupees.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  if (form === 'grouped') return `${grouped}${tail}`;
  if (form === 'rupees') return `Rs. ${grouped}${tail}`;
  return `${rupees}${form === 'cents' && tail === '' ? '.00' : tail}`;
}

function inText(rows: readonly string[][], random: Random): Uint8Array {
  const delimiter = pick([',', ';', '\t', '|'], random);
  const cell = (text: string) => (/[",;|\t]/.test(text) ? `"${text}"` : text);
  const text = rows.map((row) => row.map(cell).join(delimiter)).join(pick(['\n', '\r\n'], random));
  return new TextEncoder().encode(random.uniform() < 0.5 ? `\ufeff${text}` : text);
}

function inWorkbook(rows: readonly string[][], random: Random): Uint8Array {
  const typed = rows.map((row) =>
    row.map(
      (text): RawCell => (text === '' ? null : /^\d+$/.test(text) && random.uniform() < 0.7 ? Number(text) : text),
    ),
  );
  const prices = { name: 'Prices', rows: typed };
  const cover = { name: 'Cover', rows: [['Daily prices']] as RawCell[][] };
  return rawWorkbook(random.uniform() < 0.5 ? [cover, prices] : [prices]);
}

async function check(bytes: Uint8Array, answers: Record<string, string>): Promise<CheckedLines> {
  const [table, ...others] = findPriceSheets(await readTableFile(bytes));
  expect(others).toEqual([]);
  const products = new Map(CATALOGUE.map((product) => [product.name, product]));
  return checkPriceLines(await readPriceFile(table?.text ?? ''), {
    findItem: (item) => {
      const found = products.get(item);
      return found ? { productId: found.id, isMapped: false } : { reason: 'prices.fault.unknown_item' };
    },
    unitOf: (id) => CATALOGUE.find((product) => product.id === id)?.unit ?? 'kg',
    today: TODAY,
    answers,
    date: undefined,
  });
}

function meant({ entries }: Generated, market: string): string[] {
  const divide = (cents: number, hundredths: number) => Math.floor((cents * 200 + hundredths) / (2 * hundredths));
  return entries
    .filter((entry) => entry.isAvailable && entry.market === market)
    .map(({ day, product, min, max, unit }) => `${day} ${product.id} ${divide(min, unit[1])} ${divide(max, unit[1])}`);
}

const shown = ({ pairs }: CheckedLines) =>
  pairs.map(({ date, product_id, pair }) => `${date} ${product_id} ${pair.min_cents} ${pair.max_cents}`);

function answerAll({ questions }: CheckedLines, { entries, order }: Generated, market: string): Record<string, string> {
  const factorOf = (id: string) => {
    const unit = id.replace(/^unit:/, '').replace(/\/(nut|bundle|fruit)$/, '');
    const of = entries.find((entry) => entry.unit[0].toLowerCase() === unit)?.unit[1] ?? 100;
    return String(of / 100);
  };
  return Object.fromEntries(
    questions.map(({ id, kind }) => [id, kind === 'order' ? order : kind === 'column' ? market : factorOf(id)]),
  );
}

async function tryFile(seed: number): Promise<void> {
  const generated = generate(seed);
  const unasked = await check(generated.bytes, {});
  const said = new Set(meant(generated, generated.markets[0] ?? ''));
  expect(generated.markets.length > 1 ? unasked.pairs : shown(unasked).filter((one) => !said.has(one))).toEqual([]);
  for (const market of generated.markets) {
    let answers: Record<string, string> = {};
    let checked = unasked;
    for (let round = 0; round < 3; round += 1) {
      answers = { ...answers, ...answerAll(checked, generated, market) };
      checked = await check(generated.bytes, answers);
    }
    expect(checked.questions.filter(({ answer }) => answer === null)).toEqual([]);
    expect(checked.faults).toEqual([]);
    expect(new Set(shown(checked))).toEqual(new Set(meant(generated, market)));
  }
}

describe('no price is read that the file does not say, in another unit, of another day or market', () => {
  test.each(Array.from({ length: 10 }, (_, at) => at))('generated file %s', tryFile);
  test.each(Array.from({ length: 200 }, (_, at) => 1000 + at))('generated file %s', { tags: ['slow'] }, tryFile);
});
