import { withoutEmptyId, withoutEmptyMark } from '#contract/empty-marks.ts';
import { foldText } from '#contract/fold-text.ts';
import { languages } from '#contract/languages.ts';
import { checkInput } from '#contract/messages/input-message.ts';
import { type ApiMessage, apiMessage, message } from '#contract/messages/message.ts';
import { FACTOR_SCALE, factorOf, readUnit } from '#contract/price-file/written-unit.ts';
import { type ProductType, productTypes, type Unit, units } from '#contract/product-words.ts';
import { type ProductFields, products as productCalls } from '#contract/products.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { takeTurns } from '../../turns.ts';
import { keepImport } from '../imports/keep-import.ts';
import type { Answers, ImportQuestion } from '../imports/read-table.ts';
import {
  arrangeTable,
  askWord,
  describeLeftOut,
  faultMessage,
  refuseOpen,
  type TableColumn,
  type TableInput,
  type TableLine,
} from '../imports/read-table.ts';
import { LIST_STEP, writeProduct } from './add-product.ts';
import { claimCode } from './claim-code.ts';
import { listEveryProduct, lockCatalogue, type ProductRow } from './queries.ts';

export interface CheckedProduct {
  line: number;
  fields: ProductFields;
  existing: ProductRow | undefined;
}

export interface ProductImport {
  lines: number;
  good: CheckedProduct[];
  faults: { line: number; message: ApiMessage; text: string }[];
  questions: ImportQuestion[];
  notes: ApiMessage[];
  written: boolean;
}

/**
 * Adds the products of a table, or none of them if a line has an error or a question is unanswered. Existing products
 * are not changed.
 */
export async function importProducts(tx: Writer, context: ActionContext, input: TableInput): Promise<ProductImport> {
  const { rows, answers = {}, write = false } = input;
  if (write) await lockCatalogue(tx);
  const existing = await listEveryProduct(tx);
  const { lines, questions, ...leftOut } = arrangeTable(rows, COLUMNS, answers);
  const asked = [...questions, ...askWords(lines, answers)];
  const isOpen = asked.some(({ answer }) => answer === null);
  const { good, faults } = await checkLines(isOpen ? [] : lines, { answers, existing });
  const outcome = {
    lines: lines.length,
    good,
    faults,
    questions: asked,
    notes: describeLeftOut(leftOut),
    written: false,
  };
  if (!write) return outcome;
  refuseOpen(asked);
  const news = good.filter((one) => one.existing === undefined);
  if (faults.length > 0 || news.length === 0) return outcome;
  const products = await writeProducts(tx, context, { added: news.map(({ fields }) => ({ fields })), existing });
  await keepImport(tx, context, { subject: 'products', added: { shops: [], tenants: [], products } });
  return { ...outcome, written: true };
}

export type StarterFields = ProductFields & { code: string };

/** Adds the missing products of the starter catalogue, each in its place in the list. Returns their ids. */
export async function addStarters(
  tx: Writer,
  context: ActionContext,
  starters: readonly StarterFields[],
): Promise<number[]> {
  await lockCatalogue(tx);
  const existing = await listEveryProduct(tx);
  const codes = new Set(existing.map((product) => product.code));
  const names = new Set(existing.map((product) => foldText(product.name)));
  const places = starters.map((fields, index) => ({ fields, listOrder: (index + 1) * LIST_STEP }));
  const added = places.filter(({ fields }) => !codes.has(fields.code) && !names.has(foldText(fields.name)));
  return added.length === 0 ? [] : writeProducts(tx, context, { added, existing });
}

/** Adds the missing products of the starter catalogue. Returns their number. */
export async function loadCatalogue(
  database: Database,
  context: ActionContext,
  starters: readonly StarterFields[],
): Promise<number> {
  return (await database.write((tx) => addStarters(tx, context, starters))).length;
}

interface NewProducts {
  added: readonly { fields: ProductFields; listOrder?: number }[];
  existing: readonly ProductRow[];
}

async function writeProducts(tx: Writer, context: ActionContext, { added, existing }: NewProducts): Promise<number[]> {
  const known = [...existing];
  const last = existing.findLast((product) => product.archived_at === null)?.list_order ?? 0;
  for (const [index, { fields, listOrder }] of added.entries()) {
    const code = claimCode(known, fields.code, fields.name);
    const place = listOrder ?? fields.list_order ?? Math.min(last + (index + 1) * LIST_STEP, LAST_PLACE);
    known.push(await writeProduct(tx, context, { fields, code, listOrder: place, imageHash: null }));
    await takeTurns();
  }
  await raiseDataVersion(tx);
  return known.slice(existing.length).map(({ id }) => id);
}

const LAST_PLACE = 999_999;

/** Returns a message about what the import does with a line. */
export function describeProductLine({ fields, existing }: CheckedProduct): ApiMessage {
  return apiMessage(existing ? 'imports.row.product_there' : 'imports.row.product', { name: fields.name });
}

type ProductColumn = 'name' | 'name_si' | 'name_ta' | 'type' | 'unit' | 'code' | 'aliases' | 'description';

