import { renderToString } from 'react-dom/server';
import { toRupees } from '#billing/money.ts';
import { formatShortDay } from '#contract/days.ts';
import type { PricesPageData, ShownComparison, ShownPrice } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { ByteWriter, scriptJson } from '../byte-writer.ts';
import type { Told } from '../page.ts';
import { ChangeLine, changeTexts } from '../price-change.tsx';
import { PriceShape } from '../price-shape.tsx';
import { graphOf, pricesOfOffer } from '../seo/structured-data.ts';
import { describeItem, describeList } from './daily-prices-page.tsx';
import { withoutShapes } from './drawn-shapes.ts';
import { type CardParts, cardTextsOf, PriceCard, ProductCard } from './price-card.tsx';
import type { CardsContent } from './price-list.tsx';

const MARKS: CardParts = {
  figureClass: '@figure-class@',
  range: '@range@',
  change: '@change@',
  date: '@date@',
  shownDate: '@shown-date@',
};
const SHAPE_MARK = '@path@';
const CHANGE_MARKS = { amount: '@amount@', since: '@since@' };
const ANY_MARK = /@figure-class@|@range@|@change@|@date@|@shown-date@|@amount@|@since@|@path@/;

const CARD_PIECES = 6;

const writer = new ByteWriter();

/**
 * Markup and JSON that do not depend on a price, by the object to which they belong, such as a product. They are
 * dropped together with that object: for products, when the products reload.
 */
const kept = new WeakMap<object, Map<string, readonly Buffer[]>>();

function keep(of: object, key: string, make: () => readonly string[]): readonly Buffer[] {
  const known = kept.get(of) ?? new Map<string, readonly Buffer[]>();
  kept.set(of, known);
  const pieces = known.get(key) ?? make().map((text) => Buffer.from(text));
  known.set(key, pieces);
  return pieces;
}

const NOTHING = Buffer.alloc(0);

/**
 * Returns the markup that React would render; a test compares the two. React renders the card of each product once, and
 * the texts of each price are then filled in.
 */
export function cardsBytes({ rows, comparisons, listBefore }: CardsContent, translator: Translator): Buffer {
  writer.begin();
  const [first] = rows;
  const day = first && formatShortDay(first.date, translator.t);
  for (const price of rows) {
    const comparison = comparisons[price.product.code];
    const pieces = keep(price.product, `card ${translator.language}`, () =>
      renderToString(<ProductCard product={price.product} parts={MARKS} translator={translator} />).split(ANY_MARK),
    );
    // If a product's name contains one of MARKS, the markup has the wrong number of parts, so React renders this card.
    if (pieces.length !== CARD_PIECES) {
      const card = { price, comparison, listBefore, translator };
      writer.text(renderToString(<PriceCard {...card} />));
      continue;
    }
    const [start, toRange, toChange, toDate, toShownDate, end] = pieces;
    const texts = cardTextsOf(price, translator, price.date === first?.date ? day : undefined);
    writer.bytes(start ?? NOTHING).text(texts.figureClass);
    writer.bytes(toRange ?? NOTHING).text(texts.range);
    writer.bytes(toChange ?? NOTHING);
    if (comparison) {
      writeChange(comparison, listBefore, translator);
      if (comparison.shape !== '') writeShape(comparison.shape);
    }
    writer.bytes(toDate ?? NOTHING).text(texts.date);
    writer.bytes(toShownDate ?? NOTHING).text(texts.shownDate);
    writer.bytes(end ?? NOTHING);
  }
  return writer.written();
}

function writeChange(
  comparison: ShownComparison,
  listBefore: CardsContent['listBefore'],
  translator: Translator,
): void {
  const { amount, since } = changeTexts(comparison, listBefore, translator);
  const key = `${translator.language} ${comparison.trend} ${comparison.standing}`;
  const [start, toSince, end] = keep(CHANGE_MARKS, key, () =>
    renderToString(<ChangeLine comparison={comparison} texts={CHANGE_MARKS} translator={translator} />).split(ANY_MARK),
  );
  writer.bytes(start ?? NOTHING).text(amount);
  writer.bytes(toSince ?? NOTHING).text(since);
  writer.bytes(end ?? NOTHING);
}

function writeShape(path: string): void {
  const [start, end] = keep(CHANGE_MARKS, 'shape', () =>
    renderToString(<PriceShape path={SHAPE_MARK} />).split(SHAPE_MARK),
  );
  writer.bytes(start ?? NOTHING).text(path);
  writer.bytes(end ?? NOTHING);
}

/**
 * Returns the JSON of the page's data. Shapes are omitted, because the browser reads them from the cards
 * (drawn-shapes.ts). A test compares the rest with `scriptJson`.
 */
export function dataBytes(data: PricesPageData): Buffer {
  writer.begin();
  let separator = '{';
  for (const [name, value] of Object.entries(data)) {
    if (value === undefined) continue;
    writer.text(`${separator}"${name}":`);
    separator = ',';
    if (value === data.rows) writeRows(data.rows);
    else if (value === data.comparisons) writer.text(scriptJson(withoutShapes(data.comparisons)));
    else if (value === data.aliases) writer.bytes(keep(value, 'json', () => [scriptJson(value)])[0] ?? NOTHING);
    else writer.text(scriptJson(value));
  }
  return writer.text('}').written();
}

function writeRows(rows: readonly ShownPrice[]): void {
  let separator = '[';
  for (const { product_id, date, minCents, maxCents, product } of rows) {
    writer.text(`${separator}{"product_id":${product_id},"date":"${date}"`);
    writer.text(`,"minCents":${minCents},"maxCents":${maxCents},"product":`);
    writer.bytes(keep(product, 'json', () => [scriptJson(product)])[0] ?? NOTHING).text('}');
    separator = ',';
  }
  writer.text(rows.length === 0 ? '[]' : ']');
}

const OFFER_MARKS = { lowPrice: '@low@', highPrice: '@high@' };
const POSITION_MARK = '@position@';
const ITEM_PIECES = 4;
const ANY_OFFER_MARK = /"@position@"|"@low@"|"@high@"/;

/**
 * Returns the list for search engines as the JSON that `scriptJson` would write; a test compares the two. Undefined if
 * there is no list.
 */
export function listBytes(told: Told<PricesPageData>): Buffer | undefined {
  const [list] = describeList(told, []);
  if (list === undefined) return undefined;
  const [start = '', end = ''] = scriptJson(graphOf([list])).split('"itemListElement":[]');
  writer.begin().text(`${start}"itemListElement":[`);
  for (const [at, { product, minCents, maxCents }] of told.data.rows.entries()) {
    const pieces = keep(product, `item ${told.language} ${told.frame.publicUrl}`, () =>
      scriptJson(describeItem({ product, position: POSITION_MARK, prices: OFFER_MARKS }, told)).split(ANY_OFFER_MARK),
    );
    const [toPosition, toLow, toHigh, rest] = pieces;
    if (at > 0) writer.text(',');
    if (pieces.length !== ITEM_PIECES) {
      const prices = pricesOfOffer(minCents, maxCents);
      writer.text(scriptJson(describeItem({ product, position: at + 1, prices }, told)));
      continue;
    }
    writer.bytes(toPosition ?? NOTHING).text(`${at + 1}`);
    writer.bytes(toLow ?? NOTHING).text(`${toRupees(minCents)}`);
    writer.bytes(toHigh ?? NOTHING).text(`${toRupees(maxCents)}`);
    writer.bytes(rest ?? NOTHING);
  }
  return writer.text(`]${end}`).written();
}
