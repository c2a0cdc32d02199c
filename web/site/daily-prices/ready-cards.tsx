import { renderToString } from 'react-dom/server';
import { formatShortDay } from '#contract/days.ts';
import type { ShownComparison } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { ByteWriter, escapeHtml } from '../byte-writer.ts';
import { ChangeLine, changeText } from '../price-change.tsx';
import { PriceShape } from '../price-shape.tsx';
import { type CardParts, cardClassOf, cardTextsOf, PriceCard, ProductCard } from './price-card.tsx';
import type { CardsContent } from './price-list.tsx';

const MARKS: CardParts = {
  cardClass: '@card-class@',
  figureClass: '@figure-class@',
  range: '@range@',
  change: '@change@',
  date: '@date@',
  shownDate: '@shown-date@',
};
const SHAPE_MARK = '@path@';
const CHANGE_MARK = '@change-text@';
const ANY_MARK = /@card-class@|@figure-class@|@range@|@change@|@date@|@shown-date@|@change-text@|@path@/;

const CARD_PIECES = 7;

const writer = new ByteWriter();

/**
 * Markup that does not depend on a price, by the object to which it belongs, such as a product. It is dropped together
 * with that object: for products, when the products reload.
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
    const comparison = comparisons[price.product_id];
    const pieces = keep(price.product, `card ${translator.language}`, () =>
      renderToString(<ProductCard product={price.product} parts={MARKS} translator={translator} />).split(ANY_MARK),
    );
    // If a product's name contains one of MARKS, the markup has the wrong number of parts, so React renders this card.
    if (pieces.length !== CARD_PIECES) {
      const card = { price, comparison, listBefore, translator };
      writer.text(renderToString(<PriceCard {...card} />));
      continue;
    }
    const [start, toFigure, toRange, toChange, toDate, toShownDate, end] = pieces;
    const texts = cardTextsOf(price, translator, price.date === first?.date ? day : undefined);
    writer.bytes(start ?? NOTHING).text(cardClassOf(comparison));
    writer.bytes(toFigure ?? NOTHING).text(texts.figureClass);
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
  const key = `${translator.language} ${comparison.trend} ${comparison.standing}`;
  const [start, end] = keep(MARKS, key, () =>
    renderToString(<ChangeLine comparison={comparison} text={CHANGE_MARK} translator={translator} />).split(ANY_MARK),
  );
  writer.bytes(start ?? NOTHING).text(escapeHtml(changeText(comparison, listBefore, translator)));
  writer.bytes(end ?? NOTHING);
}

function writeShape(path: string): void {
  const [start, end] = keep(MARKS, 'shape', () => renderToString(<PriceShape path={SHAPE_MARK} />).split(SHAPE_MARK));
  writer.bytes(start ?? NOTHING).text(path);
  writer.bytes(end ?? NOTHING);
}