const COLUMNS: Record<ProductColumn, TableColumn> = {
  name: {
    label: 'fields.name',
    words: [
      'product',
      'item',
      'commodity',
      'vegetable',
      'vegetables',
      'produce',
      'goods',
      'english',
      'english name',
      'name in english',
      'product name',
      'item name',
      'ඉංග්‍රීසි නම',
      'භාණ්ඩය',
      'අයිතමය',
      'ஆங்கிலப் பெயர்',
      'பொருள்',
    ],
    otherwise: [],
  },
  name_si: {
    label: 'fields.name_si',
    words: ['sinhala', 'sinhala name', 'name in sinhala', 'සිංහල', 'සිංහල නම', 'සිංහලෙන්', 'சிங்களம்', 'சிங்களப் பெயர்'],
  },
  name_ta: {
    label: 'fields.name_ta',
    words: ['tamil', 'tamil name', 'name in tamil', 'දෙමළ', 'දෙමළ නම', 'தமிழ்', 'தமிழ்ப் பெயர்', 'தமிழ் பெயர்'],
  },
  type: {
    label: 'fields.type',
    words: ['category', 'kind', 'group', 'product type', 'වර්ගය', 'කාණ්ඩය', 'வகை'],
    otherwise: productTypes.map((type) => ({ value: type, label: apiMessage(`words.product.${type}`) })),
  },
  unit: {
    label: 'fields.unit',
    words: ['measure', 'sold by', 'uom', 'price unit', 'per', 'ඒකකය', 'மணி', 'அலகு'],
    otherwise: units.map((unit) => ({ value: unit, label: apiMessage(`prices.unit.${unit}`) })),
  },
  code: { label: 'fields.code', words: ['product code', 'item code', 'short name', 'කේතය', 'குறியீடு'] },
  aliases: { label: 'fields.aliases', words: ['other names', 'also called', 'alias', 'වෙනත් නම්', 'வேறு பெயர்கள்'] },
  description: { label: 'fields.description', hasLines: true, words: ['about', 'notes', 'remarks', 'විස්තරය', 'விபரம்'] },
};

type Line = TableLine<ProductColumn>;

const MOST_WORDS_ASKED = 20;

/** Asks about every type and unit that the market does not know. */
function askWords(lines: readonly Line[], answers: Answers): ImportQuestion[] {
  const ask = (
    column: 'type' | 'unit',
    read: (text: string) => string | undefined,
    choices: ImportQuestion['choices'],
  ) =>
    [...Map.groupBy(lines, ({ fields }) => foldText(fields[column]))]
      .filter(([text]) => text !== '' && read(text) === undefined)
      .slice(0, MOST_WORDS_ASKED)
      .map(([text, found]) =>
        askWord(
          `${column}:${text}`,
          {
            question: apiMessage(`imports.ask.${column}`, { text: found[0]?.fields[column] ?? text }),
            choices,
            lines: found.length,
          },
          answers,
        ),
      );
  return [
    ...ask('type', readType, COLUMNS.type.otherwise?.slice() ?? []),
    ...ask('unit', readUnitWord, COLUMNS.unit.otherwise?.slice() ?? []),
  ];
}

const types = new Map(
  productTypes.flatMap((type) => {
    const words = languages.map((language) => message(`words.product.${type}`, {}, language));
    return [type, ...words, ...words.map((word) => `${word}s`)].map((text) => [foldText(text), type] as const);
  }),
);

function readType(text: string): ProductType | undefined {
  return types.get(foldText(text));
}

const unitWords = new Map(
  units.flatMap((unit) => {
    const words = languages.map((language) => message(`prices.unit.${unit}`, {}, language));
    return [unit, ...words, ...words.map((word) => `${word}s`)].map((text) => [foldText(text), unit] as const);
  }),
);

function readUnitWord(text: string): Unit | undefined {
  const named = unitWords.get(foldText(text));
  const written = named === undefined ? readUnit(text) : undefined;
  return named ?? (written && factorOf(written, 'kg') === FACTOR_SCALE ? 'kg' : undefined);
}

async function checkLines(
  lines: readonly Line[],
  { answers, existing }: { answers: Answers; existing: readonly ProductRow[] },
): Promise<Pick<ProductImport, 'good' | 'faults'>> {
  const good: CheckedProduct[] = [];
  const faults: ProductImport['faults'] = [];
  const named = new Map(existing.map((product) => [foldText(product.name), product]));
  const coded = new Map(existing.map((product) => [product.code, product]));
  const lineOf = new Map<string, number>();
  for (const [at, { line, text, fields, hasWrongWidth }] of lines.entries()) {
    if (at % LINES_A_SLICE === 0) await takeTurns();
    const refuse = (sentence: ApiMessage) => faults.push({ line, message: sentence, text });
    if (hasWrongWidth) {
      refuse(apiMessage('refusals.bad_csv.width'));
      continue;
    }
    const { data, faults: found } = checkInput(productCalls.add.body, bodyOf(fields, answers));
    for (const fault of found) refuse(faultMessage(fault));
    const keys = data ? [foldText(data.name), ...(data.code === undefined ? [] : [data.code])] : [];
    const earlier = keys.map((key) => lineOf.get(key)).find((one) => one !== undefined);
    if (earlier !== undefined) refuse(apiMessage('imports.fault.same_product', { line: earlier }));
    if (!data || found.length > 0 || earlier !== undefined) continue;
    for (const key of keys) lineOf.set(key, line);
    const there = named.get(foldText(data.name)) ?? coded.get(data.code ?? '');
    good.push({ line, fields: data, existing: there });
  }
  return { good, faults };
}

const LINES_A_SLICE = 100;

function bodyOf(fields: Line['fields'], answers: Answers) {
  const { type, unit } = fields;
  const code = withoutEmptyId(fields.code);
  return {
    name: withoutEmptyMark(fields.name),
    name_si: withoutEmptyMark(fields.name_si),
    name_ta: withoutEmptyMark(fields.name_ta),
    description: withoutEmptyMark(fields.description),
    type: readType(type) ?? answers[`type:${foldText(type)}`] ?? type,
    unit: readUnitWord(unit) ?? answers[`unit:${foldText(unit)}`] ?? unit,
    ...(code !== '' && { code }),
    aliases: fields.aliases
      .split(/[|;,\n]/)
      .map(withoutEmptyMark)
      .filter(Boolean),
  };
}
